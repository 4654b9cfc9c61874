"""Builder of operations of the ts level, called as in a program.

    b = OpBuilder.before(op)
    y = b.aten.add(x, 1, alpha=2)

`b.aten.add` selects the overload, fills in defaults and converts arguments as TorchScript does.
Python numbers, strings, lists and None become constants. Result types come from the schema, or from
`infer`, which passes in the type rules of a higher layer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, cast

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.call_ops import insert_call
from xdsl_torchscript.dialects.prim import ConstantOp, ListConstructOp
from xdsl_torchscript.dialects.schema.calls import MatchedSchema, match_call, no_overload
from xdsl_torchscript.dialects.schema.model import Constant
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.emitter import Emitter, Op

CallArgument: TypeAlias = "SSAValue | Constant | Sequence[CallArgument]"
"""An argument of an operator: an SSA value, or a Python constant."""

Infer: TypeAlias = Callable[[Operation], Sequence[Attribute]]
"""A function from an op to the types of its results."""


def declared_types(op: Operation) -> Sequence[Attribute]:
    """Return the types that the op has."""
    return op.result_types


@dataclass(frozen=True)
class OpBuilder(Emitter):
    """An emitter that calls operators by name. Number, string and None constants are shared."""

    infer: Infer = declared_types
    _constants: dict[tuple[type, str], SSAValue] = field(
        default_factory=dict[tuple[type, str], SSAValue]
    )

    def with_inference(self, infer: Infer) -> OpBuilder:
        """Return the builder with another source of result types."""
        return replace(self, infer=infer)

    @property
    def aten(self) -> OperatorNamespace:
        """The operators of `aten`: `b.aten.add(x, y)`."""
        return OperatorNamespace(self, "aten")

    def op(self, kind: str, *args: CallArgument, **kwargs: CallArgument) -> SchemaOp:
        """Insert a call of the operator `aten::add`. Raises ValueError if no overload accepts
        it."""
        values = [self.value(arg) for arg in args]
        named = {name: self.value(arg) for name, arg in kwargs.items()}
        matched = match_call(kind, values, named)
        if not isinstance(matched, MatchedSchema):
            raise ValueError(no_overload(kind, values, named, matched))
        return insert_call(self, matched)

    def insert(self, op: Op) -> Op:
        """Insert an op with inferred result types. If inference fails, the op uses no values."""
        try:
            types = self.infer(op)
        except BaseException:
            op.drop_all_references()
            raise
        for result, type in zip(tuple(op.results), types, strict=True):
            if result.type != type:
                Rewriter.replace_value_with_new_type(result, type)
        return self(op)

    def value(self, argument: CallArgument) -> SSAValue:
        """Return an argument's value; a list that contains values becomes a ListConstruct."""
        if isinstance(argument, SSAValue):
            return argument
        if not isinstance(argument, Sequence) or isinstance(argument, str):
            return self.constant(argument)
        if not any(isinstance(part, SSAValue) for part in argument):
            return self.constant(cast(Constant, tuple(argument)))
        parts = [self.value(part) for part in argument]
        first = parts[0].type
        element = TensorType.get() if isinstance(first, TensorType) else first
        return self(ListConstructOp(parts, element)).result

    def constant(self, value: Constant) -> SSAValue:
        """Emit a constant. Lists are new at each call, since programs may write to them."""
        if isinstance(value, tuple):
            return self(ConstantOp.of(value)).result
        key = (type(value), repr(value))  # 1, 1.0 and True are equal.
        if key not in self._constants:
            self._constants[key] = self(ConstantOp.of(value)).result
        return self._constants[key]


@dataclass(frozen=True)
class OperatorNamespace:
    """The operators of a namespace as functions with one result."""

    builder: OpBuilder
    name: str

    def __getattr__(self, kind: str) -> Callable[..., SSAValue]:
        def call(*args: CallArgument, **kwargs: CallArgument) -> SSAValue:
            results = self.builder.op(f"{self.name}::{kind}", *args, **kwargs).results
            if len(results) != 1:
                raise ValueError(
                    f"'{self.name}::{kind}' has {len(results)} results: use OpBuilder.op"
                )
            return results[0]

        return call
