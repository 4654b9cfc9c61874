"""The `simd` dialect: operations of vector units that MLIR's `vector` lacks.

    %r = simd.usdot %x, %w, %acc : vector<64xi8>, vector<64xi8> into vector<16xi32>

Each lane of the result is a lane of %acc plus four products, of unsigned bytes of %x and signed
ones of %w: lane 1 takes the bytes 4 to 7. Sums wrap around.
"""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects.builtin import VectorType, i8, i32
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.byte_groups import GROUP

VNNI_DOT = "llvm.x86.avx512.vpdpbusd"
"""LLVM's intrinsic for it, of which the name ends in the bits of a register."""


@irdl_op_definition
class UsdotOp(IRDLOperation):
    """Add the dot products of groups of bytes, unsigned and signed ones, to lanes of int32."""

    name = "simd.usdot"

    BYTES: ClassVar = VarConstraint("BYTES", VectorType.constr(i8))
    SUMS: ClassVar = VarConstraint("SUMS", VectorType.constr(i32))

    unsigned = operand_def(BYTES)
    signed = operand_def(BYTES)
    acc = operand_def(SUMS)
    res = result_def(SUMS)

    traits = traits_def(Pure())

    assembly_format = (
        "$unsigned `,` $signed `,` $acc attr-dict `:` "
        "type($unsigned) `,` type($signed) `into` type($acc)"
    )

    def __init__(
        self, unsigned: SSAValue | Operation, signed: SSAValue | Operation, acc: SSAValue
    ) -> None:
        super().__init__(operands=[unsigned, signed, acc], result_types=[acc.type])

    def verify_(self) -> None:
        types = (cast("VectorType[Attribute]", v.type) for v in (self.unsigned, self.acc))
        bytes, lanes = (type.get_shape() for type in types)
        if len(lanes) != 1 or bytes != (GROUP * lanes[0],):
            raise VerifyException(f"needs {GROUP} bytes for each lane of one dimension")


SIMD = Dialect("simd", [UsdotOp], [])
