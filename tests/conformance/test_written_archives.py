"""Archives of `write_archive` load in PyTorch: the same tensors, code and results."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from archive_files import EXPECTED, GOLDEN  # noqa: E402
from test_archives import MODULES, save_bytes  # noqa: E402

from xdsl_torchscript.frontend.archive import read_archive, write_archive  # noqa: E402


def rewritten(data: bytes) -> bytes:
    stream = io.BytesIO()
    write_archive(read_archive(data), stream)
    return stream.getvalue()


def load_with_torch(data: bytes):
    return torch.jit.load(io.BytesIO(data), map_location="cpu")


def outcome(module, *inputs):
    """Return the result of a call, or the kind of its error."""
    torch.manual_seed(0)
    try:
        return module(*inputs)
    except (RuntimeError, torch.jit.Error) as error:
        return str(error)


def assert_equal_tensors(ours, theirs) -> None:
    assert (ours.dtype, ours.shape, ours.stride()) == (theirs.dtype, theirs.shape, theirs.stride())
    assert ours.requires_grad == theirs.requires_grad
    assert ours.untyped_storage().tolist() == theirs.untyped_storage().tolist()


def assert_equal_modules(ours, theirs) -> None:
    for kind in ("named_parameters", "named_buffers"):
        pairs = zip(
            getattr(ours, kind)(remove_duplicate=False),
            getattr(theirs, kind)(remove_duplicate=False),
            strict=True,
        )
        for (name, tensor), (other_name, other) in pairs:
            assert name == other_name
            assert_equal_tensors(tensor, other)
    assert read_archive(save_bytes(ours)).sources == read_archive(save_bytes(theirs)).sources


@pytest.mark.parametrize("name", EXPECTED)
def test_golden_archives(name: str) -> None:
    data = (GOLDEN / f"{name}.pt").read_bytes()
    ours, theirs = load_with_torch(rewritten(data)), load_with_torch(data)
    assert_equal_modules(ours, theirs)
    x = torch.rand(2, 2)
    found, expected = outcome(ours, x), outcome(theirs, x)
    assert type(found) is type(expected)
    if isinstance(expected, torch.Tensor):
        torch.testing.assert_close(found, expected, rtol=0, atol=0)


@pytest.mark.parametrize("name", MODULES)
def test_modules_of_torch_nn(name: str) -> None:
    data = save_bytes(torch.jit.script(MODULES[name]()))
    assert_equal_modules(load_with_torch(rewritten(data)), load_with_torch(data))


def test_storages_are_shared_after_loading() -> None:
    module = load_with_torch(rewritten((GOLDEN / "sharing.pt").read_bytes()))
    with torch.no_grad():
        module.base[5] = -1
    assert module.matrix[1, 1] == module.column[1] == -1
    assert module.same.data_ptr() == module.base.data_ptr()


def test_extra_files() -> None:
    found = {"notes.txt": "", "more/data.bin": ""}
    data = rewritten((GOLDEN / "function.pt").read_bytes())
    torch.jit.load(io.BytesIO(data), _extra_files=found)
    assert found == {"notes.txt": b"two words", "more/data.bin": b"\x00\x01"}


def test_errors_show_the_original_source() -> None:
    """Through the tables of source ranges."""

    def fails(x: torch.Tensor) -> torch.Tensor:
        y = x.reshape(-1)
        return y @ torch.ones(7)

    module = load_with_torch(rewritten(save_bytes(torch.jit.script(fails))))
    with pytest.raises(RuntimeError) as caught:
        module(torch.ones(2))
    assert "return y @ torch.ones(7)" in str(caught.value)
    assert Path(__file__).name in str(caught.value)
