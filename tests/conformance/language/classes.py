"""Classes: methods, operators, properties, static methods; named tuples, enums, managers."""

# ruff: noqa
from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import torch
from torch import Tensor


@torch.jit.script
class Counter:
    def __init__(self, start: int):
        self.count = start
        self.log: List[str] = []

    def add(self, n: int = 1) -> int:
        self.count += n
        self.log.append("add " + str(n))
        return self.count

    def reset(self) -> None:
        self.count = 0

    def both(self, n: int) -> int:
        return self.add(n) + self.add(n)


#: 3
def methods(n: int):
    c = Counter(n)
    a = c.add()
    b = c.add(5)
    return a, b, c.count, c.log


#: 3
def method_keywords(n: int):
    c = Counter(start=n)
    return c.add(n=7), c.both(2), len(c.log)


#: 3
def method_without_result(n: int) -> int:
    c = Counter(n)
    c.reset()
    return c.count


#: 3
def attributes(n: int):
    c = Counter(n)
    c.count = 10
    c.count += n
    c.log = ["x"]
    c.log.append("y")
    return c.count, c.log


#: 3
def aliases(n: int):
    a = Counter(n)
    b = a
    b.add(1)
    return a.count, b.count


#: 4
def in_loop(n: int) -> int:
    c = Counter(0)
    for i in range(n):
        if i == 2:
            continue
        c.add(i)
    return c.count


#: True
#: False
def in_branches(flag: bool) -> int:
    if flag:
        c = Counter(1)
    else:
        c = Counter(2)
        c.add(10)
    return c.count


def bump(c: Counter, n: int) -> Counter:
    c.add(n)
    return c


#: 3
def passed_to_function(n: int) -> int:
    c = Counter(n)
    d = bump(bump(c, 1), 2)
    return c.count * 100 + d.count


#: 3
def in_list(n: int) -> int:
    cs = [Counter(i) for i in range(n)]
    for c in cs:
        c.add(10)
    total = 0
    for c in cs:
        total += c.count
    return total


#: 3
def in_dict(n: int) -> int:
    d: Dict[str, Counter] = {"a": Counter(n)}
    d["b"] = Counter(n + 1)
    d["a"].add(5)
    return d["a"].count + d["b"].count


#: 3
def in_tuple(n: int) -> int:
    t = (Counter(n), n)
    t[0].add(1)
    c, m = t
    return c.count + m


#: True
#: False
def optional_object(flag: bool) -> int:
    c: Optional[Counter] = None
    if flag:
        c = Counter(4)
    if c is None:
        return -1
    return c.add(1)


@torch.jit.script
class Vector:
    def __init__(self, x: float, y: float):
        self.x = x
        self.y = y

    def __add__(self, other: "Vector") -> "Vector":
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other: "Vector") -> "Vector":
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, k: float) -> "Vector":
        return Vector(self.x * k, self.y * k)

    def __truediv__(self, k: float) -> "Vector":
        return Vector(self.x / k, self.y / k)

    def __eq__(self, other: "Vector") -> bool:
        return self.x == other.x and self.y == other.y

    def __ne__(self, other: "Vector") -> bool:
        return not (self == other)

    def __lt__(self, other: "Vector") -> bool:
        return self.x < other.x

    def __gt__(self, other: "Vector") -> bool:
        return self.x > other.x

    def __le__(self, other: "Vector") -> bool:
        return self.x <= other.x

    def __ge__(self, other: "Vector") -> bool:
        return self.x >= other.x

    def __neg__(self) -> "Vector":
        return Vector(-self.x, -self.y)

    def __getitem__(self, i: int) -> float:
        if i == 0:
            return self.x
        return self.y

    def __setitem__(self, i: int, value: float) -> None:
        if i == 0:
            self.x = value
        else:
            self.y = value

    def __len__(self) -> int:
        return 2

    def __contains__(self, value: float) -> bool:
        return self.x == value or self.y == value

    def norm(self) -> float:
        return (self.x**2 + self.y**2) ** 0.5


#: 1.0, 2.0
def operators(a: float, b: float):
    v = Vector(a, b) + Vector(b, a) * 2.0 - Vector(1.0, 1.0)
    w = v / 2.0
    u = -w
    return v.x, v.y, w.x, u.y, v.norm()


#: 1.0, 2.0
def comparisons(a: float, b: float):
    v, w = Vector(a, b), Vector(b, a)
    return v == w, v != w, v < w, v > w, v <= w, v >= w, v == Vector(a, b)


#: 1.0, 2.0
def container_protocol(a: float, b: float):
    v = Vector(a, b)
    v[0] = 7.5
    v[1] = v[1] + 1.0
    return v[0], v[1], len(v), 7.5 in v, a in v


@torch.jit.script
class Box:
    def __init__(self, value: Tensor, name: str = "box"):
        self.value = value
        self.name = name
        self.seen: Dict[str, int] = {}
        self.maybe = torch.jit.annotate(Optional[int], None)

    @property
    def doubled(self) -> Tensor:
        return self.value * 2

    @staticmethod
    def make(n: int) -> "Box":
        return Box(torch.full([2], float(n)), "made")

    def note(self, key: str) -> None:
        if key in self.seen:
            self.seen[key] += 1
        else:
            self.seen[key] = 1

    def set(self, n: Optional[int]) -> int:
        self.maybe = n
        m = self.maybe
        if m is not None:
            return m
        return -1


