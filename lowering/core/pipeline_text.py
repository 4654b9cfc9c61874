"""Textual pass pipelines: MLIR's nested syntax and xDSL's list, one grammar for both.

    pipeline ::= element (`,` element)* `,`?
    element  ::= op-name `(` pipeline? `)`            passes on each such op directly inside
               | pass-name (`{` option* `}`)?         one pass
               | `mlir-opt` `[` text `]`              xDSL's way out to the mlir-opt binary
    option   ::= name (`=` value (`,` value)*)?
    value    ::= string | number | `true` | `false` | word

    builtin.module(func.func(canonicalize,cse),vectorize-loops{width=8})
    canonicalize,vectorize-loops{width=8}

White space is free between tokens. The outermost anchor, if any, must be `builtin.module` or `any`,
and is the module itself. Errors show the text with a caret.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NoReturn, TypeAlias

from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec, ParameterListType, ParameterType

PassTable: TypeAlias = Mapping[str, Callable[[], type[ModulePass]]]

MODULE_ANCHORS = ("builtin.module", "any")

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_OPTION = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'")
_MLIR_PIPELINE = re.compile(r"\[((?:\\.|[^\]\\])*)\]")
_WORD = re.compile(r"[^\s,{}()\[\]=\"']+")
_INT = re.compile(r"[-+]?\d+")
_FLOAT = re.compile(r"[-+]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][-+]?\d+)?")
_BOOLS = {"true": True, "false": False}


class PipelineError(ValueError):
    """A pipeline that does not parse, or names unknown passes or options.

    `reason` is the message without the text and the position in it.
    """

    def __init__(self, message: str, text: str, position: int):
        self.reason = message
        line_start = text.rfind("\n", 0, position) + 1
        line = text[line_start:].partition("\n")[0]
        row, column = text.count("\n", 0, position) + 1, position - line_start
        caret = "".join("\t" if c == "\t" else " " for c in line[:column]) + "^"
        super().__init__(f"pass-pipeline:{row}:{column + 1}: error: {message}\n{line}\n{caret}")


@dataclass(frozen=True)
class PassNode:
    """A pass with its options, and its position in the text."""

    spec: ArgSpec
    position: int

    def __str__(self) -> str:
        return spec_text(self.spec)


@dataclass(frozen=True)
class Nest:
    """Elements that run on each operation named `anchor` (or `any` with regions)."""

    anchor: str
    elements: tuple[Nest | PassNode, ...]

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(map(str, self.elements))})"


@dataclass(frozen=True)
class NestedPasses:
    """The runnable form of a Nest."""

    anchor: str
    steps: tuple[PipelineStep, ...]

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(map(step_text, self.steps))})"


PipelineStep: TypeAlias = ModulePass | NestedPasses


def spec_text(spec: ArgSpec) -> str:
    """Return the spec as `parse_pipeline` reads it, options spelled with dashes."""
    options = " ".join(_option_text(name, values) for name, values in spec.parameters.items())
    return f"{spec.name}{{{options}}}" if options else spec.name


def step_text(step: PipelineStep) -> str:
    """Return the textual spec of a step, without options at their default."""
    return str(step) if isinstance(step, NestedPasses) else spec_text(step.spec())


def _option_text(name: str, values: ParameterListType) -> str:
    name = name.replace("_", "-")
    return f"{name}={','.join(map(_value_text, values))}" if values else name


def _value_text(value: ParameterType) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    return repr(value)


def parse_pipeline(text: str) -> Nest:
    """Read a pipeline; the result's anchor is the module. Raises PipelineError."""
    return _PipelineParser(text).parse()


