"""PyTorch's Python functions, such as those of torch.nn.functional, called from Python.

The texts are those that scripts compile (`frontend/script/library`). They are Python as well, so
they run on tensors, and a trace records the operators in them.
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
from typing import Any

from xdsl_torchscript.frontend.python_parser import parse_python
from xdsl_torchscript.frontend.script.library.texts import text_of
from xdsl_torchscript.frontend.script.values import Overloaded, Switch
from xdsl_torchscript.runtime.dispatch import with_tensors

_BROADCAST = re.compile(r"BroadcastingList(\d)")
_HOME = "xdsl_torchscript.library"
_FLAGS = __future__.annotations.compiler_flag


@cache
def _functions(prefix: str, find: Callable[[str], Any]) -> dict[str, Any]:
    """Execute the text of a prefix, and return its definitions; `find` returns a module of
    PyTorch."""
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


def library_function(found: Overloaded | Switch, find: Callable[[str], Any]) -> Callable[..., Any]:
    """Return the Python function of a library function."""
    if isinstance(found, Overloaded):
        prefix, _, name = found.names[0].rpartition(".")
        return _accept_arrays(_functions(f"{prefix}.", find)[name])

    def run(*args: Any, **kwargs: Any) -> Any:
        given = args[found.place] if len(args) > found.place else kwargs.get(found.keyword)
        chosen = found.if_true if given else found.if_false
        if not isinstance(chosen, Overloaded | Switch):
            raise TypeError(f"'{found.name}' has no form for {found.keyword}={given}")
        return library_function(chosen, find)(*args, **kwargs)

    run.__name__ = run.__qualname__ = found.name
    return run
