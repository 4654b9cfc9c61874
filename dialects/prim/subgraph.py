"""Ops with an isolated graph, which sees only its arguments.

%r = prim.TensorExprGroup(%x) : (T) -> U {
^bb0(%y: T):
  ...
  prim.return %z : U
}
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.dialects.utils import AbstractYieldOperation
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    lazy_traits_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import HasParent, IsolatedFromAbove, IsTerminator, Pure, ReturnLike
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.call_syntax import CallSyntaxOp
from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.prim.effects import RegionEffects
from xdsl_torchscript.dialects.types import AwaitType, FutureType


class _EndsBody(HasParent):
    """`HasParent` for all ops with a body, with a message that does not list them."""

    def verify(self, op: Operation) -> None:
        parent = op.parent_op()
        if parent is not None and not isinstance(parent, WithBody | OperatorOp):
            raise VerifyException(f"ends the body of a subgraph, not of '{parent.name}'")


@irdl_op_definition
class ReturnOp(AbstractYieldOperation[Attribute]):
    """End a subgraph with its results."""

    name = "prim.return"
    traits = lazy_traits_def(lambda: (IsTerminator(), ReturnLike(), _EndsBody(WithBody), Pure()))


class WithBody(CallSyntaxOp, ABC):
    """An op with one block that ends in `prim.return`."""

    inputs = var_operand_def()
    outputs = var_result_def()
    body_region = region_def("single_block")

    def __init__(
        self,
        inputs: Sequence[SSAValue | Operation],
        result_types: Sequence[Attribute],
        body_region: Region | Sequence[Block],
    ) -> None:
        super().__init__(operands=[inputs], result_types=[result_types], regions=[body_region])

    @property
    def body(self) -> Block:
        return self.body_region.block

    @property
    def body_return(self) -> ReturnOp:
        last = self.body.last_op
        assert isinstance(last, ReturnOp)
        return last

    def returned_types(self) -> Sequence[Attribute]:
        """Return the types that the body must return: the result types."""
        return self.result_types

    def verify_(self) -> None:
        last = self.expect_end("body", self.body, ReturnOp)
        if last is not None:
            self.expect_flow("returns", last.operand_types, self.returned_types())


class SubgraphOp(WithBody, ABC):
    """An op whose body sees only the operands, as block arguments."""

    def verify_(self) -> None:
        super().verify_()
        self.expect_flow("passes", self.inputs.types, [arg.type for arg in self.body.args])


_RUNS_BODY = traits_def(IsolatedFromAbove(), RegionEffects())


@irdl_op_definition
class FusionGroupOp(SubgraphOp):
    """A group that the old fuser compiles."""

    name = "prim.FusionGroup"
    traits = _RUNS_BODY


@irdl_op_definition
class CudaFusionGroupOp(SubgraphOp):
    """A group that nvFuser compiles."""

    name = "prim.CudaFusionGroup"
    traits = _RUNS_BODY


@irdl_op_definition
class OneDnnFusionGroupOp(SubgraphOp):
    """A group that oneDNN compiles."""

    name = "prim.oneDNNFusionGroup"
    traits = _RUNS_BODY


@irdl_op_definition
class MkldnnGroupOp(SubgraphOp):
    """A group whose tensors stay in MKL-DNN's layout."""

    name = "prim.MKLDNNGroup"
    traits = _RUNS_BODY


@irdl_op_definition
class TensorExprGroupOp(SubgraphOp):
    """A group that NNC compiles for the shapes seen."""

    name = "prim.TensorExprGroup"
    traits = _RUNS_BODY


@irdl_op_definition
class TensorExprDynamicGroupOp(SubgraphOp):
    """A group that NNC compiles for symbolic shapes."""

    name = "prim.TensorExprDynamicGroup"
    symbolic_shape_inputs = opt_prop_def(ArrayAttr)
    traits = _RUNS_BODY


@irdl_op_definition
class StaticSubgraphOp(SubgraphOp):
    """A group that the static runtime executes."""

    name = "prim.StaticSubgraph"
    traits = _RUNS_BODY


@irdl_op_definition
class FunctionalGraphOp(SubgraphOp):
    """A group without mutation."""

    name = "prim.FunctionalGraph"
    traits = _RUNS_BODY


@irdl_op_definition
class DifferentiableGraphOp(SubgraphOp):
    """A group with a backward graph.

    The body returns the results, then the values that the backward graph needs.
    """

    name = "prim.DifferentiableGraph"
    traits = _RUNS_BODY

    def returned_types(self) -> Sequence[Attribute]:
        captured = self.body_return.operand_types[len(self.result_types) :]
        return [*self.result_types, *captured]


@irdl_op_definition
class FallbackGraphOp(SubgraphOp):
    """The fallback graph, run when the group's guard fails."""

    name = "prim.FallbackGraph"
    traits = _RUNS_BODY


class _DelayedOp(SubgraphOp, ABC):
    """A subgraph whose wrapped result is computed later."""

    def returned_types(self) -> Sequence[Attribute]:
        return [
            t.element if isinstance(t, FutureType | AwaitType) else t for t in self.result_types
        ]


@irdl_op_definition
class ForkOp(_DelayedOp):
    """`prim.fork(%x) : (T) -> !ts.future<U> {...}`: run asynchronously; `aten.wait` joins."""

    name = "prim.fork"
    traits = traits_def(IsolatedFromAbove())


@irdl_op_definition
class AwaitableOp(_DelayedOp):
    """`prim.awaitable(%x) : (T) -> !ts.await<U> {...}`: run when the result is first requested."""

    name = "prim.awaitable"
    traits = traits_def(IsolatedFromAbove())


@irdl_op_definition
class GradOfOp(WithBody):
    """The gradient of one operator; the body is skipped if all operands are zero gradients."""

    name = "prim.GradOf"
    operator = prop_def(StringAttr, prop_name="name")
    traits = traits_def(RegionEffects())

    def __init__(
        self,
        operator: str,
        inputs: Sequence[SSAValue | Operation],
        result_types: Sequence[Attribute],
        body_region: Region | Sequence[Block],
    ) -> None:
        super().__init__(inputs, result_types, body_region)
        self.operator = StringAttr(operator)


SUBGRAPH_OPS: tuple[type[SubgraphOp], ...] = (
    FusionGroupOp, CudaFusionGroupOp, OneDnnFusionGroupOp, MkldnnGroupOp, TensorExprGroupOp,
    TensorExprDynamicGroupOp, StaticSubgraphOp, FunctionalGraphOp, DifferentiableGraphOp,
    FallbackGraphOp, ForkOp, AwaitableOp,
)  # fmt: skip
