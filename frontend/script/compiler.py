"""From a text of functions to a module: one `func.func` per `def`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Region, SSAValue

from xdsl_torchscript.dialects.prim import CallFunctionOp, ConstantOp
from xdsl_torchscript.dialects.schema.matching import spelled
from xdsl_torchscript.dialects.subtyping import is_subtype_of, unify_all
from xdsl_torchscript.dialects.types import FunctionType, NoneType
from xdsl_torchscript.frontend.script.annotations import (
    comment_signature,
    comment_type,
    dotted,
    type_of,
)
from xdsl_torchscript.frontend.script.context import (
    TENSOR,
    Context,
    Handlers,
    Resolver,
    Simple,
    Sugared,
)
from xdsl_torchscript.frontend.script.exit_ops import ReturnMark
from xdsl_torchscript.frontend.script.exits import lower_exits
from xdsl_torchscript.frontend.script.expressions import EXPRESSIONS
from xdsl_torchscript.frontend.script.names import MODULES, outside
from xdsl_torchscript.frontend.script.refusals import REFUSED
from xdsl_torchscript.frontend.script.statements import STATEMENTS
from xdsl_torchscript.frontend.script.syntax import FIRST, TOO_DEEP, Script
from xdsl_torchscript.frontend.script.values import Literal, Module, arguments, attribute_of

_HANDLERS = Handlers(EXPRESSIONS, STATEMENTS, attribute_of, REFUSED)
_DECORATORS = frozenset({
    "script", "torch.jit.script", "jit.script", "ts.script", "xdsl_torchscript.script",
    "torch.jit.export", "torch.jit.script_if_tracing",
})  # fmt: skip


@dataclass(frozen=True)
class Parameter:
    name: str
    type: Attribute
    default: ast.expr | None
    keyword_only: bool
    node: ast.arg


@dataclass
class Function:
    """A `def`, and its op once it is compiled."""

    node: ast.FunctionDef
    op: FuncOp | None = None
    running: bool = False
    parameters: Sequence[Parameter] = field(default_factory=tuple[Parameter, ...])
    result_type: Attribute | None = None


@dataclass(frozen=True)
class UserFunction(Sugared):
    """A function of the text where it is called."""

    program: Program
    function: Function

    def described(self) -> str:
        return f"the function '{self.function.node.name}'"

    def call(self, c: Context, node: ast.Call) -> Sugared:
        called = self.program.compiled(self.function, c, node)
        args, kwargs = arguments(c, node)
        with c.at(node):
            values = _bound(c, self.function, args, kwargs, node)
            name = called.sym_name.data
            callee = c.insert(ConstantOp(SymbolRefAttr(name), FunctionType.get(name)))
            result = called.function_type.outputs.data[0]
            return Simple(c.insert(CallFunctionOp(callee, values, result)).result)


def _bound(
    c: Context,
    function: Function,
    args: Sequence[SSAValue],
    kwargs: Mapping[str, SSAValue],
    node: ast.Call,
) -> list[SSAValue]:
    """One value per parameter."""
    name = function.node.name
    open_ = [p for p in function.parameters if not p.keyword_only]
    if len(args) > len(open_):
        raise c.error(f"'{name}' takes {len(open_)} arguments, but {len(args)} are given", node)
    given = dict(zip((p.name for p in open_), args, strict=False))
    for key in kwargs:
        if key in given:
            raise c.error(f"'{key}' is given twice", node)
        if all(p.name != key for p in function.parameters):
            raise c.error(f"'{name}' has no argument '{key}'", node)
    given |= kwargs
    return [_argument(c, name, p, given.get(p.name), node) for p in function.parameters]


def _argument(
    c: Context, name: str, parameter: Parameter, value: SSAValue | None, node: ast.Call
) -> SSAValue:
    if value is None:
        if parameter.default is None:
            raise c.error(f"'{name}' needs a value for '{parameter.name}'", node)
        value = c.value(parameter.default, parameter.type)
    if not is_subtype_of(value.type, parameter.type):
        wanted = f"'{parameter.name}' of '{name}' is {spelled(parameter.type)}"
        raise c.error(f"{wanted}, but the value is {spelled(value.type)}", node)
    return value


class Program:
    """The functions of one text, compiled when they are asked for."""

    def __init__(self, script: Script, resolver: Resolver) -> None:
        self._script = script
        self._outer = resolver
        self._names: dict[str, Sugared] = {}
        self._functions: dict[str, Function] = {}

    def module(self) -> ModuleOp:
        """Raises SourceError."""
        for node in self._script.parse().body:
            self._top(node)
        if not self._functions:
            raise self._script.error("there is no function in this text", FIRST)
        ops = [self.compiled(function) for function in self._functions.values()]
        module = ModuleOp(ops)
        module.location = self._script.location(FIRST)
        return module

    # ---- the top of the text

    def _top(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef():
                self._define(node)
            case ast.Import():
                for alias in node.names:
                    self._import(alias)
            case ast.ImportFrom():
                for alias in node.names:
                    self._import_from(node.module or "", alias)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                self._names[name] = Literal(self._literal(node))
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.ClassDef():
                raise self._script.error("classes are not supported in scripts yet", node)
            case ast.AsyncFunctionDef():
                raise self._script.error(REFUSED[type(node)], node)
            case _:
                raise self._script.error(
                    "beside functions, imports and constants nothing stands outside of functions",
                    node,
                )

    def _define(self, node: ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            if dotted(decorator) not in _DECORATORS:
                raise self._script.error(
                    f"the decorator '{ast.unparse(decorator)}' is Python that would have to run; "
                    "only 'script' may stand here",
                    decorator,
                )
        if node.name in self._functions:
            raise self._script.error(f"there are two functions '{node.name}'", node)
        function = self._functions[node.name] = Function(node)
        self._names[node.name] = UserFunction(self, function)

    def _import(self, alias: ast.alias) -> None:
        if alias.name not in MODULES and alias.name != "__future__":
            raise self._script.error(f"the module '{alias.name}' is not known in scripts", alias)
        root = alias.name if alias.asname else alias.name.split(".")[0]
        self._names[alias.asname or root] = MODULES[root]

    def _import_from(self, module: str, alias: ast.alias) -> None:
        """Names of types are known to annotations by themselves."""
        if module in ("typing", "__future__", "collections.abc"):
            return
        source: Module | None = MODULES.get(module)
        found = MODULES.get(f"{module}.{alias.name}") or (source and source.find(alias.name))
        if found is None:
            raise self._script.error(f"'{module}.{alias.name}' is not known in scripts", alias)
        self._names[alias.asname or alias.name] = found

    def _literal(self, node: ast.Assign | ast.AnnAssign) -> int | float | bool | str | None:
        value = None if node.value is None else node.value
        try:
            known = None if value is None else ast.literal_eval(value)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            known = Ellipsis
        if not isinstance(known, int | float | bool | str | None):
            message = "outside of functions only numbers and strings can get a name"
            raise self._script.error(f"{message}; write it inside of the function", node)
        return known

    def _resolve(self, name: str) -> Sugared | None:
        return self._names.get(name) or self._outer(name)

    # ---- functions

    def compiled(
        self, function: Function, caller: Context | None = None, node: ast.AST | None = None
    ) -> FuncOp:
        """The op. A function that is being compiled already calls itself, which is refused."""
        if function.op is not None:
            return function.op
        if function.running and caller is not None:
            name = function.node.name
            raise caller.error(
                f"'{name}' calls itself; write a loop, TorchScript has no recursion", node
            )
        function.running = True
        function.op = self._compile(function)
        return function.op

    def _compile(self, function: Function) -> FuncOp:
        node = function.node
        function.parameters, function.result_type = self._signature(node)
        c = Context(self._script, _HANDLERS, self._resolve)
        c.result_type = function.result_type
        types = [parameter.type for parameter in function.parameters]
        c.block = body = Block(arg_types=types)
        for parameter, arg in zip(function.parameters, body.args, strict=True):
            arg.name_hint = parameter.name
            arg.location = self._script.location(parameter.node)
            c.frame.set(parameter.name, Simple(arg), parameter.type)
        with c.at(node):
            c.body(node.body)
            self._fall_off(c, node)
        result = self._result_type(c, function)
        lower_exits(body, result, self._script.location(node.body[-1]))
        made = FuncOp(node.name, (types, [result]), Region(body))
        made.location = self._script.location(node)
        self._keep_defaults(made, function)
        return made

    def _fall_off(self, c: Context, node: ast.FunctionDef) -> None:
        """The end of a function that returns nothing."""
        if c.frame.exited:
            return
        marks = [op for op in c.block.walk() if isinstance(op, ReturnMark)]
        wanted = c.result_type or unify_all(mark.values[0].type for mark in marks)
        if wanted is not None and not is_subtype_of(NoneType(), wanted):
            raise c.error(
                f"'{node.name}' results in {spelled(wanted)}, but some paths do not get to a "
                "'return'",
                node,
            )
        c.insert(ReturnMark([c.constant(None)]))

    def _result_type(self, c: Context, function: Function) -> Attribute:
        if function.result_type is not None:
            return function.result_type
        types = [op.values[0].type for op in c.block.walk() if isinstance(op, ReturnMark)]
        found = unify_all(types) if types else NoneType()
        if found is None:
            shown = " and ".join(dict.fromkeys(spelled(type) for type in types))
            message = f"'{function.node.name}' returns {shown}; say which with '-> Union[...]'"
            raise self._script.error(message, function.node)
        return found

    def _signature(self, node: ast.FunctionDef) -> tuple[list[Parameter], Attribute | None]:
        args = node.args
        for extra, mark in ((args.vararg, "*"), (args.kwarg, "**")):
            if extra is not None:
                message = f"'{mark}{extra.arg}' is not part of TorchScript; take a list"
                raise self._script.error(message, extra)
        plain = [*args.posonlyargs, *args.args]
        types: list[Attribute] | None = None
        returned = None if node.returns is None else type_of(self._script, node.returns)
        if node.type_comment is not None:
            types, returned = comment_signature(self._script, node.type_comment, node)
        everything = [*plain, *args.kwonlyargs]
        if types is not None and len(types) != len(everything):
            message = f"the type comment has {len(types)} types for {len(everything)} arguments"
            raise self._script.error(message, node)
        known = types or [self._annotation(arg) for arg in everything]
        missing = [None] * (len(plain) - len(args.defaults))
        defaults = [*missing, *args.defaults, *args.kw_defaults]
        parameters = [
            Parameter(arg.arg, type, default, arg in args.kwonlyargs, arg)
            for arg, type, default in zip(everything, known, defaults, strict=True)
        ]
        return parameters, returned

    def _annotation(self, arg: ast.arg) -> Attribute:
        """An argument without annotation is a tensor."""
        if arg.annotation is not None:
            return type_of(self._script, arg.annotation)
        if arg.type_comment is not None:
            return comment_type(self._script, arg.type_comment, arg)
        return TENSOR

    def _keep_defaults(self, made: FuncOp, function: Function) -> None:
        """Literals are kept on the argument as `ts.default`, for whoever calls the function."""
        rows = [self._default(parameter) for parameter in function.parameters]
        if any(rows):
            made.arg_attrs = ArrayAttr([DictionaryAttr(row) for row in rows])

    def _default(self, parameter: Parameter) -> dict[str, Attribute]:
        if parameter.default is None:
            return {}
        c = Context(self._script, _HANDLERS, self._resolve)
        with c.at(parameter.default):
            value = c.value(parameter.default, parameter.type)
        if not is_subtype_of(value.type, parameter.type):
            message = f"the default is {spelled(value.type)}, not {spelled(parameter.type)}"
            raise self._script.error(message, parameter.default)
        if not isinstance(value.owner, ConstantOp) or value.owner.value is None:
            return {}
        return {"ts.default": value.owner.value}


def compile_source(
    text: str, filename: str = "<script>", resolver: Callable[[str], Sugared | None] = outside
) -> ModuleOp:
    """The module that a text of functions stands for: one `func.func` per `def`.

    The text may import `torch`, `math` and what is in them, and give names to numbers and strings;
    `resolver` tells what other names mean. Nothing of it is executed. A call of one function by
    another is `prim.CallFunction`. An argument without annotation is a tensor.

    Raises:
        SourceError: at the first thing that is no Python or no TorchScript.
    """
    script = Script(text, filename)
    try:
        return Program(script, resolver).module()
    except RecursionError as error:
        raise script.error(TOO_DEEP, FIRST) from error
