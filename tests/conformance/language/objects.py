"""Objects: every kind of operator, properties, interfaces, managers, what aliases see."""

# ruff: noqa
from collections import namedtuple
from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

import torch
from torch import Tensor


@torch.jit.script
class Value:
    def __init__(self, v: int):
        self.v = v


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


@torch.jit.script
class Power:
    def __init__(self, v: int):
        self.v = v

    def __pow__(self, o: int) -> int:
        return self.v + o


#: 3
def power(n: int):
    return Power(n) ** 2


@torch.jit.script
class Inverted:
    def __init__(self, v: int):
        self.v = v

    def __invert__(self) -> int:
        return self.v + 1


#: 3
def inverted(n: int):
    return ~Inverted(n)


@torch.jit.script
class Added:
    def __init__(self, v: int):
        self.v = v

    def __add__(self, o: int) -> "Added":
        return Added(self.v + o)


#: 3
def augmented_by_add(n: int):
    a = Added(n)
    b = a
    a += 5
    return a.v, b.v


@torch.jit.script
class Grown:
    def __init__(self, v: int):
        self.v = v

    def __iadd__(self, o: int) -> "Grown":
        self.v += o
        return self


#: 3
def augmented_in_place(n: int):
    a = Grown(n)
    b = a
    a += 5
    return a.v, b.v


@torch.jit.script
class Called:
    def __init__(self, v: int):
        self.v = v

    def __call__(self, o: int) -> int:
        return self.v + o


#: 3
def called(n: int):
    a = Called(n)
    return a(4)


@torch.jit.script
class Truth:
    def __init__(self, v: int):
        self.v = v

    def __bool__(self) -> bool:
        return self.v > 2


#: 3
def truth(n: int):
    a = Truth(n)
    if a:
        return 1
    return 2


@torch.jit.script
class Converted:
    def __init__(self, v: int):
        self.v = v

    def __int__(self) -> int:
        return self.v

    def __float__(self) -> float:
        return self.v * 1.5

    def __str__(self) -> str:
        return "x" + str(self.v)


#: 3
def conversions(n: int):
    a = Converted(n)
    return int(a), float(a), str(a)


@torch.jit.script
class Shown:
    def __init__(self, v: int):
        self.v = v

    def __str__(self) -> str:
        return "x" + str(self.v)


#: 3
def as_text(n: int):
    return str(Shown(n))


@torch.jit.script
class Doubled:
    def __init__(self, v: int):
        self.v = v

    @property
    def p(self) -> int:
        return self.v * 2

    @p.setter
    def p(self, value: int):
        self.v = value + 1


#: 3
def property_is_set(n: int):
    a = Doubled(n)
    x = a.p
    a.p = 10
    a.p += 1
    return x, a.p, a.v


@torch.jit.script
class Raised:
    def __init__(self, v: int):
        self.v = v

    @property
    def p(self) -> int:
        return self.v * 2

    @p.setter
    def p(self, value: int):
        self.v = value + 1

    def bump(self):
        self.p = self.p + 1


#: 3
def property_in_method(n: int):
    a = Raised(n)
    a.bump()
    return a.v


@torch.jit.interface
class Runs:
    def run(self, x: int) -> int:
        pass


@torch.jit.script
class Adds:
    def __init__(self, k: int):
        self.k = k

    def run(self, x: int) -> int:
        return x + self.k


@torch.jit.script
class Multiplies:
    def __init__(self):
        self.n = 0

    def run(self, x: int) -> int:
        self.n += 1
        return x * self.n


def run(i: Runs, x: int) -> int:
    return i.run(x)


#: 3
def interfaces(n: int):
    a = Adds(10)
    b = Multiplies()
    items: List[Runs] = [a, b]
    total = 0
    for item in items:
        total += item.run(n)
    return run(a, n), run(b, n), run(b, n), total


@torch.jit.interface
class Answers:
    def run(self, x: int) -> int:
        pass


@torch.jit.script
class Constant:
    def __init__(self, k: int):
        self.k = k

    def run(self, x: int) -> int:
        return self.k


@torch.jit.script
class Holder:
    def __init__(self, i: Answers):
        self.i: Answers = i

    def go(self, n: int) -> int:
        return self.i.run(n)


#: 3
def interface_as_attribute(n: int):
    return Holder(Constant(n)).go(2)
Both = namedtuple("Both", ["a", "b"])


#: T(2)
def tuples_of_a_call(x):
    p = Both(x, x + 1)
    return p.b


