"""MLIR text to IR, with the location of every operation and block argument.

xDSL's parser sets only locations written as `loc(...)`. Here all others are `file:line:column` of
the name, so that verifiers and passes can refer to the source. `loc(...)` of the text is kept,
including `loc(unknown)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeGuard

from xdsl.context import Context
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects.builtin import UNKNOWN_LOC, ModuleOp, UnregisteredAttr
from xdsl.ir import (
    Attribute,
    AttributeInvT,
    Block,
    BlockArgument,
    Data,
    Operation,
    ParametrizedAttribute,
    SSAValue,
)
from xdsl.parser import ParserState, UnresolvedOperand
from xdsl.utils.exceptions import MultipleSpansParseError, ParseError, VerifyException
from xdsl.utils.lexer import Input, Span, Token
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken, MLIRTokenKind, StringLiteral

from xdsl_torchscript.dialects.crashes import CRASHES
from xdsl_torchscript.dialects.number_text import NumberParser
from xdsl_torchscript.frontend.source import Source, SourceError

_NO_OPERATION = "Could not parse entire input!"
"""xDSL's error for a text without operations, an empty module for MLIR."""


class _Lexer(MLIRLexer):
    """xDSL's lexer, linear on unterminated strings, and with text beyond ASCII decoded.

    The printer writes such text as its bytes in UTF-8.
    """

    _unescaped_characters_regex = re.compile(r'"(?:[^"\\\n\v\f]|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"')

    def _lex_string_literal(self, start_pos: int) -> MLIRToken:
        token = super()._lex_string_literal(start_pos)
        literal = StringLiteral.from_span(token.span)
        if token.kind is not MLIRTokenKind.BYTES_LIT:
            return token
        try:
            literal.bytes_contents.decode("utf-8")
        except UnicodeDecodeError:
            return token
        return Token(MLIRTokenKind.STRING_LIT, literal)


