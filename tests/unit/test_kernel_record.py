"""Kernels on disk: hits run no pass, and nothing on disk breaks a call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.core import pass_runner
from xdsl_torchscript.runtime.errors import InputMismatch
from xdsl_torchscript.runtime.native import disk_cache
from xdsl_torchscript.runtime.native.disk_cache import opened, sealed, shared_cache
from xdsl_torchscript.runtime.tensor import Tensor

SOURCE = "def f(x: Tensor, y: Tensor):\n    return torch.tanh(x * 2.0 + y), x - y"
X = Tensor(np.arange(12, dtype=np.float32).reshape(4, 3))
Y = Tensor(np.ones((4, 3), np.float32))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of the shared cache."""
    monkeypatch.setenv("TS_CACHE_DIR", str(tmp_path))
    shared_cache.cache_clear()
    yield tmp_path
    shared_cache.cache_clear()


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the name of each pass that runs is added."""
    names: list[str] = []
    apply: Any = vars(pass_runner)["_apply"]

    def counted(step: Any, *rest: Any) -> None:
        names.append(step.name)
        apply(step, *rest)

    monkeypatch.setattr(pass_runner, "_apply", counted)
    return names


def results(source: str = SOURCE, *inputs: Tensor, **options: Any) -> list[np.ndarray[Any, Any]]:
    """Compile a function anew and return what it gives."""
    values = list(inputs or (X, Y))
    kernel = ts.compile_func(ts.compile(source).f, values, **options)
    (parts,) = kernel(*values)
    return list(map(np.asarray, parts if isinstance(parts, tuple) else (parts,)))


def entries(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix == ".json"]


def test_a_hit_runs_no_pass_and_gives_the_same(folder: Path, passes: list[str]) -> None:
    first = results()
    assert "convert-ts-to-te" in passes
    passes.clear()
    for found, expected in zip(results(), first, strict=True):
        np.testing.assert_array_equal(found, expected)
    assert passes == []


def test_a_hit_gives_the_same_layout(folder: Path, passes: list[str]) -> None:
    source = "def f(x: Tensor):\n    return (x * 2).to(memory_format=torch.channels_last)"
    image = Tensor(np.arange(24, dtype=np.float32).reshape(1, 2, 3, 4))
    (first,) = results(source, image)
    passes.clear()
    (found,) = results(source, image)
    assert passes == []
    assert found.strides == first.strides == (96, 4, 32, 8)
    np.testing.assert_array_equal(found, image.array * 2)


@pytest.mark.parametrize(("body", "is_by_place"), [("x * y", True), ("x * y[0]", False)])
def test_a_hit_is_by_place(folder: Path, body: str, is_by_place: bool) -> None:
    source = f"def f(x: Tensor, y: Tensor):\n    return {body}"
    column = Tensor(np.asfortranarray(X.array))
    for _ in range(2):
        kernel = ts.compile_func(ts.compile(source).f, [X, Y])
        assert kernel._program.views.is_by_place == is_by_place
        for _ in range(3):
            (found,) = kernel(column, Y)
            assert found.array.strides == (4, 16)
            np.testing.assert_array_equal(found.array, X.array)


def test_a_hit_writes_its_inputs(folder: Path, passes: list[str]) -> None:
    source = "def f(k: Tensor, x: Tensor):\n    k.mul_(0.5).add_(x)\n    return k.sin()"
    results(source, Tensor(np.zeros((4, 3), np.float32)), Y)
    passes.clear()
    k = Tensor(np.full((4, 3), 3.0, np.float32))
    (found,) = results(source, k, Y)
    assert passes == []
    np.testing.assert_array_equal(k.array, 2.5)
    np.testing.assert_allclose(found, np.sin(k.array), rtol=1e-6)
    with pytest.raises(InputMismatch, match="input 0 is written, and overlaps another input"):
        results(source, k, k)


def test_a_hit_with_symbolic_sizes_runs_no_pass(folder: Path, passes: list[str]) -> None:
    results(symbolic=True)
    passes.clear()
    kernel = ts.compile_func(ts.compile(SOURCE).f, [X, Y], symbolic=True)
    longer = Tensor(np.ones((5, 3), np.float32))
    assert np.asarray(kernel(longer, longer)[0][1]).shape == (5, 3)
    assert passes == []


@pytest.mark.parametrize(
    "compile",
    [
        lambda: results(symbolic=True),
        lambda: results(SOURCE.replace("2.0", "3.0")),
        lambda: results(SOURCE, X, Tensor(np.ones((3,), np.float32))),
        lambda: results(SOURCE, X, Tensor(np.ones((4, 3)))),
    ],
)
def test_other_options_and_programs_miss(
    folder: Path, passes: list[str], compile: Callable[[], object]
) -> None:
    results()
    passes.clear()
    compile()
    assert "convert-ts-to-te" in passes


@pytest.mark.parametrize("part", ["_compiler", "host_target"])
def test_another_compiler_or_processor_misses(
    folder: Path, passes: list[str], part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    results()
    passes.clear()
    monkeypatch.setattr(disk_cache, part, lambda: "another one")
    results()
    assert "convert-ts-to-te" in passes


def change(**fields: Any) -> Callable[[str, bytes], bytes]:
    """Return a function that changes fields of the entry of a key, and its hash with them."""

    def changed(key: str, data: bytes) -> bytes:
        found = opened(key, data)
        assert found is not None
        return sealed(key, {**found[0], **fields})

    return changed


@pytest.mark.parametrize(
    "damage",
    [
        lambda key, data: b"",
        lambda key, data: data[:-2],
        lambda key, data: data.replace(b"Float(4, 3", b"Float(3, 4"),
        lambda key, data: sealed(key, {}),
        change(inputs=["Float("]),
        change(inputs=3),
        change(results=[["Tensor"]]),
        change(work="many"),
        change(packed=[None]),
        change(object="0" * 64),
        change(object="../../file"),
    ],
)
def test_a_damaged_entry_is_made_again(
    folder: Path, passes: list[str], damage: Callable[[str, bytes], bytes]
) -> None:
    first = results()
    (entry,) = entries(folder)
    intact = entry.read_bytes()
    entry.write_bytes(damage(entry.stem, intact))
    passes.clear()
    for found, expected in zip(results(), first, strict=True):
        np.testing.assert_array_equal(found, expected)
    assert passes
    assert entry.read_bytes() == intact


@pytest.mark.parametrize("suffix", [".json", ".o"])
def test_entries_under_the_names_of_others_are_made_again(folder: Path, suffix: str) -> None:
    other = SOURCE.replace("2.0", "3.0")
    expected = results(), results(other)
    first, second = (path for path in folder.iterdir() if path.suffix == suffix)
    swapped = second.read_bytes(), first.read_bytes()
    for path, data in zip((first, second), swapped, strict=True):
        path.write_bytes(data)
    np.testing.assert_array_equal((results(), results(other)), expected)
    assert (second.read_bytes(), first.read_bytes()) == swapped


def test_an_entry_without_its_object_file_is_made_again(folder: Path, passes: list[str]) -> None:
    first = results()
    for path in folder.iterdir():
        if path.suffix == ".o":
            path.unlink()
    passes.clear()
    np.testing.assert_array_equal(results()[0], first[0])
    assert "convert-ts-to-te" in passes


def test_inputs_of_other_strides_are_copied(folder: Path) -> None:
    results()
    kernel = ts.compile_func(ts.compile(SOURCE).f, [X, Y])
    turned = Tensor(np.asarray(X).T.copy().T)
    again = ts.compile(SOURCE).f(turned, turned)
    for found, expected in zip(kernel(turned, turned)[0], again, strict=True):
        np.testing.assert_allclose(np.asarray(found), np.asarray(expected), rtol=1e-6)
        assert np.asarray(found).strides == np.asarray(expected).strides


def test_views_are_not_stored(folder: Path) -> None:
    results("def f(x: Tensor, y: Tensor):\n    z = x + y\n    return z, z.t()")
    results("def f(x: Tensor, y: Tensor):\n    return x + y, x")
    assert entries(folder) == []


def test_a_program_with_operators_of_the_user_is_not_stored(folder: Path) -> None:
    double = ts.compile("def f(x: Tensor):\n    return x * 2").f
    ts.register_operator("recorded::twice(Tensor x) -> Tensor", decomposition=double)
    results("def f(x: Tensor, y: Tensor):\n    return torch.ops.recorded.twice(x) + y")
    assert entries(folder) == []
