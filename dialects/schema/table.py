"""The table of all operators of PyTorch, read line by line when they are asked for.

`operators.txt` holds one schema per line. Finding the lines takes milliseconds; a schema is
parsed on first use. `register_schema` adds operators that PyTorch does not have.
"""

from __future__ import annotations

import difflib
import re
from functools import cache
from pathlib import Path

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.parser import parse_schema
from xdsl_torchscript.dialects.schema.printer import print_schema

_LINE = re.compile(r"^(\w+)::(\w+)(\.\w+)?\(.*$", re.MULTILINE)


class OperatorTable:
    """Schemas by the name of the op (`aten.add.Tensor`) and by kind (`aten::add`)."""

    def __init__(self, text: str):
        self._lines: dict[str, str] = {}
        self._kinds: dict[str, list[str]] = {}
        self._parsed: dict[str, FunctionSchema] = {}
        for line in _LINE.finditer(text):
            namespace, name, overload = line.groups("")
            self._add(f"{namespace}::{name}", f"{namespace}.{name}{overload}", line[0])

    def _add(self, kind: str, op_name: str, line: str) -> None:
        self._lines[op_name] = line
        self._kinds.setdefault(kind, []).append(op_name)

    def register(self, schema: FunctionSchema) -> None:
        """Adds an operator. ValueError if an operator of that name has another schema."""
        if (known := self.get(schema.op_name)) is not None:
            if known != schema:
                raise ValueError(f"operator '{schema.full_name}' is registered already")
            return
        self._add(schema.kind, schema.op_name, print_schema(schema))
        self._parsed[schema.op_name] = schema

    def __contains__(self, op_name: str) -> bool:
        return op_name in self._lines

    def get(self, op_name: str) -> FunctionSchema | None:
        """The schema of the op `aten.add.Tensor`."""
        if (schema := self._parsed.get(op_name)) is not None:
            return schema
        if (line := self._lines.get(op_name)) is None:
            return None
        schema = self._parsed[op_name] = parse_schema(line)
        return schema

    def __getitem__(self, op_name: str) -> FunctionSchema:
        """As `get`; a KeyError for an unknown operator names those of similar names."""
        if (schema := self.get(op_name)) is None:
            raise KeyError(self.unknown(op_name))
        return schema

    def unknown(self, op_name: str) -> str:
        """The message for a name that is not in the table, with names close to it."""
        close = difflib.get_close_matches(op_name, self._lines, n=3)
        hint = f"; close names: {', '.join(close)}" if close else ""
        return f"no operator '{op_name}'{hint}"

    def line(self, op_name: str) -> str:
        """The text of the schema, with its tags."""
        return self._lines[op_name]

    def overloads(self, kind: str) -> tuple[FunctionSchema, ...]:
        """The overloads of `aten::add` in PyTorch's order; empty if there are none."""
        return tuple(self[name] for name in self._kinds.get(kind, ()))

    def op_names(self, namespace: str) -> tuple[str, ...]:
        """The names of the ops of one namespace."""
        return tuple(name for name in self._lines if name.startswith(f"{namespace}."))

    def namespaces(self) -> tuple[str, ...]:
        """The namespaces that have operators."""
        return tuple(sorted({name.split(".", 1)[0] for name in self._lines}))


@cache
def operator_table() -> OperatorTable:
    """The one table of the process."""
    return OperatorTable(Path(__file__).with_name("operators.txt").read_text(encoding="utf-8"))


def schema_named(op_name: str) -> FunctionSchema:
    """The schema of the op `aten.add.Tensor`; KeyError with close names."""
    return operator_table()[op_name]


def schemas_of(kind: str) -> tuple[FunctionSchema, ...]:
    """The overloads of `aten::add` in the order in which PyTorch tries them."""
    return operator_table().overloads(kind)


def register_schema(text: str) -> FunctionSchema:
    """Adds the operator that `text` declares, such as `my::relu6(Tensor x) -> Tensor`.

    Raises SchemaTextError for a malformed text and ValueError for a name that is taken.
    """
    schema = parse_schema(text)
    operator_table().register(schema)
    return schema
