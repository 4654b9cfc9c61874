"""Names that a program need not define: Python's builtins, and importable modules."""

from __future__ import annotations

import math
from collections.abc import Mapping

from xdsl.dialects.builtin import f64, i1, i64

from xdsl_torchscript.dialects.schema.table import schemas_of
from xdsl_torchscript.dialects.strict_fusion import STRICT_FUSION
from xdsl_torchscript.dialects.types import DeviceType, DictType, ListType, StrType
from xdsl_torchscript.frontend.script.context import COMPLEX, TENSOR, SugaredValue
from xdsl_torchscript.frontend.script.forks import fork
from xdsl_torchscript.frontend.script.library.texts import overloads_of
from xdsl_torchscript.frontend.script.prelude import TEXTS
from xdsl_torchscript.frontend.script.special import (
    annotate,
    do_print,
    extreme,
    get_attribute,
    has_attribute,
    is_instance,
    length,
    make_enumerate,
    make_range,
    make_zip,
    number_cast,
    to_bool,
    to_dict,
    to_list,
    to_str,
    to_tuple,
    unchecked_unwrap,
)
from xdsl_torchscript.frontend.script.values import (
    BuiltinFunction,
    Defined,
    Literal,
    ModuleValue,
    Overloaded,
    Special,
    Switch,
    TypeName,
    dtype_code,
)

_BUILTINS: Mapping[str, SugaredValue] = {
    "range": Special("range", make_range),
    "zip": Special("zip", make_zip),
    "enumerate": Special("enumerate", make_enumerate),
    "print": Special("print", do_print),
    "len": Special("len", length),
    "isinstance": Special("isinstance", is_instance),
    "hasattr": Special("hasattr", has_attribute),
    "getattr": Special("getattr", get_attribute),
    "min": Special("min", extreme("prim::min")),
    "max": Special("max", extreme("prim::max")),
    "int": TypeName(i64, number_cast("aten::Int", "int")),
    "float": TypeName(f64, number_cast("aten::Float", "float")),
    "complex": TypeName(COMPLEX, number_cast("aten::Complex", "complex")),
    "bool": TypeName(i1, to_bool),
    "str": TypeName(StrType(), to_str),
    "list": TypeName(ListType(TENSOR), to_list),
    "dict": TypeName(DictType(StrType(), TENSOR), to_dict),
    "tuple": Special("tuple", to_tuple),
    "Tensor": TypeName(TENSOR),
    "annotate": Special("annotate", annotate),
    "abs": BuiltinFunction("prim::abs"),
    "sum": BuiltinFunction("aten::sum"),
    "round": BuiltinFunction("aten::round"),
    "divmod": BuiltinFunction("aten::divmod"),
    "pow": BuiltinFunction("aten::pow"),
    "all": BuiltinFunction("aten::all"),
    "any": BuiltinFunction("aten::any"),
    "sorted": BuiltinFunction("aten::sorted"),
    "ord": BuiltinFunction("aten::ord"),
    "chr": BuiltinFunction("aten::chr"),
    "hex": BuiltinFunction("aten::hex"),
    "oct": BuiltinFunction("aten::oct"),
    "bin": BuiltinFunction("aten::bin"),
    "hash": BuiltinFunction("aten::hash"),
    "id": BuiltinFunction("prim::id"),
}

_JIT: Mapping[str, SugaredValue] = {
    "annotate": Special("annotate", annotate),
    "is_scripting": Special("is_scripting", lambda c, node: Literal(True)),
    "is_tracing": Special("is_tracing", lambda c, node: Literal(False)),
    "isinstance": Special("isinstance", is_instance),
    "fork": Special("fork", fork),
    "wait": BuiltinFunction("aten::wait"),
    "strict_fusion": Defined(STRICT_FUSION),
    "_unwrap_optional": Special("_unwrap_optional", unchecked_unwrap),
}

_CONSTANTS: Mapping[str, int | float] = {
    "pi": math.pi, "e": math.e, "inf": math.inf, "nan": math.nan, "tau": math.tau,
}  # fmt: skip

# The numbers of layouts and memory formats in programs.
_CODES: Mapping[str, int] = {
    "strided": 0, "sparse_coo": 1, "contiguous_format": 0, "preserve_format": 1,
    "legacy_contiguous_format": 0,
    "channels_last": 2, "channels_last_3d": 3, "per_tensor_affine": 0,
}  # fmt: skip

