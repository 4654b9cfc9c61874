"""Pointwise operators, element by element."""

from __future__ import annotations

import torch
from torch import Tensor


def relu6(self: Tensor) -> Tensor:
    return torch.hardtanh(self, 0.0, 6.0)


def selu(self: Tensor) -> Tensor:
    return torch.elu(self, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946)


def log_sigmoid(self: Tensor) -> Tensor:
    result, _buffer = torch.log_sigmoid_forward(self)
    return result


def isfinite(self: Tensor) -> Tensor:
    if not self.is_floating_point() and not self.is_complex():
        return torch.ones_like(self, dtype=torch.bool)
    return (self == self) & (self.abs() != float("inf"))


def isreal(self: Tensor) -> Tensor:
    if not self.is_complex():
        return torch.ones_like(self, dtype=torch.bool)
    return torch.imag(self) == 0


def square(self: Tensor) -> Tensor:
    return torch.pow(self, 2)


def isclose(
    self: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Tensor:
    if self.dtype != other.dtype:
        raise RuntimeError("isclose: expected two tensors of one element type")
    if rtol < 0 or atol < 0:
        raise RuntimeError(
            f"isclose: expected non-negative tolerances, got rtol={rtol} and atol={atol}"
        )
    close = self == other
    if equal_nan and (self.is_floating_point() or self.is_complex()):
        close = close | ((self != self) & (other != other))
    if rtol == 0 and atol == 0:
        return close
    if not self.is_floating_point() and not self.is_complex():
        self = self * 1.0
        other = other * 1.0
    distance = (self - other).abs()
    return close | (torch.isfinite(distance) & (distance <= atol + (rtol * other).abs()))


def float_power__Tensor_Tensor(self: Tensor, exponent: Tensor) -> Tensor:
    if self.is_complex() or exponent.is_complex():
        return torch.pow(self.to(torch.complex128), exponent.to(torch.complex128))
    return torch.pow(self.to(torch.float64), exponent.to(torch.float64))


def float_power__Tensor_Scalar(self: Tensor, exponent: number) -> Tensor:
    if self.is_complex() or isinstance(exponent, complex):
        return torch.pow(self.to(torch.complex128), exponent)
    return torch.pow(self.to(torch.float64), exponent)


def float_power__Scalar(self: number, exponent: Tensor) -> Tensor:
    if isinstance(self, complex) or exponent.is_complex():
        return torch.pow(self, exponent.to(torch.complex128))
    return torch.pow(self, exponent.to(torch.float64))


def prelu(self: Tensor, weight: Tensor) -> Tensor:
    channels = 1
    if self.dim() > 1:
        channels = self.size(1)
    if weight.dim() > 1 or (weight.numel() != 1 and weight.numel() != channels):
        raise RuntimeError(
            f"prelu: expected one weight or one for each of {channels} channels, got a tensor of "
            f"size {weight.size()}"
        )
    sizes = [1] * self.dim()
    if self.dim() > 1:
        sizes[1] = weight.numel()
    return torch.ops.aten._prelu_kernel(self, weight.reshape(sizes))


def type_as(self: Tensor, other: Tensor) -> Tensor:
    return self.to(other)


def conj_physical(self: Tensor) -> Tensor:
    if self.is_complex():
        return torch.resolve_conj(self.conj())
    return self
