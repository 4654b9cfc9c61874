"""The share of tensor operators in the zoo's models that run as machine code alone.

    python tests/unit/zoo_operators.py [MODEL ...]

The interpreter records every call of an operator that returns tensors. Each call with other types,
sizes or numbers is then compiled alone for its inputs, and compared with the interpreter. A write
in place writes a copy. A table lists the calls that are refused, with the reason, or that differ.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import zoo_archives
from xdsl.dialects.builtin import FunctionType, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, Region

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.lowering.ts.mutation.remove_mutation import RemoveMutationPass
from xdsl_torchscript.runtime.call_operation import call_operation
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Registers, Values
from xdsl_torchscript.runtime.interpreter.instructions import Apply, Instruction
from xdsl_torchscript.runtime.native.compile_func import compile_func

TOLERANCE = 1e-4


@dataclass
class Call:
    """An operator with the values of its arguments, the model that called it first, and the number
    of calls with these types, sizes and numbers."""

    function: Any
    schema: FunctionSchema
    values: list[Any]
    model: str
    count: int = 0


class Recorder:
    """A listener that records the calls of operators that return tensors."""

    def __init__(self) -> None:
        self.calls: dict[tuple[object, ...], Call] = {}
        self.model = ""

    def will_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        schema: FunctionSchema | None = getattr(instruction.op, "schema", None)
        if not isinstance(instruction, Apply) or schema is None or not _returns_tensors(schema):
            return
        values = [registers[i] for i in instruction.inputs]
        key = (schema.op_name, *map(_signature, values))
        if key not in self.calls:
            copies = [_copy(value) for value in values]
            self.calls[key] = Call(instruction.function, schema, copies, self.model)
        self.calls[key].count += 1

    def enters(self, code: Code, registers: Registers) -> None: ...

    def did_run(self, code: Code, instruction: Instruction, registers: Registers) -> None: ...

    def failed(self, code: Code, instruction: Instruction, registers: Registers) -> None: ...

    def leaves(self, code: Code, results: Values) -> None: ...


def _returns_tensors(schema: FunctionSchema) -> bool:
    types = (returned.type for returned in schema.returns)
    return any(isinstance(t.element if isinstance(t, ListType) else t, TensorType) for t in types)


def _is_plain(value: object) -> bool:
    return type(value) is ts.Tensor


def _signature(value: Any) -> object:
    if _is_plain(value):
        return str(value.dtype), value.array.shape, value.array.strides
    if isinstance(value, list | tuple):
        return tuple(map(_signature, value))
    return repr(value) if isinstance(value, bool | int | float | str) else type(value)


def _copy(value: Any) -> Any:
    if _is_plain(value):
        return ts.Tensor(value.array.copy("K"))
    return [_copy(part) for part in value] if isinstance(value, list | tuple) else value


def record(models: Sequence[str]) -> list[Call]:
    """Return the operator calls of models, each with other types, sizes or numbers once."""
    recorder = Recorder()
    for name, (archive, recording) in zoo_archives.golden().items():
        if models and name not in models:
            continue
        recorder.model, module = name, ts.load(archive)
        for seed, call in enumerate(recording["calls"]):
            ts.manual_seed(seed)
            method = getattr(module, call["method"])
            arguments = [zoo_archives.decode_value(argument) for argument in call["arguments"]]
            with ts.no_grad():
                run(method.executable, [*method.first, *method.values(arguments, {})], recorder)
    return [*recorder.calls.values()]


def function_of(call: Call) -> tuple[FuncOp, list[ts.Tensor]]:
    """Return a function that makes the call alone, and the tensors that it takes."""
    op = call_operation(call.schema, call.values)
    block, tensors = op.parent, _tensors(call.values)
    assert block is not None
    for argument in [a for a in block.args if not isinstance(a.type, TensorType)]:
        (value,) = (v for v in call.values if type(v) is not ts.Tensor and str(v) == "cpu")
        constant = ConstantOp(StringAttr(str(value)), argument.type)
        block.insert_op_before(constant, block.ops.first)
        argument.replace_all_uses_with(constant.result)
        block.erase_arg(argument)
    if call.schema.is_mutable:
        _write_copies(op)
    block.add_op(ReturnOp(*op.results))
    types = FunctionType.from_lists(block.arg_types, [r.type for r in op.results])
    function = FuncOp("call", types, Region([block]))
    RemoveMutationPass().apply(LazyContext(), ModuleOp([function]))
    return function, tensors


def _tensors(value: Any) -> list[ts.Tensor]:
    if isinstance(value, list | tuple):
        return [tensor for part in value for tensor in _tensors(part)]
    return [value] if isinstance(value, ts.Tensor) else []


def _write_copies(op: Operation) -> None:
    """Replace the tensors that an operation writes by copies."""
    for index, argument in enumerate(op.schema.arguments):
        if argument.is_written:
            none, written = ConstantOp.none(), op.operands[index]
            copy = schema_op("aten.clone").create(
                operands=[written, none.result], result_types=[written.type]
            )
            op.parent.insert_ops_before([none, copy], op)
            op.operands[index] = copy.results[0]


def failure(call: Call) -> str | None:
    """Return why a call does not run natively, None if it gives the interpreter's results."""
    if not all(map(_is_plain, _tensors(call.values))):
        return "refused: nested or packed tensors"
    with ts.no_grad():
        expected = call.function(*(_copy(value) for value in call.values))
    expected = expected if isinstance(expected, tuple) else (expected,)
    try:
        function, tensors = function_of(call)
        found = compile_func(function, tensors)(*tensors)
    except NativeUnsupported as error:
        return f"refused: {str(error).splitlines()[0].removeprefix('error: ')}"
    try:
        distance = zoo_archives.difference(found, _as_arrays(expected))
    except zoo_archives.Mismatch as error:
        return f"differs: {error}"
    return None if distance <= TOLERANCE else f"differs by {distance:.1e}"


def _as_arrays(value: Any) -> Any:
    if isinstance(value, ts.Tensor):
        return value.numpy()
    return type(value)(map(_as_arrays, value)) if isinstance(value, list | tuple) else value


def main() -> None:
    calls = record(sys.argv[1:])
    failures = [(call, reason) for call in calls if (reason := failure(call)) is not None]
    missed, reasons = Counter[str](), dict[str, str]()
    for call, reason in failures:
        missed[call.schema.op_name] += call.count
        reasons.setdefault(call.schema.op_name, f"{call.model}: {reason}")
    for name, count in missed.most_common():
        print(f"{count:6} {name:36} {reasons[name][:120]}")
    executed = sum(call.count for call in calls)
    native = executed - missed.total()
    names = {call.schema.op_name for call in calls}
    print(f"{native} of {executed} calls run natively: {100 * native / executed:.1f} %")
    print(f"{len(names) - len(missed)} of {len(names)} operators in all their calls")


if __name__ == "__main__":
    main()
