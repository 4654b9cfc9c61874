"""Products of matrices and vectors, attention, recurrent networks."""

from __future__ import annotations

from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.size_expression import mul
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import accumulate_type, promote_types
from xdsl_torchscript.lowering.analysis.rules.call import (
    CallFacts,
    CallRule,
    DtypeRule,
    always,
    convert_dtype,
    dtype_of,
    each,
    explicit_dtype_or,
    for_kinds,
    like,
    of,
    shape_of,
)
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, broadcast, show


def _contract(a: Dim, b: Dim) -> None:
    if isinstance(a, int) and isinstance(b, int) and a != b:
        raise ShapeError(f"sizes {a} and {b} cannot be contracted")


def product(left: Shape, right: Shape) -> Shape:
    """Return the sizes of `left @ right`. Raises ShapeError."""
    if not left or not right:
        raise ShapeError(f"sizes {show(left)} and {show(right)} cannot be multiplied")
    _contract(left[-1], right[-2:][0])
    batch = broadcast([left[:-2], right[:-2]])
    return (*batch, *left[-2:-1], *(right[-1:] if len(right) > 1 else ()))


def _matmul(first: str, second: str) -> CallRule:
    return of(lambda call: product(call.shape(first), call.shape(second)), dtype_of(first))


def _batch(call: CallFacts) -> Shape:
    batch, rows, _ = call.shape("batch1", 3, 3)
    return (batch, rows, call.shape("batch2", 3, 3)[-1])


def _summed_batches(call: CallFacts) -> Shape:
    return (call.shape("batch1", 3, 3)[-2], call.shape("batch2", 3, 3)[-1])


def _outer(call: CallFacts) -> Shape:
    return (*call.vector(call.first("vec1", "self")), *call.vector("vec2"))


def _promote(*names: str) -> DtypeRule:
    def dtype(call: CallFacts) -> Attribute | None:
        found = [call.dtype(name) for name in names if call.has(name)]
        common, *others = found
        for other in others:
            common = promote_types(common, other) if common and other else None
        return common

    return dtype


def _linear(call: CallFacts) -> Shape:
    shape, weight = call.shape("input", 1), call.shape("weight", 1, 2)
    _contract(shape[-1], weight[-1])
    return (*shape[:-1], *weight[:-1])


def _grouped(call: CallFacts) -> Shape:
    """Return the sizes of `_grouped_mm`; groups are leading axes, or ranges of an axis by
    offsets."""
    left, right = call.shape("self", 2, 3), call.shape("mat2", 2, 3)
    if len(left) == len(right) == 2:
        return (*call.vector("offs"), left[0], right[1])
    if len(left) == len(right):
        return product(left, right)
    return (left[-2], right[-1])


# ---- einsum


def _einsum(call: CallFacts) -> Shape:
    """Return the sizes of `einsum` by letter; the axes of an ellipsis broadcast."""
    equation = call.constant("equation")
    if not isinstance(equation, str):
        raise NotConstantError("an equation that is not known")
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    operands = call.shapes("tensors")
    if len(terms) != len(operands):
        raise ShapeError(f"{len(terms)} terms for {len(operands)} tensors")
    sizes: dict[str, Dim] = {}
    ellipsis: list[Shape] = []
    for term, shape in zip(terms, operands, strict=True):
        before, dots, behind = term.partition("...")
        for letter, size in zip(before, shape, strict=False):
            sizes[letter] = _common(sizes.get(letter, 1), size)
        tail = len(shape) - len(behind)
        if tail < len(before) or (tail > len(before) and not dots):
            raise ShapeError(f"'{term}' does not name the axes of {show(shape)}")
        for letter, size in zip(behind, shape[tail:], strict=True):
            sizes[letter] = _common(sizes.get(letter, 1), size)
        if dots:
            ellipsis.append(shape[len(before) : tail])
    broad = broadcast(ellipsis)
    if not arrow:
        once = sorted(x for x in set(inputs) if x.isalpha() and inputs.count(x) == 1)
        output = ("..." if "..." in inputs else "") + "".join(once)
    before, dots, behind = output.partition("...")
    middle = broad if dots else ()
    if not set(before + behind) <= set(sizes):
        raise ShapeError(f"'{output}' has letters that no operand has")
    return (*(sizes[x] for x in before), *middle, *(sizes[x] for x in behind))


