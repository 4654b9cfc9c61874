"""Calls of LLVM's intrinsics, each declared once per combination of types.

`llvm.intr.sqrt` on `vector<4xf32>` is `@llvm.sqrt.v4f32`. The suffix lists the types over which
the intrinsic is overloaded: its result's, unless the table says otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import llvm
from xdsl.dialects.builtin import BoolAttr, IntegerAttr
from xdsl.ir import Attribute, Operation
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended.llvm_vectors import MaskedLoadOp, MaskedStoreOp
from xdsl_torchscript.lowering.loops_to_llvm.emit.constants import constant
from xdsl_torchscript.lowering.loops_to_llvm.emit.scope import FunctionScope
from xdsl_torchscript.lowering.loops_to_llvm.emit.text import Unsupported, fast_math, words
from xdsl_torchscript.lowering.loops_to_llvm.emit.types import suffix

INTRINSIC_PREFIX = "llvm.intr."
RESULT = -1


@dataclass(frozen=True)
class Form:
    """The differences between the call of an intrinsic and its operation."""

    overloads: tuple[int, ...] = (RESULT,)
    """The operands, by index, and the result whose types form the suffix of the name."""

    immediates: tuple[str, ...] = ()
    """Properties that become arguments after the operands; an absent one is `i1 false`."""


_TRANSFER = Form(overloads=(0, 1, 2), immediates=("isVolatile",))
FORMS: dict[str, Form] = {
    "abs": Form(immediates=("is_int_min_poison",)),
    "ctlz": Form(immediates=("is_zero_poison",)),
    "cttz": Form(immediates=("is_zero_poison",)),
    "memcpy": _TRANSFER,
    "memmove": _TRANSFER,
    "memset": Form(overloads=(0, 2), immediates=("isVolatile",)),
    "prefetch": Form(overloads=(0,), immediates=("rw", "hint", "cache")),
    "powi": Form(overloads=(RESULT, 1)),
    "stackrestore": Form(overloads=(0,)),
    "trap": Form(overloads=()),
    "vector.reduce.fadd": Form(overloads=(1,)),
    "vector.reduce.fmul": Form(overloads=(1,)),
    **{
        f"vector.reduce.{kind}": Form(overloads=(0,))
        for kind in (
            *("add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"),
            *("fmax", "fmin", "fmaximum", "fminimum"),
        )
    },
}


def intrinsic_call(scope: FunctionScope, op: Operation) -> str:
    """Return the call that implements an `llvm.intr.*` operation."""
    base = op.name.removeprefix(INTRINSIC_PREFIX)
    form = FORMS.get(base, Form())
    types = [(op.results[0] if i == RESULT else op.operands[i]).type for i in form.overloads]
    name = ".".join(("llvm", base, *map(suffix, types)))
    arguments = [scope.typed_value(operand) for operand in op.operands]
    signature = [*op.operand_types]
    for key in form.immediates:
        given = op.properties.get(key, op.attributes.get(key))
        number = given if isa(given, IntegerAttr) else BoolAttr.from_bool(False)
        text = constant(number, number.type, scope.types)
        arguments.append(f"{scope.types.text(number.type)} {text}")
        signature.append(number.type)
    return _call(scope, op, name, signature, arguments)


def named_intrinsic_call(scope: FunctionScope, op: llvm.CallIntrinsicOp) -> str:
    """`llvm.call_intrinsic "llvm.x"(...)`: the program spells the whole name."""
    if op.op_bundle_operands:
        raise Unsupported("has operand bundles, which the emitter does not write")
    arguments = [scope.typed_value(argument) for argument in op.args]
    return _call(scope, op, op.intrin.data, [a.type for a in op.args], arguments)


def masked_load(scope: FunctionScope, op: MaskedLoadOp) -> str:
    name = f"llvm.masked.load.{suffix(op.res.type)}.{suffix(op.data.type)}"
    arguments = [
        _align(scope, op.data.type, op.alignment, scope.value(op.data)),
        scope.typed_value(op.mask),
        scope.typed_value(op.pass_thru),
    ]
    return _call(scope, op, name, op.operand_types, arguments)


def masked_store(scope: FunctionScope, op: MaskedStoreOp) -> str:
    name = f"llvm.masked.store.{suffix(op.value.type)}.{suffix(op.data.type)}"
    arguments = [
        scope.typed_value(op.value),
        _align(scope, op.data.type, op.alignment, scope.value(op.data)),
        scope.typed_value(op.mask),
    ]
    return _call(scope, op, name, op.operand_types, arguments)


def _align(scope: FunctionScope, kind: Attribute, alignment: IntegerAttr, value: str) -> str:
    return f"{scope.types.text(kind)} align {alignment.value.data} {value}"


def _call(
    scope: FunctionScope,
    op: Operation,
    name: str,
    signature: Sequence[Attribute],
    arguments: list[str],
) -> str:
    result = op.results[0].type if op.results else llvm.LLVMVoidType()
    callee = scope.module.intrinsic(name, result, signature)
    flags = op.properties.get("fastmathFlags")
    return words(
        (
            "call",
            fast_math(flags) if isinstance(flags, llvm.FastMathAttr) else "",
            scope.types.text(result),
            f"{callee}({', '.join(arguments)})",
        )
    )
