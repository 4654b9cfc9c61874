"""Short sequences on which unsound passes go wrong: something is read, written and read again; two
equal operations make two values, and one of them is written."""

from __future__ import annotations

from collections.abc import Sequence

from builder import ATTRIBUTES, Builder, erased
from operators import (
    DICTS,
    LISTS,
    MAYBE_VIEWS,
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
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import GetAttrOp, SetAttrOp
from xdsl_torchscript.dialects.types import ClassType, DictType, ListType, TensorType

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
    """The result of one of the operators with this first operand; None if none succeeds."""
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
    """Two equal reads of a value with a write of it between them."""
    value = builder.pick(lambda value: isinstance(value.type, (*_READS, ClassType)))
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
    name = builder.random.choice(list(ATTRIBUTES))
    type = ATTRIBUTES[name]
    read = GetAttrOp(owner, name, type)
    other = builder.pick(lambda value: erased(value.type) == type)
    if (
        builder.attempt(read)
        and other is not None
        and builder.attempt(SetAttrOp(owner, name, other))
    ):
        _again(builder, read.result)


def _again(builder: Builder, value: SSAValue) -> SSAValue | None:
    """The operation that made a value once more."""
    op = value.owner
    assert isinstance(op, Operation)
    copy = op.clone()
    if not builder.attempt(copy):
        return None
    builder.telling += [*op.results, *copy.results]
    return copy.results[0]


def write_one_of_two(builder: Builder, depth: int) -> None:
    """Two equal operations, and a write of what one of them made."""

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