# Functions of torch.nn.functional that are operators with the same arguments.
_FUNCTIONAL: Mapping[str, str] = {
    **{name: name for name in (
        "relu", "relu6", "elu", "selu", "celu", "silu", "mish", "gelu", "hardtanh", "hardswish",
        "hardsigmoid", "leaky_relu", "softplus", "softshrink", "hardshrink", "sigmoid", "tanh",
        "prelu", "rrelu", "threshold", "linear", "bilinear", "conv1d", "conv2d",
        "conv3d", "conv_transpose1d", "conv_transpose2d", "avg_pool1d", "avg_pool2d",
        "avg_pool3d", "adaptive_avg_pool1d", "pixel_shuffle", "pixel_unshuffle", "one_hot",
        "cosine_similarity", "pairwise_distance", "scaled_dot_product_attention",
        "conv_transpose3d", "conv_tbc", "pdist", "channel_shuffle", "native_channel_shuffle",
        "relu_", "elu_", "selu_", "celu_", "leaky_relu_", "hardtanh_", "rrelu_", "threshold_",
    )},
    "logsigmoid": "log_sigmoid",
}  # fmt: skip


_NN_FUNCTIONAL = "__torch__.torch.nn.functional."
_FUNCTIONS = "__torch__.torch.functional."
_INDEXED_AT: Mapping[str, int] = {"": 6, "adaptive_": 2, "fractional_": 4}
"""The position of `return_indices` among the arguments of a pooling."""
_POOLINGS = [
    (kind, n) for kind in _INDEXED_AT for n in (1, 2, 3) if (kind, n) != ("fractional_", 1)
]
_RENAMED: Mapping[str, str] = {
    "threshold": "_threshold",
    **{f"{name}max_pool{n}d": f"_{name}max_pool{n}d" for name, n in _POOLINGS},
}


def _torch(name: str) -> SugaredValue | None:
    if name in _CONSTANTS:
        return Literal(_CONSTANTS[name])
    if name in _CODES:
        return Literal(_CODES[name])
    code = dtype_code(name)
    if code is not None:
        return Literal(code)
    return _TORCH.get(name) or _library(_FUNCTIONS, name) or _operator(name)


def _nn_operators(name: str) -> SugaredValue | None:
    return MODULES["torch._C._nn"] if name == "_nn" else _operator(name)


def _cudnn(name: str) -> SugaredValue | None:
    return {"enabled": Literal(True)}.get(name)


def _warnings(name: str) -> SugaredValue | None:
    return BuiltinFunction("aten::warn") if name == "warn" else None


def _operator(name: str) -> SugaredValue | None:
    return BuiltinFunction(f"aten::{name}") if schemas_of(f"aten::{name}") else None


def _math(name: str) -> SugaredValue | None:
    if name in _CONSTANTS:
        return Literal(_CONSTANTS[name])
    return _operator(f"math{name}" if name == "remainder" else name)


def _functional(name: str) -> SugaredValue | None:
    library = _library(_NN_FUNCTIONAL, _RENAMED.get(name, name))
    if library is not None:
        return _SWITCHED.get(name) or library
    return BuiltinFunction(f"aten::{_FUNCTIONAL[name]}") if name in _FUNCTIONAL else None


def _library(prefix: str, name: str) -> SugaredValue | None:
    found = overloads_of(prefix, name)
    return Overloaded(found) if found else None


def _switch(name: str, keyword: str, place: int, prefix: str, *names: str) -> Switch:
    """Return a switch between two functions of the library."""
    if_true, if_false = (Overloaded(overloads_of(prefix, n)) for n in names)
    return Switch(name, keyword, place, if_true, if_false)


def _dispatch_unique(name: str, places: tuple[int, int], impl: str, prefix: str) -> SugaredValue:
    """Return `unique` or `unique_consecutive`, dispatched on requests for inverse and counts."""
    inverse, counts = places
    pair = (f"{prefix}_return_inverse", f"{prefix}_return_output")
    uncounted = _switch(name, "return_inverse", inverse, _FUNCTIONS, *pair)
    just_counts = Overloaded(overloads_of(_FUNCTIONS, f"{prefix}_return_counts"))
    both = Overloaded(overloads_of(_FUNCTIONS, impl))
    counted = Switch(name, "return_inverse", inverse, both, just_counts)
    return Switch(name, "return_counts", counts, counted, uncounted)


def _namespace(namespace: str) -> ModuleValue:
    """Return `torch.ops.my`: the operators of a namespace, including the user's."""

    def find(name: str) -> SugaredValue | None:
        kind = f"{namespace}::{name}"
        return BuiltinFunction(kind) if schemas_of(kind) else None

    return ModuleValue(f"torch.ops.{namespace}", find)


def _nn(name: str) -> SugaredValue | None:
    return MODULES.get(f"torch.nn.{name}")


def _reduction(name: str) -> SugaredValue | None:
    return _library("__torch__.torch.nn._reduction.", name)


def _linalg(name: str) -> SugaredValue | None:
    return _operator(f"linalg_{name}")


