"""Operators of other packages: entry points of the group `xdsl_torchscript.operators`.

    [project.entry-points."xdsl_torchscript.operators"]
    my = "my_package.operators"

The name of an entry point is a namespace. Its object is a module, or a function to call, that
registers the operators. It is loaded when a program first names one of them.
"""

from __future__ import annotations

from xdsl_torchscript.dialects.lazy_import import lazy_import

GROUP = "xdsl_torchscript.operators"

_loaded: set[str] = set()


def load_namespace(namespace: str) -> None:
    """Load the entry points of a namespace, once.

    Raises ImportError for an entry point that cannot be imported; errors of the loaded code pass
    through.
    """
    if namespace in _loaded:
        return
    _loaded.add(namespace)
    metadata = lazy_import("importlib.metadata")  # 15 ms, which few programs need
    for point in metadata.entry_points(group=GROUP, name=namespace):
        try:
            found = point.load()
        except (AttributeError, ImportError) as error:
            missing = f"the operators '{namespace}::*' are not in {point.value}"
            raise ImportError(f"{missing}, as an entry point says: {error}") from error
        if callable(found):
            found()
