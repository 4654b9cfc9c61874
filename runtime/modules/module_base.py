"""`ts.Module`: programs with parameters, written in Python without PyTorch.

A small base class with the names that torch.nn.Module uses. It runs as plain Python on our tensors,
and `ts.script` turns it into a ScriptModule that shares its arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self, cast

import numpy as np

from xdsl_torchscript.runtime.eager.install import Tensor
from xdsl_torchscript.runtime.tracing.active import current

_TABLES = ("_parameters", "_buffers", "_modules")


class Parameter(Tensor):
    """A trainable tensor of a module. Shares memory with `value` if that is an array."""

    __slots__ = ()

    def __init__(self, value: Any, requires_grad: bool = True) -> None:
        tensor = Tensor.of(value)
        super().__init__(tensor.array, tensor.device, requires_grad)


class Module:
    """Base class of modules.

    Call `super().__init__()` before the first assignment. Assigning a Parameter or a Module
    registers it; other values are plain attributes.
    """

    __torchscript_base__ = True
    training: bool
    _parameters: dict[str, Tensor | None]
    _buffers: dict[str, Tensor | None]
    _modules: dict[str, Module | None]
    _transient: set[str]

    def __init__(self) -> None:
        for table in _TABLES:
            object.__setattr__(self, table, {})
        object.__setattr__(self, "_transient", set())
        self.training = True

    # ---- attributes

    def __setattr__(self, name: str, value: Any) -> None:
        # None, and a new value for a buffer, remain in the table that has the name.
        tables = self.__dict__
        if isinstance(value, Parameter | Module):
            if "_modules" not in tables:
                raise AttributeError(
                    f"call super().__init__() in {type(self).__name__}.__init__ before '{name}' "
                    "is assigned"
                )
            home = "_parameters" if isinstance(value, Parameter) else "_modules"
        else:
            kept = next((table for table in _TABLES if name in tables.get(table, {})), None)
            stays = value is None or (kept == "_buffers" and isinstance(value, Tensor | np.ndarray))
            home = kept if stays else None
        for table in _TABLES:
            if table != home:
                self.__dict__.get(table, {}).pop(name, None)
        if home is None:
            object.__setattr__(self, name, value)
            return
        self.__dict__.pop(name, None)
        is_array = home == "_buffers" and value is not None
        self.__dict__[home][name] = Tensor.of(value) if is_array else value

    def __getattr__(self, name: str) -> Any:
        for table in _TABLES:
            found = self.__dict__.get(table, {})
            if name in found:
                return found[name]
        raise AttributeError(f"'{type(self).__name__}' has no attribute '{name}'")

    def __delattr__(self, name: str) -> None:
        for table in _TABLES:
            if name in self.__dict__.get(table, {}):
                del self.__dict__[table][name]
                return
        object.__delattr__(self, name)

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self._parameters, *self._buffers, *self._modules]

    def register_parameter(self, name: str, value: Parameter | None) -> None:
        """Register a parameter; None reserves the name."""
        self._check_name(name)
        self._parameters[name] = value

    def register_buffer(self, name: str, value: Any, persistent: bool = True) -> None:
        """Register a tensor that is not trained: a Tensor, an array, or None.

        A buffer that is not `persistent` is omitted from `state_dict`.
        """
        self._check_name(name)
        self._buffers[name] = None if value is None else Tensor.of(value)
        if not persistent:
            self._transient.add(name)

    def add_module(self, name: str, module: Module | None) -> None:
        """Register a submodule."""
        self._check_name(name)
        self._modules[name] = module

    def _check_name(self, name: str) -> None:
        if not name or "." in name:
            raise KeyError(f"'{name}' cannot name a part of a module, as it contains '.'")
        taken = any(name in self.__dict__[table] for table in _TABLES)
        if not taken and (name in self.__dict__ or hasattr(type(self), name)):
            raise KeyError(f"'{name}' is an attribute of {type(self).__name__} already")

    # ---- running

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} defines no forward")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        recorder = current()
        if recorder is not None:
            return recorder.call_module(self, args, kwargs)
        return self.forward(*args, **kwargs)

    def train(self, mode: bool = True) -> Self:
        """Set `training` here and in all submodules."""
        for module in self.modules():
            module.training = mode
        return self

    def eval(self) -> Self:
        return self.train(False)

    # ---- parts

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Yield the submodules, each once."""
        seen: set[int] = set()
        for name, module in self._modules.items():
            if module is not None and id(module) not in seen:
                seen.add(id(module))
                yield name, module

    def children(self) -> Iterator[Module]:
        return (module for _, module in self.named_children())

    def named_modules(self, prefix: str = "") -> Iterator[tuple[str, Module]]:
        """Yield this module and all below it, each once, with dotted names."""
        return self._walk(prefix, set())

    def _walk(self, prefix: str, seen: set[int]) -> Iterator[tuple[str, Module]]:
        if id(self) in seen:
            return
        seen.add(id(self))
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module._walk(_dot(prefix, name), seen)

    def modules(self) -> Iterator[Module]:
        return (module for _, module in self.named_modules())

    def _tensors(self, table: str, every: bool) -> Iterator[tuple[str, Module, str, Tensor]]:
        """Yield dotted name, owner, own name and tensor; each tensor once unless `every`."""
        seen: set[int] = set()
        for prefix, module in self.named_modules():
            for name, tensor in cast("dict[str, Tensor | None]", module.__dict__[table]).items():
                if tensor is not None and (every or id(tensor) not in seen):
                    seen.add(id(tensor))
                    yield _dot(prefix, name), module, name, tensor

    def named_parameters(self) -> Iterator[tuple[str, Tensor]]:
        return ((name, tensor) for name, _, _, tensor in self._tensors("_parameters", False))

    def parameters(self) -> Iterator[Tensor]:
        return (tensor for _, tensor in self.named_parameters())

    def named_buffers(self) -> Iterator[tuple[str, Tensor]]:
        return ((name, tensor) for name, _, _, tensor in self._tensors("_buffers", False))

    def buffers(self) -> Iterator[Tensor]:
        return (tensor for _, tensor in self.named_buffers())

    def state_dict(self) -> dict[str, Tensor]:
        """Return parameters and persistent buffers by dotted name; the tensors themselves, not
        copies."""
        state: dict[str, Tensor] = {}
        for table in ("_parameters", "_buffers"):
            for dotted, owner, name, tensor in self._tensors(table, True):
                if name not in owner._transient:
                    state[dotted] = tensor
        return state

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Write values into the tensors of the module.

        Raises:
            KeyError: for missing or unexpected names.
            ValueError: if a shape differs. On errors nothing is written.
        """
        own = self.state_dict()
        for what, names in (("missing", own.keys() - state), ("not known", state.keys() - own)):
            if names:
                raise KeyError(f"{what} in the state: {', '.join(sorted(names))}")
        values = {name: Tensor.of(state[name]) for name in own}
        for name, tensor in own.items():
            if values[name].shape != tensor.shape:
                raise ValueError(
                    f"'{name}' has the shape {tensor.shape}, but the state has {values[name].shape}"
                )
        for name, tensor in own.items():
            tensor.copy_(values[name])

    # ---- text

    def extra_repr(self) -> str:
        """Return the text that `repr` shows in parentheses."""
        return ""

    def __repr__(self) -> str:
        lines = [f"({name}): {module!r}" for name, module in self._modules.items()]
        if not lines:
            return f"{type(self).__name__}({self.extra_repr()})"
        body = "\n".join(lines).replace("\n", "\n  ")
        return f"{type(self).__name__}({self.extra_repr()}\n  {body}\n)"


def _dot(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name
