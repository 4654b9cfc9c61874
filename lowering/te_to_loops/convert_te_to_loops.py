"""Tensor expressions become loops over memory that the caller passes in.

    func.func @f(%n: index, %t: tensor<?xf32> {te.sizes = array<i64: 0>}) -> tensor<?xf32> {
      %0 = te.compute (%i = %n) : tensor<?xf32> {
        %1 = te.load %t[%i] : tensor<?xf32>
        %2 = arith.mulf %1, %1 : f32
        te.yield %2 : f32
      }
      func.return %0 : tensor<?xf32>
    }
  ->
    func.func @f(%n: index, %t: memref<?xf32>, %out: memref<?xf32>) {
      %a = memref.reinterpret_cast %t to offset: [0], sizes: [%n], strides: [1] : ...
      %b = memref.reinterpret_cast %out to offset: [0], sizes: [%n], strides: [1] : ...
      scf.for %i = %c0 to %n step %c1 {
        %1 = memref.load %a[%i] : memref<?xf32>
        %2 = arith.mulf %1, %1 : f32
        memref.store %2, %b[%i] : memref<?xf32>
      }
      func.return
    }

Every result becomes a trailing argument: a memref for a tensor, a memref of one element for a
scalar. The memory of results must not overlap the inputs. A result is computed in place, but an
input, or the second occurrence of a result, is copied. Every other tensor gets separate memory,
freed at the end of the block that allocated it. A tensor that leaves `scf.if`, or that a loop
carries, lives in memory allocated before it. A scatter, a loop or a branch updates its initial
tensor in place if that tensor is not read afterwards. So is a tensor made in the memory of the
argument that it is assigned to (`te.assign`), or else copied there at the end.

Where a tensor argument has dynamic sizes, `te.sizes` says which `index` argument each of them is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects import func, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
)
from xdsl.ir import Attribute, Block, BlockArgument, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.te import (
    SIZES,
    AssignOp,
    ComputeOp,
    DrawOp,
    LoadOp,
    ReduceOp,
    ScanOp,
    ScatterOp,
    sizes_of_argument,
    tensor_type,
)
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.conversion import ConversionRule, ConversionRules
from xdsl_torchscript.lowering.core.diagnostics import fail, nearest_location
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.te_to_loops.buffers import (
    Buffer,
    buffer_type,
    scalar_slot,
    store,
    view,
)
from xdsl_torchscript.lowering.te_to_loops.control import convert_for, convert_if, convert_while
from xdsl_torchscript.lowering.te_to_loops.conversion import LoopsConversion, is_tensor
from xdsl_torchscript.lowering.te_to_loops.draws import convert_draw
from xdsl_torchscript.lowering.te_to_loops.successors import is_made_in_place
from xdsl_torchscript.lowering.te_to_loops.tensors import (
    convert_compute,
    convert_load,
    convert_reduce,
    convert_scan,
    convert_scatter,
)


def _convert_assign(to: LoopsConversion, op: AssignOp) -> list[Buffer]:
    """`te.assign`: nothing, as the tensor is moved at the end of the function."""
    return []


_RULES: dict[str, ConversionRule[LoopsConversion]] = {
    ComputeOp.name: ConversionRule(convert_compute),
    ReduceOp.name: ConversionRule(convert_reduce),
    ScanOp.name: ConversionRule(convert_scan),
    ScatterOp.name: ConversionRule(convert_scatter),
    DrawOp.name: ConversionRule(convert_draw),
    AssignOp.name: ConversionRule(_convert_assign),
    LoadOp.name: ConversionRule(convert_load),
    scf.IfOp.name: ConversionRule(convert_if),
    scf.ForOp.name: ConversionRule(convert_for),
    scf.WhileOp.name: ConversionRule(convert_while),
}
RULES: ConversionRules[LoopsConversion] = ConversionRules("a conversion to loops", _RULES.get)


def _convert_arguments(to: LoopsConversion, function: func.FuncOp, entry: Block) -> None:
    """Insert the memory of each tensor argument after it, as a memref of its sizes."""
    arguments = entry.args
    for position, argument in enumerate(arguments):
        tensor = tensor_type(argument.type)
        if tensor is None:
            continue
        # A dynamic size is an `index` argument.
        shape = tensor.get_shape()
        try:
            numbers = sizes_of_argument(function, position)
        except VerifyException as error:
            fail(function, str(error))
        if numbers is None and DYNAMIC_INDEX in shape:
            fail(
                function,
                f"argument {position} of type {argument.type} needs the attribute {SIZES} "
                "with the number of the argument that is its size, for each dynamic size",
            )
        known = iter([arguments[n] for n in numbers or ()])
        sizes = [next(known) if size == DYNAMIC_INDEX else size for size in shape]
        memory = entry.insert_arg(buffer_type(tensor), argument.index, argument.location)
        memory.name_hint = argument.name_hint
        to.replace_argument(argument, view(to.emit, memory, tensor, sizes))


def _convert_function(to: LoopsConversion, function: func.FuncOp) -> None:
    entry = function.body.blocks.first
    end = None if entry is None else entry.last_op
    if entry is None or len(function.body.blocks) > 1 or not isinstance(end, func.ReturnOp):
        fail(function, "must have one block, ended by func.return")
    assert entry.first_op is not None
    _convert_arguments(to.at(function, InsertPoint.before(entry.first_op)), function, entry)
    results = list(end.arguments)
    slots: list[BlockArgument] = []
    for value in results:
        tensor = tensor_type(value.type)
        type: Attribute = scalar_slot(value.type) if tensor is None else buffer_type(tensor)
        slots.append(entry.insert_arg(type, len(entry.args), nearest_location(end)))
        slots[-1].name_hint = "out"
    tensors = [(v, s) for v, s in zip(results, slots, strict=True) if is_tensor(v)]
    assigns = [op for op in entry.ops if isinstance(op, AssignOp)]
    assigned = [(op.value, _assigned_memory(to, op)) for op in assigns]
    to.convert_block_into(entry, [v for v, _ in tensors], [slot for _, slot in tensors], assigned)
    for op in assigns:
        Rewriter.erase_op(op)
    emit = Emitter.before(end)
    for value, slot in zip(results, slots, strict=True):
        if not is_tensor(value):
            store(emit, to.value(value), slot, [emit.index(0)])
    emit(func.ReturnOp())
    Rewriter.erase_op(end)
    _finish_signature(function, entry, len(slots))


def _assigned_memory(to: LoopsConversion, op: AssignOp) -> SSAValue:
    """Return the memory of the argument that a tensor is assigned to; the tensor is made there if
    it can be."""
    value, argument, memory = op.value, op.target, to.buffer_of(op.target, op).memory
    assert isinstance(value, OpResult) and isinstance(argument, BlockArgument)
    if is_made_in_place(value, argument):
        to.aim(value, memory)
    return memory


def _finish_signature(function: func.FuncOp, entry: Block, added: int) -> None:
    kept = [argument.type for argument in entry.args if not is_tensor(argument)]
    function.function_type = FunctionType.from_lists(kept, [])
    function.res_attrs = None
    if function.arg_attrs is not None:
        attributes = [
            DictionaryAttr({name: a for name, a in attributes.data.items() if name != SIZES})
            for attributes in function.arg_attrs
        ]
        function.arg_attrs = ArrayAttr([*attributes, *[DictionaryAttr({})] * added])


@dataclass(frozen=True)
class ConvertTeToLoopsPass(TsPass):
    """Lower tensor expressions to loops over buffers; results become trailing arguments."""

    name = "convert-te-to-loops"
    level = "te"
    requires = ("te",)
    ensures = ("loops",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        to = LoopsConversion(RULES)
        for function in operations_of(module, func.FuncOp):
            # Only declared, and its type needs no conversion.
            types = (*function.function_type.inputs, *function.function_type.outputs)
            is_foreign = not function.body.blocks and all(
                tensor_type(type) is None for type in types
            )
            if not is_foreign:
                to.attempt(partial(_convert_function, to), function)
        to.finish()
