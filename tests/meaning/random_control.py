"""Random functions of loops, branches, numbers and small tensors, as source. Some write a matrix of
their own, `t`, also by views of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

_TENSORS = ("x", "y", "z")
_INTS = ("n", "m", "k")
_UNARY = ("torch.tanh({})", "torch.sigmoid({})", "-{}", "torch.relu({})", "{}.abs()", "{} * 0.5")
_BINARY = ("{} + {}", "{} * {}", "{} - {}", "torch.maximum({}, {})")
_NUMBERS = ("{} + {}", "{} - {}", "{} * {}", "max({}, {})", "{} // 3 + {}", "{} % 5 - {}")
_CONDITIONS = ("{} > {}", "{} == {}", "{} % 2 == {} % 2", "not {} < {}")
_WRITES = (
    "t[{n} % 3] = {x}", "t[{n} % 3, {m} % 3] = {x}[0]", "t[:, {n} % 3] += {x}", "t[1:, :2] = 0.5",
    "t[-1] = float({n} % 7)", "t.mul_(0.5)", "t[{n} % 3].masked_fill_({x} > 0, 0.25)", "t += {x}",
    "t[:2].copy_(t[1:] * 0.5)", "t[0].zero_()",
)  # fmt: skip
_READS = ("t[{n} % 3] * 0.5", "t.sum(0) + {x}", "t[:, {n} % 3] - {x}", "v + {x}", "t.t()[0] + v")
_VIEWS = ("v = t[{n} % 3]", "v = t[:, 1]", "t = t + 1", "v = {x}", "t = t.clone()")
_MOST_DEPTH = 3


class _Writer:
    """Writes one function."""

    def __init__(self, seed: int, *, writes: bool) -> None:
        self.random = random.Random(seed)
        self._writes = writes
        self._loops = 0

    def function(self) -> str:
        body = ["t = torch.ones(3, 3)", "v = t[0]"] if self._writes else []
        body += self._statements(0, self.random.randint(2, 6))
        results = self.random.sample([*_TENSORS, *_INTS], self.random.randint(1, 3))
        text = "\n".join(f"    {line}" for line in (*body, f"return {', '.join(results)}"))
        return f"def f(x, y, z, n: int, m: int, k: int):\n{text}\n"

    def _statements(self, depth: int, count: int) -> Iterator[str]:
        for _ in range(count):
            kinds = [self._tensor, self._tensor, self._number, self._swap]
            kinds += [self._matrix, self._matrix] if self._writes else []
            kinds += [self._if, self._for, self._while] if depth < _MOST_DEPTH else []
            yield from self.random.choice(kinds)(depth)

    def _block(self, depth: int) -> list[str]:
        return [f"    {line}" for line in self._statements(depth + 1, self.random.randint(1, 3))]

    def _tensor(self, depth: int) -> Iterator[str]:
        target, *sources = self.random.choices(_TENSORS, k=3)
        template = self.random.choice((*_UNARY, *_BINARY, f"{{}} * {self.random.choice(_INTS)}"))
        yield f"{target} = {template.format(*sources)}"

    def _matrix(self, depth: int) -> Iterator[str]:
        n, m = self.random.choices(_INTS, k=2)
        x, y = self.random.choices(_TENSORS, k=2)
        templates = self.random.choice(
            (_WRITES, _WRITES, [f"{y} = {read}" for read in _READS], _VIEWS)
        )
        yield self.random.choice(templates).format(n=n, m=m, x=x)

    def _number(self, depth: int) -> Iterator[str]:
        target, *sources = self.random.choices(_INTS, k=3)
        yield f"{target} = {self.random.choice(_NUMBERS).format(*sources)}"

    def _swap(self, depth: int) -> Iterator[str]:
        one, other = self.random.sample(_TENSORS, 2)
        yield f"{one}, {other} = {other}, {one}"

    def _condition(self) -> str:
        if self.random.random() < 0.3:
            return f"bool({self.random.choice(_TENSORS)}.sum() > 0)"
        return self.random.choice(_CONDITIONS).format(*self.random.choices(_INTS, k=2))

    def _if(self, depth: int) -> Iterator[str]:
        yield f"if {self._condition()}:"
        yield from self._block(depth)
        if self.random.random() < 0.6:
            yield "else:"
            yield from self._block(depth)

    def _for(self, depth: int) -> Iterator[str]:
        counts = ("{} % 4", "2", "x.size(0)", "{} % 3 - 1")
        count = self.random.choice(counts).format(self.random.choice(_INTS))
        self._loops += 1
        counter = f"i{self._loops}"
        yield f"for {counter} in range({count}):"
        yield from self._block(depth)
        if count == "x.size(0)" and self.random.random() < 0.5:
            yield f"    z = z + x[{counter}]"

    def _while(self, depth: int) -> Iterator[str]:
        self._loops += 1
        counter = f"w{self._loops}"
        yield f"{counter} = 0"
        yield f"while {counter} < 3 and {self._condition()}:"
        yield from self._block(depth)
        yield f"    {counter} += 1"


def random_function(seed: int, *, writes: bool) -> str:
    """Return the source of a function `f` of three float vectors and three ints."""
    return _Writer(seed, writes=writes).function()


def random_inputs(seed: int) -> list[Any]:
    """Return inputs for it, two of which may be one tensor."""
    source = np.random.default_rng(seed)
    tensors = [source.standard_normal(3, dtype=np.float32) for _ in _TENSORS]
    if seed % 5 == 0:
        tensors[1] = tensors[0]
    return [*tensors, *map(int, source.integers(-5, 9, len(_INTS)))]
