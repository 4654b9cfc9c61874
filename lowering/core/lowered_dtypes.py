"""The element types of tensors at te level and below."""

from __future__ import annotations

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME

_DTYPES = "bfloat16 float16 float32 float64 int64 int32 int16 int8 uint8 bool".split()
LOWERED_DTYPES = frozenset(BY_TORCH_NAME[name].type for name in _DTYPES)
