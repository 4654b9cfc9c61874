"""Loaded programs that once differed from PyTorch, with PyTorch's results."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from archive_files import reload
from test_load import forward, program

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import ArchiveContents, PickledObject, write_archive
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.instructions import Instruction

pytestmark = pytest.mark.usefixtures("kept_options")

X = np.array([1.0, 2.0], np.float32)


def run(
    *lines: str, arguments: str = "x: Tensor", result: str = "Tensor", given: Any = (X,)
) -> Any:
    """Return the result of a loaded program of these lines."""
    return ts.load(program(forward(*lines, arguments=arguments, result=result)))(*given)


# ---- modules and objects


@ts.interface
class Step(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor: ...


class Plus(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return x + 1


class Twice(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return x * 2


class Other(ts.Module):
    def forward(self, x: ts.Tensor, n: int) -> ts.Tensor:
        return x * n


class Listed(ts.Module):
    def __init__(self, *steps: ts.Module) -> None:
        super().__init__()
        self.steps = ts.ModuleList(steps)

    def forward(self, x: ts.Tensor, i: int) -> ts.Tensor:
        step: Step = self.steps[i]
        return step.forward(x)


class Keyed(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.steps = ts.ModuleDict({"plus": Plus(), "twice": Twice()})

    def forward(self, x: ts.Tensor, key: str) -> ts.Tensor:
        step: Step = self.steps[key]
        return step.forward(x)


@pytest.mark.parametrize("load", [False, True])
def test_modules_are_indexed_through_an_interface(load: bool) -> None:
    listed, keyed = ts.script(Listed(Plus(), Twice())), ts.script(Keyed())
    if load:
        listed, keyed = reload(listed), reload(keyed)
    assert [np.asarray(listed(X, i)).tolist() for i in (0, 1)] == [[2, 3], [2, 4]]
    assert np.asarray(keyed(X, "twice")).tolist() == [2, 4]
    with pytest.raises(RuntimeFault, match="ModuleList has no module '-1'"):
        listed(X, -1)
    with pytest.raises(RuntimeFault, match="ModuleDict has no module 'other'"):
        keyed(X, "other")
    assert "step : __torch__.Step = " in reload(listed).code or load or "Step" in listed.code


def test_modules_that_are_not_of_the_interface_are_refused() -> None:
    with pytest.raises(ts.SourceError, match="the module '1' does not fit"):
        ts.script(Listed(Plus(), Other())).forward.graph  # noqa: B018


PAIR = """class Pair:
  n : int
  def __init__(self: __torch__.Pair, n: int) -> NoneType:
    self.n = n
    return None
