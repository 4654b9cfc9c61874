"""Plans of the native executor that are not on disk: the function with its body as one group, which
is compiled when it first runs.

    plan = PlanMaker(function, code, linker).make(inputs, key)
    plan.run(inputs, start)

Only a process that compiles imports this file, and the compiler with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, OpResult
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    GetAttrOp,
    GuardOp,
    ListUnpackOp,
    TensorExprGroupOp,
)
from xdsl_torchscript.dialects.types import ClassType, NoneType, TensorType, TupleType
from xdsl_torchscript.lowering.ts.control_flow.inline_fork_wait import inline_forks
from xdsl_torchscript.lowering.ts.modules.attribute_paths import attribute_reads
from xdsl_torchscript.lowering.ts.profiling.insert_guards import without_strides
from xdsl_torchscript.lowering.ts.types.specialize_inputs import specialize
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import refusal_of
from xdsl_torchscript.lowering.ts_to_te.groups.create_function_group import group_function
from xdsl_torchscript.runtime.errors import (
    BrokenAssumption,
    InputMismatch,
    NativeUnsupported,
    RuntimeFault,
)
from xdsl_torchscript.runtime.executors.clean_up import clean_up, run_passes
from xdsl_torchscript.runtime.executors.executor import Start
from xdsl_torchscript.runtime.executors.fused_group import NAME, function_of
from xdsl_torchscript.runtime.executors.module_constants import (
    ModuleConstants,
    read_attribute,
    take_constants,
)
from xdsl_torchscript.runtime.executors.plan_operators import as_operator
from xdsl_torchscript.runtime.executors.stored_plan import store_plan
from xdsl_torchscript.runtime.executors.whole_plan import WholePlan, constant_inputs, whole_plan
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.frames import Values, new_frame
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.native.rejections import unsupported_if_rejected
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value


@dataclass(frozen=True)
class KernelPlan:
    """The function with its body as a group, for modules with these constants, its code, and its
    kernel when compiled."""

    graph: FuncOp
    constants: ModuleConstants
    code: Code
    kernels: Sequence[Kernel]
    linker: Linker | None
    key: str | None

    @property
    def made(self) -> tuple[FuncOp, Code]:
        """The graph and its code."""
        return self.graph, self.code

    @cached_property
    def whole(self) -> WholePlan | None:
        """The plan if it consists of the group alone, else None."""
        table = self.kernels[0].table if self.kernels else None
        groups = [op for op in self.graph.body.block.ops if isinstance(op, TensorExprGroupOp)]
        return table and whole_plan(groups[0], self.constants, table, self.linker)

    def run(self, inputs: Sequence[Value], start: Start) -> Values:
        """Return the results for the inputs, and keep the plan on disk after the first call."""
        is_first = not self.kernels
        results = start(self.code, inputs)
        if is_first and self.kernels:
            store_plan(self.key, self.whole, self.kernels[0])
        return results


class PlanMaker:
    """Makes the plans of an inlined function, which stays as it is."""

    def __init__(self, function: FuncOp, code: Callable[[], Code], linker: Linker | None) -> None:
        self._function, self._code, self._linker = function, code, linker

    @cached_property
    def _name(self) -> str:
        """The name of the function. Raises MissingOperatorsError."""
        return self._code().name

    @cached_property
    def _clean_function(self) -> FuncOp:
        function = clean_up(self._function.clone())
        if function is None:
            raise NativeUnsupported(f"'{self._name}' writes a constant")
        for op in tuple(function.walk()):
            if isinstance(op, ConstantOp) and isinstance(op.type, TensorType):
                _state_type(op.result, literal(op.value, op.type, self._linker))
        return function

    def wrap_in_group(
        self,
        inputs: Sequence[Value],
        types: Sequence[Attribute] | None = None,
        fixed: Set[int] = frozenset(),
    ) -> tuple[FuncOp, ModuleConstants]:
        """Return the function with its body as a group, for inputs of these types and a module with
        these constants. Those numbered `fixed` that decide sizes are constants, too. Raises
        NativeUnsupported."""
        function = self._clean_function.clone()
        declared = [argument.type for argument in function.body.block.args]
        with unsupported_if_rejected():
            specialize(function, types or list(map(type_of_input, inputs, declared)))
            constants = take_constants(function, inputs, fixed=fixed)
            if declared and isinstance(declared[0], ClassType):
                for op, path in attribute_reads(function):
                    _state_types(op, read_attribute(inputs[0], path))
            inline_forks(function)
            function = run_passes("specialized", function)
            group_function(function, refusal_of)
        return function, constants

    def make(
        self, inputs: Sequence[Value], key: str | None, fixed: Set[int] = frozenset()
    ) -> KernelPlan:
        """Return the plan for inputs of these types, which the disk keeps under the key. Those
        numbered `fixed` that decide sizes are constants. Raises NativeUnsupported, and
        MissingOperatorsError."""
        name = self._name
        function, constants = self.wrap_in_group(inputs, fixed=fixed)
        kernels: list[Kernel] = []
        implementation = partial(_implementation, name=name, kernels=kernels)
        code = Code.from_func(function, self._linker, name, implementation)
        return KernelPlan(function, constants, code, kernels, self._linker, key)


def type_of_input(value: Value, declared: Attribute) -> Attribute:
    """Return the type of an input to compile for, where another one is declared."""
    if isinstance(value, Tensor):
        return without_strides(value.type)
    if type(value) is tuple and isinstance(declared, TupleType):
        return TupleType.get(list(map(type_of_input, cast("Any", value), declared.elements)))
    return NoneType() if value is None else declared


def _state_types(op: GetAttrOp, value: Value) -> None:
    """Guard an attribute that is a tensor, or a list's elements where it is unpacked to this
    length."""
    if not isinstance(value, list):
        _state_type(op.result, value)
        return
    tensors = cast("list[Value]", value)
    users = [use.operation for use in op.result.uses]
    unpacks = [user.elements for user in users if isinstance(user, ListUnpackOp)]
    for elements in (elements for elements in unpacks if len(elements) == len(tensors)):
        for element, tensor in zip(elements, tensors, strict=True):
            _state_type(element, tensor)


def _state_type(result: OpResult, value: Value) -> None:
    """Put a guard on the tensor that an operation is known to return."""
    if isinstance(value, Tensor):
        guard = GuardOp(result, without_strides(value.type))
        result.replace_uses_with_if(guard.result, lambda use: use.operation is not guard)
        Rewriter.insert_op(guard, InsertPoint.after(result.op))


def _implementation(op: Operation, *, name: str, kernels: list[Kernel]) -> Implementation | None:
    """Return the function that runs the group of the plan of a function of this name; it adds the
    kernel to `kernels`."""
    if not isinstance(op, TensorExprGroupOp):
        return None
    interpreted = Code.from_block(op.body, name)

    def call(*values: Value) -> Values:
        try:
            if not kernels:
                module, constants = ModuleOp([function_of(op)]), constant_inputs(op)
                kernels.append(compile_func(module, NAME, values, constants=constants))
            return kernels[-1].call(*values)
        except NativeUnsupported as error:
            if not isinstance(error.__cause__, RuntimeFault):  # of the results for these inputs
                raise
        except (RuntimeFault, MemoryError, BrokenAssumption):  # errors, and slices that are clipped
            pass
        except InputMismatch:  # draws for elements in another order of memory; written overlaps
            if not kernels[-1].draws and not kernels[-1].written:
                raise
        return interpreted.execute(new_frame(interpreted, values))

    return as_operator(op, call)
