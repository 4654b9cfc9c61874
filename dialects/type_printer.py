"""Types in TorchScript's spelling: the writing half of `type_text.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.type_names import SPELLINGS, TypeTextError
from xdsl_torchscript.dialects.types import (
    AwaitType,
    ClassType,
    DictType,
    Dim,
    EnumType,
    FunctionType,
    FutureType,
    InterfaceType,
    ListType,
    NamedTupleType,
    OptionalType,
    RRefType,
    SizeType,
    TensorType,
    TupleType,
    UnionType,
    VarType,
)

_SYMBOL = re.compile(r"SS(\d+)")


def print_type(attr: Attribute) -> str:
    """Return TorchScript's spelling of a type, as in printed graphs.

    Raises:
        TypeTextError: if `attr` is not a TorchScript type.
    """
    return _print(attr, "[]")


def _print(attr: Attribute, brackets: str) -> str:
    """Print a type; `brackets` enclose a future's element: PyTorch uses others inside a `Dict`."""
    opening, closing = brackets
    match attr:
        case TensorType():
            return _print_tensor(attr)
        case SizeType():
            return f"Size({_print_dim(attr.dim)})"
        case ListType():
            return f"{_print(attr.element, brackets)}[]"
        case OptionalType():
            return f"{_print(attr.element, brackets)}?"
        case FutureType():
            return f"Future{opening}{_print(attr.element, brackets)}{closing}"
        case RRefType():
            return f"RRef{opening}{_print(attr.element, brackets)}{closing}"
        case AwaitType():
            return f"Await({_print(attr.element, '()')})"
        case DictType():
            return f"Dict({_print(attr.key, '()')}, {_print(attr.value, '()')})"
        case UnionType():
            return f"Union({_print_all(attr.elements, '()')})"
        case TupleType():
            return f"({_print_all(attr.elements, brackets)})"
        case NamedTupleType():
            return _print_named_tuple(attr, brackets)
        case EnumType():
            return f"Enum<{attr.symbol.data}>"
        case InterfaceType():
            return f"InterfaceType<{attr.symbol.data}>"
        case ClassType():
            return attr.symbol.data
        case FunctionType():
            return "Function"
        case VarType():
            return attr.variable.data
        case _ if attr in SPELLINGS:
            return SPELLINGS[attr]
        case _:
            raise TypeTextError(f"{attr} has no spelling in TorchScript", 0)


def _print_all(attrs: Iterable[Attribute], brackets: str) -> str:
    return ", ".join(_print(attr, brackets) for attr in attrs)


def _print_named_tuple(attr: NamedTupleType, brackets: str) -> str:
    fields = (
        f"{name} : {_print(element, brackets)}" + ("" if default is None else f" = {default}")
        for name, element, default in attr.rows
    )
    return f"NamedTuple({', '.join(fields)})"


def _print_dim(dim: Dim) -> str:
    if dim is None:
        return "*"
    numbered = _SYMBOL.fullmatch(str(dim))
    return f"SS(-{numbered.group(1)})" if numbered else str(dim)


def _print_tensor(attr: TensorType) -> str:
    if attr.dtype is not None and attr.dtype not in BY_TYPE:
        raise TypeTextError(f"{attr.dtype} is not an element type of TorchScript", 0)
    name = "Tensor" if attr.dtype is None else BY_TYPE[attr.dtype].scalar_name
    facts: list[str] = []
    if attr.strides is not None:
        facts.append(f"strides=[{', '.join(map(_print_dim, attr.strides))}]")
    if attr.requires_grad is not None:
        facts.append(f"requires_grad={attr.requires_grad:d}")
    if attr.device is not None:
        facts.append(f"device={attr.device}")
    if attr.undefined is False:
        facts.append("undefined=0")
    suffix = "[Undefined]" if attr.undefined else ""
    if attr.shape is None:
        name += "" if attr.dtype is None else "Tensor"
        return name + (f"({', '.join(facts)})" if facts else "") + suffix
    if attr.dtype is None and not attr.shape and facts:
        facts.insert(0, "strides=[]")  # otherwise it would read as a tensor of unknown rank
    return f"{name}({', '.join([*map(_print_dim, attr.shape), *facts])}){suffix}"
