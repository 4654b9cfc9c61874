"""The operators, namespaces and constants of `ts` in Python: `ts.sin`, `ts.linalg.norm`,
`ts.float32`, `ts.pi`.

Names are resolved as in scripts (`frontend/script/names.py`), so a function has the same meaning in
scripts and in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, cast

import numpy as np

from xdsl_torchscript.dialects.dtypes import BY_CODE, BY_PYTHON_NAME
from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.frontend.script.library.texts import TEXTS, names_of
from xdsl_torchscript.frontend.script.names import MODULES, OTHER_NAMES
from xdsl_torchscript.frontend.script.values import BuiltinFunction as ScriptBuiltin
from xdsl_torchscript.frontend.script.values import (
    Defined,
    Literal,
    ModuleValue,
    Overloaded,
    Special,
    Switch,
    close_names,
)
from xdsl_torchscript.runtime.dispatch import Builtin, plain
from xdsl_torchscript.runtime.eager.install import Tensor
from xdsl_torchscript.runtime.eager.library import library_function
from xdsl_torchscript.runtime.element_conversion import convert
from xdsl_torchscript.runtime.operators.language.modes import GradMode, SetGradMode
from xdsl_torchscript.runtime.tensor import numpy_dtype
from xdsl_torchscript.runtime.tracing.active import current
from xdsl_torchscript.runtime.values import Device

_OWN_NAMES = frozenset(
    "CompilationUnit Future Module ModuleDict ModuleList Parameter ScriptFunction ScriptModule "
    "Sequential freeze load save script trace trace_module".split()
)
"""Names of `torch.nn` and `torch.jit` that are names of `ts`."""

_REPLACED: Mapping[str, str] = {
    "from_numpy": "ts.as_tensor(array) shares its memory, ts.tensor(array) copies it",
    "inference_mode": "there is no autograd to switch off; ts.no_grad() is a context for scripts",
    "asarray": "ts.as_tensor(data) shares the memory of arrays",
    "is_tensor": "use isinstance(x, ts.Tensor)",
    "finfo": "ml_dtypes.finfo takes x.numpy().dtype",
    "iinfo": "ml_dtypes.iinfo takes x.numpy().dtype",
    "get_default_dtype": "it is ts.float32",
    "set_default_dtype": "it is ts.float32; operators take a dtype",
    "testing": "numpy.testing takes tensors",
    **{
        f"{name}Tensor": f"use ts.tensor(data, dtype=ts.{dtype})"
        for name, dtype in (("Float", "float32"), ("Double", "float64"), ("Long", "int64"))
    },
}


def _replacement_hint(module: str, missing: str) -> str:
    """Return a hint at the replacement of a name of PyTorch, or an empty string."""
    if module in ("torch.nn", "torch.jit") and missing in _OWN_NAMES:
        return f"; use ts.{missing}"
    if module == "torch.nn" and missing[:1].isupper():
        return "; ts.load and ts.from_torch take modules of PyTorch, own ones extend ts.Module"
    return f"; {_REPLACED[missing]}" if missing in _REPLACED else ""


class MissingNameError(AttributeError):
    """A name that a namespace lacks. Close names are searched only when the message is printed.
    Asking for an optional attribute is common and must be cheap."""

    def __init__(self, module: str, missing: str) -> None:
        super().__init__(module, missing)
        self.module, self.missing = module, missing

    def __str__(self) -> str:
        hint = _replacement_hint(self.module, self.missing) or close_names(self.missing)
        return f"module '{self.module}' has no attribute '{self.missing}'{hint}"


_FUNCTIONS = (ScriptBuiltin, Overloaded, Switch)


class Namespace:
    """A named set of operators such as `ts.linalg`; `torchscript_module` is its name."""

    def __init__(self, module: ModuleValue) -> None:
        self._module = module
        self.torchscript_module = module.name

    def __getattr__(self, name: str) -> Any:
        return _member(self._module, name)

    def __dir__(self) -> list[str]:
        """List the public operators, functions and namespaces in it."""
        module = self.torchscript_module
        prefix, home = f"{module.rpartition('.')[2]}_", f"__torch__.{module}."
        inner = {name.removeprefix(f"{module}.") for name in MODULES if name.startswith(module)}
        functions = names_of(home) if home in TEXTS else ()
        names = {*functions, *(kind.removeprefix(prefix) for kind in _kinds())}
        found = {n for n in names if isinstance(self._module.find(n), _FUNCTIONS)}
        public = (n for n in found | inner - {module} if not n.startswith("_"))
        return sorted(n for n in public if "__" not in n)  # Other forms are `interpolate__1`.

    def __repr__(self) -> str:
        return f"<operators of {self.torchscript_module}>"


class Cuda:
    """`ts.cuda`: programs run on the CPU alone."""

    def is_available(self) -> bool:
        """Return False."""
        return False

    def device_count(self) -> int:
        """Return 0."""
        return 0


class _PythonBuiltin(Builtin):
    """An operator with a special calling convention in Python."""

    __slots__ = ("_run",)

    def __init__(self, kind: str, run: Callable[..., Any]) -> None:
        super().__init__(kind)
        self._run = run

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._run(*args, **kwargs)


def _elements(data: Any) -> Any:
    """Return nested lists of numbers, with tensors replaced by their numbers."""
    if isinstance(data, Tensor):
        return data.array
    if isinstance(data, list | tuple):
        return [_elements(part) for part in cast("list[Any]", data)]
    return data


def _tensor(
    data: Any, dtype: Any = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    elements = _elements(data)
    array = np.array(Tensor.of(elements).array)
    if dtype is not None:
        # Python's numbers are exact: they are not rounded to float32 first.
        exact = isinstance(elements, float | complex | list)
        array = convert(
            np.array(cast(Any, elements) if exact else array), numpy_dtype(BY_CODE[plain(dtype)])
        )
    return Tensor(array, "cpu" if device is None else str(device), requires_grad)


def _as_tensor(data: Any, dtype: Any = None) -> Tensor:
    """Return a tensor that shares memory with `data` unless a conversion is needed."""
    return Tensor.of(data) if dtype is None else _tensor(data, dtype)


_PYTHON_FORMS: Mapping[str, Callable[..., Any]] = {
    "aten::tensor": _tensor,
    "aten::as_tensor": _as_tensor,
    "aten::device": Device,
    "aten::set_grad_enabled": SetGradMode,
}


def _annotate(type: Any, value: Any) -> Any:
    return value


def _unwrap_optional(value: Any) -> Any:
    return value


# Python's implementations of names with a special meaning in scripts.
_SPECIAL: Mapping[str, Callable[..., Any]] = {
    "annotate": _annotate,
    "is_scripting": lambda: False,
    "is_tracing": lambda: current() is not None,
    "isinstance": isinstance,
    "_unwrap_optional": _unwrap_optional,
    "no_grad": partial(GradMode, False),
    "enable_grad": partial(GradMode, True),
}


def _namespace(name: str) -> Namespace:
    return Namespace(MODULES[name])


def _member(module: ModuleValue, name: str) -> Any:
    if name in BY_PYTHON_NAME:
        return BY_PYTHON_NAME[name]
    found = None if name.startswith("__") else module.find(name)
    if isinstance(found, ScriptBuiltin):
        run = _PYTHON_FORMS.get(found.kind)
        return Builtin(found.kind) if run is None else _PythonBuiltin(found.kind, run)
    if isinstance(found, Overloaded | Switch):
        return library_function(found, _namespace)
    if isinstance(found, ModuleValue):
        return Namespace(found)
    if isinstance(found, Special | Defined) and name in _SPECIAL:
        return _SPECIAL[name]
    if isinstance(found, Literal):
        return found.known
    raise MissingNameError(module.name, name)


_OWN: Mapping[str, Any] = {"cuda": Cuda(), "device": Device}


def operator_named(name: str) -> Any:
    """Return `ts.name`: an operator, a namespace, a dtype or a number.

    Raises AttributeError with close names for anything else.
    """
    return _OWN.get(name) or _member(MODULES["xdsl_torchscript"], name)


def _kinds() -> Iterator[str]:
    table = operator_table()
    return (table[name].kind.removeprefix("aten::") for name in table.op_names("aten"))


def operator_names() -> list[str]:
    """Return the public names that `operator_named` accepts, sorted."""
    names = {*_OWN, *_kinds(), *BY_PYTHON_NAME, *OTHER_NAMES} - {"Tensor", "fork"}
    return sorted(name for name in names if not name.startswith("_"))
