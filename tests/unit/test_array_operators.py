"""Operators on arrays and images agree with PyTorch's results and errors."""

from __future__ import annotations

import numpy as np
import pytest
from array_operator_cases import CASES, GOLDEN, arrays_of

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.tensor import Tensor


def tensors(value: object) -> object:
    if isinstance(value, np.ndarray):
        return Tensor(value.copy())
    return [tensors(v) for v in value] if isinstance(value, list) else value


def call(name: str, *arguments: object) -> object:
    function = implementation_of(name)
    assert function is not None
    with quiet():
        return function(*map(tensors, arguments))


def plain(result: object) -> object:
    return [r.array for r in result] if isinstance(result, tuple | list) else result.array


@pytest.fixture(scope="module")
def golden() -> dict[str, np.ndarray]:
    with np.load(GOLDEN) as data:
        return dict(data)


@pytest.mark.parametrize("at", range(len(CASES)), ids=[name for name, _ in CASES])
def test_answers(at: int, golden: dict[str, np.ndarray]) -> None:
    name, arguments = CASES[at]
    got = arrays_of(plain(call(name, *arguments)))
    expected = [golden[f"{at}.{i}"] for i in range(len(got))]
    assert f"{at}.{len(got)}" not in golden
    for a, b in zip(got, expected, strict=True):
        assert (a.dtype, a.shape) == (b.dtype, b.shape)
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-5)


REFUSED = {
    "aten.conv1d": ((np.ones((1, 2, 3)), np.ones((1, 3, 2)), None, [1], [0], [1], 1), "channels"),
    "aten.conv2d": ((np.ones((1, 1, 2, 2)), np.ones((1, 1, 3, 3)), None, [1], [0], [1], 1),
                    "does not fit"),
    "aten.conv1d.padding": ((np.ones((1, 1, 3)), np.ones((1, 1, 2)), None, [2], "same", [1], 1),
                            "stride of 1"),
    "aten.max_pool1d": ((np.ones((1, 1, 4)), [2], [0], [2], [1], False), "positive"),
    "aten.reflection_pad1d": ((np.ones((1, 3)), [3, 0]), "at most 2"),
    "aten.pad": ((np.ones(3), [1, 1], "mirror", None), "not 'mirror'"),
    "aten.upsample_nearest1d.vec": ((np.ones((1, 1, 3)), None, None), "either"),
    "aten.pixel_shuffle": ((np.ones((1, 3, 2, 2)), 2), "expected a number of channels"),
    "aten.scatter_reduce.two": ((np.ones(3), 0, np.zeros(3, int), np.ones(3), "max", True),
                                "not by 'max'"),
    "aten.as_strided": ((np.ones(3), [4], [1], 0), "leaves a memory of 3"),
    "aten.as_strided_": ((np.ones(3), [2], [1], 2), "leaves a memory of 3"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str) -> None:
    arguments, message = REFUSED[name]
    with pytest.raises(ValueError, match=message):
        call(name, *arguments)


def test_boxes_that_overlap_are_suppressed() -> None:
    boxes = np.array([[0, 0, 4, 4], [0, 0, 4, 5], [6, 6, 8, 8], [0, 0, 1, 1]], np.float32)
    scores = np.array([0.5, 0.9, 0.1, 0.7], np.float32)
    assert call("torchvision.nms", boxes, scores, 0.5).array.tolist() == [1, 3, 2]
    assert call("torchvision.nms", boxes, scores, 0.9).array.tolist() == [1, 3, 0, 2]


def test_a_region_of_a_plane_is_the_plane() -> None:
    """Bilinear interpolation is exact where the image is linear."""
    plane = (np.arange(8)[:, None] * 10 + np.arange(9)).astype(np.float32)[None, None]
    box = np.array([[0, 1, 2, 5, 6]], np.float32)
    got = call("torchvision.roi_align", plane, box, 1.0, 2, 2, 2, False).array[0, 0]
    np.testing.assert_allclose(got, [[32, 34], [52, 54]], rtol=1e-6)


def test_a_view_by_strides_shares_memory() -> None:
    base = Tensor(np.arange(6.0))
    view = implementation_of("aten.as_strided")(base, [2, 2], [3, 1], 1)
    implementation_of("aten.zero_")(view)
    assert base.array.tolist() == [0, 0, 0, 3, 0, 0]
    windows = implementation_of("aten.unfold")(base, 0, 2, 2)
    assert windows.shares_memory(base)


def test_new_dimensions_have_the_strides_of_pytorch() -> None:
    """`torch.tensor([[2.0], [0.0]]).unsqueeze(0).stride()` is (2, 1, 1); numpy's None gives 0."""
    column = call("aten.unsqueeze", np.array([[2.0], [0.0]]), 0)
    assert column.strides == (2, 1, 1)
    turned = implementation_of("aten.transpose.int")(column, 0, 2)
    assert implementation_of("aten.squeeze.dim")(turned, 0).strides == (1, 2)


_TURNED = np.arange(6.0).reshape(2, 3).T


@pytest.mark.parametrize(
    ("name", "arguments", "strides"),
    [
        ("aten.sum.dim_IntList", ([0], True, None), (2, 1)),
        ("aten.sum.dim_IntList", ([1], True, None), (1, 1)),
        ("aten.mean.dim", ([0], True, None), (2, 1)),
        ("aten.amax", ([0], True), (2, 1)),
        ("aten.max.dim", (0, True), (2, 1)),
        ("aten.all.dim", (0, True), (2, 1)),
        ("aten.prod.dim_int", (0, True, None), (2, 1)),
        ("aten.nansum", ([0], True, None), (2, 1)),
        ("aten.var_mean.correction", ([0], 1, True), (2, 1)),
        ("aten.aminmax", (0, True), (2, 1)),
        ("aten.quantile.scalar", (0.5, 0, True, "linear"), (2, 1)),
    ],
)
def test_a_kept_dimension_has_the_stride_of_pytorch(
    name: str, arguments: tuple[object, ...], strides: tuple[int, ...]
) -> None:
    """`torch.arange(6.0).reshape(2, 3).t().sum(0, keepdim=True).stride()` is (2, 1)."""
    function = implementation_of(name)
    assert function is not None
    results = function(Tensor(_TURNED), *arguments)
    for result in results if isinstance(results, tuple) else (results,):
        assert result.strides == strides


def test_a_kept_dimension_has_the_stride_of_pytorch_where_dimensions_are_constants() -> None:
    @ts.script
    def total(x: ts.Tensor) -> ts.Tensor:
        return x.sum(0, keepdim=True)

    assert total(Tensor(_TURNED)).strides == (2, 1)


@pytest.mark.parametrize("dim", range(3))
def test_an_inserted_dimension_has_the_stride_of_pytorch(dim: int) -> None:
    """Also next to a dimension of one element, whose stride numpy's reshape changes."""
    whole = ts.arange(6.0).reshape(2, 3).t()[:1]
    assert whole.strides == (1, 3)
    expected = [(1, 1, 3), (1, 6, 3), (1, 3, 1)][dim]
    assert whole.unsqueeze(dim).strides == expected


def test_integers_and_bools_require_no_gradient() -> None:
    made = call("aten.tensor.float", 0.5, None, None, True)
    assert made.requires_grad
    for make in (
        lambda: call("aten.tensor.float", 0.5, 11, None, True),
        lambda: call("aten.tensor", [1, 2], None, None, True),
        lambda: call("aten.requires_grad_", np.array([1]), True),
    ):
        with pytest.raises(ValueError, match="only tensors of floating point and complex dtype"):
            make()