class LocatedParser(NumberParser):
    """xDSL's parser, with locations for everything that the text gives none."""

    def __init__(self, ctx: Context, source: Source) -> None:
        super().__init__(ctx, "", source.filename)
        self._parser_state = ParserState(_Lexer(Input(source.text, source.filename)))
        self.source = source
        self._name_positions: list[int] = []
        self._first_uses: dict[str, int] = {}

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        try:
            module = super().parse_module(allow_implicit_module)
        except VerifyException as error:
            raise ParseError(self._span(self.pos), str(error)) from error
        except CRASHES as error:
            message = f"xDSL's parser failed: {type(error).__name__}: {error}"
            raise ParseError(self._span(self.pos), message) from error
        except ParseError as error:
            is_at_end = self._current_token.kind is MLIRTokenKind.EOF
            if error.msg.startswith("values used but not defined"):
                # xDSL reports an undefined value at the end of the file.
                name, at = self._first_undefined()
                raise ParseError(self._span(at), f"use of undefined value '%{name}'") from error
            if not (allow_implicit_module and is_at_end and error.msg == _NO_OPERATION):
                raise
            module = ModuleOp([])
        if module.location is UNKNOWN_LOC:
            module.location = self.source.location(0)
        _locate_implicit(module)
        return module

    def _first_undefined(self) -> tuple[str, int]:
        """Return the name of the first undefined value that is used, and the position."""
        names = self.forward_ssa_references
        return next((name, at) for name, at in self._first_uses.items() if name in names)

    def _parse_dialect_type_or_attribute_body(
        self, attr_name: str, is_type: bool, is_opaque: bool, starting_opaque_pos: int | None
    ) -> UnregisteredAttr | ParametrizedAttribute | Data[Any]:
        start = self.pos
        try:
            return super()._parse_dialect_type_or_attribute_body(
                attr_name, is_type, is_opaque, starting_opaque_pos
            )
        except ValueError as error:
            lookup = self.ctx.get_optional_type if is_type else self.ctx.get_optional_attr
            found = lookup(attr_name)
            # xDSL zips the parameters of the text with those of the definition.
            if "zip()" not in str(error) or not _is_parametrized(found):
                raise
            names = ", ".join(name for name, _ in found.get_irdl_definition().parameters)
            expected = f"'{attr_name}<{names}>'" if names else f"'{attr_name}' without parameters"
            self.raise_error(f"expected {expected}", start)

    def _span(self, position: int) -> Span:
        return Span(position, position + 1, self.lexer.input)

    def resolve_operand(
        self, operand: UnresolvedOperand, type: AttributeInvT
    ) -> SSAValue[AttributeInvT]:
        if operand.operand_name not in self.ssa_values:
            self._first_uses.setdefault(operand.operand_name, operand.span.start)
        return super().resolve_operand(operand, type)

    def parse_operation(self) -> Operation:
        depth = len(self._name_positions)
        op = super().parse_operation()
        position = self._name_positions[depth]
        del self._name_positions[depth:]
        # The text's own `loc(unknown)` is a different object than xDSL's default.
        if op.location is UNKNOWN_LOC:
            op.location = self.source.location(position)
        return op

    def _parse_block(self) -> Block:
        label = self._current_token.span
        block = super()._parse_block()
        # xDSL forgets the position of a block that was branched to before, and fails on a second
        # one.
        self.blocks[label.text[1:]] = (block, label)
        return block

    def _parse_op_result_list(self) -> list[tuple[Span, int]]:
        results = super()._parse_op_result_list()
        self._name_positions.append(self.pos)
        return results

    def _parse_dialect_resource_handle(
        self, dialect_name: str, interface: OpAsmDialectInterface
    ) -> str:
        """Return the key as written: xDSL renames a key that another text of the process uses."""
        key = self.parse_identifier(" for resource handle")
        if interface.lookup(key) is None:
            interface.declare_resource(key)
        self.dialect_resources.add((dialect_name, key))
        return key

    def _get_op_by_name(self, name: str) -> type[Operation]:
        stack = self._parser_state.dialect_stack
        op_type = self.ctx.get_optional_op(name, dialect_stack=stack)
        if op_type is None:
            self.raise_error(f"Operation {name} is not registered", self._name_positions[-1])
        return op_type

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Span) -> None:
        super()._register_ssa_definition(name, values, span)
        for value in values:
            if isinstance(value, BlockArgument) and value.location is UNKNOWN_LOC:
                value.location = self.source.location(span.start)


def _is_parametrized(definition: type[Attribute] | None) -> TypeGuard[type[ParametrizedAttribute]]:
    return definition is not None and issubclass(definition, ParametrizedAttribute)


def _locate_implicit(module: ModuleOp) -> None:
    """Give ops implied by custom syntax, such as empty terminators, the location of their
    parent."""
    for op in module.walk():
        parent = op.parent_op()
        if op.location is UNKNOWN_LOC and parent is not None:
            op.location = parent.location
        args = [arg for region in op.regions for block in region.blocks for arg in block.args]
        for arg in args:
            if arg.location is UNKNOWN_LOC:
                arg.location = op.location


def parse_mlir(
    ctx: Context, text: str, filename: str = "<unknown>", *, implicit_module: bool = True
) -> ModuleOp:
    """Read a module. Raises SourceError for text that is not MLIR of the context's dialects."""
    source = Source(text, filename)
    try:
        return LocatedParser(ctx, source).parse_module(implicit_module)
    except ParseError as error:
        raise _source_error(error, source) from error


def _source_error(error: ParseError, source: Source) -> SourceError:
    """Return the error in the form of all frontends; further places become notes."""
    result = source.error(error.msg.strip(), error.span.start)
    if isinstance(error, MultipleSpansParseError):
        for span, message in error.refs:
            line, column = source.position(span.start)
            note = message or (error.ref_text or "here").strip().rstrip(":")
            result.add_note(f"{source.filename}:{line}:{column}: note: {note}")
    return result
