"""Families of operators: the `family` of an operator's record (`ts.operator_rules`).

A family names the computation. It follows from the schema and PyTorch's tags on it; name sets cover
the rest. Writes, randomness and views are properties of the schema (`schema.is_mutable`,
`is_random`, `is_view`), so `aten.add_` is BINARY as `aten.add` is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.schema.effects import is_random
from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.schema.table import schema_named, schemas_of
from xdsl_torchscript.dialects.types import ListType, OptionalType, TensorType


class Family(Enum):
    """A kind of computation; an operator has the first that applies, in this order."""

    SCALAR = "numbers, strings, devices from the same"
    CONTAINER = "lists, dicts and objects"
    QUERY = "scalars from a tensor: size, item, is_floating_point"
    COMPARISON = "element by element, two to a bool"
    UNARY = "element by element, from one tensor"
    BINARY = "element by element, from two"
    TERNARY = "element by element, from three"
    REDUCTION = "folds dimensions away"
    RANDOM = "draws numbers"
    VIEW = "the same memory in another shape"
    CREATION = "a new tensor, filled by rule"
    CAST = "another dtype, device or layout"
    BACKWARD = "the gradient of another operator, if it is not element by element"
    MATMUL = "products of matrices and vectors"
    CONVOLUTION = "convolutions and their transposes"
    POOLING = "windows: pooling, resampling, folding"
    NORMALIZATION = "batch, layer, group norm and softmax"
    RECURRENT = "cells and layers of recurrent networks"
    ATTENTION = "attention"
    LOSS = "a distance between tensors"
    INDEXING = "gathers and scatters"
    REARRANGEMENT = "copies elements to other places: cat, flip, pad"
    SCAN = "cumulative sums and the like"
    SORTING = "sorts, selects by rank, counts"
    LINALG = "factorisations, solvers, determinants"
    FFT = "Fourier transforms"
    FOREACH = "an operator over lists of tensors"
    QUANTIZATION = "to and from quantised tensors, and on them"
    MUTATION = "writes a tensor, and is not a variant of another operator"
    OTHER = "none of these"


POINTWISE = frozenset({Family.COMPARISON, Family.UNARY, Family.BINARY, Family.TERNARY})


ALIASES: Mapping[str, str] = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin",
    "arcsinh": "asinh", "arctan": "atan", "arctan2": "atan2", "arctanh": "atanh",
    "clip": "clamp", "concat": "cat", "concatenate": "cat", "det": "linalg_det",
    "divide": "div", "fix": "trunc", "ger": "outer", "greater": "gt", "greater_equal": "ge",
    "inverse": "linalg_inv", "less": "lt", "less_equal": "le", "moveaxis": "movedim",
    "multiply": "mul", "negative": "neg", "not_equal": "ne", "orgqr": "linalg_householder_product",
    "row_stack": "vstack", "special_digamma": "digamma", "special_erf": "erf",
    "special_erfc": "erfc", "special_erfinv": "erfinv", "special_exp2": "exp2",
    "special_expit": "sigmoid", "special_expm1": "expm1", "special_gammainc": "igamma",
    "special_gammaincc": "igammac", "special_gammaln": "lgamma", "special_i0": "i0",
    "special_log1p": "log1p", "special_log_softmax": "log_softmax", "special_logit": "logit",
    "special_logsumexp": "logsumexp", "special_multigammaln": "mvlgamma",
    "special_polygamma": "polygamma", "special_psi": "digamma", "special_round": "round",
    "special_sinc": "sinc", "special_softmax": "softmax", "special_xlogy": "xlogy",
    "subtract": "sub", "swapaxes": "transpose", "swapdims": "transpose", "true_divide": "div",
}  # fmt: skip
"""Operators of aten that are second names of others."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NAMED: Mapping[Family, frozenset[str]] = {
    Family.UNARY: _words("hardswish log_sigmoid special_ndtr isreal nan_to_num"),
    Family.BINARY: _words("__and__ __or__ floor_divide isclose polar prelu _prelu_kernel"),
    Family.CREATION: _words("linspace logspace"),
    Family.REDUCTION: _words(
        "nanmean median nanmedian mode quantile nanquantile trace count_nonzero logsumexp"
        " frobenius_norm nuclear_norm native_norm hash_tensor"
    ),
    Family.CAST: _words(
        "to type_as complex chalf to_dense to_sparse to_mkldnn to_padded_tensor contiguous"
        " _to_copy _autocast_to_full_precision _autocast_to_reduced_precision"
    ),
    Family.MATMUL: _words(
        "mm bmm mv dot vdot matmul linear addmm addmv addbmm baddbmm addr outer inner kron"
        " bilinear einsum tensordot chain_matmul linalg_multi_dot linalg_matmul linalg_vecdot"
    ),
    Family.POOLING: _words(
        "grid_sampler grid_sampler_2d grid_sampler_3d affine_grid_generator im2col col2im"
    ),
    Family.NORMALIZATION: _words(
        "batch_norm layer_norm group_norm instance_norm native_batch_norm native_layer_norm"
        " native_group_norm rms_norm softmax log_softmax _softmax _log_softmax"
    ),
    Family.ATTENTION: _words("scaled_dot_product_attention _native_multi_head_attention"),
    Family.LOSS: _words(
        "binary_cross_entropy binary_cross_entropy_with_logits kl_div cosine_similarity"
        " pairwise_distance cdist pdist dist"
    ),
    Family.INDEXING: _words(
        "index index_put index_select index_add index_copy index_fill index_reduce gather scatter"
        " scatter_add scatter_reduce take take_along_dim put embedding embedding_bag masked_scatter"
        " masked_select nonzero nonzero_numpy nonzero_static argwhere select_scatter"
        " slice_scatter diagonal_scatter as_strided_scatter one_hot isin bucketize searchsorted"
        " _unsafe_index _unsafe_index_put"
    ),
    Family.REARRANGEMENT: _words(
        "cat stack hstack vstack dstack column_stack flip fliplr flipud roll rot90 repeat tile"
        " repeat_interleave tril triu diag diag_embed diagflat block_diag pad constant_pad_nd"
        " pixel_shuffle pixel_unshuffle channel_shuffle native_channel_shuffle cartesian_prod"
        " combinations meshgrid broadcast_tensors unsafe_chunk unsafe_split"
        " unsafe_split_with_sizes pad_sequence atleast_1d atleast_2d atleast_3d"
    ),
    Family.SCAN: _words(
        "cumsum cumprod cummax cummin logcumsumexp diff gradient trapezoid trapz"
        " cumulative_trapezoid"
    ),
    Family.SORTING: _words(
        "sort argsort msort topk kthvalue unique_dim unique_consecutive unique_dim_consecutive"
        " _unique _unique2 bincount histc histogram histogramdd"
    ),
    Family.LINALG: _words(
        "cholesky cholesky_inverse cholesky_solve cov corrcoef cross geqrf logdet lu_solve"
        " lu_unpack matrix_exp matrix_power ormqr pinverse qr slogdet svd triangular_solve vander"
    ),
    Family.FFT: _words("stft istft"),
    Family.VIEW: _words("ConstantChunk"),
}
"""Families by name, where the schema and the parts of the name leave the family open."""

