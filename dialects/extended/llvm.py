"""The `llvm` dialect with the ops of MLIR that xDSL lacks, in MLIR's syntax.

`extended_llvm()` returns the dialect "llvm": xDSL's ops and these. These replace xDSL's op where it
is too narrow (`llvm.select` and `llvm.fcmp` on vectors, `llvm.icmp` on pointers,
`llvm.intr.masked.store` of integers). Attributes of loops and alias scopes are in `llvm_attrs.py`,
intrinsics in `llvm_intrinsics.py` and `llvm_vectors.py`.
"""

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    I1,
    DenseArrayBase,
    DenseIntElementsAttr,
    IntegerAttr,
    IntegerType,
    SignlessIntegerConstraint,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Dialect, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_successor_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, NoMemoryEffect, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended.llvm_attrs import LLVM_EXT_ATTRIBUTES
from xdsl_torchscript.dialects.extended.llvm_intrinsics import (
    FLOAT,
    INTEGER,
    LLVM_EXT_INTRINSICS,
    NO_FAST_MATH,
    LlvmOperand,
)
from xdsl_torchscript.dialects.extended.llvm_vectors import LLVM_EXT_VECTOR_INTRINSICS

CONDITION = I1 | VectorType[I1]


def i1_like(value_type: Attribute) -> Attribute:
    """Return `i1`, or the vector of `i1` with as many lanes as `value_type`."""
    if isa(value_type, VectorType):
        return VectorType(i1, value_type.get_shape(), value_type.scalable_dims)
    return i1


# --- casts and single instructions ---------------------------------------------------------


@irdl_op_definition
class FPToSIOp(llvm.GenericCastOp):
    name = "llvm.fptosi"


@irdl_op_definition
class FPToUIOp(llvm.GenericCastOp):
    name = "llvm.fptoui"


@irdl_op_definition
class UIToFPOp(llvm.GenericCastOp):
    name = "llvm.uitofp"


@irdl_op_definition
class AddrSpaceCastOp(llvm.GenericCastOp):
    name = "llvm.addrspacecast"


@irdl_op_definition
class PoisonOp(IRDLOperation):
    name = "llvm.mlir.poison"
    res = result_def(Attribute)
    traits = traits_def(NoMemoryEffect())
    assembly_format = "attr-dict `:` type($res)"

    def __init__(self, result_type: Attribute):
        super().__init__(result_types=[result_type])


@irdl_op_definition
class FreezeOp(IRDLOperation):
    name = "llvm.freeze"
    T: ClassVar = VarConstraint("T", AnyAttr())
    val = operand_def(T)
    res = result_def(T)
    traits = traits_def(NoMemoryEffect())
    assembly_format = "$val attr-dict `:` type($val)"

    def __init__(self, val: LlvmOperand):
        super().__init__(operands=[val], result_types=[SSAValue.get(val).type])


@irdl_op_definition
class ExtractElementOp(IRDLOperation):
    name = "llvm.extractelement"
    T: ClassVar = VarConstraint("T", AnyAttr())
    vector = operand_def(VectorType.constr(T))
    position = operand_def(SignlessIntegerConstraint)
    res = result_def(T)
    traits = traits_def(NoMemoryEffect())
    assembly_format = "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"

    def __init__(self, vector: LlvmOperand, position: LlvmOperand):
        vector = SSAValue.get(vector, type=VectorType)
        super().__init__(operands=[vector, position], result_types=[vector.type.element_type])


@irdl_op_definition
class SelectOp(IRDLOperation):
    """`llvm.select`, which also selects lane by lane."""

    name = "llvm.select"
    T: ClassVar = VarConstraint("T", AnyAttr())
    cond = operand_def(CONDITION)
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(llvm.FastMathAttr, default_value=NO_FAST_MATH)
    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(Pure())
    assembly_format = "$cond `,` $lhs `,` $rhs attr-dict `:` type($cond) `,` type($res)"

    def __init__(self, cond: LlvmOperand, lhs: LlvmOperand, rhs: LlvmOperand):
        super().__init__(operands=[cond, lhs, rhs], result_types=[SSAValue.get(lhs).type])

    def verify_(self) -> None:
        if self.cond.type != i1 and self.cond.type != i1_like(self.res.type):
            raise VerifyException(
                f"condition {self.cond.type} does not have the lanes of {self.res.type}"
            )


