"""`ts.load`: archives as modules that run."""

from __future__ import annotations

import os
import random
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from archive_files import GOLDEN, archive, integer, load_golden, module, name, tensor, text
from test_archive_json import model, records

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import read_archive
from xdsl_torchscript.frontend.archive.program import archive_program
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.runtime.errors import MissingOperatorsError, RuntimeFault
from xdsl_torchscript.runtime.modules.handle import object_of, program_of
from xdsl_torchscript.runtime.modules.objects import NamedTupleValue

TRUE = b"\x88"
EMPTY_MODULE = module(text("training"), TRUE)
MODULE = """class M(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
"""


def program(body: str, *, version: int = 3, before: str = "", **more: bytes) -> bytes:
    """Return an archive of a module with the methods `body`."""
    code = f"{MODULE}{body}{before}".encode()
    return archive(
        EMPTY_MODULE, {"code/__torch__.py": code, "version": f"{version}\n".encode(), **more}
    )


def forward(*lines: str, arguments: str = "x: Tensor", result: str = "Tensor") -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"  def forward(self: __torch__.M,\n    {arguments}) -> {result}:\n{body}\n"


def numbers(*values: float) -> ts.Tensor:
    return ts.Tensor.of(np.array(values, dtype=np.float32))


def integers(*values: int) -> ts.Tensor:
    return ts.Tensor.of(np.array(values))


def values(result: Any) -> Any:
    return np.asarray(result).tolist()


# ---- what is loaded


@pytest.mark.parametrize(
    ("file", "argument", "expected"),
    [
        ("stateful", [3.0, 3.0], [3.0, 6.0]),
        ("constants", [1.0, 1.0], [1.0, 2.0]),
        ("cuda", [1.0, 2.0], [1.0, 2.0]),
        ("sharing", [0.0, 1.0], [248.0, 249.0]),
        ("attributes", [0.0, 1.0], [36 - 2j, 37 - 2j]),
        ("dtypes", [0.5], [0.5]),
        ("sizes", [0.5], [0.5]),
    ],
)
def test_golden_archives_run(file: str, argument: list[float], expected: list[Any]) -> None:
    assert values(load_golden(file)(numbers(*argument))) == expected


def test_methods_and_submodules() -> None:
    loaded = load_golden("evaluated")
    ones = ts.Tensor.of(np.ones((2, 2), np.float32))
    assert values(loaded(ones, 3)) == values(loaded(ones, times=3))
    first, step = loaded.first(ones)
    assert values(first) == [1.0, 1.0] and step == 1
    assert [n for n, _ in loaded.named_children()] == ["blocks", "named", "extra"]
    assert [n for n, _ in loaded.named_buffers()] == ["steps"]
    assert loaded.scale.requires_grad and not loaded.steps.requires_grad
    assert not loaded.training and not loaded.blocks[0].dropout.training


def test_attributes_have_their_declared_types() -> None:
    loaded = load_golden("attributes")
    assert loaded.table == {"a": 1, "b": -2} and list(loaded.table) == ["a", "b"]
    assert loaded.point.x == 3 and values(loaded.point.y) == [0.0, 0.0]
    assert (loaded.color.name, loaded.color.value) == ("BLUE", 2)
    assert str(loaded.place) == "cpu"
    assert loaded.mixed == (1, (2.0, "x"), True, None)
    assert loaded.words[2] == "h\u00e9llo \u4e16"
    assert loaded.counter.next() == 5 and loaded.counter.next() == 6


def test_tensors_share_memory_where_the_file_does() -> None:
    loaded = load_golden("sharing")
    assert loaded.same is loaded.base
    loaded.base.array[5] = 100.0
    assert values(loaded.matrix)[1][1] == 100.0 and values(loaded.column)[1] == 100.0
    assert values(load_golden("sharing").base)[5] == 5.0, "the file stays as it is"


def test_sources_are_paths_bytes_and_files() -> None:
    path = GOLDEN / "stateful.pt"
    with path.open("rb") as file:
        for source in (path, str(path), path.read_bytes(), file):
            assert values(ts.load(source)(numbers(1, 1))) == [1.0, 2.0]


def test_a_pipe_is_read(tmp_path: Path) -> None:
    pipe, data = tmp_path / "pipe.pt", (GOLDEN / "stateful.pt").read_bytes()
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as writers:
        writers.submit(pipe.write_bytes, data)
        assert values(ts.load(pipe)(numbers(1, 1))) == [1.0, 2.0]


@pytest.mark.parametrize("source", [None, 3, StringIO("text")])
def test_other_sources_are_refused(source: Any) -> None:
    with pytest.raises(TypeError, match="expected a path, bytes or a file opened in binary mode"):
        ts.load(source)