_PARTS: tuple[tuple[str, Family], ...] = (
    ("_foreach_", Family.FOREACH),
    ("_fused_", Family.FOREACH),
    ("quantize", Family.QUANTIZATION),
    ("attention", Family.ATTENTION),
    ("convol", Family.CONVOLUTION),
    ("conv_", Family.CONVOLUTION),
    ("conv1d", Family.CONVOLUTION),
    ("conv2d", Family.CONVOLUTION),
    ("conv3d", Family.CONVOLUTION),
    ("pool", Family.POOLING),
    ("upsample", Family.POOLING),
    ("batch_norm", Family.NORMALIZATION),
    ("lstm", Family.RECURRENT),
    ("gru", Family.RECURRENT),
    ("rnn", Family.RECURRENT),
    ("_loss", Family.LOSS),
    ("_pad1d", Family.REARRANGEMENT),
    ("_pad2d", Family.REARRANGEMENT),
    ("_pad3d", Family.REARRANGEMENT),
    ("fft_", Family.FFT),
    ("linalg_", Family.LINALG),
    ("_cast_", Family.CAST),
    ("_like", Family.CREATION),
    ("new_", Family.CREATION),
)
"""Families by a part of the name."""

_NAMESPACES = {"quantized": Family.QUANTIZATION, "_quantized": Family.QUANTIZATION}

_NAMES_OF = {"prims": "aten"}
"""Namespaces whose operators compute the same as their namesakes in another."""


_BY_NAME = {name: family for family, names in NAMED.items() for name in names}


def _holds_tensor(type: Attribute) -> bool:
    if isinstance(type, ListType | OptionalType):
        return _holds_tensor(type.element)
    return isinstance(type, TensorType)


def _is_out(argument: Argument) -> bool:
    return argument.kwarg_only and argument.is_written


def _count_tensors(schema: FunctionSchema) -> int:
    """Count the tensor arguments of an overload, without its outputs."""
    inputs = (a for a in schema.arguments if not _is_out(a))
    return sum(_holds_tensor(a.type) for a in inputs)


def _out_of_place(name: str) -> str:
    """Return the functional name: `add` for `add_`, `__and__` for `__iand__`."""
    if name.startswith("__i") and name.endswith("__"):
        return f"__{name[3:]}"
    return name.removesuffix("_")


def base_name(schema: FunctionSchema) -> str:
    """Return the name shared by in-place, out and alias variants: `add` for all of `aten::add`."""
    name = schema.kind.split("::", 1)[1]
    plain = _out_of_place(name)
    if schema.is_mutable and schemas_of(f"{schema.namespace}::{plain}"):
        name = plain
    return ALIASES.get(name, name)


