"""Programs that once meant something else here than in PyTorch, loaded from its archives."""

from __future__ import annotations

import copy
import io
import math
import sys
import warnings
from pathlib import Path
from typing import Any, Dict, List, Optional  # noqa: UP035

import numpy as np
import pytest

torch = pytest.importorskip("torch")

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "unit"))

from test_load import forward, program  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.jit import _logging  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402
from xdsl_torchscript.runtime.errors import RuntimeFault  # noqa: E402


def saved(made: object) -> bytes:
    buffer = io.BytesIO()
    torch.jit.save(made, buffer)
    return buffer.getvalue()


def describe(value: object) -> object:
    """Return a value with the dtypes of its tensors, comparable, with NaN equal to itself."""
    if isinstance(value, torch.Tensor):
        return str(value.dtype).removeprefix("torch."), repr(value.tolist())
    if isinstance(value, ts.Tensor):
        return value.dtype.torch_name, repr(np.asarray(value).tolist())
    if isinstance(value, list | tuple):
        return tuple(map(describe, value))
    if isinstance(value, dict):
        return {key: describe(part) for key, part in value.items()}
    return value


def given(value: object) -> object:
    return ts.Tensor.of(value.numpy()) if isinstance(value, torch.Tensor) else value


def outcome(run: Any, arguments: list[object]) -> object:
    """Return the result of a call, `raises` if it fails."""
    try:
        return describe(run(*arguments))
    except (RuntimeError, RuntimeFault):
        return "raises"


