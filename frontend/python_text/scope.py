"""The value names within one function, and the state that a program's texts share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ArrayAttr, LocationAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.annotation_text import annotation_text, is_anonymous
from xdsl_torchscript.dialects.type_names import TypeTextError
from xdsl_torchscript.dialects.types import NamedTupleType, OpaqueAttr, SymbolType
from xdsl_torchscript.frontend.python_text.names import Names
from xdsl_torchscript.frontend.python_text.text import Text
from xdsl_torchscript.frontend.source import LocatedError


class PythonPrintError(LocatedError):
    """IR that the language of serialized code cannot express."""


def definitions_in(type: Attribute) -> Iterator[SymbolType | NamedTupleType]:
    """Yield the types inside a type that need a definition in the program."""
    pending = [type]
    while pending:
        found = pending.pop()
        if isinstance(found, SymbolType):
            yield found
            continue
        if isinstance(found, NamedTupleType) and not is_anonymous(found):
            yield found
            continue
        if isinstance(found, ParametrizedAttribute):
            pending += reversed(found.parameters)
        elif isa(found, ArrayAttr[Attribute]):
            pending += reversed(found.data)


@dataclass
class Session:
    """The shared state of a program's texts: constants, and the definitions mentioned.

    `constants` has each value once, in the order of first use; `CONSTANTS.c2` is the third. `queue`
    has the qualified names of definitions in the order of first mention. `named_tuples` are those
    defined only by their type.
    """

    constants: list[Attribute] = field(default_factory=list[Attribute])
    queue: list[str] = field(default_factory=list[str])
    named_tuples: dict[str, NamedTupleType] = field(default_factory=dict[str, NamedTupleType])
    _mentioned: set[str] = field(default_factory=set[str])
    _numbers: dict[Attribute, int] = field(default_factory=dict[Attribute, int])

    def constant(self, value: Attribute) -> str:
        """Return the name of a value that the text cannot express."""
        number = self._numbers.get(value)
        if number is None:
            number = len(self.constants)
            self.constants.append(value)
        if not isinstance(value, OpaqueAttr):  # equal opaque values may differ
            self._numbers[value] = number
        return f"CONSTANTS.c{number}"

    def mention(self, symbol: str) -> None:
        """Record that the text needs a definition."""
        if symbol not in self._mentioned:
            self._mentioned.add(symbol)
            self.queue.append(symbol)

    def type_text(self, type: Attribute, location: LocationAttr) -> str:
        """Return the annotation of a type. Raises PythonPrintError if it has none."""
        for found in definitions_in(type):
            if isinstance(found, NamedTupleType):
                self.named_tuples[found.symbol.data] = found
            self.mention(found.symbol.data)
        try:
            return annotation_text(type)
        except TypeTextError as error:
            raise PythonPrintError(error.message, location) from error


class Scope:
    """The texts of the values of one function: names, and nested expressions."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.names = Names()
        self._texts: dict[SSAValue, Text] = {}

    def use(self, value: SSAValue) -> Text:
        """Return the text of a use of the value."""
        found = self._texts.get(value)
        if found is None:
            owner = value.owner
            place = owner.location if isinstance(owner, Operation) else owner.args[0].location
            raise PythonPrintError("a value is used where it is not defined", place)
        return found

    def uses(self, values: Iterable[SSAValue]) -> list[Text]:
        return [self.use(value) for value in values]

    def bind(self, value: SSAValue, text: Text) -> None:
        self._texts[value] = text

    def name(self, value: SSAValue, wanted: str | None) -> str:
        """Bind the value to a unique name, which is `wanted` or similar."""
        name = self.names.fresh(wanted)
        self.bind(value, Text(name))
        return name

    def type_text(self, type: Attribute, op: Operation) -> str:
        return self.session.type_text(type, op.location)
