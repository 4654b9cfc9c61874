"""The calls of modules in a trace, and their conversion to methods.

During recording each call of a module has a separate block, and ops use values across blocks
freely. `methods` turns the blocks into functions once all uses are known. Outer values become
arguments, and values used outside become results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.dialects.builtin import LocationAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, region_def
from xdsl.transforms.dead_code_elimination import is_trivially_dead

from xdsl_torchscript.dialects.prim import (
    CallMethodOp,
    ConstantOp,
    GetAttrOp,
    TupleConstructOp,
    TupleUnpackOp,
)

Path: TypeAlias = tuple[str, ...]
"""The attribute names from the traced module to a part of it."""


def _hint(value: SSAValue, name: str) -> None:
    """Set a name hint if the name is valid in IR, unlike the `0` of a list of modules."""
    if SSAValue.is_valid_name(name):
        value.name_hint = name


@irdl_op_definition
class ScopeOp(IRDLOperation):
    """The placeholder of a module's call until its method exists."""

    name = "trace.scope"
    object = operand_def()
    body = region_def()


@dataclass
class ModuleCall:
    """A call of the module at `path`, through the method `name`."""

    name: str
    path: Path = ()
    block: Block = field(default_factory=Block)
    object: SSAValue | None = None
    """The traced module itself, as an argument of the block."""
    parent: ModuleCall | None = None
    op: ScopeOp | None = None
    children: list[ModuleCall] = field(default_factory=list["ModuleCall"])
    _read: dict[Path, SSAValue] = field(default_factory=dict[Path, SSAValue])

    def argument(self, name: str, type: Attribute) -> SSAValue:
        """Append an argument to the block."""
        added = self.block.insert_arg(type, len(self.block.args))
        _hint(added, name)
        return added

    def holder(self, path: Path) -> ModuleCall:
        """Return the innermost enclosing scope whose module contains the path."""
        inside = self.object is not None and path[: len(self.path)] == self.path
        return self if inside or self.parent is None else self.parent.holder(path)

    def read(
        self, path: Path, type_at: Callable[[Path], Attribute], location: LocationAttr
    ) -> SSAValue:
        """Return the value at a path, read once at the start of the block.

        `location` is the location of the first use.
        """
        if path == self.path and self.object is not None:
            return self.object
        if path not in self._read:
            holder = self.read(path[:-1], type_at, location)
            op = GetAttrOp(holder, path[-1], type_at(path))
            op.location = location
            _hint(op.result, path[-1])
            first = self.block.first_op
            if isinstance(holder.owner, Operation):
                self.block.insert_op_after(op, holder.owner)
            elif first is None:
                self.block.add_op(op)
            else:
                self.block.insert_op_before(op, first)
            self._read[path] = op.result
        return self._read[path]

    def enter(self, name: str, path: Path, object: SSAValue, location: LocationAttr) -> ModuleCall:
        """Open the scope of a call of the module at `path`."""
        block = Block()
        op = ScopeOp(operands=[object], regions=[Region(block)])
        op.location = location
        self.block.add_op(op)
        inner = ModuleCall(name, path, block, parent=self, op=op)
        inner.object = inner.argument("self", object.type)
        self.children.append(inner)
        return inner


def remove_dead(block: Block) -> None:
    """Erase operations without effects and users, in reverse order."""
    for op in reversed(list(block.ops)):
        if isinstance(op, ScopeOp):
            remove_dead(op.body.block)
        elif is_trivially_dead(op):
            op.detach()
            op.erase()


def methods(scope: ModuleCall) -> Iterator[tuple[Path, FuncOp]]:
    """Yield the methods of all called modules, innermost first, and replace the scopes by calls."""
    for child in scope.children:
        yield from methods(child)
        yield child.path, _method(child)


def _method(scope: ModuleCall) -> FuncOp:
    op, body = scope.op, scope.block
    if op is None or op.parent is None:
        raise ValueError(f"the scope '{scope.name}' is in no other")
    op.body.detach_block(body)
    used = dict.fromkeys(operand for inner in body.ops for operand in inner.operands)
    results = dict.fromkeys(result for inner in body.ops for result in inner.results)
    captured = [v for v in used if v.owner is not body and v not in results]
    escaping = [r for r in results if any(use.operation.parent is not body for use in r.uses)]
    result = _return(body, escaping, op.location)
    call = CallMethodOp(op.object, scope.name, captured, result.type)
    call.location = op.location
    op.parent.insert_op_before(call, op)
    _replace_outside(escaping, call, body)
    for value in captured:
        inner = body.insert_arg(value.type, len(body.args))
        inner.name_hint = value.name_hint
        value.replace_uses_with_if(inner, lambda use: use.operation.parent is body)
    op.detach()
    op.erase()
    types = [arg.type for arg in body.args], [result.type]
    method = FuncOp(scope.name, types, Region(body))
    method.location = call.location
    return method


def _return(body: Block, values: Sequence[SSAValue], location: LocationAttr) -> SSAValue:
    """End the block by returning the values: None for none, a tuple for several."""
    made: list[Operation] = []
    if not values:
        made.append(ConstantOp.none())
    elif len(values) > 1:
        made.append(TupleConstructOp(values))
    result = made[0].results[0] if made else values[0]
    for op in (*made, ReturnOp(result)):
        op.location = location
        body.add_op(op)
    return result


def _replace_outside(values: Sequence[SSAValue], call: CallMethodOp, body: Block) -> None:
    """Replace outer uses of the values by results of the call."""
    results: Sequence[SSAValue] = [call.result]
    if len(values) > 1:
        unpack = TupleUnpackOp(call.result)
        unpack.location = call.location
        if call.parent is not None:
            call.parent.insert_op_after(unpack, call)
        results = unpack.results
    for value, result in zip(values, results, strict=bool(values)):
        result.name_hint = value.name_hint
        value.replace_uses_with_if(result, lambda use: use.operation.parent is not body)
