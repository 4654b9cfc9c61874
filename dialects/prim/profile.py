"""Ops of the profiling executor, and the guards that rely on its profiles."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    FlatSymbolRefAttrConstr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    SymbolRefAttr,
    f64,
    i1,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import Pure, SymbolTable, SymbolUserOpInterface
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.call_syntax import CallSyntaxOp
from xdsl_torchscript.dialects.prim.effects import FreshFromOperands, ReadsOperands
from xdsl_torchscript.dialects.types import ListType, SizeType, TensorType


@irdl_op_definition
class ProfileOp(CallSyntaxOp):
    """Record the types of values and pass them on.

    `prim.profile(%x) {profiled_type = T, seen_none = 0 : i64} : (!ts.tensor) -> !ts.tensor`.
    """

    name = "prim.profile"
    values = var_operand_def()
    profiled_type = opt_prop_def(Attribute)
    seen_none = opt_prop_def(IntegerAttr)
    outputs = var_result_def()

    def __init__(
        self, values: Sequence[SSAValue | Operation], profiled_type: Attribute | None = None
    ) -> None:
        taken = [SSAValue.get(value) for value in values]
        super().__init__(
            operands=[taken],
            properties={"profiled_type": profiled_type},
            result_types=[[value.type for value in taken]],
        )

    def verify_(self) -> None:
        if self.outputs:
            self.expect_flow("passes on", self.values.types, self.result_types)


@irdl_op_definition
class SizeValueOp(CallSyntaxOp):
    """`prim.size_value(%n) : (!ts.size<s0>) -> i64`: the int that a size is. Where facts of types
    were dropped, the size is an int."""

    name = "prim.size_value"
    size = operand_def(SizeType | IntegerType)
    result = result_def(i64)
    traits = traits_def(Pure())

    def __init__(self, size: SSAValue | Operation) -> None:
        super().__init__(operands=[size], result_types=[i64])

    @property
    def dim(self) -> int | str | None:
        """The symbol or number of the size, None if facts of types were dropped."""
        return self.size.type.dim if isinstance(self.size.type, SizeType) else None


@irdl_op_definition
class ListTensorOp(CallSyntaxOp):
    """`prim.list_tensor(%l) : (!ts.list<i64>) -> !ts.tensor`: a new tensor of one dimension with
    the numbers in a list, of their type. It has no dimensions if an element of the list is of
    another type, or has more than 64 bits."""

    name = "prim.list_tensor"
    list_ = operand_def(ListType)
    result = result_def(TensorType)
    traits = traits_def(FreshFromOperands())

    def __init__(self, list_: SSAValue | Operation) -> None:
        super().__init__(operands=[list_], result_types=[TensorType.get()])

    def verify_(self) -> None:
        found = self.list_.type
        if not isinstance(found, ListType) or found.element not in (i64, f64, i1):
            raise VerifyException(f"takes {found}; expected a list of ints, floats or bools")


@irdl_op_definition
class ProfileIvalueOp(CallSyntaxOp):
    """`prim.profile_ivalue(%x) : (T) -> T`: record a value that is not a tensor."""

    name = "prim.profile_ivalue"
    value = operand_def()
    result = result_def()

    def __init__(self, value: SSAValue | Operation) -> None:
        super().__init__(operands=[value], result_types=[SSAValue.get(value).type])

    def verify_(self) -> None:
        self.expect_flow("passes on", [self.value.type], [self.result.type])


@irdl_op_definition
class GuardOp(CallSyntaxOp):
    """`prim.Guard(%x) : (!ts.tensor) -> T`: leave the optimised code unless `%x` is a `T`."""

    name = "prim.Guard"
    value = operand_def(TensorType)
    result = result_def(TensorType)

    def __init__(self, value: SSAValue | Operation, result_type: TensorType) -> None:
        super().__init__(operands=[value], result_types=[result_type])


class _CalleeTakesOperands(SymbolUserOpInterface):
    """The remainder that a bailout names is a function of the module that takes its operands."""

    def verify(self, op: Operation) -> None:
        if isinstance(op, BailOutOp):
            op.verify_callee()


@irdl_op_definition
class BailOutOp(CallSyntaxOp):
    """`prim.BailOut(%x, %y) {callee = @f_bailout0} : (T, U) -> T`.

    Continue in the function `callee`, the unoptimised remainder of the graph, unless the first
    tensor has the result's type. The results of `callee` become the graph's results. The operands
    are the values live at that point, the checked tensor first.

    PyTorch's form, `prim.BailOut(%template, %x, %y) {index = 0 : i64} : (i64, T, U) -> T`, names
    point `index` of the unoptimised graph `%template` instead.
    """

    name = "prim.BailOut"
    arguments = var_operand_def()
    index = opt_prop_def(IntegerAttr)
    callee = opt_prop_def(FlatSymbolRefAttrConstr)
    result = result_def(TensorType)
    traits = traits_def(_CalleeTakesOperands())

    def __init__(
        self, arguments: Sequence[SSAValue | Operation], callee: str, result_type: TensorType
    ) -> None:
        super().__init__(
            operands=[arguments],
            properties={"callee": SymbolRefAttr(callee)},
            result_types=[result_type],
        )

    @property
    def checked(self) -> SSAValue:
        """The tensor that must have the result's type."""
        return self.arguments[0 if self.callee is not None else 1]

    def verify_(self) -> None:
        if len(self.arguments) < (1 if self.callee is not None else 2):
            self.fail("has no value to check")
        if (self.callee is None) == (self.index is None):
            self.fail("needs either a function 'callee' or the 'index' of a point")

    def verify_callee(self) -> None:
        """Fail unless the module defines the callee for such operands."""
        root = self.get_toplevel_object()
        if self.callee is None or not isinstance(root, ModuleOp):
            return
        function = SymbolTable.lookup_symbol(root, self.callee)
        if not isinstance(function, FuncOp):
            self.fail(f"continues in {self.callee}, which the module does not define as a function")
        inputs = function.function_type.inputs.data
        self.expect_flow(f"passes to {self.callee}", self.arguments.types, inputs)


