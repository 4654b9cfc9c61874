"""The programs that are committed, with inputs where they are known: graphs that PyTorch printed,
lit tests that run, archives of PyTorch and the recorded models of the zoo."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from observation import Entry, observe
from random_programs import Program
from release_archives import ALL, release
from test_lowering_engines import CASES, GRAPHS
from test_lowering_engines import inputs as compiled_inputs
from test_release_programs import decode as release_value
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from zoo_archives import decode_value, golden

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.runtime.modules.arguments import Arguments
from xdsl_torchscript.runtime.modules.handle import object_of, program_of
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value, type_of
from xdsl_torchscript.tools.run.inputs import as_declared, parse_value
from xdsl_torchscript.tools.run.subject import Subject, read_subject

ROOT = Path(__file__).parents[2]
DUMPS = sorted((ROOT / "tests/conformance/data/graphs").glob("*.graph"))
_STRIDE = 1 if os.environ.get("TS_MEANING_ALL") else 5
"""The fraction of archives that is judged: each takes as long as about fifty random programs."""
_RUN = re.compile(r"RUN: %interp %s (.*?)\|")


def _program(
    name: str,
    module: ModuleOp,
    inputs: Sequence[Value],
    entry: Entry,
    resources: dict[str, np.ndarray] | None = None,
) -> Program:
    """Return a program all of whose results are verified, unlike random programs."""
    held = resources or {}
    observation = observe(module, inputs, entry, held)
    return Program(0, module, inputs, observation, entry, held, name)


def state_input_types(program: Program) -> Program:
    """Return the program with the types of tensor arguments taken from the inputs."""
    module = program.module.clone()
    function = _function(module, program.entry)
    for argument, value in zip(tuple(function.body.block.args), program.inputs, strict=True):
        if isinstance(value, Tensor) and isinstance(argument.type, TensorType):
            retype(argument, type_of(value))
    function.update_function_type()
    name = f"{program.name}, typed"
    return _program(name, module, program.inputs, program.entry, dict(program.resources))


def _function(module: ModuleOp, entry: Entry) -> FuncOp:
    """Return the function or method of that name."""
    scope = module
    for name in entry:
        scope = next(op for op in scope.regions[0].block.ops if _symbol(op) == name)
    assert isinstance(scope, FuncOp)
    return scope


def _symbol(op: Any) -> str | None:
    return getattr(op.properties.get("sym_name"), "data", None)


def compiled_graphs() -> Iterator[Program]:
    """Yield graphs of PyTorch with known inputs."""
    for name, arguments in CASES:
        path = GRAPHS / f"{name}.graph"
        module = parse_graph(path.read_text(encoding="utf-8"), path.name)
        yield _program(f"{name}{arguments}", module, compiled_inputs(arguments), ("graph",))


def lit_programs() -> Iterator[Program]:
    """Lit tests that run, with the inputs of their RUN lines."""
    for path in sorted((ROOT / "tests/lit/run").iterdir()):
        for number, line in enumerate(_RUN.findall(path.read_text(encoding="utf-8"))):
            yield from _lit_program(path, number, shlex.split(line))


def _lit_program(path: Path, number: int, words: Sequence[str]) -> Iterator[Program]:
    options = list(zip(words[::2], words[1::2], strict=False))
    given = [value.partition("=") for option, value in options if option == "--input"]
    subject = read_subject(str(path), None, dict(options).get("--entry"))
    values = [parse_value(text, (0, i)) for i, (_, _, text) in enumerate(given)]
    if not isinstance(subject, Subject) or len(values) != len(subject.inputs):
        return  # its inputs are made from the types of the arguments
    pairs = zip(subject.inputs, values, strict=True)
    arguments = Arguments(subject.callable().program)
    inputs = [as_declared(path.name, value, arg.type, arguments) for arg, value in pairs]
    entry = (subject.function.sym_name.data,)
    yield _program(f"{path.name} {number}", subject.module, inputs, entry)


def _method_program(name: str, model: Any, method: str, arguments: Sequence[Any]) -> Program:
    """Return a call of a method of a loaded module."""
    called, linked, owner = getattr(model, method), program_of(model), object_of(model)
    assert isinstance(linked, LinkedProgram)
    values = [owner, *called.values(arguments, {})]
    module = linked.definitions.module
    called(*arguments)  # compiles all that the call reaches
    entry = (owner.class_name, method)
    return _program(name, module.clone(), values, entry, linked.resources)


def release_programs() -> Iterator[Program]:
    """Yield archives of nine releases of PyTorch."""
    for version, name in ALL[::_STRIDE]:
        archives, expected = release(version)
        if (version, name) == ("1.3.1", "recurrent"):
            continue  # is not loaded yet; test_release_programs.py says why
        inputs = [release_value(told) for told in expected[name]["inputs"]]
        yield _method_program(f"{version} {name}", ts.load(archives[name]), "forward", inputs)


def zoo_programs() -> Iterator[Program]:
    """Yield the first recorded call of each model of the zoo."""
    for name, (archive, recording) in list(golden().items())[::_STRIDE]:
        call = recording["calls"][0]
        arguments = [decode_value(argument) for argument in call["arguments"]]
        yield _method_program(name, ts.load(archive), call["method"], arguments)
