"""The type rules of operators: by kind, and for variants by their schemas.

`aten.add_.Tensor` gives the type of its written operand. `aten.sum.out` gives the sizes of
`aten.sum` and the element type of `out`. `aten.unfold_copy` and `aten.clip` follow `aten.unfold`
and `aten.clamp`. `aten._foreach_add.List` follows `aten.add.Tensor` for each element.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from xdsl_torchscript.dialects.families import ALIASES
from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table, schema_named
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.lowering.analysis.rules.backward import BACKWARD
from xdsl_torchscript.lowering.analysis.rules.call import (
    Answer,
    Answers,
    CallFacts,
    CallRule,
    ElementCall,
    ElementTypes,
    as_answers,
)
from xdsl_torchscript.lowering.analysis.rules.convolution import CONVOLUTION
from xdsl_torchscript.lowering.analysis.rules.creation import CREATION
from xdsl_torchscript.lowering.analysis.rules.fourier import FOURIER
from xdsl_torchscript.lowering.analysis.rules.indexing import INDEXING
from xdsl_torchscript.lowering.analysis.rules.joining import JOINING
from xdsl_torchscript.lowering.analysis.rules.linalg import LINALG
from xdsl_torchscript.lowering.analysis.rules.networks import NETWORKS
from xdsl_torchscript.lowering.analysis.rules.pointwise import (
    has_signature,
    pointwise_type,
    signature_of,
)
from xdsl_torchscript.lowering.analysis.rules.products import PRODUCTS
from xdsl_torchscript.lowering.analysis.rules.reductions import REDUCTIONS
from xdsl_torchscript.lowering.analysis.rules.views import VIEWS
from xdsl_torchscript.lowering.analysis.rules.windows import WINDOWS

KINDS: dict[str, CallRule] = {
    **INDEXING,
    **VIEWS,
    **CREATION,
    **REDUCTIONS,
    **JOINING,
    **PRODUCTS,
    **CONVOLUTION,
    **WINDOWS,
    **NETWORKS,
    **LINALG,
    **FOURIER,
    **BACKWARD,
}
"""Rules by kind of operator, `aten::cat`, each for all overloads without a signature in
`pointwise.py`."""

_RESHAPED_IN_PLACE = frozenset({"resize", "resize_as", "set", *(k[6:] for k in VIEWS)})
"""Operators that change sizes in place, but not elements."""


@cache
def rule_of(op_name: str) -> CallRule | None:
    """Return an operator's rule, None if it has none."""
    namespace = op_name.split(".", 1)[0]
    if namespace not in ("aten", "prim", "torchvision") or op_name not in operator_table():
        return None
    schema = schema_named(op_name)
    if schema.is_mutable:
        return _writing(schema)
    return _functional(schema)


def _functional(schema: FunctionSchema) -> CallRule | None:
    """Return the rule of an operator that writes nothing."""
    name = schema.kind.split("::", 1)[1]
    if name.startswith("_foreach_"):
        scalar = name.removeprefix("_foreach_").removesuffix("_")
        names = [f"aten.{scalar}.{o}" for o in _OVERLOADS.get(schema.overload, ())]
        found = next((n for n in (*names, f"aten.{scalar}") if has_signature(n)), None)
        element = KINDS.get(f"aten::{scalar}") if found is None else _pointwise(found)
        return None if element is None else lambda call: _for_each(call, element)
    # The rules of the kind, and of the kind that it is an alias or a copy variant of.
    plain = name.removesuffix("_copy")
    for kind in (f"{schema.namespace}::{n}" for n in (name, ALIASES.get(plain, plain))):
        op_name = f"{kind}.{schema.overload}".rstrip(".").replace("::", ".", 1)
        if has_signature(op_name):
            return _pointwise(op_name)
        if kind in KINDS:
            return KINDS[kind]
    # The results are new values of the arguments of their names.
    names = [returned.name.removesuffix("_out") for returned in schema.returns]
    if len(names) > 1 and not names[0] and all(names[1:]):
        names[0] = "self"
    if not names or any(schema.argument_index(name) is None for name in names):
        return None
    return lambda call: [_type_of_argument(call, name) for name in names]


