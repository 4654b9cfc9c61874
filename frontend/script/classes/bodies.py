"""The `class` statements of a text, by kind of definition.

TorchScript classes are written as in Python; modules as in serialized code, with declared
attributes. Modules defined by `__init__` would require executing Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ArrayAttr, UnitAttr, f64, i64
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_torchscript.dialects.modules import HOOKS
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    DictConstructOp,
    ListConstructOp,
    TupleConstructOp,
)
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import ClassType, InterfaceType, StrType
from xdsl_torchscript.frontend.script.annotations import dotted_name, type_of
from xdsl_torchscript.frontend.script.context import TENSOR, Context
from xdsl_torchscript.frontend.script.definitions import (
    AttributeDefinition,
    ClassDefinition,
    Definition,
    EnumDefinition,
    FunctionDefinition,
    InterfaceDefinition,
    NamedTupleDefinition,
    ParameterDefinition,
    Property,
)
from xdsl_torchscript.frontend.script.functions import default_of
from xdsl_torchscript.frontend.script.syntax import Script

_SCRIPT = frozenset({
    "script", "torch.jit.script", "jit.script", "ts.script", "xdsl_torchscript.script",
    "torch.jit.export", "jit.export", "export", "ts.export", "torch.jit.script_if_tracing",
    "torch.jit.final", "final",
})  # fmt: skip
"""Decorators without effect here."""

_INTERFACE = frozenset({"interface", "torch.jit.interface", "jit.interface", "ts.interface"})
_MODULES = frozenset({
    "Module", "nn.Module", "torch.nn.Module", "ts.Module", "ScriptModule", "torch.jit.ScriptModule",
})  # fmt: skip
_ENUMS = frozenset({"Enum", "enum.Enum"})
_NAMED_TUPLES = frozenset({"NamedTuple", "typing.NamedTuple"})
_INTERFACES: Mapping[str, bool] = {"Interface": False, "ModuleInterface": True}
"""Bases that mark an interface, and whether it is of modules."""

_SILENT = frozenset({"__slots__", "__constants__", "__annotations__"})
"""Lists in a class that do not define attributes."""

_LISTS: Mapping[str, str] = {"__parameters__": "parameter", "__buffers__": "buffer"}


@dataclass(frozen=True)
class ClassContext:
    """The position of a class: its qualified name, and the context for compiling its code."""

    script: Script
    name: str
    context: Callable[[], Context]

    def method(self, node: ast.FunctionDef, self_type: Attribute | None) -> FunctionDefinition:
        return FunctionDefinition(node.name, self.script, node, self.context().resolver, self_type)


def check_decorators(script: Script, decorators: list[ast.expr]) -> None:
    """Raise SourceError for decorators other than marks."""
    for decorator in decorators:
        if dotted_name(decorator) not in _SCRIPT:
            raise script.error(
                f"the decorator '{ast.unparse(decorator)}' would have to run as Python; "
                "only those of TorchScript are allowed here, such as 'script'",
                decorator,
            )


def definition_of(place: ClassContext, node: ast.ClassDef) -> Definition:
    """Return the definition of a `class` statement. Raises SourceError."""
    bases = [dotted_name(base) or "" for base in node.bases]
    if node.keywords:
        raise place.script.error(
            "a TorchScript class takes no keyword arguments", node.keywords[0].value
        )
    words = {dotted_name(decorator) or "" for decorator in node.decorator_list}
    if words & _INTERFACE:
        return _interface(place, node, any(base in _MODULES for base in bases))
    check_decorators(place.script, node.decorator_list)
    if not bases or bases == ["object"]:
        return _class(place, node, False)
    if len(bases) == 1 and bases[0] in _INTERFACES:
        return _interface(place, node, _INTERFACES[bases[0]])
    if len(bases) == 1 and bases[0] in _NAMED_TUPLES:
        return _named_tuple(place, node)
    if len(bases) == 1 and bases[0] in _ENUMS:
        return _enum(place, node)
    if len(bases) == 1 and bases[0] in _MODULES:
        return _class(place, node, True)
    raise place.script.error(
        f"'{node.name}' derives from '{ast.unparse(node.bases[0])}', but TorchScript classes have "
        "no base classes; copy its methods into the class",
        node.bases[0],
    )


# ---- classes


@dataclass
class _ClassBody:
    """The declarations found in the body of a class."""

    annotations: dict[str, tuple[ast.expr, ast.expr | None]] = field(
        default_factory=dict[str, "tuple[ast.expr, ast.expr | None]"]
    )
    kinds: dict[str, str] = field(default_factory=dict[str, str])


def _class(place: ClassContext, node: ast.ClassDef, is_module: bool) -> ClassDefinition:
    body = _ClassBody()
    made = ClassDefinition(place.name, place.script, node, is_module=is_module)
    made.inferred = not is_module
    for statement in node.body:
        _class_statement(place, made, body, statement)
    if is_module and "__init__" in made.methods:
        raise place.script.error(
            "a module is constructed by Python; script an instance, or annotate its attributes",
            made.methods["__init__"].node,
        )
    missing = next((h for hs in made.hooks.values() for h in hs if h not in made.methods), None)
    if missing is not None:
        raise place.script.error(f"the hook '{missing}' is not a method of '{node.name}'", node)
    made.attributes = lambda: _attributes(place, body)
    return made


def _class_statement(
    place: ClassContext, made: ClassDefinition, body: _ClassBody, node: ast.stmt
) -> None:
    match node:
        case ast.FunctionDef():
            _method(place, made, node)
        case ast.AnnAssign(target=ast.Name(id=name)):
            body.annotations[name] = node.annotation, node.value
        case ast.Assign(
            targets=[ast.Subscript(ast.Name("__annotations__"), ast.Constant(str(name)))]
        ):
            body.annotations[name] = node.value, None
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=names)) if name in _LISTS:
            body.kinds |= {_string(place, part): _LISTS[name] for part in names}
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=names)) if name in HOOKS:
            made.hooks[name] = [_string(place, part) for part in names]
        case ast.Assign(targets=[ast.Name(id=name)]) if name in _SILENT:
            pass
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            pass
        case _:
            message = "a class may contain only methods, properties and annotated attributes"
            raise place.script.error(f"{message}: 'x: int'", node)


def _string(place: ClassContext, node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise place.script.error("expected the name of an attribute, as a string", node)


def _method(place: ClassContext, made: ClassDefinition, node: ast.FunctionDef) -> None:
    """Add a method, a static method, or one accessor of a property."""
    words = [dotted_name(decorator) or "" for decorator in node.decorator_list]
    self_type = ClassType.get(made.name)
    if words == ["staticmethod"]:
        definition = place.method(node, None)
        definition.name = f"{made.name}.{node.name}"
        made.static_methods[node.name] = definition
        return
    if words == ["property"]:
        made.properties[node.name] = Property(f"__{node.name}_getter")
        _add_accessor(place, made, node, f"__{node.name}_getter")
        return
    if words == [f"{node.name}.setter"] and node.name in made.properties:
        getter = made.properties[node.name].getter
        made.properties[node.name] = Property(getter, f"__{node.name}_setter")
        _add_accessor(place, made, node, f"__{node.name}_setter")
        return
    check_decorators(place.script, node.decorator_list)
    if node.name in made.methods:
        raise place.script.error(f"there are two methods '{node.name}'", node)
    made.methods[node.name] = place.method(node, self_type)


def _add_accessor(
    place: ClassContext, made: ClassDefinition, node: ast.FunctionDef, name: str
) -> None:
    definition = place.method(node, ClassType.get(made.name))
    definition.name = name
    made.methods[name] = definition


def _attributes(place: ClassContext, body: _ClassBody) -> dict[str, AttributeDefinition]:
    c = place.context()
    return {
        name: _attribute(c, annotation, value, body.kinds.get(name))
        for name, (annotation, value) in body.annotations.items()
    }


def _attribute(
    c: Context, annotation: ast.expr, value: ast.expr | None, kind: str | None
) -> AttributeDefinition:
    type = type_of(c.scope, annotation)
    if value is None:
        return AttributeDefinition(type, kind)
    final = (isinstance(annotation, ast.Subscript) and dotted_name(annotation.value)) or ""
    if final.rpartition(".")[2] != "Final":
        message = "only a constant may have a value in the class body: 'k: Final[int] = 3'"
        raise c.error(f"{message}; assign others in '__init__'", value)
    return AttributeDefinition(type, None, constant(c, value, type))


def constant(c: Context, node: ast.expr, type: Attribute) -> Attribute:
    """Evaluate a constant expression to a literal of `prim.Constant`. Raises SourceError."""
    with c.inside(Block()), c.at(node):
        value = c.value(node, type)
    if not is_subtype_of(value.type, type):
        raise c.error(f"the value is {spell(value.type)}, not {spell(type)}", node)
    found = literal_value(value)
    if found is None:
        raise c.error(
            "the value of a constant is a literal, or a list, tuple or dict of them", node
        )
    return found


def literal_value(value: SSAValue) -> Attribute | None:
    """Return a value's literal, with containers of literals; `unit` is None."""
    owner = value.owner
    match owner:
        case ConstantOp():
            return UnitAttr() if owner.value is None else owner.value
        case ListConstructOp() | TupleConstructOp():
            parts = [literal_value(operand) for operand in owner.operands]
        case DictConstructOp():
            entries = [literal_value(operand) for operand in owner.operands]
            known = [entry for entry in entries if entry is not None]
            if len(known) != len(entries):
                return None
            parts = [ArrayAttr(pair) for pair in zip(known[::2], known[1::2], strict=True)]
        case _:
            return None
    found = [part for part in parts if part is not None]
    return ArrayAttr(found) if len(found) == len(parts) else None


