"""Random words of the default stream: `te.draw`."""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, i32, i64
from xdsl.ir import OpResult
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    irdl_op_definition,
    opt_operand_def,
    result_def,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.te.axes import AnyTensor, Extent, tensor_type

WORDS = (i32, i64)
"""The types of words: one of the stream, or two, of which the first is the upper half."""


@irdl_op_definition
class DrawOp(IRDLOperation):
    """The next words of the default stream of random numbers.

    It changes the stream, so it has unknown effects: no pass moves, merges or drops it.
    """

    name = "te.draw"

    size = opt_operand_def(IndexType)
    words: OpResult = result_def(AnyAttr())

    assembly_format = "($size^)? attr-dict `:` type($words)"

    def __init__(self, size: Extent, type: AnyTensor):
        super().__init__(operands=[None if isinstance(size, int) else size], result_types=[type])

    @property
    def extents(self) -> tuple[Extent]:
        if self.size is not None:
            return (self.size,)
        type = tensor_type(self.words.type)
        assert type is not None
        return (type.get_shape()[0],)

    def verify_(self) -> None:
        type = tensor_type(self.words.type)
        if type is None or type.get_num_dims() != 1 or type.element_type not in WORDS:
            raise VerifyException(
                f"draws a tensor of one axis of i32 or i64, not {self.words.type}"
            )
        is_dynamic = type.get_shape() == (DYNAMIC_INDEX,)
        if is_dynamic != (self.size is not None):
            raise VerifyException("takes a size if that of its result is dynamic, and only then")
