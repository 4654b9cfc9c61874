"""Passes that are wrong on purpose, each in one way that a real pass could be.

The test of meaning has to notice every one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    ConstantChunkOp,
    ConstantOp,
    DictConstructOp,
    GetAttrOp,
    IfOp,
    ListConstructOp,
    LoopOp,
    PrintOp,
    SetAttrOp,
)
from xdsl_torchscript.dialects.prim.constant import constant_value
from xdsl_torchscript.dialects.schema.effects import has_unknown_effects, is_random
from xdsl_torchscript.dialects.schema_op import SchemaOp, schema_op
from xdsl_torchscript.dialects.types import TensorType

Test = Callable[[Operation], bool]
_RESIZES = frozenset("t_ transpose_ squeeze_ unsqueeze_ resize_ swapaxes_ as_strided_ set_".split())


@dataclass(frozen=True)
class BrokenPass(ModulePass):
    """A rewrite of `BROKEN` as a pass."""

    how: str

    name = "broken"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        BROKEN[self.how](op)
        for function in op.walk():
            if isinstance(function, FuncOp):
                function.update_function_type()


# ---- the semantics of operations


def _blocks(module: ModuleOp) -> Iterator[Block]:
    for op in tuple(module.walk()):
        for region in op.regions:
            yield from region.blocks


def _kind(op: Operation) -> str:
    """Return the kind of an operation: `add_` of `aten.add_.Tensor`."""
    return op.name.split(".")[1] if op.name.count(".") else op.name


def _only_reads(op: Operation) -> bool:
    """Return whether the operator writes nothing; its results may be views."""
    if not isinstance(op, SchemaOp):
        return False
    schema = op.schema
    return not (schema.is_mutable or has_unknown_effects(schema) or is_random(schema))


def _writes(op: Operation) -> bool:
    if isinstance(op, SchemaOp):
        return op.schema.is_mutable or has_unknown_effects(op.schema)
    return not isinstance(op, ConstantOp | ListConstructOp | GetAttrOp)


def _returns_numbers(op: Operation) -> bool:
    return _only_reads(op) and not any(is_mutable_type(r.type) for r in op.results)


def _is_view(op: Operation) -> bool:
    return _only_reads(op) and any(r.is_aliased for r in op.schema.returns)  # type: ignore[attr-defined]


# ---- merging and removing


def _key(op: Operation) -> object:
    return op.name, op.operands, tuple(op.properties.items()), op.result_types


def merging(test: Test, keeps_writes: bool = False) -> Callable[[ModuleOp], None]:
    """Merge equal operations of a block; `keeps_writes` stops at possible writes."""

    def rewrite(module: ModuleOp) -> None:
        for block in _blocks(module):
            seen: dict[object, Operation] = {}
            for op in tuple(block.ops):
                if keeps_writes and _writes(op):
                    seen.clear()
                if op.parent is not block or not test(op):
                    continue
                first = seen.setdefault(_key(op), op)
                if first is not op:
                    _replace(op, first.results)

    return rewrite


def _replace(op: Operation, values: Sequence[SSAValue]) -> None:
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.detach()
    op.erase()


def removing(test: Test) -> Callable[[ModuleOp], None]:
    """Remove operations whose results nothing uses."""

    def rewrite(module: ModuleOp) -> None:
        for block in _blocks(module):
            for op in reversed(tuple(block.ops)):
                unused = all(result.first_use is None for result in op.results)
                here = op.parent is block and not op.has_trait(IsTerminator)
                if here and unused and test(op):
                    op.detach()
                    op.erase()

    return rewrite


def _writes_elements(op: Operation) -> bool:
    first = op.operands[0].type if op.operands else None
    return (
        isinstance(op, SchemaOp)
        and op.schema.is_mutable
        and isinstance(first, TensorType)
        and _kind(op) not in _RESIZES
    )


def _writes_sizes(op: Operation) -> bool:
    return _kind(op) in _RESIZES


def _writes_container(op: Operation) -> bool:
    first = op.operands[0].type if op.operands else None
    return isinstance(op, SchemaOp) and op.schema.is_mutable and not isinstance(first, TensorType)


def _is_call(op: Operation) -> bool:
    return isinstance(op, CallFunctionOp | CallMethodOp)


# ---- moving


def _loops(module: ModuleOp) -> list[LoopOp]:
    return [op for op in module.walk() if isinstance(op, LoopOp)]


def hoisting(test: Test) -> Callable[[ModuleOp], None]:
    """Move operations that use nothing of a loop's body before the loop."""

    def rewrite(module: ModuleOp) -> None:
        for loop in _loops(module):
            for op in tuple(loop.body.ops):
                inside = any(loop.is_ancestor(value.owner) for value in op.operands)
                if not inside and (isinstance(op, ConstantOp) or test(op)):
                    op.detach()
                    assert loop.parent is not None
                    loop.parent.insert_op_before(op, loop)

    return rewrite


