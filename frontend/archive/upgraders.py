"""Upgraders: the old meaning of operators that PyTorch changed after an archive was written.

The version of an archive dates its code. A call of an operator that changed later becomes a call of
its `Upgrade`. This function in the text below takes the arguments of the old schema and restores
the old meaning. Versions, old schemas and meanings are facts of PyTorch's `operator_upgraders`;
`tests/conformance` compares the table with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from xdsl_torchscript.dialects.schema.parser import parse_schema
from xdsl_torchscript.frontend.script.serialized.names import Upgrade

PREFIX = "upgraders."
"""The prefix of the functions in a program."""

FILE = "<upgraders>"

_OPTIONS = "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
_DIV, _FULL, _LINSPACE, _LOGSPACE, _GELU = 4, 5, 8, 9, 10
"""The first version with the present meaning."""

_TABLE: tuple[tuple[int, str, str], ...] = (
    (_DIV, "div_tensor", "aten::div.Tensor(Tensor self, Tensor other) -> Tensor"),
    (_DIV, "div_scalar", "aten::div.Scalar(Tensor self, Scalar other) -> Tensor"),
    (_DIV, "div_inplace_tensor",
     "aten::div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"),
    (_DIV, "div_inplace_scalar",
     "aten::div_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"),
    (_DIV, "div_out",
     "aten::div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"),
    (_DIV, "div_mode_tensor",
     "aten::div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor"),
    (_DIV, "div_mode_scalar",
     "aten::div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor"),
    (_DIV, "div_inplace_mode_tensor",
     "aten::div_.Tensor_mode(Tensor(a!) self, Tensor other, *, str? rounding_mode) -> Tensor(a!)"),
    (_DIV, "div_inplace_mode_scalar",
     "aten::div_.Scalar_mode(Tensor(a!) self, Scalar other, *, str? rounding_mode) -> Tensor(a!)"),
    (_DIV, "div_mode_out",
     "aten::div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> "
     "Tensor(a!)"),
    (_FULL, "full", f"aten::full(int[] size, Scalar fill_value, *, {_OPTIONS}) -> Tensor"),
    (_FULL, "full_out",
     "aten::full.out(int[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!)"),
    (_LINSPACE, "linspace",
     f"aten::linspace(Scalar start, Scalar end, int? steps=None, *, {_OPTIONS}) -> Tensor"),
    (_LINSPACE, "linspace_out",
     "aten::linspace.out(Scalar start, Scalar end, int? steps=None, *, Tensor(a!) out) -> "
     "Tensor(a!)"),
    (_LOGSPACE, "logspace",
     "aten::logspace(Scalar start, Scalar end, int? steps=None, float base=10.0, *, "
     f"{_OPTIONS}) -> Tensor"),
    (_LOGSPACE, "logspace_out",
     "aten::logspace.out(Scalar start, Scalar end, int? steps=None, float base=10.0, *, "
     "Tensor(a!) out) -> Tensor(a!)"),
    (_GELU, "gelu", "aten::gelu(Tensor self) -> Tensor"),
    (_GELU, "gelu_out", "aten::gelu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"),
)  # fmt: skip
"""The exclusive end of the versions in which a function is the meaning of a schema."""

TEXT = '''
def div_tensor(a: Tensor, b: Tensor) -> Tensor:
    """A division of integers gave an integer, rounded towards zero."""
    if a.is_floating_point() or b.is_floating_point():
        return a.true_divide(b)
    return a.divide(b, rounding_mode="trunc")

def div_scalar(a: Tensor, b: number) -> Tensor:
    if a.is_floating_point() or isinstance(b, float):
        return a.true_divide(b)
    return a.divide(b, rounding_mode="trunc")

def div_inplace_tensor(a: Tensor, b: Tensor) -> Tensor:
    if a.is_floating_point() or b.is_floating_point():
        return a.true_divide_(b)
    return a.divide_(b, rounding_mode="trunc")

def div_inplace_scalar(a: Tensor, b: number) -> Tensor:
    if a.is_floating_point() or isinstance(b, float):
        return a.true_divide_(b)
    return a.divide_(b, rounding_mode="trunc")

def div_out(a: Tensor, b: Tensor, out: Tensor) -> Tensor:
    if a.is_floating_point() or b.is_floating_point() or out.is_floating_point():
        return a.true_divide(b, out=out)
    return a.divide(b, rounding_mode="trunc", out=out)

def div_mode_tensor(a: Tensor, b: Tensor, mode: Optional[str]) -> Tensor:
    """Keep a call with a mode, which always had the meaning of `divide`."""
    return a.divide(b, rounding_mode=mode)

def div_mode_scalar(a: Tensor, b: number, mode: Optional[str]) -> Tensor:
    return a.divide(b, rounding_mode=mode)

def div_inplace_mode_tensor(a: Tensor, b: Tensor, mode: Optional[str]) -> Tensor:
    return a.divide_(b, rounding_mode=mode)

def div_inplace_mode_scalar(a: Tensor, b: number, mode: Optional[str]) -> Tensor:
    return a.divide_(b, rounding_mode=mode)

def div_mode_out(a: Tensor, b: Tensor, mode: Optional[str], out: Tensor) -> Tensor:
    return a.divide(b, rounding_mode=mode, out=out)

def full(size: List[int], value: number, dtype: Optional[int], layout: Optional[int],
         device: Optional[Device], pin_memory: Optional[bool]) -> Tensor:
    """Give a call without a dtype floats, which it had for any value."""
    if dtype is None:
        value = float(value)
    return torch.full(size, value, dtype=dtype, layout=layout, device=device,
                      pin_memory=pin_memory)

def full_out(size: List[int], value: number, out: Tensor) -> Tensor:
    return torch.full(size, value, out=out)

def linspace(start: number, end: number, steps: Optional[int], dtype: Optional[int],
             layout: Optional[int], device: Optional[Device],
             pin_memory: Optional[bool]) -> Tensor:
    """Restore the default of 100 steps."""
    count = 100 if steps is None else steps
    return torch.linspace(start, end, count, dtype=dtype, layout=layout, device=device,
                          pin_memory=pin_memory)

def linspace_out(start: number, end: number, steps: Optional[int], out: Tensor) -> Tensor:
    count = 100 if steps is None else steps
    return torch.linspace(start, end, count, out=out)

def logspace(start: number, end: number, steps: Optional[int], base: float,
             dtype: Optional[int], layout: Optional[int], device: Optional[Device],
             pin_memory: Optional[bool]) -> Tensor:
    count = 100 if steps is None else steps
    return torch.logspace(start, end, count, base, dtype=dtype, layout=layout, device=device,
                          pin_memory=pin_memory)

def logspace_out(start: number, end: number, steps: Optional[int], base: float,
                 out: Tensor) -> Tensor:
    count = 100 if steps is None else steps
    return torch.logspace(start, end, count, base, out=out)

def gelu(a: Tensor) -> Tensor:
    """Choose the exact function, the only one at that time."""
    return torch.gelu(a, approximate="none")

def gelu_out(a: Tensor, out: Tensor) -> Tensor:
    return torch.gelu(a, approximate="none", out=out)
'''
"""The old meanings in TorchScript; each function takes the arguments of the old schema in order."""


@cache
def upgrades(version: int) -> Mapping[str, Mapping[str, Upgrade]]:
    """Return the upgrades for an archive of this version.

    The keys are the kind (`aten::div`), then the name of the present op that the upgrade replaces
    (`aten.div.Tensor`).
    """
    found: dict[str, dict[str, Upgrade]] = {}
    for until, function, text in _TABLE:
        if version >= until:
            continue
        schema = parse_schema(text)
        found.setdefault(schema.kind, {})[schema.op_name] = Upgrade(schema, PREFIX + function)
    return found
