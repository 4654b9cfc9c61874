"""`ts.compile_aot`: the files, called from C and through ctypes, give the interpreter's results."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.ts.weights.weight_layout import WeightLayout
from xdsl_torchscript.runtime.aot.compile_aot import CompiledFiles
from xdsl_torchscript.runtime.errors import InputMismatch, NativeUnsupported
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.native.target import named_target
from xdsl_torchscript.runtime.native.weight_panels import in_panels
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.tools import ts_compile

CC = shutil.which("cc")
needs_linker = pytest.mark.skipif(CC is None, reason="there is no C compiler")

TEXT = """
def scale(x, n: int, factor: float, flip: bool):
    y = x * factor + n
    if flip:
        y = -y
    return torch.tanh(y)

def several(x, y):
    z = x + y
    return z * 2, (z > 1, x.sum(0)), z.argmax(1)

def shapes(x):
    return x.relu().transpose(0, 1), x.size(0) * 3

def turned(x):
    return (x * 2).t()

def total(n: int):
    s = 0
    for i in range(n):
        s = s + i * i
    return s

def pick(x, i):
    return torch.embedding(x, i) * 2

def names(n, y0, y1):
    return n + y0 * y1

def same(x):
    return x

def twice(x):
    y = x * 2
    return y, (y, y + 1)

def words(x, s: str):
    return x + len(s)

def shown(x):
    print(x)
    return x * 2

def average(k, x):
    k.mul_(0.5).add_(x)
    return k.sin()