@pytest.mark.parametrize("keyword", ["extra_files", "_extra_files"])
def test_extra_files(keyword: str) -> None:
    wanted = {"notes.txt": b""}
    ts.load(GOLDEN / "function.pt", **{keyword: wanted})
    assert wanted == {"notes.txt": b"two words"}
    with pytest.raises(
        ts.ArchiveError, match=r"no extra file 'other'; expected one of: more/data.bin, notes"
    ):
        ts.load(GOLDEN / "function.pt", extra_files={"other": b""})


SHARED = b"](K\x01K\x02eq\x01", b"h\x01"
"""A pickled list of two integers, and the same list again."""


def attributes(**types: str) -> str:
    return MODULE + "".join(f"  {name} : {type}\n" for name, type in types.items())


def load_shared(code: str, first: bytes, second: bytes) -> Any:
    pickled = module(text("training"), TRUE, text("a"), first, text("b"), second)
    return ts.load(archive(pickled, {"code/__torch__.py": code.encode()}))


@pytest.mark.parametrize("type", ["List[float]", "List[Tensor]", "List[List[int]]", "List[Any]"])
def test_a_shared_list_has_one_type(type: str) -> None:
    """It would have the type of the attribute that came first, and code would read the other."""
    expected = "a list in __torch__.M.b; expected a value of type"
    with pytest.raises(ts.ArchiveError, match=expected):
        load_shared(attributes(a="List[int]", b=type), *SHARED)


@pytest.mark.parametrize(
    "types", [("List[int]", "Optional[List[int]]"), ("Any", "List[int]"), ("List[int]", "Any")]
)
def test_a_list_is_shared_by_attributes_of_its_type(types: tuple[str, str]) -> None:
    both = load_shared(attributes(a=types[0], b=types[1]), *SHARED)
    slots = object_of(both).slots
    assert slots["a"] is slots["b"] and slots["a"] == [1, 2]


def test_a_declared_type_converts_a_shared_list_of_undeclared_type() -> None:
    pair = "class P(NamedTuple):\n  x : int\n"
    pickled = b"](K\x01\x85eq\x01", b"h\x01"
    code = pair + attributes(a="Any", b="List[__torch__.P]")
    slots = object_of(load_shared(code, *pickled)).slots
    (element,) = slots["a"]
    assert slots["a"] is slots["b"] and isinstance(element, NamedTupleValue)


def test_a_choice_that_does_not_fit_decides_no_type() -> None:
    choices = "Union[Tuple[List[int], str], Tuple[List[float], int]]"
    found = load_shared(attributes(a=choices, b="List[float]"), b"]q\x01K\x03\x86", b"h\x01")
    slots = object_of(found).slots
    assert slots["a"] == ([], 3) and slots["a"][0] is slots["b"]


@pytest.mark.parametrize("type", ["Any", "Dict[List[int], int]", "Dict[Tuple[List[int]], int]"])
def test_keys_without_a_hash_are_refused(type: str) -> None:
    key = b"]\x85" if "Tuple" in type else b"]"
    expected = "data.pkl: a list or dictionary as a key; expected a key that has a hash"
    with pytest.raises(ts.ArchiveError, match=expected):
        load_shared(attributes(a=type, b="int"), b"}" + key + b"K\x01s", b"K\x01")


def test_modules_of_a_model_json(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "op_version_set = 1\nimport __torch__.other\n"
        "def forward(self,\n    x: Tensor) -> Tensor:\n"
        "  _0 = torch.linear(x, self.weight, None)\n"
        "  return torch.add(_0, torch.div(CONSTANTS.c2, (self).two()))\n"
        "def two(self) -> int:\n  return torch.len(self.inner.sizes)\n"
    )
    monkeypatch.setattr("test_archive_json.CODE", code)
    loaded = ts.load(records(model()))
    assert values(loaded(ts.Tensor.of(np.ones((1, 3), np.float32)))) == [[6.0, 16.0]]
    assert loaded.words == {"a": "b"} and loaded.inner.sizes == [1, 2]
    assert [n for n, _ in loaded.named_parameters()] == ["weight"]
    assert [n for n, _ in loaded.named_buffers()] == ["mean", "steps"]


def test_code_is_compiled_when_it_is_used() -> None:
    body = forward("return torch.neg(x)") + (
        "  def broken(self: __torch__.M, x: Tensor) -> str:\n    return torch.neg(x)\n"
    )
    loaded = ts.load(program(body))
    assert values(loaded(numbers(1))) == [-1.0]
    with pytest.raises(SourceError, match=r"code/__torch__.py:9:\d+: error: .*str.*Tensor"):
        loaded.broken(numbers(1))


