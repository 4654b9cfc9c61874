"""Archives of PyTorch, loaded by `ts.load`, have the same graphs and results."""

from __future__ import annotations

import importlib
import inspect
import io
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "unit"))

from canonical_graphs import canonical_graph  # noqa: E402
from test_archives import MODULES, save_bytes  # noqa: E402
from test_load import forward, program  # noqa: E402
from test_overloads_in_graphs import MODULES as RUN  # noqa: E402
from xdsl.dialects.func import FuncOp  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402
from xdsl_torchscript.frontend.archive import read_archive  # noqa: E402
from xdsl_torchscript.frontend.archive.program import archive_program  # noqa: E402
from xdsl_torchscript.frontend.archive.upgraders import upgrades  # noqa: E402
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits  # noqa: E402
from xdsl_torchscript.runtime.errors import MissingOperatorsError  # noqa: E402

OTHERWISE = {
    "no_grad_block": "PyTorch gives prim::Exit a result",
    "no_grad": "PyTorch gives prim::Exit a result",
    "any_isinstance": "PyTorch casts what is no instance to Any",
    "both_raise": "PyTorch leaves a value that nothing computes",
    "break_outer_by_flag": "a loop in a loop, whose variables nobody reads behind it",
    "fork_arguments": "PyTorch hands constants to a fork as arguments",
    "fork_in_loop": "PyTorch hands constants to a fork as arguments",
    "fork_of_tuple": "PyTorch hands constants to a fork as arguments",
    "futures_in_list": "PyTorch hands constants to a fork as arguments",
}
"""Programs whose graphs differ, and why; they mean the same."""

FILES = ("programs.language", "programs.modules", "language.containers", "language.control",
         "language.tensors", "language.types")  # fmt: skip


def programs(file: str) -> Iterator[tuple[str, object]]:
    module = importlib.import_module(file)
    for name, value in vars(module).items():
        if getattr(value, "__module__", None) != file or name.startswith("_"):
            continue
        is_module = inspect.isclass(value) and issubclass(value, torch.nn.Module)
        if is_module or inspect.isfunction(value):
            yield name, value


def script_or_none(value: object) -> object | None:
    """Script a value, None if PyTorch rejects it or cannot save it."""
    try:
        return torch.jit.script(value() if inspect.isclass(value) else value)
    except (RuntimeError, TypeError, torch.jit.frontend.NotSupportedError):
        return None


def graphs_of(loaded: object) -> dict[str, dict[str, str]]:
    """Return the graphs as PyTorch prints them, by class and method."""
    found: dict[str, dict[str, str]] = {}
    for module in loaded.modules():
        methods = module._c._method_names()
        graphs = {name: str(module._c._get_method(name).graph) for name in methods}
        found[module._c._type().qualified_name()] = graphs
    return found


def differing(stored: bytes) -> list[str]:
    """Return the methods of an archive whose graphs differ from torch.jit.load's."""
    compiled = archive_program(read_archive(stored), lower_exits)
    found: list[str] = []
    for class_name, graphs in graphs_of(torch.jit.load(io.BytesIO(stored))).items():
        for method, text in graphs.items():
            (theirs, *_) = (op for op in ts.parse_graph(text).ops if isinstance(op, FuncOp))
            ours = compiled.method(class_name, method)
            if canonical_graph(theirs) != canonical_graph(ours):
                found.append(f"{class_name}.{method}")
    return found


@pytest.mark.parametrize("file", FILES)
def test_graphs_of_programs(file: str) -> None:
    checked = 0
    for name, value in programs(file):
        made = script_or_none(value)
        try:
            stored = None if made is None else save_bytes(made)
        except RuntimeError:
            continue
        if stored is None or name in OTHERWISE:
            continue
        assert differing(stored) == [], name
        checked += 1
    assert checked >= 10