class M(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
  def forward(self: __torch__.M, x: Tensor) -> Tensor:
    p = CONSTANTS.c0
    p.n = torch.add(p.n, 1)
    return torch.add(x, p.n)
"""


def test_objects_among_constants() -> None:
    contents = ArchiveContents(
        root=PickledObject("__torch__.M", {"training": True}),
        sources={"code/__torch__.py": PAIR},
        constants=(PickledObject("__torch__.Pair", {"n": 3}),),
    )
    buffer = io.BytesIO()
    write_archive(contents, buffer)
    loaded = ts.load(buffer.getvalue())
    assert np.asarray(loaded(X)).tolist() == [5, 6]
    assert np.asarray(loaded(X)).tolist() == [6, 7]
    assert np.asarray(reload(loaded)(X)).tolist() == [7, 8]


MENTIONS = ("CONSTANTS.c0.n = torch.add(CONSTANTS.c0.n, 1)", "return torch.add(x, CONSTANTS.c0.n)")


def test_writes_to_mentions_of_objects_are_lost() -> None:
    head, _, _ = PAIR.partition("    p = CONSTANTS.c0\n")
    contents = ArchiveContents(
        root=PickledObject("__torch__.M", {"training": True}),
        sources={"code/__torch__.py": head + "".join(f"    {line}\n" for line in MENTIONS)},
        constants=(PickledObject("__torch__.Pair", {"n": 3}),),
    )
    buffer = io.BytesIO()
    write_archive(contents, buffer)
    loaded = ts.load(buffer.getvalue())
    for module in (loaded, reload(loaded)):
        assert [np.asarray(module(X)).tolist() for _ in range(2)] == [[4, 5], [4, 5]]


# ---- constants of rank 0


def test_constants_of_rank_0_are_numbers() -> None:
    half = ts.Tensor(np.array(0.5))
    traced = ts.trace(lambda x: (x * half, ts.maximum(x, half)), np.array([1, 2], np.int8))
    loaded = reload(traced)
    product, largest = loaded(np.array([1, 2], np.int8))
    assert (product.dtype.torch_name, np.asarray(product).tolist()) == ("float32", [0.5, 1.0])
    assert largest.dtype.torch_name == "float64"
    assert "CONSTANTS" in loaded.code and loaded.graph.findNode("aten::mul") is not None


class Halved(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return x * HALF


class Outer(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.part = Halved()

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return self.part(x)


HALF = ts.Tensor(np.array(0.5))


@pytest.mark.parametrize("engine", ["interp", "simple", "specialize", "profile"])
def test_constants_of_rank_0_in_called_methods_are_numbers(engine: str) -> None:
    given = np.array([1, 2], np.int8)
    loaded = reload(ts.trace(Outer(), given))
    ts.set_engine(engine)
    assert [loaded(given).dtype.torch_name for _ in range(3)] == ["float32"] * 3


def test_faults_in_a_program_with_numbers_have_their_place() -> None:
    half = ts.Tensor(np.array(0.5))
    loaded = reload(ts.trace(lambda x: (x * half).view([3]), np.ones(3, np.float32)))
    with pytest.raises(RuntimeFault, match=r"test_loaded_differences.py:\d+"):
        loaded(X)


# ---- forks


FORKS: dict[tuple[str, ...], list[list[float]]] = {
    ("if torch.gt(n, 2):", "  return torch.add(x, 1)", "else:", "  pass",
     "return torch.sub(x, 1)"): [[0, 1], [2, 3]],
    ("for i in range(n):", "  if torch.eq(i, 2):", "    return torch.add(x, i)", "  else:",
     "    pass", "return x"): [[1, 2], [3, 4]],
    ("if torch.gt(n, 2):", "  return torch.add(x, 1)", "else:",
     "  return torch.mul(x, n)"): [[1, 2], [2, 3]],
}  # fmt: skip


@pytest.mark.parametrize("lines", FORKS)
@pytest.mark.parametrize("kind", ["fork", "awaitable"])
def test_forked_functions_return_from_several_places(kind: str, lines: tuple[str, ...]) -> None:
    wait = {"fork": "torch.wait(f)", "awaitable": "ops.prim.awaitable_wait(f)"}[kind]
    body = ["def g() -> Tensor:", *(f"  {line}" for line in lines), f"f = {kind}(g)"]
    for n, expected in zip((1, 3), FORKS[lines], strict=True):
        found = run(*body, f"return {wait}", arguments="x: Tensor, n: int", given=(X, n))
        assert np.asarray(found).tolist() == expected


@pytest.mark.parametrize("engine", ["interp", "profile", "native"])
def test_a_fork_may_return_an_argument(engine: str) -> None:
    text = """
def g(x):
    x.add_(1)
    return x
def f(x):
    return torch.jit.wait(torch.jit.fork(g, x * 2))
"""
    ts.set_engine(engine)
    assert np.asarray(ts.compile(text).f(X)).tolist() == [3, 5]


# ---- values


@pytest.mark.parametrize(
    ("type", "dtype"),
    [("int", "int64"), ("float", "float32"), ("bool", "bool"), ("complex", "complex64")],
)
@pytest.mark.parametrize("call", ["torch.tensor", "torch.as_tensor"])
def test_an_empty_list_gives_a_tensor_of_its_type(call: str, type: str, dtype: str) -> None:
    for made in (f"annotate(List[{type}], [])", f"annotate(List[List[{type}]], [])"):
        assert run(f"return {call}({made})").dtype.torch_name == dtype


@pytest.mark.parametrize("call", ["torch.tensor", "torch.as_tensor"])
@pytest.mark.parametrize("engine", ["interp", "profile", "native"])
def test_a_list_of_several_types_makes_no_tensor(engine: str, call: str) -> None:
    text = (
        f"def f(n: float):\n    return {call}([1, n])\ndef g(n: float):\n    return {call}([n])\n"
    )
    ts.set_engine(engine)
    program = ts.compile(text)
    with pytest.raises((RuntimeFault, ts.NativeUnsupported)):
        program.f(2.5)
    if engine != "native":
        assert np.asarray(program.g(2.5)).tolist() == [2.5]


def test_empty_lists_of_tensors_are_sorted() -> None:
    lines = ("xs = annotate(List[Tensor], [])", "ys = torch.sorted(xs)", "torch.sort(xs)")
    assert run(*lines, "return torch.len(ys)", result="int") == 0


def test_a_tensor_by_itself_is_not_compared() -> None:
    lines = ("xs = [x]", "ys = torch.sorted(xs)", "torch.sort(xs, True)", "return ys[0]")
    assert np.asarray(run(*lines)).tolist() == [1, 2]
    with pytest.raises(RuntimeFault, match="is not one number"):
        run("xs = [x, x]", "torch.sort(xs)", "return x")


def test_an_untyped_dict_is_one_of_tensors() -> None:
    lines = ("d : Any = annotate(Dict[str, Tensor], {})",)
    test = "return isinstance(d, Dict[str, Tensor])"
    assert run(*lines, test, result="bool") is True


def test_a_dict_of_tensors_has_one_type_for_all_tensors() -> None:
    test = "return isinstance(d, Dict[str, Tensor])"
    given = ({"a": ts.Tensor(X), "b": ts.Tensor(np.ones((2, 3)))},)
    assert run(test, arguments="d: Any", result="bool", given=given) is True
    assert run(test, arguments="d: Any", result="bool", given=({"a": ts.Tensor(X)},)) is True
    assert run(test, arguments="d: Any", result="bool", given=({"a": 1},)) is False


def test_numbers_in_a_row_are_a_list_where_nothing_else_fits() -> None:
    assert run("return torch.view_copy(x, 2)").dtype.torch_name == "int16"
    assert np.asarray(run("return torch.view(x, 2)")).tolist() == [1, 2]
    assert run("return torch.view(x, dtype=3)").dtype.torch_name == "int32"


def test_traces_of_another_dtype_are_saved() -> None:
    traced = ts.trace(lambda x: x.view(ts.int32), X)
    assert "dtype=3" in traced.code
    assert reload(traced)(X).dtype.torch_name == "int32"


def test_an_expanded_view_is_strided_over_its_storage() -> None:
    lines = ("y = torch.expand(x, [3, 2])", "return torch.as_strided(y, [2], [1], 0)")
    assert np.asarray(run(*lines)).tolist() == [1, 2]


def test_bilinear_without_features_is_ambiguous() -> None:
    empty, weight = np.ones((5, 0), np.float32), np.ones((2, 0, 0), np.float32)
    with pytest.raises(ValueError, match=r"\[-1, 0\]"):
        ts.bilinear(empty, empty, weight)


TIES = {
    1: ([[6], [2]], [[6], [1]]),
    3: ([[6, 5, 4], [2, 4, 6]], [[6, 5, 4], [1, 7, 5]]),
    5: ([[4, 7, 6, 5, 2], [2, 4, 6, 0, 7]], [[4, 7, 6, 5, 2], [1, 7, 5, 3, 2]]),
    8: ([[4, 7, 6, 5, 2, 1, 0, 3], [0, 2, 6, 4, 7, 5, 3, 1]],
        [[4, 7, 6, 5, 2, 1, 0, 3], [1, 7, 5, 3, 2, 0, 6, 4]]),
}  # fmt: skip
"""PyTorch's answers."""


@pytest.mark.parametrize("k", TIES)
@pytest.mark.parametrize("axis", [0, 1])
def test_ties_of_topk(k: int, axis: int) -> None:
    x = np.array([[1, 1, 1, 1, 1, 1, 1, 1], [2, 1, 2, 1, 2, 1, 2, 1]])
    for largest, expected in zip((True, False), TIES[k], strict=True):
        values, places = ts.topk(x if axis else x.T, k, axis, largest)
        found = np.asarray(places) if axis else np.asarray(places).T
        assert found.tolist() == expected
        rows = np.asarray(values) if axis else np.asarray(values).T
        assert rows.tolist() == np.take_along_axis(x, found, 1).tolist()


def test_few_of_many_ties() -> None:
    x = np.arange(200) * 7919 % 5
    assert np.asarray(ts.topk(x, 3)[1]).tolist() == [11, 1, 6]
    assert np.asarray(ts.topk(x, 3, largest=False)[1]).tolist() == [10, 0, 5]
    expected = [141, 151, 186, 101, 26, 6, 196, 11, 121, 106, 96, 126, 116, 16, 136, 111, 1, 146]
    assert np.asarray(ts.topk(x, 40)[1]).tolist()[:18] == expected


# ---- profiling


PROFILED = (
    'h = ops.profiler._record_function_enter_new("outer", None)',
    "t = ops.prim.TimePoint()",
    'ops.prim.AddStatValue("count", 3)',
    "y = torch.neg(x)",
    "ops.profiler._record_function_exit(h)",
    "return torch.ge(ops.prim.TimePoint(), t)",
)


class Names:
    """Records the instructions that run, with their arguments."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    def enters(self, code: Code, registers: list[Any]) -> None: ...
    def did_run(self, code: Code, instruction: Instruction, registers: list[Any]) -> None: ...
    def failed(self, code: Code, instruction: Instruction, registers: list[Any]) -> None: ...
    def leaves(self, code: Code, results: tuple[Any, ...]) -> None: ...
    def will_run(self, code: Code, instruction: Instruction, registers: list[Any]) -> None:
        self.heard.append((instruction.name, *(registers[i] for i in instruction.inputs)))


def test_a_listener_observes_profiled_operators() -> None:
    method = ts.load(program(forward(*PROFILED, result="bool"))).forward
    listener = Names()
    (later,) = ts.run(method.executable, [*method.first, ts.Tensor(X)], listener)
    assert later is True
    heard = {name: arguments for name, *arguments in listener.heard}
    assert heard["_record_function_enter_new"] == ["outer", None]
    assert heard["AddStatValue"] == ["count", 3]
    assert {"TimePoint", "_record_function_exit"} <= heard.keys()


# ---- files


def test_programs_write_where_the_caller_lets_them(tmp_path: Path) -> None:
    lines = ("torch.save([x, torch.slice(x, 0, 0, 1, 1)], name)", "return x")
    loaded = ts.load(program(forward(*lines, arguments="x: Tensor, name: str")))
    with pytest.raises(RuntimeFault, match="allow_writing"):
        loaded(X, str(tmp_path / "x.pt"))
    with ts.allow_writing(tmp_path):
        loaded(X, "x.pt")
        with pytest.raises(RuntimeFault, match="outside"):
            loaded(X, "../x.pt")
    assert [path.name for path in tmp_path.iterdir()] == ["x.pt"]
    with zipfile.ZipFile(tmp_path / "x.pt") as file:
        assert file.read("archive/version") == b"3\n"
        assert file.read("archive/data/0") == X.tobytes()
        assert b"build_tensorlist" in file.read("archive/data.pkl")
        assert pickle.PROTO in file.read("archive/data.pkl")
    again = ts.load(tmp_path / "x.pt")
    assert [np.asarray(part).tolist() for part in again] == [[1, 2], [1]]


def test_forks_write_where_the_caller_lets_them(tmp_path: Path) -> None:
    body = ("def g() -> Tensor:", "  torch.save(x, name)", "  return x", "f = fork(g)")
    lines = forward(*body, "return torch.wait(f)", arguments="x: Tensor, name: str")
    with ts.allow_writing(tmp_path):
        ts.load(program(lines))(X, "x.pt")
    assert (tmp_path / "x.pt").exists()


def test_a_listener_hears_record_function_in_scripts() -> None:
    unit = ts.compile(
        "def f(x):\n"
        "    with torch.autograd.profiler.record_function('outer'):\n"
        "        y = x + 1\n"
        "    return y\n"
    )
    listener = Names()
    ts.run(unit.f.executable, [ts.Tensor(X)], listener)
    names = [name for name, *_ in listener.heard]
    assert names.index("_record_function_enter") < names.index("add")
    assert names.index("add") < names.index("_record_function_exit")
