"""LLVM IR's instructions: one rule per operation of the llvm dialect.

A rule gives the right-hand side, `fadd fast float %a, %b`; `instruction` puts the name of the
result in front and metadata behind.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation

from xdsl_torchscript.dialects.extended import llvm as ext
from xdsl_torchscript.dialects.extended.llvm_vectors import MaskedLoadOp, MaskedStoreOp
from xdsl_torchscript.lowering.loops_to_llvm.emit.intrinsics import (
    INTRINSIC_PREFIX,
    intrinsic_call,
    masked_load,
    masked_store,
    named_intrinsic_call,
)
from xdsl_torchscript.lowering.loops_to_llvm.emit.scope import FunctionScope
from xdsl_torchscript.lowering.loops_to_llvm.emit.text import (
    Unsupported,
    fast_math,
    overflow,
    quote_string,
    symbol,
    words,
)

Rule = Callable[[FunctionScope, Any], str]
OperationT = TypeVar("OperationT", bound=Operation)
RULES: dict[type[Operation], Rule] = {
    MaskedLoadOp: masked_load,
    MaskedStoreOp: masked_store,
    llvm.CallIntrinsicOp: named_intrinsic_call,
}

FP_WRITTEN_AS = {"_false": "false", "_true": "true"}


def instruction(scope: FunctionScope, op: Operation) -> str:
    """Return an operation's line. Raises Unsupported if it has no instruction."""
    rule = RULES.get(type(op))
    if rule is None and op.name.startswith(INTRINSIC_PREFIX):
        rule = intrinsic_call
    if rule is None:
        raise Unsupported(
            "has no LLVM IR instruction; a pass convert-...-to-llvm must replace it before"
        )
    target = f"{scope.value(op.results[0])} = " if op.results else ""
    given, table = op.properties | op.attributes, scope.module.metadata
    nodes: list[str] = []
    if "loop_annotation" in given:
        nodes.append(f", !llvm.loop {table.loop(given['loop_annotation'])}")
    if "alias_scopes" in given:
        nodes.append(f", !alias.scope {table.scopes(given['alias_scopes'])}")
    if "noalias_scopes" in given:
        nodes.append(f", !noalias {table.scopes(given['noalias_scopes'])}")
    if "nontemporal" in given:
        nodes.append(f", !nontemporal {table.plain('!{i32 1}')}")
    return target + rule(scope, op) + "".join(nodes)


def rule(
    *classes: type[OperationT],
) -> Callable[[Callable[[FunctionScope, OperationT], str]], None]:
    """Register the decorated function for operations of these classes."""

    def register(function: Callable[[FunctionScope, OperationT], str]) -> None:
        for op_class in classes:
            RULES[op_class] = cast(Rule, function)

    return register


def _keyword(op: Operation) -> str:
    """`llvm.fadd` -> `fadd`."""
    return op.name.removeprefix("llvm.")


# --- arithmetic ----------------------------------------------------------------------------


@rule(llvm.FAddOp, llvm.FSubOp, llvm.FMulOp, llvm.FDivOp, llvm.FRemOp)
def _(scope: FunctionScope, op: llvm.AbstractFloatArithOp) -> str:
    return _binary(scope, op, fast_math(op.fastmathFlags))


@rule(llvm.AddOp, llvm.SubOp, llvm.MulOp, llvm.ShlOp)
def _(scope: FunctionScope, op: llvm.ArithmeticBinOpOverflow) -> str:
    # xDSL keeps the flags of arithmetic as a number, those of casts as an attribute.
    given = op.overflowFlags
    return _binary(scope, op, "" if given is None else _numbered_overflow(given.value.data))


@cache
def _numbered_overflow(flags: int) -> str:
    return overflow(llvm.OverflowAttr.from_int(flags))


@rule(llvm.UDivOp, llvm.SDivOp, llvm.LShrOp, llvm.AShrOp)
def _(scope: FunctionScope, op: llvm.ArithmeticBinOpExact) -> str:
    return _binary(scope, op, "exact" if op.is_exact is not None else "")


@rule(llvm.OrOp)
def _(scope: FunctionScope, op: llvm.ArithmeticBinOpDisjoint) -> str:
    return _binary(scope, op, "disjoint" if op.is_disjoint is not None else "")


@rule(llvm.URemOp, llvm.SRemOp, llvm.AndOp, llvm.XOrOp)
def _(scope: FunctionScope, op: llvm.ArithmeticBinOperation) -> str:
    return _binary(scope, op, "")


