"""Tensors as functions of their indices: the vocabulary in which operators become te.

    def _softmax(to: FieldConversion) -> Field:
        x = to.operand("self")
        shifted = to.pointwise(ScalarCode.sub, x, to.reduce(MAXIMUM, x, axes, keepdim=True))
        ...

A `Field` has no memory; `store` gives it some by a `te.compute`, and a reduction is always stored.
A rule returns a field for each result. It is checked by converting the operation on trial.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from math import prod
from typing import TypeAlias, overload

from xdsl.dialects.builtin import IndexType, UnitAttr, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects import te
from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.prim import ListConstructOp, TupleConstructOp
from xdsl_torchscript.dialects.size_expression import symbols_in
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import Dim, ListType, TensorType
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.core.conversion import ConversionRule
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.rule_table import RuleTable
from xdsl_torchscript.lowering.ts_to_te.casts import scalar_operand
from xdsl_torchscript.lowering.ts_to_te.conversion import (
    PARTS,
    Refusal,
    TeConversion,
    TeRule,
    axis_name,
    builtin_tensor,
    load,
    memory_type,
    shape_and_dtype,
)
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_factors import byte_factors
from xdsl_torchscript.lowering.ts_to_te.scalar_code import PythonNumber, ScalarCode

INDEX = IndexType()

Axes: TypeAlias = Sequence[SSAValue]
Element: TypeAlias = Callable[[ScalarCode, Axes], SSAValue]
ScalarUnary: TypeAlias = Callable[[ScalarCode, SSAValue], SSAValue]
ScalarBinary: TypeAlias = Callable[[ScalarCode, SSAValue, SSAValue], SSAValue]
Ternary: TypeAlias = Callable[[ScalarCode, SSAValue, SSAValue, SSAValue], SSAValue]


@dataclass(frozen=True)
class Field:
    """A tensor of these sizes whose element at any index is computed by `at`."""

    shape: Shape
    dtype: Attribute
    at: Element
    stored: SSAValue | None = None
    """The stored tensor with these elements, if any."""

    def broadcast_at(self, code: ScalarCode, axes: Axes) -> SSAValue:
        """Return the element that broadcasting puts at `axes` of a tensor of higher rank."""
        own = axes[len(axes) - len(self.shape) :]
        pairs = zip(self.shape, own, strict=True)
        return self.at(code, [code.constant(0, INDEX) if n == 1 else i for n, i in pairs])

    def cast(self, dtype: Attribute) -> Field:
        if dtype == self.dtype:
            return self
        return Field(self.shape, dtype, lambda code, axes: code.cast(self.at(code, axes), dtype))

    def remap(
        self, shape: Sequence[Dim], where: Callable[[ScalarCode, Axes], Sequence[SSAValue]]
    ) -> Field:
        """Return a field of other sizes whose element at `axes` is that at `where(axes)`."""
        return Field(tuple(shape), self.dtype, lambda code, axes: self.at(code, where(code, axes)))


@dataclass(frozen=True)
class Reducer:
    """An associative and commutative operation, and the value that it starts from."""

    combine: Callable[[ScalarCode, SSAValue, SSAValue], SSAValue]
    start: Callable[[Attribute], PythonNumber]
    needs_element: bool = False


class FieldConversion:
    """The conversion of one operation, by names of its schema's arguments."""

    def __init__(self, to: TeConversion, op: Operation) -> None:
        self.to, self.op, self.call = to, op, CallFacts(op, STATED)

    # ---- operands

    def has(self, name: str) -> bool:
        return self.call.has(name)

    def operand(self, name: str) -> Field:
        """Return a tensor operand."""
        value = self.call.operand(name)
        if value is None:
            raise Refusal(f"has no operand '{name}'")
        return self.tensor(value)

    def optional(self, name: str) -> Field | None:
        return self.operand(name) if self.has(name) else None

    def tensor(self, old: SSAValue) -> Field:
        shape, dtype = shape_and_dtype(old.type)
        return self.field(self.to.value(old), shape, dtype)

    def tensors(self, name: str) -> list[Field]:
        """Return the elements of a list of tensors."""
        value = self.call.operand(name)
        owner = None if value is None else owner_of(value)
        if not isinstance(owner, ListConstructOp):
            raise Refusal(f"has a list '{name}' that is not constructed in this program")
        return [self.tensor(element) for element in owner.operands]

    def number(self, name: str, dtype: Attribute, default: PythonNumber | None = None) -> Field:
        """Return a number, or a 0-d tensor, converted to `dtype`."""
        value = self.call.operand(name)
        if value is None:
            if default is None:
                raise Refusal(f"has no operand '{name}'")
            return self.constant(default, dtype)
        return Field((), dtype, lambda code, _: scalar_operand(self.to, code, value, dtype))

    def number_or_tensor(self, name: str, dtype: Attribute) -> Field:
        """Return a tensor operand of any shape, or a number, converted to `dtype`."""
        value = self.call.operand(name)
        if value is not None and isinstance(value.type, TensorType):
            return self.tensor(value).cast(dtype)
        return self.number(name, dtype)

    def constant_number(self, name: str, default: PythonNumber) -> PythonNumber:
        """Return a number that is a constant. Raises NotConstantError."""
        found = self.call.constant(name)
        if found is None:
            return default
        if not isinstance(found, int | float):
            raise Refusal(f"has {found!r} as '{name}'")
        return found

    # ---- results

    def result(self, index: int = 0) -> tuple[Shape, Attribute]:
        """Return the sizes and element type of a result."""
        return shape_and_dtype(self.op.results[index].type)

    # ---- building

    def field(self, tensor: SSAValue, shape: Shape, dtype: Attribute) -> Field:
        return Field(shape, dtype, lambda code, axes: load(code, tensor, axes), tensor)

    def constant(self, value: PythonNumber, dtype: Attribute) -> Field:
        return Field((), dtype, lambda code, _: code.constant(value, dtype))

    def count(self, sizes: Sequence[Dim], dtype: Attribute) -> Field:
        """Return the product of sizes as a number."""

        numbers = [size for size in sizes if isinstance(size, int)]
        if len(numbers) == len(sizes):
            return self.constant(prod(numbers), dtype)

        def element(code: ScalarCode, _: Axes) -> SSAValue:
            first, *others = [self.to.index(code, size) for size in sizes]
            product = reduce(code.mul, others, first)
            return code.cast(code.cast(product, i64), dtype)

        return Field((), dtype, element)

    @overload
    def pointwise(self, body: ScalarUnary, a: Field, /) -> Field: ...
    @overload
    def pointwise(self, body: ScalarBinary, a: Field, b: Field, /) -> Field: ...
    @overload
    def pointwise(self, body: Ternary, a: Field, b: Field, c: Field, /) -> Field: ...
    def pointwise(self, body: Callable[..., SSAValue], /, *fields: Field) -> Field:
        """Return `body` of the elements of fields, which are broadcast and of one type."""
        shape = shapes.broadcast([field.shape for field in fields])

        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            return body(code, *(field.broadcast_at(code, axes) for field in fields))

        return Field(shape, fields[0].dtype, element)

    def store(self, field: Field) -> Field:
        """Return a copy of the field in separate memory."""
        if field.stored is not None:
            return field
        tensor = self.to.compute(field.shape, field.dtype, field.at)
        return self.field(tensor, field.shape, field.dtype)

    def arrange(self, field: Field) -> Field:
        """Return a copy of the field in a layout that no later pass undoes."""
        types = [field.dtype]
        (arranged,) = self.arrange_all(
            field.shape, types, lambda code, axes: [field.at(code, axes)]
        )
        return arranged

    def arrange_all(
        self,
        shape: Shape,
        dtypes: Sequence[Attribute],
        elements: Callable[[ScalarCode, Axes], Sequence[SSAValue]],
    ) -> list[Field]:
        """Return fields that are stored together, as `arrange` does one."""
        tensors = self.to.compute_all(shape, dtypes, elements)
        assert isinstance(tensors[0].owner, Operation)
        tensors[0].owner.attributes[te.STORED] = UnitAttr()
        return [self.field(tensor, shape, t) for tensor, t in zip(tensors, dtypes, strict=True)]

    def keep(self, old: SSAValue) -> None:
        """Let no later pass compute a tensor where it is read, in another order."""
        made = self.to.values.get(old)
        if isinstance(made, SSAValue) and isinstance(made.owner, te.ComputeOp):
            made.owner.attributes[te.STORED] = UnitAttr()

    def reduce(
        self, reducer: Reducer, field: Field, axes: Sequence[int], *, keepdim: bool = False
    ) -> Field:
        """Return a stored field in which the elements along `axes` are combined."""
        shape, dtype = field.shape, field.dtype
        over = [shape[axis] for axis in axes]
        if reducer.needs_element and 0 in over:
            raise Refusal("has no element to start from")
        kept = shapes.reduce(shape, axes, keepdim)
        block = Block(arg_types=[*[INDEX] * (len(kept) + len(over)), dtype])
        for number, argument in enumerate(block.args):
            argument.location = self.to.emit.location
            argument.name_hint = axis_name(number)
        block.args[-1].name_hint = "acc"
        inside = self.to.at(self.op, InsertPoint.at_end(block)).code
        outer, inner = iter(block.args[: len(kept)]), iter(block.args[len(kept) : -1])
        indices: list[SSAValue] = []
        for axis in range(len(shape)):
            if axis in axes and keepdim:
                next(outer)
            indices.append(next(inner) if axis in axes else next(outer))
        element = field.at(inside, indices)
        inside.emit(te.YieldOp(reducer.combine(inside, block.args[-1], element)))
        start = self.to.code.constant(reducer.start(dtype), dtype)
        reduction = te.ReduceOp(
            self.to.extents(kept),
            self.to.extents(tuple(over)),
            [start],
            [builtin_tensor(kept, dtype)],
            Region(block),
        )
        return self.field(self.to.emit(reduction).result, kept, dtype)

    def iterate(
        self, count: SSAValue | int, fields: Sequence[Field], step: IterationStep
    ) -> list[Field]:
        """Apply a step `count` times to fields, which are stored between the steps."""
        code, firsts = self.to.code, [self.store(field) for field in fields]
        last = code.constant(count, INDEX) if isinstance(count, int) else count

        def body(emit: Emitter, number: SSAValue, carried: Axes) -> list[SSAValue]:
            inside = FieldConversion(self.to.at(self.op, emit.point), self.op)
            before = [
                self.field(tensor, field.shape, field.dtype)
                for tensor, field in zip(carried, firsts, strict=True)
            ]
            return inside.memory_of(step(inside, number, before))

        first, by = code.constant(0, INDEX), code.constant(1, INDEX)
        loop = self.to.emit.loop(first, last, by, body, self.memory_of(firsts))
        return [
            self.field(tensor, field.shape, field.dtype)
            for tensor, field in zip(loop.results, firsts, strict=True)
        ]

    def memory_of(self, fields: Sequence[Field]) -> list[SSAValue]:
        """Store fields, and return their tensors."""
        tensors = [self.store(field).stored for field in fields]
        return [tensor for tensor in tensors if tensor is not None]