# ---- interfaces, enums, named tuples


def _interface(place: ClassContext, node: ast.ClassDef, is_module: bool) -> InterfaceDefinition:
    methods: dict[str, FunctionDefinition] = {}
    self_type = InterfaceType.get(place.name)
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef):
            methods[statement.name] = place.method(statement, self_type)
        elif not _has_no_effect(statement):
            raise place.script.error("an interface may contain only methods", statement)
    for method in methods.values():
        if not all(map(_has_no_effect, method.node.body)):
            raise place.script.error(
                "a method of an interface must have an empty body; write 'pass'",
                method.node.body[0],
            )
    return InterfaceDefinition(place.name, place.script, node, methods, is_module)


def _has_no_effect(node: ast.stmt) -> bool:
    return isinstance(node, ast.Pass) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _enum(place: ClassContext, node: ast.ClassDef) -> EnumDefinition:
    members: dict[str, Attribute] = {}
    types: dict[Attribute, ast.stmt] = {}
    c = place.context()
    for statement in node.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            with c.inside(Block()):
                value = c.value(statement.value)
            known = literal_value(value)
            if value.type not in (i64, f64, StrType()) or known is None:
                message = "a member of an enum is an int, a float or a str"
                raise place.script.error(message, statement.value)
            types.setdefault(value.type, statement)
            members[statement.targets[0].id] = known
        elif not _has_no_effect(statement):
            raise place.script.error("an enum may contain only members: 'RED = 1'", statement)
    if len(types) != 1:
        message = "the members of an enum are of one type" if types else "an enum has members"
        raise place.script.error(message, list(types.values())[1] if types else node)
    return EnumDefinition(place.name, place.script, node, next(iter(types)), members)


