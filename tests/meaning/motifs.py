"""Short sequences on which unsound passes go wrong: something is read, written and read again; two
equal operations make two values, and one of them is written."""

from __future__ import annotations

from collections.abc import Sequence

from builder import ATTRIBUTES, TENSOR, Builder, erase_facts
from operators import (
    DICTS,
    LISTS,
    MAYBE_VIEWS,
    POINTWISE,
    PURE,
    QUESTIONS,
    RANDOM,
    RESIZES,
    SIZES,
    VIEWS,
    WRITES,
    NoOperandError,
    random_operator,
)
from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import (
    DictConstructOp,
    GetAttrOp,
    ListConstructOp,
    SetAttrOp,
)
from xdsl_torchscript.dialects.types import ClassType, DictType, ListType, StrType, TensorType

_READS: dict[type[Attribute], Sequence[str]] = {
    TensorType: SIZES * 6 + QUESTIONS + VIEWS + MAYBE_VIEWS + PURE,
    ListType: """
        aten.__getitem__.t aten.__getitem__.t aten.len.t aten.copy.t aten.slice.t aten.add.t
    """.split(),
    DictType: """
        aten.__getitem__.Dict_str aten.__getitem__.Dict_str aten.len.Dict_str aten.keys.str
        aten.values.str aten.__contains__.str
    """.split(),
}
_CHANGES: dict[type[Attribute], Sequence[str]] = {
    TensorType: WRITES + RESIZES + RESIZES,
    ListType: LISTS + "aten._set_item.t aten.insert.t aten.append.t aten.reverse.t".split() * 3,
    DictType: DICTS + ["aten._set_item.str"] * 4,
}


def sample(
    builder: Builder, names: Sequence[str], first: SSAValue, type: Attribute | None = None
) -> SSAValue | None:
    """Add an operator with this first operand, and return its result; None if none succeeds."""
    for name in builder.random.choices(names, k=4):
        try:
            op = random_operator(builder, name, first)
        except NoOperandError:
            continue
        fits = type is None or (len(op.results) == 1 and op.results[0].type == type)
        if not fits:
            builder.discard(op)
        elif builder.attempt(op) and op.results:
            return op.results[0]
    return None


def read_write_read(builder: Builder, depth: int) -> None:
    """Add two equal reads of a value with a write of it between them."""
    wanted = (*_READS, ClassType)
    arguments = [v for v in builder.scope if isinstance(v, BlockArgument)]
    arguments = [v for v in arguments if isinstance(v.type, wanted)]
    value = builder.pick(lambda value: isinstance(value.type, wanted))
    if arguments and builder.chance(0.4):
        value = builder.random.choice(arguments)
    if value is None:
        raise NoOperandError
    if isinstance(value.type, ClassType):
        _attribute(builder, value)
        return
    kind = type(value.type)
    read = sample(builder, _READS[kind], value)
    if read is None:
        return
    for _ in range(builder.random.choice((1, 1, 2))):
        sample(builder, _CHANGES[kind], value)
    _again(builder, read)


def _attribute(builder: Builder, owner: SSAValue) -> None:
    """Write the attribute through any object in scope, which may be the same."""
    name = builder.random.choice(list(ATTRIBUTES))
    type = ATTRIBUTES[name]
    read = GetAttrOp(owner, name, type)
    value = builder.pick(lambda value: erase_facts(value.type) == type)
    other = builder.pick_type(owner.type) or owner
    if not builder.attempt(read) or value is None:
        return
    if builder.attempt(SetAttrOp(other, name, value)):
        _again(builder, read.result)


def write_fresh_container(builder: Builder, depth: int) -> None:
    """Add a fresh list or dict that is written and read."""
    element = builder.random.choice((TENSOR, i64, i64))
    values = [builder.pick_type(element) for _ in range(2)]
    values = [value or builder.literal(1) for value in values]
    if any(value.type != element for value in values):
        raise NoOperandError
    op: Operation = ListConstructOp(values, element)
    if builder.chance(0.4):
        a, b = builder.literal("a"), builder.literal("b")
        op = DictConstructOp([a, values[0], b, values[1]], StrType(), element)
    builder.attempt(op)
    (made,) = op.results
    kind = type(made.type)
    for _ in range(builder.random.choice((1, 2))):
        sample(builder, _CHANGES[kind], made)
    read = sample(builder, _READS[kind], made)
    if read is not None:
        builder.telling += [read, made]


def _again(builder: Builder, value: SSAValue) -> SSAValue | None:
    """Repeat the operation that defines a value."""
    op = value.owner
    assert isinstance(op, Operation)
    copy = op.clone()
    if not builder.attempt(copy):
        return None
    builder.telling += [*op.results, *copy.results]
    return copy.results[0]


def write_one_of_two(builder: Builder, depth: int) -> None:
    """Add two equal operations, and a write of the result of one."""

    def is_made(value: SSAValue) -> bool:
        op = value.owner
        made = isinstance(op, Operation) and not op.regions and op.results[0] is value
        return made and is_mutable_type(value.type) and type(value.type) in _CHANGES

    if builder.chance(0.5):
        operand = builder.pick_tensor()
        names = RANDOM if builder.chance(0.2) else VIEWS + MAYBE_VIEWS + PURE
        found = None if operand is None else sample(builder, names, operand)
    else:
        found = builder.pick(is_made)
    if found is None or type(found.type) not in _CHANGES:
        raise NoOperandError
    second = _again(builder, found)
    if second is not None:
        sample(builder, _CHANGES[type(found.type)], builder.random.choice((found, second)))


def pointwise_chain(builder: Builder) -> None:
    """Add operators that a fusion group can take, with a view or a product between some of them."""
    value = builder.pick_tensor()
    for _ in range(builder.random.randint(2, 5)):
        if value is None:
            return
        names = POINTWISE * 4 + VIEWS[:8] + ["aten.matmul", "aten.sum"]
        value = sample(builder, names, value, TENSOR) or builder.pick_tensor()
