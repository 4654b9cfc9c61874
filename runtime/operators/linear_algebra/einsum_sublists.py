"""`einsum` whose operands have lists of numbers behind them in the place of an equation."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.operators.linear_algebra.contractions import CONTRACTIONS
from xdsl_torchscript.runtime.tensor import Tensor


def _letters(labels: Sequence[int]) -> str:
    """Return letters for numbers. Raises BadValue for a number without a letter."""
    if not all(0 <= label < len(string.ascii_letters) for label in labels):
        raise BadValue(
            f"'aten.einsum' has numbers from 0 to {len(string.ascii_letters) - 1} for dimensions, "
            f"not {list(labels)}"
        )
    return "".join(string.ascii_letters[label] for label in labels)


def _einsum(*arguments: Any) -> Tensor:
    """Contract operands by lists of labels; those of the result may come last."""
    count = len(arguments) // 2
    operands, labels = arguments[: 2 * count : 2], arguments[1 : 2 * count : 2]
    equation = ",".join(map(_letters, labels))
    if len(arguments) > 2 * count:
        equation += f"->{_letters(arguments[-1])}"
    return CONTRACTIONS["aten.einsum"](equation, list(operands), None)


EINSUM_SUBLISTS: Table = {"aten.einsum.sublist": _einsum}