def _named_tuple(place: ClassContext, node: ast.ClassDef) -> NamedTupleDefinition:
    """Return a named tuple; its methods remain Python, as in PyTorch, where programs see only
    fields."""
    rows: list[tuple[str, ast.AnnAssign]] = []
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            rows.append((statement.target.id, statement))
        elif not _has_no_effect(statement) and not isinstance(statement, ast.FunctionDef):
            raise place.script.error("a named tuple may contain only fields: 'x: int'", statement)

    def fields() -> list[ParameterDefinition]:
        c = place.context()
        found: list[ParameterDefinition] = []
        for name, row in rows:
            type = type_of(c.scope, row.annotation)
            default = None if row.value is None else default_of(c, row.value, type)
            found.append(ParameterDefinition(name, type, default, False, row))
        return found

    return NamedTupleDefinition(place.name, place.script, node, fields)


def named_tuple_call(place: ClassContext, node: ast.Call) -> NamedTupleDefinition | None:
    """Return the named tuple of `namedtuple("P", ["x"])` or `NamedTuple("P", [("x", int)])`, or
    None.

    The fields of the former are tensors.
    """
    called = (dotted_name(node.func) or "").rpartition(".")[2]
    if called not in ("namedtuple", "NamedTuple") or len(node.args) != 2:
        return None
    rows = _names(place, node.args[1]) if called == "namedtuple" else _pairs(place, node.args[1])

    def fields() -> list[ParameterDefinition]:
        c = place.context()
        types = [TENSOR if type is None else type_of(c.scope, type) for _, type in rows]
        return [ParameterDefinition(name, t) for (name, _), t in zip(rows, types, strict=True)]

    return NamedTupleDefinition(place.name, place.script, node, fields)


def _names(place: ClassContext, node: ast.expr) -> list[tuple[str, ast.expr | None]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [(name, None) for name in node.value.replace(",", " ").split()]
    parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    return [(_string(place, part), None) for part in parts]


def _pairs(place: ClassContext, node: ast.expr) -> list[tuple[str, ast.expr | None]]:
    rows: list[tuple[str, ast.expr | None]] = []
    for part in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
        if not isinstance(part, ast.Tuple) or len(part.elts) != 2:
            raise place.script.error('expected a field: ("x", int)', part)
        rows.append((_string(place, part.elts[0]), part.elts[1]))
    return rows
