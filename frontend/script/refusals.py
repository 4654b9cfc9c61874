"""Refuse Python that is not TorchScript, and name the replacement."""

from __future__ import annotations

import ast
from collections.abc import Mapping

REFUSED: Mapping[type[ast.AST], str] = {
    ast.FunctionDef: "a function inside a function is not part of TorchScript; move it outside",
    ast.AsyncFunctionDef: "'async' is not part of TorchScript; write a plain 'def'",
    ast.ClassDef: "a class inside a function is not part of TorchScript; move it outside",
    ast.Lambda: "'lambda' is not part of TorchScript; write a function",
    ast.Try: "'try' is not part of TorchScript; check before with 'if'",
    ast.TryStar: "'try' is not part of TorchScript; check before with 'if'",
    ast.AsyncWith: "'async' is not part of TorchScript",
    ast.AsyncFor: "'async' is not part of TorchScript; write a plain 'for'",
    ast.Await: "'await' is not part of TorchScript; write torch.jit.wait(f)",
    ast.Yield: "'yield' is not part of TorchScript; append to a list and return it",
    ast.YieldFrom: "'yield from' is not part of TorchScript; append to a list and return it",
    ast.Global: "'global' is not part of TorchScript; take the value as an argument",
    ast.Nonlocal: "'nonlocal' is not part of TorchScript; return the value",
    ast.Import: "an import must be at the top of the text, not inside a function",
    ast.ImportFrom: "an import must be at the top of the text, not inside a function",
    ast.NamedExpr: "':=' is not part of TorchScript; assign before",
    ast.Set: "a set is not part of TorchScript; use a list, or a dict with values True",
    ast.SetComp: "a set is not part of TorchScript; use a list, or a dict with values True",
    ast.Match: "'match' is not part of TorchScript; write 'if' and 'elif'",
    ast.Starred: "'*' is allowed only in calls, lists, tuples and on the left of '='",
    ast.Slice: "a slice is allowed only inside '[...]'",
}

PYTHON_NAMES: Mapping[str, str] = {
    "set": "use a list, or a dict with values True",
    "frozenset": "use a list, or a dict with values True",
    "map": "write a list: [f(x) for x in xs]",
    "filter": "write a loop with 'if' and append()",
    "reversed": "write xs[::-1]",
    "iter": "write a 'for' loop",
    "next": "write a 'for' loop",
    "slice": "write it where it is used: x[1:2]",
    "type": "ask with isinstance(x, T)",
    "repr": "write str(x)",
    "open": "a script cannot reach files; take the value as an argument",
    "input": "a script cannot read input; take the value as an argument",
    "exec": "write the statements themselves",
    "eval": "write the expression itself",
    "bytes": "use a str, or a tensor of uint8",
    "bytearray": "use a tensor of uint8",
    "callable": "callables are resolved at compile time",
    "object": "use Any, or a class",
    "super": "call a method of the base class that this class does not override",
    "vars": "name the attributes",
    "dir": "name the attributes",
    "globals": "take the value as an argument",
    "locals": "take the value as an argument",
}
"""Functions of Python that TorchScript does not have, with what to write instead."""
