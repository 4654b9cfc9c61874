"""The generator of `docs/operators.md`: operators, their agreement with PyTorch, and their engines.

    python tests/unit/operators_page.py          writes the page

The verdicts are a record of the survey, `tests/conformance/operators/survey.py --record`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from composite_calls import CALLS

from xdsl_torchscript.dialects.families import Family, family_of
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table, schemas_of
from xdsl_torchscript.lowering.analysis.result_types import RESULT_TYPES
from xdsl_torchscript.lowering.ts.decomposition.decompositions import decomposition
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import LOWERINGS
from xdsl_torchscript.lowering.ts_to_te.exceptions import MESSAGES
from xdsl_torchscript.runtime.interpreter.code import implementation_of

VERDICTS = Path(__file__).with_name("data") / "verdicts.tsv"
PAGE = Path(__file__).parents[2] / "docs" / "operators.md"

HEAD = """# Operators

For users who check whether their operators are supported: the operators that the interpreter
implements, and their agreement with PyTorch {version}. This page is generated (`make bless-docs`)
from the schemas, the implementations, the lowering rules, and recorded comparisons.

- **Overloads**: implemented overloads, out of all that PyTorch declares. In-place and `out=`
  variants are mostly derived.
- **Types** and **verdict**: PyTorch's operator database has sample inputs for most operators. Each
  sample is scripted as function, method and in-place method and run by both; results are compared
  in value, dtype, sizes, strides, and effects on the inputs. `123/123` are agreeing samples, out of
  those that PyTorch accepts. For other counts, the types show which dtypes differ, and a note shows
  how: `nearer` means that the value differs from PyTorch's by more than rounding, but is within
  rounding of the double-precision result. Empty: the database has no samples.
- **Engine**: engines that implement it. Native code supports some of an operator's types and
  arguments; for others the compiler reports the reason.