IterationStep: TypeAlias = Callable[[FieldConversion, SSAValue, list[Field]], Sequence[Field]]
"""The fields after a step of an iteration, of its number and the fields before it."""

Fields: TypeAlias = "Field | Sequence[Field]"
FieldRule: TypeAlias = Callable[[FieldConversion], Fields]
"""The fields of the results of an operation; of a result that is a list, those of its elements.

Raises Refusal, or an error of the analyses."""


def _convert(rule: FieldRule, to: TeConversion, op: Operation) -> object:
    here = FieldConversion(to, op)
    fields = rule(here)
    if isinstance(fields, Field):
        fields = [fields]
    if isinstance(op.results[0].type, ListType):
        return tuple(here.store(field).stored for field in fields)
    return [
        here.store(field.cast(_element_type(old.type))).stored
        for field, old in zip(fields, op.results, strict=True)
    ]


def _element_type(type: Attribute) -> Attribute:
    """Return the type of a result's elements; for complex numbers, the type of the parts."""
    dtype = type.dtype if isinstance(type, TensorType) else None
    return PARTS[dtype] if dtype in PARTS else shape_and_dtype(type)[1]


def _leaves(value: SSAValue) -> list[SSAValue]:
    owner = owner_of(value)
    if isinstance(owner, ListConstructOp | TupleConstructOp):
        return [leaf for element in owner.operands for leaf in _leaves(element)]
    return [value]


