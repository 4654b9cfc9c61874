"""Native code against the interpreter, for every pointwise operator that is compiled.

All cases of one operator are results of one function, so that there is one compilation each, and
one for all operators that are lowered to the same tensor expressions.
Where the interpreter refuses (PyTorch does, too) native code may do anything.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from operator_cases import Case, cases, difference, operator_names, our_answer
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.transforms import get_all_passes

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.loops_to_llvm.emit import emit_module
from xdsl_torchscript.lowering.pipelines import PIPELINES, with_registers
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import LOWERINGS
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.native.engine import ObjectFile, compile_object
from xdsl_torchscript.runtime.native.target import host_target, vector_registers
from xdsl_torchscript.runtime.passes import pass_factories
from xdsl_torchscript.runtime.tensor import Tensor

INTERPRETED_ONLY = {"aten.pow.Tensor_Scalar": "bool"}
"""Operators that only the interpreter supports, by dtypes of the first tensor."""

_CONSTANTS = {
    type(None): lambda _: ConstantOp.none(),
    bool: ConstantOp.from_bool,
    int: ConstantOp.from_int,
    float: ConstantOp.from_float,
    str: ConstantOp.from_str,
}


def answerable(name: str) -> list[tuple[Case, np.ndarray]]:
    """Return the cases with results of the interpreter, without those that only it supports."""
    refused = INTERPRETED_ONLY.get(name, "").split(", ")
    pairs = [(case, our_answer(case)) for case in cases(name, full=False)]
    return [
        (case, answer)
        for case, answer in pairs
        if not isinstance(answer, Exception) and str(answer.dtype) not in refused
    ]


class Program:
    """A function with one result per case; every tensor is an argument, every number a constant."""

    def __init__(self) -> None:
        self.block = Block()
        self.inputs: list[Tensor] = []
        self.results: list[SSAValue] = []

    def add(self, case: Case) -> None:
        operands = [self._operand(a) for a in case.arguments]
        op = schema_op(case.name).create(operands=operands, result_types=[TensorType.get()])
        self.block.add_op(op)
        self.results.append(op.results[0])

    def _operand(self, argument: object) -> SSAValue:
        if isinstance(argument, np.ndarray):
            self.inputs.append(Tensor(argument))
            return self.block.insert_arg(TensorType.get(), len(self.block.args))
        constant = _CONSTANTS[type(argument)](argument)
        self.block.add_op(constant)
        return constant.result

    def run(self) -> list[np.ndarray]:
        self.block.add_op(ReturnOp(*self.results))
        types = [a.type for a in self.block.args], [r.type for r in self.results]
        module = ModuleOp([FuncOp("f", types, Region(self.block))])
        kernel = compile_func(module, "f", self.inputs, backend=machine_code_once)
        return [r.array for r in kernel(*self.inputs)]


_COMPILED: dict[str, ObjectFile] = {}
"""Object files by the program at the te level: that of `aten.multiply` is that of `aten.mul`."""


def machine_code_once(module: ModuleOp) -> ObjectFile:
    """Compile a typed program, unless the same tensor expressions were compiled already."""
    first, *rest = with_registers(_LOWERING, *vector_registers(host_target()))
    _run([first], module)
    text = str(module)
    if text not in _COMPILED:
        _run(rest, module)
        _COMPILED[text] = compile_object(emit_module(module))
    return _COMPILED[text]


_LOWERING = PIPELINES["ts-to-llvm"][PIPELINES["ts-to-llvm"].index("convert-ts-to-te") :]


def _run(specs: Sequence[str], module: ModuleOp) -> None:
    steps = build_pipeline(",".join(specs), {**get_all_passes(), **pass_factories()})
    run_pipeline(steps, LazyContext(), module)


@pytest.mark.parametrize("name", [n for n in operator_names() if n in LOWERINGS])
def test_native_code_agrees_with_the_interpreter(name: str) -> None:
    expected = answerable(name)
    program = Program()
    for case, _ in expected:
        program.add(case)
    wrong = []
    for (case, answer), got in zip(expected, program.run(), strict=True):
        found = difference(name, answer, got)
        if found is not None:
            wrong.append(f"{case.key}: {found}")
    assert not wrong, f"{len(wrong)} cases differ, first:\n" + "\n".join(wrong[:3])


@pytest.mark.parametrize("name", INTERPRETED_ONLY)
def test_the_list_of_operators_only_interpreted_is_accurate(name: str) -> None:
    answers = [(c, our_answer(c)) for c in cases(name, full=False)]
    dtypes = INTERPRETED_ONLY[name].split(", ")
    case = next(c for c, a in answers if not isinstance(a, Exception) and str(a.dtype) in dtypes)
    program = Program()
    program.add(case)
    with pytest.raises(NativeUnsupported):
        program.run()
