"""`ts.freeze`: a module whose attributes are constants of its methods, as `torch.jit.freeze`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.garbage import paused_collection
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.ts.modules.freeze import FreezePass
from xdsl_torchscript.runtime.errors import Error
from xdsl_torchscript.runtime.modules.frozen_optimizations import run_frozen_optimizations
from xdsl_torchscript.runtime.modules.handle import object_of, program_of
from xdsl_torchscript.runtime.modules.load import LoadedProgram
from xdsl_torchscript.runtime.modules.object_program import ROOT, copies, object_program
from xdsl_torchscript.runtime.modules.read_only_weights import (
    make_weights_read_only,
    overlapping,
    resources_in,
)
from xdsl_torchscript.runtime.modules.script_module import ScriptModule, require_module
from xdsl_torchscript.runtime.modules.script_object import MissingAttributeError
from xdsl_torchscript.runtime.tensor import Array


@paused_collection()
def freeze(
    mod: ScriptModule,
    preserved_attrs: Sequence[str] | None = None,
    optimize_numerics: bool = True,
) -> ScriptModule:
    """Return a copy of a module in which parameters, submodules and other attributes are constants.

    Its `forward` has all calls inlined and no branches of the training mode. An attribute that the
    module sets or writes in place stays, with `preserved_attrs`: attributes and methods to keep; a
    path such as `layer.weight` keeps the submodule. The constants are copies, which later writes to
    the tensors of `mod` do not change. With `optimize_numerics`, `ts.run_frozen_optimizations`
    follows: results differ by roundings.

    Raises:
        TypeError: for anything but a scripted module.
        AttributeError: for a name in `preserved_attrs` that the module lacks.
        Error: for a module in training mode.
        SaveError: for attributes that an archive cannot represent.
        PassFailedException: for a module without `forward`, or that calls through interfaces.
    """
    require_module(mod, "freeze")
    if getattr(mod, "training", False):
        raise Error("cannot freeze a module in training mode: call eval() first")
    preserved = _preserved(mod, preserved_attrs or ())
    module, views = object_program(program_of(mod), object_of(mod))
    FreezePass(
        object=ROOT,
        preserve=preserved,
        overlapping=tuple(overlapping(views)),
    ).apply(LazyContext(), module)
    draft = LoadedProgram.from_module(module, views)
    draft.constant_objects = program_of(mod).constant_objects
    frozen = draft.handle(draft.object(ROOT))
    methods = draft.definitions.method_names(object_of(frozen).class_name)
    run_frozen_optimizations(
        frozen, optimize_numerics, [name for name in preserved if name in methods]
    )
    # Tensors are copied only now that those are known which nothing has absorbed.
    resources = _own_resources(module, draft.resources, views)
    make_weights_read_only(module, resources)
    unit = LoadedProgram.from_module(module, resources)
    unit.constant_objects = draft.constant_objects
    return unit.handle(unit.object(ROOT))


def _preserved(mod: ScriptModule, paths: Sequence[str]) -> tuple[str, ...]:
    """Return the attributes and methods at the beginning of paths. Raises AttributeError."""
    class_name, program = object_of(mod).class_name, program_of(mod)
    methods = program.definitions.method_names(class_name)
    known = {*program.attributes(class_name), *methods}
    names = tuple(path.partition(".")[0] for path in paths)
    for path, name in zip(paths, names, strict=True):
        if name not in known:
            raise MissingAttributeError(mod, name)
        attrgetter(path)(mod)
    return names


def _own_resources(
    module: ModuleOp, known: Mapping[str, Array], views: Mapping[str, Array]
) -> dict[str, Array]:
    """Return the arrays that a frozen module names: copies of `views`, and of views of them."""
    named = set(resources_in(module))
    kept = {name: array for name, array in known.items() if name in named}
    visible = views.keys() | set(overlapping(known))
    return kept | copies({name: array for name, array in kept.items() if name in visible})
