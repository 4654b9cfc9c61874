"""The target machine: the one that runs this process."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding

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


@cache
def host_target() -> Target:
    """Return the processor that runs this process, with its actual features."""
    return Target(
        triple=llvm.get_process_triple(),
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        llvm=f"{'.'.join(map(str, llvm.llvm_version_info))} llvmlite {llvmlite.__version__}",
    )


def vector_registers(target: Target) -> tuple[int, int]:
    """Return the number of vector registers of a processor and the bytes of each."""
    features = target.features.split(",")
    if "+avx512f" in features:
        return 32, 64
    if "+avx" in features:
        return 16, 32
    return (32, 16) if target.triple.startswith(("aarch64", "arm64")) else (16, 16)
