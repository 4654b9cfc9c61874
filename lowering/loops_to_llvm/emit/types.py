"""LLVM IR's spelling of types, and the suffixes of overloaded intrinsics."""

from collections.abc import Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    Float80Type,
    Float128Type,
    IntAttr,
    IntegerType,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from xdsl_torchscript.lowering.core.vector_lanes import MOST_LANES
from xdsl_torchscript.lowering.loops_to_llvm.emit.text import Unsupported, symbol

FLOAT_NAMES: dict[type[Attribute], tuple[str, str]] = {
    Float16Type: ("half", "f16"),
    BFloat16Type: ("bfloat", "bf16"),
    Float32Type: ("float", "f32"),
    Float64Type: ("double", "f64"),
    Float80Type: ("x86_fp80", "f80"),
    Float128Type: ("fp128", "f128"),
}
"""Float type -> its name, and its name in an intrinsic's suffix."""


class TypeTable:
    """Spells types; remembers the bodies of named structs, which a module defines at its top."""

    def __init__(self) -> None:
        self._structs: dict[str, str] = {}

    def text(self, given: Attribute) -> str:
        """LLVM IR's name of a type. Raises Unsupported for a type that LLVM does not have."""
        if type(given) in FLOAT_NAMES:
            return FLOAT_NAMES[type(given)][0]
        match given:
            case IntegerType():
                return f"i{given.width.data}"
            case llvm.LLVMPointerType(addr_space=IntAttr(data=space)) if space:
                return f"ptr addrspace({space})"
            case llvm.LLVMPointerType():
                return "ptr"
            case llvm.LLVMVoidType():
                return "void"
            case llvm.LLVMArrayType():
                return f"[{given.size.data} x {self.text(given.type)}]"
            case llvm.LLVMStructType():
                return self._struct(given)
            case llvm.LLVMFunctionType():
                return self.function(given)
            case _ if isa(given, VectorType):
                return self._vector(given)
            case _:
                raise Unsupported(f"has the type {given}, which LLVM IR does not have")

    def type_list(self, types: Sequence[Attribute]) -> str:
        return ", ".join(map(self.text, types))

    def function(self, signature: llvm.LLVMFunctionType) -> str:
        """`i32 (ptr, ...)`."""
        inputs = [self.text(t) for t in signature.inputs]
        if signature.is_variadic:
            inputs.append("...")
        return f"{self.text(signature.output)} ({', '.join(inputs)})"

    def definitions(self) -> list[str]:
        return [f"{name} = type {body}" for name, body in self._structs.items()]

    def _struct(self, struct: llvm.LLVMStructType) -> str:
        body = f"{{ {self.type_list(struct.types.data)} }}" if struct.types.data else "{}"
        if not struct.struct_name.data:
            return body
        name = symbol("%", struct.struct_name.data)
        if self._structs.setdefault(name, body) != body:
            raise Unsupported(f"uses two different structs of the name {name}")
        return name

    def _vector(self, vector: VectorType) -> str:
        if vector.get_num_dims() != 1:
            raise Unsupported(f"has the type {vector}; vectors of LLVM IR have one dimension")
        (lanes,) = vector.get_shape()
        if lanes > MOST_LANES:
            raise Unsupported(f"has the type {vector}, of more than {MOST_LANES} lanes")
        scale = "vscale x " if vector.get_num_scalable_dims() else ""
        return f"<{scale}{lanes} x {self.text(vector.element_type)}>"


def suffix(given: Attribute) -> str:
    """Return a type's part of the name of an overloaded intrinsic, as in `llvm.sqrt.v4f32`.

    Raises Unsupported for types over which no intrinsic is overloaded.
    """
    if type(given) in FLOAT_NAMES:
        return FLOAT_NAMES[type(given)][1]
    match given:
        case IntegerType():
            return f"i{given.width.data}"
        case llvm.LLVMPointerType(addr_space=IntAttr(data=space)):
            return f"p{space}"
        case llvm.LLVMPointerType():
            return "p0"
        case _ if isa(given, VectorType) and given.get_num_dims() == 1:
            scale = "nx" if given.get_num_scalable_dims() else ""
            return f"{scale}v{given.get_shape()[0]}{suffix(given.element_type)}"
        case _:
            raise Unsupported(f"takes the type {given}, for which LLVM has no intrinsic")
