"""The preconditions of operators: the checks of the operands of a failed call.

They come from the operator's family and kind, and from its arguments: written, sizes, indices. Its
type rule rejects the same operands as PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias, cast

import numpy as np

from xdsl_torchscript.dialects.families import POINTWISE, base_name, family_of
from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema
from xdsl_torchscript.dialects.schema.table import schemas_of
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.runtime.operators import preconditions as check
from xdsl_torchscript.runtime.operators.arrays.indexing import index_keys
from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.values import Value

_TENSOR = TensorType.get()
_MOST_DIMENSIONS = 64
"""As in numpy."""


@dataclass(frozen=True)
class OperatorCall:
    """The operands of one call, by the names of the arguments."""

    schema: FunctionSchema
    operands: Sequence[Value]

    def __getitem__(self, name: str) -> Any:
        """Return an argument's operand, or None if the overload lacks it."""
        index = self.schema.argument_index(name)
        return None if index is None else self.operands[index]

    def arrays(self, *names: str) -> dict[str, Array]:
        """Return the tensors among the arguments with these names, or among all positional ones."""
        pairs = zip(self.schema.arguments, self.operands, strict=True)
        return {
            argument.name: operand.array
            for argument, operand in pairs
            if isinstance(operand, Tensor)
            and (argument.name in names if names else not argument.kwarg_only)
        }

    def parts(self) -> Iterator[tuple[Argument, list[Any]]]:
        """Yield each argument with each element of a list operand, or with the operand."""
        for argument, operand in zip(self.schema.arguments, self.operands, strict=True):
            is_list = isinstance(operand, list)
            yield argument, cast("list[Any]", operand) if is_list else [operand]

    def shapes(self, *names: str) -> list[tuple[int, ...]]:
        return [array.shape for array in self.arrays(*names).values()]


Requirement: TypeAlias = Callable[[OperatorCall], None]
"""Raises an OperandError if the operands violate a precondition."""


def _broadcast(*names: str) -> Requirement:
    return lambda call: check.check_broadcast(*call.shapes(*names))


def _broadcast_to(name: str, *others: str) -> Requirement:
    def requirement(call: OperatorCall) -> None:
        for shape in call.shapes(*others):
            check.check_broadcast_to(shape, call[name].array.shape)

    return requirement


def _same_shape(*names: str) -> Requirement:
    return lambda call: check.check_same_shape(names, *call.shapes(*names))


def _sizes(*names: str) -> Requirement:
    def requirement(call: OperatorCall) -> None:
        for argument, parts in call.parts():
            if argument.name in names and None not in parts:
                check.check_sizes(argument.name, parts)

    return requirement


def _not_empty(what: str) -> Requirement:
    return lambda call: check.check_not_empty(what, call["self"].array.shape)


_PER_CHANNEL = (
    "weight", "running_mean", "running_var", "save_mean", "save_invstd", "save_var_transform",
)  # fmt: skip


# ---- products, indices and lists


def _addend(rows: str, columns: str) -> Requirement:
    """Require that the addend of a matrix product broadcasts to it."""

    def requirement(call: OperatorCall) -> None:
        left, right = call.shapes(rows, columns)
        check.check_product(left, right)
        product = (*left[-2:-1], *right[-1:][: len(right) - 1])
        check.check_broadcast_to(call["self"].array.shape, product)

    return requirement


def _outer(call: OperatorCall) -> None:
    addend, rows, columns = call.shapes("self", "vec1", "vec2")
    check.check_broadcast_to(addend, (*rows, *columns))


def _bias(call: OperatorCall) -> None:
    """Require one element of the bias for each channel of the result."""
    weight, is_transposed = call["weight"].array.shape, "transpose" in call.schema.kind
    count = weight[1] * call["groups"] if is_transposed or call["transposed"] else weight[0]
    for shape in call.shapes("bias"):
        check.check_shape("bias", shape, [count])


