"""Random functions of loops, branches, numbers and small tensors, without writes, as source."""

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
_MOST_DEPTH = 3


class _Writer:
    """Writes one function."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self._loops = 0

    def function(self) -> str:
        body = [*self._statements(0, self.random.randint(2, 6))]
        results = self.random.sample([*_TENSORS, *_INTS], self.random.randint(1, 3))
        text = "\n".join(f"    {line}" for line in (*body, f"return {', '.join(results)}"))
        return f"def f(x, y, z, n: int, m: int, k: int):\n{text}\n"

    def _statements(self, depth: int, count: int) -> Iterator[str]:
        for _ in range(count):
            kinds = [self._tensor, self._tensor, self._number, self._swap]
            kinds += [self._if, self._for, self._while] if depth < _MOST_DEPTH else []
            yield from self.random.choice(kinds)(depth)

    def _block(self, depth: int) -> list[str]:
        return [f"    {line}" for line in self._statements(depth + 1, self.random.randint(1, 3))]

    def _tensor(self, depth: int) -> Iterator[str]:
        target, *sources = self.random.choices(_TENSORS, k=3)
        template = self.random.choice((*_UNARY, *_BINARY, f"{{}} * {self.random.choice(_INTS)}"))
        yield f"{target} = {template.format(*sources)}"

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


def random_function(seed: int) -> str:
    """Return the source of a function `f` of three float vectors and three ints."""
    return _Writer(seed).function()


def random_inputs(seed: int) -> list[Any]:
    """Return inputs for it, two of which may be one tensor."""
    source = np.random.default_rng(seed)
    tensors = [source.standard_normal(3, dtype=np.float32) for _ in _TENSORS]
    if seed % 5 == 0:
        tensors[1] = tensors[0]
    return [*tensors, *map(int, source.integers(-5, 9, len(_INTS)))]
