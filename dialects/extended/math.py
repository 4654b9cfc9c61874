"""The `math` dialect with `math.erfc`, which xDSL lacks.

    %y = math.erfc %x : f32

`1 - erf(x)` does not replace it: where `erf` is close to 1, all digits cancel.
"""

from __future__ import annotations

from xdsl.dialects import math
from xdsl.ir import Dialect
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure, SameOperandsAndResultType


@irdl_op_definition
class ErfcOp(math.FloatingPointLikeUnaryMathOperation):
    """The complementary error function."""

    name = "math.erfc"

    traits = traits_def(Pure(), SameOperandsAndResultType())


def extended_math() -> Dialect:
    """Return the dialect `math`: xDSL's ops and the ops of this file."""
    return Dialect("math", [*math.Math.operations, ErfcOp], list(math.Math.attributes))