def _pointwise(op_name: str) -> CallRule:
    def rule(call: CallFacts) -> Answers:
        signature = signature_of(call, op_name)
        if signature is None:
            return [None]
        type = pointwise_type(call, op_name, signature)
        return [TensorType.get(type.shape, type.result)]

    return rule


def _type_of_argument(call: CallFacts, name: str) -> Answer:
    type = call.attribute(name)
    if isinstance(type, ListType):
        return ElementTypes(tuple(call.types(name)))
    return type if isinstance(type, TensorType) else None


# ---- variants that write


def _writing(schema: FunctionSchema) -> CallRule | None:
    outs = [a for a in schema.arguments if a.kwarg_only and a.is_written]
    functional = _functional(schema) if outs else _functional(_out_of_place(schema))
    if not schema.returns:
        return lambda call: []
    if outs:
        return lambda call: _into(call, outs, functional)
    name = schema.kind.split("::", 1)[1].removesuffix("_")
    moves = functional is not None and name in _RESHAPED_IN_PLACE

    def rule(call: CallFacts) -> Answers:
        answers = _answers(call, functional)
        written = [
            next((a for a in schema.arguments if a.alias == returned.alias), None)
            if returned.alias is not None and returned.alias.write
            else None
            for returned in schema.returns
        ]
        return [
            answer if argument is None or moves else call.attribute(argument.name)
            for answer, argument in zip(answers, written, strict=True)
        ]

    return rule


def _out_of_place(schema: FunctionSchema) -> FunctionSchema:
    """Return the schema under the name of the functional variant."""
    name = schema.kind.split("::", 1)[1]
    if name.startswith("__i") and name.endswith("__"):
        name = f"__{name[3:]}_"
    return FunctionSchema(
        f"{schema.namespace}::{name.removesuffix('_')}",
        schema.overload,
        schema.arguments,
        schema.returns,
    )


def _answers(call: CallFacts, rule: CallRule | None) -> Answers:
    return [None] * len(call.op.results) if rule is None else as_answers(rule(call))


def _into(call: CallFacts, outs: Sequence[Argument], rule: CallRule | None) -> Answers:
    """Return the sizes of the rule's results, with the element types of the written tensors."""
    answers = _answers(call, rule)

    def of(answer: Answer, out: Argument) -> Answer:
        shape = answer.shape if isinstance(answer, TensorType) else None
        return TensorType.get(shape, call.type(out.name).dtype)

    return [of(answer, out) for answer, out in zip(answers, outs, strict=False)]


# ---- lists

_OVERLOADS = {
    "List": ("Tensor", "Tensor_Tensor"),
    "Scalar": ("Scalar", "Tensor_Scalar"),
    "ScalarList": ("Scalar", "Tensor_Scalar"),
    "Tensor": ("Tensor",),
    "ScalarAndTensor": ("Scalar",),
}
"""The overload on tensors that a `_foreach_` operator applies to each element."""


def _for_each(call: CallFacts, rule: CallRule) -> Answers:
    types = [(value, call.facts.type_of(value)) for value in call.op.operands]
    lists = [(value, type.element) for value, type in types if isinstance(type, ListType)]
    of_tensors = [value for value, element in lists if isinstance(element, TensorType)]
    count = len(call.facts.elements_of(of_tensors[0]))
    calls = [ElementCall(call.op, call.facts, index) for index in range(count)]
    found = [as_answers(rule(each))[0] for each in calls]
    call.unknown += [error for each in calls for error in each.unknown]
    return [ElementTypes(tuple(None if isinstance(a, ElementTypes) else a for a in found))]
