"""Attributes of MLIR's llvm dialect for loops and memory scopes, missing in xDSL.

`#llvm.loop_annotation` is attached to the branch that closes a loop. `#llvm.alias_scope` is an
entry of `alias_scopes` and `noalias_scopes` of a load or store:

    llvm.br ^head {loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>>}
    llvm.load %p {alias_scopes = [#llvm.alias_scope<id = "a", domain = <id = "f">>]} : ...
"""

from abc import ABC
from collections.abc import Mapping
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, NoneAttr, StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

ABSENT = NoneAttr()


class RecordAttr(ParametrizedAttribute, ABC):
    """An attribute written `<key = value, ...>`; keys without a value are omitted."""

    KEYS: ClassVar[Mapping[str, type[Attribute]]]
    """Keys in the order of the parameters, each with the class of its value."""

    REQUIRED: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        found: dict[str, Attribute] = {}

        def parse_entry() -> None:
            key = parser.parse_identifier()
            if key not in cls.KEYS:
                parser.raise_error(f"{cls.name} has no '{key}', only {', '.join(cls.KEYS)}")
            parser.parse_punctuation("=")
            kind = cls.KEYS[key]
            if issubclass(kind, RecordAttr):
                found[key] = kind.new(kind.parse_parameters(parser))
            else:
                value = parser.parse_attribute()
                if not isinstance(value, kind):
                    parser.raise_error(f"expected a {kind.name} attribute")
                found[key] = value

        parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parse_entry)
        for key in sorted(cls.REQUIRED - found.keys()):
            parser.raise_error(f"{cls.name} needs '{key}'")
        return [found.get(key, ABSENT) for key in cls.KEYS]

    def print_parameters(self, printer: Printer) -> None:
        entries = zip(self.KEYS, self.parameters, strict=True)
        with printer.in_angle_brackets():
            printer.print_list(
                [entry for entry in entries if entry[1] != ABSENT],
                lambda entry: _print_entry(printer, *entry),
            )


def _print_entry(printer: Printer, key: str, value: Attribute) -> None:
    printer.print_string(f"{key} = ")
    if isinstance(value, RecordAttr):
        value.print_parameters(printer)
        return
    printer.print_attribute(value)


@irdl_attr_definition
class LoopVectorizeAttr(RecordAttr):
    name = "llvm.loop_vectorize"
    KEYS = {"disable": IntegerAttr, "width": IntegerAttr}
    disable: IntegerAttr | NoneAttr
    width: IntegerAttr | NoneAttr


@irdl_attr_definition
class LoopUnrollAttr(RecordAttr):
    name = "llvm.loop_unroll"
    KEYS = {"disable": IntegerAttr, "count": IntegerAttr, "full": IntegerAttr}
    disable: IntegerAttr | NoneAttr
    count: IntegerAttr | NoneAttr
    full: IntegerAttr | NoneAttr


@irdl_attr_definition
class LoopAnnotationAttr(RecordAttr):
    name = "llvm.loop_annotation"
    KEYS = {
        "disableNonforced": IntegerAttr,
        "vectorize": LoopVectorizeAttr,
        "unroll": LoopUnrollAttr,
        "mustProgress": IntegerAttr,
    }
    disable_nonforced: IntegerAttr | NoneAttr
    vectorize: LoopVectorizeAttr | NoneAttr
    unroll: LoopUnrollAttr | NoneAttr
    must_progress: IntegerAttr | NoneAttr


@irdl_attr_definition
class AliasScopeDomainAttr(RecordAttr):
    name = "llvm.alias_scope_domain"
    KEYS = {"id": StringAttr, "description": StringAttr}
    REQUIRED = frozenset({"id"})
    id: StringAttr
    description: StringAttr | NoneAttr


@irdl_attr_definition
class AliasScopeAttr(RecordAttr):
    """A memory scope: its accesses do not alias accesses that list it in `noalias_scopes`."""

    name = "llvm.alias_scope"
    KEYS = {"id": StringAttr, "domain": AliasScopeDomainAttr, "description": StringAttr}
    REQUIRED = frozenset({"id", "domain"})
    id: StringAttr
    domain: AliasScopeDomainAttr
    description: StringAttr | NoneAttr


LLVM_EXT_ATTRIBUTES: tuple[type[Attribute], ...] = (
    AliasScopeAttr,
    AliasScopeDomainAttr,
    LoopAnnotationAttr,
    LoopUnrollAttr,
    LoopVectorizeAttr,
)
