"""The passes of `lowering` as tools run them. They receive the operator library for evaluation, and
the set of operators with kernels.

A table of names: every tool reads it at start-up, so modules are imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.passes import ModulePass

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.lowering.core import registry

_COMPLETED = {
    "constant-propagation": (
        "xdsl_torchscript.runtime.constant_propagation:EvaluatingConstantPropagationPass"
    ),
    "fold-to-fixpoint": (
        "xdsl_torchscript.runtime.constant_propagation:EvaluatingFoldToFixpointPass"
    ),
    "optimize-frozen-graph": (
        "xdsl_torchscript.runtime.constant_propagation:EvaluatingOptimizeFrozenGraphPass"
    ),
    "create-fusion-groups": (
        "xdsl_torchscript.lowering.ts_to_te.groups.create_compilable_groups:CreateCompilableGroupsPass"
    ),
}
"""The class that replaces a pass of `lowering`."""


def pass_factories() -> dict[str, Callable[[], type[ModulePass]]]:
    """Return all passes of this package, in the order of the levels."""
    completed = {
        name: lambda target=target: lazy_import(target) for name, target in _COMPLETED.items()
    }
    return {**registry.pass_factories(), **completed}


def plugin_factories() -> dict[str, Callable[[], type[ModulePass]]]:
    """Return the passes to register in xDSL's universe, without the names that it already has."""
    factories = pass_factories()
    return {name: factories[name] for name in registry.plugin_factories()}
