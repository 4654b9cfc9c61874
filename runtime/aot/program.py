"""A program for the C interface: its function in LLVM IR, with the weights as constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, OpResult, SSAValue

from xdsl_torchscript.dialects.garbage import paused_collection
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    ListUnpackOp,
    TensorExprGroupOp,
    TupleConstructOp,
)
from xdsl_torchscript.dialects.schema.effects import is_random
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import NoneType
from xdsl_torchscript.lowering.analysis.memory_effects import may_train
from xdsl_torchscript.lowering.core.diagnostics import Finding, about, raise_findings
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.core.write_backs import written_arguments
from xdsl_torchscript.lowering.loops_to_llvm.emit_packed_entry import packed_name
from xdsl_torchscript.lowering.ts.modules.attribute_paths import ValueSource, source_of
from xdsl_torchscript.lowering.ts.weights.weight_layout import WeightLayout
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import refusals
from xdsl_torchscript.lowering.ts_to_te.weights.pack_weights import pack_weights
from xdsl_torchscript.runtime.aot.entry import Slot, entry_text
from xdsl_torchscript.runtime.aot.interface import CParameter, Interface, c_name, parameter
from xdsl_torchscript.runtime.aot.sizes import DynamicSizes, SymbolicInputs, by_name
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.fused_group import function_of
from xdsl_torchscript.runtime.executors.module_constants import read_attribute
from xdsl_torchscript.runtime.executors.native_executor import NativeExecutor
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.modules.script_function import Callable
from xdsl_torchscript.runtime.native.bounds_checks import mark_bounds_checks
from xdsl_torchscript.runtime.native.machine_code import llvm_ir, type_function
from xdsl_torchscript.runtime.native.math_precision import mark_precision, precision_of
from xdsl_torchscript.runtime.native.rejections import unsupported_if_rejected
from xdsl_torchscript.runtime.native.target import Target
from xdsl_torchscript.runtime.native.weight_panels import in_panels
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

_KERNEL = "ts.kernel"
"""The name of the kernel, which no function in C has."""


@dataclass(frozen=True)
class CompiledProgram:
    """The C interface and the LLVM IR of its function. For the example, `numbers` maps the names of
    sizes and numeric inputs to their values."""

    interface: Interface
    ir: str
    numbers: Mapping[str, int | float]


def compile_program(
    function: Callable, values: Sequence[Value], dynamic: DynamicSizes, name: str, target: Target
) -> CompiledProgram:
    """Compile a function for inputs like these, the object of a method first.

    Raises InputMismatch for sizes that differ from the inputs'. Raises NativeUnsupported with the
    operation that has no machine code, or the value that has no C type.
    """
    arguments = function.op.body.block.args
    names: list[str] = []
    for number, argument in enumerate(arguments):
        names.append(c_name(argument.name_hint or f"in{number}", names))
    symbolic = SymbolicInputs(names, values, by_name(dynamic, names[len(function.first) :]))
    types = symbolic.types([argument.type for argument in arguments])
    graph, _ = executor_of(function, NativeExecutor).maker.wrap_in_group(values, types)
    (group,) = (op for op in graph.walk() if isinstance(op, TensorExprGroupOp))
    returned = [group.results.index(leaf) for leaf in _returned_values(graph, group)]
    if len({*returned}) < len(returned):
        raise NativeUnsupported("a result occurs twice; return a copy of it")
    body = function_of(group)
    body.sym_name = StringAttr(_KERNEL)
    module = ModuleOp([body])
    mark_precision(module)
    mark_bounds_checks(module)
    with paused_collection(), unsupported_if_rejected():
        type_function(module)
        (kernel,) = (op for op in module.ops if isinstance(op, FuncOp))
        raise_findings((*refusals(kernel), *_draws(kernel)))
        computed = [*kernel.function_type.outputs]
        written = set(_written_arguments(kernel, group))
        transform = precision_of(module) != "exact"
        packed = pack_weights(kernel, _weights(group), transform=transform)
        ir = llvm_ir(module, target, threads=False)
    inputs = {
        argument: replace(
            parameter(names[argument.index], argument.type), is_written=argument in written
        )
        for argument in graph.body.block.args[len(function.first) :]
        if not isinstance(argument.type, NoneType)
    }
    results = [
        parameter(
            c_name(f"out{number}", [*names, *symbolic.values]), computed[kept], is_result=True
        )
        for number, kept in enumerate(returned)
    ]
    interface = Interface(name, [*symbolic.values], [*inputs.values()], results)
    slots: list[Slot] = [
        CParameter(size, "int64_t", None) for size in symbols_of(group.operand_types)
    ]
    slots += _inputs(group, inputs, values, function, packed)
    slots += [results[returned.index(number)] for number in range(len(computed))]
    numbers = {n: v for n, v in zip(names, values, strict=True) if isinstance(v, int | float)}
    text = entry_text(interface, packed_name(_KERNEL), slots)
    return CompiledProgram(interface, f"{ir}\n{text}", {**symbolic.values, **numbers})


def _draws(kernel: FuncOp) -> Iterator[Finding]:
    """Yield the operators that draw random numbers."""
    for op in operations_of(kernel, SchemaOp):
        if is_random(op.schema) and may_train(op):
            yield about(op, "draws random numbers, and the compiled files have no stream of them")


def _written_arguments(kernel: FuncOp, group: TensorExprGroupOp) -> Iterator[SSAValue]:
    """Yield the arguments of the function that the kernel of its group writes. Raises
    NativeUnsupported for an attribute of a module, which is a constant."""
    for source in (source_of(group.inputs[number]) for number in written_arguments(kernel)):
        if source.path:
            name = ".".join(source.path)
            raise NativeUnsupported(
                f"it writes '{name}' of the module, and weights are constants; take it as an input"
            )
        yield source.root


def _returned_values(graph: FuncOp, group: TensorExprGroupOp) -> Iterator[OpResult]:
    """Yield the function's results, and the tuple elements among them. Raises NativeUnsupported for
    results that the group does not compute."""
    end = graph.body.block.last_op
    pending = [] if end is None else [*reversed(end.operands)]
    while pending:
        value = pending.pop()
        if isinstance(value.owner, TupleConstructOp):
            pending += reversed(value.owner.elements)
        elif isinstance(value, OpResult) and value.owner is group:
            yield value
        else:
            raise NativeUnsupported("a result may be an input, or is None; return a copy of it")


def _weights(group: TensorExprGroupOp) -> list[int]:
    """Return the numbers of the inputs of a group that are no arguments of the function."""
    sources = enumerate(map(source_of, group.inputs))
    return [n for n, s in sources if s.path or not isinstance(s.root, BlockArgument)]


def _inputs(
    group: TensorExprGroupOp,
    parameters: Mapping[BlockArgument, CParameter],
    values: Sequence[Value],
    function: Callable,
    packed: Mapping[int, WeightLayout],
) -> list[Slot]:
    """Return the parameters and weights that the kernel of a group takes; those of the numbers in
    `packed` in panels of these layouts."""
    found: list[Slot] = []
    for number, source in enumerate(source_of(value) for value in group.inputs):
        if isinstance(source.root, BlockArgument) and not source.path:
            found += [parameters[source.root]] if source.root in parameters else []
        elif isinstance(value := _weight(source, values, function), Tensor):
            layout = packed.get(number)
            found.append((value if layout is None else in_panels(value, layout)).array)
    return found


def _weight(source: ValueSource, values: Sequence[Value], function: Callable) -> Value:
    if isinstance(source.root, BlockArgument):
        return read_attribute(values[source.root.index], source.path)
    constant = source.root.owner
    if isinstance(source.root, OpResult) and isinstance(constant, ListUnpackOp):
        return _weight(source_of(constant.list_), values, function)[source.root.index]
    assert isinstance(constant, ConstantOp)
    return literal(constant.value, constant.type, function.program)
