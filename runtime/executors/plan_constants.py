"""The constants that a plan has besides those of its program: the linker of the plan.

constants = PlanConstants(linker)
name = constants.add_object(packed)                 # prim.Constant @plan0
found = constants.evaluate(op, operands)            # prim.Constant dense_resource<plan1>
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import count

from xdsl.dialects.builtin import DenseResourceAttr, SymbolRefAttr
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.runtime.constant_evaluator import LITERALS, evaluate
from xdsl_torchscript.runtime.interpreter.frames import Executable
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.modules.objects import EnumMember, Object
from xdsl_torchscript.runtime.modules.read_only_weights import resources_in
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.tensor import Tensor


class PlanConstants:
    """A linker that knows the tensors and objects that a plan has as constants."""

    def __init__(self, program: Linker) -> None:
        self._program = program
        self._tensors: dict[str, Tensor] = {}
        self._objects: dict[str, Object] = {}
        self._names = map("plan{}".format, count())
        self.has_values = False
        """Whether a plan depends on the values of constants that its program only names."""

    @classmethod
    def over(cls, linker: Linker) -> PlanConstants:
        """Return the linker of a plan, which the plans of its fallback graphs share."""
        return linker if isinstance(linker, PlanConstants) else cls(linker)

    def add_object(self, value: Object) -> Attribute:
        """Return the literal of an object."""
        name = next(self._names)
        self._objects[name] = value
        return SymbolRefAttr(name)

    def _add_copy(self, value: Tensor) -> Attribute:
        """Return the literal of a copy of a tensor, which is contiguous and read-only."""
        copy = value.over(value.array.copy())
        copy.array.flags.writeable = False
        return self._add_tensor(copy)

    def _add_tensor(self, value: Tensor) -> Attribute:
        name = next(self._names)
        self._tensors[name] = value
        return DenseResourceAttr.from_params(
            name, BuiltinTensorType(value.dtype.type, value.array.shape)
        )

    def evaluate(self, op: Operation, operands: Sequence[ConstantOp]) -> Sequence[ConstantOp]:
        """Evaluate an operation on constants (a `ConstantEvaluator`)."""
        self.has_values = True
        makers = {Tensor: self._add_copy, QuantizedTensor: self._add_tensor}
        return evaluate(op, operands, self, {**LITERALS, **makers})

    @contextmanager
    def kept_by(self, function: FuncOp) -> Generator[None]:
        """Keep, of the tensors that are added inside, those that the function names in the end."""
        earlier = set(self._tensors)
        yield
        for name in self._tensors.keys() - earlier - set(resources_in(function)):
            del self._tensors[name]

    # ---- as a linker

    def code(self, name: str) -> Executable:
        """Return a function's code. Raises LookupError."""
        return self._program.code(name)

    def method_code(self, class_name: str, name: str) -> Executable:
        """Return a method's code. Raises LookupError."""
        return self._program.method_code(class_name, name)

    def enum_member(self, enum: str, name: str) -> EnumMember:
        """Return a member of an enum. Raises NoValueError if the program does not define it."""
        return self._program.enum_member(enum, name)

    def resource(self, key: str) -> Tensor:
        """Return a tensor of the plan or of the resource table. Raises NoValueError."""
        found = self._tensors.get(key)
        return self._program.resource(key) if found is None else found

    def object(self, name: str) -> Object:
        """Return the object of a symbol. Raises NoValueError."""
        return self._objects.get(name) or self._program.object(name)
