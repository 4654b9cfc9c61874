"""Objects: every kind of operator, properties, interfaces, managers, aliases."""

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
