"""Operators, methods and attributes of `Tensor` in Python, executed immediately.

    y = (1 - x) @ w.t() + x[:, None].sum(dim=0)

`Tensor` is data, below the operators that work on it; importing this module installs them on the
class. Every runtime name of `xdsl_torchscript` and every way to execute a program imports it. So a
user's tensor always has its methods. A method is the operator of the same name.
"""

from __future__ import annotations

import copyreg
import difflib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, cast

import numpy as np

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, Dtype
from xdsl_torchscript.dialects.schema.table import operator_table, schemas_of
from xdsl_torchscript.dialects.tensor_names import CASTS, TENSOR_ATTRIBUTES
from xdsl_torchscript.runtime import torch_tensors
from xdsl_torchscript.runtime.dispatch import Builtin, call, call_overload
from xdsl_torchscript.runtime.eager.subscripts import read, write
from xdsl_torchscript.runtime.tensor import CONVERTERS, Tensor

__all__ = ["Tensor"]


def _is_operand(value: object) -> bool:
    """Return whether Python's operators accept it together with a tensor."""
    return isinstance(value, bool | int | float | complex) or hasattr(value, "__array__")


def _binary(kind: str) -> Callable[[Any, Any], Any]:
    def run(self: Any, other: Any) -> Any:
        return call(kind, self, other) if _is_operand(other) else NotImplemented

    return run


def _reflected(kind: str) -> Callable[[Any, Any], Any]:
    """Return a reflected operator: the tensor is on the right."""

    def run(self: Any, other: Any) -> Any:
        return call(kind, other, self) if _is_operand(other) else NotImplemented

    return run


def _unary(kind: str) -> Callable[[Any], Any]:
    def run(self: Any) -> Any:
        return call(kind, self)

    return run


def _reciprocal(self: Any, other: Any) -> Any:
    return call("aten::mul", call("aten::reciprocal", self), other)


def _same(self: Any) -> Any:
    return self


@cache
def _method_names() -> tuple[str, ...]:
    table = operator_table()
    kinds = {table[name].kind for name in table.op_names("aten")}
    return tuple(sorted(kind.removeprefix("aten::") for kind in kinds if _is_method(kind)))


def _is_method(kind: str) -> bool:
    """Return whether the kind is a method; gradients have a `self` too, but are not."""
    named = any(schema.argument_index("self") is not None for schema in schemas_of(kind))
    return named and not kind.endswith("_backward")


def _view(self: Any, *size: Any, **named: Any) -> Any:
    """Return the same elements with other sizes, or the same bytes as another dtype."""
    if len(size) == 1 and isinstance(size[0], Dtype):
        return call_overload("aten.view.dtype", self, size[0].code)
    return call("aten::view", self, *size, **named)


