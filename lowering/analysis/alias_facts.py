"""Aliasing and effects of operators that their schemas leave out.

PyTorch annotates the possible storage effects of a call. Annotations do not distinguish a view,
which is a new tensor, from an operand that is returned itself. They do not distinguish reads of
sizes from reads of elements. A few composite operators return operands without an annotation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from xdsl.dialects.builtin import BoolAttr, FloatAttr
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim.constant import ConstantOp
from xdsl_torchscript.dialects.prim.data import ListConstructOp
from xdsl_torchscript.dialects.schema.effects import has_unknown_effects, is_random
from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import (
    DictType,
    ListType,
    OptionalType,
    TensorType,
    TupleType,
    VarType,
)
from xdsl_torchscript.lowering.analysis.memory import Kind, kinds_of
from xdsl_torchscript.lowering.core.rule_table import RuleTable

_FRESH_VIEWS = frozenset(
    """
    alias as_strided chunk detach diagonal dsplit expand expand_as hsplit movedim narrow permute
    select slice split split_with_sizes squeeze swapaxes swapdims t tensor_split transpose unbind
    unfold unsqueeze view view_as view_as_complex view_as_real vsplit
    """.split()
)
"""Operators of aten whose result is always a view: a new tensor over the operand's storage."""

_MAY_RETURN_OPERAND = frozenset(
    """
    align_tensors alpha_dropout atleast_1d atleast_2d atleast_3d broadcast_tensors
    cartesian_prod chain_matmul conj_physical cummaxmin_backward cumprod_backward data dropout
    einsum feature_alpha_dropout feature_dropout flatten_dense_tensors lift lift_fresh
    meshgrid native_dropout set sorted sum_to_size to_dense to_dense_backward type_as
    unflatten_dense_tensors unsafe_chunk unsafe_split unsafe_split_with_sizes _cast_Byte
    _cast_Char _cast_Double _cast_Float _cast_Half _cast_Int _cast_Long _cast_Short _foobar
    _nested_compute_contiguous_strides_offsets _pack_sequence _saturate_weight_to_fp16
    _test_optional_filled_intlist _test_optional_floatlist _test_optional_intlist
    _test_parallel_materialize _test_string_default _to_cpu _unsafe_view
    """.split()
)
"""Operators of aten that may return an operand, or a view of one, without an annotation."""

_SUMS_GRADIENTS = frozenset({"prim.AutogradAdd"})
"""Sums of two values, that hand back one of them if the other is an undefined gradient."""

_UPDATES_STATISTICS = frozenset(
    """
    batch_norm batch_norm_update_stats instance_norm native_batch_norm _batch_norm_impl_index
    cudnn_batch_norm miopen_batch_norm
    """.split()
)
"""Operators of aten that write their running statistics when they train."""

_RESULTS_SHARE = frozenset(
    {"_transform_bias_rescale_qkv", "_thnn_differentiable_lstm_cell_backward"}
)
"""Operators of aten whose results may share memory with each other."""

_STATISTICS = ("running_mean", "running_var")
_TRAINING = ("training", "use_input_stats", "train", "dropout", "dropout_p")
"""With one of these arguments false or 0, an operator neither trains nor drops elements."""

_DROPOUTS = frozenset(
    f"aten.{name}"
    for name in "dropout alpha_dropout feature_dropout feature_alpha_dropout native_dropout".split()
)
"""Operators that return an operand only if they drop nothing."""

_COMBINED_LISTS = {"aten.einsum": 1, "aten.chain_matmul": 0, "aten.cartesian_prod": 0}
"""The list of tensors of operators that may return a view of one tensor, but combine several into
a new one."""

_METADATA_QUERIES = frozenset(
    """
    size sym_size stride sym_stride dim numel sym_numel is_contiguous is_floating_point is_complex
    is_signed is_same_size storage_offset ndimension element_size dense_dim sparse_dim is_conj
    is_neg is_inference is_leaf result_type can_cast get_device has_names
    """.split()
)
"""Operators of aten that read the sizes and the type of a tensor, not its elements."""

_METADATA_OF_PRIM = frozenset(
    """
    dtype device layout shape requires_grad is_cuda is_cpu is_sparse is_quantized ndim itemsize
    nbytes is_nested is_meta
    """.split()
)

