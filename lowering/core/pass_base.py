"""The base class of every pass of this package.

A pass is a frozen dataclass. Its fields are its options and carry their help; its class attributes
say what it needs and what it leaves:

    @dataclass(frozen=True)
    class UnrollLoopsPass(TsPass):
        \"\"\"Unrolls loops of a constant trip count.\"\"\"

        name = "unroll-loops"
        level = "loops"
        preserves = (BufferAliases,)

        limit: int = field(default=8, metadata={"help": "largest trip count that is unrolled"})

        def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None: ...

`ts-opt --list-passes` and docs/passes.md show all of this with the first line of the docstring. A
pass that cannot do its work raises through `diagnostics.fail`, never by assert.
"""

from __future__ import annotations

import dataclasses
import inspect
from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.hints import isa, type_repr

from xdsl_torchscript.lowering.core.analyses import Analyses


@dataclass(frozen=True)
class TsPass(ModulePass):
    """A pass over a module, with documented options and needs."""

    level = "any"  # Not a ClassVar: `verify-level` has an option of this name.
    """The level that the pass takes, or a group of levels (`levels.py`)."""

    requires: ClassVar[tuple[str, ...]] = ()
    """The properties (`properties.py`) that the module must have before the pass."""

    ensures: ClassVar[tuple[str, ...]] = ()
    """The properties that the module has after the pass."""

    preserves: ClassVar[tuple[type, ...]] = ()
    """The analyses that still hold after the pass."""

    @abstractmethod
    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        """Do the work of the pass. Raises PassFailedException if it cannot."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """xDSL's entry: run the pass with no analysis known."""
        self.run(ctx, op, Analyses())


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


def needs_of(pass_class: type[ModulePass]) -> dict[str, str]:
    """What the pass states of itself beside its options, as text; empty for a pass of xDSL."""
    if not issubclass(pass_class, TsPass):
        return {}
    preserved = ("all" if kept is object else kept.__name__ for kept in pass_class.preserves)
    return {
        "level": pass_class.level,
        "requires": ", ".join(pass_class.requires),
        "ensures": ", ".join(pass_class.ensures),
        "preserves": ", ".join(preserved),
    }


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
