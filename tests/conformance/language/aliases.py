"""Objects in containers, in other objects and under several names; statements in `__init__`."""

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