def agree(stored: bytes, *arguments: object) -> object:
    """Check that PyTorch and we give the same for an archive; return it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = torch.jit.load(io.BytesIO(stored))
    expected = outcome(theirs, list(copy.deepcopy(arguments)))
    found = outcome(ts.load(stored), [given(copy.deepcopy(part)) for part in arguments])
    assert found == expected
    return expected


X = torch.tensor([1.0, 2.0])


# ---- modules by index


@torch.jit.interface
class Step(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        pass


class Add(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x + 1


class Double(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x * 2


class Listed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.steps = nn.ModuleList([Add(), Double()])

    def forward(self, x: Tensor, i: int) -> Tensor:
        step: Step = self.steps[i]
        return step.forward(x)


class Keyed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.steps = nn.ModuleDict({"plus": Add(), "twice": Double()})

    def forward(self, x: Tensor, key: str) -> Tensor:
        step: Step = self.steps[key]
        return step.forward(x)


@pytest.mark.parametrize("index", [0, 1, -1, 2])
def test_a_module_list_is_indexed_through_an_interface(index: int) -> None:
    agree(saved(torch.jit.script(Listed())), X, index)


@pytest.mark.parametrize("key", ["plus", "twice", "other"])
def test_a_module_dict_is_indexed_through_an_interface(key: str) -> None:
    agree(saved(torch.jit.script(Keyed())), X, key)


def test_indexed_modules_are_saved_again() -> None:
    buffer = io.BytesIO()
    ts.load(saved(torch.jit.script(Listed()))).save(buffer)
    assert torch.jit.load(io.BytesIO(buffer.getvalue()))(X, 1).tolist() == [2, 4]


# ---- constants


@torch.jit.script
class Pair:
    def __init__(self, count: int, weight: Tensor):
        self.count = count
        self.weight = weight

    def total(self) -> Tensor:
        return self.weight + self.count


class Holds(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.pair = Pair(3, torch.ones(2))

    def forward(self, x: Tensor, other: bool) -> Tensor:
        pair = self.pair
        if other:
            pair = Pair(4, x)
        return pair.total()


def test_objects_among_constants() -> None:
    stored = saved(torch.jit.freeze(torch.jit.script(Holds().eval())))
    assert agree(stored, X, False) != agree(stored, X, True)
    buffer = io.BytesIO()
    ts.load(stored).save(buffer)
    agree(buffer.getvalue(), X, False)


class Counts(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.pair = Pair(3, torch.ones(2))

    def forward(self, x: Tensor):
        self.pair.count += 1
        self.pair.weight.add_(x)
        same = self.pair.weight is self.pair.weight
        return self.pair.count, self.pair.total(), same, id(self.pair) == id(self.pair)


@pytest.mark.parametrize("engine", ["interp", "profile"])
def test_writes_to_mentions_of_objects_are_lost(engine: str) -> None:
    """The archive says `CONSTANTS.c0.count = ...`, of which PyTorch reads no more."""
    stored = saved(torch.jit.freeze(torch.jit.script(Counts().eval())))
    for again in (False, True):
        if again:
            buffer = io.BytesIO()
            ts.load(stored).save(buffer)
            stored = buffer.getvalue()
        old = ts.set_engine(engine)
        try:
            theirs, ours = torch.jit.load(io.BytesIO(stored)), ts.load(stored)
            for _ in range(3):
                assert describe(ours(given(X))) == describe(theirs(X))
        finally:
            ts.set_engine(old)


KINDS = {
    "float64": torch.float64, "float32": torch.float32, "float16": torch.float16,
    "int64": torch.int64, "int32": torch.int32,
}  # fmt: skip
OPERANDS = [
    torch.tensor([1, 2], dtype=torch.int8), torch.tensor([1, 2], dtype=torch.float16),
    torch.tensor([True, False]), torch.tensor(True), torch.tensor(3, dtype=torch.int8),
]  # fmt: skip


@pytest.mark.parametrize("operator", ["add", "mul", "div"])
@pytest.mark.parametrize("kind", KINDS)
def test_constants_of_rank_0_are_numbers(kind: str, operator: str) -> None:
    number = torch.tensor(2, dtype=KINDS[kind])

    class Traced(nn.Module):
        def forward(self, x: Tensor, flag: Tensor) -> tuple[Tensor, Tensor]:
            inner = getattr(torch, operator)(x, number)
            return inner, torch.maximum(x, number) if not number.is_complex() else inner

    for x in OPERANDS:
        made = torch.jit.trace(Traced(), (x, x), check_trace=False)
        agree(saved(made), x, x)


def test_numbers_of_traces_are_numbers() -> None:
    class Halves(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return torch.arange(4) * 0.5 + x

    stored = saved(torch.jit.trace(Halves(), (torch.ones(4, dtype=torch.int32),)))
    kind, _ = agree(stored, torch.ones(4, dtype=torch.int32))
    assert kind == "float32"


# ---- functions forked in code that is loaded


FORKS = {
    "early": ["if torch.gt(n, 2):", "  return torch.add(x, 1)", "else:", "  pass",
              "return torch.sub(x, 1)"],
    "in a loop": ["for i in range(n):", "  if torch.eq(i, 2):", "    return torch.add(x, i)",
                  "  else:", "    pass", "return x"],
    "both branches": ["if torch.gt(n, 2):", "  return torch.add(x, 1)", "else:",
                      "  return torch.mul(x, n)"],
}  # fmt: skip


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("name", FORKS)
def test_forked_functions_return_from_several_places(name: str, count: int) -> None:
    body = [f"  {line}" for line in FORKS[name]]
    lines = ["def f() -> Tensor:", *body, "future = fork(f)", "return torch.wait(future)"]
    agree(program(forward(*lines, arguments="x: Tensor, n: int")), X, count)


# ---- values


class EmptyLists(nn.Module):
    def forward(self, x: Tensor):
        tensors: List[Tensor] = []  # noqa: UP006
        arranged = sorted(tensors)
        tensors.sort()
        ints: List[int] = []  # noqa: UP006
        floats: List[float] = []  # noqa: UP006
        bools: List[bool] = []  # noqa: UP006
        nested: List[List[int]] = []  # noqa: UP006
        made = torch.tensor(ints), torch.tensor(floats), torch.tensor(bools), torch.tensor(nested)
        return len(arranged), len(tensors), made, torch.tensor([ints]), torch.as_tensor(ints)


class Instances(nn.Module):
    def forward(self, x: Tensor):
        declared: Dict[str, Tensor] = {}  # noqa: UP006
        a: Any = declared
        b: Any = {"x": 1}
        c: Any = {}
        return (
            isinstance(a, Dict[str, Tensor]),  # noqa: UP006
            isinstance(b, Dict[str, Tensor]),  # noqa: UP006
            isinstance(b, Dict[str, int]),  # noqa: UP006
            isinstance(c, Dict[str, Tensor]),  # noqa: UP006
        )


class Containers(nn.Module):
    def forward(self, x: Any):
        return (
            isinstance(x, Dict[str, Tensor]),  # noqa: UP006
            isinstance(x, Dict[str, int]),  # noqa: UP006
            isinstance(x, List[Tensor]),  # noqa: UP006
            isinstance(x, List[int]),  # noqa: UP006
        )


@pytest.mark.parametrize("value", [{"a": 1}, [1], [0.5]])
def test_instances_of_containers(value: object) -> None:
    agree(saved(torch.jit.script(Containers())), value)


def test_instances_of_containers_of_tensors() -> None:
    stored = saved(torch.jit.script(Containers()))
    loaded, theirs = ts.load(stored), torch.jit.load(io.BytesIO(stored))
    assert loaded({"a": ts.Tensor(X.numpy())}) == theirs({"a": X}) == (True, False, False, False)
    assert loaded([ts.Tensor(X.numpy())]) == theirs([X]) == (False, False, True, False)


class Strided(nn.Module):
    def forward(self, x: Tensor):
        wide = x.expand(3, 4)
        return wide.as_strided([2, 2], [1, 1]), torch.as_strided(wide, [2], [1], 1)


def strided(x: Tensor):
    return x.as_strided([3], [1]), x.as_strided([2], [1], 0), x.storage_offset()


def test_a_tensor_of_pytorch_is_a_view_of_its_storage() -> None:
    whole = torch.arange(6.0)
    bits = whole.to(torch.bfloat16)
    ours = ts.load(saved(torch.jit.script(strided)))
    for x in (whole[2:4], whole.view(3, 2)[1], whole.view(3, 2).t()[1], bits[2:4]):
        assert describe(ours(x)) == describe(torch.jit.script(strided)(x))
    ours(whole[2:4])[1].fill_(9)
    assert whole.tolist() == [9, 9, 2, 3, 4, 5]


def compared(x: Tensor):
    a, b = Pair(1, x), Pair(1, x)
    c = a
    return id(a) == id(c), id(a) == id(b)


def timed(x: Tensor):
    start = _logging.time_point()
    _logging.add_stat_value("count", 3)
    return _logging.time_point() >= start


@pytest.mark.parametrize("function", [compared, timed])
def test_scripts_have_the_names_of_pytorch(function: Any) -> None:
    assert ts.script(function)(X) == torch.jit.script(function)(X)


class Copied(nn.Module):
    def forward(self, x: Tensor):
        return torch.view_copy(x, torch.int16)


class Sized(nn.Module):
    def forward(self, x: Tensor):
        return x.view(torch.int32)


class Bilinear(nn.Module):
    def forward(self, a: Tensor, b: Tensor, c: Tensor):
        return torch.bilinear(a, b, c), torch._trilinear(a, b, b, [], [], [], [0, 1])


class Trilinear(nn.Module):
    def forward(self, a: Tensor, empty: List[int], zero: List[int]):  # noqa: UP006
        return torch._trilinear(a, a, a, empty, empty, empty, zero)


class Identities(nn.Module):
    def forward(self, x: Tensor):
        a, b, c = Pair(1, x), Pair(1, x), torch.jit.annotate(Optional[Pair], None)  # noqa: UP045
        return id(a) == id(a), id(a) == id(b), id(c)


class Mixed(nn.Module):
    def forward(self, x: Tensor):
        return torch.tensor([1, 2.5])


class LoneTensors(nn.Module):
    def forward(self, x: Tensor):
        tensors = [x]
        tensors.sort(reverse=True)
        return tensors, sorted(tensors)


@pytest.mark.parametrize("module", [EmptyLists, Instances, Identities, Mixed, LoneTensors])
def test_values_of_programs(module: type) -> None:
    agree(saved(torch.jit.script(module())), X)


@pytest.mark.parametrize("module", [Strided, Copied, Sized])
@pytest.mark.parametrize("count", [3, 4])
def test_views(module: type, count: int) -> None:
    agree(saved(torch.jit.script(module())), torch.arange(float(count)))


@pytest.mark.parametrize("sizes", [(0, 3), (2, 0), (2, 3)])
@pytest.mark.parametrize("batch", [0, 5])
def test_bilinear_of_nothing(sizes: tuple[int, int], batch: int) -> None:
    out, size = sizes
    arguments = torch.ones(batch, size), torch.ones(batch, size), torch.ones(out, size, size)
    agree(saved(torch.jit.script(Bilinear())), *arguments)


@pytest.mark.parametrize("zero", [[], [0], [0, 1]])
def test_trilinear_of_nothing(zero: list[int]) -> None:
    agree(saved(torch.jit.script(Trilinear())), torch.ones(0, 3), [], zero)


class Best(nn.Module):
    def forward(self, x: Tensor, k: int):
        return torch.topk(x, k), torch.topk(x, k, largest=False)


@pytest.mark.parametrize("size", [1, 3, 4, 17, 64, 130, 1000])
@pytest.mark.parametrize("distinct", [1, 2, 5, 60])
def test_ties_of_topk(size: int, distinct: int) -> None:
    stored = saved(torch.jit.script(Best()))
    generator = torch.Generator().manual_seed(size)
    x = torch.randint(0, distinct, (2, size), generator=generator).float()
    x[x == 3] = math.nan
    for k in {1, size // 64, size // 3, size}:
        agree(stored, x, k)
        agree(stored, x.sort().values, k)


# ---- profiling and files


class Profiled(nn.Module):
    def forward(self, x: Tensor):
        with torch.autograd.profiler.record_function("outer"):
            y = x + 1
        handle = torch.ops.profiler._record_function_enter("inner", None)
        y = y * 2
        torch.ops.profiler._record_function_exit(handle)
        start = _logging.time_point()
        _logging.add_stat_value("count", 3)
        return y, _logging.time_point() >= start


def test_profiled_programs() -> None:
    agree(saved(torch.jit.script(Profiled())), X)


class Writes(nn.Module):
    def forward(self, x: Tensor, name: str):
        torch.save(x, name)
        torch.save({"x": [x, x[:1]], "n": 2}, name + ".dict")
        return x


def test_files_that_programs_write(tmp_path: Path) -> None:
    loaded = ts.load(saved(torch.jit.script(Writes())))
    with pytest.raises(RuntimeFault, match="allow_writing"):
        loaded(X.numpy(), "x.pt")
    with ts.allow_writing(tmp_path):
        loaded(X.numpy(), "x.pt")
    assert torch.load(tmp_path / "x.pt").tolist() == [1, 2]
    held = torch.load(tmp_path / "x.pt.dict", weights_only=False)
    assert held["n"] == 2 and [part.tolist() for part in held["x"]] == [[1, 2], [1]]
    assert held["x"][0].data_ptr() == held["x"][1].data_ptr()
    mine = ts.load(tmp_path / "x.pt.dict")
    assert mine["n"] == 2 and [np.asarray(part).tolist() for part in mine["x"]] == [[1, 2], [1]]


def writes(x: Tensor, name: str):
    torch.save([1, 2], name + ".ints")
    torch.save({"a": [0.5], "b": [1.5]}, name + ".dict")
    torch.save((x, "s", [True], [x]), name + ".tuple")
    return x


def test_files_that_programs_of_pytorch_write(tmp_path: Path) -> None:
    torch.jit.script(writes)(X, str(tmp_path / "x"))
    for kind in ("ints", "dict", "tuple"):
        path = tmp_path / f"x.{kind}"
        assert describe(ts.load(path)) == describe(torch.load(path, weights_only=False))
