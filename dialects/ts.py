"""The `ts` dialect: types, definitions of classes, and operators without a schema."""

from __future__ import annotations

from xdsl.ir import Dialect

from xdsl_torchscript.dialects.modules import MODULE_OPS
from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.types import TS_ATTRIBUTES

TS = Dialect("ts", [OperatorOp, *MODULE_OPS], list(TS_ATTRIBUTES))
