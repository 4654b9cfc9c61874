"""The `prim` dialect: TorchScript's language constructs.

The ops here are hand-written. Operators of the namespace that have a schema, such as `prim.device`,
join them from the operator table.
"""

from __future__ import annotations

from xdsl.ir import Operation

from xdsl_torchscript.dialects.lazy import LazyDialect
from xdsl_torchscript.dialects.prim.constant import ConstantOp, constant_value, is_literal_of
from xdsl_torchscript.dialects.prim.control import IfOp, IfYieldOp, LoopConditionOp, LoopOp
from xdsl_torchscript.dialects.prim.data import (
    ConstantChunkOp,
    DictConstructOp,
    EmptyListLiteral,
    IsInstanceOp,
    ListConstructOp,
    ListUnpackOp,
    PrintOp,
    RaiseExceptionOp,
    ToListOp,
    TupleConstructOp,
    TupleIndexOp,
    TupleSliceOp,
    TupleUnpackOp,
    UncheckedCastOp,
    UninitializedOp,
)
from xdsl_torchscript.dialects.prim.modules import (
    CallFunctionOp,
    CallMethodOp,
    CreateObjectOp,
    EnterOp,
    ExitOp,
    GetAttrOp,
    HasAttrOp,
    SetAttrOp,
)
from xdsl_torchscript.dialects.prim.profile import (
    BailOutOp,
    CudaFusionGuardOp,
    GuardOp,
    ListTensorOp,
    OneDnnFusionGuardOp,
    ProfileIvalueOp,
    ProfileOp,
    RequiresGradCheckOp,
    SizeValueOp,
    TensorExprDynamicGuardOp,
    TypeCheckOp,
)
from xdsl_torchscript.dialects.prim.subgraph import (
    SUBGRAPH_OPS,
    AwaitableOp,
    CudaFusionGroupOp,
    DifferentiableGraphOp,
    FallbackGraphOp,
    ForkOp,
    FunctionalGraphOp,
    FusionGroupOp,
    GradOfOp,
    MkldnnGroupOp,
    OneDnnFusionGroupOp,
    ReturnOp,
    StaticSubgraphOp,
    SubgraphOp,
    TensorExprDynamicGroupOp,
    TensorExprGroupOp,
)

PRIM_OPS: tuple[type[Operation], ...] = (
    ConstantOp, IfOp, IfYieldOp, LoopOp, LoopConditionOp,
    ListConstructOp, ListUnpackOp, TupleConstructOp, TupleUnpackOp, TupleIndexOp, TupleSliceOp,
    DictConstructOp, ConstantChunkOp, IsInstanceOp, UncheckedCastOp, UninitializedOp, ToListOp,
    PrintOp, RaiseExceptionOp,
    GetAttrOp, SetAttrOp, HasAttrOp, CallMethodOp, CallFunctionOp, CreateObjectOp, EnterOp, ExitOp,
    ProfileOp, ProfileIvalueOp, SizeValueOp, ListTensorOp, GuardOp, BailOutOp, TypeCheckOp,
    RequiresGradCheckOp, CudaFusionGuardOp, OneDnnFusionGuardOp, TensorExprDynamicGuardOp,
    *SUBGRAPH_OPS, GradOfOp, ReturnOp,
)  # fmt: skip
"""The hand-written ops."""

PRIM = LazyDialect("prim", PRIM_OPS)

__all__ = [
    "PRIM", "PRIM_OPS", "SUBGRAPH_OPS", "AwaitableOp", "BailOutOp", "CallFunctionOp",
    "CallMethodOp", "ConstantChunkOp", "ConstantOp", "CreateObjectOp", "CudaFusionGroupOp",
    "CudaFusionGuardOp", "DictConstructOp", "DifferentiableGraphOp", "EmptyListLiteral", "EnterOp",
    "ExitOp", "FallbackGraphOp", "ForkOp", "FunctionalGraphOp", "FusionGroupOp", "GetAttrOp",
    "GradOfOp", "GuardOp", "HasAttrOp", "IfOp", "IfYieldOp", "IsInstanceOp", "ListConstructOp",
    "ListTensorOp", "ListUnpackOp", "LoopConditionOp", "LoopOp", "MkldnnGroupOp",
    "OneDnnFusionGroupOp", "OneDnnFusionGuardOp", "PrintOp", "ProfileIvalueOp", "ProfileOp",
    "RaiseExceptionOp", "RequiresGradCheckOp", "ReturnOp", "SetAttrOp", "SizeValueOp",
    "StaticSubgraphOp", "SubgraphOp", "TensorExprDynamicGroupOp", "TensorExprDynamicGuardOp",
    "TensorExprGroupOp", "ToListOp", "TupleConstructOp", "TupleIndexOp", "TupleSliceOp",
    "TupleUnpackOp", "TypeCheckOp", "UncheckedCastOp", "UninitializedOp", "constant_value",
    "is_literal_of",
]  # fmt: skip