class _CheckOp(CallSyntaxOp, ABC):
    """Base of the checks of values against types; results are the refined values and a bool."""

    inputs = var_operand_def()
    types = prop_def(ArrayAttr)
    outputs = var_result_def()

    def __init__(self, inputs: Sequence[SSAValue | Operation], types: Sequence[Attribute]) -> None:
        super().__init__(
            operands=[inputs],
            properties={"types": ArrayAttr(types)},
            result_types=[[*types, i1]],
        )

    @property
    def refined(self) -> Sequence[SSAValue]:
        """The inputs, refined to the checked types."""
        return self.outputs[:-1]

    @property
    def passed(self) -> SSAValue:
        """The bool: whether every input had its type."""
        return self.outputs[-1]

    def verify_(self) -> None:
        self.expect_count("types", len(self.types), len(self.inputs))
        expected = [*self.types, i1]
        self.expect_count("results", len(self.outputs), len(expected))
        self.expect_flow("results in", expected, self.result_types)


@irdl_op_definition
class TypeCheckOp(_CheckOp):
    """`prim.TypeCheck(%x) {types = [T]} : (!ts.tensor) -> (T, i1)`."""

    name = "prim.TypeCheck"
    traits = traits_def(ReadsOperands())


@irdl_op_definition
class RequiresGradCheckOp(_CheckOp):
    """`prim.RequiresGradCheck(%x) {types = [T]} : (!ts.tensor) -> (T, i1)`."""

    name = "prim.RequiresGradCheck"
    traits = traits_def(ReadsOperands())


class _GroupGuardOp(CallSyntaxOp, ABC):
    """Return whether a fusion group may run on these values."""

    inputs = var_operand_def()
    types = opt_prop_def(ArrayAttr)
    result = result_def(i1)
    traits = traits_def(ReadsOperands())

    def __init__(
        self, inputs: Sequence[SSAValue | Operation], types: Sequence[Attribute] | None = None
    ) -> None:
        super().__init__(
            operands=[inputs],
            properties={"types": None if types is None else ArrayAttr(types)},
            result_types=[i1],
        )


@irdl_op_definition
class CudaFusionGuardOp(_GroupGuardOp):
    """`prim.CudaFusionGuard(%x) {types = [T]} : (!ts.tensor) -> i1`."""

    name = "prim.CudaFusionGuard"


@irdl_op_definition
class OneDnnFusionGuardOp(_GroupGuardOp):
    """`prim.oneDNNFusionGuard(%x) {types = [T]} : (!ts.tensor) -> i1`."""

    name = "prim.oneDNNFusionGuard"


@irdl_op_definition
class TensorExprDynamicGuardOp(_GroupGuardOp):
    """`prim.TensorExprDynamicGuard(%x) {types = [T]} : (!ts.tensor) -> i1`."""

    name = "prim.TensorExprDynamicGuard"