class Inner(NamedTuple):
    a: int


class Outer(NamedTuple):
    inner: Inner
    x: Tensor


#: 3, T(2)
def tuple_in_tuple(n: int, x):
    p = Outer(Inner(n), x)
    (q,), y = p
    return p.inner.a, q, y


class Light(Enum):
    R = 1
    G = 2


@torch.jit.script
class Lamp:
    def __init__(self, c: Light):
        self.c = c

    def flip(self):
        if self.c == Light.R:
            self.c = Light.G
        else:
            self.c = Light.R


#: 3
def enum_attribute(n: int):
    h = Lamp(Light.R)
    h.flip()
    return h.c.name, h.c.value


class Size(Enum):
    R = 1
    G = 2


#: 3
def comprehension_over_enum(n: int):
    return [c.value for c in Size]


class Step(Enum):
    R = 1.5
    G = 2.5


#: 3
def enum_of_floats(n: int):
    return Step.R.value + n, isinstance(Step.R, Step)


#: 3
def manager_in_loop(n: int):
    log: List[str] = []
    for i in range(n):
        with Manager(log) as m:
            m.note(str(i))
            if i == 1:
                m.note("one")
    return log


#: 3
def manager_left_by_break(n: int):
    log: List[str] = []
    for i in range(n):
        with Manager(log):
            if i == 1:
                break
    return log


#: 3
#: 0
def manager_left_by_return(n: int) -> List[str]:
    log: List[str] = []
    with Manager(log):
        if n > 2:
            return log
        log.append("no")
    return log


#: 3
def three_managers(n: int) -> List[str]:
    log: List[str] = []
    with Manager(log), Manager(log) as b, Manager(log):
        b.note("x")
    return log


#: 3
def manager_returns(n: int) -> List[str]:
    log: List[str] = []
    with Manager(log):
        return log


#: 3
def value_leaves_manager(n: int) -> int:
    log: List[str] = []
    with Manager(log):
        x = n + 1
    return x + len(log)


@torch.jit.script
class Entered:
    def __init__(self):
        self.x = 1

    def __enter__(self) -> int:
        self.x = 2
        return self.x + 40

    def __exit__(self, a: Any, b: Any, c: Any):
        self.x = 3


#: 3
def manager_enters_number(n: int):
    m = Entered()
    with m as k:
        n += k
        y = m.x
    return n, y, m.x


@torch.jit.script
class Named:
    def __init__(self):
        self.x = 1

    def m(self) -> int:
        return 1


#: 3
def attributes_by_name(n: int):
    h = Named()
    a = 1
    if hasattr(h, "zzz"):
        a = h.zzz
    b = 0
    if hasattr(h, "x"):
        b = h.x
    return a, b, hasattr(h, "m"), getattr(h, "x"), getattr(h, "q", 5)


@torch.jit.script
class Left:
    def __init__(self):
        self.x = 1


@torch.jit.script
class Right:
    def __init__(self):
        self.y = 1


#: 3
#: 0
def isinstance_of_optional(n: int):
    o: Optional[Left] = None
    if n > 0:
        o = Left()
    a = isinstance(o, Left)
    b = Right()
    return a, isinstance(b, Left), isinstance(b, (Left, Right))


@torch.jit.script
class First:
    def __init__(self):
        self.x = 1


@torch.jit.script
class Second:
    def __init__(self):
        self.y = 7


#: 3
#: 0
def union_of_classes(n: int) -> int:
    o: Union[First, Second] = First()
    if n > 0:
        o = Second()
    if isinstance(o, First):
        return o.x
    return o.y


@torch.jit.script
class Shared:
    def __init__(self, items: List[int]):
        self.items = items


#: 3
def lists_are_shared(n: int):
    items = [n]
    a = Shared(items)
    b = Shared(a.items)
    b.items.append(5)
    items.append(6)
    a.items = [0]
    return items, a.items, b.items


@torch.jit.script
class SharedDict:
    def __init__(self, d: Dict[str, List[int]]):
        self.d = d


#: 3
def dicts_are_shared(n: int):
    a = SharedDict({"a": [n]})
    x = a.d["a"]
    x.append(1)
    a.d["b"] = x
    a.d["b"][0] = 9
    del a.d["a"]
    return x, a.d


@torch.jit.script
class Linked:
    def __init__(self, n: int):
        self.n = n
        self.next: Optional[Linked] = None


