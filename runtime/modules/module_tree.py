"""The tree of modules: children, parameters and buffers, in the order of declaration."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.tensor import Tensor

Path = tuple[str, ...]


def children(program: LinkedProgram, module: Object) -> Iterator[tuple[str, Object]]:
    """Yield the modules in the slots of a module; one in two slots comes twice."""
    for name in program.attributes(module.class_name):
        value = module.slots.get(name)
        if isinstance(value, Object) and program.is_module(value):
            yield name, value


def modules(
    program: LinkedProgram, module: Object, path: Path = (), seen: set[Object] | None = None
) -> Iterator[tuple[Path, Object]]:
    """Yield the module and all below it in preorder.

    With a set of those `seen`, each comes once, at its first place.
    """
    if seen is not None and module in seen:
        return
    if seen is not None:
        seen.add(module)
    yield path, module
    for name, child in children(program, module):
        yield from modules(program, child, (*path, name), seen)


def tensors(program: LinkedProgram, module: Object, kind: str) -> Iterator[tuple[str, Tensor]]:
    """Yield the parameters or buffers of one module that are tensors rather than None."""
    for name, attribute in program.attributes(module.class_name).items():
        value = module.slots.get(name)
        of_kind = attribute.kind is not None and attribute.kind.data == kind
        if of_kind and isinstance(value, Tensor):
            yield name, value


def state(program: LinkedProgram, module: Object) -> Iterator[tuple[str, Tensor]]:
    """Yield every parameter and buffer with its full name, in PyTorch's order.

    A shared tensor comes under each of its names.
    """
    for path, found in modules(program, module):
        for kind in ("parameter", "buffer"):
            for name, tensor in tensors(program, found, kind):
                yield ".".join((*path, name)), tensor
