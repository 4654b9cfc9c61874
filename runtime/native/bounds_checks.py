"""Checks of every access to memory in native code, to find defects of the compiler.

    before = set_check_bounds(True)
    ...                                     # kernels that are made here check their accesses
    set_check_bounds(before)

The first value is that of `TS_CHECK_BOUNDS`: 1 checks. A module that is to be compiled carries an
attribute, so a change meanwhile does not matter, and keys of caches cover it.
"""

from __future__ import annotations

import os

from xdsl.dialects.builtin import ModuleOp, UnitAttr

_ATTRIBUTE = "ts.check_bounds"


class _BoundsSetting:
    """Whether kernels of this process check their accesses."""

    def __init__(self) -> None:
        self.enabled = os.environ.get("TS_CHECK_BOUNDS", "") not in ("", "0")


_SETTING = _BoundsSetting()


def set_check_bounds(enabled: bool) -> bool:
    """Set whether native code checks that its accesses are inside of memory; return the old value.

    A kernel does not make an access whose check fails, and its call raises OutOfBounds with the
    line of the program. Plans that were made stay.
    """
    old, _SETTING.enabled = _SETTING.enabled, bool(enabled)
    return old


def get_check_bounds() -> bool:
    """Return whether native code that is made checks its accesses to memory."""
    return _SETTING.enabled


def mark_bounds_checks(module: ModuleOp) -> None:
    """Note on a module that is to be compiled whether its code checks accesses."""
    if _SETTING.enabled:
        module.attributes[_ATTRIBUTE] = UnitAttr()


def has_bounds_checks(module: ModuleOp) -> bool:
    """Return whether the code of a module checks accesses."""
    return _ATTRIBUTE in module.attributes