class CompareOp(IRDLOperation, ABC):
    """`llvm.icmp "slt" %a, %b : i64` and its float sibling, on scalars, vectors and pointers."""

    PREDICATES: ClassVar[tuple[str, ...]]

    @property
    def predicate_name(self) -> str:
        predicate = self.properties["predicate"]
        assert isa(predicate, IntegerAttr)
        return self.PREDICATES[predicate.value.data]

    @classmethod
    def parse(cls, parser: Parser) -> "CompareOp":
        position = parser.pos
        spelling = parser.parse_str_literal()
        if spelling not in cls.PREDICATES:
            parser.raise_error(f"unknown predicate '{spelling}' of {cls.name}", position)
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        operand_type = parser.parse_type()
        properties: dict[str, Attribute] = {
            "predicate": IntegerAttr(cls.PREDICATES.index(spelling), i64)
        }
        if "fastmathFlags" in attributes:
            properties["fastmathFlags"] = attributes.pop("fastmathFlags")
        return cls.create(
            operands=parser.resolve_operands([lhs, rhs], [operand_type] * 2, position),
            result_types=[i1_like(operand_type)],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f' "{self.predicate_name}" ')
        printer.print_list(self.operands, printer.print_ssa_value)
        shown = {k: v for k, v in self.properties.items() if k != "predicate" and v != NO_FAST_MATH}
        printer.print_op_attributes(shown | self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operands[0].type)

    def verify_(self) -> None:
        predicate = self.properties["predicate"]
        if isa(predicate, IntegerAttr) and not 0 <= predicate.value.data < len(self.PREDICATES):
            raise VerifyException(f"predicate {predicate.value.data} is unknown")
        if self.results[0].type != i1_like(self.operands[0].type):
            raise VerifyException(f"result must be {i1_like(self.operands[0].type)}")


@irdl_op_definition
class ICmpOp(CompareOp):
    name = "llvm.icmp"
    PREDICATES: ClassVar[tuple[str, ...]] = tuple(llvm.ALL_ICMP_FLAGS)
    T: ClassVar = VarConstraint("T", INTEGER | base(llvm.LLVMPointerType))
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(CONDITION)
    predicate = prop_def(IntegerAttr.constr(i64))
    traits = traits_def(Pure())

    def __init__(self, lhs: LlvmOperand, rhs: LlvmOperand, predicate: str):
        super().__init__(
            operands=[lhs, rhs],
            result_types=[i1_like(SSAValue.get(lhs).type)],
            properties={"predicate": IntegerAttr(self.PREDICATES.index(predicate), i64)},
        )


@irdl_op_definition
class FCmpOp(CompareOp):
    name = "llvm.fcmp"
    PREDICATES: ClassVar[tuple[str, ...]] = tuple(llvm.ALL_FCMP_FLAGS)
    T: ClassVar = VarConstraint("T", FLOAT)
    lhs = operand_def(T)
    rhs = operand_def(T)
    res = result_def(CONDITION)
    predicate = prop_def(IntegerAttr.constr(i64))
    fastmathFlags = prop_def(llvm.FastMathAttr, default_value=NO_FAST_MATH)
    traits = traits_def(Pure())

    def __init__(
        self,
        lhs: LlvmOperand,
        rhs: LlvmOperand,
        predicate: str,
        fast_math: llvm.FastMathAttr = NO_FAST_MATH,
    ):
        super().__init__(
            operands=[lhs, rhs],
            result_types=[i1_like(SSAValue.get(lhs).type)],
            properties={
                "predicate": IntegerAttr(self.PREDICATES.index(predicate), i64),
                "fastmathFlags": fast_math,
            },
        )


