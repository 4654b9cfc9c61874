"""The operators that make quantised tensors of others. A function without them has nothing to
lower, which is known without the rules."""

SOURCES = QUANTIZE, QUANTIZE_BY_TENSORS, OF_INTEGERS = (
    "aten.quantize_per_tensor",
    "aten.quantize_per_tensor.tensor_qparams",
    "aten._make_per_tensor_quantized_tensor",
)
