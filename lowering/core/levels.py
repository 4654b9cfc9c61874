"""The levels by name: their order, groups of them, and the levels of operations.

`contracts.py` defines in full which programs are legal at a level. This part needs only op names.
So a single walk checks whether a program has the level that a pass accepts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from xdsl.ir import BlockArgument, Operation

from xdsl_torchscript.lowering.core.diagnostics import operation_name
from xdsl_torchscript.lowering.core.walk import nested_operations

Levels: TypeAlias = tuple[str, ...]

_TS = ("script", "graph", "typed")

LEVEL_NAMES: Levels = (*_TS, "te", "loops", "llvm")
"""The levels in lowering order."""

GROUPS: dict[str, Levels] = {
    "any": LEVEL_NAMES,
    "ts": _TS,
    "loops-to-llvm": ("loops", "llvm"),
}
"""The names of sets of levels, for passes that accept each of them."""

_LEVELS_OF: dict[str, Levels] = {
    "aten": _TS,
    "prim": _TS,
    "ts": _TS,
    "script": ("script",),
    "ts.class": ("script",),
    "ts.object": ("script",),
    "prim.GetAttr": ("script",),
    "prim.SetAttr": ("script",),
    "prim.CallMethod": ("script",),
    "prim.CallFunction": ("script",),
    "te": ("te",),
    "scf": ("te", "loops"),
    "cf": ("loops",),
    "cf.assert": ("te", "loops"),
    "memref": ("loops",),
    "vector": ("loops",),
    "simd": ("loops",),
    "func": (*_TS, "te", "loops"),
    "func.call": ("script", "te", "loops"),
    "llvm": ("llvm",),
}
"""The levels of the operations and types of a dialect, or of a single one; others have all
levels."""

ABSENT: dict[str, tuple[str, ...]] = {
    f"no-{dialect}": (f"{dialect}.",)
    for dialect in ("script", "te", "scf", "cf", "memref", "vector", "arith", "math", "func")
}
"""Properties that exclude certain operations, given by prefixes of their names."""

SCRIPT_ONLY = tuple(name for name, levels in _LEVELS_OF.items() if {*levels} & {*_TS} == {"script"})
"""The operations that inlining removes."""


def levels_in(level: str) -> Levels:
    """Return the levels of a level's or group's name. Raises KeyError for an unknown name."""
    return GROUPS.get(level) or {name: (name,) for name in LEVEL_NAMES}[level]


def level_text(levels: Levels) -> str:
    """Return the group, the level, or the first and last of several levels, in quotes."""
    group = next((name for name, members in GROUPS.items() if members == levels), None)
    ends = (group,) if group else dict.fromkeys((levels[0], levels[-1]))
    return " to ".join(f"'{name}'" for name in ends)


def levels_of(name: str) -> Levels:
    """Return the levels of an operation or type, by its name."""
    found = _LEVELS_OF.get(name) or _LEVELS_OF.get(name.partition(".")[0])
    return LEVEL_NAMES if found is None else found


class Resident(NamedTuple):
    """An operation of a level, known by its name or by the type of a value that it defines."""

    op: Operation
    name: str

    def __str__(self) -> str:
        own = self.name == operation_name(self.op)
        return f"'{self.name}'" if own else f"type '!{self.name}'"


class Residents:
    """The first operation below `root` for each set of levels."""

    def __init__(self, root: Operation) -> None:
        self._ops: dict[Levels, Resident] = {}
        self._types: dict[Levels, Resident] = {}
        seen: set[type] = set()  # A class has one name, that of an unregistered operation too.
        for op in (root, *nested_operations(root)):
            if type(op) not in seen:
                seen.add(type(op))
                name = operation_name(op)
                self._ops.setdefault(levels_of(name), Resident(op, name))
            for value in (*op.results, *block_arguments(op)) if op.regions else op.results:
                type_class = type(value.type)
                if type_class not in seen:
                    seen.add(type_class)
                    name = type_class.name
                    if "." in name:  # Builtin types have all levels.
                        self._types.setdefault(levels_of(name), Resident(op, name))

    def find_foreign(self, level: str) -> Resident | None:
        """Return an operation, or else a type, of the fewest levels of which `level` has none, or
        None."""
        accepted = {*levels_in(level)}
        for residents in (self._ops, self._types):
            foreign = [levels for levels in residents if not accepted & {*levels}]
            if foreign:
                return residents[min(foreign, key=len)]
        return None


def block_arguments(op: Operation) -> Iterator[BlockArgument]:
    """Yield the arguments of the blocks directly in an operation."""
    for region in op.regions:
        for block in region.blocks:
            yield from block.args
