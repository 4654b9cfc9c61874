"""Types of Python objects: evaluated annotations, and values."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import ComplexType, f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.subtyping import unify_all
from xdsl_torchscript.dialects.types import (
    AnyType,
    DeviceType,
    DictType,
    FutureType,
    GeneratorType,
    ListType,
    NoneType,
    NumberType,
    StrType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.frontend.script.annotations import union

_TENSOR = TensorType.get()
TypeOfName: TypeAlias = Callable[[Any], Attribute | None]
"""A function from a user's class, or a name in a string, to its type or None."""

_EXACT: Mapping[Any, Attribute] = {
    None: NoneType(), type(None): NoneType(), int: i64, float: f64, bool: i1, str: StrType(),
    complex: ComplexType(f64), Any: AnyType(),
    list: ListType(_TENSOR), dict: DictType(StrType(), _TENSOR),
    typing.List: ListType(_TENSOR), typing.Dict: DictType(StrType(), _TENSOR),  # noqa: UP006
}  # fmt: skip

# Classes of packages that need not be installed, by qualified name.
_BY_NAME: Mapping[str, Attribute] = {
    "torch.Tensor": _TENSOR,
    "torch.nn.parameter.Parameter": _TENSOR,
    "torch.device": DeviceType(),
    "torch.dtype": i64,
    "torch.layout": i64,
    "torch.memory_format": i64,
    "torch.qscheme": i64,
    "torch.Size": ListType(i64),
    "torch.Generator": GeneratorType(),
    "torch._C.Generator": GeneratorType(),
    "xdsl_torchscript.runtime.tensor.Tensor": _TENSOR,
    "xdsl_torchscript.runtime.modules.module_base.Parameter": _TENSOR,
    "xdsl_torchscript.runtime.values.Device": DeviceType(),
    "xdsl_torchscript.dialects.dtypes.Dtype": i64,
    "numbers.Number": NumberType(),
}
_FUTURES = ("torch.jit.Future", "torch.futures.Future", "torch._C.Future")


OF_PROGRAMS = frozenset({
    f"xdsl_torchscript.runtime.modules.{name}" for name in (
        "script_module.ScriptModule", "script_function.ScriptFunction",
        "script_function.ScriptMethod", "script_object.ScriptObject",
    )
})  # fmt: skip
OTHER_PROGRAM = (
    "it belongs to another program, such as a traced or loaded one; ts.script takes only scripted "
    "parts, ts.trace all"
)
"""Error text for parts of other programs, whose classes differ only by name."""


def full_name(kind: object) -> str:
    """Return the qualified name, such as `torch.Tensor`; "." for nameless objects."""
    return f"{getattr(kind, '__module__', '')}.{getattr(kind, '__qualname__', '')}"


def type_from_object(annotation: Any, named: TypeOfName) -> Attribute | None:
    """Return the type for an evaluated annotation, or None.

    `named` resolves classes of the user, and strings that name later definitions.
    """
    if isinstance(annotation, str):
        return named(annotation)
    if isinstance(annotation, typing.ForwardRef):
        return named(annotation.__forward_arg__)
    origin = typing.get_origin(annotation)
    if origin is not None:
        return _constructed(origin, typing.get_args(annotation), named)
    if isinstance(annotation, type) or annotation is None or annotation is Any:
        exact = _EXACT.get(annotation) or _BY_NAME.get(full_name(annotation))
        return exact or (named(annotation) if isinstance(annotation, type) else None)
    return None


def _constructed(origin: Any, args: Sequence[Any], named: TypeOfName) -> Attribute | None:
    """Return the type for a generic with arguments, such as `List[int]`, or None."""
    if not args:
        return _EXACT.get(origin)
    if origin is typing.Annotated:
        args = args[:1]
    found = [type_from_object(arg, named) for arg in args]
    known = [element for element in found if element is not None]
    if len(known) != len(found):
        return None
    if origin is list and len(known) == 1:
        return ListType(known[0])
    if origin is dict and len(known) == 2:
        return DictType(*known)
    if origin is tuple:
        return TupleType.get(known)
    if origin in (typing.Union, types.UnionType):
        return union(known)
    if origin in (typing.Final, typing.Annotated):
        return known[0]
    return FutureType(known[0]) if full_name(origin) in _FUTURES else None


def is_final(annotation: Any) -> bool:
    """Return whether an annotation, evaluated or text, declares a constant."""
    if isinstance(annotation, str):
        return annotation.split("[")[0].split(".")[-1] == "Final"
    return annotation is typing.Final or typing.get_origin(annotation) is typing.Final


def class_of(value: object) -> type:
    """Return `type(value)`, typed as a class."""
    return type(value)


class NoTypeError(TypeError):
    """A value without a type in TorchScript, and the reason."""


_SCALARS: Mapping[type, Attribute] = {
    bool: i1, int: i64, float: f64, complex: ComplexType(f64), str: StrType(),
    type(None): NoneType(),
}  # fmt: skip


def type_of_value(value: Any, host: Callable[[Any], Attribute | None]) -> Attribute:
    """Return the type of a value of Python; `host` handles tensors, devices and program objects.

    Raises:
        NoTypeError: for a value that TorchScript cannot represent, and for an empty list or
            dict, whose element type is unknown.
    """
    scalar = _SCALARS.get(class_of(value))
    if scalar is not None:
        return scalar
    found = host(value)
    if found is not None:
        return found
    if isinstance(value, tuple):
        parts = cast("tuple[Any, ...]", value)
        return TupleType.get([type_of_value(part, host) for part in parts])
    if isinstance(value, list):
        return ListType(_common("list", cast("list[Any]", value), host))
    if isinstance(value, dict):
        table = cast("dict[Any, Any]", value)
        key = _common("dict", list(table), host)
        return DictType(key, _common("dict", list(table.values()), host))
    found = full_name(class_of(value))
    hint = f"; {OTHER_PROGRAM}" if found in OF_PROGRAMS else ""
    raise NoTypeError(f"a '{class_of(value).__name__}' is not a TorchScript value{hint}")


def _common(what: str, values: Sequence[Any], host: Callable[[Any], Attribute | None]) -> Attribute:
    if not values:
        raise NoTypeError(
            f"the element type of an empty {what} is unknown; annotate it in the class body"
        )
    found = unify_all(type_of_value(value, host) for value in values)
    if found is None:
        raise NoTypeError(f"the elements of this {what} differ in type")
    return found
