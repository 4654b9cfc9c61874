"""`ts.ModuleList`, `ts.Sequential`, `ts.ModuleDict`: modules of modules.

A script unrolls a loop over a container, once per submodule. The names are PyTorch's, so programs
print as in PyTorch.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from typing import ClassVar, Literal, cast

from xdsl_torchscript.runtime.modules.module_base import Module
from xdsl_torchscript.runtime.tensor import Tensor


class _ModuleContainer(Module):
    __torchscript_base__ = True
    __torchscript_container__: ClassVar[Literal["list", "dict", "sequential"]]
    __torchscript_home__ = "torch.nn.modules.container"

    def _parts(self) -> dict[str, Module]:
        return cast("dict[str, Module]", self._modules)

    def __len__(self) -> int:
        return len(self._modules)


class _Numbered(_ModuleContainer):
    __torchscript_base__ = True
    __torchscript_container__ = "list"

    def __getitem__(self, index: int) -> Module:
        return list(self._parts().values())[index]

    def __iter__(self) -> Iterator[Module]:
        return iter(self._parts().values())

    def append(self, module: Module) -> None:
        """Append a module."""
        self.add_module(str(len(self)), module)

    def extend(self, modules: Iterable[Module]) -> None:
        for module in modules:
            self.append(module)


class ModuleList(_Numbered):
    """A list of modules, named "0", "1", ..."""

    __torchscript_base__ = True

    def __init__(self, modules: Iterable[Module] = ()) -> None:
        super().__init__()
        self.extend(modules)


class Sequential(_Numbered):
    """A sequence of modules, each called on the result of the previous one."""

    __torchscript_container__ = "sequential"

    def __init__(self, *modules: Module) -> None:
        super().__init__()
        self.extend(modules)

    def forward(self, input: Tensor):
        for module in self:
            input = module(input)
        return input


class ModuleDict(_ModuleContainer):
    """Modules by name, in the order of insertion."""

    __torchscript_base__ = True
    __torchscript_container__ = "dict"

    def __init__(self, modules: Mapping[str, Module] | None = None) -> None:
        super().__init__()
        for name, module in (modules or {}).items():
            self[name] = module

    def __getitem__(self, name: str) -> Module:
        return self._parts()[name]

    def __setitem__(self, name: str, module: Module) -> None:
        self.add_module(name, module)

    def __contains__(self, name: str) -> bool:
        return name in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts())

    def keys(self) -> KeysView[str]:
        return self._parts().keys()

    def values(self) -> ValuesView[Module]:
        return self._parts().values()

    def items(self) -> ItemsView[str, Module]:
        return self._parts().items()
