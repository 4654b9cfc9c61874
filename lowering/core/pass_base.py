"""The base class of every pass of this package.

A pass is a frozen dataclass. Its fields are its options and carry their help:

    @dataclass(frozen=True)
    class UnrollLoopsPass(TsPass):
        \"\"\"Unrolls loops of a constant trip count.\"\"\"

        name = "unroll-loops"
        limit: int = field(default=8, metadata={"help": "largest trip count that is unrolled"})

        def apply(self, ctx: Context, op: ModuleOp) -> None: ...

`ts-opt --list-passes` shows the first line of the docstring, and name, type, default and help of
each option. A pass that cannot do its work raises through `diagnostics.fail`, never by assert.
"""

from __future__ import annotations

import dataclasses
import inspect
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.passes import ModulePass
from xdsl.utils.hints import isa, type_repr


@dataclass(frozen=True)
class TsPass(ModulePass):
    """A pass over a module, with documented options."""


class Option(NamedTuple):
    """One option of a pass, as a user spells it."""

    name: str
    type: str
    default: str | None
    help: str


def summary_of(pass_class: type[ModulePass]) -> str:
    """The first line of the class docstring; empty if it has none but the generated one."""
    line = inspect.cleandoc(pass_class.__dict__.get("__doc__") or "").partition("\n")[0]
    return "" if line.startswith(f"{pass_class.__name__}(") else line


def options_of(pass_class: type[ModulePass]) -> tuple[Option, ...]:
    """The options that the textual form `name{option=value}` takes."""
    return tuple(
        Option(
            field.name.replace("_", "-"),
            _type_text(field.type),
            _default_text(field),
            field.metadata.get("help", ""),
        )
        for field in dataclasses.fields(pass_class)
        if field.init and field.name != "name"
    )


def _type_text(annotation: object) -> str:
    text = annotation if isinstance(annotation, str) else type_repr(annotation)
    return text.replace("typing.", "")


def _default_text(field: dataclasses.Field[object]) -> str | None:
    if field.default is not dataclasses.MISSING:
        return _value_text(field.default)
    if field.default_factory is not dataclasses.MISSING:
        return _value_text(field.default_factory())
    return None


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isa(value, tuple[object, ...]):
        return ",".join(map(_value_text, value))
    return str(value)
