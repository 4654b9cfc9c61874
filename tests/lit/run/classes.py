# RUN: %interp %s --entry counted --input n=3 | %check %s --check-prefix=COUNTED
# RUN: not %ts-run %s --entry counted --input n=-1 2>&1 | %check %s --check-prefix=FAULT
# RUN: %interp %s --entry named --input x=f32[2]{1,2} | %check %s --check-prefix=NAMED
# RUN: %interp %s --entry forked --input x=f32[2]{1,2} | %check %s --check-prefix=FORKED
# RUN: %interp %s --entry colour --input name='"red"' | %check %s --check-prefix=COLOUR
# Classes, enums, named tuples and forks in a script.
import enum
from typing import NamedTuple

import torch


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


class Pair(NamedTuple):
    first: torch.Tensor
    count: int


class Counter:
    def __init__(self, n: int):
        self.n = n
        self.seen: list[int] = []

    def step(self) -> int:
        if self.n < 0:
            raise ValueError("nothing to count")
        self.seen.append(self.n)
        self.n -= 1
        return self.n


# COUNTED: int[] = [3, 2, 1]
# FAULT: classes.py:30:{{[0-9]+}}: error: {{.*}}ValueError: nothing to count
def counted(n: int) -> list[int]:
    c = Counter(n)
    while c.step() > 0:
        pass
    return c.seen


# NAMED: f32[2] = [2.0, 4.0]
# NAMED: int = 2
def named(x):
    return Pair(x * 2, 2)


def double(x):
    return x + x


# FORKED: f32[2] = [3.0, 6.0]
def forked(x):
    later = torch.jit.fork(double, x)
    return x + torch.jit.wait(later)


# COLOUR: int = 1
def colour(name: str) -> int:
    found = Colour.GREEN
    if name == "red":
        found = Colour.RED
    return found.value
