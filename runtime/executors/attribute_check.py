"""The check of a module's attributes by identity, as one generated function.

    def unchanged(root):
     v0 = root.slots
     v1 = v0[k0].slots
     return v0[k1] is k2 and v1[k3] is not None and len(v1[k4]) == 2

It runs on each call of a plan with constants, and takes less than a microsecond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from xdsl_torchscript.lowering.ts.attribute_paths import Path

AttributeCheck: TypeAlias = Callable[[object], bool]
"""Raises KeyError, AttributeError or TypeError if there is no such attribute."""


def attribute_check(
    values: Iterable[tuple[Path, object]],
    present: Iterable[Path],
    lengths: Iterable[tuple[Path, int]],
) -> AttributeCheck:
    """Return the function that checks whether attributes are these objects, are not None, and have
    these lengths."""
    names: dict[str, Any] = {}
    lines = ["def unchanged(root):", " v0 = root.slots"]
    owners: dict[Path, str] = {(): "v0"}

    def bind(thing: object) -> str:
        name = f"k{len(names)}"
        names[name] = thing
        return name

    def slots(owner: Path) -> str:
        if owner not in owners:
            read = f"{slots(owner[:-1])}[{bind(owner[-1])}].slots"
            owners[owner] = f"v{len(owners)}"
            lines.append(f" {owners[owner]} = {read}")
        return owners[owner]

    def attribute(path: Path) -> str:
        return f"{slots(path[:-1])}[{bind(path[-1])}]"

    tests = [f"{attribute(path)} is {bind(value)}" for path, value in values]
    tests += [f"{attribute(path)} is not None" for path in present]
    tests += [f"len({attribute(path)}) == {length}" for path, length in lengths]
    lines.append(f" return {' and '.join(tests)}")
    exec(compile("\n".join(lines), "<generated>", "exec"), names)
    return names["unchanged"]
