"""Facts about values that shape and dtype rules, and passes, read before a program runs.

`Facts` uses the program text alone. A more precise analysis derives from it and overrides
`type_of`, `constant_of` and `is_unwritten`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import ComplexType, Float64Type, IntegerType
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Attribute, Operation, OpResult, SSAValue, Use

from xdsl_torchscript.dialects.constants import (
    KnownConstant,
    NotConstantError,
    attribute_value,
    owner_of,
)
from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    DictConstructOp,
    ListConstructOp,
    ListUnpackOp,
    LoopOp,
    RaiseExceptionOp,
    SizeValueOp,
    TupleConstructOp,
)
from xdsl_torchscript.dialects.schema.effects import has_unknown_effects
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.size_expression import (
    add,
    floordiv,
    greatest_number,
    mul,
    sub,
)
from xdsl_torchscript.dialects.types import Dim, ListType, NoneType, SizeType, StrType, TensorType
from xdsl_torchscript.lowering.analysis.ranges import (
    ANY,
    RANGE_RULES,
    Range,
    range_of_size,
    result_range,
)
from xdsl_torchscript.lowering.core.backward_slice import backward_slice

_NEVER_NONE = frozenset({TensorType, IntegerType, Float64Type, ListType, StrType})
"""Types without None among their values: most operands are of one."""

_SIZE_ARITHMETIC: dict[str, Callable[[Dim, Dim], Dim]] = {
    "aten.add.int": add,
    "aten.sub.int": sub,
    "aten.mul.int": mul,
    "aten.floordiv.int": lambda a, b: floordiv(a, b) if isinstance(b, int) and b > 0 else None,
}
_LONGEST_SIZE = 64
"""The longest text of a computed size: products of sums grow without bound."""
_GREATEST_NUMBER = 2**20
"""The greatest number in a computed size: kernels multiply sizes in 64 bits."""

DictEntries: TypeAlias = dict[KnownConstant, tuple[SSAValue, SSAValue]]
"""The keys and values of a dict, by constant keys."""


class Facts:
    """Facts that the program text states."""

    def type_of(self, value: SSAValue) -> Attribute:
        """Return a value's type."""
        return value.type

    def is_unwritten(self, value: SSAValue) -> bool:
        """Return whether no operation can write a list after its creation.

        The text proves it only for a list whose uses all read it in place.
        """
        return all(map(_only_reads, value.uses))

    def constant_of(self, value: SSAValue) -> KnownConstant:
        """Return the Python value of a constant, a list as a tuple.

        Raises NotConstantError if the value is computed or may be written.
        """
        if isinstance(self.type_of(value), NoneType):
            return None
        if isinstance(value.type, ComplexType):
            raise NotConstantError("a complex number")
        owner = owner_of(value)
        if owner is None:
            raise NotConstantError("an argument is not constant")
        if isinstance(owner, ListConstructOp | TupleConstructOp):
            return tuple(map(self.constant_of, self.elements_of(value)))
        if not isinstance(owner, ConstantOp):
            raise NotConstantError(f"the result of '{owner.name}' is not constant")
        if is_mutable_type(value.type):
            self._require_unwritten(value)
        return None if owner.value is None else attribute_value(owner.value)

    def elements_of(self, aggregate: SSAValue) -> Sequence[SSAValue]:
        """Return the elements of a tuple or list that the program constructs.

        Raises NotConstantError for any other value, and for a list that may be written.
        """
        owner = owner_of(aggregate)
        if isinstance(owner, TupleConstructOp):
            return owner.operands
        if not isinstance(owner, ListConstructOp):
            raise NotConstantError("a list whose elements are not known")
        self._require_unwritten(aggregate)
        return owner.operands

    def entries_of(self, maker: DictConstructOp) -> DictEntries:
        """Return the keys and values that a dict is constructed with, by its constant keys.

        Raises NotConstantError for other keys.
        """
        entries: DictEntries = {}
        for key, value in zip(maker.keys, maker.values, strict=True):
            known = self.constant_of(key)
            first, _ = entries.get(known, (key, value))
            entries[known] = first, value
        return entries

    def elements_before(self, op: Operation, list_: SSAValue) -> Sequence[SSAValue]:
        """Return the elements that a list has when `op` runs, which may write it.

        Raises NotConstantError if the program does not construct it, or may have written it.
        """
        maker = owner_of(list_)
        if not isinstance(maker, ListConstructOp) or not self.is_unwritten_between(maker, op):
            raise NotConstantError("a list that may have been written")
        return maker.operands

    def is_unwritten_between(self, maker: ListConstructOp, op: Operation) -> bool:
        """Return whether no operation can write a list after `maker` and before `op`.

        Text alone proves it only inside one block.
        """
        uses = [use for use in maker.result.uses if not _only_reads(use)]
        return maker.parent is op.parent and not any(_is_before(use, op) for use in uses)

    def _require_unwritten(self, list_: SSAValue) -> None:
        if not self.is_unwritten(list_):
            raise NotConstantError("a list that may be written")

    def tensor_type_of(self, value: SSAValue) -> TensorType:
        """Return a tensor's type, `!ts.tensor` for any other value."""
        type = self.type_of(value)
        return type if isinstance(type, TensorType) else TensorType.get()

    def is_none(self, value: SSAValue) -> bool:
        """Return whether a value is None by its type, or as a constant of an optional type."""
        if type(value.type) in _NEVER_NONE:
            return False
        owner = owner_of(value)
        absent = isinstance(owner, ConstantOp) and owner.value is None
        return absent or isinstance(self.type_of(value), NoneType)

    def known_constant(self, value: SSAValue) -> KnownConstant:
        """Return a constant's value, or None if it is known at run time only."""
        try:
            return self.constant_of(value)
        except NotConstantError:
            return None

    def int_of(self, value: SSAValue) -> int:
        """Return a constant int. Raises NotConstantError."""
        number = self.constant_of(value)
        if not isinstance(number, int):
            raise NotConstantError(f"{number!r} is not an int")
        return number

    def optional_int_of(self, value: SSAValue) -> int | None:
        """Return a constant int or None. Raises NotConstantError."""
        return None if self.is_none(value) else self.int_of(value)

    def ints_of(self, value: SSAValue) -> tuple[int, ...]:
        """Return a constant list of ints; one int is a list of one. Raises NotConstantError."""
        constant = self.constant_of(value)
        numbers = constant if isinstance(constant, tuple) else (constant,)
        ints = tuple(n for n in numbers if isinstance(n, int))
        if len(ints) != len(numbers):
            raise NotConstantError(f"{constant!r} is not a list of ints")
        return ints

    def dim_of(self, value: SSAValue) -> Dim:
        """Return an int as a size: a number, the size of a tensor that it reads, or arithmetic on
        sizes; None for any other."""
        dims: dict[SSAValue, Dim] = {}
        for each in backward_slice([value], lambda op: op.name in _SIZE_ARITHMETIC):
            dims[each] = self._dim_from(each, dims)
        return dims[value]

    def _dim_from(self, value: SSAValue, dims: Mapping[SSAValue, Dim]) -> Dim:
        """Return an int as a size, by the sizes that it is computed from."""
        size, owner = self._queried_dim(value), owner_of(value)
        if size is not None or owner is None or owner.name not in _SIZE_ARITHMETIC:
            return size
        size = _SIZE_ARITHMETIC[owner.name](*(dims[operand] for operand in owner.operands))
        return size if _is_manageable(size) else None

    def _queried_dim(self, value: SSAValue) -> Dim:
        """Return an int as a size if it is a number or the size of a tensor."""
        owner = owner_of(value)
        try:
            if isinstance(owner, ListUnpackOp) and isinstance(value, OpResult):
                return self._element_of_sizes(owner.list_, value.index)
            if isinstance(owner, SizeValueOp):
                return owner.dim
            if owner is not None and owner.name == "aten.size.int":
                return _at(self._sizes_of(owner.operands[0]), self.int_of(owner.operands[1]))
            if owner is not None and owner.name == "aten.__getitem__.t":
                list_, index = owner.operands
                return self._element_of_sizes(list_, self.int_of(index))
            return self.int_of(value)
        except NotConstantError:
            return None

    def range_of(self, value: SSAValue) -> Range:
        """Return the least and the greatest value that an int can have."""
        ranges: dict[SSAValue, Range] = {}
        for each in backward_slice([value], lambda op: op.name in RANGE_RULES):
            ranges[each] = self._range_from(each, ranges)
        return ranges[value]

    def _range_from(self, value: SSAValue, ranges: Mapping[SSAValue, Range]) -> Range:
        """Return the range of an int by those of the operands that it is computed from."""
        if isinstance(value.type, SizeType):
            return range_of_size(value.type.dim)
        size, owner = self._queried_dim(value), value.owner
        if size is not None:
            return range_of_size(size)
        if isinstance(owner, Operation):
            if owner.name not in RANGE_RULES:
                return ANY
            return result_range(owner.name, [ranges[operand] for operand in owner.operands])
        loop = owner.parent_op()
        if isinstance(loop, LoopOp) and value is loop.trip:
            return Range(0, self.range_of(loop.max_trip_count).high - 1)
        return ANY

    def dims_of(self, value: SSAValue) -> tuple[Dim, ...]:
        """Return a list of ints as sizes. Raises NotConstantError if its length is not known."""
        owner = owner_of(value)
        if isinstance(owner, ListConstructOp | TupleConstructOp):
            return tuple(map(self.dim_of, self.elements_of(value)))
        if owner is not None and owner.name == "aten.size" and self.is_unwritten(value):
            return self._sizes_of(owner.operands[0])
        return self.ints_of(value)

    def _sizes_of(self, tensor: SSAValue) -> tuple[Dim, ...]:
        shape = self.tensor_type_of(tensor).shape
        if shape is None:
            raise NotConstantError("the tensor has unknown sizes")
        return shape

    def _element_of_sizes(self, sizes: SSAValue, index: int) -> Dim:
        """Return an element of a list of sizes."""
        return _at(self.dims_of(sizes), index)