@pytest.mark.parametrize("name", MODULES)
def test_graphs_of_torch_nn(name: str) -> None:
    assert differing(save_bytes(torch.jit.script(MODULES[name]()))) == []


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("name", RUN)
def test_results(name: str, traced: bool) -> None:
    torch.manual_seed(0)
    module, inputs = RUN[name]()
    module.eval()
    made = torch.jit.trace(module, inputs) if traced else torch.jit.script(module)
    loaded = ts.load(save_bytes(made))
    if not hasattr(torch.jit.load(io.BytesIO(save_bytes(made))), "forward"):
        assert not hasattr(loaded, "forward"), "it has several, none of which is called so"
        return
    try:
        found = loaded(*(ts.Tensor.of(value.numpy()) for value in inputs))
    except MissingOperatorsError as error:
        pytest.skip(str(error))
    with torch.no_grad():
        expected = made(*inputs)
    close(found, expected)


def close(found: object, expected: object) -> None:
    if isinstance(expected, tuple):
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            close(a, b)
        return
    np.testing.assert_allclose(np.asarray(found), expected.numpy(), rtol=1e-4, atol=1e-5)


def test_the_table_of_upgraders_is_that_of_pytorch() -> None:
    theirs: dict[str, tuple[int, str]] = {}
    for name, entries in torch._C._get_operator_version_map().items():
        assert len(entries) == 1
        theirs[name] = entries[0].bumped_at_version, entries[0].old_schema
    for version in range(1, 11):
        expected = {name: text for name, (until, text) in theirs.items() if version < until}
        ours = {
            f"{upgrade.schema.full_name}": upgrade.schema
            for of_kind in upgrades(version).values()
            for upgrade in of_kind.values()
        }
        assert ours.keys() == expected.keys()
        for name, schema in ours.items():
            left, right = str(schema), str(torch._C.parse_schema(expected[name]))
            right = right.replace("10.,", "10.0,")
            assert left.split(" -> ")[0] == right.split(" -> ")[0]


OLD = {
    (3, "torch.div(x, y)"): "x: Tensor, y: Tensor",
    (3, "torch.div(x, n)"): "x: Tensor, n: int",
    (3, "torch.div_(x, y)"): "x: Tensor, y: Tensor",
    (3, 'torch.div(x, y, rounding_mode="floor")'): "x: Tensor, y: Tensor",
    (4, "torch.full([2], 7)"): "x: Tensor",
    (4, "torch.full([2], 7, dtype=3)"): "x: Tensor",
    (7, "torch.linspace(0, 3)"): "x: Tensor",
    (7, "torch.linspace(0, 3, 7)"): "x: Tensor",
    (8, "torch.logspace(0, 3)"): "x: Tensor",
    (9, "torch.gelu(x)"): "x: Tensor",
}


@pytest.mark.parametrize(("version", "call"), OLD)
@pytest.mark.parametrize("floats", [False, True])
def test_old_operators_agree_with_pytorch(version: int, call: str, floats: bool) -> None:
    code = forward(f"return {call}", arguments=OLD[version, call])
    stored = program(code, version=version)
    kind = torch.float32 if floats or "gelu" in call else torch.int64
    arguments = {
        "x": lambda: torch.tensor([-5, 7]).to(kind), "y": lambda: torch.tensor([2, -2]).to(kind),
        "n": lambda: 2,
    }  # fmt: skip
    names = [part.split(":")[0] for part in OLD[version, call].split(", ")]
    inputs = [arguments[name]() for name in names]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = torch.jit.load(io.BytesIO(stored))(*(arguments[name]() for name in names))
    given = [ts.Tensor.of(v.numpy()) if isinstance(v, torch.Tensor) else v for v in inputs]
    try:
        found = ts.load(stored)(*given)
    except MissingOperatorsError as error:
        pytest.skip(str(error))
    assert found.dtype.torch_name == str(expected.dtype).removeprefix("torch.")
    close(found, expected)