#: 3
def class_in_itself(n: int):
    return Linked(n).n


@torch.jit.script
class Returning:
    def __init__(self, n: int):
        self.n = n
        return 3


#: 3
def init_returns(n: int):
    return Returning(n).n


@torch.jit.script
class Early:
    def __init__(self, n: int):
        self.n = n
        if n > 2:
            return
        self.n = 7


#: 3
#: 1
def init_returns_early(n: int):
    return Early(n).n


@torch.jit.script
class Unpacked:
    def __init__(self, n: int):
        self.a, self.b = n, n + 1
        self.c = self.d = n


#: 3
def attributes_unpacked(n: int):
    t = Unpacked(n)
    t.a, t.b = t.b, t.a
    return t.a, t.b, t.c, t.d


@torch.jit.script
class Summed:
    def __init__(self, n: int):
        self.total = 0
        self.items: List[int] = []
        for i in range(n):
            self.items.append(i)
            self.total += i
        self.mean = self.total / n if n > 0 else 0.0


#: 3
def init_with_loop(n: int):
    c = Summed(n)
    return c.total, c.items, c.mean


@torch.jit.script
class Partial:
    def __init__(self, n: int):
        self.x = n
        self.y = self.calc()

    def calc(self) -> int:
        return self.x * 2


#: 3
def init_calls_method(n: int):
    return Partial(n).y


@torch.jit.script
class Counted:
    def __init__(self):
        self.n = 0

    def bump(self) -> bool:
        self.n += 1
        return True


#: 3
def short_circuits(n: int):
    c = Counted()
    a = n > 5 and c.bump()
    b = n > 1 or c.bump()
    d = n > 1 and c.bump()
    return c.n, a, b, d


@torch.jit.script
class Erased:
    def __init__(self, l: List[int]):
        self.l = l

    def __delitem__(self, k: int):
        self.l.append(-k)


#: 3
def item_is_deleted(n: int):
    g = Erased([1])
    del g[3]
    return g.l


@torch.jit.script
class Deep:
    def __init__(self, v: int):
        self.a = Value(v)
        self.b = [Value(v), Value(v + 1)]


#: 3
def attributes_of_attributes(n: int):
    d = Deep(n)
    d.a.v = 10
    d.a.v += 1
    d.b[1].v = 20
    d.b[0].v *= 3
    return d.a.v, d.b[0].v, d.b[1].v


def change(o: Value):
    o.v += 1


#: 3
def function_changes_object(n: int):
    o = Value(n)
    t = (o, [o])
    change(o)
    change(t[0])
    t[1][0].v += 1
    return o.v, t[0] is o


@torch.jit.script
class Total:
    def __init__(self):
        self.x = torch.zeros(2)

    def upd(self, y: Tensor) -> Tensor:
        self.x += y
        self.x[0] = 7
        return self.x


#: T(2)
def tensor_attribute_in_place(x):
    g = Total()
    a = g.x
    g.upd(x)
    return a, g.x


@torch.jit.script
class Item:
    def __init__(self, n: int):
        self.n = n


#: 3
def object_of_literal(n: int):
    return [Item(n), Item(n + 1)][1].n, {"a": Item(7)}["a"].n, (Item(1), 2)[0].n


@torch.jit.script
class Either:
    def __init__(self, n: int):
        self.n = n


#: 3
def either_object(n: int):
    a = Either(1)
    b = a if n > 5 else Either(2)
    b.n += 10
    return a.n, b.n


@torch.jit.script
class Getter:
    def __init__(self, n: int):
        self.n = n

    def get(self) -> int:
        return self.n


#: 3
def method_as_value(n: int):
    m = Getter(n).get
    return m()


@torch.jit.script
class Printed:
    def __init__(self, n: int):
        self.n = n

    def show(self):
        print("n is", self.n)


#: 3
def method_prints(n: int):
    Printed(n).show()
    return n


#: 3
def object_made_in_loop(n: int):
    o: Optional[Value] = None
    for i in range(n):
        if o is None:
            o = Value(i)
        else:
            o.v += i
    assert o is not None
    return o.v


#: 3
def objects_of_comprehension(n: int):
    d = {i: Value(i) for i in range(n)}
    for k, v in d.items():
        v.v += k
    return [v.v for v in d.values()]


#: 3
def sorted_tuples(n: int):
    pairs = [(n, "a"), (1, "c"), (1, "b")]
    copy = sorted(pairs)
    pairs.sort(reverse=True)
    return copy, pairs
