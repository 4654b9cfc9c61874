"""PyTorch's own sample inputs for its operators, as programs: one script and its inputs each.

A sample of the database is a call; written out as TorchScript, with the tensors as parameters and
all else as literals, it is a program that PyTorch and we compile and run. What does not script in
PyTorch (a call of Python's own) is traced there, and we run the text of its graph.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_utils import set_rng_seed

OPS = {f"{op.name}{'.' + op.variant_test_name if op.variant_test_name else ''}": op for op in op_db}

DTYPES = {
    "float32": torch.float32, "int64": torch.int64, "float64": torch.float64, "bool": torch.bool,
    "bfloat16": torch.bfloat16, "float16": torch.float16, "complex64": torch.complex64,
}  # fmt: skip

VARIANTS = ("function", "method", "in-place")


class Inexpressible(Exception):
    """An argument that TorchScript has no literal for."""


@dataclass(frozen=True)
class Question:
    """A program of one call. `inputs` are tensors, or lists of them.

    `comparable` makes non-unique results, such as eigenvectors, unique. An empty source is for a
    trace.
    """

    sample: object
    source: str
    inputs: list[object]
    call: Callable[..., object]
    comparable: Callable[[object], object]

    def __str__(self) -> str:
        return f"{self.source.splitlines()[1].strip()} of {describe(self.inputs)}"


def describe(value: object) -> str:
    if isinstance(value, torch.Tensor):
        plain = value.layout is not torch.strided or value.is_contiguous()
        layout = "" if plain else f" strides {value.stride()}"
        return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}{layout}"
    if isinstance(value, list):
        return f"[{', '.join(map(describe, value))}]"
    return repr(value)


# ---- writing a call


def _float(value: float) -> str:
    return repr(value) if math.isfinite(value) else f"float('{value}')"


def _sequence(value: object) -> str:
    parts = ", ".join(map(_literal, value))
    return f"({parts},)" if type(value) is tuple and parts else f"[{parts}]"


_LITERALS: tuple[tuple[type | tuple[type, ...], Callable[[object], str]], ...] = (
    ((bool, int, str, type(None)), repr),
    (float, _float),
    (complex, lambda c: f"complex({_float(c.real)}, {_float(c.imag)})"),
    ((torch.dtype, torch.layout, torch.memory_format), str),
    (torch.device, lambda d: f"torch.device('{d}')"),
    ((list, tuple), _sequence),
)


def _literal(value: object) -> str:
    for kind, write in _LITERALS:
        if isinstance(value, kind):
            return write(value)
    raise Inexpressible(type(value).__name__)


_LISTS = (("List[Tensor]", torch.Tensor), ("List[Optional[Tensor]]", (torch.Tensor, type(None))))


def _parameter(value: object) -> str | None:
    """Return the type of the parameter for an argument, None for a literal."""
    if isinstance(value, torch.Tensor):
        return "Tensor"
    if not isinstance(value, list | tuple) or not list(leaves(value)):
        return None
    kinds = [t for t, kind in _LISTS if all(isinstance(part, kind) for part in value)]
    if not kinds:
        raise Inexpressible("tensors among other values")
    return kinds[0]


def script(op: object, variant: str, args: list[object], kwargs: dict[str, object]) -> str:
    """Return the source of the call. Raises Inexpressible."""
    formals: list[str] = []

    def written(value: object) -> str:
        kind = _parameter(value)
        if kind is None:
            return _literal(value)
        formals.append(f"i{len(formals)}: {kind}")
        return f"i{len(formals) - 1}"

    actuals = [written(arg) for arg in args]
    named = [f"{name}={written(value)}" for name, value in kwargs.items()]
    if variant == "function":
        call = f"torch.{op.name}({', '.join(actuals + named)})"
    else:
        method = {"method": op.method_variant, "in-place": op.inplace_variant}[variant]
        if not hasattr(method, "__name__"):
            raise Inexpressible("a method made of others")
        call = f"{actuals[0]}.{method.__name__}({', '.join(actuals[1:] + named)})"
    return f"def the_call({', '.join(formals)}):\n    return {call}\n"


# ---- samples


def leaves(value: object) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from leaves(part)
    elif isinstance(value, dict):
        yield from leaves(list(value.values()))


def with_leaves(value: object, given: Iterator[torch.Tensor]) -> object:
    """Return the value with its tensors replaced."""
    if isinstance(value, torch.Tensor):
        return next(given)
    if isinstance(value, list | tuple):
        return type(value)([with_leaves(part, given) for part in value])
    if isinstance(value, dict):
        return {name: with_leaves(part, given) for name, part in value.items()}
    return value


def fresh(value: object) -> object:
    """Return the inputs in new memory with the same layout."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    return [fresh(part) for part in value] if isinstance(value, list | tuple) else value


def _question(op: object, variant: str, sample: object) -> Question | None:
    """Return the question for a sample, None if the variant does not accept it."""
    function = {
        "function": op.op, "method": op.method_variant, "in-place": op.inplace_variant,
    }[variant]  # fmt: skip
    if function is None or (variant == "in-place" and sample.broadcasts_input):
        return None
    everything = [[sample.input, *sample.args], dict(sample.kwargs)]
    tensors = list(leaves(everything))

    def call(*given: torch.Tensor) -> object:
        args, kwargs = with_leaves(everything, iter(given))
        return function(*args, **kwargs)

    try:
        source = script(op, variant, *everything)
    except Inexpressible:
        return (
            Question(sample, "", tensors, call, sample.output_process_fn_grad)
            if variant == "function"
            else None
        )
    values = [*everything[0], *everything[1].values()]
    inputs = [v for v in values if _parameter(v) is not None]
    return Question(sample, source, inputs, call, sample.output_process_fn_grad)


def _samples(op: object, dtype: torch.dtype) -> Iterator[object]:
    """Yield what `op.sample_inputs` does, which also searches the stack for a test of PyTorch."""
    made = iter(op.sample_inputs_func(op, "cpu", dtype, False))
    while True:
        set_rng_seed()
        try:
            sample = next(made)
        except StopIteration:
            return
        yield sample


def questions(
    name: str, dtype: torch.dtype, variant: str = "function", most: int | None = None
) -> Iterator[Question]:
    """Yield the samples of an operator, at most `most`, with fixed random numbers."""
    op = OPS[name]
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for sample in islice(_samples(op, dtype), most):
            question = _question(op, variant, sample)
            if question is not None:
                yield question


def supported(name: str) -> list[str]:
    known = OPS[name].supported_dtypes("cpu")
    return [n for n, dtype in DTYPES.items() if dtype in known]


def variants(name: str) -> list[str]:
    op = OPS[name]
    have = {"function": True, "method": op.method_variant, "in-place": op.inplace_variant}
    return [v for v in VARIANTS if have[v]]
