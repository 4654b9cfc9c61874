"""Operators, methods and attributes of `Tensor` in Python, executed immediately.

    y = (1 - x) @ w.t() + x[:, None].sum(dim=0)

A method is the operator of its name. While a trace is recorded a size is a tensor of one number, so
that computations with it are recorded. Conversions such as `int(x)`, which leave the trace, warn.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, Self

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, Dtype
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.schema.table import operator_table, schemas_of
from xdsl_torchscript.dialects.tensor_names import CASTS, TENSOR_ATTRIBUTES
from xdsl_torchscript.runtime.tracing.active import current

# These modules are over tensors, so they cannot be imported before `Tensor` is defined.
_CALL = "xdsl_torchscript.runtime.dispatch:call"
_CALL_OVERLOAD = "xdsl_torchscript.runtime.dispatch:call_overload"
_BUILTIN = "xdsl_torchscript.runtime.dispatch:Builtin"
_READ = "xdsl_torchscript.runtime.eager.subscripts:read"
_WRITE = "xdsl_torchscript.runtime.eager.subscripts:write"


def _call(kind: str, *args: Any, **kwargs: Any) -> Any:
    return lazy_import(_CALL)(kind, *args, **kwargs)


def _is_operand(value: object) -> bool:
    """Return whether Python's operators accept it together with a tensor."""
    return isinstance(value, bool | int | float | complex) or hasattr(value, "__array__")


def _binary(kind: str) -> Callable[[Any, Any], Any]:
    def run(self: Any, other: Any) -> Any:
        return _call(kind, self, other) if _is_operand(other) else NotImplemented

    return run


def _reflected(kind: str) -> Callable[[Any, Any], Any]:
    """Return a reflected operator: the tensor is on the right."""

    def run(self: Any, other: Any) -> Any:
        return _call(kind, other, self) if _is_operand(other) else NotImplemented

    return run


def _unary(kind: str) -> Callable[[Any], Any]:
    def run(self: Any) -> Any:
        return _call(kind, self)

    return run


def _reciprocal(self: Any, other: Any) -> Any:
    return _call("aten::mul", _call("aten::reciprocal", self), other)


@cache
def _method_names() -> tuple[str, ...]:
    table = operator_table()
    kinds = {table[name].kind for name in table.op_names("aten")}
    return tuple(sorted(kind.removeprefix("aten::") for kind in kinds if _is_method(kind)))


def _is_method(kind: str) -> bool:
    """Return whether the kind is a method; gradients have a `self` too, but are not."""
    named = any(schema.argument_index("self") is not None for schema in schemas_of(kind))
    return named and not kind.endswith("_backward")


class TensorOperators:
    """The operators of tensors, a base of `Tensor`."""

    __slots__ = ()
    __array_priority__ = 1000
    """Makes numpy defer `array + tensor` to the tensor."""

    # ---- operators

    __add__ = _binary("aten::add")
    __sub__ = _binary("aten::sub")
    __mul__ = _binary("aten::mul")
    __truediv__ = _binary("aten::div")
    __floordiv__ = _binary("aten::floor_divide")
    __mod__ = _binary("aten::remainder")
    __pow__ = _binary("aten::pow")
    __matmul__ = _binary("aten::matmul")
    __and__ = _binary("aten::__and__")
    __or__ = _binary("aten::__or__")
    __xor__ = _binary("aten::__xor__")
    __lshift__ = _binary("aten::__lshift__")
    __rshift__ = _binary("aten::__rshift__")

    __radd__ = _binary("aten::add")
    __rsub__ = _binary("aten::rsub")
    __rmul__ = _binary("aten::mul")
    __rtruediv__ = _reciprocal
    __rfloordiv__ = _reflected("aten::floor_divide")
    __rmod__ = _reflected("aten::remainder")
    __rpow__ = _reflected("aten::pow")
    __rmatmul__ = _reflected("aten::matmul")
    __rand__ = _binary("aten::__and__")
    __ror__ = _binary("aten::__or__")
    __rxor__ = _binary("aten::__xor__")

    __iadd__ = _binary("aten::add_")
    __isub__ = _binary("aten::sub_")
    __imul__ = _binary("aten::mul_")
    __itruediv__ = _binary("aten::div_")
    __ifloordiv__ = _binary("aten::floor_divide_")
    __imod__ = _binary("aten::remainder_")
    __ipow__ = _binary("aten::pow_")

    __iand__ = _binary("aten::__iand__")
    __ior__ = _binary("aten::__ior__")
    __ixor__ = _binary("aten::__ixor__")
    __ilshift__ = _binary("aten::__ilshift__")
    __irshift__ = _binary("aten::__irshift__")

    __lt__ = _binary("aten::lt")
    __le__ = _binary("aten::le")
    __gt__ = _binary("aten::gt")
    __ge__ = _binary("aten::ge")
    __eq__ = _binary("aten::eq")
    __ne__ = _binary("aten::ne")

    __neg__ = _unary("aten::neg")
    __abs__ = _unary("aten::abs")
    __invert__ = _unary("aten::bitwise_not")

    def __pos__(self) -> Self:
        return self

    def __hash__(self) -> int:
        return id(self)

    # ---- attributes and methods

    def view(self, *size: Any, **named: Any) -> Any:
        """Return the same elements with other sizes, or the same bytes as another dtype."""
        if len(size) == 1 and isinstance(size[0], Dtype):
            return lazy_import(_CALL_OVERLOAD)("aten.view.dtype", self, size[0].code)
        return _call("aten::view", self, *size, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in TENSOR_ATTRIBUTES:
            return _call(TENSOR_ATTRIBUTES[name], self)
        if name in CASTS:
            return partial(_call, "aten::to", self, BY_TORCH_NAME[CASTS[name]].code)
        if not _is_method(f"aten::{name}"):
            close = difflib.get_close_matches(name, _method_names(), n=3)
            hint = f"; close names: {', '.join(close)}" if close else ""
            raise AttributeError(f"a tensor has no '{name}'{hint}")
        return lazy_import(_BUILTIN)(f"aten::{name}", self)

    def __getitem__(self, index: Any) -> Any:
        return lazy_import(_READ)(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        lazy_import(_WRITE)(self, index, value)

    def __iter__(self) -> Iterator[Any]:
        self.leaves_trace("a loop over a tensor")
        return iter(_call("aten::unbind", self, 0))

    def __contains__(self, value: Any) -> bool:
        return bool(_call("aten::any", _call("aten::eq", self, value)))

    def leaves_trace(self, what: str) -> None:
        """Warn that a trace records the tensor's current value; `what` names the cause."""
        recorder = current()
        if recorder is not None:
            recorder.warn_constant(self, what)
