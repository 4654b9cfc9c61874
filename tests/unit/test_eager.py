"""Operators called from Python on tensors. tests/conformance/test_eager.py compares their results
with PyTorch's."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.dispatch import OperatorError
from xdsl_torchscript.runtime.eager import names
from xdsl_torchscript.runtime.errors import MissingOperatorsError


def tensor(*rows: list[float]) -> ts.Tensor:
    return ts.Tensor(np.array(rows, np.float32))


X = tensor([1, 2, 3], [4, 5, 6])


def same(found: Any, wanted: Any) -> None:
    np.testing.assert_allclose(found.array, wanted, 1e-6)


def test_operators_of_python() -> None:
    a = X.array
    same(1 - X, 1 - a)
    same(2 / X, 2 / a)
    same(X @ X.t(), a @ a.T)
    same(np.float32(2) * X + np.ones(3, np.float32), 2 * a + 1)
    same(np.ones(3, np.float32) + X, a + 1)
    same(X // 2, a // 2)
    same(abs(-X), a)


def test_the_dtype_of_numbers_and_tensors() -> None:
    i = ts.tensor([1, 2])
    assert i.dtype is ts.int64
    assert (i + 1).dtype is ts.int64
    assert (i + 1.5).dtype is ts.float32
    assert (X + np.float64(1.5)).dtype is ts.float32
    assert ts.zeros(2, dtype=np.float16).dtype is ts.float16
    assert ts.zeros(2, dtype=float).dtype is ts.float64


def test_writes_are_seen_by_all_views() -> None:
    x = ts.zeros(2, 3)
    row = x[0]
    x[:, 1] = 5
    row += 1
    x[x > 5] = -1
    assert x.tolist() == [[1.0, -1.0, 1.0], [0.0, 5.0, 0.0]]
    assert row.tolist() == [1.0, -1.0, 1.0]


def test_results_have_names() -> None:
    found = X.max(dim=1)
    assert found.values.tolist() == [3.0, 6.0]
    values, indices = found
    assert indices.tolist() == [2, 2]
    assert values is found[0]


@pytest.mark.parametrize("sizes", [(3, 2), ([3, 2],), ((3, -1),), (ts.tensor(3), -1)])
def test_sizes_in_all_forms(sizes: Any) -> None:
    assert X.view(*sizes).shape == (3, 2)


def test_ints_convert_to_floats() -> None:
    same(ts.dropout(X, 0, False), X.array)


def test_indices() -> None:
    a = X.array
    same(X[:, None, ::2], a[:, None, ::2])
    same(X[..., -1], a[..., -1])
    same(X[np.array([1, 0])], a[[1, 0]])
    same(X[X > 2], a[a > 2])
    same(X[True], a[None])
    same(X[:, [0, 2]], a[:, [0, 2]])
    same(X[ts.tensor(1)], a[1])
    same(X[1, [0, 1]], a[1, [0, 1]])


@pytest.mark.parametrize(
    ("index", "error", "why"),
    [
        ((0, 0, 0), IndexError, "too many indices for a tensor of rank 2"),
        ((..., ...), IndexError, "an index may contain one '...' at most"),
        ("a", TypeError, "an index must be an int, a slice"),
        (1.5, TypeError, "an index must be an int, a slice"),
    ],
)
def test_wrong_indices(index: Any, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        X[index]


def test_conversions_to_python() -> None:
    assert float(X[0, 0]) == 1.0
    assert int(X[1, 1]) == 5
    assert bool(X[0, 0] > 0)
    assert len(X) == 2
    assert [row.sum().item() for row in X] == [6.0, 15.0]
    assert X.tolist() == X.numpy().tolist()
    assert list(range(ts.tensor(2))) == [0, 1]
    with pytest.raises(ValueError, match="a tensor with 6 elements is not one number"):
        float(X)
    with pytest.raises(TypeError, match="without dimensions has no length"):
        len(X[0, 0])


def test_comparison_with_anything_else_is_that_of_python() -> None:
    assert (X == None) is False  # noqa: E711
    assert (X != "a") is True
    assert X in [X]
    assert len({X, X}) == 1
    with pytest.raises(TypeError, match="unsupported operand"):
        X + "a"


def test_no_overload_takes_the_values() -> None:
    with pytest.raises(OperatorError) as raised:
        ts.cat(X, X)
    assert str(raised.value) == (
        "no overload of 'aten::cat' takes (Tensor, Tensor)\n"
        "  aten::cat(Tensor[] tensors, int dim=0) -> Tensor: 'tensors' must be Tensor[], but is "
        "Tensor"
    )


def test_an_operator_without_implementation() -> None:
    ts.register_schema("aten::lost_in_eager(Tensor self) -> Tensor")
    with pytest.raises(MissingOperatorsError, match=r"no implementation of 'aten\.lost_in_eager'"):
        ts.lost_in_eager(X)
    with pytest.raises(MissingOperatorsError):
        X.lost_in_eager()


def test_there_is_no_autograd() -> None:
    with pytest.raises(MissingOperatorsError, match="no autograd here: train in PyTorch"):
        X.backward()


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (lambda: ts.sinn, "module 'xdsl_torchscript' has no attribute 'sinn'; close names: sin"),
        (lambda: X.summ, "a tensor has no 'summ'; close names: sum"),
        (lambda: X.zeros, "a tensor has no 'zeros'"),
        (lambda: ts.nn.Module, "module 'torch.nn' has no attribute 'Module'; use ts.Module"),
        (lambda: ts.nn.Linear, "module 'torch.nn' has no attribute 'Linear'; ts.load and ts.from_"),
        (lambda: ts.jit.load, "module 'torch.jit' has no attribute 'load'; use ts.load"),
        (
            lambda: ts.from_numpy,
            "module 'xdsl_torchscript' has no attribute 'from_numpy'; ts.as_tensor(array) shares",
        ),
        (
            lambda: ts.inference_mode,
            "module 'xdsl_torchscript' has no attribute 'inference_mode'; there is no autograd",
        ),
        (lambda: ts.is_tensor, "module 'xdsl_torchscript' has no attribute 'is_tensor'; use isins"),
        (
            lambda: ts.LongTensor,
            "module 'xdsl_torchscript' has no attribute 'LongTensor'; use ts.tensor(data, dtype=ts",
        ),
        (lambda: ts._private, "module 'xdsl_torchscript' has no attribute '_private'"),
        (lambda: ts.linalg.lost_, "module 'torch.linalg' has no attribute 'lost_'"),
    ],
)
def test_unknown_names(look: Any, text: str) -> None:
    with pytest.raises(AttributeError) as raised:
        look()
    assert str(raised.value).startswith(text)


def test_a_missing_name_is_cheap_until_its_message_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def close(name: str) -> str:
        asked.append(name)
        return "; close names: sin"

    monkeypatch.setattr(names, "close_names", close)
    assert not hasattr(ts.linalg, "sinn")
    assert not asked
    with pytest.raises(AttributeError, match="no attribute 'sinn'; close names: sin"):
        _ = ts.linalg.sinn


def test_names_of_operators_are_recognised() -> None:
    assert ts.sin.torchscript_kind == "aten::sin"
    assert repr(ts.sin) == "<operator aten::sin>"
    assert ts.linalg.torchscript_module == "torch.linalg"
    assert ts.special.expit.torchscript_kind == "aten::special_expit"
    assert ts.pi == np.pi


def test_namespaces_list_their_members() -> None:
    for namespace in (ts.linalg, ts.fft, ts.special, ts.nn.functional):
        listed = dir(namespace)
        assert all(hasattr(namespace, name) for name in listed)
        assert not any("__" in name or name.startswith("_") for name in listed)
    assert {"norm", "svd"} <= set(dir(ts.linalg))
    assert {"gelu", "interpolate", "softmax"} <= set(dir(ts.nn.functional))
    assert dir(ts.nn) == ["functional"]


def test_there_is_no_other_device() -> None:
    device = ts.device("cuda:1" if ts.cuda.is_available() else "cpu")
    assert (device.type, device.index, ts.cuda.device_count()) == ("cpu", None, 0)
    assert (ts.device("cuda:1").type, ts.device("cuda:1").index) == ("cuda", 1)


def test_generators_are_values() -> None:
    @ts.script
    def draw(source: ts.Generator):
        return ts.rand(2, generator=source)

    source = ts.Generator()
    drawn = ts.rand(2, generator=source.manual_seed(3))
    same(draw(source.manual_seed(3)), drawn.array)
    ts.manual_seed(3)
    same(ts.rand(2), drawn.array)


def test_methods_that_pytorch_writes_in_python() -> None:
    x = ts.tensor([[3.0, 4.0], [3.0, 4.0]])
    same(x.norm(dim=1), np.full(2, 5, np.float32))
    same(x.norm(p=1), np.float32(14))
    values, counts = x.unique(return_counts=True)
    assert (values.tolist(), counts.tolist()) == ([3, 4], [2, 2])
    assert x.unique(dim=0).tolist() == [[3, 4]]
    assert (x.nelement(), x.ndimension()) == (4, 2)


def test_arguments_have_the_names_of_numpy_too() -> None:
    same(X.sum(axis=0), X.array.sum(0))
    same(X.amax(axis=1, keepdims=True), X.array.max(1, keepdims=True))
    assert ts.cat([X, X], axis=1).shape == (2, 6)
    with pytest.raises(OperatorError, match="'axes'"):
        X.sum(axes=0)


def test_functions_of_nn() -> None:
    f = ts.nn.functional
    same(f.relu(-X), np.zeros((2, 3)))
    x = -X
    assert f.relu(x, inplace=True).array is x.array
    same(f.softmax(X, dim=1).sum(dim=1), np.ones(2))
    same(f.lp_pool1d(ts.ones(1, 1, 4), 2.0, 2), np.full((1, 1, 2), 2**0.5, np.float32))
    pooled, places = f.max_pool2d(ts.ones(1, 1, 4, 4), 2, return_indices=True)
    assert f.max_unpool2d(pooled, places, 2).shape == (1, 1, 4, 4)


IMAGE = np.random.default_rng(0).random((2, 3, 8, 8), np.float32)
CLASSES = np.array([1, 2, 3])
A = X.array
ON_ARRAYS: dict[str, tuple[Any, ...]] = {
    "softmax": (A, -1),
    "log_softmax": (A, -1),
    "mse_loss": (A, 2 * A),
    "interpolate": (IMAGE, None, 2.0),
    "normalize": (A,),
    "adaptive_avg_pool2d": (IMAGE, 1),
    "l1_loss": (A, A),
    "group_norm": (IMAGE, 3),
    "instance_norm": (IMAGE,),
    "cross_entropy": (np.ones((3, 4), np.float32), CLASSES),
    "max_pool2d": (IMAGE, 2),
    "layer_norm": (A, [3]),
    "linear": (A, A),
    "embedding": (CLASSES, IMAGE[0, 0]),
    "one_hot": (CLASSES,),
}


@pytest.mark.parametrize("name", ON_ARRAYS)
def test_functions_of_nn_take_arrays(name: str) -> None:
    arguments = ON_ARRAYS[name]
    function = getattr(ts.nn.functional, name)
    tensors = [ts.Tensor(a) if isinstance(a, np.ndarray) else a for a in arguments]
    same(function(*arguments), function(*tensors).array)


def test_functions_of_pytorch_take_arrays_in_lists_and_by_name() -> None:
    same(ts.tensordot(A, A.T, dims=1), A @ A.T)
    same(ts.broadcast_tensors(A, A[:1])[1], np.broadcast_to(A[:1], A.shape))
    same(ts.nn.functional.softmax(input=A, dim=1).sum(dim=1), np.ones(2))


@pytest.mark.parametrize(
    ("size", "scale"), [((8, 8), None), ([8, 8], None), (8, None), (None, 2), (None, (2.0, 2))]
)
def test_a_function_takes_arguments_of_each_of_its_forms(size: Any, scale: Any) -> None:
    image = ts.ones(1, 3, 4, 4)
    assert ts.nn.functional.interpolate(image, size, scale).shape == (1, 3, 8, 8)


def test_forms_are_chosen_by_the_types_of_arguments() -> None:
    same(ts.tensordot(A, A, dims=([1], [1])), A @ A.T)
    same(ts.tensordot(A, A, dims=[[1], [1]]), A @ A.T)
    same(ts.norm(ts.ones(4)), np.float32(2))
    same(ts.norm(ts.ones(4), 1), np.float32(4))
    same(ts.norm(ts.ones(4, 4), dim=1, dtype=ts.float64), np.full(4, 2.0))
    with pytest.raises(TypeError, match=r"'interpolate' has no form that takes \(Tensor, str\)"):
        ts.nn.functional.interpolate(X, "large")


def test_importing_the_package_loads_no_operators() -> None:
    code = (
        "import sys, xdsl_torchscript as ts; ts.parse_graph;"
        "print(any(m.endswith(('runtime.dispatch', 'runtime.torch_bridge')) or m == 'torch'"
        " for m in sys.modules))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


def test_modes_of_gradients_are_seen_by_programs() -> None:
    mode = ts.compile("def mode() -> bool: return torch.is_grad_enabled()").mode
    with ts.no_grad():
        assert not mode()
        with ts.enable_grad():
            assert mode()
        assert not mode()
    assert mode()


def test_a_mode_of_gradients_is_set_until_the_end_of_a_block() -> None:
    mode = ts.compile("def mode() -> bool: return torch.is_grad_enabled()").mode
    with ts.set_grad_enabled(False):
        assert not mode()
        with ts.set_grad_enabled(True):
            assert mode()
        assert not mode()
    assert mode()
    ts.set_grad_enabled(False)
    assert not mode()
    ts.set_grad_enabled(True)
    assert mode()


def test_a_mode_of_gradients_is_set_during_the_calls_of_a_function() -> None:
    mode = ts.compile("def mode() -> bool: return torch.is_grad_enabled()").mode
    without = ts.set_grad_enabled(False)(lambda: mode())
    assert mode()
    assert not without()
    assert mode()


def test_modes_of_gradients_change_no_result() -> None:
    @ts.no_grad()
    def twice(x: Any) -> Any:
        with ts.enable_grad():
            return x * 2

    assert twice(ts.ones(2)).tolist() == [2, 2]


def test_a_dtype_is_one_object() -> None:
    assert copy.deepcopy(ts.float32) is ts.float32
    assert pickle.loads(pickle.dumps(ts.bfloat16)) is ts.bfloat16


def test_dtypes_show_their_names() -> None:
    assert repr(ts.ones(2).long().dtype) == "ts.int64"
    assert ts.double is ts.float64


def test_numbers_are_exact_in_python_and_of_the_default_dtype_in_scripts() -> None:
    scripted = ts.compile(
        "def f(x: float): return torch.tensor(x, dtype=torch.float64), "
        "torch.tensor([x], dtype=torch.float64)"
    ).f
    assert ts.tensor(0.1, dtype=ts.float64).tolist() == 0.1
    assert ts.tensor([[0.1]], dtype=ts.float64).tolist() == [[0.1]]
    assert [t.numpy().flatten()[0] for t in scripted(0.1)] == [np.float32(0.1)] * 2