def _binary(scope: FunctionScope, op: Operation, flags: str) -> str:
    lhs, rhs = op.operands
    return words((_keyword(op), flags, f"{scope.typed_value(lhs)}, {scope.value(rhs)}"))


@rule(llvm.FNegOp)
def _(scope: FunctionScope, op: llvm.FNegOp) -> str:
    return words(("fneg", fast_math(op.fastmathFlags), scope.typed_value(op.arg)))


@rule(ext.ICmpOp)
def _(scope: FunctionScope, op: ext.ICmpOp) -> str:
    return f"icmp {op.predicate_name} {scope.typed_value(op.lhs)}, {scope.value(op.rhs)}"


@rule(ext.FCmpOp)
def _(scope: FunctionScope, op: ext.FCmpOp) -> str:
    predicate = FP_WRITTEN_AS.get(op.predicate_name, op.predicate_name)
    operands = f"{scope.typed_value(op.lhs)}, {scope.value(op.rhs)}"
    return words(("fcmp", fast_math(op.fastmathFlags), predicate, operands))


@rule(ext.SelectOp)
def _(scope: FunctionScope, op: ext.SelectOp) -> str:
    return words(("select", fast_math(op.fastmathFlags), scope.typed_values(op.operands)))


@rule(ext.FreezeOp)
def _(scope: FunctionScope, op: ext.FreezeOp) -> str:
    return f"freeze {scope.typed_value(op.val)}"


# --- casts ---------------------------------------------------------------------------------


@rule(
    llvm.SExtOp,
    llvm.SIToFPOp,
    llvm.FPExtOp,
    llvm.FPTruncOp,
    llvm.BitcastOp,
    llvm.PtrToIntOp,
    llvm.IntToPtrOp,
    ext.FPToSIOp,
    ext.FPToUIOp,
    ext.UIToFPOp,
    ext.AddrSpaceCastOp,
)
def _(scope: FunctionScope, op: Operation) -> str:
    return _cast(scope, op, "")


@rule(llvm.ZExtOp)
def _(scope: FunctionScope, op: llvm.ZExtOp) -> str:
    return _cast(scope, op, "nneg" if op.non_neg is not None else "")


@rule(llvm.TruncOp)
def _(scope: FunctionScope, op: llvm.TruncOp) -> str:
    return _cast(scope, op, overflow(op.overflowFlags))


def _cast(scope: FunctionScope, op: Operation, flags: str) -> str:
    target = scope.types.text(op.results[0].type)
    return words((_keyword(op), flags, scope.typed_value(op.operands[0]), "to", target))


# --- vectors and aggregates ----------------------------------------------------------------


@rule(ext.ExtractElementOp, llvm.InsertElementOp)
def _(scope: FunctionScope, op: Operation) -> str:
    return f"{_keyword(op)} {scope.typed_values(op.operands)}"


@rule(llvm.ShuffleVectorOp)
def _(scope: FunctionScope, op: llvm.ShuffleVectorOp) -> str:
    lanes = [f"i32 {lane if lane >= 0 else 'poison'}" for lane in op.mask.iter_values()]
    vectors = scope.typed_values((op.v1, op.v2))
    return f"shufflevector {vectors}, <{len(lanes)} x i32> <{', '.join(lanes)}>"


@rule(llvm.ExtractValueOp)
def _(scope: FunctionScope, op: llvm.ExtractValueOp) -> str:
    return f"extractvalue {scope.typed_value(op.container)}, {_position(op)}"


@rule(llvm.InsertValueOp)
def _(scope: FunctionScope, op: llvm.InsertValueOp) -> str:
    return f"insertvalue {scope.typed_values((op.container, op.value))}, {_position(op)}"


def _position(op: llvm.ExtractValueOp | llvm.InsertValueOp) -> str:
    return ", ".join(map(str, op.position.iter_values()))


# --- memory --------------------------------------------------------------------------------


@rule(llvm.LoadOp)
def _(scope: FunctionScope, op: llvm.LoadOp) -> str:
    ordering = llvm.ATOMIC_ORDERING_KEYWORDS.get(op.ordering.value.data, "")
    loaded = scope.types.text(op.dereferenced_value.type)
    prefix = words(("load", "atomic" if ordering else "", _volatile(op), f"{loaded},"))
    return words((prefix, scope.typed_value(op.ptr), ordering)) + _alignment(op.alignment)


