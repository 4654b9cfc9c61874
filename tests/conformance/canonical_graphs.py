"""Canonical text of graphs: equal for equal graphs, independent of value names.

Constants stand where they are used: PyTorch keeps one of each at the top. Tuples of constants are
constants, as PyTorch's constant propagation makes them, and None is None, whatever type it has.
"""

from __future__ import annotations

import re

from xdsl.dialects.builtin import UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp, TupleConstructOp
from xdsl_torchscript.dialects.types import (
    EnumType,
    FunctionType,
    NamedTupleType,
    TensorType,
    TupleType,
)

_LEFT_OUT = {"ts.default", "function_type", "sym_name", "warn_id"}
_CONSTANT = ("=", "(")


class _Lines:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[SSAValue, str] = {}
        self._count = 0

    def block(self, block: Block, indent: str) -> None:
        for arg in block.args:
            self._name(arg)
        for op in block.ops:
            if not isinstance(op, ConstantOp):
                self._op(op, indent)

    def _name(self, value: SSAValue) -> str:
        self._count += 1
        return self._names.setdefault(value, f"v{self._count}")

    def _op(self, op: Operation, indent: str) -> None:
        operands = [self._use(operand) for operand in op.operands]
        if self._is_constant_tuple(op, operands):
            self._names[op.results[0]] = f"({', '.join(operands)})"
            return
        facts = {**op.properties, **op.attributes}
        shown = {key: str(value) for key, value in facts.items() if key not in _LEFT_OUT}
        results = [f"{self._name(r)}: {_type(op, r.type)}" for r in op.results]
        self.lines.append(f"{indent}{results} {op.name} {operands} {shown}")
        for region in op.regions:
            self.lines.append(f"{indent} region")
            self.block(region.block, indent + "  ")

    def _is_constant_tuple(self, op: Operation, operands: list[str]) -> bool:
        named = isinstance(op, TupleConstructOp) and isinstance(op.result.type, NamedTupleType)
        constant = all(operand.startswith(_CONSTANT) for operand in operands)
        return isinstance(op, TupleConstructOp) and constant and not named

    def _use(self, value: SSAValue) -> str:
        owner = value.owner
        return (
            _literal(owner.value, owner.type)
            if isinstance(owner, ConstantOp)
            else (self._names[value])
        )


def _literal(value: Attribute | None, type: Attribute) -> str:
    if value is None or isinstance(value, UnitAttr):
        return "=None"
    if isinstance(type, TupleType):
        parts = zip(value, type.elements, strict=True)  # pyright: ignore
        return f"({', '.join(_literal(v, t) for v, t in parts)})"
    if isinstance(type, FunctionType | EnumType):
        return f"={re.split('[.@:]+', str(value).strip(chr(34)))[-1]}"
    if isinstance(type, TensorType):
        return "=tensor"
    return f"={value}: {type}"


def _type(op: Operation, type: Attribute) -> str:
    """PyTorch prints no names of named tuples, and knows some sizes."""
    if isinstance(op, TupleConstructOp):
        return "tuple"
    if isinstance(type, TensorType):
        return "tensor"
    return re.sub(r"named_tuple<@[^,]*,", "named_tuple<", str(type))


def canonical_graph(function: FuncOp) -> list[str]:
    """Return the lines of a function or method."""
    made = _Lines()
    made.block(function.body.block, "")
    return made.lines
