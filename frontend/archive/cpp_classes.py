"""Classes that libraries of PyTorch define in C++: `__torch__.torch.classes.space.Name`.

An archive contains their objects, but not their methods. Their names are types, so code that only
passes such objects on compiles. Calling a method raises an error that names it. The weights of
quantised layers are no such classes: our library defines them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from xdsl_torchscript.dialects.symbol_names import CPP_CLASSES
from xdsl_torchscript.frontend.script.context import Context, SugaredValue
from xdsl_torchscript.frontend.script.definitions import ClassDefinition
from xdsl_torchscript.frontend.script.library.texts import TEXTS, names_of
from xdsl_torchscript.frontend.script.syntax import FIRST, Script
from xdsl_torchscript.frontend.source import SourceError


def is_of_cpp(name: str) -> bool:
    """Return whether a qualified name belongs to a C++ class whose code is unknown."""
    prefix, _, own = name.rpartition(".")
    if not name.startswith(CPP_CLASSES) or name.count(".") != CPP_CLASSES.count(".") + 1:
        return False
    return f"{prefix}." not in TEXTS or own not in names_of(f"{prefix}.")


def cpp_class(name: str) -> ClassDefinition:
    """Return a class without attributes, all of whose methods are missing."""
    script = Script("", f"<{name.removeprefix('__torch__.')}>")
    return ClassDefinition(name, script, FIRST, others=_Methods(name))


@dataclass(frozen=True)
class _Methods(Mapping[str, SugaredValue]):
    """A method table in which each name is a missing method."""

    class_name: str

    def __getitem__(self, name: str) -> SugaredValue:
        return _NativeMethod(self.class_name, name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@dataclass(frozen=True)
class _NativeMethod(SugaredValue):
    class_name: str
    name: str

    def describe(self) -> str:
        return f"'{self.name}' of the C++ class '{self.class_name}'"

    def _missing(self, c: Context, node: ast.AST) -> SourceError:
        return c.error(
            f"this needs {self.describe()}; its code is in a C++ library, not in the archive",
            node,
        )

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        raise self._missing(c, node)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        raise self._missing(c, node)
