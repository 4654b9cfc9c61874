"""The table of all operators of PyTorch, parsed line by line on first use.

`operators.txt` has one schema per line, with the overloads of a kind in sequence; `vision.txt` has
torchvision's operators. Lines are found by text search and parsed on first use: a program pays only
for operators it names. `register_schema` adds operators that PyTorch lacks; `plugins.py` loads the
operators of other packages.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import overload

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.parser import parse_schema
from xdsl_torchscript.dialects.schema.plugins import load_namespace

_NAME = re.compile(r"^(\w+)::(\w+(?:\.\w+)?)\(", re.MULTILINE)


class _Overloads(Sequence[FunctionSchema]):
    """The overloads of a kind by the offsets of their lines, each parsed on first use."""

    def __init__(self, parse: Callable[[int], FunctionSchema], lines: Sequence[int]) -> None:
        self._parse, self._lines = parse, lines

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> FunctionSchema: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[FunctionSchema]: ...
    def __getitem__(self, index: int | slice) -> FunctionSchema | Sequence[FunctionSchema]:
        if isinstance(index, slice):
            return _Overloads(self._parse, self._lines[index])
        return self._parse(self._lines[index])

    def __iter__(self) -> Iterator[FunctionSchema]:
        return map(self._parse, self._lines)


class OperatorTable:
    """Schemas by the name of the op (`aten.add.Tensor`) and by kind (`aten::add`)."""

    def __init__(self, text: str):
        self._text = f"\n{text}"
        self._listed: set[str] = set()
        self._schemas: dict[str, FunctionSchema] = {}
        self._overloads: dict[str, Sequence[FunctionSchema]] = {}
        self._registered: list[FunctionSchema] = []

    def __contains__(self, op_name: str) -> bool:
        known = op_name in self._schemas or op_name in self._listed
        return known or self._find(op_name) >= 0

    def _find(self, op_name: str) -> int:
        """Return the offset of the op's line, or -1."""
        return self._text.find(f"\n{op_name.replace('.', '::', 1)}(") + 1 or -1

    def _line_at(self, start: int) -> str:
        return self._text[start : self._text.index("\n", start)]

    def register(self, schema: FunctionSchema) -> None:
        """Add an operator. Raises ValueError if the name has another schema already."""
        if (known := self.get(schema.op_name)) is not None:
            if known != schema:
                raise ValueError(f"operator '{schema.full_name}' is already registered")
            return
        self._overloads[schema.kind] = (*self.overloads(schema.kind), schema)
        self._schemas[schema.op_name] = schema
        self._registered.append(schema)

    def get(self, op_name: str) -> FunctionSchema | None:
        """Return the schema of the op `aten.add.Tensor`, or None."""
        if (schema := self._schemas.get(op_name)) is not None:
            return schema
        if (start := self._find(op_name)) < 0:
            self._load_plugins(op_name.split(".", 1)[0])
            return self._schemas.get(op_name)
        return self._schema_at(start)

    def _schema_at(self, start: int) -> FunctionSchema:
        """Return the schema of the line at an offset, parsed once."""
        op_name = self._text[start : self._text.index("(", start)].replace("::", ".", 1)
        if (schema := self._schemas.get(op_name)) is None:
            schema = self._schemas[op_name] = parse_schema(self._line_at(start))
        return schema

    def _load_plugins(self, namespace: str) -> None:
        """Load the operators of other packages if the namespace is not in the table."""
        if f"\n{namespace}::" not in self._text:
            load_namespace(namespace)

    def __getitem__(self, op_name: str) -> FunctionSchema:
        """Return the schema as `get` does. Raises KeyError with close names for an unknown
        operator."""
        if (schema := self.get(op_name)) is None:
            raise KeyError(self.unknown(op_name))
        return schema

    def unknown(self, op_name: str) -> str:
        """Return the error message for an unknown operator, with close names."""
        names = [name for space in self.namespaces() for name in self.op_names(space)]
        close = difflib.get_close_matches(op_name, names, n=3)
        hint = f"; close names: {', '.join(close)}" if close else ""
        return f"no operator '{op_name}'{hint}"

    def overloads(self, kind: str) -> Sequence[FunctionSchema]:
        """Return the overloads of `aten::add` in PyTorch's order; empty for an unknown kind."""
        self._load_plugins(kind.split("::", 1)[0])
        if (known := self._overloads.get(kind)) is not None:
            return known
        # The lines of one kind are adjacent.
        start = self._text.find(f"\n{kind}") + 1
        while start > 0 and self._text[start + len(kind)] not in "(.":
            start = self._text.find(f"\n{kind}", start) + 1
        lines: list[int] = []
        while start > 0 and self._text.startswith((f"{kind}(", f"{kind}."), start):
            lines.append(start)
            start = self._text.index("\n", start) + 1
        self._overloads[kind] = _Overloads(self._schema_at, lines)
        return self._overloads[kind]

    @property
    def own_names(self) -> tuple[str, ...]:
        """The op names of the operators that were registered."""
        return tuple(schema.op_name for schema in self._registered)

    def op_names(self, namespace: str) -> tuple[str, ...]:
        """Return the op names of one namespace."""
        self._load_plugins(namespace)
        written = [f"{m[1]}.{m[2]}" for m in _NAME.finditer(self._text) if m[1] == namespace]
        # Callers that list all names look each of them up next.
        self._listed.update(written)
        registered = (s.op_name for s in self._registered if s.namespace == namespace)
        return (*written, *registered)

    def namespaces(self) -> tuple[str, ...]:
        """Return the namespaces of all operators, sorted."""
        registered = {schema.namespace for schema in self._registered}
        return tuple(sorted({m[1] for m in _NAME.finditer(self._text)} | registered))

    def line(self, op_name: str) -> str:
        """Return the schema's text; in the data file it ends in tags."""
        start = self._find(op_name)
        return self._line_at(start) if start >= 0 else str(self[op_name])


@cache
def operator_table() -> OperatorTable:
    """Return the operator table of the process."""
    here = Path(__file__).parent
    files = ("operators.txt", "vision.txt")
    return OperatorTable("".join((here / name).read_text(encoding="utf-8") for name in files))


def schema_named(op_name: str) -> FunctionSchema:
    """Return the schema of the op `aten.add.Tensor`. Raises KeyError with close names."""
    return operator_table()[op_name]


def schemas_of(kind: str) -> Sequence[FunctionSchema]:
    """Return the overloads of `aten::add` in the order in which PyTorch tries them; each is parsed
    on first use."""
    return operator_table().overloads(kind)


def register_schema(text: str) -> FunctionSchema:
    """Add the operator that `text` declares, such as `my::relu6(Tensor x) -> Tensor`.

    Raises SchemaTextError for a malformed text and ValueError for a name that is taken.
    """
    schema = parse_schema(text)
    operator_table().register(schema)
    return schema
