"""`ts.run_frozen_optimizations`: a frozen module computes less, as `torch.jit`'s."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count

from xdsl.dialects.builtin import DenseResourceAttr
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.lowering.ts.weights.optimize_frozen_graph import optimize_frozen_graph
from xdsl_torchscript.lowering.ts.weights.weight_facts import exposed_resources
from xdsl_torchscript.runtime.constant_evaluator import LITERALS, evaluate
from xdsl_torchscript.runtime.modules.direct_callable import set_direct
from xdsl_torchscript.runtime.modules.handle import object_of, program_of
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.read_only_weights import (
    make_weights_read_only,
    resources_in,
)
from xdsl_torchscript.runtime.modules.script_module import ScriptModule, require_module
from xdsl_torchscript.runtime.tensor import Array, Tensor


def run_frozen_optimizations(
    mod: ScriptModule,
    optimize_numerics: bool = True,
    preserved_methods: Sequence[str] | None = None,
) -> None:
    """Optimise `forward` and the preserved methods of a module of `ts.freeze`, in place.

    With `optimize_numerics`, convolutions absorb batch norms, and constants that their results are
    added to or multiplied with; linear layers absorb batch norms. Results differ by roundings.
    `ts.freeze` has already removed dropout. In a module that is not frozen, weights are no
    constants, and nothing changes.

    Raises:
        TypeError: for anything but a scripted module.
        AttributeError: for a method that the module lacks.
    """
    require_module(mod, "optimise")
    names = [*(preserved_methods or ())]
    if "forward" in program_of(mod).definitions.method_names(object_of(mod).class_name):
        names.insert(0, "forward")
    for method in map(mod.get_method, dict.fromkeys(names) if optimize_numerics else ()):
        if _optimize(method.op, method.program):
            method.forget_code()
            set_direct(mod, None)


def _optimize(function: FuncOp, program: LinkedProgram) -> bool:
    """Optimise a function of a program in place; return whether it changed."""
    made: dict[str, Array] = {}
    free = (name for name in map("folded{}".format, count()) if name not in program.resources)
    literals = {**LITERALS, Tensor: partial(_store, program, made, free)}
    evaluator = partial(evaluate, linker=program, literals=literals)
    changed = optimize_frozen_graph(
        function, exposed_resources(program.definitions.module), evaluator
    )
    used = set(resources_in(function))
    for name in made.keys() - used:
        del program.resources[name]
    make_weights_read_only(function, {name: made[name] for name in made.keys() & used})
    return changed


def _store(
    program: LinkedProgram, made: dict[str, Array], free: Iterator[str], value: Tensor
) -> Attribute:
    """Add a tensor to the resources of a program, by the next free name; return its literal."""
    name = next(free)
    made[name] = program.resources[name] = value.array
    return DenseResourceAttr.from_params(
        name, BuiltinTensorType(value.dtype.type, value.array.shape)
    )