def functional_of(op_name: str) -> FunctionSchema | None:
    """Return the overload that computes the same and writes nothing, or None.

    `aten.add_.Tensor` and `aten.add.out` give `aten::add.Tensor`; a functional overload gives
    itself.
    """
    schema = schema_named(op_name)
    inputs = [(a.name, a.type) for a in schema.arguments if not _is_out(a)]
    name = schema.kind.split("::", 1)[1]
    in_place = schema.is_mutable and not any(map(_is_out, schema.arguments))
    kind = f"{schema.namespace}::{_out_of_place(name) if in_place else name}"
    same = (s for s in schemas_of(kind) if [(a.name, a.type) for a in s.arguments] == inputs)
    return next((s for s in same if not s.is_mutable), None)


def is_view(schema: FunctionSchema) -> bool:
    """Return whether a result may share memory with an operand that the call does not write."""
    aliased = any(r.is_aliased and not r.is_written for r in schema.returns)
    return aliased and _count_tensors(schema) > 0


@dataclass(frozen=True)
class _OverloadFacts:
    schema: FunctionSchema
    name: str
    variants: tuple[FunctionSchema, ...]
    """The functional overloads of the operator."""

    @property
    def twins(self) -> tuple[FunctionSchema, ...]:
        """The overload, followed by its functional counterpart if it has another."""
        functional = functional_of(self.schema.op_name)
        return (self.schema,) if functional is None else (self.schema, functional)

    @property
    def tags(self) -> frozenset[str]:
        """The overload's tags, or its variants' tags if its own do not determine the family."""
        for schema in self.twins:
            if not schema.tags.isdisjoint({"pointwise", "reduction", "view_copy"}):
                return schema.tags
        return frozenset[str]().union(*(variant.tags for variant in self.variants))

    @property
    def returns_tensor(self) -> bool:
        return any(_holds_tensor(r.type) for r in self.schema.returns)


def _without_tensors(facts: _OverloadFacts) -> Family | None:
    if _count_tensors(facts.schema) or facts.returns_tensor or facts.schema.is_varret:
        return None
    values = (*facts.schema.arguments, *facts.schema.returns)
    mutable = any(is_mutable_type(value.type) for value in values)
    return Family.CONTAINER if mutable else Family.SCALAR


def _to_scalars(facts: _OverloadFacts) -> Family | None:
    if facts.returns_tensor or facts.schema.is_mutable or not facts.schema.returns:
        return None
    plain = any(isinstance(a.type, TensorType) for a in facts.schema.arguments)
    return Family.QUERY if plain else Family.CONTAINER


def _of_namespace(facts: _OverloadFacts) -> Family | None:
    return _NAMESPACES.get(facts.schema.namespace)


def _of_name(facts: _OverloadFacts) -> Family | None:
    return _BY_NAME.get(facts.name)


def _of_gradient(facts: _OverloadFacts) -> Family | None:
    return Family.BACKWARD if "backward" in facts.name else None


def _of_random(facts: _OverloadFacts) -> Family | None:
    return Family.RANDOM if is_random(facts.schema) else None


def _of_pointwise(facts: _OverloadFacts) -> Family | None:
    if "pointwise" not in facts.tags:
        return None
    if facts.name in ("eq", "ne", "lt", "le", "gt", "ge"):
        return Family.COMPARISON
    # An overload over numbers has the family of its counterpart over tensors.
    arity = max(_count_tensors(s) for s in (facts.schema, *facts.variants) if not s.is_vararg)
    return (Family.UNARY, Family.BINARY, Family.TERNARY)[min(max(arity, 1), 3) - 1]


def _of_reduction(facts: _OverloadFacts) -> Family | None:
    return Family.REDUCTION if "reduction" in facts.tags else None


def _of_view(facts: _OverloadFacts) -> Family | None:
    view = any(map(is_view, facts.twins)) or "view_copy" in facts.tags
    return Family.VIEW if view else None


def _of_creation(facts: _OverloadFacts) -> Family | None:
    return Family.CREATION if facts.returns_tensor and not _count_tensors(facts.schema) else None


def _of_part(facts: _OverloadFacts) -> Family | None:
    return next((family for part, family in _PARTS if part in facts.name), None)


def _of_mutation(facts: _OverloadFacts) -> Family | None:
    in_place = facts.schema.is_mutable and not any(map(_is_out, facts.schema.arguments))
    return Family.MUTATION if in_place else None


_RULES: tuple[Callable[[_OverloadFacts], Family | None], ...] = (
    _without_tensors, _to_scalars, _of_namespace, _of_name, _of_random, _of_pointwise,
    _of_gradient, _of_reduction, _of_view, _of_creation, _of_part, _of_mutation,
)  # fmt: skip
"""The rules in order; the first to return a family decides."""


@cache
def family_of(op_name: str) -> Family:
    """Return the family of the op `aten.add.Tensor`. Raises KeyError for an unknown operator."""
    schema = schema_named(op_name)
    name = base_name(schema)
    namespace = _NAMES_OF.get(schema.namespace, schema.namespace)
    variants = tuple(s for s in schemas_of(f"{namespace}::{name}") if not s.is_mutable)
    facts = _OverloadFacts(schema, name, variants)
    return next((f for rule in _RULES if (f := rule(facts)) is not None), Family.OTHER)
