"""PyTorch's own sample inputs for its operators, as questions to the interpreter.

PyTorch traces the call of a sample, which gives a graph of operators; the graph, as text, is read
and run on the same inputs. So what functions such as `interpolate` become is tested too.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import torch
from torch.testing._internal.common_methods_invocations import op_db
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.errors import MissingOperatorsError, RuntimeFault
from xdsl_torchscript.runtime.interpreter.code import Code, run
from xdsl_torchscript.runtime.tensor import Tensor

OPS = {f"{op.name}{'.' + op.variant_test_name if op.variant_test_name else ''}": op for op in op_db}

TOLERANCES = {
    torch.float32: (2e-5, 1e-5), torch.float64: (1e-9, 1e-10), torch.complex64: (2e-5, 1e-5),
    torch.complex128: (1e-9, 1e-10), torch.float16: (2e-3, 1e-3), torch.bfloat16: (2e-2, 1e-2),
}  # fmt: skip
"""Relative and absolute; everything else is to be equal."""


FREE_AMONG_EQUALS = {"kthvalue": (1, 1), "topk": (1, 1), "sort": (1, 0), "argsort": (0, 0)}
"""Operators that say which of equal elements they took, and may take any: which result that is, and
the place of the dimension among the arguments behind the tensor."""


@dataclass
class Outcome:
    """What became of the samples of one operator and type."""

    agreed: int = 0
    differing: list[str] = field(default_factory=list)
    missing: Counter[str] = field(default_factory=Counter)
    untraced: list[str] = field(default_factory=list)


def leaves(value: object) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from leaves(part)
    elif isinstance(value, dict):
        yield from leaves(list(value.values()))


def with_leaves(value: object, given: Iterator[torch.Tensor]) -> object:
    """The value with other tensors in the places of its tensors."""
    if isinstance(value, torch.Tensor):
        return next(given)
    if isinstance(value, list | tuple):
        return type(value)([with_leaves(part, given) for part in value])
    if isinstance(value, dict):
        return {name: with_leaves(part, given) for name, part in value.items()}
    return value


def ours(tensor: torch.Tensor) -> Tensor:
    """In memory of its own, laid out as it was."""
    return Tensor.of(tensor.detach().clone())


def flat(value: object) -> list[object]:
    return [p for v in value for p in flat(v)] if isinstance(value, list | tuple) else [value]


def difference(expected: object, got: object, loose: float = 1.0) -> str | None:
    if not isinstance(expected, torch.Tensor):
        return None if expected == got else f"{got!r} instead of {expected!r}"
    if not isinstance(got, Tensor):
        return f"{got!r} instead of a tensor"
    name = str(expected.dtype).removeprefix("torch.")
    if (name, tuple(expected.shape)) != (got.dtype.torch_name, got.array.shape):
        return f"{got.dtype}{got.array.shape} instead of {name}{tuple(expected.shape)}"
    relative, absolute = (t * loose for t in TOLERANCES.get(expected.dtype, (0, 0)))
    wide = torch.float64 if name in ("float16", "bfloat16") else expected.dtype
    theirs = expected.detach().to(wide).resolve_conj().resolve_neg().numpy()
    values = got.array.astype(theirs.dtype)
    if np.allclose(values, theirs, relative, absolute, equal_nan=True):
        return None
    worst = np.nanmax(np.abs(values.astype(complex) - theirs.astype(complex)))
    return f"values differ by up to {worst}"


def chosen(name: str, values: torch.Tensor, index: object, sample: object) -> np.ndarray:
    """The elements that indices along the dimension of the sample mean."""
    place = FREE_AMONG_EQUALS[name][1]
    dim = sample.args[place] if len(sample.args) > place else sample.kwargs.get("dim", -1)
    array, places = values.numpy(), np.asarray(index)
    if array.ndim == 0:
        return np.asarray(array[None][places])
    shaped = places if places.ndim == array.ndim else np.expand_dims(places, dim)
    return np.take_along_axis(array, shaped, dim)


def call(op: object, sample: object) -> tuple[Callable[..., object], list[torch.Tensor]]:
    """The call as a function of its tensors alone."""
    everything = [sample.input, list(sample.args), dict(sample.kwargs)]

    def function(*tensors: torch.Tensor) -> object:
        input_, args, kwargs = with_leaves(everything, iter(tensors))
        return op.op(input_, *args, **kwargs)

    return function, list(leaves(everything))


def ask(op: object, sample: object, outcome: Outcome, loose: float) -> None:
    function, tensors = call(op, sample)
    inputs = [t.detach().clone() for t in tensors]
    try:
        expected = function(*inputs)
        given = [t.detach().clone() for t in tensors]
        traced = torch.jit.trace(function, tuple(given), check_trace=False, strict=False)
    except (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError) as error:
        outcome.untraced.append(str(error).splitlines()[0])
        return
    described = f"{[tuple(t.shape) for t in tensors]} {sample.args} {sample.kwargs}".replace(
        "\n", ""
    )
    try:
        text = str(traced.inlined_graph)
        func = parse_graph(text).body.block.first_op
        assert isinstance(func, FuncOp)
        results = run(Code.from_func(func), list(map(ours, tensors)))
    except MissingOperatorsError as error:
        outcome.missing.update(name for name, _ in error.missing)
        return
    except RuntimeFault as error:
        outcome.differing.append(f"{type(error).__name__}: {error}: {described}"[:600])
        return
    theirs, got = flat(expected), flat(results)
    if op.name in FREE_AMONG_EQUALS:
        at = FREE_AMONG_EQUALS[op.name][0]
        theirs[at] = torch.from_numpy(chosen(op.name, tensors[0], theirs[at], sample))
        got[at] = Tensor(chosen(op.name, tensors[0], got[at], sample))
    wrong = [difference(a, b, loose) for a, b in zip(theirs, got, strict=True)]
    if any(wrong):
        outcome.differing.append(f"{next(filter(None, wrong))}: {described}"[:600])
    else:
        outcome.agreed += 1


def outcome_of(
    name: str, dtype: torch.dtype, most: int | None = None, loose: float = 1.0
) -> Outcome:
    """What becomes of the samples, or of at most `most` of them. A sample that PyTorch does not
    trace is counted, not asked."""
    op, outcome = OPS[name], Outcome()
    torch.manual_seed(0)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        for sample in islice(op.sample_inputs("cpu", dtype, requires_grad=False), most):
            ask(op, sample, outcome, loose)
    return outcome
