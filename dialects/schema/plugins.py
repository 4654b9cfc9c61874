"""Operators that other packages bring, as entry points of the group `xdsl_torchscript.operators`.

    [project.entry-points."xdsl_torchscript.operators"]
    my = "my_package.operators"

The name of an entry point is a namespace, what it points to a module, or a function to call, that
registers the operators of it. It is loaded when a program first names one of them.
"""

from __future__ import annotations

from pkgutil import resolve_name

GROUP = "xdsl_torchscript.operators"

_asked: set[str] = set()


def load_namespace(namespace: str) -> None:
    """Loads what brings the operators of a namespace, once. Raises ImportError where it is not
    there, and what it raises itself."""
    if namespace in _asked:
        return
    _asked.add(namespace)
    metadata = resolve_name("importlib.metadata")  # 15 ms, which few programs need
    for point in metadata.entry_points(group=GROUP, name=namespace):
        try:
            found = point.load()
        except (AttributeError, ImportError) as error:
            missing = f"the operators '{namespace}::*' are not in {point.value}"
            raise ImportError(f"{missing}, as an entry point says: {error}") from error
        if callable(found):
            found()
