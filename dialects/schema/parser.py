"""The parser of FunctionSchema text.

    schema    ::= kind ('.' overload)? '(' (entry (',' entry)*)? ')' '->' returns
    entry     ::= type name ('=' default)? | '*' | '...'
    returns   ::= return | '...' | '(' (return (',' return)* (',' '...')?)? ')'
    return    ::= type name?
    type      ::= base alias? ('[' size? ']' alias? | '?')*
    alias     ::= '(' sets? '!'? ('->' sets)? ')'
    sets      ::= set ('|' set)*          set ::= word | '*'
    default   ::= scalar | '[' (scalar (',' scalar)*)? ']'
    scalar    ::= number | string | word

`base` is the grammar of `type_text.py`; only `Tensor(...)` holds an alias here, not facts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.schema.model import (
    AliasInfo,
    Argument,
    Constant,
    Default,
    FunctionSchema,
)
from xdsl_torchscript.dialects.type_text import TypeParser, TypeTextError
from xdsl_torchscript.dialects.types import ListType, OptionalType, TensorType

WORD_DEFAULTS: Mapping[str, Constant] = {
    "None": None, "True": True, "False": False,
    "inf": float("inf"), "-inf": -float("inf"), "nan": float("nan"),
    "none": 0, "Mean": 1, "Sum": 2,
    "strided": 0, "sparse_coo": 1,
    "contiguous_format": 0, "preserve_format": 1, "channels_last": 2, "channels_last_3d": 3,
    "long": 4, **{name: dtype.code for name, dtype in BY_TORCH_NAME.items()},
}  # fmt: skip
"""Keywords that denote a value; reductions, layouts, memory formats and dtypes are integers."""

_TENSOR = TensorType.get()

_KIND = re.compile(r"(\w+)::(\w+)(?:\.(\w+))?")
_NAME = re.compile(r"[A-Za-z_]\w*")
_SIZE = re.compile(r"\d{1,4}")
_PLAIN = re.compile(r"[A-Za-z]\w*(?:\[\d*\])?\??(?=[ ,)]|$)")
_PLAIN_ARGUMENT = re.compile(
    r"[A-Za-z]\w*(?:\(\w!?\))?(?:\[\d*\])?\?? [A-Za-z_]\w*(?:=[\w.]+)?(?=[,)])"
)
_WORD = re.compile(r"-?[A-Za-z]\w*")
_LITERAL = re.compile(
    r"""-?(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})(?:[eE][-+]?\d{1,4})?j?|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'"""
)


class SchemaTextError(ValueError):
    """Malformed schema text. `position` is the offset of the offending character."""

    def __init__(self, message: str, text: str, position: int):
        self.message, self.text, self.position = message, text, position
        super().__init__(f"{message}\n  {text}\n  {' ' * position}^")


