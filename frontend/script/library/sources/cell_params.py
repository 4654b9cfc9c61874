"""torch.classes.rnn: the weights of a quantised recurrent cell, as its operators take them.

PyTorch defines the class in C++; archives have its states.
"""

from __future__ import annotations

from torch import Tensor


class CellParamsBase:
    def __init__(
        self,
        kind: str,
        tensors: list[Tensor],
        floats: list[float],
        ints: list[int],
        packed: list[__torch__.torch.classes.quantized.LinearPackedParamsBase],
    ):
        self._kind = kind
        self._tensors = tensors
        self._floats = floats
        self._ints = ints
        self._packed = packed

    def __getstate__(
        self,
    ) -> tuple[
        str,
        list[Tensor],
        list[float],
        list[int],
        list[__torch__.torch.classes.quantized.LinearPackedParamsBase],
    ]:
        return self._kind, self._tensors, self._floats, self._ints, self._packed

    def __setstate__(
        self,
        state: tuple[
            str,
            list[Tensor],
            list[float],
            list[int],
            list[__torch__.torch.classes.quantized.LinearPackedParamsBase],
        ],
    ):
        self._kind, self._tensors, self._floats, self._ints, self._packed = state