{summary}
"""

DTYPES = ("float32", "float64", "bfloat16", "float16", "complex64", "int64", "bool")
_SHORT = {"float32": "f32", "float64": "f64", "bfloat16": "bf16", "float16": "f16",
          "complex64": "c64", "int64": "i64", "bool": "bool"}  # fmt: skip


@dataclass
class Verdict:
    """The verdict on an operator of the database: per type, how many samples agree of how many.

    `kinds` are the kinds of the differences.
    """

    name: str
    agreed: dict[str, tuple[int, int]]
    kinds: str

    @property
    def total(self) -> tuple[int, int]:
        agreed, asked = zip(*self.agreed.values(), strict=True)
        return sum(agreed), sum(asked)


def verdicts() -> tuple[str, list[Verdict]]:
    """Return the provenance of the record, and its lines."""
    head, *lines = VERDICTS.read_text().splitlines()
    return head.removeprefix("# "), [_verdict(*line.split("\t")) for line in lines]


def _verdict(name: str, counts: str, kinds: str = "") -> Verdict:
    parts = re.findall(r"(\w+)=(\d+)/(\d+)", counts)
    return Verdict(name, {d: (int(a), int(n)) for d, a, n in parts}, kinds)


_PREFIXES = {"linalg.": "linalg_", "special.": "special_", "fft.": "fft_"}
_DROPPED = ("nn.functional.", "torch.ops.aten.")


def kind_of(name: str) -> str | None:
    """Return the kind of operator for a name of the database, such as `aten::linalg_qr`."""
    path = name
    for prefix in _DROPPED:
        path = path.removeprefix(prefix)
    candidates = [path, path.rsplit(".", 1)[0]]
    candidates += [new + c.removeprefix(old) for old, new in _PREFIXES.items() for c in candidates]
    return next((f"aten::{c}" for c in candidates if schemas_of(f"aten::{c}")), None)


@cache
def schemas() -> tuple[FunctionSchema, ...]:
    table = operator_table()
    return tuple(table[name] for space in table.namespaces() for name in table.op_names(space))


def _types(verdict: Verdict) -> str:
    def one(dtype: str) -> str:
        agreed, asked = verdict.agreed[dtype]
        return _SHORT[dtype] if agreed == asked else f"{_SHORT[dtype]} {agreed}/{asked}"

    return ", ".join(one(dtype) for dtype in DTYPES if dtype in verdict.agreed)


def _cells(found: list[Verdict]) -> tuple[str, str]:
    if not found:
        return "", ""
    if len(found) == 1:
        agreed, asked = found[0].total
        note = f": {found[0].kinds}" if found[0].kinds else ""
        return _types(found[0]), f"{agreed}/{asked}{note}"
    merged = {d: [v.agreed[d] for v in found if d in v.agreed] for d in DTYPES}
    sums = {d: tuple(map(sum, zip(*pairs, strict=True))) for d, pairs in merged.items() if pairs}
    kinds = sorted({kind for v in found for kind in v.kinds.split(", ") if kind})
    return _cells([Verdict("", sums, ", ".join(kinds))])


def _takes_tensors(schema: FunctionSchema) -> bool:
    """Return whether the overload is for tensors, as those of the database are."""
    return any("Tensor" in argument.spelling for argument in schema.arguments + schema.returns)


def _row(kind: str, schemas: list[FunctionSchema], found: list[Verdict]) -> str:
    have = [s for s in schemas if implementation_of(s.op_name)]
    names = ", ".join(s.overload or "-" for s in have)
    counted = f"{len(have)} of {len(schemas)}: {names}" if len(schemas) > 1 else "1"
    names = (s.op_name for s in schemas if s.op_name not in MESSAGES)
    native = any(name in LOWERINGS or name in CALLS for name in names)
    types, verdict = _cells(found if any(map(_takes_tensors, have)) else [])
    cells = (
        f"`{kind}`",
        counted,
        types,
        verdict,
        "interpreter, native" if native else "interpreter",
    )
    return f"| {' | '.join(cells)} |"


def _sections(by_kind: dict[str, list[Verdict]]) -> Iterator[str]:
    families: dict[Family, dict[str, list[FunctionSchema]]] = {family: {} for family in Family}
    for schema in schemas():
        families[family_of(schema.op_name)].setdefault(schema.kind, []).append(schema)
    for family, kinds in families.items():
        yield f"\n## {family.name.capitalize()}: {family.value}\n"
        have = {k: s for k, s in kinds.items() if any(implementation_of(x.op_name) for x in s)}
        if have:
            yield "| operator | overloads | types | verdict | engine |\n|---|---|---|---|---|"
        yield from (_row(k, have[k], by_kind.get(k, [])) for k in sorted(have))
        missing = sorted(f"`{kind}`" for kind in kinds if kind not in have)
        if missing:
            yield f"\nNot implemented: {', '.join(missing)}."


def _functions(found: list[Verdict]) -> Iterator[str]:
    yield "\n## Functions that are not operators\n"
    yield "Functions of `torch` that consist of several operators.\n"
    yield "| function | types | verdict |\n|---|---|---|"
    for verdict in sorted(found, key=lambda v: v.name):
        yield f"| `{verdict.name}` | {' | '.join(_cells([verdict]))} |"


def _summary(found: list[Verdict]) -> str:
    def share(dtypes: tuple[str, ...]) -> str:
        pairs = [v.agreed[d] for v in found for d in dtypes if d in v.agreed]
        agreed, asked = (sum(column) for column in zip(*pairs, strict=True))
        return f"{agreed:,} of {asked:,} samples agree ({100 * agreed / asked:.2f} %)"

    have = sum(implementation_of(s.op_name) is not None for s in schemas())
    typed, giving = _count_typed()
    return (
        f"- float32 and int64: {share(('float32', 'int64'))}\n- all types: {share(DTYPES)}\n"
        f"- {have:,} of {len(schemas()):,} overloads have an implementation\n"
        f"- {typed:,} of {giving:,} implemented overloads that return tensors have type rules, "
        "or decompose into operators with rules"
    )


def _count_typed() -> tuple[int, int]:
    """Count the implemented overloads with tensor results, and those of them with type rules."""
    giving = [
        s.op_name
        for s in schemas()
        if any("Tensor" in r.spelling for r in s.returns) and implementation_of(s.op_name)
    ]
    return sum(n in RESULT_TYPES or decomposition(n) is not None for n in giving), len(giving)


def page() -> str:
    version, found = verdicts()
    by_kind: dict[str, list[Verdict]] = {}
    others = []
    for verdict in found:
        kind = kind_of(verdict.name)
        (others if kind is None else by_kind.setdefault(kind, [])).append(verdict)
    head = HEAD.format(version=version, summary=_summary(found))
    return "\n".join([head.rstrip(), *_sections(by_kind), *_functions(others)]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
