"""The check of a module's attributes, as one generated function.

    def check(root):
     try:
      v0 = root.slots
      v1 = v0[k0].slots
      return (v0[k1] is k2 or equal(v0[k1], k2)) and v1[k3] is not None and len(v1[k4]) == 2
     except missing:
      return False

It runs on each call of a plan with constants, and takes about a microsecond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from xdsl_torchscript.lowering.ts.modules.attribute_paths import Path

AttributeCheck: TypeAlias = Callable[[object], bool]

_MISSING = (AttributeError, KeyError, TypeError)
"""The errors of reading an attribute that is absent, or the length of a value without one."""


def attribute_check(
    values: Iterable[tuple[Path, object]],
    present: Iterable[Path],
    lengths: Iterable[tuple[Path, int]],
    gradients: Iterable[tuple[Path, bool]],
    equal: Callable[[Any, Any], bool],
) -> AttributeCheck:
    """Return the function that checks whether attributes of an object have these values, are not
    None, have these lengths, and require gradients or not."""
    names: dict[str, Any] = {"equal": equal, "missing": _MISSING}
    lines = ["def check(root):", " try:", "  v0 = root.slots"]
    owners: dict[Path, str] = {(): "v0"}

    def bind(thing: object) -> str:
        name = f"k{len(names)}"
        names[name] = thing
        return name

    def slots(owner: Path) -> str:
        if owner not in owners:
            read = f"{slots(owner[:-1])}[{bind(owner[-1])}].slots"
            owners[owner] = f"v{len(owners)}"
            lines.append(f"  {owners[owner]} = {read}")
        return owners[owner]

    def attribute(path: Path) -> str:
        return f"{slots(path[:-1])}[{bind(path[-1])}]"

    def has(path: Path, value: object) -> str:
        read, known = attribute(path), bind(value)
        return f"({read} is {known} or equal({read}, {known}))"

    tests = [has(path, value) for path, value in values]
    tests += [f"{attribute(path)} is not None" for path in present]
    tests += [f"len({attribute(path)}) == {length}" for path, length in lengths]
    tests += [f"{attribute(path)}.requires_grad is {flag}" for path, flag in gradients]
    lines += [f"  return {' and '.join(tests)}", " except missing:", "  return False"]
    exec(compile("\n".join(lines), "<generated>", "exec"), names)
    return names["check"]
