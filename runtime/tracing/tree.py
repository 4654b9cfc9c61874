"""The traced module and its submodules: a class for each, and an object with its tensors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.modules import AttrOp, ClassOp
from xdsl_torchscript.dialects.types import ClassType, NoneType, TensorType
from xdsl_torchscript.frontend.script.live.naming import qualified_name
from xdsl_torchscript.runtime.modules.handle import Handle, object_of, program_of
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.tracing.program import TracedProgram
from xdsl_torchscript.runtime.tracing.scopes import Path

_KINDS = {"_parameters": "parameter", "_buffers": "buffer"}


def is_module(value: Any) -> bool:
    """Return whether it has tables of parameters, buffers and modules, as `ts.Module` does."""
    return all(hasattr(value, table) for table in (*_KINDS, "_modules", "forward"))


def _children(module: Any) -> Iterator[tuple[str, Any]]:
    """Yield the modules in a module; a scripted one may be a plain attribute."""
    for name, child in module._modules.items():
        if child is not None:
            yield name, child
    for name, value in cast("dict[str, Any]", vars(module)).items():
        if isinstance(value, ScriptModule):
            yield name, value


@dataclass
class ModuleTree:
    """The contents of the traced module by path, with their counterparts in the program."""

    program: TracedProgram
    paths: dict[int, Path] = field(default_factory=dict[int, Path])
    """The paths by identity of tensors, modules, and objects of scripted modules."""
    types: dict[Path, Attribute] = field(default_factory=dict[Path, Attribute])
    classes: dict[Path, ClassOp] = field(default_factory=dict[Path, ClassOp])
    _made: dict[int, Object] = field(default_factory=dict[int, Object])
    _kept: list[Any] = field(default_factory=list[Any])

    def _register(self, value: Any, path: Path, type: Attribute) -> None:
        self._kept.append(value)
        self.paths.setdefault(id(value), path)
        self.types[path] = type

    def add(self, module: Any, path: Path = ()) -> Object:
        """Create the object of a module and of all modules below it."""
        if isinstance(module, Handle):
            taken = self.program.take_object(program_of(module), object_of(module))
            self._kept.append(module)
            self._walk_object(object_of(module), taken, path)
            return taken
        known = self._made.get(id(module))
        if known is not None:
            # Accesses of a shared module use its first path.
            self.types[path] = ClassType.get(known.class_name)
            return known
        name = self.program.namer.unique(qualified_name(type(module)))
        made = self._made[id(module)] = Object(name, {})
        self._register(module, path, made.type)
        class_op = self.classes[path] = ClassOp(name, is_module=True)
        for attribute, value in self._tensors(module, path):
            class_op.add(attribute)
            made.slots[attribute.sym_name.data] = value
        class_op.add(AttrOp("training", i1))
        made.slots["training"] = bool(module.training)
        for child_name, child in _children(module):
            part = self.add(child, (*path, child_name))
            class_op.add(AttrOp(child_name, part.type))
            made.slots[child_name] = part
        self.program.add(class_op)
        return made

    def _tensors(self, module: Any, path: Path) -> Iterator[tuple[AttrOp, Tensor | None]]:
        for table, kind in _KINDS.items():
            for name, tensor in getattr(module, table).items():
                type = NoneType() if tensor is None else TensorType.get()
                if tensor is not None:
                    self._register(tensor, (*path, name), type)
                yield AttrOp(name, type, kind), tensor

    def _walk_object(self, original: Object, taken: Object, path: Path) -> None:
        self._register(original, path, taken.type)
        for name, value in original.slots.items():
            if isinstance(value, Object):
                part = taken.slots[name]
                self._walk_object(value, part, (*path, name))
            elif isinstance(value, Tensor):
                self._register(value, (*path, name), TensorType.get())