# ---- devices


def test_devices_in_code_become_the_cpu_with_a_warning() -> None:
    with pytest.warns(ts.LoadWarning, match=r"the device 'cuda:0' of the code is 'cpu' \(and 1"):
        loaded = ts.load(GOLDEN / "cuda.pt")
    told = loaded.load_warnings
    places = [line.partition(": ")[0].split(":") for line in told]
    assert [(file, col) for file, _, col in places] == [("/opt/pytorch/gen_archives.py", "12")] * 2
    first, second = (int(line) for _, line, _ in places)
    assert second == first + 1, "the lines are those of the program that was scripted"
    assert loaded(numbers(1, 2)).device == "cpu"


@pytest.mark.parametrize(
    ("map_location", "expected"),
    [
        ("cuda:1", "cuda:1"),
        ({"cuda:0": "cuda:3"}, "cuda:3"),
        ({"cuda:7": "cpu"}, "cuda:0"),
        (lambda device: device.upper().lower() + "0", "cuda:00"),
    ],
)
def test_map_location(map_location: Any, expected: str) -> None:
    code = forward('return torch.zeros([1], dtype=6, device=torch.device("cuda:0"))')
    stored = archive(
        module(text("training"), TRUE, text("w"), tensor(device="cuda:0")),
        {"code/__torch__.py": f"{MODULE}  w : Tensor\n{code}".encode(), "data/0": bytes(8)},
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = ts.load(stored, map_location)
    assert loaded.w.device == expected
    assert f'"{expected}"' in str(loaded.get_method("forward").graph)


# ---- operators of older versions


DIVISIONS = [(3, [-2, 3], "int64"), (4, [-2.5, 3.5], "float32")]


@pytest.mark.parametrize(("version", "expected", "dtype"), DIVISIONS)
@pytest.mark.parametrize("call", ["torch.div(x, y)", "torch.div(x, 2)", "torch.div_(x, y)"])
def test_a_division_of_integers(version: int, expected: Any, dtype: str, call: str) -> None:
    in_place = "div_" in call
    code = forward(f"return {call}", arguments="x: Tensor, y: Tensor")
    loaded = ts.load(program(code, version=version))
    if in_place and version == 4:
        with pytest.raises(RuntimeFault):
            loaded(integers(-5, 7), integers(2, 2))
        return
    result = loaded(integers(-5, 7), integers(2, 2))
    assert (values(result), result.dtype.torch_name) == (expected, dtype)
    floats = loaded(numbers(-5, 7), numbers(2, 2))
    assert values(floats) == [-2.5, 3.5]


@pytest.mark.parametrize(
    ("version", "call", "dtype", "size"),
    [
        (4, "torch.full([2], 3)", "float32", 2),
        (5, "torch.full([2], 3)", "int64", 2),
        (4, "torch.full([2], 3, dtype=4)", "int64", 2),
        (7, "torch.linspace(0, 1)", "float32", 100),
        (7, "torch.linspace(0, 1, 5)", "float32", 5),
        (9, "torch.gelu(x)", "float32", 1),
        (10, 'torch.gelu(x, approximate="none")', "float32", 1),
    ],
)
def test_operators_that_changed(version: int, call: str, dtype: str, size: int) -> None:
    loaded = ts.load(program(forward(f"return {call}"), version=version))
    result = loaded(numbers(1))
    assert (result.dtype.torch_name, result.shape) == (dtype, (size,))


def test_an_operator_that_lost_a_default() -> None:
    loaded = ts.load(program(forward("return torch.linspace(0, 1)"), version=10))
    with pytest.raises(SourceError, match="'steps' is missing"):
        loaded(numbers(1))


# ---- the language


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["def __forked_function():", "  return torch.mul(x, k)", "k = 3",
          "f = fork(__forked_function)", "return torch.wait(f)"], [6.0]),
        (["_0 = torch.mul(x, 2)", "def __forked_function():", "  return torch.neg(_0)",
          "return torch.wait(fork(__forked_function))"], [-4.0]),
        (["def __forked_function():", "  def __forked_function0():", "    return torch.neg(x)",
          "  f = fork(__forked_function0)", "  return torch.mul(torch.wait(f), x)",
          "return torch.wait(fork(__forked_function))"], [-4.0]),
        (["xs = annotate(List[Tensor], [])", "_0 = torch.append(xs, x)",
          "return torch.add(xs[0], torch.len(xs))"], [3.0]),
        (["if torch.lt(1, 2):", "  y = torch.neg(x)", "else:",
          '  ops.prim.RaiseException("no", "builtins.ValueError")', "  y = uninitialized(Tensor)",
          "return y"], [-2.0]),
        (["y = annotate(Optional[int], None)", "if torch.__is__(y, None):", "  z = 5", "else:",
          "  z = unchecked_cast(int, y)", "return torch.add(x, z)"], [7.0]),
        (["return torch.full_like(x, -inf)"], [float("-inf")]),
        (['_0 = getattr(self, "training")', "return torch.mul(x, int(_0))"], [2.0]),
        (["n = ops.prim.NumToTensor(torch.size(x, 0))", "return torch.add(x, int(n))"], [3.0]),
        (["k = annotate(int, torch.select(torch.to(x, 4), 0, 0))", "return torch.add(x, k)"],
         [4.0]),
        (["a, b, = [x, x]", "return torch.add(a, b)"], [4.0]),
        (["return torch.mul(x, __torch__.twice(2, ))"], [8.0]),
    ],
)  # fmt: skip
def test_serialized_code(lines: list[str], expected: list[float]) -> None:
    twice = "def twice(n: int) -> int:\n  return torch.mul(n, 2)\n"
    loaded = ts.load(program(forward(*lines), before=twice))
    assert values(loaded(numbers(2))) == expected


