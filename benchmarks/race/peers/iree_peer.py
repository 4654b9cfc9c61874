"""IREE: the StableHLO of the array form, as JAX prints it, compiled for this CPU."""

from __future__ import annotations

from typing import Any

import iree.compiler
import iree.runtime
import numpy as np

from benchmarks.race.peers.contender import Contender
from benchmarks.race.peers.jax_peer import jit_form
from benchmarks.race.workload import Call, Unsupported, Workload

FLAGS = ["--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3"]


class Iree(Contender):
    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        iree.runtime.flags.parse_flags(f"--task_topology_group_count={threads}")

    def prepare(self, workload: Workload) -> Call:
        inputs = workload.inputs()
        text = str(jit_form(workload).lower(*inputs).compiler_ir("stablehlo"))
        try:
            compiled = iree.compiler.compile_str(
                text, target_backends=["llvm-cpu"], input_type="stablehlo", extra_args=FLAGS
            )
        except iree.compiler.CompilerToolError as error:
            raise Unsupported(str(error).splitlines()[0]) from error
        f = iree.runtime.load_vm_flatbuffer(compiled, driver="local-task")["main"]

        def call() -> Any:
            found = f(*inputs)
            several = isinstance(found, tuple | list)
            return [*map(np.asarray, found)] if several else np.asarray(found)

        return call