def swapping(test: Test) -> Callable[[ModuleOp], None]:
    """Exchange neighbours that pass a test and do not use one another."""

    def rewrite(module: ModuleOp) -> None:
        for block in _blocks(module):
            ops = [op for op in block.ops if not isinstance(op, ConstantOp)]
            for first, second in zip(ops[::2], ops[1::2], strict=False):
                uses = any(operand.owner is first for operand in second.operands)
                if test(first) and test(second) and not uses:
                    first.detach()
                    block.insert_op_after(first, second)

    return rewrite


def _last_use_first(module: ModuleOp) -> None:
    """Move views and chunks to their first use."""
    for block in _blocks(module):
        for op in reversed(tuple(block.ops)):
            if not (_is_view(op) or isinstance(op, ConstantChunkOp)):
                continue
            users = {use.operation for result in op.results for use in result.uses}
            if users and all(user.parent is block for user in users):
                first = min(users, key=block.get_operation_index)
                op.detach()
                block.insert_op_before(op, first)


# ---- forgetting writes


def _forward_list_reads(module: ModuleOp) -> None:
    """Read elements from where a list was made."""
    for op in tuple(module.walk()):
        made = op.operands[0].owner if op.name == "aten.__getitem__.t" else None
        index = constant_value(op.operands[1]) if isinstance(made, ListConstructOp) else None
        number = getattr(getattr(index, "value", None), "data", None)
        if made is not None and number is not None and 0 <= number < len(made.operands):
            _replace(op, [made.operands[number]])


def _forward_dict_reads(module: ModuleOp) -> None:
    """Read entries from where a dict was made."""
    for op in tuple(module.walk()):
        made = op.operands[0].owner if op.name == "aten.__getitem__.Dict_str" else None
        if not isinstance(made, DictConstructOp):
            continue
        key = constant_value(op.operands[1])
        pairs = zip(made.keys, made.values, strict=True)
        known = next((v for k, v in pairs if key is not None and constant_value(k) == key), None)
        if known is not None:
            _replace(op, [known])


def _forward_attributes(module: ModuleOp) -> None:
    """Read an attribute from its last write or read, ignoring operations between."""
    for block in _blocks(module):
        known: dict[object, SSAValue] = {}
        for op in tuple(block.ops):
            if isinstance(op, SetAttrOp):
                known[op.object, op.attribute] = op.value
            elif isinstance(op, GetAttrOp):
                found = known.setdefault((op.object, op.attribute), op.result)
                if found is not op.result:
                    _replace(op, [found])


def _lengths_of_made_lists(module: ModuleOp) -> None:
    """Replace the length of a list by the number of elements at its construction."""
    for op in tuple(module.walk()):
        made = op.operands[0].owner if op.name == "aten.len.t" else None
        if isinstance(made, ListConstructOp):
            _become_constant(op, len(made.operands))


def _become_constant(op: Operation, value: int) -> None:
    constant = ConstantOp.from_int(value)
    assert op.parent is not None
    op.parent.insert_op_before(constant, op)
    _replace(op, [constant.result])


def _trust_stated_ranks(module: ModuleOp) -> None:
    """Replace the rank of a tensor by that of its stated type, ignoring writes."""
    for op in tuple(module.walk()):
        type = op.operands[0].type if op.name == "aten.dim" else None
        if isinstance(type, TensorType) and type.rank is not None:
            _become_constant(op, type.rank)


def _trust_stated_sizes(module: ModuleOp) -> None:
    """Replace sizes of a tensor, also in `numel`, by those of its stated type, ignoring writes."""
    for op in tuple(module.walk()):
        type = op.operands[0].type if op.name == "aten.size.int" else None
        shape = type.shape if isinstance(type, TensorType) else None
        index = constant_value(op.operands[1]) if shape else None
        number = getattr(getattr(index, "value", None), "data", None)
        if shape and number is not None and -len(shape) <= number < len(shape):
            size = shape[number]
            if isinstance(size, int):
                _become_constant(op, size)


