"""Files that torch.save of the installed PyTorch writes are read as torch.load reads them."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))
sys.path.insert(0, str(Path(__file__).parent))

from checkpoint_files import describe  # noqa: E402
from gen_checkpoints import PLAIN, QUANTISED, REFUSED, plain  # noqa: E402
from test_archives import MODULES  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402

BOTH = pytest.mark.parametrize("zipped", [True, False])


def save_bytes(value: object, zipped: bool) -> bytes:
    stream = io.BytesIO()
    torch.save(value, stream, _use_new_zipfile_serialization=zipped)
    return stream.getvalue()


@BOTH
@pytest.mark.parametrize("name", PLAIN)
def test_values(name: str, zipped: bool) -> None:
    value = PLAIN[name]()
    assert describe(ts.load(save_bytes(value, zipped))) == plain(value)


@BOTH
def test_quantised_values(zipped: bool) -> None:
    value = QUANTISED["quantised"]()["q"]
    loaded = ts.load(save_bytes({"q": value}, zipped))["q"]
    assert loaded.int_repr().tolist() == value.int_repr().tolist()
    assert (loaded.q_scale(), loaded.q_zero_point()) == (value.q_scale(), value.q_zero_point())


@BOTH
@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str, zipped: bool) -> None:
    with pytest.raises(ts.ArchiveError):
        ts.load(save_bytes(REFUSED[name](), zipped))


@BOTH
@pytest.mark.parametrize("name", MODULES)
def test_states_of_modules(name: str, zipped: bool) -> None:
    torch.manual_seed(0)
    module = MODULES[name]()
    state = ts.load(save_bytes(module.state_dict(), zipped))
    assert describe(state) == plain(dict(module.state_dict()))
    stream = io.BytesIO()
    torch.jit.save(torch.jit.script(MODULES[name]()), stream)
    ours = ts.load(stream.getvalue())
    ours.load_state_dict(state)
    found = {key: value.tolist() for key, value in ours.state_dict().items()}
    assert found == {key: value.tolist() for key, value in module.state_dict().items()}


@BOTH
def test_a_plain_tensor_and_a_storage(zipped: bool) -> None:
    x = torch.arange(6.0).view(2, 3).t()
    assert describe(ts.load(save_bytes(x, zipped))) == plain(x)
    assert ts.load(save_bytes(x.storage(), zipped)).tolist() == [0, 1, 2, 3, 4, 5]
    assert ts.load(save_bytes(torch.ones(1).untyped_storage(), zipped)).tolist() == [0, 0, 128, 63]
