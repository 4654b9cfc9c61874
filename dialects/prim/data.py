"""Ops that construct, unpack and test lists, tuples and dicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, ComplexType, IntegerAttr, f64, i1, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.rewriter import Rewriter
from xdsl.traits import Pure
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.call_syntax import CallSyntaxOp
from xdsl_torchscript.dialects.prim.constant import constant_value
from xdsl_torchscript.dialects.prim.control import IfOp
from xdsl_torchscript.dialects.prim.effects import (
    FreshFromOperands,
    FreshResults,
    ReadsOperands,
)
from xdsl_torchscript.dialects.subtyping import flows_into
from xdsl_torchscript.dialects.types import (
    DictType,
    ListType,
    NamedTupleType,
    OptionalType,
    StrType,
    TensorType,
    TupleType,
)

AnyTuple = TupleType | NamedTupleType


@irdl_op_definition
class ListConstructOp(CallSyntaxOp):
    """`prim.ListConstruct(%a, %b) : (T, T) -> !ts.list<T>`."""

    name = "prim.ListConstruct"
    elements = var_operand_def()
    result = result_def(ListType)
    traits = traits_def(FreshResults())

    def __init__(self, elements: Sequence[SSAValue | Operation], element_type: Attribute) -> None:
        super().__init__(operands=[elements], result_types=[ListType(element_type)])

    @property
    def element_type(self) -> Attribute:
        return self.result.type.element

    def verify_(self) -> None:
        expected = [self.element_type] * len(self.elements)
        self.expect_flow("takes", self.elements.types, expected)


class EmptyListLiteral(ListConstructOp):
    """The literal `[]` without annotation: a list of tensors, or of another type as an argument.

    The frontend finalizes it before its function is complete. `is_open` until it is assigned to a
    variable, which fixes the type.
    """

    is_open = True

    def __init__(self) -> None:
        super().__init__([], TensorType.get())

    def finalize(self) -> None:
        """Replace the op by an ordinary list of tensors, or erase it if it has no uses."""
        if self.result.uses:
            plain = ListConstructOp([], TensorType.get())
            plain.location = self.location
            Rewriter.replace_op(self, plain)
        else:
            self.detach()
            self.erase()


@irdl_op_definition
class ListUnpackOp(CallSyntaxOp):
    """`prim.ListUnpack(%l) : (!ts.list<T>) -> (T, T)`: raises if the length differs."""

    name = "prim.ListUnpack"
    list_ = operand_def(ListType)
    elements = var_result_def()
    traits = traits_def(ReadsOperands())

    def __init__(self, list_: SSAValue | Operation, result_types: Sequence[Attribute]) -> None:
        super().__init__(operands=[list_], result_types=[result_types])

    def verify_(self) -> None:
        element = cast(ListType, self.list_.type).element
        self.expect_flow("takes out", [element] * len(self.elements), self.result_types)


@irdl_op_definition
class TupleConstructOp(CallSyntaxOp):
    """`prim.TupleConstruct(%a, %b) : (T, U) -> !ts.tuple<T, U>`."""

    name = "prim.TupleConstruct"
    elements = var_operand_def()
    result = result_def(AnyTuple)
    traits = traits_def(Pure())

    def __init__(
        self, elements: Sequence[SSAValue | Operation], result_type: Attribute | None = None
    ) -> None:
        values = [SSAValue.get(element) for element in elements]
        default = TupleType.get([value.type for value in values])
        super().__init__(operands=[values], result_types=[result_type or default])

    def verify_(self) -> None:
        expected = self.result.type.elements
        self.expect_flow("takes", self.elements.types, expected.data)


@irdl_op_definition
class TupleUnpackOp(CallSyntaxOp):
    """`prim.TupleUnpack(%t) : (!ts.tuple<T, U>) -> (T, U)`."""

    name = "prim.TupleUnpack"
    tuple_ = operand_def(AnyTuple)
    elements = var_result_def()
    traits = traits_def(Pure())

    def __init__(
        self, tuple_: SSAValue | Operation, result_types: Sequence[Attribute] | None = None
    ) -> None:
        value = SSAValue.get(tuple_)
        default = cast(AnyTuple, value.type).elements.data
        types = default if result_types is None else result_types
        super().__init__(operands=[value], result_types=[types])

    def verify_(self) -> None:
        elements = cast(AnyTuple, self.tuple_.type).elements
        self.expect_flow("takes out", elements.data, self.result_types)


@irdl_op_definition
class TupleIndexOp(CallSyntaxOp):
    """`prim.TupleIndex(%t, %i) : (!ts.tuple<T, U>, i64) -> T`.

    A negative index counts from the end. Unless it is a constant of the same graph, the result has
    the type of one of the elements.
    """

    name = "prim.TupleIndex"
    tuple_ = operand_def(AnyTuple)
    index = operand_def(i64)
    result = result_def()
    traits = traits_def(Pure())

    def __init__(
        self, tuple_: SSAValue | Operation, index: SSAValue | Operation, result_type: Attribute
    ) -> None:
        super().__init__(operands=[tuple_, index], result_types=[result_type])

    def verify_(self) -> None:
        elements = cast(AnyTuple, self.tuple_.type).elements.data
        index, taken = constant_value(self.index), self.result.type
        if not isa(index, IntegerAttr):
            if not any(flows_into(element, taken) for element in elements):
                self.fail(f"has no element of type {taken} in {self.tuple_.type}")
            return
        place = index.value.data
        if not -len(elements) <= place < len(elements):
            self.fail(f"takes element {place} of a tuple of {len(elements)}")
        if not flows_into(elements[place], taken):
            self.fail(f"takes element {place} of type {elements[place]}, expected {taken}")


@irdl_op_definition
class TupleSliceOp(CallSyntaxOp):
    """`prim.TupleSlice(%t) {beg = 0 : i64, end = 1 : i64} : (!ts.tuple<T, U>) -> !ts.tuple<T>`."""

    name = "prim.TupleSlice"
    tuple_ = operand_def(AnyTuple)
    beg = prop_def(IntegerAttr)
    end = prop_def(IntegerAttr)
    result = result_def(TupleType)
    traits = traits_def(Pure())

    def __init__(self, tuple_: SSAValue | Operation, beg: int, end: int) -> None:
        value = SSAValue.get(tuple_)
        elements = cast(AnyTuple, value.type).elements.data[beg:end]
        super().__init__(
            operands=[value],
            properties={"beg": IntegerAttr(beg, i64), "end": IntegerAttr(end, i64)},
            result_types=[TupleType.get(elements)],
        )

    def verify_(self) -> None:
        beg, end = self.beg.value.data, self.end.value.data
        elements = cast(AnyTuple, self.tuple_.type).elements.data
        if not 0 <= beg <= end <= len(elements):
            self.fail(f"slices {beg} to {end} of a tuple of {len(elements)}")
        expected = self.result.type.elements
        self.expect_flow("slices", elements[beg:end], expected.data)


@irdl_op_definition
class DictConstructOp(CallSyntaxOp):
    """Build a dict of alternating keys and values: `prim.DictConstruct(%k, %v) : (K, V) ->
    !ts.dict<K, V>`."""

    name = "prim.DictConstruct"
    entries = var_operand_def()
    result = result_def(DictType)
    traits = traits_def(FreshResults())

    def __init__(
        self, entries: Sequence[SSAValue | Operation], key_type: Attribute, value_type: Attribute
    ) -> None:
        super().__init__(operands=[entries], result_types=[DictType(key_type, value_type)])

    @property
    def keys(self) -> Sequence[SSAValue]:
        return self.entries[::2]

    @property
    def values(self) -> Sequence[SSAValue]:
        return self.entries[1::2]

    def verify_(self) -> None:
        made = self.result.type
        if len(self.entries) % 2:
            self.fail(f"takes keys and values in pairs, not {len(self.entries)} operands")
        pairs = len(self.keys)
        self.expect_flow("has as keys", [k.type for k in self.keys], [made.key] * pairs)
        self.expect_flow("has as values", [v.type for v in self.values], [made.value] * pairs)


@irdl_op_definition
class ConstantChunkOp(CallSyntaxOp):
    """Split a tensor into a known number of equal parts; the last ones may be smaller.

    `prim.ConstantChunk(%t) {chunks = 2 : i64, dim = 0 : i64} : (T) -> (T, T)`.
    """

    name = "prim.ConstantChunk"
    input = operand_def(TensorType)
    chunks = prop_def(IntegerAttr)
    dim = prop_def(IntegerAttr)
    outputs = var_result_def(TensorType)
    traits = traits_def(FreshFromOperands())

    def __init__(
        self,
        input: SSAValue | Operation,
        chunks: int,
        dim: int,
        result_types: Sequence[Attribute] | None = None,
    ) -> None:
        types = [TensorType.get()] * chunks if result_types is None else result_types
        super().__init__(
            operands=[input],
            properties={"chunks": IntegerAttr(chunks, i64), "dim": IntegerAttr(dim, i64)},
            result_types=[types],
        )

    def verify_(self) -> None:
        self.expect_count("results", len(self.outputs), self.chunks.value.data)
        rank, dim = cast(TensorType, self.input.type).rank, self.dim.value.data
        if rank is not None and not -rank <= dim < max(rank, 1):
            self.fail(f"splits dimension {dim} of a tensor of rank {rank}")


@irdl_op_definition
class IsInstanceOp(CallSyntaxOp):
    """`prim.isinstance(%x) {types = [i64]} : (!ts.any) -> i1`."""

    name = "prim.isinstance"
    value = operand_def()
    types = prop_def(ArrayAttr)
    result = result_def(i1)
    traits = traits_def(ReadsOperands())

    def __init__(self, value: SSAValue | Operation, types: Sequence[Attribute]) -> None:
        super().__init__(
            operands=[value], properties={"types": ArrayAttr(types)}, result_types=[i1]
        )


@irdl_op_definition
class UncheckedCastOp(CallSyntaxOp):
    """`prim.unchecked_cast(%x) : (!ts.optional<T>) -> T`: the same value with a narrower type."""

    name = "prim.unchecked_cast"
    value = operand_def()
    result = result_def()
    traits = traits_def(Pure())

    def __init__(self, value: SSAValue | Operation, result_type: Attribute) -> None:
        super().__init__(operands=[value], result_types=[result_type])

    def verify_(self) -> None:
        found, wanted = self.value.type, self.result.type
        if flows_into(wanted, found) or flows_into(found, wanted):
            return
        # Branches refine values. After inlining has made a type known, the branch for another type
        # remains and never runs.
        around = self.parent_op()
        while around is not None and not isinstance(around, IfOp | FuncOp):
            around = around.parent_op()
        if isinstance(around, FuncOp):
            self.fail(f"cannot turn a {found} into a {wanted} outside of a branch")


@irdl_op_definition
class UninitializedOp(CallSyntaxOp):
    """`prim.Uninitialized() : () -> T`: a value that no path of the program reads."""

    name = "prim.Uninitialized"
    result = result_def()
    traits = traits_def(Pure())

    def __init__(self, result_type: Attribute) -> None:
        super().__init__(result_types=[result_type])


NUMBERS_OF_ELEMENTS: Mapping[Attribute, int] = {i64: 0, f64: 1, i1: 2, ComplexType(f64): 3}
"""The number of each element type in `prim.tolist`."""


@irdl_op_definition
class ToListOp(CallSyntaxOp):
    """`prim.tolist(%t, %dim, %type) : (T, i64, i64) -> !ts.list<i64>`."""

    name = "prim.tolist"
    input = operand_def(TensorType)
    rank = operand_def(i64)
    element = operand_def(i64)
    result = result_def()
    traits = traits_def(FreshFromOperands())

    def __init__(
        self,
        input: SSAValue | Operation,
        rank: SSAValue | Operation,
        element: SSAValue | Operation,
        result_type: Attribute,
    ) -> None:
        super().__init__(operands=[input, rank, element], result_types=[result_type])


@irdl_op_definition
class PrintOp(CallSyntaxOp):
    """`prim.Print(%a, %b) : (T, U) -> ()`."""

    name = "prim.Print"
    values = var_operand_def()

    def __init__(self, values: Sequence[SSAValue | Operation]) -> None:
        super().__init__(operands=[values])


@irdl_op_definition
class RaiseExceptionOp(CallSyntaxOp):
    """Raise an error with a message and, where known, its qualified class.

    `prim.RaiseException(%msg, %class) : (!ts.str, !ts.optional<!ts.str>) -> ()`.
    """

    name = "prim.RaiseException"
    arguments = var_operand_def()
    outputs = var_result_def()

    def __init__(
        self, message: SSAValue | Operation, error_class: SSAValue | Operation | None = None
    ) -> None:
        operands = [message] if error_class is None else [message, error_class]
        super().__init__(operands=[operands], result_types=[[]])

    @property
    def message(self) -> SSAValue:
        return self.arguments[0]

    @property
    def error_class(self) -> SSAValue | None:
        return self.arguments[1] if len(self.arguments) > 1 else None

    def verify_(self) -> None:
        expected = (StrType(), OptionalType(StrType()))
        count = 1 if len(self.arguments) == 1 else 2
        self.expect_flow("takes", self.arguments.types, expected[:count])
