"""Archives of `ts.save` load in PyTorch, with the same results."""

from __future__ import annotations

import io
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from archive_files import GOLDEN  # noqa: E402
from release_archives import ALL, release  # noqa: E402
from test_archives import MODULES, save_bytes  # noqa: E402
from test_release_programs import decode  # noqa: E402
from test_save import FUNCTIONS  # noqa: E402
from test_written_archives import assert_equal_tensors, load_with_torch, outcome  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402

INPUTS = {
    "Linear": [(2, 3)],
    "Bilinear": [(2, 2), (2, 3)],
    "Conv2d": [(1, 2, 4, 4)],
    "ConvTranspose1d": [(1, 2, 4)],
    "BatchNorm2d": [(2, 3, 2, 2)],
    "InstanceNorm1d": [(2, 3, 4)],
    "LayerNorm": [(4, 2, 3)],
    "GroupNorm": [(2, 2, 3)],
    "RMSNorm": [(2, 3)],
    "GRUCell": [(2, 2)],
    "MultiheadAttention": [(3, 1, 4)] * 3,
    "TransformerEncoder": [(3, 1, 4)],
    "PReLU": [(3, 2)],
    "Softmax": [(3, 2)],
    "MaxPool2d": [(1, 2, 4, 4)],
    "Upsample": [(1, 2, 2, 2)],
    "Sequential": [(2, 2)],
    "Double": [(2, 3)],
}


def save_again(data: bytes) -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = ts.load(data)
    stream = io.BytesIO()
    ts.save(module, stream)
    return stream.getvalue()


def assert_same_outcome(found, expected) -> None:
    assert type(found) is type(expected), found
    if isinstance(expected, tuple):
        for left, right in zip(found, expected, strict=True):
            assert_same_outcome(left, right)
        return
    if isinstance(expected, torch.Tensor):
        torch.testing.assert_close(found, expected, rtol=0, atol=0)


def assert_same_state(ours, theirs) -> None:
    pairs = zip(ours.state_dict().items(), theirs.state_dict().items(), strict=True)
    for (name, tensor), (other_name, other) in pairs:
        assert name == other_name
        torch.testing.assert_close(tensor, other, rtol=0, atol=0)
        assert (tensor.dtype, tensor.stride()) == (other.dtype, other.stride())


@pytest.mark.parametrize("name", MODULES)
def test_modules_of_torch_nn(name: str) -> None:
    torch.manual_seed(0)
    module = torch.jit.script(MODULES[name]().eval())
    data = save_bytes(module)
    ours, theirs = load_with_torch(save_again(data)), load_with_torch(data)
    for (path, tensor), (_, other) in zip(
        ours.named_parameters(), theirs.named_parameters(), strict=True
    ):
        assert_equal_tensors(tensor, other), path
    dtype = torch.float64 if name == "Double" else torch.float32
    inputs = [torch.rand(*shape, dtype=dtype) for shape in INPUTS.get(name, ())]
    if inputs:
        expected = outcome(theirs, *inputs)
        assert not isinstance(expected, str), expected
        assert_same_outcome(outcome(ours, *inputs), expected)


@pytest.mark.parametrize("name", ["layers", "sharing", "stateful", "constants", "function"])
def test_golden_archives(name: str) -> None:
    data = (GOLDEN / f"{name}.pt").read_bytes()
    ours, theirs = load_with_torch(save_again(data)), load_with_torch(data)
    assert_same_state(ours, theirs)
    x = torch.rand(2, 2)
    assert_same_outcome(outcome(ours, x), outcome(theirs, x))


def test_attributes_of_each_type() -> None:
    data = (GOLDEN / "attributes.pt").read_bytes()
    ours, theirs = load_with_torch(save_again(data)), load_with_torch(data)
    for name in "table pairs nothing z numbers floats bools words empty mixed".split():
        assert getattr(ours, name) == getattr(theirs, name)


NOT_YET = {
    ("1.3.1", "recurrent"),  # which does not compile
}


@pytest.mark.parametrize(("version", "name"), [row for row in ALL if row not in NOT_YET])
def test_programs_of_other_releases_reach_the_present_one(version: str, name: str) -> None:
    """Also those with a model.json, which become archives of today."""
    archives, expected = release(version)
    told = expected[name]
    inputs = [
        torch.tensor(i) if isinstance(i, np.ndarray) else i for i in map(decode, told["inputs"])
    ]
    found = load_with_torch(save_again(archives[name]))(*inputs)
    outputs = decode(told["outputs"])
    pairs = zip(found, outputs, strict=True) if isinstance(outputs, tuple) else [(found, outputs)]
    for ours, theirs in pairs:
        np.testing.assert_allclose(ours.detach().numpy(), theirs, rtol=2e-5, atol=2e-6)


def test_programs_of_a_text() -> None:
    stream = io.BytesIO()
    ts.save(ts.compile(FUNCTIONS).main, stream)
    module = load_with_torch(stream.getvalue())
    assert module(torch.tensor([1.0, 2.0])).tolist() == [8, 12]
    assert module(torch.ones(1), name="x").tolist() == [1]


def test_errors_name_the_line_of_the_text() -> None:
    stream = io.BytesIO()
    ts.save(ts.compile("def f(x):\n    return x @ x\n", "mine.py").f, stream)
    with pytest.raises(RuntimeError) as caught:
        load_with_torch(stream.getvalue())(torch.ones(2, 3))
    assert 'File "mine.py", line 2' in str(caught.value)
