"""The syntax tree of a live function, with the positions in its file.

Python does not keep the tree; the text is found by file and line. Indented code is parsed under an
`if`, which preserves columns and multi-line strings.
"""

from __future__ import annotations

import ast
import inspect
import linecache
from types import CodeType, FunctionType

from xdsl_torchscript.frontend.script.syntax import FIRST, Script
from xdsl_torchscript.frontend.source import SourceError


def place_error(code: CodeType, message: str) -> SourceError:
    """Return an error at the `def` of a function whose text may be unknown."""
    filename, line = code.co_filename, code.co_firstlineno
    return SourceError(message, filename, line, 1, linecache.getline(filename, line).rstrip())


def source_of(function: FunctionType) -> tuple[Script, ast.FunctionDef]:
    """Return the text of the file that defines `function`, and the `def` in it.

    Raises:
        SourceError: for a lambda, for `async def`, and for missing text.
    """
    code = function.__code__
    if function.__name__ == "<lambda>":
        raise place_error(code, "a lambda cannot be scripted; write a 'def'")
    try:
        # For a code object, inspect asks every imported module for its file.
        lines, first = inspect.findsource(function)
    except OSError as error:
        message = (
            f"the source of '{function.__qualname__}' cannot be found; define it in a file, "
            "or give its text to ts.compile"
        )
        raise place_error(code, message) from error
    block = inspect.getblock(lines[first:])
    script = Script("".join(lines), code.co_filename)
    indented = block[0][:1].isspace()
    text = "".join(["if True:\n", *block] if indented else block)
    tree = Script(text, code.co_filename).parse()
    ast.increment_lineno(tree, first - indented)
    return script, _definition(script, tree.body[0])


def _definition(script: Script, found: ast.stmt) -> ast.FunctionDef:
    if isinstance(found, ast.If):
        found = found.body[0]
    if isinstance(found, ast.FunctionDef):
        return found
    if isinstance(found, ast.AsyncFunctionDef):
        message = "'async' is not part of TorchScript; write a plain 'def'"
        raise script.error(message, found)
    raise script.error("a scripted function must be a separate 'def'", found)


def source_of_class(kind: type) -> tuple[Script, ast.AST]:
    """Return the text of the file that defines a class, and a node at its position.

    The text is empty for a class created by a call.
    """
    try:
        lines, first = inspect.findsource(kind)
        filename = inspect.getsourcefile(kind) or kind.__module__
    except (OSError, TypeError):
        return Script("", f"<class {kind.__qualname__}>"), FIRST
    indent = len(lines[first]) - len(lines[first].lstrip())
    node = ast.Constant(None, lineno=first + 1, col_offset=indent)
    return Script("".join(lines), filename), node
