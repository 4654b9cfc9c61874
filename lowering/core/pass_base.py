"""The base class of every pass of this package.

A pass is a frozen dataclass. Its fields are its options with their help, and the `least` and `most`
of integers or the `choices` of texts; its class attributes declare its contract:

    @dataclass(frozen=True)
    class UnrollLoopsPass(TsPass):
        \"\"\"Unroll loops of a constant trip count.\"\"\"

        name = "unroll-loops"
        level = "ts"
        preserves = ()

        limit: int = field(
            default=8, metadata={"help": "largest trip count that is unrolled", "least": 0}
        )

        def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None: ...

A value of another type, outside its bounds or not among its choices is refused when the pass is
created, from text or in Python. `ts-opt --list-passes` and docs/passes.md show all of this with the
first line of the docstring. A pass that cannot do its work raises through `diagnostics.fail`, never
by assert.
"""

from __future__ import annotations

import dataclasses
import inspect
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self, get_type_hints

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec, ParameterListType
from xdsl.utils.hints import isa, type_repr

from xdsl_torchscript.lowering.core.analyses import Analyses

_LEAST, _MOST = "least", "most"
"""The keys of a field's metadata that state its bounds; the second one may be left out."""
_CHOICES = "choices"
"""The key that states all values but the default."""


@dataclass(frozen=True)
class TsPass(ModulePass):
    """A pass over a module, with documented options and contract."""

    level = "any"  # Not a ClassVar: `verify-level` has an option of this name.
    """The level that the pass accepts, or a group of levels (`levels.py`)."""

    requires: ClassVar[tuple[str, ...]] = ()
    """The properties (`properties.py`) that the module must have before the pass."""

    ensures: ClassVar[tuple[str, ...]] = ()
    """The properties that the module has after the pass. Unless one is a level, the module stays
    within the levels that the pass accepts."""

    preserves: ClassVar[tuple[type, ...]] = ()
    """The analyses that remain valid after the pass."""

    def __post_init__(self) -> None:
        """Raise ValueError for an option outside its bounds, or not among its choices."""
        for field in dataclasses.fields(self):
            if _LEAST in field.metadata:
                _check_bounds(field, getattr(self, field.name))
            if _CHOICES in field.metadata:
                _check_choice(field, getattr(self, field.name))

    @classmethod
    def from_spec(cls, spec: ArgSpec) -> Self:
        """Create the pass from text. Raises ValueError for options that it does not take."""
        types, given = get_type_hints(cls), spec.normalize_parameter_names().parameters
        for field in dataclasses.fields(cls):
            if field.name in given and not _fits(given[field.name], types[field.name]):
                values = ",".join(map(_value_text, given[field.name])) or "nothing"
                raise ValueError(f"{_name_of(field)} must be {_type_text(field)}, not {values}")
        return super().from_spec(spec)

    @abstractmethod
    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        """Do the work of the pass. Raises PassFailedException if it cannot."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Run the pass without analyses; the entry point of xDSL."""
        self.run(ctx, op, Analyses())


def _fits(values: ParameterListType, type: Any) -> bool:
    """Return whether an option of a type may be given by these values."""
    if len(values) == 1 and isa(values[0], type):
        return True
    return isa(values, type) if values else isa(None, type)


def _check_choice(field: dataclasses.Field[object], option: object) -> None:
    """Raise ValueError if an option is neither its default nor among its choices."""
    choices = field.metadata[_CHOICES]
    if option not in choices and option != field.default:
        known = ", ".join(map(str, choices))
        raise ValueError(f"{_name_of(field)} must be one of {known}, not {_value_text(option)}")


def _check_bounds(field: dataclasses.Field[object], option: object) -> None:
    """Raise ValueError if an option, or an element of it, is outside the bounds of its field."""
    name = _name_of(field)
    least, most = field.metadata[_LEAST], field.metadata.get(_MOST)
    for value in option if isa(option, tuple[object, ...]) else (option,):
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"{name} must be an integer, not {_value_text(value)}")
        if value < least:
            raise ValueError(f"{name} must be at least {least}, not {value}")
        if most is not None and value > most:
            raise ValueError(f"{name} must be at most {most}, not {value}")


class Option(NamedTuple):
    """An option of a pass, as users spell it; `type` includes its bounds."""

    name: str
    type: str
    default: str | None
    help: str


def summary_of(pass_class: type[ModulePass]) -> str:
    """Return the first line of the class docstring, empty if there is only the generated one."""
    line = inspect.cleandoc(pass_class.__dict__.get("__doc__") or "").partition("\n")[0]
    return "" if line.startswith(f"{pass_class.__name__}(") else line


def needs_of(pass_class: type[ModulePass]) -> dict[str, str]:
    """Return the contract of the pass as text, without its options; empty for a pass of xDSL."""
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
    """Return the options of the textual form `name{option=value}`."""
    options: list[Option] = []
    for field in dataclasses.fields(pass_class):
        if not field.init or field.name == "name":
            continue
        type = _type_text(field) + _bounds_text(field)
        default = None
        if field.default is not dataclasses.MISSING:
            default = _value_text(field.default)
        elif field.default_factory is not dataclasses.MISSING:
            default = _value_text(field.default_factory())
        help = field.metadata.get("help", "")
        options.append(Option(_name_of(field), type, default, help))
    return tuple(options)


def _name_of(field: dataclasses.Field[object]) -> str:
    return field.name.replace("_", "-")


def _type_text(field: dataclasses.Field[object]) -> str:
    text = field.type if isinstance(field.type, str) else type_repr(field.type)
    return text.replace("typing.", "")


def _bounds_text(field: dataclasses.Field[object]) -> str:
    if _LEAST not in field.metadata:
        return ""
    if _MOST not in field.metadata:
        return f" >= {field.metadata[_LEAST]}"
    return f" in [{field.metadata[_LEAST]}, {field.metadata[_MOST]}]"


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isa(value, tuple[object, ...]):
        return ",".join(map(_value_text, value))
    return str(value)
