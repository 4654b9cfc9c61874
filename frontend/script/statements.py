"""Compilation of statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_torchscript.dialects.prim import (
    EnterOp,
    ExitOp,
    RaiseExceptionOp,
    TupleConstructOp,
    constant_value,
)
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.script import ReturnOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    ListType,
    StrType,
)
from xdsl_torchscript.frontend.script.annotations import comment_type, type_of
from xdsl_torchscript.frontend.script.applicable import class_like, own_method
from xdsl_torchscript.frontend.script.assignment import (
    assign,
    assign_attribute,
    assigned_names,
    declared_type,
    set_variable,
)
from xdsl_torchscript.frontend.script.calls import call
from xdsl_torchscript.frontend.script.classes.coercion import coerce
from xdsl_torchscript.frontend.script.context import (
    TENSOR,
    Context,
    SimpleValue,
    StatementHandler,
    SugaredValue,
)
from xdsl_torchscript.frontend.script.control.conditions import Condition, condition, refine
from xdsl_torchscript.frontend.script.control.iteration import (
    compile_for,
    emit_loop,
    leave_iteration,
)
from xdsl_torchscript.frontend.script.control.joins import join
from xdsl_torchscript.frontend.script.expressions import binary
from xdsl_torchscript.frontend.script.subscripts import (
    read_place,
    tensor_place,
    write_place,
)

# Augmented assignment on tensors; as in TorchScript, only some operators work in place.
_ON_TENSORS: Mapping[type[ast.operator], str] = {
    ast.Add: "aten::add_",
    ast.Sub: "aten::sub_",
    ast.Mult: "aten::mul_",
    ast.Div: "aten::div_",
    ast.Mod: "aten::fmod_",
    ast.Pow: "aten::pow",
    ast.BitAnd: "aten::bitwise_and",
    ast.BitOr: "aten::bitwise_or",
    ast.BitXor: "aten::bitwise_xor",
    ast.LShift: "aten::__ilshift__",
    ast.RShift: "aten::__irshift__",
}
_IN_PLACE: Mapping[type[ast.operator], str] = {
    ast.Add: "__iadd__", ast.Sub: "__isub__", ast.Mult: "__imul__", ast.Div: "__itruediv__",
    ast.FloorDiv: "__ifloordiv__", ast.Mod: "__imod__", ast.Pow: "__ipow__",
    ast.MatMult: "__imatmul__", ast.BitAnd: "__iand__", ast.BitOr: "__ior__",
    ast.BitXor: "__ixor__", ast.LShift: "__ilshift__", ast.RShift: "__irshift__",
}  # fmt: skip
_ERRORS = frozenset({
    "ArithmeticError", "AssertionError", "AttributeError", "Exception", "IndexError", "KeyError",
    "LookupError", "NotImplementedError", "OverflowError", "RuntimeError", "StopIteration",
    "TypeError", "ValueError", "ZeroDivisionError",
})  # fmt: skip
"""The exceptions that a script may raise."""


def _assign(c: Context, node: ast.Assign) -> None:
    declared = None
    if node.type_comment is not None:
        declared = comment_type(c.scope, node.type_comment, node)
    elif isinstance(node.targets[0], ast.Attribute) and _empty(node.value):
        hint = declared_type(c, node.targets[0])
        assign(c, node.targets[0], SimpleValue(c.value(node.value, hint)))
        return
    found = _right_side(c, node.value, declared)
    for target in node.targets:
        assign(c, target, found, declared if isinstance(target, ast.Name) else None)


def _right_side(c: Context, node: ast.expr, declared: Attribute | None) -> SugaredValue:
    found = c.expr(node, declared)
    if declared is None:
        return found
    return SimpleValue(coerce(c, found.value(c, node), declared, node, "the variable"))


def _empty(node: ast.expr) -> bool:
    """Return whether it is a literal whose type is unknown."""
    match node:
        case ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Constant(value=None):
            return True
        case _:
            return False


def _annotated_assign(c: Context, node: ast.AnnAssign) -> None:
    declared = type_of(c.scope, node.annotation)
    if node.value is None:
        raise c.error("assign the variable where it is declared", node)
    if isinstance(node.target, ast.Name):
        set_variable(c, node.target, _right_side(c, node.value, declared), declared)
    elif isinstance(node.target, ast.Attribute):
        base = c.value(node.target.value)
        value = _right_side(c, node.value, declared).value(c, node)
        assign_attribute(c, base, node.target, value, declared)
    else:
        raise c.error("only a variable or an attribute can be annotated", node.target)


def _augmented_assign(c: Context, node: ast.AugAssign) -> None:
    """Compile an augmented assignment, in place on tensors and lists."""
    if isinstance(node.target, ast.Subscript):
        _augmented_element(c, node, node.target)
        return
    if isinstance(node.target, ast.Attribute):
        _augmented_attribute(c, node, node.target)
        return
    load = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
    before = c.value(load)
    set_variable(c, node.target, SimpleValue(_update(c, node, before)))


def _augmented_attribute(c: Context, node: ast.AugAssign, target: ast.Attribute) -> None:
    """Compile `x.a += y`; a tensor changes in place and is not assigned."""
    base = c.value(target.value)
    with c.at(target):
        before = SimpleValue(base).attribute(c, target.attr, target).value(c, target)
    after = _update(c, node, before)
    if not is_subtype_of(before.type, TENSOR):
        assign_attribute(c, base, target, after)


def _update(c: Context, node: ast.AugAssign, before: SSAValue) -> SSAValue:
    """Return the new value of an augmented assignment.

    As in TorchScript, `%=` is C's remainder, unlike `%`.
    """
    if type(node.op) not in _ON_TENSORS:
        raise c.error("this is not part of TorchScript; write 'x = x // y' or 'x = x @ y'", node)
    in_place = own_method(c, before, _IN_PLACE[type(node.op)])
    if in_place is not None:
        return in_place.apply(c, [c.value(node.value)], {}, node).value(c, node)
    extends = isinstance(before.type, ListType)
    value = c.value(node.value, before.type if extends else None)
    if extends or is_subtype_of(before.type, TENSOR):
        return call(c, _ON_TENSORS[type(node.op)], [before, value], None, node)
    if isinstance(node.op, ast.Mod):
        return call(c, "aten::fmod", [before, value], None, node)
    return binary(c, node.op, before, value)


def _augmented_element(c: Context, node: ast.AugAssign, target: ast.Subscript) -> None:
    base = c.value(target.value)
    if is_subtype_of(base.type, TENSOR):
        place = tensor_place(c, base, target.slice)
        after = _update(c, node, read_place(c, place))
        if place.indices:
            write_place(c, place, after, node)
        return
    indexed = isinstance(base.type, ListType | DictType | ClassType)
    if isinstance(target.slice, ast.Slice) or not indexed:
        raise c.error("expected an element of a list, a dict or a tensor", target)
    index = c.value(target.slice)
    before = call(c, "aten::__getitem__", [base, index])
    call(c, "aten::_set_item", [base, index, _update(c, node, before)])


def _expression(c: Context, node: ast.Expr) -> None:
    if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return
    c.expr(node.value)


def _pass(c: Context, node: ast.stmt) -> None:
    return


# ---- control flow


def emit_if(
    c: Context, found: Condition, then: Callable[[], None], otherwise: Callable[[], None]
) -> None:
    """Compile two branches; a condition known at compile time selects one."""
    if found.known is not None:
        (then if found.known else otherwise)()
        return
    blocks = Block(), Block()
    with c.inside(blocks[0]) as first:
        refine(c, found.when_true)
        then()
    with c.inside(blocks[1]) as second:
        refine(c, found.when_false)
        otherwise()
    join(c, found.value(c), blocks, (first, second))


def _if(c: Context, node: ast.If) -> None:
    found = condition(c, node.test)
    emit_if(c, found, lambda: c.body(node.body), lambda: c.body(node.orelse))


def _while(c: Context, node: ast.While) -> None:
    if node.orelse:
        message = "'else' of a loop is not part of TorchScript; set a flag before 'break'"
        raise c.error(message, node.orelse[0])
    tests: list[Condition] = []

    def test() -> SSAValue:
        tests.append(condition(c, node.test))
        return tests[-1].value(c)

    def body(trip: SSAValue) -> None:
        refine(c, tests[0].when_true)
        c.body(node.body)

    emit_loop(c, None, test, assigned_names(node.body), body)


def _leave(c: Context, node: ast.Break | ast.Continue) -> None:
    word = "break" if isinstance(node, ast.Break) else "continue"
    if c.environment.unrolled:
        message = f"a loop over a tuple is unrolled, so '{word}' cannot leave it"
        raise c.error(f"{message}; loop over a list", node)
    if c.environment.carried is None:
        raise c.error(f"'{word}' is outside of a loop", node)
    _leave_managers(c, c.environment.managers_outside)
    leave_iteration(c, isinstance(node, ast.Break))
    c.environment.exited = True


def _return(c: Context, node: ast.Return) -> None:
    wanted = c.result_type
    value = c.constant(None) if node.value is None else c.value(node.value, wanted)
    if wanted is not None:
        value = coerce(c, value, wanted, node, "the result of the function", convert=True)
    _leave_managers(c, 0)
    c.insert(ReturnOp([value]))
    c.environment.exited = True


def _message(c: Context, args: Sequence[ast.expr]) -> SSAValue:
    """Return the message of an exception; several values form a tuple."""
    if not args:
        return c.constant("")
    values = [c.value(arg) for arg in args]
    only = values[0] if len(values) == 1 else c.insert(TupleConstructOp(values)).result
    return only if isinstance(only.type, StrType) else call(c, "aten::str", [only])


def _raise(c: Context, node: ast.Raise) -> None:
    if node.exc is None:
        raise c.error("expected an exception, as in 'raise ValueError(\"why\")'", node)
    named, args = node.exc, list[ast.expr]()
    called = isinstance(named, ast.Call)
    if isinstance(named, ast.Call):
        named, args = named.func, named.args
    if not (isinstance(named, ast.Name) and named.id in _ERRORS):
        raise c.error('expected a Python exception, such as ValueError("why")', node.exc)
    message = _message(c, args)
    c.insert(RaiseExceptionOp(message, c.constant(f"builtins.{named.id}" if called else None)))
    c.environment.exited = True


def _assert(c: Context, node: ast.Assert) -> None:
    def fails() -> None:
        prefix = "AssertionError: "
        message = c.constant(prefix) if node.msg is None else _message(c, [node.msg])
        known = constant_value(message)
        if node.msg is not None and isinstance(known, StringAttr):
            message = c.constant(prefix + known.data)
        elif node.msg is not None:
            message = call(c, "aten::add", [c.constant(prefix), message])
        c.insert(RaiseExceptionOp(message, c.constant(None)))
        c.environment.exited = True

    emit_if(c, condition(c, node.test), lambda: None, fails)


def _delete(c: Context, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            c.value(ast.copy_location(ast.Name(target.id, ast.Load()), target))
            c.environment.forget(target.id, f"'{target.id}' is deleted")
        elif isinstance(target, ast.Subscript):
            args = [c.value(target.value), c.value(target.slice)]
            call(c, "aten::Delete", args, None, target)
        else:
            raise c.error("only a variable or an element can be deleted", target)


def _with(c: Context, node: ast.With) -> None:
    """Compile a `with` statement; a `return` inside also exits the managers."""
    before = c.environment.managers
    for item in node.items:
        manager = c.value(item.context_expr)
        with c.at(item.context_expr):
            entered = c.insert(EnterOp(manager, _entered_type(c, manager, item.context_expr)))
        c.environment.managers = (*c.environment.managers, manager)
        if item.optional_vars is not None:
            assign(c, item.optional_vars, SimpleValue(entered.result))
    c.body(node.body)
    if not c.environment.exited:
        _leave_managers(c, len(before))
    c.environment.managers = before


def _leave_managers(c: Context, remaining: int) -> None:
    """Exit entered managers, innermost first, except for the outermost `remaining`."""
    for manager in reversed(c.environment.managers[remaining:]):
        c.insert(ExitOp(manager))


def _entered_type(c: Context, manager: SSAValue, node: ast.AST) -> Attribute:
    found = class_like(c, manager.type)
    shown = spell(manager.type)
    if found is None:
        raise c.error(f"expected a context manager, not {shown}", node)
    results = [found.method_result(c, name, count, node) for name, count in _COUNTS.items()]
    if None in results:
        message = "'__enter__(self)' and '__exit__(self, type, value, traceback)'"
        raise c.error(f"{shown} is not a context manager; its class needs {message}", node)
    entered = results[0]
    assert entered is not None
    return entered


_COUNTS = {"__enter__": 1, "__exit__": 4}
"""The number of arguments of the methods, object included."""


STATEMENTS: Mapping[type[ast.stmt], StatementHandler] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated_assign,
    ast.AugAssign: _augmented_assign,
    ast.Expr: _expression,
    ast.Pass: _pass,
    ast.If: _if,
    ast.While: _while,
    ast.For: compile_for,
    ast.Break: _leave,
    ast.Continue: _leave,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.Delete: _delete,
    ast.With: _with,
}  # pyright: ignore[reportAssignmentType]
"""Each handler accepts nodes of its key."""
