"""Definitions of the library, added to a program on demand."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache

from xdsl_torchscript.frontend.python_parser import parse_python
from xdsl_torchscript.frontend.script.context import Definitions
from xdsl_torchscript.frontend.script.declarations import TopLevel
from xdsl_torchscript.frontend.script.definitions import Definition
from xdsl_torchscript.frontend.script.library.texts import TEXTS, text_of
from xdsl_torchscript.frontend.script.names import outside
from xdsl_torchscript.frontend.script.syntax import Script


@cache
def _tree(prefix: str) -> ast.Module:
    return parse_python(text_of(prefix))


@dataclass
class LibraryScript(Script):
    """A text of the library, whose tree is parsed once per process."""

    prefix: str

    def parse(self) -> ast.Module:
        return _tree(self.prefix)


class FunctionLibrary:
    """The library's definitions, in the context of one program."""

    def __init__(self, program: Definitions) -> None:
        self._program = program
        self._definitions: dict[str, Definition] = {}
        self._read: set[str] = set()

    def find(self, name: str) -> Definition | None:
        """Return the definition of a name such as `__torch__.torch.nn.functional.dropout`, or
        None."""
        prefix = name[: name.rfind(".") + 1]
        if prefix in TEXTS and prefix not in self._read:
            self._read.add(prefix)
            shown = prefix.removeprefix("__torch__.").rstrip(".")
            script = LibraryScript(text_of(prefix), f"<{shown}>", prefix)
            TopLevel(script, prefix, outside, self._program).definitions(self._keep)
        return self._definitions.get(name)

    def _keep(self, definition: Definition) -> None:
        self._definitions[definition.name] = definition