_COMPARES_IDENTITY = frozenset({"__is__", "__isnot__", "is_set_to", "hash", "data_ptr"})
_REPLACES_STORAGE = frozenset({"set_", "set_data"})
_WRITES_METADATA = frozenset({"set_data", "requires_grad_", "rename_"})

_LEFT_AS_GIVEN = {"update": "to_add"}
"""Arguments that the schema wrongly marks as written."""

_CALLS_METHODS = frozenset({"aten.sort.any", "aten.sorted.any"})
"""Operators that call methods of the objects in a list, if there are any."""

_READS_INDICES = frozenset({"aten.tensor_split.tensor_indices_or_sections", "aten.narrow.Tensor"})
"""Views whose place is in the elements of a tensor."""

WAIT = "aten.wait"
"""Its effects are those of the forks that it may wait for."""

_READS_ELEMENTS = frozenset({"str", "tensor", "as_tensor", "save", "hash"})
"""Operators on values of any type that read tensors inside of containers."""


@dataclass(frozen=True)
class ArgumentAliasing:
    """The memory behind one argument: the alias sets of the operand, of its elements, and those the
    call writes."""

    sets: tuple[str, ...]
    element_sets: tuple[str, ...]
    written: bool
    elements_written: bool
    data_written: bool
    """The call writes elements, not sizes and strides alone."""
    metadata_written: bool
    """The call may change sizes and strides. `out` is resized on demand."""
    stored: bool
    """A container that the call writes may contain the value afterwards."""
    container: bool


@dataclass(frozen=True)
class OperatorAliasing:
    """Aliasing and effects of one operator, of its schema and of the tables of this file."""

    arguments: tuple[ArgumentAliasing, ...]
    opaque: bool
    """The operator may read, write and retain any of its operands."""
    known_namespace: bool
    fresh_view: bool
    """An aliased result is a view: never the operand itself, never a copy."""
    may_return_operand: bool
    """A result may alias a tensor operand without an annotation in the schema."""
    results_share: bool
    """Results may share memory with each other, or be one tensor."""
    annotated_results: bool
    """The schema annotates a result as an alias."""
    generic: bool
    """The operator moves elements of containers without looking into them."""
    metadata_only: bool
    """The operator leaves the elements of its tensor operands unread."""
    random: bool
    compares_identity: bool
    """Results depend on which of several equal objects the operands are, as keys of dicts do."""
    replaces_storage: bool
    """The first operand refers to the storage of the second afterwards."""
    statistics: tuple[int, ...]
    """Positions of the arguments that are written when the operator trains."""
    training: tuple[int, ...]
    """Positions of the training flags; the operator does not train if one of them is 0."""

    @cached_property
    def has_sets(self) -> bool:
        """Return whether an argument, or its elements, are in an alias set of the schema."""
        return any(argument.sets or argument.element_sets for argument in self.arguments)

    @cached_property
    def makes_new_objects(self) -> bool:
        """Return whether results are new objects with new elements, and operands stay unlinked."""
        linked = self.opaque or self.generic or self.replaces_storage
        return not (linked or self.annotated_results or self.may_return_operand)


def aliasing_of(op_name: str) -> OperatorAliasing:
    """Return the aliasing of the op `aten.add.Tensor`. Raises KeyError for an unknown operator."""
    return ALIASING.lookup(op_name) or stated_aliasing(op_name)


def aliasing_of_call(op: SchemaOp) -> OperatorAliasing:
    """Return the aliasing of an operator on operands of these types, or constants."""
    facts = aliasing_of(op.name)
    if op.name in _COMBINED_LISTS:
        return replace(facts, may_return_operand=not _combines_several(op))
    if op.name in _DROPOUTS and _drops_elements(op):
        return replace(facts, may_return_operand=False)
    if op.name not in _CALLS_METHODS or not _has_mutable_elements(op.operands[0].type):
        return facts
    return replace(facts, opaque=True)


def _combines_several(op: SchemaOp) -> bool:
    """Return whether the list is made of several tensors, and no operation may change it."""
    made = op.operands[_COMBINED_LISTS[op.name]].owner
    if not isinstance(made, ListConstructOp) or len(made.elements) < 2:
        return False
    return all(_leaves_unchanged(use.operation) for use in made.result.uses)


def _leaves_unchanged(op: Operation) -> bool:
    """Return whether an operation neither writes the lists that it takes nor hands them on."""
    if not isinstance(op, SchemaOp):
        return False
    facts = aliasing_of(op.name)
    reads = facts.makes_new_objects and not any(argument.written for argument in facts.arguments)
    return reads or op.name in _COMBINED_LISTS


