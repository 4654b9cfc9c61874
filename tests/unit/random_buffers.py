"""Random programs of the loops level that write and read temporary memory.

    program = RandomBuffers(seed)
    program.text            # @f(%n: index, %c: i1, %out: memref<...xi64>)

Memory is written after each allocation, and again at random places, with a number of its own each
time; then an element in each line of a cache is read, and the sum goes to an element of `%out`.
Allocations, writes and reads are in loops, parallel loops and branches, and sizes may be symbolic.
So where two buffers overlap while both are needed, a sum is wrong.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

_TYPES = {"f32": 4, "f64": 8, "i8": 1, "i16": 2, "i64": 8, "index": 8}
_MOST = 40
"""The greatest number of elements."""


@dataclass(frozen=True)
class _Memory:
    name: str
    element: str
    size: int
    """The number of elements, or of times `%n`."""
    is_symbolic: bool

    @property
    def type(self) -> str:
        return f"memref<{'?' if self.is_symbolic else self.size}x{self.element}>"

    @property
    def places(self) -> list[int]:
        """Return indices of elements: one in each line, and the last one."""
        step = 64 // _TYPES[self.element]
        return [*range(0, self.size, step), self.size - 1]


class RandomBuffers:
    """A program, as text. `%n` should be at least 1, as symbolic sizes are multiples of it. Threads
    that share a `parallel` loop would add to the same elements."""

    def __init__(self, seed: int, *, parallel: bool = True) -> None:
        self._rng, self._names, self.sums = random.Random(seed), 0, 0
        self._kinds = ["if", "for", "for", *["parallel"] * parallel]
        body = self._block([], depth=0)
        lines = "\n".join(body)
        constants = "\n".join(f"%c{n} = arith.constant {n} : index" for n in range(_MOST))
        self.out = f"memref<{self.sums + 1}xi64>"
        head = f"func.func @f(%n: index, %c: i1, %out: {self.out}) {{"
        self.text = f"{head}\n{constants}\n{lines}\nfunc.return\n}}\n".replace("OUT", self.out)

    def _name(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def _block(self, visible: list[_Memory], depth: int) -> list[str]:
        """Return statements; what they allocate, they free."""
        visible, own, lines = [*visible], list[_Memory](), list[str]()
        for _ in range(self._rng.randint(2, 7 - depth)):
            choice = self._rng.random()
            if choice < 0.4:
                memory = self._allocate(lines)
                own.append(memory)
                visible.append(memory)
            elif choice < 0.6 and depth < 3:
                lines += self._nest(visible, depth + 1)
            elif visible:
                memory = self._rng.choice(visible)
                lines += self._write(memory) if self._rng.random() < 0.3 else self._read(memory)
        for memory in self._rng.sample(own, len(own)):
            lines += self._read(memory) if self._rng.random() < 0.4 else []
            lines.append(f"memref.dealloc {memory.name} : {memory.type}")
        return lines

    def _nest(self, visible: list[_Memory], depth: int) -> list[str]:
        inner = self._block(visible, depth)
        name, kind = self._name(), self._rng.choice(self._kinds)
        if kind == "parallel":
            sizes = "<{operandSegmentSizes = array<i32: 1, 1, 1, 0>}>"
            head = f'"scf.parallel"(%c0, %c2, %c1) {sizes} ({{\n^bb0({name}: index):'
            return [head, *inner, "scf.reduce", "}) : (index, index, index) -> ()"]
        if kind == "if":
            other = self._block(visible, depth)
            return ["scf.if %c {", *inner, "} else {", *other, "}"]
        return [f"scf.for {name} = %c0 to %c2 step %c1 {{", *inner, "}"]

    def _allocate(self, lines: list[str]) -> _Memory:
        element, size = self._rng.choice([*_TYPES]), self._rng.randint(1, _MOST - 1)
        memory = _Memory(self._name(), element, size, self._rng.random() < 0.3)
        if memory.is_symbolic:
            count = self._name()
            lines.append(f"{count} = arith.muli %n, %c{size} : index")
            lines.append(f"{memory.name} = memref.alloc({count}) : {memory.type}")
        else:
            lines.append(f"{memory.name} = memref.alloc() : {memory.type}")
        lines += self._write(memory)
        return memory

    def _write(self, memory: _Memory) -> list[str]:
        """Write a number of its own to the places of a memory."""
        value, number, element = self._name(), self._names % 100, memory.element
        literal = f"{number}.0" if element.startswith("f") else number
        stores = [
            f"memref.store {value}, {memory.name}[%c{place}] : {memory.type}"
            for place in memory.places
        ]
        return [f"{value} = arith.constant {literal} : {element}", *stores]

    def _read(self, memory: _Memory) -> list[str]:
        """Add the numbers at the places of a memory to an element of the output."""
        at, lines = f"%at{self.sums}", list[str]()
        lines.append(f"{at} = arith.constant {self.sums} : index")
        for place in memory.places:
            loaded, before, after = self._name(), self._name(), self._name()
            lines.append(f"{loaded} = memref.load {memory.name}[%c{place}] : {memory.type}")
            number = self._as_i64(loaded, memory.element, lines)
            lines.append(f"{before} = memref.load %out[{at}] : OUT")
            lines.append(f"{after} = arith.addi {before}, {number} : i64")
            lines.append(f"memref.store {after}, %out[{at}] : OUT")
        self.sums += 1
        return lines

    def _as_i64(self, value: str, element: str, lines: list[str]) -> str:
        if element == "i64":
            return value
        result = self._name()
        casts = {"f": "fptosi", "index": "index_cast"}
        cast = casts.get(element) or casts.get(element[0], "extsi")
        lines.append(f"{result} = arith.{cast} {value} : {element} to i64")
        return result