def test_an_unknown_operator_is_preserved() -> None:
    code = forward("a, b = ops.my.pair(x, flag=True)", "return torch.add(a, ops.my.one(b))")
    loaded = ts.load(program(code))
    assert '"my::pair"(%x' in str(archive_program_of(code).method("__torch__.M", "forward"))
    with pytest.raises(MissingOperatorsError, match=r"no implementation of 'my.pair'"):
        loaded(numbers(1))


def test_an_operator_that_was_registered_runs() -> None:
    ts.register_schema("test_load::twice(Tensor x, *, int by=2) -> Tensor")
    ts.register_implementation("test_load.twice", lambda x, by: ts.Tensor(x.array * by))
    loaded = ts.load(program(forward("return ops.test_load.twice(x, by=3)")))
    assert values(loaded(numbers(2))) == [6.0]


def test_an_unknown_operator_is_saved_and_runs_once_registered(
    tmp_path: Path,
) -> None:
    path = tmp_path / "late.pt"
    ts.save(ts.load(program(forward("return ops.test_load.late(x, 3)"))), path)
    loaded = ts.load(path)
    assert "ops.test_load.late(x, 3)" in loaded.code
    with pytest.raises(MissingOperatorsError, match=r"no implementation of 'test_load.late'"):
        loaded(numbers(2))
    ts.register_schema("test_load::late(Tensor x, int by) -> Tensor")
    ts.register_implementation("test_load.late", lambda x, by: ts.Tensor(x.array * by))
    assert values(loaded(numbers(2))) == [6.0]
    assert values(ts.load(path)(numbers(2))) == [6.0]


def archive_program_of(code: str) -> Any:
    return archive_program(read_archive(program(code)), lower_exits)


def test_names_of_types_are_not_hidden_by_classes() -> None:
    code = forward('d = torch.device("cpu")', "return __torch__.on(x, d, )")
    before = (
        "class Device:\n  n : int\n"
        "def on(x: Tensor,\n    d: Device) -> Tensor:\n  return torch.to(x, d)\n"
    )
    assert values(ts.load(program(code, before=before))(numbers(4))) == [4.0]


def test_errors_show_the_original_location() -> None:
    loaded = load_golden("stateful")
    with pytest.raises(RuntimeFault, match=r"^/opt/pytorch/gen_archives.py:\d+:16: error: 'aten"):
        loaded(numbers(1, 2, 3))


def test_a_class_of_cpp_is_missed_where_it_is_used() -> None:
    code = MODULE + "  v : __torch__.torch.classes.my.Vocab\n" + forward("return x")
    code += "  def size(self: __torch__.M) -> int:\n    return (self.v).size()\n"
    vocab = name("__torch__.torch.classes.my", "Vocab") + b")\x81" + text("state") + b"b"
    loaded = ts.load(
        archive(
            module(text("training"), TRUE, text("v"), vocab),
            {"code/__torch__.py": code.encode()},
        )
    )
    assert values(loaded(numbers(1))) == [1.0]
    with pytest.raises(SourceError, match=r"'size' of the C\+\+ class '__torch__.torch.classes.my"):
        loaded.size()


# ---- hostile archives


def of_code(code: str, data: bytes = EMPTY_MODULE) -> bytes:
    return archive(data, {"code/__torch__.py": code.encode()})


