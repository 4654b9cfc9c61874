"""PyTorch's Python functions, such as torch.nn.functional, called from Python.

Scripts compile the same texts (`frontend/script/library`). They are also valid Python, so they run
on tensors, and a trace records their operators.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import math
import re
import warnings
from collections.abc import Callable
from functools import cache, wraps
from numbers import Integral, Number, Real
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from xdsl_torchscript.dialects.dtypes import Dtype
from xdsl_torchscript.frontend.python_parser import parse_python
from xdsl_torchscript.frontend.script.library.texts import text_of
from xdsl_torchscript.frontend.script.values import Overloaded, Switch
from xdsl_torchscript.runtime.dispatch import with_tensors
from xdsl_torchscript.runtime.tensor import Tensor

_BROADCAST = re.compile(r"BroadcastingList(\d)")
_HOME = "xdsl_torchscript.library"
_FLAGS = __future__.annotations.compiler_flag


@cache
def _functions(prefix: str, find: Callable[[str], Any]) -> dict[str, Any]:
    """Execute a prefix's text, and return its definitions; `find` returns a module of PyTorch."""
    filename = f"<{prefix.removeprefix('__torch__.').rstrip('.')}>"
    names: dict[str, Any] = {
        "__name__": _HOME,
        "math": math,
        "torch": find("torch"),
        "warnings": warnings,
    }
    tree = parse_python(text_of(prefix), filename)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "torch.nn":
            modules = {a.asname or a.name: find(f"torch.nn.{a.name}") for a in node.names}
            names.update(modules)
    tree.body = [n for n in tree.body if not isinstance(n, ast.Import | ast.ImportFrom)]
    exec(compile(tree, filename, "exec", _FLAGS, dont_inherit=True), names)
    broadcasting = {n: _broadcasting(f) for n, f in names.items() if _broadcast_counts(f)}
    names.update(broadcasting)
    return names


def _broadcast_counts(function: Any) -> dict[str, int]:
    """Return how often a single number is repeated per argument: 2 for `BroadcastingList2[int]`."""
    annotations = getattr(function, "__annotations__", {}).items()
    found = ((name, _BROADCAST.search(str(text))) for name, text in annotations)
    return {name: int(count[1]) for name, count in found if count is not None}


def _broadcasting(function: Callable[..., Any]) -> Callable[..., Any]:
    signature, counts = inspect.signature(function), _broadcast_counts(function)

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        for name, count in counts.items():
            if isinstance(bound.arguments.get(name), int | float):
                bound.arguments[name] = [bound.arguments[name]] * count
        return function(*bound.args, **bound.kwargs)

    return run


@cache
def _accept_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with array arguments converted to tensors."""

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        named = {name: with_tensors(value) for name, value in kwargs.items()}
        return function(*map(with_tensors, args), **named)

    return run


_INSTANCES: dict[Any, Any] = {int: (Integral, Dtype), float: Real, list: (list, tuple)}
"""Classes of Python values by annotation, where TorchScript accepts others, too."""


def _convert(annotation: Any, value: Any) -> Any:
    """Return a value as its annotation says: ints as floats, tuples as lists.

    Raises:
        TypeError: if the value is of another type.
    """
    kind, parts = get_origin(annotation) or annotation, get_args(annotation)
    if kind is UnionType:
        return value if value is None else _convert(parts[0], value)
    if not isinstance(value, _INSTANCES.get(kind, kind)):
        raise TypeError(f"not {kind}: {value!r}")
    if kind is list:
        return [_convert(parts[0], part) for part in value]
    if kind is tuple:
        return tuple(map(_convert, parts, value))
    return float(value) if kind is float else value


def _bind(function: Callable[..., Any], args: Any, kwargs: Any) -> inspect.BoundArguments:
    """Return the arguments as they are annotated. Raises TypeError if they do not fit."""
    bound = inspect.signature(function).bind(*args, **kwargs)
    hints = get_type_hints(function, localns={"Tensor": Tensor, "number": Number})
    for name, value in bound.arguments.items():
        if name in hints:
            bound.arguments[name] = _convert(hints[name], value)
    return bound


def _select(forms: list[Callable[..., Any]]) -> Callable[..., Any]:
    """Return a function that runs the first form that takes its arguments."""

    @wraps(forms[0])
    def run(*args: Any, **kwargs: Any) -> Any:
        for form in forms:
            try:
                bound = _bind(form, args, kwargs)
            except TypeError:
                continue
            return form(*bound.args, **bound.kwargs)
        types = ", ".join(type(value).__name__ for value in (*args, *kwargs.values()))
        raise TypeError(f"'{forms[0].__name__}' has no form that takes ({types})")

    return run


@cache
def _dispatch_overloads(names: tuple[str, ...], find: Callable[[str], Any]) -> Callable[..., Any]:
    prefix, _, _ = names[0].rpartition(".")
    functions = _functions(f"{prefix}.", find)
    forms = [functions[name.rpartition(".")[2]] for name in names]
    return _accept_arrays(forms[0] if len(forms) == 1 else _select(forms))


def library_function(found: Overloaded | Switch, find: Callable[[str], Any]) -> Callable[..., Any]:
    """Return the Python function of a library function."""
    if isinstance(found, Overloaded):
        return _dispatch_overloads(found.names, find)

    def run(*args: Any, **kwargs: Any) -> Any:
        given = args[found.place] if len(args) > found.place else kwargs.get(found.keyword)
        chosen = found.if_true if given else found.if_false
        if not isinstance(chosen, Overloaded | Switch):
            raise TypeError(f"'{found.name}' has no form for {found.keyword}={given}")
        return library_function(chosen, find)(*args, **kwargs)

    run.__name__ = run.__qualname__ = found.name
    return run
