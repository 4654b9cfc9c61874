"""Operators that PyTorch's own code calls, and queries of tensors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from directly import ask, compare, numbers, ours, translate  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402
from xdsl_torchscript.runtime.interpreter.code import implementation_of  # noqa: E402
from xdsl_torchscript.runtime.operators.core import quiet  # noqa: E402

Calls = Callable[[], Sequence[tuple[object, ...]]]


def _x() -> torch.Tensor:
    return torch.arange(6.0).view(2, 3)


def _bytes() -> torch.Tensor:
    return torch.tensor([[1, 2], [3, 4]])


_OFFSETS = [torch.tensor([0, 2, 2, 5])]

CALLS: dict[str, Calls] = {
    "_add_relu.Tensor": lambda: [(_x(), -2 * _x() + 3), (_bytes(), -_bytes())],
    "_add_relu_.Tensor": lambda: [(_x(), -2 * _x() + 3)],
    "_add_relu.Scalar": lambda: [(_x(), -2, 2)],
    "_cummax_helper": lambda: [
        (numbers(2, 3), torch.zeros(2, 3), torch.zeros(2, 3, dtype=torch.int64), 1),
    ],
    "_cummin_helper": lambda: [
        (numbers(2, 3), torch.zeros(2, 3), torch.zeros(2, 3, dtype=torch.int64), 0),
    ],
    "_debug_has_internal_overlap": lambda: [
        (_x(),), (_x()[0].expand(4, 3),), (_x()[:, ::2],), (_x().T,), (torch.ones(2, 1, 3),),
    ],
    "_autocast_to_full_precision": lambda: [
        (_x().to(dtype), on, on)
        for dtype in (torch.bfloat16, torch.float16, torch.float64) for on in (False, True)
    ],
    "_autocast_to_reduced_precision": lambda: [
        (_x().to(dtype), True, on, torch.half, torch.bfloat16)
        for dtype in (torch.float32, torch.float64) for on in (False, True)
    ],
    "copy_.int": lambda: [(_x(), 3)],
    "copy_.float": lambda: [(_x(), 1.5), (torch.ones(3, dtype=torch.int64), 2.7)],
    "copy_.Tensor": lambda: [(_x(), torch.tensor([1.0, 2.0, 3.0]))],
    "set": lambda: [(_x(),)],
    "set_": lambda: [(_x(),)],
    "set_data": lambda: [(_x(), torch.ones(4))],
    "_to_cpu": lambda: [([_x()],)],
    "dense_dim": lambda: [(_x(),)],
    "sparse_dim": lambda: [(_x(),)],
    "output_nr": lambda: [(_x(),)],
    "retains_grad": lambda: [(_x(),)],
    "_has_compatible_shallow_copy_type": lambda: [(_x(), _x())],
    "get_autocast_dtype": lambda: [("cpu",), ("cuda",)],
    "is_scripting": lambda: [()],
    "is_vulkan_available": lambda: [()],
    "_addmm_activation": lambda: [(torch.ones(2) - 20, _x(), _x().T.contiguous())],
    "_compute_linear_combination": lambda: [
        (_x(), numbers(4, 2)), (numbers(2, 3, 4), numbers(5, 2)),
    ],
    "_logcumsumexp": lambda: [(_x(), 0), (_x(), -1)],
    "_unsafe_index_put": lambda: [
        (_x(), [None, torch.tensor([0, 0])], torch.ones(2), True),
        (_x(), [torch.tensor([1])], torch.ones(3), False),
    ],
    "_index_put_impl": lambda: [(_x(), [torch.tensor([1, 1])], torch.ones(3), True, False)],
    "_index_put_impl_": lambda: [(_x(), [torch.tensor([1, 1])], torch.ones(3), True, False)],
    "_reshape_copy": lambda: [(_x(), [3, -1])],
    "to_dense": lambda: [(_x(),), (_x(), torch.float64)],
    "to_dense_backward": lambda: [(_x(), _x())],
    "flatten_dense_tensors": lambda: [([_x(), torch.ones(2)],)],
    "unflatten_dense_tensors": lambda: [
        (torch.arange(9.0), [_x(), torch.ones(0), torch.ones(2)]),
    ],
    "_pack_sequence": lambda: [(_x(), torch.tensor([2]), None, torch.tensor([1, 0]))],
    "_ncf_view": lambda: [(torch.arange(6.0), [2, 3, 4], 1), (torch.arange(2.0), [2, 3, 4], 2)],
    "_ncf_unsqueeze": lambda: [(torch.arange(3.0), 4)],
    "_jagged_to_padded_dense_forward": lambda: [
        (numbers(5, 2), _OFFSETS, [3], -1.0), (numbers(5, 2), _OFFSETS, [2], 0.0),
        (numbers(5, 2), _OFFSETS, [7], 0.5),
    ],
    "_padded_dense_to_jagged_forward": lambda: [
        (numbers(3, 3, 2), _OFFSETS), (numbers(3, 4, 2), _OFFSETS, 5),
    ],
    "_rowwise_prune": lambda: [
        (numbers(4, 2), torch.tensor([True, False, True, False]), torch.int32),
    ],
    "_transform_bias_rescale_qkv": lambda: [(numbers(2, 3, 12), numbers(12), 2)],
    "_grouped_mm": lambda: [
        (numbers(2, 4, 8), numbers(2, 8, 12)),
        (numbers(5, 8), numbers(2, 8, 12), torch.tensor([1, 5], dtype=torch.int32)),
        (numbers(2, 5, 8), numbers(8, 12), torch.tensor([4, 12], dtype=torch.int32)),
        (numbers(4, 12), numbers(12, 8), torch.tensor([4, 12], dtype=torch.int32)),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_answers(name: str) -> None:
    torch.manual_seed(0)
    for arguments in CALLS[name]():
        ask(name, *[a.clone() if isinstance(a, torch.Tensor) else a for a in arguments])


def _statistics() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.zeros(2), torch.ones(2)


def test_batches_into_tensors() -> None:
    torch.manual_seed(0)
    x, w, b = numbers(3, 2, 4), numbers(2), numbers(2)
    ask("batch_norm_update_stats", x, *_statistics(), 0.1)
    outs = {n: torch.empty(0) for n in ("out", "save_mean", "save_invstd")}
    given = w, b, *_statistics(), True, 0.1, 1e-5
    ask("_native_batch_norm_legit.out", x, *given, **outs)
    outs = {n: torch.empty(0) for n in ("out", "save_mean", "save_invstd")}
    reserved = {"reserve": torch.empty(0, dtype=torch.uint8)}
    ask("_batch_norm_with_update.out", x, w, b, *_statistics(), 0.1, 1e-5, **outs, **reserved)


@pytest.mark.parametrize("training", [False, True])
def test_slopes_at_random(training: bool) -> None:
    for name, outs in (("rrelu_with_noise_", {}), ("rrelu_with_noise.out", {"out": _x()})):
        torch.manual_seed(3)
        ts.manual_seed(3)
        ask(name, _x() - 3, torch.zeros(2, 3), 0.1, 0.4, training, None, **outs)


def test_normal_numbers_into_a_tensor() -> None:
    torch.manual_seed(3)
    ts.manual_seed(3)
    ask("normal.out", _x(), 1.0, 2.0, out=torch.empty(0))


def test_gradients_are_retained_where_there_are_any() -> None:
    with pytest.raises(ValueError, match="requires_grad"):
        ours("retain_grad")(translate(_x()))
    leaf = translate(_x())
    leaf.requires_grad = True
    assert ours("retain_grad")(leaf) is None


# ---- operators of PyTorch's own graphs


_DECLARED = {torch.Tensor: "Tensor", int: "int", bool: "bool"}


def _declared(name: str, value: object) -> str:
    """Return the definition of a constant of a graph."""
    if value is None:
        return f"  {name} : Tensor = prim::AutogradZero()"
    if isinstance(value, str):
        return f'  {name} : str = prim::Constant[value="{value}"]()'
    kind = "int[]" if isinstance(value, list) else _DECLARED[type(value)]
    told = int(value) if isinstance(value, bool) else value
    return f"  {name} : {kind} = prim::Constant[value={told}]()"


def _by_graph(op: str, kind: str, values: Sequence[object]) -> object:
    names = [f"%v{place}" for place in range(len(values))]
    pairs = list(zip(names, values, strict=True))
    tensors = {n: v for n, v in pairs if isinstance(v, torch.Tensor)}
    inputs = ", ".join(f"{name} : Tensor" for name in tensors)
    constants = [_declared(n, v) for n, v in pairs if n not in tensors]
    call = f"  %r : {kind} = {op}({', '.join(names)})"
    text = "\n".join([f"graph({inputs}):", *constants, call, "  return (%r)"])
    return torch._C._jit_interpret_graph(torch._C.parse_ir(text), tuple(tensors.values()))


GRAPH_CALLS: dict[str, tuple[str, Calls]] = {
    "prim::AutogradAdd": ("Any", lambda: [
        (_x(), None), (None, _x()), (None, None), (_x(), _x()),
    ]),
    "prim::AutogradAnyNonZero": ("bool", lambda: [(_x(), None), (None, None), (_x(), _x())]),
    "prim::AutogradAllNonZero": ("bool", lambda: [(_x(), None), (_x(), _x())]),
    "prim::AutogradAllZero": ("bool", lambda: [(_x(), None), (None, None), (None,)]),
    "prim::BroadcastSizes": ("int[]", lambda: [([5, 1], [3]), ([2, 1], [1, 4], [1])]),
    "prim::ReductionSizes": ("int[]", lambda: [([2, 3], [1], False), ([2, 3], [0], True)]),
    "prim::VarConcat": ("Tensor", lambda: [(_x(), _x(), 0), (_x(), _x(), 1)]),
    "prim::VarStack": ("Tensor", lambda: [(_x(), _x(), 0), (_x(), 2)]),
    "prim::MMTreeReduce": ("Tensor", lambda: [
        (_x(), numbers(2, 2), _x().T, numbers(2, 2)), (_x(), _x().T),
    ]),
    "prim::name": ("str?", lambda: [(_x(),)]),
    "prim::nbytes": ("int", lambda: [(_x(),), (_x()[:, :2].to(torch.int16),)]),
    "prim::StringIndex": ("str", lambda: [("abc", 1), ("abc", -1)]),
    "aten::einsum": ("Tensor", lambda: [
        (_x(), [0, 1], _x().T, [1, 2], [0, 2]), (_x(), [30, 1], _x(), [30, 1]),
        (torch.eye(3), [7, 7]),
    ]),
}  # fmt: skip


@pytest.mark.parametrize("op", GRAPH_CALLS)
def test_answers_in_graphs(op: str) -> None:
    torch.manual_seed(0)
    kind, calls = GRAPH_CALLS[op]
    name = op.replace("::", ".").replace("einsum", "einsum.sublist")
    for arguments in calls():
        with quiet():
            got = implementation_of(name)(*map(translate, arguments))
        compare(_by_graph(op, kind, arguments), got, f"{op}{arguments}")
