"""Names of loops, by which a schedule refers to them.

    scf.for %i = %c0 to %c8 step %c1 {
      ...
    } {loop_name = "i"}

A name is unique in its function. Transformations derive the names of new loops from it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from itertools import chain, count

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.walk import operations_around, operations_of

LOOP_NAME = "loop_name"


def name_of(loop: scf.ForOp) -> str | None:
    """Return the name of a loop, or None."""
    name = loop.attributes.get(LOOP_NAME)
    return name.data if isinstance(name, StringAttr) else None


def set_name(loop: scf.ForOp, name: str) -> None:
    """Name a loop, and its counter in the text."""
    loop.attributes[LOOP_NAME] = StringAttr(name)
    loop.body.block.args[0].name_hint = name


def function_around(op: Operation) -> func.FuncOp:
    """Return the function that contains an operation."""
    return next(around for around in operations_around(op) if isinstance(around, func.FuncOp))


def names_in(root: Operation) -> set[str]:
    """Return the names of the loops inside an operation, such as a function."""
    names = map(name_of, operations_of(root, scf.ForOp))
    return {name for name in names if name is not None}


def loops_named(module: ModuleOp, *names: str) -> list[list[scf.ForOp]]:
    """Return the loops of these names in each function that has one of them.

    Fails if a function has only some of them, or several of one name, or if no function has any.
    """
    functions = operations_of(module, func.FuncOp)
    asked = [f for f in functions if not names_in(f).isdisjoint(names)] or functions[:1]
    if not asked:
        fail(module, "has no functions")
    return [[_loop_named(function, name) for name in names] for function in asked]


def _loop_named(function: func.FuncOp, name: str) -> scf.ForOp:
    found = [loop for loop in operations_of(function, scf.ForOp) if name_of(loop) == name]
    if len(found) > 1:
        fail(found[1], f"is another loop named '{name}'; names must be unique in a function")
    if not found:
        known = ", ".join(f"'{known}'" for known in sorted(names_in(function)))
        hint = "no named loops; 'name-loops' names loops after their counters"
        fail(function, f"has no loop named '{name}'; it has {known or hint}")
    return found[0]


def fresh_name(taken: Container[str], wanted: str) -> str:
    """Return `wanted`, numbered if it is taken."""
    candidates = chain([wanted], (f"{wanted}_{number}" for number in count(1)))
    return next(name for name in candidates if name not in taken)


def rename_copies(taken: set[str], copies: Iterable[Operation], name: Callable[[str], str]) -> None:
    """Give the loops in copied operations names that are not taken, which then are."""
    loops = [op for copy in copies for op in copy.walk() if isinstance(op, scf.ForOp)]
    for loop in loops:
        if (old := name_of(loop)) is not None:
            new = fresh_name(taken, name(old))
            set_name(loop, new)
            taken.add(new)