class _SchemaParser(TypeParser):
    """A recursive-descent parser: each method parses its rule of the grammar or raises
    TypeTextError."""

    def _named(self, name: str, start: int) -> Attribute:
        return _TENSOR if name == "Tensor" else super()._named(name, start)

    def _alias_sets(self) -> tuple[str, ...]:
        sets: list[str] = []
        while not sets or self.accept("|"):
            sets.append("*" if self.accept("*") else self.expect_match(_NAME, "an alias set"))
        return tuple(sets)

    def _alias(self) -> AliasInfo | None:
        if not self.accept("("):
            return None
        arrow = self.accept("->")
        before = () if arrow else self._alias_sets()
        write = not arrow and self.accept("!")
        after = self._alias_sets() if arrow or self.accept("->") else before
        self.expect(")")
        return AliasInfo(before, after, write)

    def declared_type(self) -> Argument:
        """Parse a type with its annotations, as an argument that is still unnamed."""
        plain = _PLAIN.match(self.text, self._start())
        if plain is None:
            return self.annotated_type()
        try:
            declared = _plain_type(plain[0])
        except TypeTextError as error:
            raise self.error(error.message, plain.start() + error.position) from error
        self.pos = plain.end()
        return declared

    def annotated_type(self) -> Argument:
        start = self._start()
        type, alias, element_alias, size = self._base_type(), self._alias(), None, None
        while True:
            if self.accept("?"):
                type = OptionalType(type)
            elif self.accept("["):
                digits = self.match(_SIZE)
                self.expect("]")
                size = None if digits is None else int(digits)
                type, element_alias, alias = ListType(type), alias, self._alias()
            else:
                break
        # Types skip the space that follows them.
        spelling = self.text[start : self.pos].rstrip()
        return Argument("", type, spelling, alias, element_alias, size)

    def _scalar(self) -> Constant:
        start = self._start()
        if (literal := self.match(_LITERAL)) is not None:
            try:
                return ast.literal_eval(literal)
            except (SyntaxError, ValueError) as error:
                raise self.error(f"malformed literal {literal}", start) from error
        word = self.expect_match(_WORD, "a default value")
        if word not in WORD_DEFAULTS:
            raise self.error(f"'{word}' is not a default value", start)
        return WORD_DEFAULTS[word]

    def _argument_default(self, size: int | None) -> Default | None:
        if not self.accept("="):
            return None
        start = self._start()
        value = tuple(self._list_until("]", self._scalar)) if self.accept("[") else self._scalar()
        spelling = self.text[start : self.pos]
        if size is not None and isinstance(value, int | float):
            value = (value,) * size
        return Default(value, spelling)

    def _arguments(self) -> tuple[tuple[Argument, ...], bool]:
        found: list[Argument] = []
        kwarg_only = False
        self.expect("(")
        while not self.accept(")"):
            if self.accept("..."):
                self.expect(")")
                return tuple(found), True
            if self.accept("*"):
                kwarg_only = True
            else:
                found.append(self._argument(kwarg_only))
            self._expect_comma_before(")")
        return tuple(found), False

    def _argument(self, kwarg_only: bool) -> Argument:
        plain = _PLAIN_ARGUMENT.match(self.text, self._start())
        known = None if plain is None else _plain_argument(plain[0], kwarg_only)
        if plain is None or known is None:
            return self.named_argument(kwarg_only)
        self.pos = plain.end()
        return known

    def named_argument(self, kwarg_only: bool) -> Argument:
        declared = self.declared_type()
        name = self.expect_match(_NAME, "the name of the argument")
        default = self._argument_default(declared.size)
        return replace(declared, name=name, default=default, kwarg_only=kwarg_only)

    def _expect_comma_before(self, close: str) -> None:
        """Expect a comma unless the list ends here."""
        if not self.text.startswith(close, self._start()):
            self.expect(",")

    def _return(self) -> Argument:
        declared = self.declared_type()
        return replace(declared, name=self.match(_NAME) or "")

    def returns(self) -> tuple[tuple[Argument, ...], bool]:
        if self.accept("..."):
            return (), True
        if not self.accept("("):
            return (self._return(),), False
        found: list[Argument] = []
        while not self.accept(")"):
            if self.accept("..."):
                self.expect(")")
                return tuple(found), True
            found.append(self._return())
            self._expect_comma_before(")")
        return tuple(found), False

    def _results(self) -> tuple[tuple[Argument, ...], bool]:
        """Parse the returns, which end the text."""
        known = _known_returns(self.text[self._start() :])
        if known is None:
            return self.returns()
        self.pos = len(self.text)
        return known

    def schema(self, tags: frozenset[str]) -> FunctionSchema:
        name = self.expect_match(_KIND, "the name of an operator, such as 'aten::add.Tensor'")
        kind, _, overload = name.partition(".")
        arguments, is_vararg = self._arguments()
        self.expect("->")
        returns, is_varret = self._results()
        return FunctionSchema(kind, overload, arguments, returns, is_vararg, is_varret, tags)

    def expect_end(self) -> None:
        if not self.at_end():
            raise self.error("unexpected text after the end")


@cache
def _plain_type(spelling: str) -> Argument:
    """Parse a type of one word; these are few, so each is parsed once."""
    return _SchemaParser(spelling).annotated_type()


@cache
def _known_returns(text: str) -> tuple[tuple[Argument, ...], bool] | None:
    """Parse returns such as `Tensor`, which many schemas have; None if they are malformed."""
    parser = _SchemaParser(text)
    try:
        found = parser.returns()
    except TypeTextError:
        return None
    return found if parser.at_end() else None


@cache
def _plain_argument(text: str, kwarg_only: bool) -> Argument | None:
    """Parse an argument such as `Tensor self`, which many schemas have; None if it is malformed."""
    parser = _SchemaParser(text)
    try:
        found = parser.named_argument(kwarg_only)
    except TypeTextError:
        return None
    return found if parser.at_end() else None


def parse_schema(text: str) -> FunctionSchema:
    """Parse one schema; words after `  # ` are its tags.

    Raises SchemaTextError with the offset of the offending character.
    """
    declaration, _, tags = text.partition("  # ")
    parser = _SchemaParser(declaration)
    try:
        schema = parser.schema(frozenset(tags.split()))
        parser.expect_end()
    except TypeTextError as error:
        raise SchemaTextError(error.message, declaration, error.position) from error
    return schema
