"""torch.classes.quantized: the weights of quantised layers, as their operators take them.

PyTorch defines these classes in C++ and packs the weights for the machine. Here they are kept as
given. An archive has their states; that of a convolution begins with its numbers in one tensor:
the count of dimensions, strides, padding, dilation, output padding, groups and transposition.
"""

from __future__ import annotations

import torch
from torch import Tensor


def _numbers_at(config: list[int], place: int) -> list[int]:
    rank = config[0]
    return config[1 + place * rank : 1 + (place + 1) * rank]


class LinearPackedParamsBase:
    def __init__(self, weight: Tensor, bias: Tensor | None):
        self._weight = weight
        self._bias = bias

    def __getstate__(self) -> tuple[Tensor, Tensor | None]:
        return self._weight, self._bias

    def __setstate__(self, state: tuple[Tensor, Tensor | None]):
        self._weight, self._bias = state

    def unpack(self) -> tuple[Tensor, Tensor | None]:
        return self._weight, self._bias

    def bias(self) -> Tensor | None:
        return self._bias


class Conv2dPackedParamsBase:
    def __init__(self, weight: Tensor, bias: Tensor | None, config: list[int]):
        self._weight = weight
        self._bias = bias
        self._config = config

    def __getstate__(self) -> tuple[str, list[Tensor], list[Tensor | None]]:
        config = torch.tensor(self._config, dtype=torch.int16)
        return "2", [config, self._weight], [self._bias]

    def __setstate__(self, state: tuple[str, list[Tensor], list[Tensor | None]]):
        _version, tensors, optional = state
        config: list[int] = tensors[0].tolist()
        self._config = config
        self._weight = tensors[1]
        self._bias = optional[0]

    def unpack(self) -> tuple[Tensor, Tensor | None]:
        return self._weight, self._bias

    def weight(self) -> Tensor:
        return self._weight

    def bias(self) -> Tensor | None:
        return self._bias

    def stride(self) -> list[int]:
        return _numbers_at(self._config, 0)

    def padding(self) -> list[int]:
        return _numbers_at(self._config, 1)

    def dilation(self) -> list[int]:
        return _numbers_at(self._config, 2)

    def output_padding(self) -> list[int]:
        return _numbers_at(self._config, 3)

    def groups(self) -> int:
        return self._config[-2]

    def transpose(self) -> bool:
        return self._config[-1] != 0


class Conv3dPackedParamsBase:
    def __init__(self, weight: Tensor, bias: Tensor | None, config: list[int]):
        self._weight = weight
        self._bias = bias
        self._config = config

    def __getstate__(self) -> tuple[str, list[Tensor], list[Tensor | None]]:
        config = torch.tensor(self._config, dtype=torch.int16)
        return "2", [config, self._weight], [self._bias]

    def __setstate__(self, state: tuple[str, list[Tensor], list[Tensor | None]]):
        _version, tensors, optional = state
        config: list[int] = tensors[0].tolist()
        self._config = config
        self._weight = tensors[1]
        self._bias = optional[0]

    def unpack(self) -> tuple[Tensor, Tensor | None]:
        return self._weight, self._bias

    def weight(self) -> Tensor:
        return self._weight

    def bias(self) -> Tensor | None:
        return self._bias

    def stride(self) -> list[int]:
        return _numbers_at(self._config, 0)

    def padding(self) -> list[int]:
        return _numbers_at(self._config, 1)

    def dilation(self) -> list[int]:
        return _numbers_at(self._config, 2)

    def output_padding(self) -> list[int]:
        return _numbers_at(self._config, 3)

    def groups(self) -> int:
        return self._config[-2]

    def transpose(self) -> bool:
        return self._config[-1] != 0
