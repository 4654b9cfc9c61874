"""Locations: a place in a file, a scope, and the calls that inlining replaced.

An operation of `helper` that was inlined into `forward` is at

    callsite("helper"("model.py":2:12) at "model.py":5:9)

The name is the place's function before `at`; the call follows `at`. A chain of calls nests on
either side: `callsite("a"(...) at callsite("b"(...) at ...))` is the same chain as
`callsite(callsite("a"(...) at "b"(...)) at ...)`. The last function of the chain, which contains
the operation now, is not named. Elsewhere a name is a scope, as in traces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    NameLoc,
    StringAttr,
)
from xdsl.ir import Attribute
from xdsl.utils.hints import isa


class Site(NamedTuple):
    """A place in a function; `function` is None for the function that contains the operation
    now."""

    function: str | None
    position: FileLineColLoc | None


def file_position(location: Attribute) -> FileLineColLoc | None:
    """Return the first place in a file that a location names: of a call, the callee's."""
    match location:
        case FileLineColLoc():
            return location
        case NameLoc():
            return file_position(location.location)
        case CallSiteLoc():
            return file_position(location.callee) or file_position(location.caller)
        case FusedLoc():
            parts = location.locations.data if isa(location.locations, ArrayAttr[Attribute]) else ()
            return next(filter(None, map(file_position, parts)), None)
        case _:
            return None


def scope_of(location: Attribute) -> str:
    """Return the scope named by a location, or an empty string."""
    if not isinstance(location, CallSiteLoc):
        return location.desc.data if isinstance(location, NameLoc) else ""
    while isinstance(location, CallSiteLoc):
        location = location.callee
    return scope_of(location.location) if isinstance(location, NameLoc) else ""


def inlined_location(function: StringAttr, location: Attribute, call: Attribute) -> CallSiteLoc:
    """Return the location of an operation of `function` in the place of a call of it."""
    return CallSiteLoc(_inside(function, location), call)


def _inside(function: StringAttr, location: Attribute) -> Attribute:
    if isinstance(location, CallSiteLoc):
        return CallSiteLoc(location.callee, _inside(function, location.caller))
    return NameLoc(function, location)


def call_chain(location: Attribute) -> tuple[Site, ...]:
    """Return the places that a location chains: the operation's own, then each call outwards."""
    return tuple(_sites(location, outermost=True))


def _sites(location: Attribute, outermost: bool) -> Iterator[Site]:
    if isinstance(location, CallSiteLoc):
        yield from _sites(location.callee, outermost=False)
        yield from _sites(location.caller, outermost)
    elif isinstance(location, NameLoc) and not outermost:
        yield Site(location.desc.data, file_position(location.location))
    else:
        yield Site(None, file_position(location))
