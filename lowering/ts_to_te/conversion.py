"""The conversion of `ts` to `te`: the map from old to new values.

Tuples and lists of the program have no value at te level: Python tuples of their converted elements
represent them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from xdsl.dialects import cf
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, i8, i64
from xdsl.dialects.builtin import TensorType as BuiltinTensor
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects import te
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, UINT8
from xdsl_torchscript.dialects.prim import ListConstructOp, TupleConstructOp
from xdsl_torchscript.dialects.size_expression import LEAST_SYMBOL, least, sum_of
from xdsl_torchscript.dialects.types import Dim, SizeType, TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import dtype_name
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.core.conversion import Conversion, ConversionRule
from xdsl_torchscript.lowering.core.lowered_dtypes import LOWERED_DTYPES
from xdsl_torchscript.lowering.core.messages import SIZE_BELOW_2
from xdsl_torchscript.lowering.core.rule_table import RuleTable
from xdsl_torchscript.lowering.ts.containers.tuples import maker_of
from xdsl_torchscript.lowering.ts_to_te.computed_sizes import emit_sum
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

TeValue: TypeAlias = "SSAValue | tuple[TeValue, ...] | None"

SCALARS = frozenset(BY_TORCH_NAME[name].type for name in ("int64", "float64", "bool"))
PARTS: dict[Attribute | None, Attribute] = {
    BY_TORCH_NAME[name].type: BY_TORCH_NAME[part].type
    for name, part in (("complex64", "float32"), ("complex128", "float64"))
}
"""The type of the real and imaginary part, by the type of the complex numbers."""
_INDEX = IndexType()


class Refusal(ValueError):
    """An operation or a type has no counterpart at te level; the message gives the reason."""


def shape_and_dtype(type: Attribute) -> tuple[Shape, Attribute]:
    """Return the sizes and element type of a tensor type, all known. A byte without a sign is an i8
    in memory (`byte_elements.py`). Raises `Refusal`."""
    if not isinstance(type, TensorType):
        raise Refusal(f"needs a tensor, not {type}")
    if type.shape is None or type.dtype is None or None in type.shape:
        raise Refusal(f"has a tensor of type {type}, whose sizes or element type are not known")
    if type.dtype not in LOWERED_DTYPES:
        raise Refusal(f"has a tensor of {dtype_name(type.dtype)}, which is not compiled yet")
    return type.shape, i8 if type.dtype == UINT8 else type.dtype


def builtin_tensor(shape: Sequence[Dim], dtype: Attribute) -> te.AnyTensor:
    return _builtin_tensor(tuple(shape), dtype)


@lru_cache(maxsize=256)
def _builtin_tensor(shape: Shape, dtype: Attribute) -> te.AnyTensor:
    return BuiltinTensor(dtype, [d if isinstance(d, int) else DYNAMIC_INDEX for d in shape])


def lower_type(type: Attribute) -> Attribute:
    """Return the type at te level of a tensor or a number. Raises `Refusal`."""
    if type in SCALARS:
        return type
    if isinstance(type, SizeType):
        return i64
    if isinstance(type, TensorType):
        return builtin_tensor(*shape_and_dtype(type))
    raise Refusal(f"has a value of type {type}, which is neither a tensor nor a number")


def memory_type(type: Attribute) -> Attribute:
    """Return the type at te level, like `lower_type`; a tensor of complex numbers gets an axis of
    two. Raises `Refusal`."""
    part = PARTS.get(type.dtype) if isinstance(type, TensorType) else None
    if part is None or not isinstance(type, TensorType) or type.shape is None:
        return lower_type(type)
    shape, _ = shape_and_dtype(TensorType.get(type.shape, part))
    return builtin_tensor((*shape, 2), part)


class TeConversion(Conversion[TeValue]):
    """The conversion to tensor expressions, with the sizes that symbols stand for."""

    def __init__(self, rules: RuleTable[ConversionRule[Any]], symbols: dict[str, SSAValue]) -> None:
        super().__init__(rules)
        self.symbols = symbols

    def type(self, type: Attribute) -> Attribute:
        return lower_type(type)

    @property
    def code(self) -> ScalarCode:
        return ScalarCode(self.emit)

    def value(self, old: SSAValue) -> SSAValue:
        """Return the converted tensor or number; a constant is created anew. Raises `Refusal`."""
        known = STATED.known_constant(old) if old.type in SCALARS else None
        if isinstance(known, int | float):
            return self.code.constant(known, old.type)
        new = self.values.get(old)
        if isinstance(new, SSAValue):
            return new
        raise Refusal(f"has a value of type {old.type}, which is neither a tensor nor a number")

    def aggregate(self, old: SSAValue) -> TeValue:
        """Return any converted value: of a tuple, its elements; None without a counterpart."""
        owner = maker_of(old)
        if isinstance(owner, TupleConstructOp | ListConstructOp):
            return tuple(self.aggregate(element) for element in owner.operands)
        try:
            return self.value(old)
        except Refusal:
            return self.values.get(old)

    def extents(self, shape: Shape) -> list[te.Extent]:
        return [self.extent(size) for size in shape]

    def extent(self, size: Dim) -> te.Extent:
        if isinstance(size, int):
            return size
        if size is None:
            raise Refusal("has an unknown size")
        if size not in self.symbols:
            self.symbols[size] = self._computed(size)
        return self.symbols[size]

    def _computed(self, size: str) -> SSAValue:
        """Compute a size at the start of the function, and fail at run time if it is below 2."""
        block = next((value.owner for value in self.symbols.values()), None)
        if not isinstance(block, Block):
            raise Refusal(f"has the size {size}, which no argument brings")
        code = self.at(self.op, InsertPoint.at_start(block)).code
        try:
            value = emit_sum(code, sum_of(size), self.symbols)
        except KeyError:
            raise Refusal(f"has the size {size}, which no argument brings") from None
        value.name_hint = "size"
        if (least(size) or 0) < LEAST_SYMBOL:
            is_valid = code.compare("ge", value, LEAST_SYMBOL)
            code.emit(cf.AssertOp(is_valid, f"{self.op.name}: {SIZE_BELOW_2}"))
        return value

    def index(self, code: ScalarCode, size: Dim) -> SSAValue:
        """Return a size as an `index` value."""
        extent = self.extent(size)
        return code.constant(extent, _INDEX) if isinstance(extent, int) else extent

    def compute(
        self,
        shape: Shape,
        dtype: Attribute,
        element: Callable[[ScalarCode, Sequence[SSAValue]], SSAValue],
    ) -> SSAValue:
        """Create a `te.compute`; `element` writes its body and returns the scalar to yield."""
        (tensor,) = self.compute_all(shape, [dtype], lambda code, axes: [element(code, axes)])
        return tensor

    def copy(self, tensor: SSAValue) -> SSAValue:
        """Create a copy of a tensor of the program."""
        shape, dtype = shape_and_dtype(tensor.type)
        return self.compute(shape, dtype, lambda code, axes: load(code, self.value(tensor), axes))

    def compute_all(
        self,
        shape: Shape,
        dtypes: Sequence[Attribute],
        elements: Callable[[ScalarCode, Sequence[SSAValue]], Sequence[SSAValue]],
    ) -> Sequence[SSAValue]:
        """Create a `te.compute` of several tensors, as `compute` does."""
        block = Block(arg_types=[_INDEX] * len(shape))
        for axis, argument in enumerate(block.args):
            argument.location = self.emit.location
            argument.name_hint = axis_name(axis)
        code = self.at(self.op, InsertPoint.at_end(block)).code
        code.emit(te.YieldOp(*elements(code, block.args)))
        types = [builtin_tensor(shape, dtype) for dtype in dtypes]
        return self.emit(te.ComputeOp(self.extents(shape), types, Region(block))).results


def axis_name(axis: int) -> str:
    """`i`, `j`, `k`, `l`, then `i4`, `i5`, ..."""
    return "ijkl"[axis] if axis < 4 else f"i{axis}"


def load(code: ScalarCode, tensor: SSAValue, indices: Sequence[SSAValue]) -> SSAValue:
    """Load one element; without indices, the element of a 0-d tensor."""
    loaded = te.tensor_type(tensor.type)
    assert loaded is not None
    return code.emit.create(te.LoadOp, [tensor, *indices], [loaded.element_type]).result


def broadcast_load(
    code: ScalarCode, tensor: SSAValue, shape: Shape, axes: Sequence[SSAValue]
) -> SSAValue:
    """Return the element that broadcasting puts at `axes`: the last axes, and 0 where the size is
    1."""
    own = axes[len(axes) - len(shape) :]
    indices = [
        code.constant(0, _INDEX) if size == 1 else axis
        for size, axis in zip(shape, own, strict=True)
    ]
    return load(code, tensor, indices)


TeRule: TypeAlias = ConversionRule[TeConversion]
"""The conversion of an operator to tensor expressions. `check` raises `Refusal` and the errors of
analyses."""
