"""Names of values in a printed graph: hints or numbers, as in PyTorch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.ir import Block, Region, SSAValue


def _values(block: Block, subgraphs: frozenset[Region]) -> Iterator[SSAValue]:
    """Yield the values of a block in the order in which the text defines them."""
    yield from block.args
    for op in block.ops:
        yield from op.results
        for region in op.regions:
            if region not in subgraphs:
                yield from _nested_values(region, subgraphs)


def _nested_values(region: Region, subgraphs: frozenset[Region]) -> Iterator[SSAValue]:
    for block in region.blocks:
        yield from _values(block, subgraphs)


def name_values(block: Block, subgraphs: Sequence[Region]) -> dict[SSAValue, str]:
    """Return a name for each value of a graph; `subgraphs` are regions with separate names.

    A value without a hint gets the number of values before it. Of values with the hint `x`, the
    first is `x` and the others `x.1`, `x.2`, avoiding all hints. So printing again after parsing
    gives the same names.
    """
    values = list(_values(block, frozenset(subgraphs)))
    taken = {value.name_hint for value in values}
    used: set[str] = set()
    counters: dict[str, int] = {}
    names: dict[SSAValue, str] = {}
    for number, value in enumerate(values):
        hint = value.name_hint
        if hint is None:
            names[value] = str(number)
            continue
        name = hint
        while name in used or (name != hint and name in taken):
            counters[hint] = counters.get(hint, 0) + 1
            name = f"{hint}.{counters[hint]}"
        used.add(name)
        names[value] = name
    return names
