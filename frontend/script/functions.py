"""A function: its signature, its body, and calls of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr, UnitAttr, f64, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Region, SSAValue

from xdsl_torchscript.dialects.call_ops import operand
from xdsl_torchscript.dialects.prim import EmptyListLiteral, ListConstructOp
from xdsl_torchscript.dialects.schema.calls import (
    UNANNOTATED_LIST,
    DefaultOperand,
    MatchedSchema,
    match_schemas,
)
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.schema.model import Default as SchemaDefault
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import NoneType
from xdsl_torchscript.frontend.script.annotations import (
    TypeScope,
    broadcast_size,
    comment_signature,
    comment_type,
    type_of,
)
from xdsl_torchscript.frontend.script.classes.coercion import interface_fault
from xdsl_torchscript.frontend.script.context import (
    TENSOR,
    Context,
    Definitions,
    Handlers,
    Resolver,
    SimpleValue,
)
from xdsl_torchscript.frontend.script.control.cleanup import clean
from xdsl_torchscript.frontend.script.control.function_body import compile_body
from xdsl_torchscript.frontend.script.control.output_order import order_outputs
from xdsl_torchscript.frontend.script.default_values import DefaultValue
from xdsl_torchscript.frontend.script.definitions import (
    DeclaredSignature,
    FunctionDefinition,
    ParameterDefinition,
)
from xdsl_torchscript.frontend.script.expressions import EXPRESSIONS
from xdsl_torchscript.frontend.script.hints import NUMBERED, hint_of
from xdsl_torchscript.frontend.script.refusals import REFUSED
from xdsl_torchscript.frontend.script.statements import STATEMENTS
from xdsl_torchscript.frontend.script.syntax import Script
from xdsl_torchscript.frontend.script.values import attribute_of, call_of

_HANDLERS = Handlers(EXPRESSIONS, STATEMENTS, attribute_of, call_of, REFUSED)


def context_of(definition: FunctionDefinition, program: Definitions) -> Context:
    """Return the context for compiling a function's code."""
    return Context(definition.script, _HANDLERS, definition.resolver, program)


def context_in(script: Script, resolver: Resolver, program: Definitions) -> Context:
    """Return the context for compiling code outside functions."""
    return Context(script, _HANDLERS, resolver, program)


# ---- signatures


def signature_of(definition: FunctionDefinition, program: Definitions) -> DeclaredSignature:
    """Return the signature in the annotations or the type comment. Raises SourceError."""
    if definition.signature is not None:
        return definition.signature
    node, c = definition.node, context_of(definition, program)
    args, script = node.args, definition.script
    for extra, mark in ((args.vararg, "*"), (args.kwarg, "**")):
        if extra is not None:
            message = f"'{mark}{extra.arg}' is not part of TorchScript; take a list"
            raise script.error(message, extra)
    everything = [*args.posonlyargs, *args.args, *args.kwonlyargs]
    types, result = _types(definition, c.scope, everything)
    missing = [None] * (len(everything) - len(args.kwonlyargs) - len(args.defaults))
    defaults = [*missing, *args.defaults, *args.kw_defaults]
    rows = zip(everything, types, defaults, strict=True)
    parameters: list[ParameterDefinition] = []
    for arg, type, given in rows:
        size = broadcast_size(arg.annotation)
        default = None if given is None else default_of(c, given, type, size, arg.arg)
        keyword_only = arg in args.kwonlyargs
        parameters.append(ParameterDefinition(arg.arg, type, default, keyword_only, arg, size))
    return DeclaredSignature(tuple(parameters), result)


def _types(
    definition: FunctionDefinition, scope: TypeScope, everything: Sequence[ast.arg]
) -> tuple[Sequence[Attribute], Attribute | None]:
    """Return the types of the parameters and of the result. Type comments omit `self`."""
    node, self_type = definition.node, definition.self_type
    own = [] if self_type is None else [self_type]
    if self_type is not None and not everything:
        message = f"the method '{node.name}' needs the argument 'self'"
        raise definition.script.error(message, node)
    result = None if node.returns is None else type_of(scope, node.returns)
    types: Sequence[Attribute] | None = None
    if node.type_comment is not None:
        types, result = comment_signature(scope, node.type_comment, node)
    if types is None:
        return [*own, *(_annotation(scope, arg) for arg in everything[len(own) :])], result
    types = [*own, *types]
    if len(types) != len(everything):
        found, wanted = len(types) - len(own), len(everything) - len(own)
        message = f"the type comment has {found} types for {wanted} arguments"
        raise definition.script.error(message, node)
    return types, result


def _annotation(scope: TypeScope, arg: ast.arg) -> Attribute:
    """Return an argument's type, Tensor without an annotation."""
    if arg.annotation is not None:
        return type_of(scope, arg.annotation)
    if arg.type_comment is not None:
        return comment_type(scope, arg.type_comment, arg)
    return TENSOR


