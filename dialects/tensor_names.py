"""Attributes and methods of tensors in Python that differ from the operator of their name."""

from __future__ import annotations

from collections.abc import Mapping

TENSOR_ATTRIBUTES: Mapping[str, str] = {
    "shape": "aten::size", "T": "aten::numpy_T", "H": "aten::matrix_H", "mT": "aten::mT",
    "mH": "aten::mH", "ndim": "aten::dim", "real": "aten::real", "imag": "aten::imag",
    "is_leaf": "aten::is_leaf", "dtype": "prim::dtype", "device": "prim::device",
    "grad": "prim::grad", "data": "prim::data", "layout": "prim::layout", "name": "prim::name",
    "requires_grad": "prim::requires_grad", "is_cuda": "prim::is_cuda", "is_cpu": "prim::is_cpu",
    "is_sparse": "prim::is_sparse", "is_quantized": "prim::is_quantized",
    "is_mkldnn": "prim::is_mkldnn", "is_meta": "prim::is_meta", "is_nested": "prim::is_nested",
    "is_xpu": "prim::is_xpu", "is_mps": "prim::is_mps", "is_vulkan": "prim::is_vulkan",
    "itemsize": "prim::itemsize", "nbytes": "prim::nbytes",
}  # fmt: skip
"""The operator of each attribute."""

CASTS: Mapping[str, str] = {
    "byte": "uint8", "char": "int8", "short": "int16", "int": "int32", "long": "int64",
    "half": "float16", "float": "float32", "double": "float64", "bool": "bool",
    "bfloat16": "bfloat16", "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip
"""Methods that convert, with the dtypes of their results."""
