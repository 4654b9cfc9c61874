"""The machine code of a typed function: the passes below the ts level, then LLVM.

type_function(module)              # the passes at the ts level
object = machine_code(module)      # those below, unless the cache holds their result
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.transforms import get_all_passes

from xdsl_torchscript.dialects.garbage import paused_collection
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.lowering.core.diagnostics import raise_findings
from xdsl_torchscript.lowering.core.pass_runner import Instrument, run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import PipelineStep, build_pipeline
from xdsl_torchscript.lowering.pipelines import PIPELINES, with_bounds_checks, with_registers
from xdsl_torchscript.runtime.native.bounds_checks import has_bounds_checks
from xdsl_torchscript.runtime.native.engine import ObjectFile, compile_object
from xdsl_torchscript.runtime.native.math_precision import precision_of
from xdsl_torchscript.runtime.native.object_cache import compile_cached
from xdsl_torchscript.runtime.native.target import (
    Target,
    fuses_multiply_add,
    host_target,
    multiplies_bytes,
    vector_registers,
)
from xdsl_torchscript.runtime.passes import pass_factories

_SPECS = PIPELINES["ts-to-llvm"]
_TYPING = _SPECS[: _SPECS.index("convert-ts-to-te")]
_LOWERING = _SPECS[len(_TYPING) :]
_BELOW_LOOPS = len(PIPELINES["loops-to-llvm"])
_PARALLELIZE = "parallelize-loops"


@cache
def _steps(specs: tuple[str, ...]) -> tuple[PipelineStep, ...]:
    return build_pipeline(",".join(specs), {**get_all_passes(), **pass_factories()})


@cache
def _context() -> Context:
    """Return the context of passes; each dialect is loaded on first use."""
    return LazyContext()


def type_function(module: ModuleOp) -> None:
    """Run the passes at the ts level. Raises FindingsError or DiagnosticException."""
    run_pipeline(_steps(_TYPING), _context(), module)


def typed_functions(module: ModuleOp, constants: Sequence[int] = ()) -> ModuleOp:
    """Run the passes at the ts level in place, and return the module. Mark those of the arguments
    `constants` that are to be passed in panels (`pack-weights`). Raises FindingsError for functions
    that the passes below reject, or DiagnosticException."""
    type_function(module)
    functions = [op for op in module.ops if isinstance(op, FuncOp)]
    refusals = lazy_import("xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te:refusals")
    raise_findings(tuple(chain.from_iterable(map(refusals, functions))))
    pack = lazy_import("xdsl_torchscript.lowering.ts_to_te.weights.pack_weights:pack_weights")
    transform = precision_of(module) != "exact"
    for function in functions:
        pack(function, constants, transform=transform)
    return module


def _lowering(module: ModuleOp, target: Target, *, threads: bool = True) -> tuple[str, ...]:
    """Return the passes below the ts level for a module on a target."""
    fma, precision = fuses_multiply_add(target), precision_of(module)
    registers, usdot = vector_registers(target), multiplies_bytes(target)
    specs = with_registers(_LOWERING, *registers, fma=fma, precision=precision, usdot=usdot)
    if has_bounds_checks(module):
        specs = with_bounds_checks(specs)
    return specs if threads else tuple(spec for spec in specs if spec != _PARALLELIZE)


def lower_to_loops(module: ModuleOp, instruments: Sequence[Instrument]) -> None:
    """Lower typed functions in place to loops for this machine, as `machine_code` does. Raises
    FindingsError or DiagnosticException."""
    specs = _lowering(module, host_target())[:-_BELOW_LOOPS]
    run_pipeline(_steps(specs), _context(), module, instruments)


def llvm_ir(module: ModuleOp, target: Target | None = None, *, threads: bool = True) -> str:
    """Lower typed functions in place and return their LLVM IR, by default for this machine. Without
    `threads`, it is for a single thread. Raises FindingsError or DiagnosticException."""
    specs = _lowering(module, target or host_target(), threads=threads)
    run_pipeline(_steps(specs), _context(), module)
    return lazy_import("xdsl_torchscript.lowering.loops_to_llvm.emit:emit_module")(module)


def object_of(module: ModuleOp) -> ObjectFile:
    """Lower typed functions in place and compile them. Raises as `machine_code`.

    No garbage is collected meanwhile: most of what passes create lives until the end, and searching
    it again and again took a tenth of the time.
    """
    with paused_collection():
        return compile_object(llvm_ir(module))


def machine_code(module: ModuleOp) -> ObjectFile:
    """Return the object file of typed functions, from the cache if it is there.

    Raises FindingsError or DiagnosticException from a pass, and NativeError from LLVM.
    """
    return compile_cached(str(module), lambda: object_of(module))
