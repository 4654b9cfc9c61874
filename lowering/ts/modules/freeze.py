"""`freeze`: the attributes that a module only reads become constants of its methods.

    ts.class @M module {
      ts.attr @training : i1
      ts.attr @weight parameter : !ts.tensor
      func.func @forward(%self: !ts.class<@M>, %x: !ts.tensor) -> !ts.tensor {
        %w = prim.GetAttr(%self) {name = "weight"} : (!ts.class<@M>) -> !ts.tensor
        %y = aten.mul.Tensor(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        func.return %y : !ts.tensor
      }
    }
    ts.object @m : !ts.class<@M> {training = false, weight = dense_resource<w> : tensor<2xf32>}

becomes

    ts.class @M module {
      func.func @forward(%self: !ts.class<@M>, %x: !ts.tensor) -> !ts.tensor {
        %weight = prim.Constant dense_resource<w> : tensor<2xf32> : !ts.tensor
        %y = aten.mul.Tensor(%x, %weight) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        func.return %y : !ts.tensor
      }
    }
    ts.object @m : !ts.class<@M> {}

Calls are inlined first, submodules with them, but not those in branches that never run. An
attribute stays if a method sets it or may write it in place, or if `preserve` names it. Arguments
and attributes may share memory, so a write to an argument keeps all tensors; a write to an
attribute keeps those that share memory, by the option `overlapping`. Branches of the training mode
are removed with the constants that decide them, then unused methods, attributes, classes and
objects.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    ModuleOp,
    SymbolRefAttr,
    UnitAttr,
    f32,
)
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.modules import POST_HOOKS, PRE_HOOKS, ClassOp, ObjectOp
from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    ConstantOp,
    GetAttrOp,
    IfOp,
    SetAttrOp,
)
from xdsl_torchscript.dialects.prim.constant import is_constant_of
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    ListType,
    OptionalType,
    TensorType,
)
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.memory import Kind
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import is_class_of, nested_operations, operations_of
from xdsl_torchscript.lowering.ts.control_flow.fold_branches import take_branch, truth
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_calls
from xdsl_torchscript.lowering.ts.inlining import replace_uses
from xdsl_torchscript.lowering.ts.modules.attribute_paths import Path, source_of
from xdsl_torchscript.lowering.ts.modules.program_objects import class_of, objects_of, root_object
from xdsl_torchscript.lowering.ts.modules.unused_definitions import drop_unused
from xdsl_torchscript.lowering.ts.simplification.constant_propagation import ConstantPropagationPass
from xdsl_torchscript.lowering.ts.simplification.dce import DcePass
from xdsl_torchscript.lowering.ts.simplification.peephole import PeepholePass

AttributeSlot = tuple[str, str]
"""A class and an attribute of its objects."""

_TENSORS = (Kind.STORAGE, Kind.TENSOR)
_ELEMENTS = DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(f32, [1]), [0.0])


class _Freezing:
    """The attributes of one object that its methods may have as constants."""

    def __init__(
        self,
        module: ModuleOp,
        root: ObjectOp,
        methods: Sequence[FuncOp],
        preserve: Collection[str],
        overlapping: Collection[str],
    ) -> None:
        self._root, self._methods, self._preserve = root, methods, preserve
        self._overlapping = frozenset(overlapping)
        self._objects = objects_of(module)
        self._selves: dict[SSAValue, Block] = {m.body.block.args[0]: m.body.block for m in methods}
        self._set = set(_set_attributes(module))
        self._made: dict[tuple[SSAValue, str, str], ConstantOp] = {}
        """The constants by the object that a method has, and by the attribute."""

    def fold_early(self, op: Operation) -> bool:
        """Fold an operation while calls are inlined: the read of an attribute of an immutable type
        that nothing in the module sets, or a branch."""
        match op:
            case GetAttrOp() if not is_mutable_type(op.result.type):
                return self._replace(op, self._set)
            case IfOp():
                try:
                    take_branch(op, truth(op.condition, Facts()))
                except NotConstantError:
                    return False
                return True
            case _:
                return False

    def fold(self) -> bool:
        """Replace the reads of attributes that keep their values. Return whether one is replaced:
        what no longer runs with its value may be what writes another one."""
        self._made.clear()
        reads = [op for method in self._methods for op in operations_of(method, GetAttrOp)]
        if not reads:
            return False
        written: set[AttributeSlot] = set()
        for method in self._methods:
            written.update(_set_attributes(method), self._changed_attributes(method))
        replaced = [self._replace(op, written) for op in reads]
        return any(replaced)

    def _replace(self, op: GetAttrOp, written: Collection[AttributeSlot]) -> bool:
        """Replace the read of an attribute by its value, unless it may be `written`. Return whether
        it is replaced."""
        source = source_of(op.result)
        if source.root not in self._selves:
            return False
        found = self._slot(source.path, written)
        if found is None or source.path[0] in self._preserve or self._is_shared(op.result.type):
            refuse(op, "the attribute is written, preserved, or shared with a method")
            return False
        owner, value = found
        key = source.root, owner, source.path[-1]
        constant = self._made.get(key) or _constant(op, value)
        if constant is None:
            refuse(op, "the value of the attribute has no literal")
            return False
        if constant.parent is None:
            self._made[key] = constant
            start = InsertPoint.at_start(self._selves[source.root])
            Rewriter.insert_op(constant, start)
        replace_uses(op.result, constant.result)
        Rewriter.erase_op(op)
        return True

    def _changed_attributes(self, method: FuncOp) -> Iterator[AttributeSlot]:
        """Yield the attributes whose values operations may write in place. In a copy of the method,
        each tensor is a constant of its own, so that a write to one is no write to the others."""
        copy, made = method.clone(), dict[str, ConstantOp]()
        end = copy.body.block.last_op
        assert end is not None
        end.operands = []
        for store in filter(_keeps_value, operations_of(copy, SetAttrOp)):
            Rewriter.erase_op(store)
        pairs = zip(operations_of(method, GetAttrOp), operations_of(copy, GetAttrOp), strict=True)
        reads = [(_slot_of(op), self._alone(op, copied, made)) for op, copied in pairs]
        aliases = AliasAnalysis(copy)
        changed = {name for name, op in made.items() if aliases.has_writers(op.result)}
        if changed & self._overlapping:
            changed |= self._overlapping & made.keys()
        outside = aliases.memory.only(aliases.written & aliases.memory.escaped, _TENSORS)
        written = {op.result for name, op in made.items() if outside or name in changed}
        for slot, value in reads:
            is_own = isinstance(value.owner, ConstantOp)
            is_written = value in written if is_own else aliases.has_writers(value)
            if slot is not None and is_written and not isinstance(value.type, ClassType):
                yield slot

    def _alone(self, op: GetAttrOp, copied: GetAttrOp, made: dict[str, ConstantOp]) -> SSAValue:
        """Replace the read of a tensor, in a copy of the method, by the constant for its elements;
        return the value. Another value stays."""
        source = source_of(op.result)
        found = self._slot(source.path, self._set) if source.root in self._selves else None
        if found is None or not isinstance(found[1], DenseResourceAttr):
            return copied.result
        name = found[1].resource_handle.data
        if name not in made:
            made[name] = ConstantOp(_ELEMENTS, TensorType.get())
            block = source_of(copied.result).root.owner
            assert isinstance(block, Block)
            Rewriter.insert_op(made[name], InsertPoint.at_start(block))
        Rewriter.replace_op(copied, [], [made[name].result])
        return made[name].result

    def _is_shared(self, type: Attribute) -> bool:
        """Return whether the constants of two methods would be two objects in place of one."""
        return len(self._methods) > 1 and isinstance(type, ListType | DictType)

    def _slot(self, path: Path, written: Collection[AttributeSlot]) -> tuple[str, Attribute] | None:
        """Return the object at the end of a path and the value of its last attribute. Return None
        if an object on the path may be written."""
        current = self._root
        for name in path[:-1]:
            value = current.slots.data.get(name)
            if (current.class_name, name) in written or not isinstance(value, SymbolRefAttr):
                return None
            current = self._objects[value.string_value()]
        value = current.slots.data.get(path[-1])
        if value is None or (current.class_name, path[-1]) in written:
            return None
        return current.sym_name.data, value


def _set_attributes(scope: Operation) -> Iterator[AttributeSlot]:
    """Yield the attributes that operations set to another value."""
    stores = (op for op in operations_of(scope, SetAttrOp) if not _keeps_value(op))
    return (slot for slot in map(_slot_of, stores) if slot is not None)


def _keeps_value(store: SetAttrOp) -> bool:
    """Return whether an attribute is set to the tensor that was read of it, after writes in place:
    `self.steps += 1` does so."""
    value = store.value
    while isinstance(op := owner_of(value), SchemaOp) and _returns_first(op):
        value = op.operands[0]
    if not isinstance(op, GetAttrOp) or op.attribute != store.attribute:
        return False
    return source_of(op.object) == source_of(store.object)


def _returns_first(op: SchemaOp) -> bool:
    """Return whether an operator writes its first operand, and returns it."""
    schema = op.schema
    alias = schema.arguments[0].alias if schema.arguments else None
    return alias is not None and alias.write and [r.alias for r in schema.returns] == [alias]


def _slot_of(op: GetAttrOp | SetAttrOp) -> AttributeSlot | None:
    """Return the attribute that an operation reads or sets, if the class is known."""
    owner = op.object.type
    return (owner.symbol.data, op.attribute.data) if isinstance(owner, ClassType) else None


def _constant(op: GetAttrOp, value: Attribute) -> ConstantOp | None:
    """Return the constant for an attribute's value; None for an object."""
    type = op.result.type
    literal = None if isinstance(value, UnitAttr) else value
    if literal is not None and isinstance(type, OptionalType):
        type = type.element
    if isinstance(literal, SymbolRefAttr) or not is_constant_of(literal, type):
        return None
    constant = ConstantOp.refined(literal, type)
    name = op.attribute.data
    constant.result.name_hint = name if name.isidentifier() else None
    propagate_location(op, [constant])
    return constant


