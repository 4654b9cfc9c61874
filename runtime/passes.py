"""The passes of `lowering` as tools run them: evaluating passes use the operator library.

A table of names: every tool reads it at start-up, so modules are imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.passes import ModulePass

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.lowering.core import registry


def _constant_propagation() -> type[ModulePass]:
    return lazy_import(
        "xdsl_torchscript.runtime.constant_propagation:EvaluatingConstantPropagationPass"
    )


def pass_factories() -> dict[str, Callable[[], type[ModulePass]]]:
    """Return all passes of this package, in the order of the levels."""
    return {**registry.pass_factories(), "constant-propagation": _constant_propagation}


def plugin_factories() -> dict[str, Callable[[], type[ModulePass]]]:
    """Return the passes that xDSL's universe takes, where a name must be new."""
    factories = pass_factories()
    return {name: factories[name] for name in registry.plugin_factories()}
