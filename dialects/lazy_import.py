"""Imports on first use: the only place where a string names a module.

A target is `package.module:name`, or a module alone. The type of the result is lost, so prefer an
import at the top of the file, except for

- modules that few programs need and that are slow to import, such as scipy and torch;
- tables of names that every tool reads at start-up: passes, dialects, rules, public names.

Targets follow the layers of the package. They close no import cycle, except for those of a few
modules with a reason; `tests/unit/test_architecture.py` checks it.
"""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name
from typing import Any

from xdsl_torchscript.dialects.after_fork import before_fork
from xdsl_torchscript.dialects.finish_imports import finish_imports


class MissingPackageError(ModuleNotFoundError):
    """A package that only some programs need is not installed."""


_USERS = {
    "llvmlite": "native code and the executors need llvmlite",
    "scipy": "special functions and linear algebra need scipy",
}


@cache
def lazy_import(target: str) -> Any:
    """Import a module on first use and return it, or the named object in it.

    Raises MissingPackageError, which names the package to install, or ImportError or AttributeError
    if the target does not exist.
    """
    try:
        return resolve_name(target)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _USERS:
            raise
        message = f"{_USERS[package]}, which is not installed: run 'pip install {package}'"
        raise MissingPackageError(message, name=package) from None


before_fork(lambda: finish_imports(resolve_name.__code__))