@rule(llvm.StoreOp)
def _(scope: FunctionScope, op: llvm.StoreOp) -> str:
    number = op.ordering.value.data if op.ordering is not None else 0
    ordering = llvm.ATOMIC_ORDERING_KEYWORDS.get(number, "")
    prefix = words(("store", "atomic" if ordering else "", _volatile(op)))
    operands = scope.typed_values((op.value, op.ptr))
    return words((prefix, operands, ordering)) + _alignment(op.alignment)


def _volatile(op: Operation) -> str:
    return "volatile" if "volatile_" in op.properties | op.attributes else ""


def _alignment(alignment: IntegerAttr | None) -> str:
    return f", align {alignment.value.data}" if alignment is not None else ""


@rule(llvm.AllocaOp)
def _(scope: FunctionScope, op: llvm.AllocaOp) -> str:
    element = scope.types.text(op.elem_type)
    return f"alloca {element}, {scope.typed_value(op.size)}{_alignment(op.alignment)}"


@rule(llvm.GEPOp)
def _(scope: FunctionScope, op: llvm.GEPOp) -> str:
    wrap = op.noWrapFlags.value.data
    flags = words(
        (
            "inbounds" if op.inbounds is not None or wrap & 1 else "",
            "nusw" if wrap & 2 and not wrap & 1 else "",
            "nuw" if wrap & 4 else "",
        )
    )
    dynamic = iter(op.ssa_indices)
    indices = [
        scope.typed_value(next(dynamic)) if index == llvm.GEP_USE_SSA_VAL else f"i32 {index}"
        for index in op.rawConstantIndices.iter_values()
    ]
    parts = [scope.types.text(op.elem_type), scope.typed_value(op.ptr), *indices]
    return words(("getelementptr", flags, ", ".join(parts)))


# --- calls ---------------------------------------------------------------------------------


@rule(llvm.CallOp)
def _(scope: FunctionScope, op: llvm.CallOp) -> str:
    arguments = list(op.args)
    if op.callee is None:
        callee = scope.value(arguments.pop(0))
    else:
        callee = symbol("@", op.callee.string_value())
    result = scope.types.text(op.returned.type) if op.returned is not None else "void"
    if op.var_callee_type is not None:
        result = scope.types.function(op.var_callee_type)
    convention = op.CConv.convention.data
    tail = op.TailCallKind.data
    return words(
        (
            tail.value if tail != llvm.TailCallKind.NONE else "",
            "call",
            fast_math(op.fastmathFlags),
            convention if convention != "ccc" else "",
            result,
            f"{callee}({scope.typed_values(arguments)})",
        )
    )


@rule(llvm.InlineAsmOp)
def _(scope: FunctionScope, op: llvm.InlineAsmOp) -> str:
    is_intel = op.asm_dialect is not None and op.asm_dialect.value.data == 1
    text = (
        f"{quote_string(op.asm_string.data.encode())}, {quote_string(op.constraints.data.encode())}"
    )
    return words(
        (
            "call",
            scope.types.text(op.res.type) if op.res is not None else "void",
            "asm",
            "sideeffect" if op.has_side_effects is not None else "",
            "alignstack" if op.is_align_stack is not None else "",
            "inteldialect" if is_intel else "",
            f"{text}({scope.typed_values(op.operands_)})",
        )
    )


# --- ends of blocks ------------------------------------------------------------------------


@rule(llvm.BrOp)
def _(scope: FunctionScope, op: llvm.BrOp) -> str:
    return f"br {scope.destination(op, 0)}"


@rule(llvm.CondBrOp)
def _(scope: FunctionScope, op: llvm.CondBrOp) -> str:
    return (
        f"br {scope.typed_value(op.cond)}, {scope.destination(op, 0)}, {scope.destination(op, 1)}"
    )


@rule(ext.SwitchOp)
def _(scope: FunctionScope, op: ext.SwitchOp) -> str:
    kind = scope.types.text(op.value.type)
    cases = [
        f"{kind} {value}, {scope.destination(op, index)}"
        for index, (value, _, _) in enumerate(op.cases(), start=1)
    ]
    return f"switch {scope.typed_value(op.value)}, {scope.destination(op, 0)} [ {' '.join(cases)} ]"


@rule(llvm.ReturnOp)
def _(scope: FunctionScope, op: llvm.ReturnOp) -> str:
    return f"ret {scope.typed_value(op.arg)}" if op.arg is not None else "ret void"


@rule(llvm.UnreachableOp)
def _(scope: FunctionScope, op: llvm.UnreachableOp) -> str:
    return "unreachable"
