"""The op for operators without a schema.

%r = ts.operator "my::op"(%a, %b) {attributes} : (T, U) -> V
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def, var_operand_def, var_region_def, var_result_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from xdsl_torchscript.dialects.call_syntax import CallSyntaxOp, parse_call, print_call


@irdl_op_definition
class OperatorOp(CallSyntaxOp):
    """An operator without a known schema: it prints and round-trips, and fails when executed."""

    name = "ts.operator"

    kind = prop_def(StringAttr)
    arguments = var_operand_def()
    outputs = var_result_def()
    bodies = var_region_def()

    def __init__(
        self,
        kind: str,
        arguments: Sequence[SSAValue | Operation],
        result_types: Sequence[Attribute],
        attributes: Mapping[str, Attribute] | None = None,
        bodies: Sequence[Region] = (),
    ) -> None:
        super().__init__(
            operands=[arguments],
            properties={"kind": StringAttr(kind)},
            attributes=attributes or {},
            result_types=[result_types],
            regions=[bodies],
        )

    def verify_(self) -> None:
        namespace, _, kind = self.kind.data.partition("::")
        if not namespace or not kind:
            self.fail(f"names no operator: '{self.kind.data}' is not of the form 'space::name'")

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_string_literal(self.kind.data)
        print_call(printer, self, self.attributes)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        kind = parser.parse_str_literal()
        op = parse_call(parser, cls)
        op.kind = StringAttr(kind)
        return op
