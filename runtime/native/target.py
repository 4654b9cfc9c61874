"""The machine we compile for: this one."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding

llvm: Any = llvmlite.binding
"""llvmlite has no types."""


@dataclass(frozen=True)
class Target:
    """A processor as LLVM names it. Equal targets get equal machine code for equal IR."""

    triple: str
    cpu: str
    features: str
    llvm: str
    """Versions of LLVM and of the binding."""


@cache
def host_target() -> Target:
    """The processor that runs this process, with the features it really has."""
    return Target(
        triple=llvm.get_process_triple(),
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        llvm=f"{'.'.join(map(str, llvm.llvm_version_info))} llvmlite {llvmlite.__version__}",
    )
