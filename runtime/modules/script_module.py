"""`ScriptModule`: a module of a program, used as in PyTorch.

y = module(x)                          # runs forward
module.layers[0].weight                # attributes, parameters, submodules
module.load_state_dict(other.state_dict())
print(module.code, module.graph)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Self, SupportsIndex, cast

import numpy as np

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.frontend.archive.writer import ArchiveDestination
from xdsl_torchscript.runtime.errors import StateError
from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.modules import module_tree
from xdsl_torchscript.runtime.modules.conversion import convert, target_of
from xdsl_torchscript.runtime.modules.copying import tree_copy
from xdsl_torchscript.runtime.modules.debug_state import GraphExecutorState
from xdsl_torchscript.runtime.modules.direct_callable import get_direct, set_direct
from xdsl_torchscript.runtime.modules.handle import object_of, program_of
from xdsl_torchscript.runtime.modules.save import ExtraFiles, Savable, save_object
from xdsl_torchscript.runtime.modules.script_function import ConstantMap
from xdsl_torchscript.runtime.modules.script_object import Attributes
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

_BFLOAT16 = BY_TORCH_NAME["bfloat16"]
Named = Iterator[tuple[str, Any]]


class StateKeys(NamedTuple):
    """The names that only one side of `load_state_dict` has."""

    missing_keys: list[str]
    unexpected_keys: list[str]


class ScriptModule(Attributes, Savable):
    """A module: its attributes, parameters, buffers, submodules and methods by name.

    Containers of modules are indexed, iterated and counted like lists and dicts. Two ScriptModules
    are equal if they are handles of the same module.
    """

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run `forward`, and the hooks of the class before and after it."""
        hooks = self._program.hooks(self._object.class_name)
        for name in hooks.before:
            changed = self.get_method(name)(args)
            if changed is not None:
                args = cast(
                    "tuple[Any, ...]", changed if isinstance(changed, tuple) else (changed,)
                )
        forward = vars(self).get("forward") or self.get_method("forward")
        result = forward(*args, **kwargs)
        for name in hooks.after:
            changed = self.get_method(name)(args, result)
            if changed is not None:
                result = changed
        if get_direct(forward) is not get_direct(self) and not any(hooks):
            set_direct(self, get_direct(forward))
        return result

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Pickle a module as the bytes of its archive. Raises as `ts.save`."""
        load = lazy_import("xdsl_torchscript.runtime.modules.load:load_module")
        return load, (self.save_to_buffer(),)

    # ---- execution

    @property
    def graph(self) -> Graph:
        """The graph of `forward`."""
        return self.get_method("forward").graph

    @property
    def inlined_graph(self) -> Graph:
        """The graph of `forward` with all calls inlined."""
        return self.get_method("forward").inlined_graph

    def graph_for(self, *args: Any, **kwargs: Any) -> Graph:
        """Run `forward`, and return the graph that ran: profiled, or optimised. Raises Error if
        methods are interpreted, and as a call."""
        return self.get_method("forward").graph_for(*args, **kwargs)

    def get_debug_state(self) -> GraphExecutorState:
        """Return the plans of `forward` made so far, and the graphs that run without a plan. Raises
        MissingOperatorsError."""
        return self.get_method("forward").get_debug_state()

    @property
    def code(self) -> str:
        """`forward` as Python text."""
        return self.get_method("forward").code

    @property
    def code_with_constants(self) -> tuple[str, ConstantMap]:
        """`forward` as Python text, and the values of `CONSTANTS.c0`, ... in it."""
        return self.get_method("forward").code_with_constants

    def define(self, source: str) -> None:
        """Add the methods of a script text, compiled on first call. Raises SourceError."""
        program_of(self).define_methods(object_of(self).class_name, source)

    @property
    def load_warnings(self) -> tuple[str, ...]:
        """Differences from the archive, such as replaced devices."""
        return tuple(program_of(self).warnings)

    # ---- the tree

    def _handle(self, module: Value) -> Any:
        return program_of(self).handle(module)

    def named_modules(self, prefix: str = "") -> Named:
        """Return the module itself under `prefix`, and all below it; each once, as in PyTorch."""
        start = (prefix,) if prefix else ()
        found = module_tree.modules(program_of(self), object_of(self), start, set())
        return ((".".join(path), self._handle(module)) for path, module in found)

    def modules(self) -> Iterator[ScriptModule]:
        return (module for _, module in self.named_modules())

    def named_children(self) -> Named:
        """Yield the submodules, each once."""
        seen: set[Any] = set()
        for name, child in module_tree.children(program_of(self), object_of(self)):
            if child not in seen:
                seen.add(child)
                yield name, self._handle(child)

    def children(self) -> Iterator[ScriptModule]:
        return (child for _, child in self.named_children())

    def _tensors(self, kind: str, prefix: str, recurse: bool) -> Named:
        seen: set[int] = set()
        start = (prefix,) if prefix else ()
        program = program_of(self)
        below = module_tree.modules(program, object_of(self), start, set())
        owners = below if recurse else [(start, object_of(self))]
        named = (
            ((*path, name), tensor)
            for path, module in owners
            for name, tensor in module_tree.tensors(program, module, kind)
        )
        for path, tensor in named:
            if id(tensor) not in seen:
                seen.add(id(tensor))
                yield ".".join(path), tensor

    def named_parameters(self, prefix: str = "", recurse: bool = True) -> Named:
        """Return the parameters that are not None, each once."""
        return self._tensors("parameter", prefix, recurse)

    def parameters(self, recurse: bool = True) -> Iterator[Tensor]:
        return (tensor for _, tensor in self.named_parameters("", recurse))

    def named_buffers(self, prefix: str = "", recurse: bool = True) -> Named:
        """Return the buffers that are not None, each once."""
        return self._tensors("buffer", prefix, recurse)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        return (tensor for _, tensor in self.named_buffers("", recurse))

    def get_submodule(self, target: str) -> ScriptModule:
        """Return the submodule at a path such as `layers.0`. Raises AttributeError."""
        found: Any = self
        for name in target.split(".") if target else ():
            found = getattr(found, name)
        if not isinstance(found, ScriptModule):
            raise AttributeError(f"'{target}' of '{self.original_name}' is not a module")
        return found

    def get_parameter(self, target: str) -> Tensor:
        """Return the parameter at a path such as `layers.0.weight`. Raises AttributeError."""
        return self._tensor_at(target, "parameter")

    def get_buffer(self, target: str) -> Tensor:
        """Return the buffer at a path such as `norm.running_mean`. Raises AttributeError."""
        return self._tensor_at(target, "buffer")

    def _tensor_at(self, target: str, kind: str) -> Tensor:
        path, _, name = target.rpartition(".")
        owner = object_of(self.get_submodule(path))
        found = dict(module_tree.tensors(program_of(self), owner, kind))
        if name not in found:
            raise AttributeError(f"'{target}' of '{self.original_name}' is not a {kind}")
        return found[name]

    def apply(self, function: Callable[[ScriptModule], Any]) -> Self:
        """Call a function with each module below this one, then with this one."""
        for child in self.children():
            child.apply(function)
        function(self)
        return self

    # ---- attributes that the class declares get another value

    def register_buffer(self, name: str, tensor: Any, persistent: bool = True) -> None:
        """Set a buffer. Raises AttributeError if the class does not declare it, as in PyTorch."""
        setattr(self, name, tensor)

    def register_parameter(self, name: str, param: Any) -> None:
        """Set a parameter. Raises AttributeError if the class does not declare it."""
        setattr(self, name, param)

    def register_module(self, name: str, module: ScriptModule) -> None:
        """Set a submodule. Raises AttributeError if the class does not declare it."""
        setattr(self, name, module)

    add_module = register_module

    # ---- state

    def train(self, mode: bool = True) -> Self:
        """Set `training` here and below."""
        for _, module in module_tree.modules(program_of(self), object_of(self), (), set()):
            if "training" in module.slots:
                module.slots["training"] = mode
        return self

    def eval(self) -> Self:
        return self.train(False)

    def to(self, *places: Any, dtype: Any = None, device: Any = None) -> Self:
        """Convert the real and complex parameters and buffers, in place.

        The target is an element type, a device, or a tensor that has both. Raises TypeError for
        other element types, ValueError for an unavailable device.
        """
        target = target_of(*places, dtype, device)
        for tensor in [*self.parameters(), *self.buffers()]:
            convert(tensor, target)
        return self

    def half(self) -> Self:
        return self.to(np.float16)

    def float(self) -> Self:
        return self.to(np.float32)

    def double(self) -> Self:
        return self.to(np.float64)

    def bfloat16(self) -> Self:
        return self.to(_BFLOAT16)

    def type(self, dst_type: Any) -> Self:
        """Convert the parameters and buffers to an element type, as `to`."""
        return self.to(dtype=dst_type)

    def cpu(self) -> Self:
        return self.to("cpu")

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Do nothing: gradients are not computed."""

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Set whether the parameters require gradients."""
        for parameter in self.parameters():
            parameter.requires_grad = requires_grad
        return self

    def state_dict(self, prefix: str = "") -> OrderedDict[str, Tensor]:
        """Return the parameters and buffers by full name; the tensors themselves, not copies."""
        found = module_tree.state(program_of(self), object_of(self))
        return OrderedDict((prefix + name, tensor) for name, tensor in found)

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> StateKeys:
        """Write tensors, or arrays, into the parameters and buffers of those names.

        Raises:
            StateError: for different sizes and, if `strict`, for names that only one side has. On
                errors nothing is written.
        """
        own = self.state_dict()
        missing = [name for name in own if name not in state_dict]
        unexpected = [name for name in state_dict if name not in own]
        given = {name: Tensor.of(state_dict[name]) for name in own if name in state_dict}
        faults = [f"'{name}' is missing" for name in missing if strict]
        faults += [f"'{name}' is unexpected" for name in unexpected if strict]
        faults += [
            f"'{name}' has the sizes {list(own[name].shape)}, those given are {list(t.shape)}"
            for name, t in given.items()
            if t.shape != own[name].shape
        ]
        if faults:
            raise StateError(f"this state does not fit '{self.original_name}':", faults)
        for name, tensor in given.items():
            own[name].copy_(tensor)
        return StateKeys(missing, unexpected)

    # ---- the interface of lists and dicts

    def _entries(self) -> dict[str, Any]:
        """Return the submodules or, without any, the parameters of a list of them."""
        found = dict(module_tree.children(program_of(self), object_of(self)))
        if found:
            return {name: self._handle(module) for name, module in found.items()}
        return dict(module_tree.tensors(program_of(self), object_of(self), "parameter"))

    def __len__(self) -> int:
        return len(self._entries())

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, key: int | slice | str) -> Any:
        """Return an entry by number or name, or a list by slice. Raises IndexError, KeyError."""
        entries = self._entries()
        return entries[key] if isinstance(key, str) else [*entries.values()][key]

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the entries of a list or Sequential, or over the keys of a dict."""
        entries = self._entries()
        return iter(entries if self.original_name.endswith("Dict") else entries.values())

    def __contains__(self, item: Any) -> bool:
        entries = self._entries()
        return item in (entries if isinstance(item, str) else entries.values())

    def keys(self) -> list[str]:
        return [*self._entries()]

    def values(self) -> list[Any]:
        return [*self._entries().values()]

    def items(self) -> list[tuple[str, Any]]:
        return [*self._entries().items()]

    # ---- copies, files and text

    def save(self, target: ArchiveDestination, extra_files: ExtraFiles | None = None) -> None:
        """Write an archive that PyTorch loads. Raises as `ts.save`."""
        save_object(program_of(self), object_of(self), target, extra_files)

    def copy(self) -> ScriptModule:
        """Copy the tree of modules; the tensors are shared."""
        program = program_of(self)
        return program.handle(tree_copy(object_of(self), program.is_module))

    __copy__ = copy

    def extra_repr(self) -> str:
        """Return the text that `repr` shows of the module itself."""
        return f"original_name={self.original_name}"

    def __repr__(self) -> str:
        """Return the tree of modules, as PyTorch prints it."""
        lines = [self.extra_repr()]
        found = module_tree.children(program_of(self), object_of(self))
        lines += [f"({name}): {self._handle(child)!r}" for name, child in found]
        if len(lines) == 1:
            return f"ScriptModule({lines[0]})"
        body = "\n".join(lines).replace("\n", "\n  ")
        return f"ScriptModule(\n  {body}\n)"


def require_module(program: object, purpose: str) -> None:
    """Raise TypeError, which names the purpose, for anything but a scripted module."""
    if not isinstance(program, ScriptModule):
        kind = type(program).__name__
        raise TypeError(f"cannot {purpose} '{kind}': expected a module of ts.script or ts.load")