def _drops_elements(op: SchemaOp) -> bool:
    """Return whether dropout trains, with a probability that is not 0."""
    constants = [value.owner for value in op.operands[1:3]]
    p, train = (c.value if isinstance(c, ConstantOp) else None for c in constants)
    return train == BoolAttr.from_bool(True) and isinstance(p, FloatAttr) and p.value.data != 0


ALIASING: RuleTable[OperatorAliasing] = RuleTable("an aliasing")
"""The aliasing of operators of a program's own, where it is not that of the schema."""


@cache
def stated_aliasing(op_name: str) -> OperatorAliasing:
    """Return the aliasing that the schema and the tables of this file state. Raises KeyError."""
    schema = schema_named(op_name)
    namespace, _, kind = schema.kind.partition("::")
    name = kind if namespace == "aten" else ""
    sums, trains = op_name in _SUMS_GRADIENTS, name in _UPDATES_STATISTICS
    returns_operand = sums or name in _MAY_RETURN_OPERAND
    mentions = any(map(_mentions_variable, (*schema.arguments, *schema.returns)))
    positions = [schema.argument_index(argument) for argument in _TRAINING]
    return OperatorAliasing(
        arguments=tuple(_argument(schema, argument) for argument in schema.arguments),
        opaque=(has_unknown_effects(schema) and not (returns_operand or trains or op_name == WAIT))
        or (any(map(_is_opaque, schema.returns)) and not sums),
        known_namespace=namespace in ("aten", "prim"),
        fresh_view=name in _FRESH_VIEWS,
        may_return_operand=returns_operand,
        results_share=name in _RESULTS_SHARE,
        annotated_results=any(r.alias or r.element_alias for r in schema.returns),
        generic=bool(name) and mentions and name not in _READS_ELEMENTS,
        metadata_only=(name in _METADATA_QUERIES | _FRESH_VIEWS and op_name not in _READS_INDICES)
        or (namespace == "prim" and kind in _METADATA_OF_PRIM),
        random=is_random(schema),
        compares_identity=name in _COMPARES_IDENTITY
        or any(map(_has_tensors_as_keys, schema.arguments)),
        replaces_storage=name in _REPLACES_STORAGE,
        statistics=tuple(
            index
            for index, argument in enumerate(schema.arguments)
            if trains and argument.name in _STATISTICS
        ),
        training=tuple(position for position in positions if position is not None),
    )


def _argument(schema: FunctionSchema, argument: Argument) -> ArgumentAliasing:
    alias, elements = argument.alias, argument.element_alias
    name = schema.kind.partition("::")[2]
    container = isinstance(argument.type, ListType | DictType)
    changes_view = "inplace_view" in schema.tags or name in _WRITES_METADATA
    return ArgumentAliasing(
        sets=alias.before if alias else (),
        element_sets=elements.before if elements else (),
        written=alias is not None and alias.write and _LEFT_AS_GIVEN.get(name) != argument.name,
        elements_written=elements is not None and elements.write,
        data_written=not changes_view or name.startswith("resize"),
        metadata_written=argument.is_written and (argument.kwarg_only or changes_view),
        stored=alias is not None and "*" in alias.after,
        container=container,
    )


def _has_mutable_elements(type: Attribute) -> bool:
    return not isinstance(type, ListType) or is_mutable_type(type.element)


def _is_opaque(returned: Argument) -> bool:
    """Return whether a result without an annotation may hold anything, operands included."""
    kinds = kinds_of(returned.type)
    holds = len(kinds) > 1 or kinds in ((Kind.OBJECT,), (Kind.FUTURE,))
    return holds and not (returned.is_aliased or isinstance(returned.type, VarType))


def _has_tensors_as_keys(argument: Argument) -> bool:
    return isinstance(argument.type, DictType) and isinstance(argument.type.key, TensorType)


def _mentions_variable(argument: Argument) -> bool:
    """Return whether the type holds a type variable: the operator handles values of any type."""
    pending = [argument.type]
    while pending:
        match pending.pop():
            case VarType():
                return True
            case ListType(element=element) | OptionalType(element=element):
                pending.append(element)
            case DictType(key=key, value=value):
                pending += (key, value)
            case TupleType(elements=elements):
                pending += elements
            case _:
                continue
    return False
