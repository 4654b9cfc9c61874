"""Plans of the native executor on disk: a function that is one kernel, by the function as it is
inlined and the facts of its inputs, so that a hit runs no pass.

An entry describes the kernel (`native/kernel_record.py`), and where its inputs come from. The graph
of the plan is made when somebody asks for it, or when a call does not suit the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, TypeAlias
from weakref import ref

import numpy as np
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.errors import InputMismatch, NoValueError, RuntimeFault
from xdsl_torchscript.runtime.executors.executor import Start
from xdsl_torchscript.runtime.executors.last_graph import PlanGraph
from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants, read_attribute
from xdsl_torchscript.runtime.executors.whole_plan import (
    ArgumentSource,
    ConstantSource,
    InputSource,
    WholePlan,
)
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.native.kernel import Kernel, restored
from xdsl_torchscript.runtime.native.kernel_record import (
    described,
    read_description,
    write_description,
)
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value


def store_plan(key: str | None, plan: WholePlan | None, kernel: Kernel) -> None:
    """Keep a plan for a key, if its kernel is on disk and each input an argument or a resource."""
    if key is None or plan is None or kernel.record is None:
        return
    sources = list(map(_source_text, plan.sources))
    if None not in sources:
        constants = plan.constants
        description = {
            "kernel": kernel.record.description(),
            "count": plan.count,
            "sources": sources,
            "results": [*plan.results],
            "is_tuple": plan.is_tuple,
            "absent": [*plan.absent],
            "values": [path for path, _ in constants.values],
            "present": constants.present,
            "lists": constants.lists,
            "grad_mode": constants.grad_mode,
        }
        write_description(key, description)


def _source_text(source: InputSource | None) -> Any:
    """Return a source as JSON has it: an argument's number and a path, or the key of a resource."""
    return source.resource if isinstance(source, ConstantSource) else source


def _source(text: Any, linker: Linker | None) -> InputSource:
    """Return a source by its text. Raises ValueError, TypeError, or NoValueError."""
    if not isinstance(text, str):
        number, path = text
        return ArgumentSource(int(number), _path(path))
    if linker is None:
        raise NoValueError(f"no program has the resource '{text}'")
    return ConstantSource(linker.resource(text), text)


def _path(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(str, names))


def _constants(entry: Mapping[str, Any], inputs: Sequence[Value]) -> ModuleConstants:
    """Return the attributes that a plan relies on, with their values in these inputs."""
    return ModuleConstants(
        tuple((_path(path), read_attribute(inputs[0], _path(path))) for path in entry["values"]),
        tuple(map(_path, entry["present"])),
        tuple((_path(path), int(length)) for path, length in entry["lists"]),
        entry["grad_mode"],
    )


MakePlan: TypeAlias = Callable[[Sequence[Value]], tuple[FuncOp, Code]]
"""Makes the graph and the code of a plan for inputs like these."""


class StoredPlan:
    """A plan from the disk: its kernel runs calls. A call that it does not suit, or that fails, is
    left to the plan that `make` makes, and so are all after it."""

    def __init__(self, whole: WholePlan, kernel: Kernel, seen: Sequence[Value], make: MakePlan):
        self.graph: PlanGraph = partial(_graph_of, ref(self))
        self.whole = replace(whole, graph=self.graph)
        self._kernel, self._make = kernel, make
        self._seen = list(map(_alike, seen))

    @cached_property
    def made(self) -> tuple[FuncOp, Code]:
        """The graph and the code of the plan."""
        return self._make(self._seen)

    def run(self, inputs: Sequence[Value], start: Start) -> Values:
        """Return the results for the inputs. Raises as the interpreter."""
        if "made" not in vars(self):
            try:
                found = self._kernel.call(*(_value(s, inputs) for s in self.whole.sources))
            except (InputMismatch, RuntimeFault):  # which the interpreter locates
                pass
            else:
                results = tuple(found[number] for number in self.whole.results)
                return (results,) if self.whole.is_tuple else results
        return start(self.made[1], inputs)


def _graph_of(plan: ref[StoredPlan]) -> FuncOp | None:
    found = plan()
    return None if found is None else found.made[0]


def stored_plan(
    key: str | None, inputs: Sequence[Value], linker: Linker | None, make: MakePlan
) -> StoredPlan | None:
    """Return the plan of a key for inputs like these, None if there is none or it is damaged."""
    entry = read_description(key)
    try:
        found = None if entry is None else described(entry["kernel"])
        if entry is None or found is None:
            return None
        sources = [_source(text, linker) for text in entry["sources"]]
        kernel = restored(*found, [_value(s, inputs) for s in sources], _not_row_major)
        table = kernel.table
        if table is None:
            return None
        whole = WholePlan(
            lambda: None,
            int(entry["count"]),
            _constants(entry, inputs),
            sources,
            tuple(map(int, entry["results"])),
            bool(entry["is_tuple"]),
            table,
            tuple(map(int, entry["absent"])),
        )
    except (KeyError, ValueError, TypeError, IndexError, NoValueError):
        return None
    return StoredPlan(whole, kernel, inputs, make)


def _not_row_major() -> FuncOp:
    raise InputMismatch("the kernel of a stored plan takes row-major inputs")


def _value(source: InputSource | None, inputs: Sequence[Value]) -> Value:
    if isinstance(source, ConstantSource):
        return source.value
    assert source is not None
    return read_attribute(inputs[source.number], source.path)


def _alike(value: Value) -> Value:
    """Return a value of the same type without elements of its own."""
    if not isinstance(value, Tensor):
        return value
    array = np.broadcast_to(np.zeros((), value.array.dtype), value.shape)
    return Tensor(array, device=value.device, requires_grad=value.requires_grad)