def _is_manageable(size: Dim) -> bool:
    """Return whether a size has a short text and small numbers, unless it is a number."""
    if not isinstance(size, str):
        return True
    return len(size) <= _LONGEST_SIZE and greatest_number(size) <= _GREATEST_NUMBER


def _at(dims: Sequence[Dim], index: int) -> Dim:
    return dims[index] if -len(dims) <= index < len(dims) else None


def _is_before(use: Use, op: Operation) -> bool:
    """Return whether the use may come before `op`, an operation of the block of its value."""
    around = None if op.parent is None else op.parent.find_ancestor_op_in_block(use.operation)
    return around is None or around.is_before_in_block(op)


def _only_reads(use: Use) -> bool:
    """Return whether an operation neither writes an operand nor lets it escape."""
    op: Operation = use.operation
    if not isinstance(op, SchemaOp):
        if isinstance(op, ReturnOp):
            return not isinstance(op.operands[use.index].owner, ConstantOp)
        return isinstance(op, ListUnpackOp | RaiseExceptionOp)
    if use.index >= len(op.schema.arguments):
        return not has_unknown_effects(op.schema)
    argument = op.schema.arguments[use.index]
    if argument.is_written or (argument.alias is not None and "*" in argument.alias.after):
        return False
    # A result other than a tensor may be an operand, or be contained in one.
    return not any(
        returned.alias is not None
        and is_mutable_type(result.type)
        and not isinstance(result.type, TensorType)
        for returned, result in zip(op.schema.returns, op.results, strict=False)
    )


STATED = Facts()
"""The facts of the text, for programs in which nothing is written."""