def _gather(call: OperatorCall) -> None:
    """Require indices of the rank of the indexed tensor, no larger than it except along the
    dimension."""
    own, index = call["self"].array.shape, call["index"].array.shape
    check.check_dim(call["dim"], len(own))
    check.check_rank("index", index, len(own), len(own))
    check.check_within("index", index, "self", own, call["dim"] % max(len(own), 1))
    for source in call.shapes("src"):
        check.check_rank("src", source, len(index), len(index))
        check.check_within("index", index, "src", source, None)


def _mask(requirement: Requirement) -> Requirement:
    def masked(call: OperatorCall) -> None:
        check.check_mask_type("mask", call["mask"].array)
        requirement(call)

    return masked


def _indices(call: OperatorCall) -> None:
    """Require valid indices or masks for each of the first dimensions."""
    shape, dim, shapes = call["self"].array.shape, 0, list[tuple[int, ...]]()
    for index in call["indices"]:
        if index is None:
            dim += 1
            continue
        array = index.array.astype(bool) if index.array.dtype == np.uint8 else index.array
        check.check_index_type("indices", array, masks=True)
        if array.dtype.kind == "b":
            check.check_mask(array.shape, shape, dim)
            shapes.append((int(np.count_nonzero(array)),))
            dim += array.ndim
            continue
        check.check_rank("self", shape, dim + 1)
        check.check_indices(array, shape[dim], dim)
        shapes.append(array.shape)
        dim += 1
    check.check_broadcast(*shapes)


def _index_values(call: OperatorCall) -> None:
    _indices(call)
    chosen = call["self"].array[index_keys(call["indices"])]
    check.check_broadcast_to(call["values"].array.shape, chosen.shape)


def _into_line(call: OperatorCall) -> None:
    check.check_indices(call["index"].array, call["self"].array.size)


def _bins(call: OperatorCall) -> None:
    array = call["self"].array
    check.check_rank("self", array.shape, 1, 1)
    check.check_integers("self", array)
    check.check_not_negative("self", array)


def _halves(call: OperatorCall) -> None:
    shape, dim = call["self"].array.shape, call["dim"]
    check.check_rank("self", shape, 1)
    check.check_dim(dim, len(shape))
    check.check_divisible(shape[dim], 2, dim % len(shape))


def _tensor_list(call: OperatorCall) -> None:
    check.check_broadcast(*(tensor.array.shape for tensor in call["tensors"]))


def _parameters(call: OperatorCall) -> None:
    """Require lists of tensors with one shape for each parameter."""
    lists: dict[str, list[tuple[int, ...]]] = {
        argument.name: [tensor.array.shape for tensor in parts]
        for argument, parts in call.parts()
        if isinstance(argument.type, ListType) and parts and argument.name != "state_steps"
    }
    check.check_lengths(list(lists), *map(len, lists.values()))
    for shapes in zip(*lists.values(), strict=True):
        check.check_same_shape(list(lists), *shapes)


def _channels(call: OperatorCall) -> None:
    """Require operands of a batch norm with one element for each channel."""
    ((name, image), *_), sizes = call.arrays("input").items(), call.shapes(*_PER_CHANNEL)
    check.check_rank(name, image.shape, 2)
    check.check_same_shape(["input", "grad_out"], *call.shapes("input", "grad_out", "grad_output"))
    for shape in sizes:
        check.check_broadcast_to(image.shape[1:2], shape)


def _targets(call: OperatorCall) -> None:
    check.check_integers("target", call["target"].array)


def _size_lists(call: OperatorCall) -> None:
    check.check_broadcast(*(call["shapes"] or [call["a"], call["b"]]))


def _by_kind(table: Mapping[str, Requirement]) -> Mapping[str, Requirement]:
    """Split keys that hold several names."""
    return {name: requirement for names, requirement in table.items() for name in names.split()}


