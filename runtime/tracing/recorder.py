"""The recorder of a trace: executed operators become ops on SSA values.

Values are tracked by identity: an operator's result, or an input, stays the same object. An unknown
tensor is a constant of the program; a number always is. The recorder does not inspect tensors: its
host does.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from xdsl.dialects.builtin import LocationAttr, SymbolRefAttr, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.locations import file_position
from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    ConstantOp,
    DictConstructOp,
    ListConstructOp,
    ListUnpackOp,
    TupleConstructOp,
    TupleUnpackOp,
)
from xdsl_torchscript.dialects.schema.matching import Bindings
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.subtyping import substitute
from xdsl_torchscript.dialects.types import (
    DictType,
    FunctionType,
    ListType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.runtime.tracing.scopes import ModuleCall, Path

_TENSOR = TensorType.get()
_Op = TypeVar("_Op", bound=Operation)
_LITERALS = (type(None), bool, int, float, complex, str)
_NUMBER_OF: Mapping[str, str] = {
    "aten::Int": "aten.Int.Tensor",
    "aten::Float": "aten.Float.Tensor",
    "aten::Complex": "aten.Complex.Tensor",
    "aten::ScalarImplicit": "aten.ScalarImplicit",
}


class TraceError(TypeError):
    """A function cannot be traced; the message suggests a remedy."""


class TracerWarning(UserWarning):
    """The traced program may behave differently from the function for other inputs."""


@dataclass(frozen=True)
class Implicit:
    """The number in a tensor, extracted by the operator `kind`."""

    tensor: Any
    kind: str


class RecorderHost(Protocol):
    """The recorder's interface to values and their origin."""

    def is_tensor(self, value: Any) -> bool: ...

    def number_in(self, tensor: Any) -> Any:
        """Return the only element of a tensor."""
        ...

    def constant(self, value: Any) -> ConstantOp:
        """Return the constant for a value unknown to the trace. Raises TraceError."""
        ...

    def path(self, value: Any) -> Path | None:
        """Return the path of a tensor in a module, or None."""
        ...

    def type_at(self, path: Path) -> Attribute:
        """Return the attribute's type at a path."""
        ...

    def location(self) -> LocationAttr:
        """Return the source line that is running."""
        ...

    def call_module(
        self, recorder: Recorder, module: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any: ...

    def call_scripted(
        self, recorder: Recorder, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any: ...


class Recorder:
    """Records into the innermost scope; `scope` is initially the whole trace's."""

    def __init__(self, host: RecorderHost, scope: ModuleCall) -> None:
        self.host = host
        self.scope = scope
        # The object is kept alive, as another one could get its identity.
        self._known: dict[int, tuple[Any, SSAValue]] = {}
        self._warned: dict[Any, Any] = {}

    def insert(self, op: _Op) -> _Op:
        op.location = self.host.location()
        self.scope.block.add_op(op)
        return op

    # ---- values

    def bind(self, value: Any, ssa: SSAValue) -> None:
        """Map the object `value` to `ssa`, and parts of a list or a tuple to its parts."""
        if self.host.is_tensor(value):
            self._known[id(value)] = value, ssa
            return
        if not isinstance(value, list | tuple) or not self.holds_tensors(value):
            return
        parts = list(cast("Sequence[Any]", value))
        if isinstance(ssa.type, ListType):
            unpacked = self.insert(ListUnpackOp(ssa, [ssa.type.element] * len(parts))).results
        else:
            unpacked = self.insert(TupleUnpackOp(ssa)).results
        for part, result in zip(parts, unpacked, strict=True):
            self.bind(part, result)

    def holds_tensors(self, value: Any) -> bool:
        if isinstance(value, list | tuple):
            return any(map(self.holds_tensors, cast("Sequence[Any]", value)))
        return self.host.is_tensor(value)

    def lookup(self, tensor: Any) -> SSAValue | None:
        """Return the SSA value of a tensor: a recorded value, or an attribute of a module, or
        None."""
        found = self._known.get(id(tensor))
        if found is not None:
            return found[1]
        path = self.host.path(tensor)
        return None if path is None else self.attribute(path)

    def attribute(self, path: Path) -> SSAValue:
        """Return the attribute at a path, read in the innermost scope that contains it."""
        return self.scope.holder(path).read(path, self.host.type_at, self.host.location())

    def value(self, value: Any, formal: Attribute | None = None) -> SSAValue:
        """Return the SSA value for an operand; `formal` is the expected type."""
        if isinstance(formal, OptionalType) and value is not None:
            formal = formal.element
        if isinstance(value, Implicit):
            return self._extract_number(value)
        if self.host.is_tensor(value):
            found = self.lookup(value)
            return self.insert(self.host.constant(value)).result if found is None else found
        if isinstance(value, list):
            element = formal.element if isinstance(formal, ListType) else None
            return self._list(cast("list[Any]", value), element)
        if isinstance(value, tuple):
            return self.insert(
                TupleConstructOp([*map(self.value, cast("tuple[Any, ...]", value))])
            ).result
        if isinstance(value, dict):
            return self._dict(cast("dict[str, Any]", value))
        if isinstance(value, bool) and isinstance(formal, NumberType):
            value = int(value)
        known = isinstance(value, _LITERALS)
        return self.insert(ConstantOp.of(value) if known else self.host.constant(value)).result

    def _list(self, parts: Sequence[Any], element: Attribute | None) -> SSAValue:
        values = [self.value(part, element) for part in parts]
        if element is None:
            element = values[0].type if values else _TENSOR
        return self.insert(ListConstructOp(values, element)).result

    def _dict(self, table: Mapping[str, Any]) -> SSAValue:
        entries = [self.value(part) for pair in table.items() for part in pair]
        kind = entries[1].type if entries else _TENSOR
        return self.insert(DictConstructOp(entries, StrType(), kind)).result

    def _extract_number(self, number: Implicit) -> SSAValue:
        """Return the number in a tensor.

        For a computed tensor it is extracted here, as the tensor may be written later.
        """
        tensor = self.lookup(number.tensor)
        if tensor is None:
            return self.value(self.host.number_in(number.tensor))
        op_class = schema_op(_NUMBER_OF[number.kind])
        results = [r.type for r in op_class.schema.returns]
        op = op_class.create(operands=[tensor], result_types=results)
        op.location = self.host.location()
        if isinstance(tensor.owner, Block):
            self.scope.block.add_op(op)
        elif tensor.owner.parent is not None:
            tensor.owner.parent.insert_op_after(op, tensor.owner)
        return op.results[0]

    # ---- events

    def record_operator(
        self, schema: FunctionSchema, bindings: Bindings, operands: Sequence[Any], result: Any
    ) -> None:
        """Record the run of an operator; results without tensors are constants instead."""
        if not self.holds_tensors(result):
            return
        formals = [substitute(a.type, bindings) for a in schema.arguments]
        values = [self.value(v, f) for v, f in zip(operands, formals, strict=True)]
        types = [substitute(r.type, bindings) for r in schema.returns]
        op = self.insert(schema_op(schema.op_name).create(operands=values, result_types=types))
        results = result if len(types) > 1 else [result]
        for value, ssa in zip(results, op.results, strict=True):
            self.bind(value, ssa)

    def record_size(self, tensor: Any, dim: int | None, size: Any) -> None:
        """Record a size of `tensor` along `dim`, or its element count, as the new tensor `size`."""
        operands = [self.value(tensor)] + ([] if dim is None else [self.value(dim)])
        name = "aten.numel" if dim is None else "aten.size.int"
        number = self.insert(schema_op(name).create(operands=operands, result_types=[i64]))
        to_tensor = schema_op("prim.NumToTensor.Scalar")
        made = to_tensor.create(operands=list(number.results), result_types=[_TENSOR])
        self.bind(size, self.insert(made).results[0])

    def call_module(self, module: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Record the call of a module: its `forward` becomes a method."""
        return self.host.call_module(self, module, args, kwargs)

    def call_scripted(self, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Record the call of a scripted function or method, which keeps its control flow."""
        return self.host.call_scripted(self, callee, args, kwargs)

    def record_function_call(
        self, name: str, args: Sequence[SSAValue], result_type: Attribute, result: Any
    ) -> None:
        """Record the call of a function of the program."""
        callee = self.insert(function_constant(name)).result
        self.bind(result, self.insert(CallFunctionOp(callee, args, result_type)).result)

    def record_method_call(
        self,
        object: SSAValue,
        name: str,
        args: Sequence[SSAValue],
        result_type: Attribute,
        result: Any,
    ) -> None:
        """Record the call of a method of an object."""
        self.bind(result, self.insert(CallMethodOp(object, name, args, result_type)).result)

    def warn_constant(self, tensor: Any, what: str) -> None:
        """Warn that the program keeps the current value of `tensor`; `what` names the cause."""
        place = file_position(self.host.location())
        if place is None or (id(tensor) not in self._known and self.host.path(tensor) is None):
            return
        message = (
            f"{what}: the trace keeps the current value, whatever later inputs are; "
            "compute with tensors, or use ts.script for this part"
        )
        name, line = place.filename.data, place.line.data
        warnings.warn_explicit(message, TracerWarning, name, line, registry=self._warned)

    # ---- inputs and outputs

    def add_input(self, name: str, value: Any) -> None:
        """Add an argument of the traced function: a tensor, or tensors in tuples, lists and
        dicts."""
        ssa = self.scope.argument(name, self.type_of_structure(value, f"the input '{name}'"))
        self._spread(value, ssa)

    def _spread(self, value: Any, ssa: SSAValue) -> None:
        """Bind the tensors of an input by unpacking it."""
        if isinstance(value, list | tuple):
            parts = cast("Sequence[Any]", value)
            if isinstance(ssa.type, ListType):
                unpacked = self.insert(ListUnpackOp(ssa, [ssa.type.element] * len(parts))).results
            else:
                unpacked = self.insert(TupleUnpackOp(ssa)).results
            for part, result in zip(parts, unpacked, strict=True):
                self._spread(part, result)
        elif isinstance(value, dict):
            get = schema_op("aten.__getitem__.Dict_str")
            element = cast(DictType, ssa.type).value
            for key, part in cast("dict[str, Any]", value).items():
                op = get.create(operands=[ssa, self.value(key)], result_types=[element])
                self._spread(part, self.insert(op).results[0])
        else:
            self.bind(value, ssa)

    def type_of_structure(self, value: Any, what: str) -> Attribute:
        """Return the type of nested tensors. Raises TraceError for anything else."""
        if self.host.is_tensor(value):
            return _TENSOR
        if isinstance(value, tuple):
            parts = cast("tuple[Any, ...]", value)
            return TupleType.get([self.type_of_structure(part, what) for part in parts])
        if isinstance(value, list):
            return ListType(self._common(cast("list[Any]", value), what))
        if isinstance(value, dict):
            table = cast("dict[Any, Any]", value)
            if not all(isinstance(key, str) for key in table):
                raise TraceError(f"{what} is a dict with keys that are not strings")
            return DictType(StrType(), self._common(list(table.values()), what))
        raise TraceError(
            f"{what} is or contains a value of type '{type(value).__name__}'; inputs and results "
            "of a trace are tensors, and tuples, lists and dicts of tensors"
        )

    def _common(self, parts: Sequence[Any], what: str) -> Attribute:
        types = [self.type_of_structure(part, what) for part in parts]
        if any(kind != types[0] for kind in types):
            raise TraceError(f"the elements of {what} differ in type; use a tuple")
        return types[0] if types else _TENSOR

    def output(self, value: Any) -> SSAValue:
        """Return the trace's result.

        Raises TraceError for anything but tensors, and for tensors that the trace did not compute.
        """
        self.type_of_structure(value, "the result")
        self._check_computed(value)
        return self.value(value)

    def _check_computed(self, value: Any) -> None:
        if isinstance(value, dict):
            value = list(cast("dict[str, Any]", value).values())
        if isinstance(value, list | tuple):
            for part in cast("Sequence[Any]", value):
                self._check_computed(part)
        elif self.lookup(value) is None:
            raise TraceError(
                "the result contains a tensor that the trace cannot derive from the inputs; it "
                "was computed from numbers or outside of recorded operators"
            )


def function_constant(name: str) -> ConstantOp:
    """Return a function of the program as a value."""
    return ConstantOp(SymbolRefAttr(name), FunctionType.get(name))