def _check_types(op: Operation) -> None:
    """Check that all tensors have types at te level. Raises Refusal."""
    for result in op.results:
        if not isinstance(result.type, ListType):
            memory_type(result.type)
    for leaf in (leaf for operand in op.operands for leaf in _leaves(operand)):
        if isinstance(leaf.type, TensorType):
            memory_type(leaf.type)


def _try(rule: FieldRule, op: Operation) -> None:
    """Convert the operation on trial. Raises Refusal, or an error of the analyses."""
    leaves = [leaf for operand in op.operands for leaf in _leaves(operand)]
    leaves += byte_factors(op) or ()
    sizes = symbols_of([value.type for value in (*leaves, *op.results)])
    symbols = sorted({symbol for size in sizes for symbol in symbols_in(size)})
    scratch = Block(arg_types=[INDEX] * len(symbols))
    to = TeConversion(_NO_RULES, dict(zip(symbols, scratch.args, strict=True)))
    for leaf in leaves:
        if isinstance(leaf.type, TensorType) or STATED.known_constant(leaf) is None:
            _bind(to, leaf, scratch)
    _convert(rule, to.at(op, InsertPoint.at_end(scratch)), op)


def _bind(to: TeConversion, leaf: SSAValue, scratch: Block) -> None:
    try:
        type = memory_type(leaf.type)
    except Refusal:
        return  # an operand that the rule does not read, or it will be refused there
    to.values[leaf] = scratch.insert_arg(type, len(scratch.args))


_NO_RULES: RuleTable[ConversionRule[TeConversion]] = RuleTable("a te lowering")


def field_rule(rule: FieldRule) -> TeRule:
    """Return the lowering of an operator by a rule on fields."""
    return ConversionRule(partial(_convert, rule), _check_types, partial(_try, rule))


def field_rules(rules: dict[str, FieldRule]) -> dict[str, TeRule]:
    """Return lowerings by the names of `aten` ops; a key is one or more names without `aten.`."""
    return {
        f"aten.{name}": field_rule(rule) for names, rule in rules.items() for name in names.split()
    }
