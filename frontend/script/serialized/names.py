"""Names in serialized code, the Python that torch.jit.save writes.

It is the language of scripts with a different name space. `torch.x` is always the operator
`aten::x`, and `ops.ns.x` the operator `ns::x`. `CONSTANTS.c0` is a constant of the archive,
`__torch__.B` a definition of it. The rules follow PyTorch's `import_source`.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.call_ops import operand
from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.prim import (
    AwaitableOp,
    ConstantOp,
    ForkOp,
    RaiseExceptionOp,
    constant_value,
)
from xdsl_torchscript.dialects.schema.calls import MatchedSchema, match_schemas, no_overload
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.overloads import candidates
from xdsl_torchscript.dialects.schema.table import schemas_of
from xdsl_torchscript.dialects.types import DeviceType, TupleType
from xdsl_torchscript.frontend.script.applicable import arguments
from xdsl_torchscript.frontend.script.calls import call, emit
from xdsl_torchscript.frontend.script.classes.values import ClassValue
from xdsl_torchscript.frontend.script.context import (
    TENSOR,
    Context,
    Resolver,
    SimpleValue,
    SugaredValue,
)
from xdsl_torchscript.frontend.script.names import outside
from xdsl_torchscript.frontend.script.serialized.forms import (
    annotate,
    deferred_call_form,
    to_tensor,
    unchecked_cast,
    uninitialized,
)
from xdsl_torchscript.frontend.script.values import Literal, Special

ROOT = "__torch__"
"""The namespace of all definitions of an archive."""


@dataclass(frozen=True)
class Upgrade:
    """The old meaning of an operator: its old schema, and the function with that meaning."""

    schema: FunctionSchema
    function: str


@dataclass(frozen=True)
class SerializedEnvironment:
    """The context of the code of one archive."""

    function: Callable[[str], FuncOp]
    """Return the compiled function of an upgrade."""

    constants: Sequence[tuple[Attribute | None, Attribute] | None] = ()
    """The literals and types of `CONSTANTS.c0`, `CONSTANTS.c1`, ...; None for one without a
    literal."""

    upgrades: Mapping[str, Mapping[str, Upgrade]] = field(
        default_factory=dict[str, Mapping[str, Upgrade]]
    )
    """Upgrades by kind (`aten::div`), then by the name of the op that each replaces."""

    device: Callable[[str, Context, ast.AST], str] = lambda name, c, node: name
    """The replacement of devices in the code."""


def serialized_names(around: SerializedEnvironment) -> Resolver:
    """Return the resolver of names in serialized code."""
    names: Mapping[str, SugaredValue] = {
        "torch": _Operators("aten", around),
        "prim": _Operators("prim", around),
        "ops": _Namespaces(around),
        "CONSTANTS": _Constants(around),
        ROOT: _SerializedNamespace(ROOT),
        "annotate": Special("annotate", annotate),
        "unchecked_cast": Special("unchecked_cast", unchecked_cast),
        "uninitialized": Special("uninitialized", uninitialized),
        "getattr": Special("getattr", _getattr),
        "_to_tensor": Special("_to_tensor", to_tensor),
        "fork": deferred_call_form("fork", ForkOp),
        "awaitable": deferred_call_form("awaitable", AwaitableOp),
        "rangelist": _Operator("prim::rangelist", around),
        "inf": Literal(math.inf),
        "nan": Literal(math.nan),
        "infj": Literal(complex(0, math.inf)),
        "nanj": Literal(complex(0, math.nan)),
    }

    def resolve(name: str) -> SugaredValue | None:
        return names.get(name) or (outside(name) if name in _SCRIPT_NAMES else None)

    return resolve


_SCRIPT_NAMES = frozenset({
    "abs", "all", "any", "bin", "bool", "chr", "complex", "dict", "divmod", "enumerate", "float",
    "hasattr", "hash", "hex", "int", "isinstance", "len", "list", "max", "min", "oct", "ord", "pow",
    "print", "range", "round", "sorted", "str", "sum", "tuple", "zip",
})  # fmt: skip
"""Names with the same meaning as in scripts."""


@dataclass(frozen=True)
class _SerializedNamespace(SugaredValue):
    """`__torch__.a`: a namespace, unless that name is defined."""

    name: str

    def describe(self) -> str:
        return f"'{self.name}', which the archive does not define,"

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        full = f"{self.name}.{name}"
        found = c.program.find(full)
        if isinstance(found, ClassValue):
            return _NamedClass(found, full)
        return found or _SerializedNamespace(full)


@dataclass(frozen=True)
class _NamedClass(SugaredValue):
    """A class by its name, which is also the namespace of its hooks."""

    of: ClassValue
    name: str

    def describe(self) -> str:
        return self.of.describe()

    def annotation(self) -> Attribute | None:
        return self.of.annotation()

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        return self.of.call(c, node)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        inner = None if self.of.member(name) else c.program.find(f"{self.name}.{name}")
        return inner or self.of.attribute(c, name, node)


@dataclass(frozen=True)
class _Constants(SugaredValue):
    """`CONSTANTS`."""

    around: SerializedEnvironment

    def describe(self) -> str:
        return "the table of constants"

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        number = int(name[1:]) if name[:1] == "c" and name[1:].isdecimal() else -1
        count = len(self.around.constants)
        if not 0 <= number < count:
            raise c.error(f"there is no constant '{name}'; the archive has {count}", node)
        known = self.around.constants[number]
        if known is None:
            message = f"the constant '{name}' is a container of tensors or objects"
            raise c.error(message, node)
        with c.at(node):
            return SimpleValue(c.insert(ConstantOp(*known)).result)


@dataclass(frozen=True)
class _Namespaces(SugaredValue):
    """`ops`."""

    around: SerializedEnvironment

    def describe(self) -> str:
        return "the table of namespaces of operators"

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        return _Operators(name, self.around)


@dataclass(frozen=True)
class _Operators(SugaredValue):
    """`torch` and `ops.my`: the operators of a namespace."""

    namespace: str
    around: SerializedEnvironment

    def describe(self) -> str:
        return f"the namespace '{self.namespace}' of operators"

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        return _Operator(f"{self.namespace}::{name}", self.around)


# ---- operators


@dataclass(frozen=True)
class _Operator(SugaredValue):
    """An operator by its kind, whose existence is checked when it is called."""

    kind: str
    around: SerializedEnvironment

    def describe(self) -> str:
        return f"the operator '{self.kind}'"

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        args, kwargs = arguments(c, node)
        with c.at(node):
            special = _SPECIAL.get(self.kind)
            if special is not None:
                return SimpleValue(special(c, self.around, args, kwargs, node))
            old = self.around.upgrades.get(self.kind)
            if old is not None:
                return SimpleValue(
                    _call_upgraded(c, self.around, self.kind, old, args, kwargs, node)
                )
            if not schemas_of(self.kind):
                keywords = ArrayAttr([StringAttr(name) for name in kwargs])
                attributes = {"keywords": keywords} if kwargs else None
                return _Unknown(
                    c.insert(OperatorOp(self.kind, [*args, *kwargs.values()], [TENSOR], attributes))
                )
            return SimpleValue(call(c, self.kind, args, kwargs, node))


_Arguments = Sequence[SSAValue]
_Keywords = Mapping[str, SSAValue]


def _raise(
    c: Context, around: SerializedEnvironment, args: _Arguments, kwargs: _Keywords, node: ast.Call
) -> SSAValue:
    if kwargs or not 1 <= len(args) <= 2:
        raise c.error("an exception takes a message, and the name of its class", node)
    c.insert(RaiseExceptionOp(args[0], args[1] if len(args) == 2 else c.constant(None)))
    return c.constant(None)


def _device(
    c: Context, around: SerializedEnvironment, args: _Arguments, kwargs: _Keywords, node: ast.Call
) -> SSAValue:
    """Emit a device; a literal is replaced by the device that it is mapped to."""
    known = constant_value(args[0]) if len(args) == 1 and not kwargs else None
    if not isinstance(known, StringAttr):
        return call(c, "aten::device", args, kwargs, node)
    name = around.device(known.data, c, node)
    return c.insert(ConstantOp(StringAttr(name), DeviceType())).result


_SPECIAL = {"prim::RaiseException": _raise, "aten::device": _device}


def _call_upgraded(
    c: Context,
    around: SerializedEnvironment,
    kind: str,
    old: Mapping[str, Upgrade],
    args: _Arguments,
    kwargs: _Keywords,
    node: ast.Call,
) -> SSAValue:
    """Emit a call of an operator some of whose overloads changed.

    For a changed overload, the body of the upgrade function is inlined.
    """
    schemas = [old[s.op_name].schema if s.op_name in old else s for s in candidates(kind)]
    matched = match_schemas(schemas, args, kwargs)
    if not isinstance(matched, MatchedSchema):
        raise c.error(no_overload(kind, args, kwargs, matched), node)
    upgrade = old.get(matched.schema.op_name)
    if upgrade is None:
        return emit(c, matched)
    return _inline(
        c, around.function(upgrade.function), [operand(c, part) for part in matched.operands]
    )


def _inline(c: Context, function: FuncOp, values: Sequence[SSAValue]) -> SSAValue:
    """Inline a function, and return its result."""
    block = function.body.block
    known: dict[SSAValue, SSAValue] = dict(zip(block.args, values, strict=True))
    location = c.script.location(c.place)
    for op in block.ops:
        if op is block.last_op:
            break
        copied = op.clone(known)
        for part in copied.walk():
            part.location = location
        c.block.add_op(copied)
    last = block.last_op
    assert isinstance(last, Operation)
    return known.get(last.operands[0], last.operands[0])


# ---- operators without a schema


@dataclass(frozen=True)
class _Unknown(SugaredValue):
    """The result of an operator without a schema: a tensor, or as many as it is unpacked to."""

    op: OperatorOp

    def describe(self) -> str:
        return f"the result of '{self.op.kind.data}', an operator that is not known,"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        result = self.op.results[0]
        if not isinstance(node, ast.Tuple | ast.List) or result.type != TENSOR:
            return result
        type = TupleType.get([TENSOR] * len(node.elts))
        return Rewriter.replace_value_with_new_type(result, type)

    def attribute(self, c: Context, name: str, node: ast.AST) -> SugaredValue:
        return c.attribute_of(c, self.op.results[0], name, node)


def _getattr(c: Context, node: ast.Call) -> SugaredValue:
    """Compile `getattr(x, "0")`: an attribute whose name is not an identifier."""
    match node.args:
        case [of, ast.Constant(value=str(name))]:
            return c.expr(of).attribute(c, name, node)
        case _:
            raise c.error("getattr takes a value and the name of an attribute", node)


# ---- scripts that were printed


def _no_function(name: str) -> FuncOp:
    raise KeyError(name)


_PRINTED = serialized_names(SerializedEnvironment(_no_function))
_OF_PRINTED = frozenset({"ops", "unchecked_cast", "uninitialized", "inf", "nan", "infj", "nanj"})


def script_names(name: str) -> SugaredValue | None:
    """Resolve a name in scripts, which may also be printed serialized code."""
    return outside(name) or (_PRINTED(name) if name in _OF_PRINTED else None)
