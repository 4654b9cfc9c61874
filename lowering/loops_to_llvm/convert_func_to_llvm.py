"""Convert functions, calls and returns to the llvm dialect.

    func.func @f(%n: index, %x: memref<?xf32>) -> i64 {

becomes

    llvm.func @f(%n: i64, %x: !llvm.ptr) -> i64 {

Several results are returned as a struct. A private function with a body is internal to the module.
With `noalias=true` pointers are `llvm.noalias`: true for kernels, whose out-arguments overlap
nothing. A pointer through which the function only reads is `llvm.readonly` in any case.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import func, llvm, memref, vector
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    ModuleOp,
    UnitAttr,
    UnrealizedConversionCastOp,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects.extended.llvm import PoisonOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.loops_to_llvm.conversion import (
    Converted,
    LlvmConversion,
    llvm_rules,
)
from xdsl_torchscript.lowering.loops_to_llvm.types import POINTER, llvm_type

RULES = llvm_rules()

PASSED_ON = (llvm.GEPOp, UnrealizedConversionCastOp, memref.CastOp, memref.AssumeAlignmentOp)
"""Operations whose result points into the memory of an operand."""

READERS = (llvm.LoadOp, memref.LoadOp, vector.LoadOp, vector.MaskedLoadOp, vector.TransferReadOp)


def _result_type(types: Sequence[Attribute]) -> Attribute:
    """Return the llvm type of the results: void, the type itself, or a struct of several."""
    match list(types):
        case []:
            return llvm.LLVMVoidType()
        case [single]:
            return single
        case several:
            return llvm.LLVMStructType.from_type_list(several)


@RULES.rule(func.ReturnOp)
def _(to: LlvmConversion, op: func.ReturnOp) -> None:
    values = to.operands(op.arguments)
    if len(values) > 1:
        struct = to(PoisonOp(_result_type([value.type for value in values])))
        for index, value in enumerate(values):
            struct = to(llvm.InsertValueOp(_at(index), struct, value))
        values = [struct]
    to.emit(llvm.ReturnOp(*values))


def _at(index: int) -> DenseArrayBase:
    return DenseArrayBase.from_list(i64, [index])


@RULES.rule(func.CallOp)
def _(to: LlvmConversion, op: func.CallOp) -> Converted:
    types = [to.type(result.type) for result in op.res]
    returned = _result_type(types) if types else None
    call = llvm.CallOp(op.callee, *to.operands(op.arguments), return_type=returned)
    to.emit(call)
    if len(types) < 2:
        return call.returned
    struct = call.results[0]
    return [to(llvm.ExtractValueOp(_at(i), struct, kind)) for i, kind in enumerate(types)]


@dataclass(frozen=True)
class ConvertFuncToLlvmPass(TsPass):
    """Convert func to the llvm dialect."""

    name = "convert-func-to-llvm"
    level = "loops-to-llvm"
    requires = ()
    ensures = ("no-func",)
    preserves = ()

    noalias: bool = field(
        default=False,
        metadata={"help": "memref arguments do not overlap written ones, as in kernels"},
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        to = LlvmConversion(RULES)
        functions = [function for function in module.ops if isinstance(function, func.FuncOp)]
        for function in functions:
            here = to.at(function, InsertPoint.before(function))
            here.convert_arguments(tuple(function.body.blocks)[:1])
        to.run(module)
        for function in functions:
            _replace_function(function, self.noalias)
        for left in nested_operations(module):
            if left.name.startswith("func."):
                fail(left, "is not at the top of the module; LLVM has functions only there")


def _replace_function(function: func.FuncOp, noalias: bool) -> None:
    inputs = [llvm_type(kind, function) for kind in function.function_type.inputs]
    results = [llvm_type(kind, function) for kind in function.function_type.outputs]
    is_private = function.sym_visibility is not None and function.sym_visibility.data == "private"
    is_internal = is_private and bool(function.body.blocks)
    converted = llvm.FuncOp(
        function.sym_name,
        llvm.LLVMFunctionType(inputs, _result_type(results)),
        llvm.LinkageAttr("internal" if is_internal else "external"),
        body=function.detach_region(function.body),
        other_props={"arg_attrs": None, "res_attrs": function.res_attrs},
        extra_attrs=function.attributes,
    )
    converted.arg_attrs = _argument_attributes(function, converted, noalias)
    converted.location = function.location
    block = function.parent
    assert block is not None  # it is in the module
    block.insert_op_before(converted, function)
    function.detach()
    function.erase()


def _argument_attributes(
    function: func.FuncOp, converted: llvm.FuncOp, noalias: bool
) -> ArrayAttr[DictionaryAttr] | None:
    """Return the argument attributes: the attributes in the function, and facts about pointers."""
    given = function.arg_attrs.data if function.arg_attrs is not None else ()
    arguments = converted.body.blocks[0].args if converted.body.blocks else ()
    entries: list[DictionaryAttr] = []
    for index, kind in enumerate(converted.function_type.inputs):
        said = given[index].data.items() if given else ()
        facts = {name: value for name, value in said if name.startswith("llvm.")}
        if kind == POINTER and arguments:
            facts |= {"llvm.noalias": UnitAttr()} if noalias else {}
            facts |= {"llvm.readonly": UnitAttr()} if _only_read(arguments[index]) else {}
        entries.append(DictionaryAttr(facts))
    return ArrayAttr(entries) if any(entry.data for entry in entries) else None


def _only_read(pointer: SSAValue) -> bool:
    """Return whether every use of a pointer loads through it."""
    pending, seen = [pointer], set[Operation]()
    while pending:
        users = {use.operation for use in pending.pop().uses} - seen
        if not all(isinstance(user, PASSED_ON + READERS) for user in users):
            return False
        seen |= users
        pending += [
            result for user in users if isinstance(user, PASSED_ON) for result in user.results
        ]
    return True
