"""Dicts. Tensors as keys compare by identity, in TorchScript as here; a NaN equals no other, nor
itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from xdsl_torchscript.runtime.operand_errors import BadKey
from xdsl_torchscript.runtime.operators.core import Table

Dict: TypeAlias = dict[Any, Any]
_KINDS = ("str", "int", "bool", "float", "complex", "Tensor")


def _get(self: Dict, key: Any) -> Any:
    if key not in self:
        raise BadKey(f"the dict has no key {key!r}")
    return self[key]


def _get_or(self: Dict, key: Any, default: Any = None) -> Any:
    return self.get(key, default)


def _set(self: Dict, key: Any, value: Any) -> None:
    self[key] = value


def _contains(self: Dict, key: Any) -> bool:
    return key in self


def _delete(self: Dict, key: Any) -> None:
    _get(self, key)
    del self[key]


def _pop(self: Dict, key: Any) -> Any:
    _get(self, key)
    return self.pop(key)


def _pop_or(self: Dict, key: Any, default: Any) -> Any:
    return self.pop(key, default)


def _pop_item(self: Dict) -> tuple[Any, Any]:
    """Remove the oldest entry; Python removes the newest."""
    if not self:
        raise BadKey("the dict is empty")
    key = next(iter(self))
    return key, self.pop(key)


def _keys(self: Dict) -> list[Any]:
    return list(self)


def _values(self: Dict) -> list[Any]:
    return list(self.values())


def _items(self: Dict) -> list[tuple[Any, Any]]:
    return list(self.items())


def _clear(self: Dict) -> None:
    self.clear()


def _update(self: Dict, other: Dict) -> None:
    self.update(other)


def _set_default(self: Dict, key: Any, default: Any) -> Any:
    return self.setdefault(key, default)


def _copy(entries: Any) -> Dict:
    return dict(entries)


def _empty() -> Dict:
    return {}


def _with_new_key(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with NaN keys as new objects, as Python compares identities first."""

    def run(self: Dict, key: Any, *rest: Any) -> Any:
        return function(self, key if key == key else key + 0.0, *rest)

    return run


_OF_KEYS: dict[str, Callable[..., Any]] = {
    "aten.__getitem__.Dict_{}": _get,
    "aten.get.{}": _get_or,
    "aten.get.default_{}": _get_or,
    "aten._set_item.{}": _set,
    "aten.__contains__.{}": _contains,
    "aten.Delete.Dict_{}": _delete,
    "aten.pop.Dict_{}": _pop,
    "aten.pop.Dict_default_{}": _pop_or,
    "aten.setdefault.{}": _set_default,
}

_OPERATORS: dict[str, Callable[..., Any]] = {
    **_OF_KEYS,
    "aten.popitem.{}": _pop_item,
    "aten.keys.{}": _keys,
    "aten.values.{}": _values,
    "aten.items.{}": _items,
    "aten.len.Dict_{}": len,
    "aten.clear.{}": _clear,
    "aten.update.{}": _update,
    "aten.copy.Dict_{}": _copy,
    "aten.dict.{}": _copy,
    "aten.dict.Dict_{}": _copy,
}

DICTS: Table = {
    **{name.format(kind): run for kind in _KINDS for name, run in _OPERATORS.items()},
    **{
        name.format(kind): _with_new_key(run)
        for kind in ("float", "complex")
        for name, run in _OF_KEYS.items()
    },
    "aten.dict": _empty,
}