_OF_KIND: Mapping[str, Requirement] = _by_kind({
    "addmm _addmm_activation": _addend("mat1", "mat2"),
    "addmv": _addend("mat", "vec"),
    "addbmm baddbmm": _addend("batch1", "batch2"),
    "vdot": _same_shape("self", "other"),
    "bincount": _bins,
    "broadcast_shapes _infer_size": _size_lists,
    "broadcast_tensors": _tensor_list,
    "cross dist linalg_cross linalg_vecdot": _broadcast("self", "x", "other", "y"),
    "eye": _sizes("n", "m"),
    "tile": _sizes("dims"),
    "glu": _halves,
    "addr": _outer,
    "conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d convolution "
    "_convolution linear": _bias,
    "gather scatter scatter_add scatter_reduce": _gather,
    "index _unsafe_index": _indices,
    "index_put _index_put_impl _unsafe_index_put": _index_values,
    "masked_fill": _mask(_broadcast("self", "mask")),
    "masked_scatter": _mask(_broadcast_to("self", "mask")),
    "masked_select": _mask(_broadcast("self", "mask")),
    "max": _not_empty("maximum"),
    "min": _not_empty("minimum"),
    "mse_loss l1_loss smooth_l1_loss huber_loss soft_margin_loss binary_cross_entropy "
    "poisson_nll_loss hinge_embedding_loss": _broadcast("self", "input", "target", "weight"),
    "mse_loss_backward smooth_l1_loss_backward huber_loss_backward soft_margin_loss_backward "
    "binary_cross_entropy_backward": _broadcast("grad_output", "self", "target", "weight"),
    "nll_loss nll_loss_nd nll_loss2d nll_loss_backward nll_loss2d_backward nll_loss_forward "
    "multi_margin_loss multi_margin_loss_backward multilabel_margin_loss_backward": _targets,
    "put take": _into_line,
    "_add_relu _prelu_kernel_backward": _broadcast(),
    "_fused_adam _fused_adamw _fused_adagrad _fused_sgd": _parameters,
    "batch_norm_backward native_batch_norm_backward _batch_norm_impl_index_backward": _channels,
    "trace": lambda call: check.check_rank("self", call["self"].array.shape, 2, 2),
})  # fmt: skip


# ---- every operator


def _check_writable(call: OperatorCall) -> None:
    for argument, parts in call.parts():
        for part in parts if argument.is_written else ():
            if isinstance(part, Tensor):
                check.check_writable(part.array)


_INDICES = frozenset({"index", "indices", "offsets", "offset2bag", "bag_size"})


def _indices_are_integers(call: OperatorCall) -> None:
    for name, array in call.arrays(*_INDICES).items():
        check.check_index_type(name, array)


def _sizes_fit_memory(call: OperatorCall) -> None:
    """Require results that fit into memory; only tensors have sizes."""
    if not any(returned.type == _TENSOR for returned in call.schema.returns):
        return
    for argument, parts in call.parts():
        if len(parts) <= _MOST_DIMENSIONS and all(type(part) is int for part in parts):
            check.check_size_limit(argument.name, parts)


_OF_ALL: tuple[Requirement, ...] = (_indices_are_integers, _sizes_fit_memory)


def requirements_of(schema: FunctionSchema) -> Iterator[Requirement]:
    """Return the checks for calls of an operator, the most specific first."""
    kind = _OF_KIND.get(base_name(schema))
    first: list[Requirement] = [_check_writable] if schema.is_mutable else []
    if kind is not None:
        first.append(kind)
    elif is_elementwise(schema):
        first.append(_broadcast())
    return chain(first, _OF_ALL)


def is_elementwise(schema: FunctionSchema) -> bool:
    """Return whether an operator, or the one of which it is the gradient, is pointwise."""
    forward = base_name(schema).removesuffix("_backward")
    schemas = schemas_of(f"aten::{forward}") or [schema]
    return any(family_of(s.op_name) in POINTWISE for s in (schema, *schemas[:1]))
