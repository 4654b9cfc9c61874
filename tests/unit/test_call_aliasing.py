"""The operator library keeps to the alias facts of operators, on every golden sample and call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
import pytest
from call_aliasing import Engine, broken_promises, can_stand_alone
from sample_goldens import CALLS, Sample, compile_sample, read

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import Code, implementation_of
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.instructions import Instruction
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.operators.random.generator import default_generator
from xdsl_torchscript.runtime.storage import memory_of, offset_of, owner_of
from xdsl_torchscript.runtime.tensor import Tensor

Call = tuple[str, Sequence[object]]


def _storage(tensor: Tensor) -> object:
    return id(owner_of(tensor.array)) if tensor.array.size else None


def _layout(tensor: Tensor) -> object:
    return tensor.shape, tensor.strides, tensor.dtype, offset_of(tensor.array)


def _spoil(tensor: Tensor) -> None:
    memory = memory_of(tensor.array)
    if memory.flags.writeable:
        memory[:] = memory != 1


ENGINE = Engine(
    Tensor,
    _storage,
    _layout,
    lambda tensor: memory_of(tensor.array).tobytes(),
    _spoil,
    lambda: default_generator()._engine.state["state"]["key"].tobytes(),
)


def _own(value: object) -> object:
    """Copy the value to new memory with the same strides."""
    if isinstance(value, Tensor):
        made = np.empty_like(value.array, order="K", subok=False)
        np.copyto(made, value.array)
        return Tensor(made, value.device, value.requires_grad)
    return [_own(part) for part in value] if isinstance(value, list) else value


class _Recorder:
    """Keeps the calls of operators of an execution."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def will_run(self, code: Code, instruction: Instruction, registers: list[object]) -> None:
        if can_stand_alone(instruction.op_name):
            operands = [_own(registers[i]) for i in instruction.inputs]
            self.calls.append((instruction.op_name, operands))

    def enters(self, code: Code, registers: list[object]) -> None: ...

    def did_run(self, code: Code, instruction: Instruction, registers: list[object]) -> None: ...

    def failed(self, code: Code, instruction: Instruction, registers: list[object]) -> None: ...

    def leaves(self, code: Code, results: tuple[object, ...]) -> None: ...


def _calls(sample: Sample) -> Sequence[Call]:
    if can_stand_alone(sample.source):
        return [(sample.source, sample.inputs)]
    recorder = _Recorder()
    run(compile_sample(sample.source).executable, sample.inputs, recorder)
    return recorder.calls


def _find_broken(call: Call) -> Iterator[str]:
    name, operands = call
    function = implementation_of(name)
    assert function is not None

    def make() -> Sequence[object]:
        ts.manual_seed(42)
        return [_own(operand) for operand in operands]

    with quiet():
        for found in broken_promises(name, ENGINE, make, lambda arguments: function(*arguments)):
            yield f"{name}: {found}"


SAMPLES = {name: list(group) for name, group in groupby([*read(), *read(CALLS)], lambda s: s.name)}


@pytest.mark.parametrize("name", SAMPLES)
def test_calls_keep_to_the_facts(name: str) -> None:
    calls = (call for sample in SAMPLES[name] for call in _calls(sample))
    assert sorted({found for call in calls for found in _find_broken(call)}) == []