@pytest.mark.parametrize(
    ("stored", "message"),
    [
        (archive(EMPTY_MODULE), r"the class '__torch__.M'; expected a class that code/ defines"),
        (of_code(MODULE.replace("bool", "int")), r"True in __torch__.M.training; expected .* int"),
        (of_code(MODULE + "  w : Tensor\n"), r"__torch__.M without the attribute 'w'"),
        (of_code(MODULE, module(text("training"), TRUE, text("w"), TRUE)),
         r"the attribute 'w'; expected an attribute of __torch__.M"),
        (of_code("class M(Module):\n  pass\n", name("__torch__", "M").join([b"\x80\x02", b")\x81"])
                 + integer(1) + b"b."), r"the state of an object of __torch__.M; expected a class"),
        (of_code("class M:\n  training : bool\n"), r"an object of __torch__.M; expected a module"),
    ],
)  # fmt: skip
def test_values_that_classes_do_not_fit(stored: bytes, message: str) -> None:
    with pytest.raises(ts.ArchiveError, match=message):
        ts.load(stored)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (MODULE + MODULE, "two definitions of 'M'"),
        ("class M(Other):\n  training : bool\n", "derives from 'Other'"),
        (MODULE + "  p : __torch__.P\nclass P(NamedTuple):\n  p : __torch__.P\n", "itself"),
        ("class M(Module):\n  training : Sometimes\n", "'Sometimes' is not a TorchScript type"),
        ("import os\nos.system('x')\n", "only classes and functions are allowed"),
        ("class M(Module):\n  training : bool = open('x')\n", "constant"),
        ("x = (\n", "invalid Python"),
        ("class M(Module):\n  t : " + "List[" * 500 + "int" + "]" * 500 + "\n", "nested|no Python"),
    ],
)
def test_damaged_definitions(code: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        ts.load(of_code(code))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["return (self).forward(x, )"], "calls itself"),
        (["return __torch__.a(x, )"], "calls itself"),
        (["return __torch__.nowhere.f(x, )"], "'__torch__.nowhere.f', which the archive does not"),
        (["return CONSTANTS.c7"], "there is no constant 'c7'; the archive has 0"),
        (["return torch.neg(x, x, x)"], "no overload of 'aten::neg'"),
        (["return open"], "'open' is not"),
        (["return __import__"], "'__import__' is not defined"),
        (["f = fork(x)", "return f"], "fork takes a function that is defined before it"),
        (["def g():", "  if True:", "    return 1", "  return x", "return torch.wait(fork(g))"],
         "type Tensor, but the value is int"),
        (["return " + "torch.neg(" * 3000 + "x" + ")" * 3000], "nested|no Python"),
        (["return self.absent"], "has no attribute or method 'absent'"),
    ],
)  # fmt: skip
def test_damaged_code(lines: list[str], message: str) -> None:
    around = (
        "def a(x: Tensor) -> Tensor:\n  return __torch__.b(x, )\n"
        "def b(x: Tensor) -> Tensor:\n  return __torch__.a(x, )\n"
    )
    with pytest.raises(SourceError, match=message):
        ts.load(program(forward(*lines), before=around))(numbers(1))


def test_mutated_code_gives_one_error() -> None:
    """Code with pieces taken out, doubled and exchanged: a module, or one of two errors."""
    source = read_archive(GOLDEN / "evaluated.pt").sources["code/__torch__.py"]
    data = module(text("training"), TRUE, class_name="PlaceholderModule")
    extra = MODULE.replace("class M", "class PlaceholderModule")
    rng = random.Random(7)
    words = source.split(" ")
    for _ in range(150):
        damaged = list(words)
        for _ in range(rng.randint(1, 3)):
            i, j = rng.randrange(len(damaged)), rng.randrange(len(damaged))
            damaged[i : i + rng.randint(0, 2)] = [damaged[j]] * rng.randint(0, 2)
        stored = archive(data, {"code/__torch__.py": (extra + " ".join(damaged)).encode()})
        try:
            loaded = ts.load(stored)
            program_of(loaded).definitions.compile_all()  # pyright: ignore
        except (ts.ArchiveError, SourceError):
            continue


def test_threads_may_call_a_module_for_the_first_time_together() -> None:
    """Methods are compiled when they are called: by one thread at a time."""
    path = Path(__file__).parents[2] / "examples/classifier.pt"
    x = np.ones((4, 4), np.float32)
    expected = [ts.load(path)(x)] * 8
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            for _ in range(5):
                module = ts.load(path)
                assert list(threads.map(module, [x] * 8)) == expected
    finally:
        sys.setswitchinterval(before)
