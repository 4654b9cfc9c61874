"""Attributes of functions, parameters and results: MLIR's names to LLVM IR's."""

from collections.abc import Mapping

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, TypeAttribute
from xdsl.utils.hints import isa

from xdsl_torchscript.lowering.loops_to_llvm.emit.text import Unsupported, quote_string, words
from xdsl_torchscript.lowering.loops_to_llvm.emit.types import TypeTable

PARAMETER_WORDS = {
    "llvm.allocptr": "allocptr",
    "llvm.inreg": "inreg",
    "llvm.nest": "nest",
    "llvm.noalias": "noalias",
    "llvm.nocapture": "captures(none)",
    "llvm.nofree": "nofree",
    "llvm.nonnull": "nonnull",
    "llvm.noundef": "noundef",
    "llvm.readnone": "readnone",
    "llvm.readonly": "readonly",
    "llvm.returned": "returned",
    "llvm.signext": "signext",
    "llvm.writeonly": "writeonly",
    "llvm.zeroext": "zeroext",
}
PARAMETER_NUMBERS = {
    "llvm.align": "align {}",
    "llvm.dereferenceable": "dereferenceable({})",
    "llvm.dereferenceable_or_null": "dereferenceable_or_null({})",
}
PARAMETER_TYPES = {"llvm.byval": "byval", "llvm.byref": "byref", "llvm.sret": "sret"}

FUNCTION_WORDS = {"no_inline": "noinline", "no_unwind": "nounwind", "optimize_none": "optnone"}
VISIBILITIES = ("", "hidden", "protected")
UNNAMED_ADDRESSES = ("", "local_unnamed_addr", "unnamed_addr")


def parameter_attributes(given: DictionaryAttr | None, types: TypeTable) -> str:
    """Return the attributes of one parameter or result, in the order in which the IR has them.

    Attributes of other dialects mean nothing to LLVM and are left out. Raises Unsupported for an
    unknown one of llvm.
    """
    entries = given.data.items() if given is not None else ()
    return words(_parameter_attribute(k, v, types) for k, v in entries if k.startswith("llvm."))


def _parameter_attribute(key: str, value: Attribute, types: TypeTable) -> str:
    if key in PARAMETER_WORDS and isinstance(value, UnitAttr):
        return PARAMETER_WORDS[key]
    if key in PARAMETER_NUMBERS and isa(value, IntegerAttr):
        return PARAMETER_NUMBERS[key].format(value.value.data)
    if key in PARAMETER_TYPES and isinstance(value, TypeAttribute):
        return f"{PARAMETER_TYPES[key]}({types.text(value)})"
    raise Unsupported(f"has the parameter attribute {key} = {value}, which LLVM IR does not know")


def function_attributes(func: llvm.FuncOp) -> str:
    """Return a function's attributes, which follow its parameters, in a fixed order."""
    given: Mapping[str, Attribute] = func.properties | func.attributes
    parts = [word for name, word in FUNCTION_WORDS.items() if name in given]
    if "always_inline" in given:
        parts.append("alwaysinline")
    # MLIR's list of attributes for LLVM: words, and pairs of a key and a value.
    passed = given.get("passthrough")
    for entry in passed.data if passed is not None and isa(passed, ArrayAttr[Attribute]) else ():
        if isinstance(entry, StringAttr):
            parts.append(
                entry.data if entry.data.isidentifier() else quote_string(entry.data.encode())
            )
        elif isa(entry, ArrayAttr[StringAttr]) and len(entry) == 2:
            parts.append(_key_value(entry.data[0].data, entry.data[1].data))
        else:
            raise Unsupported(f"has the passthrough attribute {entry}; expected a word or a pair")
    strings = {"target-cpu": given.get("target_cpu"), "tune-cpu": given.get("tune_cpu")}
    parts += [_key_value(k, v.data) for k, v in strings.items() if isinstance(v, StringAttr)]
    if func.target_features is not None:
        features = ",".join(feature.data for feature in func.target_features.features)
        parts.append(_key_value("target-features", features))
    if func.frame_pointer is not None:
        parts.append(_key_value("frame-pointer", func.frame_pointer.data.value))
    return words(parts)


def _key_value(key: str, value: str) -> str:
    return f"{quote_string(key.encode())}={quote_string(value.encode())}"


def linkage(given: llvm.LinkageAttr) -> str:
    return "" if given.linkage.data == "external" else given.linkage.data


def keyword(choices: tuple[str, ...], given: IntegerAttr | None) -> str:
    """Return the keyword of an enumeration stored as a number; empty for its zero."""
    return choices[given.value.data] if given is not None else ""