def _fft(name: str) -> SugaredValue | None:
    return _operator(f"fft_{name}")


def _special(name: str) -> SugaredValue | None:
    return _operator(f"special_{name}")


def _grad_mode(name: str) -> SugaredValue | None:
    return _PRELUDE_CLASSES.get(f"torch.autograd.grad_mode.{name}")


def _profiler(name: str) -> SugaredValue | None:
    return _PRELUDE_CLASSES.get(f"torch.autograd.profiler.{name}")


def _autograd(name: str) -> SugaredValue | None:
    return MODULES.get(f"torch.autograd.{name}")


_SWITCHED: Mapping[str, SugaredValue] = {
    f"{kind}max_pool{n}d": _switch(
        f"{kind}max_pool{n}d",
        "return_indices",
        _INDEXED_AT[kind],
        _NN_FUNCTIONAL,
        f"{kind}max_pool{n}d_with_indices",
        f"_{kind}max_pool{n}d",
    )
    for kind, n in _POOLINGS
}
"""Functions whose result type depends on the value of an argument."""

_PRELUDE_CLASSES: Mapping[str, SugaredValue] = {
    name: Defined(f"__torch__.{name}") for name in TEXTS
}

MODULES: Mapping[str, ModuleValue] = {
    "torch": ModuleValue("torch", _torch),
    "torch.nn": ModuleValue("torch.nn", _nn),
    "torch.nn.functional": ModuleValue("torch.nn.functional", _functional),
    "torch.nn._reduction": ModuleValue("torch.nn._reduction", _reduction),
    "torch.jit": ModuleValue("torch.jit", _JIT.get),
    "torch.linalg": ModuleValue("torch.linalg", _linalg),
    "torch.fft": ModuleValue("torch.fft", _fft),
    "torch.special": ModuleValue("torch.special", _special),
    "torch.autograd": ModuleValue("torch.autograd", _autograd),
    "torch.autograd.grad_mode": ModuleValue("torch.autograd.grad_mode", _grad_mode),
    "torch.autograd.profiler": ModuleValue("torch.autograd.profiler", _profiler),
    "torch._C": ModuleValue("torch._C", _nn_operators),
    "torch._C._nn": ModuleValue("torch._C._nn", _operator),
    "torch.backends": ModuleValue(
        "torch.backends", lambda name: MODULES.get(f"torch.backends.{name}")
    ),
    "torch.backends.cudnn": ModuleValue("torch.backends.cudnn", _cudnn),
    "torch.ops": ModuleValue("torch.ops", _namespace),
    "torch.functional": ModuleValue("torch.functional", lambda name: _torch(name)),
    "warnings": ModuleValue("warnings", _warnings),
    "math": ModuleValue("math", _math),
    "xdsl_torchscript": ModuleValue(
        "xdsl_torchscript", lambda name: _JIT.get(name) or _torch(name)
    ),
    "typing": ModuleValue("typing", lambda name: None),
    "builtins": ModuleValue("builtins", _BUILTINS.get),
}
"""The modules that a script may import."""

_TORCH: Mapping[str, SugaredValue] = {
    "_segment_reduce": BuiltinFunction("aten::segment_reduce"),
    "Tensor": TypeName(TENSOR),
    "device": TypeName(DeviceType(), lambda c, node: BuiltinFunction("aten::device").call(c, node)),
    "no_grad": _PRELUDE_CLASSES["torch.autograd.grad_mode.no_grad"],
    "enable_grad": _PRELUDE_CLASSES["torch.autograd.grad_mode.enable_grad"],
    **{
        name: MODULES[f"torch.{name}"]
        for name in "nn jit linalg fft special autograd _C backends functional ops".split()
    },
    "lu": _switch("lu", "get_infos", 2, _FUNCTIONS, "_lu_with_infos", "_lu_no_infos"),
    "unique": _dispatch_unique("unique", (2, 3), "_unique_impl", ""),
    "unique_consecutive": _dispatch_unique(
        "unique_consecutive", (1, 2), "_unique_consecutive_impl", "_consecutive"
    ),
}

OTHER_NAMES = frozenset({*_TORCH, *_JIT, *_CODES, *_CONSTANTS})
"""Names of `torch` besides operators and dtypes."""

_PRELUDE: Mapping[str, SugaredValue] = {
    "torch": MODULES["torch"],
    "math": MODULES["math"],
    "F": MODULES["torch.nn.functional"],
    "ts": MODULES["xdsl_torchscript"],
    "warnings": MODULES["warnings"],
}
"""Names available to every text without an import."""


def outside(name: str) -> SugaredValue | None:
    """Resolve a name that no text defines; the default resolver."""
    return _PRELUDE.get(name) or _BUILTINS.get(name)