"""
X, Y = np.arange(15, dtype=np.float32).reshape(5, 3) / 8, np.ones((5, 3), np.float32)


class Layer(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        rng = np.random.default_rng(0)
        self.weight = ts.tensor(rng.standard_normal((4, 3)).astype(np.float32))
        self.bias = ts.tensor(rng.standard_normal(4).astype(np.float32))
        self.slope = 2.0

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return ts.relu(x @ self.weight.t() + self.bias) * self.slope


class Tied(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = Layer()
        self.second = self.first

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return self.first(x) + self.second(-x)


class Convolutions(ts.Module):
    """Two layers whose filters lie in panels, and one whose filters a matrix product reads."""

    def __init__(self) -> None:
        super().__init__()
        rng = np.random.default_rng(0)
        shapes = ((32, 32, 3, 3), (64, 32, 3, 3), (5, 64, 1, 1))
        first, second, last = (rng.standard_normal(shape, np.float32) / 8 for shape in shapes)
        self.first, self.second, self.last = ts.tensor(first), ts.tensor(second), ts.tensor(last)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        y = ts.relu(ts.conv2d(x, self.first, None, [1, 1], [1, 1])) + x
        z = ts.max_pool2d(ts.conv2d(y, self.second), [3, 3], [2, 2], [1, 1])
        return ts.conv2d(z, self.last)


@pytest.fixture(scope="module")
def unit() -> Any:
    return ts.compile(TEXT)


def leaves(value: Any) -> list[np.ndarray]:
    parts = [part for v in value for part in leaves(v)] if isinstance(value, tuple) else []
    return parts or [np.asarray(value)]


def call_library(files: CompiledFiles, arguments: list[Any], expected: Any) -> str | None:
    """Call the library, compare its results, and return its message."""
    function = ctypes.CDLL(str(files.library))[files.object.stem]
    function.restype = ctypes.c_char_p
    results = [np.empty(leaf.shape, leaf.dtype) for leaf in leaves(expected)]
    kinds = {bool: ctypes.c_bool, int: ctypes.c_int64, float: ctypes.c_double}
    passed = [
        a.ctypes.data_as(ctypes.c_void_p) if isinstance(a, np.ndarray) else kinds[type(a)](a)
        for a in (*arguments, *results)
    ]
    message = function(*passed)
    if message is not None:
        return message.decode()
    for found, leaf in zip(results, leaves(expected), strict=True):
        # Convolutions add hundreds of terms of size 1, in another order than BLAS.
        np.testing.assert_allclose(found, leaf, rtol=1e-5, atol=1e-5)
    return None


@needs_linker
@pytest.mark.parametrize(
    "name, inputs",
    [
        ("scale", [X, 3, 0.5, True]),
        ("scale", [X.astype(np.float64), -1, 2.0, False]),
        ("several", [X, Y]),
        ("shapes", [X]),
        ("turned", [X]),
        ("total", [100]),
        ("pick", [X, np.array([4, 0, 0, 2])]),
    ],
)
def test_functions(name: str, inputs: list[Any], unit: Any, tmp_path: Path) -> None:
    function = getattr(unit, name)
    files = ts.compile_aot(function, inputs, tmp_path)
    assert call_library(files, inputs, function(*inputs)) is None


@needs_linker
@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("batch", [None, 3])
def test_convolutions(frozen: bool, batch: int | None, tmp_path: Path) -> None:
    """Filters lie in the object as kernels read them, in one copy."""
    module = ts.script(Convolutions().eval())
    module = ts.freeze(module) if frozen else module
    dynamic = {} if batch is None else {"x": {0: "batch"}}
    x = np.random.default_rng(1).standard_normal((batch or 1, 32, 9, 11), np.float32)
    files = ts.compile_aot(module, [x], tmp_path, dynamic=dynamic)
    sizes = [] if batch is None else [batch]
    with ts.optimized_execution(False):
        expected = module(x)
    assert call_library(files, [*sizes, x], expected) is None
    image, filters = files.object.read_bytes(), Convolutions().first.array
    layout = WeightLayout(0, is_transformed=batch is None)
    packed = in_panels(Tensor(filters), layout).array
    assert packed.tobytes() in image and filters.tobytes() not in image


@needs_linker
def test_numbers_are_arguments(unit: Any, tmp_path: Path) -> None:
    files = ts.compile_aot(unit.scale, [X, 3, 0.5, True], tmp_path)
    assert call_library(files, [Y, -7, 1.5, True], unit.scale(Y, -7, 1.5, True)) is None
    files = ts.compile_aot(unit.total, [3], tmp_path)
    assert call_library(files, [1000], unit.total(1000)) is None


@needs_linker
def test_a_module_has_its_weights(tmp_path: Path) -> None:
    layer = ts.script(Layer())
    files = ts.compile_aot(layer, [X], tmp_path)
    expected = layer(X)
    layer.weight.array[:] = 0
    layer.slope = 5.0
    assert files.object == tmp_path / "Layer.o"
    assert call_library(files, [X], expected) is None


@needs_linker
def test_sizes_of_calls(tmp_path: Path) -> None:
    layer = ts.script(Layer())
    files = ts.compile_aot(layer, [X], tmp_path, name="layer", dynamic={"x": {0: "batch"}})
    assert "layer(int64_t batch, const float *x, float *out0);" in files.header.read_text()
    for batch in (2, 3, 17):
        x = np.linspace(-1, 1, batch * 3, dtype=np.float32).reshape(batch, 3)
        assert call_library(files, [batch, x], layer(x)) is None
    assert call_library(files, [1, X], layer(X)) == "batch is less than 2"


@needs_linker
def test_a_check_that_fails_gives_its_message(unit: Any, tmp_path: Path) -> None:
    files = ts.compile_aot(unit.pick, [X, np.array([1, 2])], tmp_path)
    message = call_library(files, [X, np.array([1, 9])], X[:2])
    assert message is not None and "index" in message


@needs_linker
@pytest.mark.parametrize("compiler", ["cc", "c++"])
def test_the_example_prints_the_results(compiler: str, unit: Any, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    inputs, sizes = [X, 3, 0.5, True], {"x": {0: "rows"}}
    files = ts.compile_aot(unit.scale, inputs, tmp_path, dynamic=sizes)
    source = files.example if compiler == "cc" else tmp_path / "example.cc"
    source.write_bytes(files.example.read_bytes())
    flags = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o", str(tmp_path / "run")]
    subprocess.run([compiler, *flags, str(source), str(files.object), "-lm"], check=True)
    printed = subprocess.run([tmp_path / "run"], capture_output=True, text=True, check=True).stdout
    ramp = (np.arange(15) % 8 / 8).astype(np.float32).reshape(5, 3)
    expected = np.asarray(unit.scale(ramp, *inputs[1:])).ravel()[:8]
    assert printed.startswith("out0: ")
    np.testing.assert_allclose([*map(float, printed.split()[1:])], expected, rtol=1e-5)


@needs_linker
def test_names_of_the_c_library(unit: Any, tmp_path: Path) -> None:
    sizes = {name: {0: "i"} for name in ("n", "y0", "y1")}
    files = ts.compile_aot(unit.names, [X, X, X], tmp_path, dynamic=sizes)
    assert CC is not None
    command = [CC, "-Wall", "-Werror", "-fno-builtin", "-c", str(files.example), "-o", "/dev/null"]
    subprocess.run(command, check=True)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, out = tmp_path / "f.py", str(tmp_path / "out")
    program.write_text("def f(x, n: int = 2):\n    return torch.relu(x) * n\n")
    options = ["--input", "x=random:f32[4,3]", "--dynamic", "x:0=rows", "-o", out]
    assert ts_compile.main([str(program), *options, "--cpu", named_target().cpu]) == 0
    assert f"{out}/f.o\n" in capsys.readouterr().out
    header = Path(out, "f.h").read_text()
    assert "f(int64_t rows, const float *x, int64_t n, float *out0);" in header
    assert ts_compile.main([str(program), "--input", "x=random:f32[3]", "--cpu", "moon"]) == 1
    assert capsys.readouterr().err.startswith("ts-compile: unknown processor 'moon'")
    assert ts_compile.main([str(program), *options, "--dynamic", "y:0=rows"]) == 1
    assert capsys.readouterr().err == "ts-compile: 'y' is not an input; there are x, n\n"
    by_number = ["--input", "0=random:f32[4,3]", "--dynamic", "0:0=a", "--dynamic", "x:1=b"]
    assert ts_compile.main([str(program), *by_number, "-o", out]) == 0
    assert "f(int64_t a, int64_t b, const float *x," in Path(out, "f.h").read_text()
    capsys.readouterr()
    assert ts_compile.main([str(program), *by_number, "--dynamic", "2:0=c"]) == 1
    assert capsys.readouterr().err == "ts-compile: '2' is not an input; there are x, n\n"
    with pytest.raises(SystemExit):
        ts_compile.main([str(program), "--dynamic", "x=rows"])
    assert "expected INPUT:DIMENSION=NAME" in capsys.readouterr().err


def test_entries_of_a_file_have_files_of_their_own(tmp_path: Path) -> None:
    program, out = tmp_path / "2 parts.py", tmp_path / "out"
    functions = ("f", "g", "forward")
    program.write_text("".join(f"def {name}(x):\n    return x * 2\n" for name in functions))
    for name in functions:
        options = ["--entry", name, "--input", "x=random:f32[3]", "-o", str(out)]
        assert ts_compile.main([str(program), *options]) == 0
    assert {path.name for path in out.glob("*.h")} == {"_2_parts_f.h", "_2_parts_g.h", "_2_parts.h"}


UNUSABLE = [("a b", "a_b"), ("int", "_int"), ("2d", "_2d"), ("operator", "_operator"), ("", "_")]


@pytest.mark.parametrize(("name", "usable"), UNUSABLE)
def test_a_name_that_c_does_not_have_is_refused(
    name: str, usable: str, unit: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    message = f"'{name}' cannot name a C function: expected an identifier that is no keyword, "
    with pytest.raises(ValueError, match=f"{message}such as '{usable}'$"):
        ts.compile_aot(unit.turned, [X], tmp_path, name=name)
    with pytest.raises(SystemExit):
        ts_compile.main(["f.py", "--name", name])
    assert f"argument --name: {message}such as '{usable}'\n" in capsys.readouterr().err


def test_the_header_has_types_and_sizes(unit: Any, tmp_path: Path) -> None:
    text = ts.compile_aot(unit.several, [X, Y], tmp_path, name="parts").header.read_text()
    assert "x            float[5][3]\n" in text and "out3         int64_t[5]\n" in text
    assert "const char *parts(const float *x, const float *y, float *out0, bool *out1," in text


@needs_linker
def test_arguments_that_are_written(unit: Any, tmp_path: Path) -> None:
    files = ts.compile_aot(unit.average, [X.copy(), Y], tmp_path)
    text = files.header.read_text()
    assert "k            float[5][3], written\n" in text
    assert "const char *average(float *k, const float *x, float *out0);" in text
    inputs = [X.copy(), Y]
    assert call_library(files, inputs, np.sin(X * 0.5 + Y)) is None
    np.testing.assert_allclose(inputs[0], X * 0.5 + Y)


def test_buffers_that_are_written_are_refused(tmp_path: Path) -> None:
    class Counter(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("total", ts.zeros(3))

        def forward(self, x: ts.Tensor) -> ts.Tensor:
            self.total.add_(x)
            return self.total * 2.0

    with pytest.raises(NativeUnsupported, match="it writes 'total' of the module, and weights are"):
        ts.compile_aot(ts.script(Counter()), [np.ones(3, np.float32)], tmp_path / "out")


def test_code_for_another_processor(unit: Any, tmp_path: Path) -> None:
    files = ts.compile_aot(
        unit.several, [X, Y], tmp_path, triple="aarch64-linux-gnu", cpu="neoverse-n1"
    )
    elf = files.object.read_bytes()
    assert elf[:4] == b"\x7fELF" and elf[18:20] == b"\xb7\0" and files.library is None
    with pytest.raises(NativeError, match="unknown processor 'moon'"):
        ts.compile_aot(unit.several, [X, Y], tmp_path, cpu="moon")
    with pytest.raises(NativeError, match="can't emit a file of this type"):
        ts.compile_aot(unit.several, [X, Y], tmp_path, triple="nvptx64-nvidia-cuda")


@pytest.mark.parametrize(
    "name, inputs, reason",
    [
        ("same", [X], "a result may be an input, or is None"),
        ("twice", [X], "a result occurs twice"),
        ("words", [X, "abc"], "'s' of type !ts.str"),
        ("shown", [X], r"<compile>:\d+:\d+: error: 'prim.Print'"),
    ],
)
def test_other_programs_are_refused(
    name: str, inputs: list[Any], reason: str, unit: Any, tmp_path: Path
) -> None:
    with pytest.raises(NativeUnsupported, match=reason):
        ts.compile_aot(getattr(unit, name), inputs, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "sizes, reason",
    [
        ({"z": {0: "n"}}, "'z' is not an input; there are x, y"),
        ({"x": {2: "n"}}, "'x' has 2 sizes, none with number 2"),
        ({"x": {0: "n", 1: "n"}}, "the size 'n' is 5 and 3, the latter in 'x'"),
        ({"x": {0: "y"}}, "a size has the name of the input 'y'"),
        ({"x": {0: "a b", 1: "a_b"}}, "'a_b' and 'a b' are both 'a_b' in C"),
    ],
)
def test_sizes_that_inputs_do_not_have(sizes: Any, reason: str, unit: Any, tmp_path: Path) -> None:
    with pytest.raises(InputMismatch, match=reason):
        ts.compile_aot(unit.several, [X, Y], tmp_path, dynamic=sizes)


@needs_linker
def test_errors_of_the_linker(unit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "false")
    with pytest.raises(NativeError, match=r"false -shared .* failed"):
        ts.compile_aot(unit.turned, [X], tmp_path)
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(NativeError, match="no compiler 'no-such-compiler', which CC names"):
        ts.compile_aot(unit.turned, [X], tmp_path)
    monkeypatch.setenv("CC", f"{CC} -O1")
    assert ts.compile_aot(unit.turned, [X], tmp_path).library is not None


@needs_linker
def test_an_old_library_is_removed(unit: Any, tmp_path: Path) -> None:
    library = ts.compile_aot(unit.turned, [X], tmp_path).library
    assert library is not None and library.exists()
    ts.compile_aot(unit.turned, [X], tmp_path, triple="aarch64-linux-gnu")
    assert not library.exists()


@needs_linker
def test_modules_may_share_weights(tmp_path: Path) -> None:
    tied = ts.script(Tied())
    files = ts.compile_aot(tied, [X], tmp_path)
    assert call_library(files, [X], tied(X)) is None


@needs_linker
@pytest.mark.parametrize("name", ["fused", "message0"])
def test_names_of_the_compiler(name: str, unit: Any, tmp_path: Path) -> None:
    files = ts.compile_aot(unit.turned, [X], tmp_path, name=name, dynamic={"x": {0: "out0"}})
    assert call_library(files, [5, X], unit.turned(X)) is None
    for compiler in filter(shutil.which, ("cc", "c++")):
        command = [compiler, "-Wall", "-Werror", "-c", str(files.example), "-o", "/dev/null"]
        subprocess.run(command, check=True)


def test_other_objects_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="cannot compile 'int'"):
        ts.compile_aot(3, [], tmp_path)
