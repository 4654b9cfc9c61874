"""The ways down, as data: which passes in which order, and why each of them stands there.

`ts-opt --pipeline=NAME`, the executors and the documentation read these tuples. Clean-up passes
(`cse`, `dce`) are never needed for a correct result; the first `dce` accepts more programs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from xdsl_torchscript.lowering.core.math_precision import MathPrecision


class Step(NamedTuple):
    """A pass of a pipeline, as `ts-opt -p` takes it, and its reason."""

    spec: str
    reason: str


TS_TO_TE: tuple[Step, ...] = (
    Step("remove-strict-fusion", "a kernel fuses all operations"),
    Step("inline-fork-wait", "a kernel runs what it starts, and shares loops among threads"),
    Step("scalarize-integers", "facts about sizes follow ints, which traces have as tensors"),
    Step("fold-chunks", "chunk and unpack become one operation with a known number of results"),
    Step("index-unbound-lists", "a loop over the rows of a tensor needs no list"),
    Step("peephole", "sizes that the types of arguments state become constants"),
    Step(
        "constant-propagation{immutable-only=true}",
        "so does arithmetic on them, say `x.size(1) // heads`",
    ),
    Step("fold-branches", "of a branch that the types of arguments decide, what runs is left"),
    Step("stack-appended-lists", "the outputs of a loop's steps become one tensor"),
    Step("allocate-appended-lists", "numbers that a loop appends have places from the start"),
    Step("lists-as-tensors", "numbers at places that only the run knows are in memory"),
    Step("propagate-types", "below, every tensor needs a dtype and sizes"),
    Step("fold-branches", "sizes that are known decide branches, say checks of arguments"),
    Step(
        "functionalize{arguments=true}",
        "writes become values, which loops carry; an argument is written once, at the end",
    ),
    Step("widen-halves", "kernels compute in float32 what programs have in halves"),
    Step("decompose-unlowered", "of a composite operator, its parts have rules"),
    Step("widen-bytes", "kernels compute in int32 what programs have in uint8"),
    Step("unpack-returned-lists", "every tensor of a returned list is a result"),
    Step("dce", "the test of a branch that is gone, say `x is None`, has no lowering"),
    Step("verify-level{level=typed}", "the contract of a typed program"),
    Step("convert-ts-to-te", "operators become expressions for one element"),
    Step("cse", "equal constants and scalars of one function are computed once"),
    Step("dce", "constants that were arguments of operators are not needed any more"),
    Step("verify-level{level=te}", "the contract of tensor expressions"),
)

TE_TO_LOOPS: tuple[Step, ...] = (
    Step("inline-producers", "fewer passes over memory"),
    Step(
        "block-channels",
        "a convolution reads what another one computes without a copy between them",
    ),
    Step("hoist-reductions", "the inputs of all steps of a network are multiplied at once"),
    Step("cse", "equal loads and arithmetic that inlining brought together"),
    Step("dce", "tensors that are not read any more"),
    Step("hoist-checks", "arguments are written in place if nothing may fail any more"),
    Step("convert-te-to-loops", "values become memory, expressions become loops"),
    Step("flatten-indices", "addresses in plain sight, memory as the machine has it"),
    Step("fuse-loops", "a product passes its elements on in registers"),
    Step("split-index-sets", "vectors copy the parts of a joined tensor"),
    Step("collapse-loops", "long loops over neighbours, whatever the rank was"),
    Step("fuse-rows", "a row goes through all steps of a softmax while it is in a cache"),
    Step("split-panels", "all rows read a panel of weights while it is in a cache"),
    Step("pack-panels", "large factors that are read again come from caches, without gaps"),
    Step("split-reductions", "threads share the parts of a long sum"),
    Step("parallelize-loops", "threads share what is tiled and vectorized for each chunk below"),
    Step("hoist-allocations", "memory of iterations is allocated once for a chunk"),
    Step("tile-contractions", "each element that a product loads is used many times"),
    Step("vectorize-transposes", "a panel of a transposed factor reads whole lines of caches"),
    Step("vectorize-reductions{width=16 unroll=4}", "partial results in as many lanes"),
    Step("vectorize-loops{width=16}", "sixteen at once: two registers of 256 bits or one of 512"),
    Step("prefetch-panels", "the next panel of weights is on its way while tiles read this one"),
    Step("prefetch-rows", "the next row is on its way while loops compute on this one"),
    Step("plan-memory", "one allocation, whose bytes buffers share that are not in use together"),
    Step("cse", "constants and addresses that every pass emitted for itself"),
    Step("dce", "index arithmetic that flattening replaced"),
    Step("verify-level{level=loops}", "the contract of loops"),
)

LOOPS_TO_LLVM: tuple[Step, ...] = (
    Step("expand-math", "functions of vectors without a call for each lane"),
    Step("convert-parallel-to-llvm", "the body of a parallel loop becomes a function for threads"),
    Step("lower-scf-to-cf", "structured control flow becomes blocks and branches"),
    Step("lower-asserts", "an assertion that does not hold ends the kernel with its message"),
    Step("convert-vector-to-llvm", "vector loads, stores and broadcasts"),
    Step("convert-memref-to-llvm", "memory becomes pointers and getelementptr"),
    Step("convert-math-to-llvm", "functions become intrinsics or calls of libm"),
    Step("convert-arith-to-llvm", "arithmetic"),
    Step("convert-cf-to-llvm", "branches"),
    Step("convert-func-to-llvm{noalias=true}", "bare pointers, which overlap no other output"),
    Step("check-allocations", "a kernel that gets no memory ends with a status"),
    Step("emit-packed-entry", "one entry that takes all arguments in a table"),
    Step("reconcile-unrealized-casts", "casts between a type and what it was converted to"),
    Step("verify-level{level=llvm}", "the contract of the llvm dialect"),
)

TS_TO_LLVM: tuple[Step, ...] = (*TS_TO_TE, *TE_TO_LOOPS, *LOOPS_TO_LLVM)

BEFORE_PROFILING: tuple[Step, ...] = (
    Step("scalarize-integers", "facts about sizes follow ints, which traces have as tensors"),
    Step("peephole", "a declared type decides whether an attribute is None"),
    Step("constant-propagation", "branches that no input decides go"),
    Step("unpack-constants", "fusion groups take the weights in the lists of a frozen module"),
    Step("peephole", "casts to optional types hide tensors from fusion groups"),
    Step("remove-mutation", "writes keep operators out of fusion groups, say in `relu_(conv(x))`"),
    Step("fold-chunks", "chunk and unpack become one operation, which a fusion group can take"),
    Step("index-unbound-lists", "a loop over the rows of a tensor needs no list"),
    Step("cse", "nothing is profiled or fused twice"),
    Step("dce", "nothing is profiled in vain"),
)
"""Optimisations that hold for inputs of any type, on an inlined function."""

SPECIALIZED: tuple[Step, ...] = (
    Step("propagate-requires-grad", "decides questions about gradients"),
    Step("specialize-autograd-zero", "gradients that are absent for these inputs"),
    Step("fold-to-fixpoint", "the types of arguments decide branches: sizes, ranks, None, dtypes"),
    Step("unroll-loops{constant-only=true limit=8}", "lists that a short loop fills are known"),
    Step("remove-mutation", "the sizes are known that decide whether a result is a new tensor's"),
    Step("fold-to-fixpoint", "arithmetic on what is known of lists"),
    Step("branch-on-none", "kernels take None or a tensor, and no value that may be either"),
    Step("decompose-for-groups", "the parts of composite operators join fusion groups"),
    Step("fold-chunks", "a group takes a chunk that is unpacked, as in the cells of networks"),
    Step("peephole", "sizes and branches of those parts"),
    Step("constant-propagation", "arithmetic on those sizes"),
    Step("expand-complex", "the parts of complex numbers are real, which kernels compute"),
    Step("cse", "what was in branches may be repeated work"),
    Step("dce", "tests of branches that are gone"),
)
"""Optimisations for arguments of specialised types, on a function that was cleaned up."""

STEPS: dict[str, tuple[Step, ...]] = {
    "ts-to-te": TS_TO_TE,
    "te-to-loops": TE_TO_LOOPS,
    "loops-to-llvm": LOOPS_TO_LLVM,
    "ts-to-llvm": TS_TO_LLVM,
    "before-profiling": BEFORE_PROFILING,
    "specialized": SPECIALIZED,
}
"""Every pipeline by its name, with the reasons."""

PIPELINES: dict[str, tuple[str, ...]] = {
    name: tuple(step.spec for step in steps) for name, steps in STEPS.items()
}
"""The specs of each pipeline, as `ts-opt --pipeline=NAME` runs them."""


_BOUNDS_CHECKS: Mapping[str, str] = {
    "flatten-indices": "check-bounds{casts-only=true}",
    "verify-level{level=loops}": "check-bounds",
}
"""Checks before these passes. Flattening removes sizes that casts state; other accesses are checked
as the schedule leaves them."""


def with_bounds_checks(specs: Sequence[str]) -> tuple[str, ...]:
    """Return a pipeline whose kernels check the accesses to memory of known size."""
    steps = ((_BOUNDS_CHECKS[spec], spec) if spec in _BOUNDS_CHECKS else (spec,) for spec in specs)
    return tuple(chain.from_iterable(steps))


_TILE = "tile-contractions"
_SIZED = ("pack-panels", _TILE, "vectorize-transposes")
_VECTORIZE = "vectorize-loops{width=16}"
_REDUCE = "vectorize-reductions{width=16 unroll=4}"


def with_registers(
    specs: Sequence[str],
    count: int,
    bytes: int,
    *,
    fma: bool = False,
    precision: MathPrecision = "default",
    usdot: bool = False,
) -> tuple[str, ...]:
    """Return a pipeline for a machine with `count` vector registers of so many bytes, and maybe
    with fused multiply-add and dot products of bytes; elementary functions have that precision."""
    registers = f"{{registers={count} bytes={bytes}}}"
    changed = {spec: spec + registers for spec in _SIZED}
    if usdot:
        changed[_TILE] = f"{changed[_TILE][:-1]} usdot=true}}"
    options = ["fma=true"] * fma + [f"precision={precision}"] * (precision != "default")
    if options:
        changed["expand-math"] = f"expand-math{{{' '.join(options)}}}"
    masked = " masked=true" if bytes >= 64 else ""  # Such machines have registers of masks.
    if bytes >= 32:  # A vector of 32 floats takes four registers at most.
        changed[_VECTORIZE] = f"vectorize-loops{{width=16 functions=32{masked}}}"
    if masked:
        changed[_REDUCE] = "vectorize-reductions{width=16 unroll=4 masked=true}"
    return tuple(changed.get(spec, spec) for spec in specs)