class _PipelineParser:
    """Recursive descent over the text."""

    def __init__(self, text: str):
        self.text = text
        self.position = 0

    def parse(self) -> Nest:
        elements = self._elements(end="")
        if self.position != len(self.text):
            self._error("expected ',' or the end of the pipeline")
        if len(elements) == 1 and isinstance(elements[0], Nest):
            nest = elements[0]
            if nest.anchor not in MODULE_ANCHORS:
                self._error("the outermost anchor must be 'builtin.module' or 'any'", at=0)
            return nest
        return Nest(MODULE_ANCHORS[0], elements)

    def _elements(self, end: str) -> tuple[Nest | PassNode, ...]:
        """Parse comma-separated elements up to `end` (not consumed) or the end of the text."""
        elements: list[Nest | PassNode] = []
        while not self._at(end):
            elements.append(self._element())
            if not self._eat(","):
                break
        return tuple(elements)

    def _element(self) -> Nest | PassNode:
        start = self.position
        name = self._expect(_NAME, "a pass or an operation name")
        if name == "mlir-opt" and (mlir := self._match(_MLIR_PIPELINE)):
            # xDSL's abbreviation of its pass `mlir-opt`.
            arguments = (
                "--mlir-print-op-generic",
                "--allow-unregistered-dialect",
                "-p",
                f"builtin.module({mlir[1:-1]})",
            )
            return PassNode(ArgSpec("mlir-opt", {"arguments": arguments}), start)
        if self._eat("("):
            elements = self._elements(end=")")
            if not self._eat(")"):
                self._error("expected ',' or ')'")
            return Nest(name, elements)
        return PassNode(ArgSpec(name, self._options() if self._eat("{") else {}), start)

    def _options(self) -> dict[str, ParameterListType]:
        options: dict[str, ParameterListType] = {}
        while not self._eat("}"):
            start = self.position
            name = self._expect(_OPTION, "an option name or '}'")
            if name in options:
                self._error(f"option '{name}' is given twice", at=start)
            options[name] = self._values() if self._eat("=") else ()
        return options

    def _values(self) -> ParameterListType:
        values = [self._value()]
        while self._eat(","):
            values.append(self._value())
        return tuple(values)

    def _value(self) -> ParameterType:
        if (string := self._match(_STRING)) is not None:
            try:
                return ast.literal_eval(string)
            except (SyntaxError, ValueError):
                self._error("malformed escape in the string", at=self.position - len(string))
        if self._at('"') or self._at("'"):
            self._error("the string is not closed")
        word = self._expect(_WORD, "a value")
        if _INT.fullmatch(word):
            try:
                return int(word)
            except ValueError:  # Python limits the digits that it converts.
                self._error("the number is too long", at=self.position - len(word))
        return float(word) if _FLOAT.fullmatch(word) else _BOOLS.get(word, word)

    def _skip_space(self) -> None:
        if space := _SPACE.match(self.text, self.position):
            self.position = space.end()

    def _at(self, token: str) -> bool:
        """Return whether `token` comes next; the empty token is the end of the text."""
        self._skip_space()
        if not token:
            return self.position == len(self.text)
        return self.text.startswith(token, self.position)

    def _eat(self, token: str) -> bool:
        found = self._at(token)
        self.position += len(token) if found else 0
        self._skip_space()
        return found

    def _match(self, pattern: re.Pattern[str]) -> str | None:
        self._skip_space()
        if (match := pattern.match(self.text, self.position)) is None:
            return None
        self.position = match.end()
        self._skip_space()
        return match.group()

    def _expect(self, pattern: re.Pattern[str], what: str) -> str:
        found = self._match(pattern)
        return self._error(f"expected {what}") if found is None else found

    def _error(self, message: str, at: int | None = None) -> NoReturn:
        raise PipelineError(message, self.text, self.position if at is None else at)


def build_pipeline(text: str, passes: PassTable) -> tuple[PipelineStep, ...]:
    """Parse `text` to passes that are ready to run.

    Raises PipelineError for malformed text, unknown passes (with close names), and unknown options.
    """
    return _build(parse_pipeline(text), text, passes)


def _build(nest: Nest, text: str, passes: PassTable) -> tuple[PipelineStep, ...]:
    return tuple(
        NestedPasses(element.anchor, _build(element, text, passes))
        if isinstance(element, Nest)
        else _build_pass(element, text, passes)
        for element in nest.elements
    )


def _build_pass(node: PassNode, text: str, passes: PassTable) -> ModulePass:
    name = node.spec.name
    if name not in passes:
        close = get_close_matches(name, passes, n=3)
        hint = f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
        raise PipelineError(f"unknown pass '{name}'{hint}", text, node.position)
    try:
        return passes[name]().from_spec(node.spec)
    except (ValueError, TypeError) as error:
        raise PipelineError(f"pass '{name}': {error}", text, node.position) from error
