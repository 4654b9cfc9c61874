"""Annotations and type comments to types.

Definitions of the program take precedence over the names below: a class may be called `Size`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ComplexType, f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.subtyping import contained_types
from xdsl_torchscript.dialects.types import (
    AnyType,
    DeviceType,
    DictType,
    FutureType,
    GeneratorType,
    ListType,
    NoneType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.frontend.python_parser import parse_python
from xdsl_torchscript.frontend.script.syntax import Script

_TENSOR = TensorType.get()
_NAMES: Mapping[str, Attribute] = {
    "Tensor": _TENSOR,
    "int": i64,
    "float": f64,
    "bool": i1,
    "complex": ComplexType(f64),
    "str": StrType(),
    "None": NoneType(),
    "NoneType": NoneType(),
    "Any": AnyType(),
    "number": NumberType(),
    "Number": NumberType(),
    "device": DeviceType(),
    "Device": DeviceType(),
    "dtype": i64,
    "layout": i64,
    "memory_format": i64,
    "Generator": GeneratorType(),
    "Size": ListType(i64),
    "List": ListType(_TENSOR),
    "list": ListType(_TENSOR),
    "Dict": DictType(StrType(), _TENSOR),
    "dict": DictType(StrType(), _TENSOR),
}
_PREFIXES = ("torch.", "typing.", "torch.jit.", "builtins.", "xdsl_torchscript.", "ts.", "t.")

# The number of arguments of each constructor (None: any number), and its result.
_CONSTRUCTORS: Mapping[str, tuple[int | None, Callable[[Sequence[Attribute]], Attribute]]] = {
    "List": (1, lambda args: ListType(args[0])),
    "list": (1, lambda args: ListType(args[0])),
    "Dict": (2, lambda args: DictType(*args)),
    "dict": (2, lambda args: DictType(*args)),
    "Optional": (1, lambda args: optional(args[0])),
    "Tuple": (None, TupleType.get),
    "tuple": (None, TupleType.get),
    "Union": (None, lambda args: union(args)),
    "Future": (1, lambda args: FutureType(args[0])),
    "Final": (1, lambda args: args[0]),
    **{f"BroadcastingList{n}": (1, lambda args: ListType(args[0])) for n in range(1, 7)},
}


def optional(element: Attribute) -> Attribute:
    """Return `T?`; None and optional types are unchanged."""
    return element if isinstance(element, OptionalType | NoneType) else OptionalType(element)


def union(choices: Sequence[Attribute]) -> Attribute:
    """Return the union; `Union[T, None]` is `Optional[T]`."""
    unique = list(dict.fromkeys(choices))
    others = [choice for choice in unique if not isinstance(choice, NoneType)]
    if len(others) == 1:
        return others[0] if len(unique) == 1 else optional(others[0])
    return UnionType.get(unique)


def parts_of_types(types: Iterable[Attribute], most: int) -> int:
    """Count the types within types, up to slightly more than `most`."""
    pending, count = list(types), 0
    while pending and count <= most:
        count += 1
        pending += contained_types(pending.pop())
    return count


def dotted_name(node: ast.expr) -> str | None:
    """Return the dotted name of an expression, such as `torch.nn.functional`, or None."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = dotted_name(node.value)
        return None if base is None else f"{base}.{node.attr}"
    return None


def _word(node: ast.expr) -> str | None:
    """Return the name without the module that it is from."""
    name = dotted_name(node)
    if name is None:
        return None
    prefix = next((p for p in reversed(_PREFIXES) if name.startswith(p)), "")
    return name[len(prefix) :]


@dataclass(frozen=True)
class TypeScope:
    """The context of annotations: their text, and the types of names such as `a.B`."""

    script: Script
    named: Callable[[str], Attribute | None]


def find_type(scope: TypeScope, node: ast.expr) -> Attribute | None:
    """Return the type that an expression names, or None."""
    if isinstance(node, ast.Constant):
        if node.value is None:
            return NoneType()
        if not isinstance(node.value, str):
            return None
        try:
            quoted = parse_python(node.value, mode="eval").body
        except (SyntaxError, ValueError, RecursionError):
            return None
        return find_type(scope, quoted)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        parts = [find_type(scope, part) for part in (node.left, node.right)]
        known = [part for part in parts if part is not None]
        return union(known) if len(known) == len(parts) else None
    if isinstance(node, ast.Subscript):
        return _constructed(scope, node)
    name = dotted_name(node)
    return None if name is None else scope.named(name) or _NAMES.get(_word(node) or "")


def _constructed(scope: TypeScope, node: ast.Subscript) -> Attribute | None:
    constructor = _CONSTRUCTORS.get(_word(node.value) or "")
    if constructor is None:
        return None
    count, make = constructor
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if count is not None and len(parts) != count:
        return None
    elements = [find_type(scope, part) for part in parts]
    known = [element for element in elements if element is not None]
    return make(known) if len(known) == len(elements) else None


def broadcast_size(node: ast.expr | None) -> int | None:
    """Return the 2 of `BroadcastingList2[int]`, optional or not, or None."""
    if isinstance(node, ast.BinOp):
        return broadcast_size(node.left)
    if not isinstance(node, ast.Subscript):
        return None
    word = _word(node.value) or ""
    if word == "Optional":
        return broadcast_size(node.slice)
    size = word.removeprefix("BroadcastingList")
    return int(size) if size != word else None


def type_of(scope: TypeScope, node: ast.expr) -> Attribute:
    """Return an annotation's type. Raises SourceError if TorchScript does not have it."""
    found = find_type(scope, node)
    if found is None:
        raise scope.script.error(
            f"'{ast.unparse(node)}' is not a TorchScript type; the types are Tensor, int, "
            "float, bool, "
            "complex, str, torch.device, Any, and List, Dict, Tuple, Optional and Union of them",
            node,
        )
    return found


def comment_signature(
    scope: TypeScope, comment: str, node: ast.AST
) -> tuple[list[Attribute] | None, Attribute]:
    """Return the types in `(Tensor, int) -> Tensor`; None for the arguments of `(...) -> T`."""
    try:
        parsed = parse_python(comment, mode="func_type")
    except (SyntaxError, ValueError, RecursionError) as error:
        message = f"'{comment}' is not a signature; write '# type: (Tensor, int) -> Tensor'"
        raise scope.script.error(message, node) from error
    returned = _comment_type(scope, parsed.returns, node)
    if [ast.unparse(a) for a in parsed.argtypes] == ["..."]:
        return None, returned
    return [_comment_type(scope, a, node) for a in parsed.argtypes], returned


def comment_type(scope: TypeScope, comment: str, node: ast.AST) -> Attribute:
    """Return the type in the comment of an assignment."""
    try:
        parsed = parse_python(comment, mode="eval").body
    except (SyntaxError, ValueError, RecursionError) as error:
        raise scope.script.error(f"'{comment}' is not a type", node) from error
    return _comment_type(scope, parsed, node)


def _comment_type(scope: TypeScope, parsed: ast.expr, node: ast.AST) -> Attribute:
    """Return the type in a comment; errors refer to `node`, as positions in comments are
    relative."""
    for part in ast.walk(parsed):
        ast.copy_location(part, node) if hasattr(part, "lineno") else None
    return type_of(scope, parsed)
