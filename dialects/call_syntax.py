"""The custom syntax that most ops of TorchScript share, and their common checks.

%r = prim.TupleSlice(%t) {beg = 0 : i64, end = 2 : i64} : (T) -> U
%f = prim.fork(%x) : (T) -> !ts.future<T> {
^bb0(%y: T):
  prim.return %y : T
}
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import NoReturn, Self, TypeVar

from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import HasParent, IsTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.subtyping import flows_into

_Op = TypeVar("_Op", bound=IRDLOperation)


class TsOp(IRDLOperation, ABC):
    """Base of the ops of TorchScript, with the checks that verifiers share.

    Messages begin with a verb: the reporter puts the name of the op in front.
    """

    def fail(self, message: str) -> NoReturn:
        raise VerifyException(message)

    def expect_count(self, what: str, found: int, expected: int) -> None:
        """Fail unless the counts agree; `what` is a plural, as in "3 results, expected 2"."""
        if found != expected:
            self.fail(f"has {found} {what}, expected {expected}")

    def expect_flow(
        self, what: str, found: Sequence[Attribute], expected: Sequence[Attribute]
    ) -> None:
        """Fail unless values of the types `found` may be passed on as the types `expected`.

        `what` is the subject and verb of the message: "passes", "yields in its then branch".
        """
        if len(found) != len(expected):
            self.fail(f"{what} {len(found)} values, expected {len(expected)}")
        for number, (a, b) in enumerate(zip(found, expected, strict=True)):
            if not flows_into(a, b):
                self.fail(f"{what} value {number} of type {a}, expected {b}")

    def expect_end(self, what: str, block: Block, kind: type[_Op]) -> _Op | None:
        """Return the last op of `block`, or None and a failure if it is of another kind.

        A misplaced terminator reports itself, so it fails no second time here.
        """
        last = block.last_op
        if isinstance(last, kind):
            return last
        reported = last is None or last.has_trait(HasParent) or not last.has_trait(IsTerminator)
        if not reported:
            self.fail(f"does not end its {what} with '{kind.name}'")
        return None

    def with_attributes_from(self, parser: Parser) -> Self:
        """Parse optional `attributes {...}` at the end of the op into it; return the op."""
        attributes = parser.parse_optional_attr_dict_with_keyword()
        self.attributes |= attributes.data if attributes else {}
        return self


class CallSyntaxOp(TsOp, ABC):
    """An op that prints as a call: operands, attributes, types, regions."""

    def print(self, printer: Printer) -> None:
        print_call(printer, self, {**self.properties, **self.attributes})

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return parse_call(parser, cls)


def print_call(printer: Printer, op: Operation, attributes: Mapping[str, Attribute]) -> None:
    """Print a call without the op's name."""
    printer.print_operands(op.operands)
    printer.print_op_attributes(attributes)
    printer.print_string(" : ")
    printer.print_function_type(op.operand_types, op.result_types)
    for region in op.regions:
        printer.print_string(" ")
        printer.print_region(region)


def parse_call(parser: Parser, op_class: type[_Op]) -> _Op:
    """Parse the syntax that `print_call` writes."""
    operands = parser.parse_op_args_list()
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    position = parser.pos
    types = parser.parse_function_type()
    regions: list[Region] = []
    while (region := parser.parse_optional_region()) is not None:
        regions.append(region)
    properties = op_class.get_irdl_definition().properties
    return op_class.create(
        operands=parser.resolve_operands(operands, types.inputs.data, position),
        result_types=types.outputs.data,
        properties={k: v for k, v in attributes.items() if k in properties},
        attributes={k: v for k, v in attributes.items() if k not in properties},
        regions=regions,
    )
