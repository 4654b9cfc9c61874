"""Insertion of operations in sequence, with the location of their source operation.

emit = Emitter.before(op)
zero = emit.index(0)
value = emit(memref.LoadOp.get(buffer, [zero])).res
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self, TypeVar

from xdsl.dialects import scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, LocationAttr
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects.extended.arith import ConstantOp
from xdsl_torchscript.lowering.core.diagnostics import nearest_location

Op = TypeVar("Op", bound=Operation)

_INDEX = IndexType()


@lru_cache(maxsize=4096)
def integer_attribute(value: int, type: IntegerType | IndexType) -> IntegerAttr:
    """Return the attribute of an integer; to construct it, which verifies it, takes longer."""
    return IntegerAttr(value, type)


@dataclass(frozen=True)
class Emitter:
    """Inserts operations in sequence at one point of the program."""

    point: InsertPoint
    location: LocationAttr

    @classmethod
    def before(cls, op: Operation, source: Operation | None = None) -> Self:
        """Return an emitter before `op`, with the location of `source`, or of `op` itself."""
        return cls(InsertPoint.before(op), nearest_location(source or op))

    @classmethod
    def at_end(cls, block: Block, source: Operation) -> Self:
        """Return an emitter at the end of `block`, with the location of `source`."""
        return cls(InsertPoint.at_end(block), nearest_location(source))

    def __call__(self, op: Op, name: str | None = None) -> Op:
        """Insert one operation. `name` is the hint for its results."""
        op.location = self.location
        if name is not None:
            for result in op.results:
                result.name_hint = name
        block, successor = self.point.block, self.point.insert_before
        if successor is None:
            block.add_op(op)
        else:
            block.insert_op_before(op, successor)
        return op

    def create(
        self,
        op_class: type[Op],
        operands: Sequence[SSAValue],
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] = {},
        regions: Sequence[Region] = (),
    ) -> Op:
        """Emit an operation of these parts.

        It takes a third of the time of a constructor, which converts its arguments first.
        """
        return self(
            op_class.create(
                operands=operands,
                result_types=result_types,
                properties=properties,
                regions=regions,
            )
        )

    def index(self, value: int) -> SSAValue:
        """Emit an `index` constant, named `%c<value>`."""
        name = f"c{value}" if value >= 0 else None
        return self.constant_of(integer_attribute(value, _INDEX), _INDEX, name)

    def constant_of(self, value: Attribute, type: Attribute, name: str | None = None) -> SSAValue:
        """Emit a constant."""
        constant = self.create(ConstantOp, [], [type], {"value": value}).results[0]
        if name is not None:
            constant.name_hint = name
        return constant

    def loop(
        self,
        lower: SSAValue,
        upper: SSAValue,
        step: SSAValue,
        body: Callable[[Emitter, BlockArgument, Sequence[BlockArgument]], Sequence[SSAValue]],
        carried: Sequence[SSAValue] = (),
        name: str | None = None,
    ) -> scf.ForOp:
        """Emit an `scf.for`.

        `body` fills the block, given counter and carried values, and returns the values to yield.
        """
        block = Block(arg_types=[_INDEX, *(value.type for value in carried)])
        for argument in block.args:
            argument.location = self.location
        operands, types = [lower, upper, step, *carried], [value.type for value in carried]
        loop = self.create(scf.ForOp, operands, types, regions=[Region(block)])
        block.args[0].name_hint = name
        inside = Emitter(InsertPoint.at_end(block), self.location)
        inside(scf.YieldOp(*body(inside, block.args[0], block.args[1:])))
        return loop
