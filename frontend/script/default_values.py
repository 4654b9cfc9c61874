"""Default values of parameters: code, and the literal that it evaluates to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.constants import (
    NotConstantError,
    attribute_value,
    literal_attribute,
)
from xdsl_torchscript.dialects.prim.constant import ConstantOp, constant_value
from xdsl_torchscript.dialects.prim.control import IfOp
from xdsl_torchscript.dialects.prim.data import DictConstructOp, ListConstructOp, TupleConstructOp
from xdsl_torchscript.dialects.scalar_evaluation import LISTS, NUMBERS
from xdsl_torchscript.dialects.schema.model import Constant
from xdsl_torchscript.frontend.script.context import Context


@dataclass(frozen=True)
class DefaultValue:
    """The default value of a parameter: code that each call that omits the argument repeats."""

    block: Block
    value: SSAValue

    @staticmethod
    def plain(value: Constant) -> DefaultValue:
        """Return the default for a plain value of Python."""
        op = ConstantOp.of(value)
        return DefaultValue(Block([op]), op.result)

    @property
    def literal(self) -> Attribute | None:
        """The literal, `unit` for None; None for code that only a run evaluates.

        Raises ArithmeticError, LookupError or ValueError if the code fails, as `1 // 0`.
        """
        try:
            return _literal_of(self.value)
        except NotConstantError:
            return None

    def insert(self, c: Context) -> SSAValue:
        made: dict[SSAValue, SSAValue] = {}
        for op in self.block.ops:
            c.insert(op.clone(made))
        return made[self.value]


def _literal_of(value: SSAValue) -> Attribute:
    """Return a value's literal. Raises NotConstantError if only a run knows it."""
    known = constant_value(value)
    if known is not None:
        return known
    op = value.owner
    if isinstance(op, IfOp):
        taken = op.then_block if attribute_value(_literal_of(op.condition)) else op.else_block
        assert taken.last_op is not None
        return _literal_of(taken.last_op.operands[op.results.index(value)])
    if isinstance(op, Operation) and op.name in _EVALUATED:
        return _EVALUATED[op.name]([_literal_of(operand) for operand in op.operands])
    raise NotConstantError("code")


def _on_literals(function: Callable[..., Any]) -> Callable[[Sequence[Attribute]], Attribute]:
    return lambda operands: literal_attribute(function(*map(attribute_value, operands)))


def _dict_of(operands: Sequence[Attribute]) -> Attribute:
    return ArrayAttr(map(ArrayAttr[Attribute], zip(operands[::2], operands[1::2], strict=True)))


_EVALUATED: Mapping[str, Callable[[Sequence[Attribute]], Attribute]] = {
    **{name: _on_literals(function) for name, function in {**NUMBERS, **LISTS}.items()},
    TupleConstructOp.name: ArrayAttr[Attribute],
    ListConstructOp.name: ArrayAttr[Attribute],
    DictConstructOp.name: _dict_of,
    "aten.device": lambda operands: operands[0],
}
"""Operators that have a literal result for literal operands, by op name."""
