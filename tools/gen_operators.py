"""Write the table of operators from an installed PyTorch.

    python tools/gen_operators.py [OUTPUT]

Needs torch, and is the only tool that does; run it by its path with the Python that has torch. Each
line is a schema in PyTorch's spelling, followed by the operator's tags after `  # `. Kinds are
sorted; the overloads of a kind are in the order in which PyTorch tries them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from xdsl_torchscript.dialects.lazy_import import lazy_import

SKIPPED = {
    "_native": "the name changes with the build",
    "_test": "PyTorch's tests of itself",
    "debug_mode_ops": "exists while a Python module is imported, never in a program",
    "debugprims": "exists while a Python module is imported, never in a program",
    "export": "exists while a Python module is imported, never in a program",
    "inductor_prims": "exists while a Python module is imported, never in a program",
    "rngprims": "exists while a Python module is imported, never in a program",
    "_dtensor": "exists while a Python module is imported, never in a program",
}
"""Namespaces that are omitted, with the reason."""

TAGS = (
    "core",
    "data_dependent_output",
    "dynamic_output_shape",
    "generated",
    "inplace_view",
    "maybe_aliasing_or_mutating",
    "nondeterministic_bitwise",
    "nondeterministic_seeded",
    "pointwise",
    "reduction",
    "view_copy",
)
"""The tags that describe the operator itself; others configure PyTorch's tests.

`structured` is added to them: the result of an `out` of such an operator has the type of `out`.
"""

HEADER = """\
# Operators of PyTorch {version}. Made by tools/gen_operators.py; do not edit.
"""

_DECLARATIONS = "packaged/ATen/native/native_functions.yaml"
_CONVERTING = "structured_inherits: TensorIteratorBase"
"""Marks the structured operators that convert their results."""

_ALIAS_SET = re.compile(r"\w+(?:\|\w+)+")


def canonical(schema: str) -> str:
    """Return the schema with sorted alias sets, which PyTorch prints in hash order."""
    return _ALIAS_SET.sub(lambda m: "|".join(sorted(m[0].split("|"))), schema)


def structured() -> frozenset[str]:
    """Return the overloads that PyTorch's own declarations mark as structured."""
    folder = Path(str(lazy_import("torchgen").__file__)).parent
    declared = (folder / _DECLARATIONS).read_text(encoding="utf-8").split("\n- func: ")[1:]
    found = (text for text in declared if "structured: True" in text and _CONVERTING not in text)
    return frozenset(f"aten::{text.split('(')[0]}" for text in found)


def generate() -> str:
    """Return the text of the whole table."""
    torch: Any = lazy_import("torch")
    declared = structured()

    def tags(name: str, overload: str) -> str:
        try:
            found = torch._C._get_operation_overload(name, overload)[2]
        except RuntimeError:
            # The dispatcher lacks operators of the interpreter.
            return ""
        names = sorted({tag.name for tag in found} & set(TAGS))
        names += ["structured"] * (f"{name}.{overload}" in declared)
        return "  # " + " ".join(names) if names else ""

    schemas = [s for s in torch._C._jit_get_all_schemas() if s.name.split("::")[0] not in SKIPPED]
    # The sort is stable: within a kind the order of registration remains.
    schemas.sort(key=lambda s: s.name)
    lines = [canonical(str(s)) + tags(s.name, s.overload_name) for s in schemas]
    return HEADER.format(version=torch.__version__.split("+")[0]) + "\n".join(lines) + "\n"


def main() -> None:
    default = Path(__file__).parent.parent / "dialects" / "schema" / "operators.txt"
    output = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    output.write_text(generate(), encoding="utf-8")


if __name__ == "__main__":
    main()