#: T(2)
def properties(x):
    b = Box(x)
    return b.doubled, b.name


#: 3
def static_methods(n: int):
    b = Box.make(n)
    return b.value, b.name


#: T(2)
def dict_attribute(x):
    b = Box(x, "n")
    b.note("a")
    b.note("a")
    b.note("b")
    return b.seen


#: T(2), 3
#: T(2), None
def optional_attribute(x, n: Optional[int]) -> int:
    return Box(x).set(n)


#: T(2)
def tensor_attribute(x):
    b = Box(x)
    b.value += 1
    b.value = b.value * 3
    b.value[0] = 100
    return b.value, x


@torch.jit.script
class Node:
    def __init__(self, value: int):
        self.value = value
        self.items: List[int] = [value]

    def total(self) -> int:
        t = 0
        for i in self.items:
            if i > 100:
                return -1
            t += i
        return t


#: 3
#: 200
def loops_in_methods(n: int) -> int:
    node = Node(n)
    for i in range(4):
        node.items.append(i)
    return node.total()


@torch.jit.script
class Pair:
    def __init__(self, a: int, b: int):
        self.left = Node(a)
        self.right = Node(b)

    def swap(self) -> "Pair":
        self.left, self.right = self.right, self.left
        return self


#: 3, 4
def nested_objects(a: int, b: int):
    p = Pair(a, b)
    p.left.value = 50
    p.right.items.append(7)
    p.swap()
    return p.left.value, p.right.value, p.left.items


#: 3, 4
def chained_methods(a: int, b: int) -> int:
    return Pair(a, b).swap().swap().left.value


@torch.jit.script
class Manager:
    def __init__(self, log: List[str]):
        self.log = log

    def __enter__(self) -> "Manager":
        self.log.append("enter")
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        self.log.append("exit")

    def note(self, s: str) -> None:
        self.log.append(s)


#: 3
def with_manager(n: int) -> List[str]:
    log: List[str] = []
    with Manager(log) as m:
        m.note("inside " + str(n))
    log.append("after")
    return log


#: 3
#: -3
def with_in_branches(n: int) -> List[str]:
    log: List[str] = []
    with Manager(log):
        if n > 0:
            log.append("positive")
        else:
            log.append("negative")
    return log


#: 3
def with_two(n: int) -> List[str]:
    log: List[str] = []
    with Manager(log) as a, Manager(log) as b:
        a.note("a")
        b.note("b")
    return log


#: 3
def with_nested(n: int) -> List[str]:
    log: List[str] = []
    with Manager(log):
        for i in range(2):
            with Manager(log) as m:
                m.note(str(i))
    return log


class Point(NamedTuple):
    x: int
    y: float
    name: str = "p"


#: 3
def named_tuples(n: int):
    p = Point(n, 2.5)
    q = Point(x=n + 1, y=1.5, name="q")
    return p.x, p.y, p.name, q.x, q[1], q.name


#: 3
def named_tuple_unpacks(n: int):
    a, b, c = Point(n, 0.5, "z")
    return a, b, c


def moved(p: Point, by: int) -> Point:
    return Point(p.x + by, p.y, p.name)


#: 3
def named_tuple_through_call(n: int) -> int:
    p = moved(Point(n, 1.0), 5)
    return p.x


#: 3
def named_tuples_in_list(n: int) -> float:
    ps = [Point(i, i * 0.5) for i in range(n)]
    total = 0.0
    for p in ps:
        total += p.y + p.x
    return total


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


#: 3
def enum_values(n: int):
    c = Color.GREEN
    return c.value, c.name, c == Color.GREEN, c == Color.RED, c != Color.RED


#: 1
#: 2
def enum_in_conditions(n: int) -> str:
    c = Color.RED if n == 1 else Color.BLUE
    if c == Color.RED:
        return "red"
    elif c == Color.BLUE:
        return "blue"
    return "green"


#: 3
def loop_over_enum(n: int) -> List[int]:
    out: List[int] = []
    for c in Color:
        out.append(c.value * n)
    return out


def takes_enum(c: Color) -> int:
    return c.value + 10


#: 3
def enum_arguments(n: int) -> int:
    return takes_enum(Color.RED) + takes_enum(Color.BLUE)


#: 3
def enum_in_list(n: int) -> int:
    cs = [Color.RED, Color.GREEN]
    total = 0
    for c in cs:
        total += c.value
    return total


class Mode(Enum):
    FAST = "fast"
    SLOW = "slow"


#: 3
def string_enum(n: int):
    m = Mode.SLOW
    return m.value, m.name, m == Mode.FAST


#: 3
def isinstance_of_class(n: int) -> int:
    c = Counter(n)
    if isinstance(c, Counter):
        return c.count
    return -1


#: 3
def compares_identity(n: int):
    a = Counter(n)
    b = Counter(n)
    c = a
    return a is c, a is b, a is not b
