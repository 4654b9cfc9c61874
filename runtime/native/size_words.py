"""The sizes of results in the table of a kernel, as words that `call_kernel.ll` reads.

    sizes = SizeWords({"s0": 0, "s1": 1}, slots=5)
    sizes.word("s0*2+1")                # a product of symbols and a factor, plus a number
    sizes.word("(s0+s1) floordiv 2")    # symbol 6, by two steps
    sizes.steps                         # s0 + s1 is symbol 5, which divided by 2 is symbol 6

A word has one or two symbols. Sums of them, further products and quotients take steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from xdsl_torchscript.dialects.size_expression import Atom, FloorDiv, Sum, sum_of

_SYMBOL_BITS, _FACTOR_BITS, _MOST_MORE = 12, 15, 1 << 23
"""The bits of a word for each of two symbols and for their factor, and the limit of the number that
it adds to their product."""
_MOST_FACTOR = 1 << (_FACTOR_BITS - 1)
"""The limit of a factor, also of a negative one."""

_NO_SYMBOL = (1 << _SYMBOL_BITS) - 1


class SizeWordError(ValueError):
    """A size that machine code does not compute."""


@dataclass
class SizeWords:
    """The words of sizes, given the numbers of symbols. `steps` has the two words and the divisor
    of each step, and the number of its symbol: they are numbered from `slots` on."""

    symbols: Mapping[str, int]
    slots: int
    steps: dict[tuple[int, int, int], int] = field(default_factory=dict[tuple[int, int, int], int])

    def word(self, size: str) -> int:
        """Return the word of a size. Raises SizeWordError."""
        return self._sum(sum_of(size))

    def _sum(self, terms: Sum) -> int:
        products = dict(terms)
        more = products.pop((), 0)
        total, *others = (self._product(*each) for each in products.items())
        word = _word(*total, more)
        for numbers, factor in others:
            word = _word([self._step(word, _word(numbers, factor), 1)])
        return word

    def _product(self, product: Sequence[Atom], factor: int) -> tuple[list[int], int]:
        """Return one or two symbols, and the factor of their product."""
        numbers = [*map(self._number, product)]
        while len(numbers) > 2:
            numbers[:2] = [self._step(_word(numbers[:2]), 0, 1)]
        return numbers, factor

    def _number(self, atom: Atom) -> int:
        if isinstance(atom, FloorDiv):
            return self._step(self._sum(atom.numerator), 0, atom.divisor)
        if atom not in self.symbols:
            raise SizeWordError(f"no argument has the size {atom}")
        return self.symbols[atom]

    def _step(self, left: int, right: int, divisor: int) -> int:
        """Return the symbol of `(left + right) floordiv divisor`."""
        return self.steps.setdefault((left, right, divisor), self.slots + len(self.steps))


def _word(numbers: Sequence[int], factor: int = 1, more: int = 0) -> int:
    """Return the word of the product of one or two symbols and a factor, plus a number."""
    first, second = (*numbers, _NO_SYMBOL)[:2]
    if not -_MOST_FACTOR <= factor < _MOST_FACTOR or not -_MOST_MORE <= more < _MOST_MORE:
        raise SizeWordError(f"a factor of {factor}, or a difference of {more}")
    if max(numbers) >= _NO_SYMBOL:
        raise SizeWordError(f"{max(numbers)} symbols")
    word = more + _MOST_MORE
    biased = factor + _MOST_FACTOR
    for part, bits in ((biased, _FACTOR_BITS), (second, _SYMBOL_BITS), (first, _SYMBOL_BITS)):
        word = word << bits | part
    return -1 - word