@contextmanager
def _apart(op: ClassOp) -> Generator[ModuleOp]:
    """Put a class in a module of its own, so that passes leave others as they are."""
    block = op.parent
    assert block is not None
    place = InsertPoint(block, op.next_op)
    op.detach()
    try:
        yield ModuleOp([op])
    finally:
        op.detach()
        Rewriter.insert_op(op, place)


def _clean_up(ctx: Context, scope: ModuleOp) -> None:
    for step in (PeepholePass, ConstantPropagationPass, DcePass):
        step().run(ctx, scope, Analyses())


@dataclass(frozen=True)
class FreezePass(TsPass):
    """Make constants of the attributes of a module that nothing writes."""

    name = "freeze"
    level = "script"
    requires = ()
    ensures = ()
    preserves = ()

    object: str = field(
        default="", metadata={"help": "the module; may be left out if no other one holds it"}
    )
    method: str = field(default="forward", metadata={"help": "the method that stays"})
    preserve: tuple[str, ...] = field(
        default=(), metadata={"help": "attributes and further methods that stay"}
    )
    overlapping: tuple[str, ...] = field(
        default=(), metadata={"help": "resources that share memory with others"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        root = root_object(module, self.object)
        owner = class_of(module, root)
        methods = self._methods(owner)
        freezing = _Freezing(module, root, methods, self.preserve, self.overlapping)
        inline_calls(module, methods, freezing.fold_early)
        # A call may set attributes out of sight.
        for op in (op for method in methods for op in nested_operations(method)):
            if is_class_of((CallMethodOp, CallFunctionOp), type(op)):
                fail(op, "calls unknown code; freeze a module without interfaces")
        for name, method in owner.methods.items():
            if method not in methods:
                Rewriter.erase_op(owner.methods[name])
        with _apart(owner) as scope:
            freezing.fold()
            _clean_up(ctx, scope)
            while freezing.fold():
                _clean_up(ctx, scope)
        drop_unused(module, root, self.preserve)

    def _methods(self, owner: ClassOp) -> list[FuncOp]:
        """Return the methods that stay. Raises FindingsError."""
        methods = owner.methods
        hooks = [name for title in (PRE_HOOKS, POST_HOOKS) for name in owner.hooks(title)]
        if self.method not in methods:
            known = ", ".join(methods) or "none"
            fail(owner, f"has no method '{self.method}' to freeze, of these: {known}")
        names = [self.method, *hooks, *self.preserve]
        return [methods[name] for name in dict.fromkeys(names) if name in methods]