def _common(a: Dim, b: Dim) -> Dim:
    return broadcast([(a,), (b,)])[0]


def _first_dtype(call: CallFacts) -> Attribute | None:
    return next((type.dtype for type in call.types("tensors")), None)


# ---- attention


def _attend(call: CallFacts) -> Shape:
    batch = _attention_batch(call, "key", "value")
    return (*batch, call.shape("query")[-2], call.shape("value")[-1])


def _attention_batch(call: CallFacts, *others: str) -> Shape:
    """Return the axes before the matrices; with `enable_gqa` groups of heads share keys and
    values."""
    query = call.shape("query", 2)[:-2]
    operands = [call.shape(name, 2)[:-2] for name in others]
    return query if call.flag("enable_gqa") else broadcast([query, *operands])


def _weights(call: CallFacts) -> Shape:
    return (*_attention_batch(call, "key"), call.shape("query")[-2], call.shape("key")[-2])


def _head_weights(call: CallFacts) -> Shape:
    """Return the sizes of the weights, for each head or in the mean; a caller may not need them."""
    if not call.flag("need_weights"):
        return (0,)
    batch, queries, _ = call.shape("query", 3, 3)
    heads = () if call.flag("average_attn_weights") else (call.int("num_head"),)
    return (batch, *heads, queries, call.shape("key", 3, 3)[1])


# ---- recurrent networks


def _states(call: CallFacts) -> tuple[Shape, Shape]:
    """Return the state's sizes, and of the cells."""
    if call.attribute("hx") is not None and not call.op.name.startswith("aten.lstm"):
        return call.shape("hx"), ()
    found = call.shapes("hx")
    if len(found) != 2:
        raise ShapeError(f"takes a state and cells, not {len(found)} tensors")
    return found[0], found[1]


def _sequence(call: CallFacts) -> Shape:
    """Return the input's sizes, with the features of the states in all directions."""
    shape = call.shape(call.first("input", "data"))
    state = shapes.require_rank(_states(call)[0], 1)
    return (*shape[:-1], mul(state[-1], 2 if call.flag("bidirectional") else 1))


_FEATURES = dtype_of("input", "data")
_RECURRENT = each(of(_sequence, _FEATURES), of(lambda call: _states(call)[0], _FEATURES))

PRODUCTS: dict[str, CallRule] = for_kinds({
    "mm": _matmul("self", "mat2"),
    "bmm": _matmul("self", "mat2"),
    "mv": _matmul("self", "vec"),
    "matmul linalg_matmul": _matmul("self", "other"),
    "_int_mm": of(lambda call: product(call.shape("self"), call.shape("mat2")), always(i32)),
    "dot vdot": of(lambda call: (), dtype_of("self")),
    "addmm _addmm_activation": of(
        lambda call: product(call.shape("mat1"), call.shape("mat2")), dtype_of("mat1")
    ),
    "addmv": of(lambda call: product(call.shape("mat"), call.shape("vec")), dtype_of("mat")),
    "addr": of(_outer, _promote("self", "vec1", "vec2")),
    "outer ger": of(_outer, _promote("self", "vec2")),
    "baddbmm": of(_batch, dtype_of("batch1")),
    "addbmm": of(_summed_batches, dtype_of("batch1")),
    "_grouped_mm": of(_grouped, explicit_dtype_or(dtype_of("self"), "out_dtype")),
    "linear": of(_linear, dtype_of("input")),
    "einsum": of(_einsum, _first_dtype),
    "scaled_dot_product_attention": of(_attend, dtype_of("query")),
    "_scaled_dot_product_attention_math": each(
        of(_attend, dtype_of("query")), of(_weights, dtype_of("query"))
    ),
    "_scaled_dot_product_flash_attention_for_cpu": each(
        of(_attend, dtype_of("query")),
        of(
            lambda call: call.shape("query")[:-1],
            convert_dtype(dtype_of("query"), accumulate_type),
        ),
    ),
    "_native_multi_head_attention": each(
        of(shape_of("query"), dtype_of("query")), of(_head_weights, dtype_of("query"))
    ),
    "_transformer_encoder_layer_fwd": like("src"),
    "gru rnn_tanh rnn_relu": _RECURRENT,
    "lstm": each(_RECURRENT, of(lambda call: _states(call)[1], _FEATURES)),
})  # fmt: skip