@irdl_op_definition
class SwitchOp(IRDLOperation):
    """Jump to the block of the case that equals `value`, else to the default block.

    `llvm.switch %v : i64, ^d(%a : f32) [0: ^b, -1: ^c(%x : f32)]`
    """

    name = "llvm.switch"
    value = operand_def(SignlessIntegerConstraint)
    default_operands = var_operand_def()
    case_operands = var_operand_def()
    case_values = opt_prop_def(DenseIntElementsAttr)
    case_operand_segments = prop_def(DenseArrayBase.constr(i32))
    default_block = successor_def()
    case_blocks = var_successor_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(IsTerminator())

    def __init__(
        self,
        value: LlvmOperand,
        default: tuple[Block, Sequence[SSAValue]],
        cases: Sequence[tuple[int, Block, Sequence[SSAValue]]],
    ):
        value = SSAValue.get(value)
        assert isa(value.type, IntegerType)
        values = [case[0] for case in cases]
        super().__init__(
            operands=[value, default[1], [v for case in cases for v in case[2]]],
            properties={
                "case_values": DenseIntElementsAttr.from_list(
                    VectorType(value.type, [len(values)]), values
                )
                if values
                else None,
                "case_operand_segments": DenseArrayBase.from_list(i32, [len(c[2]) for c in cases]),
            },
            successors=[default[0], [case[1] for case in cases]],
        )

    def cases(self) -> list[tuple[int, Block, Sequence[SSAValue]]]:
        """Return the value, block and block operands of each case."""
        values = self.case_values.get_values() if self.case_values is not None else ()
        operands = list(self.case_operands)
        cases: list[tuple[int, Block, Sequence[SSAValue]]] = []
        segments = self.case_operand_segments.get_values()
        for value, block, count in zip(values, self.case_blocks, segments, strict=True):
            cases.append((int(value), block, operands[:count]))
            del operands[:count]
        return cases

    def verify_(self) -> None:
        count = 0 if self.case_values is None else len(self.case_values)
        segments = self.case_operand_segments.get_values()
        if count != len(self.case_blocks) or count != len(segments):
            raise VerifyException(
                f"has {count} case values, {len(self.case_blocks)} case blocks"
                f" and operands for {len(segments)}"
            )
        if sum(segments) != len(self.case_operands):
            raise VerifyException("case_operand_segments do not add up to the case operands")

    @classmethod
    def parse(cls, parser: Parser) -> "SwitchOp":
        def parse_destination() -> tuple[Block, Sequence[SSAValue]]:
            block = parser.parse_successor()
            position = parser.pos
            if parser.parse_optional_punctuation("(") is None:
                return block, ()
            unresolved = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, parser.parse_unresolved_operand
            )
            parser.parse_punctuation(":")
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
            parser.parse_punctuation(")")
            return block, parser.resolve_operands(unresolved, types, position)

        def parse_case() -> tuple[int, Block, Sequence[SSAValue]]:
            number = parser.parse_integer()
            parser.parse_punctuation(":")
            return number, *parse_destination()

        unresolved = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(unresolved, parser.parse_type())
        parser.parse_punctuation(",")
        default = parse_destination()
        cases = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_case)
        op = cls(value, default, cases)
        op.attributes |= parser.parse_optional_attr_dict()
        return op

    def print(self, printer: Printer) -> None:
        def print_destination(block: Block, operands: Sequence[SSAValue]) -> None:
            printer.print_block_name(block)
            if not operands:
                return
            with printer.in_parens():
                printer.print_list(operands, printer.print_ssa_value)
                printer.print_string(" : ")
                printer.print_list([v.type for v in operands], printer.print_attribute)

        def print_case(case: tuple[int, Block, Sequence[SSAValue]]) -> None:
            printer.print_string(f"{case[0]}: ")
            print_destination(case[1], case[2])

        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        printer.print_string(", ")
        print_destination(self.default_block, self.default_operands)
        printer.print_string(" ")
        with printer.in_square_brackets():
            printer.print_list(self.cases(), print_case)
        printer.print_op_attributes(self.attributes)


LLVM_EXT_OPS: tuple[type[Operation], ...] = (
    AddrSpaceCastOp,
    ExtractElementOp,
    FCmpOp,
    FPToSIOp,
    FPToUIOp,
    FreezeOp,
    ICmpOp,
    PoisonOp,
    SelectOp,
    SwitchOp,
    UIToFPOp,
    *LLVM_EXT_INTRINSICS,
    *LLVM_EXT_VECTOR_INTRINSICS,
)


def extended_llvm() -> Dialect:
    """Return the dialect "llvm": xDSL's ops and ours, which take precedence."""
    ours = {op.name for op in LLVM_EXT_OPS}
    kept = [op for op in llvm.LLVM.operations if op.name not in ours]
    return Dialect("llvm", [*kept, *LLVM_EXT_OPS], [*llvm.LLVM.attributes, *LLVM_EXT_ATTRIBUTES])
