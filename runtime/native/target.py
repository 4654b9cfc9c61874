"""The target machine: this process's, or another by its LLVM name."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding

from xdsl_torchscript.runtime.native.errors import NativeError

llvm: Any = llvmlite.binding
"""llvmlite has no types."""


@dataclass(frozen=True)
class Target:
    """A processor as LLVM names it. For equal IR, equal targets get equal machine code."""

    triple: str
    cpu: str
    features: str
    llvm: str
    """Versions of LLVM and of the binding."""


_LLVM = f"{'.'.join(map(str, llvm.llvm_version_info))} llvmlite {llvmlite.__version__}"


@cache
def host_target() -> Target:
    """Return the processor that runs this process, with its actual features."""
    return Target(
        triple=llvm.get_process_triple(),
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        llvm=_LLVM,
    )


_NARROW, _AVX, _AVX512, _NEON = (16, 16), (16, 32), (32, 64), (32, 16)

PROCESSORS: dict[str, dict[str, tuple[int, int]]] = {
    "x86_64": {
        "x86-64": _NARROW,
        "x86-64-v2": _NARROW,
        "x86-64-v3": _AVX,
        "x86-64-v4": _AVX512,
        "haswell": _AVX,
        "skylake": _AVX,
        "skylake-avx512": _AVX512,
        "icelake-server": _AVX512,
        "alderlake": _AVX,
        "sapphirerapids": _AVX512,
        "znver2": _AVX,
        "znver3": _AVX,
        "znver4": _AVX512,
    },
    "aarch64": {
        "generic": _NEON,
        "cortex-a53": _NEON,
        "cortex-a72": _NEON,
        "cortex-a76": _NEON,
        "neoverse-n1": _NEON,
        "neoverse-v1": _NEON,
        "neoverse-v2": _NEON,
        "apple-m1": _NEON,
    },
    "wasm32": {"generic": _NARROW, "bleeding-edge": _NARROW},
    "nvptx64": {"sm_70": _NARROW, "sm_80": _NARROW, "sm_90": _NARROW},
}
"""The processors that code can be compiled for on another one, by architecture: the number of
vector registers of each and the bytes of one. The first is the default. LLVM ends the process at a
name that it does not know, so others are rejected."""


def named_target(triple: str = "", cpu: str = "") -> Target:
    """Return a processor by LLVM's names, such as `aarch64-linux-gnu` and `neoverse-n1`.

    Without a triple, return this machine's; without a name, the first of its `PROCESSORS`. Raises
    NativeError for names that are not in `PROCESSORS`.
    """
    triple = triple or host_target().triple
    architecture = triple.partition("-")[0]
    known = PROCESSORS.get(architecture)
    if known is None:
        choices = ", ".join(PROCESSORS)
        raise NativeError(f"unknown architecture '{architecture}'; choose from {choices}")
    if cpu and cpu not in known:
        choices = ", ".join(known)
        raise NativeError(f"unknown processor '{cpu}' of {architecture}; choose from {choices}")
    return Target(triple, cpu or next(iter(known)), "", _LLVM)


def vector_registers(target: Target) -> tuple[int, int]:
    """Return the number of vector registers of a processor and the bytes of each."""
    known = PROCESSORS.get(target.triple.partition("-")[0], {})
    if not target.features and target.cpu in known:
        return known[target.cpu]
    features = target.features.split(",")
    if "+avx512f" in features:
        return _AVX512
    if "+avx" in features:
        return _AVX
    return _NEON if target.triple.startswith(("aarch64", "arm64")) else _NARROW


_VNNI = ("icelake-server", "alderlake", "sapphirerapids", "znver4")


def multiplies_bytes(target: Target) -> bool:
    """Return whether a processor has instructions for dot products of bytes, for its vectors."""
    if not target.features:
        return target.cpu in _VNNI
    features = target.features.split(",")
    wide = vector_registers(target) == _AVX512
    return ("+avx512vnni" if wide else "+avxvnni") in features


def fuses_multiply_add(target: Target) -> bool:
    """Return whether a processor has instructions for `a b + c`, rounded once."""
    if target.triple.startswith(("aarch64", "arm64", "nvptx")):
        return True
    if target.features:
        return "+fma" in target.features.split(",")
    return vector_registers(target) in (_AVX, _AVX512)