def _first_iteration(module: ModuleOp) -> None:
    """Use the value on entry for queries of a carried value."""
    for loop in _loops(module):
        starts = dict(zip(loop.carried_args, loop.carried, strict=True))
        for op in tuple(loop.body.walk()):
            if _returns_numbers(op):
                for index, operand in enumerate(op.operands):
                    op.operands[index] = starts.get(operand, operand)  # type: ignore[call-overload]


# ---- copies


def _identity(kinds: str) -> Callable[[ModuleOp], None]:
    """Replace copies by their operands."""
    names = frozenset(kinds.split())

    def rewrite(module: ModuleOp) -> None:
        for op in tuple(module.walk()):
            if isinstance(op, SchemaOp) and _kind(op) in names:
                _replace(op, op.operands[:1])

    return rewrite


def _copying(module: ModuleOp) -> None:
    """Replace views that may be copies by copies."""
    for op in tuple(module.walk()):
        if _kind(op) not in ("contiguous", "reshape", "view", "flatten", "alias", "detach"):
            continue
        none = ConstantOp.none()
        copy = schema_op("aten.clone").create(
            operands=[op.results[0], none.result], result_types=[op.results[0].type]
        )
        assert op.parent is not None
        op.parent.insert_op_after(none, op)
        op.parent.insert_op_after(copy, none)
        op.results[0].replace_uses_with_if(
            copy.results[0], lambda use, copy=copy: use.operation is not copy
        )


_FUNCTIONAL = {
    "aten.add_.Tensor": "aten.add.Tensor",
    "aten.mul_.Scalar": "aten.mul.Scalar",
    "aten.relu_": "aten.relu",
    "aten.neg_": "aten.neg",
}


def _functional(module: ModuleOp) -> None:
    """Replace in-place operators by their functional variants."""
    for op in tuple(module.walk()):
        if op.name in _FUNCTIONAL:
            made = schema_op(_FUNCTIONAL[op.name]).create(
                operands=op.operands, result_types=op.result_types
            )
            assert op.parent is not None
            op.parent.insert_op_before(made, op)
            _replace(op, made.results)


BROKEN: dict[str, Callable[[ModuleOp], None]] = {
    "merge reads over writes": merging(_returns_numbers),
    "merge views": merging(_is_view, keeps_writes=True),
    "merge what may be a copy": merging(
        lambda op: _kind(op) in ("to", "reshape", "contiguous", "expand"), keeps_writes=True
    ),
    "merge fresh tensors": merging(lambda op: _only_reads(op) and not _is_view(op)),
    "merge constants that are written": merging(lambda op: isinstance(op, ConstantOp)),
    "merge lists": merging(lambda op: isinstance(op, ListConstructOp)),
    "merge random numbers": merging(lambda op: isinstance(op, SchemaOp) and is_random(op.schema)),
    "merge calls": merging(_is_call),
    "merge prints": merging(lambda op: isinstance(op, PrintOp)),
    "remove dead writes of elements": removing(_writes_elements),
    "remove dead writes of sizes": removing(_writes_sizes),
    "remove dead writes of lists and dicts": removing(_writes_container),
    "remove dead writes of attributes": removing(lambda op: isinstance(op, SetAttrOp)),
    "remove dead calls": removing(_is_call),
    "remove dead branches": removing(lambda op: isinstance(op, IfOp)),
    "remove dead loops": removing(lambda op: isinstance(op, LoopOp)),
    "remove dead random numbers": removing(
        lambda op: isinstance(op, SchemaOp) and is_random(op.schema)
    ),
    "hoist over writes": hoisting(_only_reads),
    "hoist fresh lists": hoisting(lambda op: isinstance(op, ListConstructOp)),
    "hoist writes": hoisting(_writes_elements),
    "hoist random numbers": hoisting(lambda op: isinstance(op, SchemaOp) and is_random(op.schema)),
    "swap what may raise": swapping(_returns_numbers),
    "swap prints and writes": swapping(lambda op: isinstance(op, PrintOp) or _writes_elements(op)),
    "sink views to their use": _last_use_first,
    "forward elements of lists": _forward_list_reads,
    "forward entries of dicts": _forward_dict_reads,
    "forward attributes": _forward_attributes,
    "trust the length of a list": _lengths_of_made_lists,
    "trust stated ranks": _trust_stated_ranks,
    "trust stated sizes": _trust_stated_sizes,
    "keep facts of the first iteration": _first_iteration,
    "drop clones": _identity("clone"),
    "drop conversions": _identity("to contiguous"),
    "copy where there are views": _copying,
    "forget what is in place": _functional,
}
"""The broken rewrites by description."""
