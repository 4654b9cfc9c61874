"""The `memref` dialect with `memref.prefetch`, which xDSL lacks.

    memref.prefetch %t[%i], read, locality<3>, data : memref<?xf32>

The element may lie outside the memory: a prefetch does not access it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import BoolAttr, IndexType, IntegerAttr, MemRefType, i32
from xdsl.ir import Attribute, Dialect, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

NEAREST = 3
"""The locality of data that should be in all caches."""

_ACCESSES = {"read": False, "write": True}
_CACHES = {"data": True, "instr": False}


@irdl_op_definition
class PrefetchOp(IRDLOperation):
    """Fetch the cache line of an element, which is read or written soon."""

    name = "memref.prefetch"

    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType())
    isWrite = prop_def(BoolAttr)
    localityHint = prop_def(IntegerAttr)
    isDataCache = prop_def(BoolAttr)

    def __init__(
        self,
        memref: SSAValue,
        indices: Sequence[SSAValue],
        *,
        is_write: bool,
        locality: int = NEAREST,
        is_data: bool = True,
    ) -> None:
        super().__init__(
            operands=[memref, indices],
            properties={
                "isWrite": BoolAttr.from_bool(is_write),
                "localityHint": IntegerAttr(locality, i32),
                "isDataCache": BoolAttr.from_bool(is_data),
            },
        )

    @property
    def is_write(self) -> bool:
        return bool(self.isWrite)

    @property
    def is_data(self) -> bool:
        return bool(self.isDataCache)

    @property
    def locality(self) -> int:
        return self.localityHint.value.data

    def verify_(self) -> None:
        kind = cast("MemRefType[Attribute]", self.memref.type)
        if kind.get_num_dims() != len(self.indices):
            raise VerifyException(f"expected {kind.get_num_dims()} indices of {kind}")
        if not 0 <= self.locality <= NEAREST:
            raise VerifyException(f"expected a locality from 0 to {NEAREST}, not {self.locality}")

    @classmethod
    def parse(cls, parser: Parser) -> PrefetchOp:
        memory = parser.parse_unresolved_operand()
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_unresolved_operand
        )
        parser.parse_punctuation(",")
        is_write = _one_of(parser, _ACCESSES)
        parser.parse_punctuation(",")
        parser.parse_keyword("locality")
        with parser.in_angle_brackets():
            locality = parser.parse_integer()
        parser.parse_punctuation(",")
        is_data = _one_of(parser, _CACHES)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        resolved = parser.resolve_operand(memory, parser.parse_type())
        places = [parser.resolve_operand(index, IndexType()) for index in indices]
        op = cls(resolved, places, is_write=is_write, locality=locality, is_data=is_data)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.memref)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_ssa_value)
        access, cache = "write" if self.is_write else "read", "data" if self.is_data else "instr"
        printer.print_string(f", {access}, locality<{self.locality}>, {cache}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.memref.type)


def _one_of(parser: Parser, words: Mapping[str, bool]) -> bool:
    """Parse one of these words; return what it stands for."""
    found = next((word for word in words if parser.parse_optional_keyword(word)), None)
    return words[found] if found else parser.raise_error(f"expected {' or '.join(words)}")


def extended_memref() -> Dialect:
    """Return the dialect `memref`: xDSL's ops and the op of this file."""
    operations = [*memref.MemRef.operations, PrefetchOp]
    return Dialect("memref", operations, list(memref.MemRef.attributes))
