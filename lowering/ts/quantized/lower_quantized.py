"""`lower-quantized`: quantised operators become ordinary ones on whole numbers in float32.

    %q = aten.quantize_per_tensor(%x, %scale, %three, %quint8) : (...) -> !ts.tensor
    %p = aten.relu(%q) : (!ts.tensor) -> !ts.tensor
    %r = aten.dequantize.self(%p) : (!ts.tensor) -> !ts.tensor

becomes, for a tensor of float32 without gradient and a constant scale of 0.5,

    %a = aten.to(%x, float64)
    %b = aten.mul(%a, 2.0)                        the reciprocal of the scale
    %c = aten.to(aten.add(%b, 3), float32)
    %d = aten.where(%c' < 255, %c', 255)          where %c' is aten.round(%c)
    %e = aten.sub(aten.clamp_min(%d, 0), 3)       the distance from the zero point
    %f = aten.clamp_min(%e, 0)
    %r = aten.mul(%f, 0.5)

Integers are those of the quantised operators. An operator stays if a rule of `quantized/rules.py`
does not apply, say as a scale is not constant; it gets its operands as quantised tensors. The
weights of layers are constants: packed parameters are unpacked by an evaluator. Sums of products
are computed in float64 where float32 is not proven to be exact. With `bytes`, layers multiply
bytes, and results are stored as such (`quantized/layers.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import ListConstructOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.refinement import inference
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import replace_uses
from xdsl_torchscript.lowering.ts.quantized.call import QuantizedCall
from xdsl_torchscript.lowering.ts.quantized.rules import RULES
from xdsl_torchscript.lowering.ts.quantized.sources import SOURCES
from xdsl_torchscript.lowering.ts.quantized.values import (
    NotLoweredError,
    Quantized,
    as_tensor,
    in_order,
)
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.simplification.constant_evaluation import (
    ConstantEvaluator,
    erase_unused_constants,
    evaluate_scalars,
)
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


def lower_quantized(function: FuncOp, evaluate: ConstantEvaluator, *, bytes: bool = False) -> None:
    """Lower the operators of a function; erase those whose results are not needed any more. With
    `bytes`, layers multiply bytes."""
    if not any(op.name in SOURCES for op in function.walk()):
        return
    facts, aliases = TypeFacts(function), AliasAnalysis(function)
    known: dict[SSAValue, Quantized] = {}
    replaced: list[Operation] = []
    for op in tuple(function.walk()):
        rule = RULES.get(op.name)
        if rule is None or (op.name not in SOURCES and not _takes(op, known)):
            continue
        if any(map(aliases.has_writers, op.results)):
            refuse(op, "the result is written")
            continue
        try:
            found = rule(QuantizedCall(op, _builder(op), facts, aliases, evaluate, known, bytes))
        except (NotLoweredError, NotConstantError) as error:
            refuse(op, str(error))
            continue
        replaced.append(op)
        if isinstance(found, Quantized):
            known[op.results[0]] = found
        else:
            replace_uses(op.results[0], found)
    for op in reversed(replaced):
        _finish(op, known)
    erase_unused_constants(function)


def _builder(op: Operation) -> OpBuilder:
    return OpBuilder.before(op).with_inference(inference(STATED))


def _takes(op: Operation, known: dict[SSAValue, Quantized]) -> bool:
    """Return whether an operand, or an element of a list, is lowered."""
    lists = (value.owner for value in op.operands if isinstance(value.owner, ListConstructOp))
    values = [*op.operands, *chain.from_iterable(each.elements for each in lists)]
    return any(value in known for value in values)


def _finish(op: Operation, known: dict[SSAValue, Quantized]) -> None:
    """Hand the result to operators that stay, as a quantised tensor, and erase the operation,
    unless it makes one of others."""
    result = op.results[0]
    if result.first_use is not None:
        if op.name in SOURCES:
            return
        b = _builder(op)
        made = as_tensor(b, in_order(b, known[result]))
        replace_uses(result, retype(made, result.type))
    lists = [value.owner for value in op.operands if isinstance(value.owner, ListConstructOp)]
    Rewriter.erase_op(op)
    for unused in lists:
        if unused.result.first_use is None:
            Rewriter.erase_op(unused)


@dataclass(frozen=True)
class LowerQuantizedPass(TsPass):
    """Compute quantised operators on whole numbers in float32."""

    name = "lower-quantized"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    bytes: bool = field(
        default=False, metadata={"help": "layers multiply bytes, for machines with `simd.usdot`"}
    )

    @property
    def evaluator(self) -> ConstantEvaluator:
        """Unpacks weights; a runtime has one over its operator library."""
        return evaluate_scalars

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            lower_quantized(function, self.evaluator, bytes=self.bytes)