def _norm(self: Any, p: Any = 2, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    """Return the norm of all elements, or along dimensions; "fro" is that of order 2."""
    order = 2 if p in (None, "fro") else p
    return call("aten::linalg_vector_norm", self, order, dim, keepdim, dtype=dtype)


def _unique(
    self: Any,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Return the distinct elements, or slices, and the requested inverse and counts."""
    options = (sorted, return_inverse, return_counts)
    if dim is None:
        values, inverse, counts = call("aten::_unique2", self, *options)
    else:
        values, inverse, counts = call("aten::unique_dim", self, dim, *options)
    asked = [part for part, wanted in ((inverse, options[1]), (counts, options[2])) if wanted]
    return (values, *asked) if asked else values


def _attribute(self: Any, name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if name in TENSOR_ATTRIBUTES:
        return call(TENSOR_ATTRIBUTES[name], self)
    if name in CASTS:
        return partial(call, "aten::to", self, BY_TORCH_NAME[CASTS[name]].code)
    if not _is_method(f"aten::{name}"):
        close = difflib.get_close_matches(name, _method_names(), n=3)
        hint = f"; close names: {', '.join(close)}" if close else ""
        raise AttributeError(f"a tensor has no '{name}'{hint}")
    return Builtin(f"aten::{name}", self)


def _elements(self: Any) -> Iterator[Any]:
    self.leaves_trace("a loop over a tensor")
    return iter(call("aten::unbind", self, 0))


def _as_numpy(value: Any) -> Any:
    """Replace tensors by arrays, in lists and tuples, too."""
    if isinstance(value, Tensor):
        return np.asarray(value)
    if isinstance(value, list):
        return [_as_numpy(part) for part in cast("list[Any]", value)]
    return tuple(map(_as_numpy, cast("Any", value))) if isinstance(value, tuple) else value


def _numpy_function(self: Any, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
    """Run a function of numpy, such as `np.sum`, on arrays; its results are numpy's."""
    named = {name: _as_numpy(value) for name, value in kwargs.items()}
    return function(*_as_numpy(args), **named)


def _contains(self: Any, value: Any) -> bool:
    return bool(call("aten::any", call("aten::eq", self, value)))


METHODS: Mapping[str, Callable[..., Any]] = {
    "__add__": _binary("aten::add"),
    "__sub__": _binary("aten::sub"),
    "__mul__": _binary("aten::mul"),
    "__truediv__": _binary("aten::div"),
    "__floordiv__": _binary("aten::floor_divide"),
    "__mod__": _binary("aten::remainder"),
    "__pow__": _binary("aten::pow"),
    "__matmul__": _binary("aten::matmul"),
    "__and__": _binary("aten::__and__"),
    "__or__": _binary("aten::__or__"),
    "__xor__": _binary("aten::__xor__"),
    "__lshift__": _binary("aten::__lshift__"),
    "__rshift__": _binary("aten::__rshift__"),
    "__radd__": _binary("aten::add"),
    "__rsub__": _binary("aten::rsub"),
    "__rmul__": _binary("aten::mul"),
    "__rtruediv__": _reciprocal,
    "__rfloordiv__": _reflected("aten::floor_divide"),
    "__rmod__": _reflected("aten::remainder"),
    "__rpow__": _reflected("aten::pow"),
    "__rmatmul__": _reflected("aten::matmul"),
    "__rand__": _binary("aten::__and__"),
    "__ror__": _binary("aten::__or__"),
    "__rxor__": _binary("aten::__xor__"),
    "__iadd__": _binary("aten::add_"),
    "__isub__": _binary("aten::sub_"),
    "__imul__": _binary("aten::mul_"),
    "__itruediv__": _binary("aten::div_"),
    "__ifloordiv__": _binary("aten::floor_divide_"),
    "__imod__": _binary("aten::remainder_"),
    "__ipow__": _binary("aten::pow_"),
    "__iand__": _binary("aten::__iand__"),
    "__ior__": _binary("aten::__ior__"),
    "__ixor__": _binary("aten::__ixor__"),
    "__ilshift__": _binary("aten::__ilshift__"),
    "__irshift__": _binary("aten::__irshift__"),
    "__lt__": _binary("aten::lt"),
    "__le__": _binary("aten::le"),
    "__gt__": _binary("aten::gt"),
    "__ge__": _binary("aten::ge"),
    "__eq__": _binary("aten::eq"),
    "__ne__": _binary("aten::ne"),
    "__neg__": _unary("aten::neg"),
    "__abs__": _unary("aten::abs"),
    "__invert__": _unary("aten::bitwise_not"),
    "__pos__": _same,
    "__getitem__": read,
    "__setitem__": write,
    "__iter__": _elements,
    "__contains__": _contains,
    "__getattr__": _attribute,
    "__array_function__": _numpy_function,
    "norm": _norm,
    "unique": _unique,
    "view": _view,
}
"""The methods of `Tensor` that are operators; `tensor.py` declares them for type checkers."""


def _unpickled(array: Any, device: str, requires_grad: bool) -> Tensor:
    """Return a tensor from a pickle. Defined in this module, so that unpickling installs the
    methods.
    """
    return Tensor(array, device, requires_grad)


def _pickled(tensor: Tensor) -> tuple[Callable[..., Tensor], tuple[Any, ...]]:
    return _unpickled, (tensor.array, tensor.device, tensor.requires_grad)


for _name, _method in METHODS.items():
    setattr(Tensor, _name, _method)
copyreg.pickle(Tensor, _pickled)
CONVERTERS.append(torch_tensors.view_torch_tensor)
