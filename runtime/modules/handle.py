"""Handles: Python's representation of a program's objects."""

from __future__ import annotations

from pickle import PicklingError
from typing import Any, SupportsIndex

from xdsl_torchscript.runtime.modules.direct_callable import DirectCallable, set_direct
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import Object


class Handle(DirectCallable):
    """A handle of an object; handles of the same object are equal."""

    _program: LinkedProgram
    _object: Object

    def __init__(self, program: LinkedProgram, object: Object) -> None:
        vars(self).update(_program=program, _object=object)
        set_direct(self, None)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Handle) and self._object is other._object

    def __hash__(self) -> int:
        return hash(self._object)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Raise PicklingError: archives contain only modules."""
        raise PicklingError("objects of a program cannot be pickled; pickle the module with them")


def object_of(handle: Handle) -> Object:
    """Return the object of a handle."""
    return vars(handle)["_object"]


def program_of(handle: Handle) -> LinkedProgram:
    """Return the program of the object."""
    return vars(handle)["_program"]