def default_of(
    c: Context, node: ast.expr, type: Attribute, size: int | None = None, name: str = ""
) -> DefaultValue:
    """Compile a default value in a text; `name` is the argument's name, for messages.

    An int literal may be the default of a float argument or, with `size`, of a list of this size.
    """
    block = Block()
    number = node.value if isinstance(node, ast.Constant) else None
    if type == f64 and isinstance(number, int) and not isinstance(number, bool):
        node = ast.copy_location(ast.Constant(float(number)), node)
    with c.inside(block), c.at(node):
        value = c.value(node, type)
        if size is not None and value.type == i64:
            value = c.insert(ListConstructOp([value] * size, i64)).result
    if not is_subtype_of(value.type, type):
        found = spell(value.type)
        hint = f"; annotate '{name}: {found}'" if type == TENSOR else ""
        raise c.error(f"the default is {found}, not {spell(type)}{hint}", node)
    default = DefaultValue(block, value)
    try:
        default.literal  # noqa: B018
    except (ArithmeticError, LookupError, ValueError) as error:
        raise c.error(f"the default cannot be evaluated: {error}", node) from error
    return default


# ---- bodies


def compile_function(
    definition: FunctionDefinition, signature: DeclaredSignature, c: Context
) -> FuncOp:
    """Compile a function with a context from `context_of`. Raises SourceError."""
    node, script = definition.node, definition.script
    c.result_type = signature.result
    types = [parameter.type for parameter in signature.parameters]
    c.block = body = Block(arg_types=types)
    for parameter, arg in zip(signature.parameters, body.args, strict=True):
        arg.name_hint = _hint(parameter.name)
        arg.location = script.location(parameter.node or node)
        c.environment.set(parameter.name, SimpleValue(arg), parameter.type)
    result = compile_body(c, node)
    clean(body)
    order_outputs(body)
    for literal in c.literals:
        literal.finalize()
    made = FuncOp(definition.name, (types, [result]), Region(body))
    made.location = script.location(node)
    rows = [_parameter_attributes(parameter) for parameter in signature.parameters]
    if any(rows):
        made.arg_attrs = ArrayAttr([DictionaryAttr(row) for row in rows])
    return made


def _parameter_attributes(parameter: ParameterDefinition) -> dict[str, Attribute]:
    """Return `ts.default` for a literal, `unit` for None, and `ts.name` for a name without a
    hint."""
    facts: dict[str, Attribute] = {}
    if _hint(parameter.name) != parameter.name:
        facts["ts.name"] = StringAttr(parameter.name)
    default = None if parameter.default is None else parameter.default.literal
    if default is not None:
        facts["ts.default"] = default
    if parameter.keyword_only:
        facts["ts.keyword_only"] = UnitAttr()
    return facts


def _hint(name: str) -> str | None:
    """Return the name hint of an argument, None for a number."""
    hint = hint_of(name)
    return None if hint == NUMBERED else hint


# ---- calls


def schema_of(name: str, signature: DeclaredSignature) -> FunctionSchema:
    """Return the signature as an operator schema, for matching and for messages."""
    arguments = [
        Argument(
            p.name,
            p.type,
            spell(p.type),
            default=None if p.default is None else SchemaDefault(None, "..."),
            kwarg_only=p.keyword_only,
            size=p.size,
        )
        for p in signature.parameters
    ]
    result = signature.result
    returned = Argument("", result or NoneType(), "..." if result is None else spell(result))
    return FunctionSchema(name, "", tuple(arguments), (returned,))


def bind_arguments(
    c: Context,
    name: str,
    signature: DeclaredSignature,
    args: Sequence[SSAValue],
    kwargs: Mapping[str, SSAValue],
    node: ast.AST,
) -> list[SSAValue]:
    """Return one value per parameter, converted as for an operator. Raises SourceError."""
    found = match_schemas([schema_of(name, signature)], args, kwargs)
    if not isinstance(found, MatchedSchema):
        given = (*args, *kwargs.values())
        is_open = any(isinstance(value.owner, EmptyListLiteral) for value in given)
        advice = UNANNOTATED_LIST if is_open else ""
        raise c.error(f"this call does not fit {found[0]}{advice}", node)
    values: list[SSAValue] = []
    for part, parameter in zip(found.operands, signature.parameters, strict=True):
        if isinstance(part, DefaultOperand) and parameter.default is not None:
            values.append(parameter.default.insert(c))
            continue
        value = operand(c, part)
        fault = interface_fault(c, value.type, parameter.type)
        if fault is not None:
            raise c.error(f"'{parameter.name}' of '{name}' does not fit: {fault}", node)
        values.append(value)
    return values
