"""Plans on disk: a function that is one kernel, by the function as it is inlined and the facts of
its inputs (`plan_keys.py`), so that a hit runs no pass.

An entry describes the kernel (`native/kernel_record.py`), and where its inputs come from. The
native executor makes the graph of such a plan when somebody asks for it, or when a call does not
suit the kernel. The profiling executor runs the kernel until it has made the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias, cast
from weakref import ref

import numpy as np
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.errors import InputMismatch, NoValueError, RuntimeFault
from xdsl_torchscript.runtime.executors.executor import Start
from xdsl_torchscript.runtime.executors.last_graph import PlanGraph
from xdsl_torchscript.runtime.executors.module_constants import (
    ModuleConstants,
    constant_at,
    read_attribute,
)
from xdsl_torchscript.runtime.executors.whole_plan import (
    ArgumentSource,
    ChosenResult,
    ConstantSource,
    InputSource,
    WholePlan,
    returned_value,
)
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.number_lists import tensor_of_numbers
from xdsl_torchscript.runtime.native.kernel import Kernel, restored
from xdsl_torchscript.runtime.native.kernel_arguments import allocator
from xdsl_torchscript.runtime.native.kernel_record import (
    described,
    read_description,
    write_description,
)
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value


def store_plan(key: str | None, plan: WholePlan | None, kernel: Kernel) -> None:
    """Keep a plan for a key, if its kernel is on disk and for fixed sizes, each input an argument
    or a resource, no list or tuple a constant argument, and no result chosen at run time."""
    if key is None or plan is None or kernel.record is None or symbols_of(kernel.inputs):
        return
    if any(isinstance(number, ChosenResult) for number in plan.results):
        return
    if any(isinstance(value, list | tuple) for _, value in plan.constants.arguments):
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
            "dicts": constants.dicts,
            "given": constants.given,
            "gradients": constants.gradients,
            "grad_mode": constants.grad_mode,
            "arguments": constants.arguments,
        }
        write_description(key, description)


def _source_text(source: InputSource | None) -> Any:
    """Return a source as JSON has it: an argument's number and a path, or the key of a resource."""
    return source.resource if isinstance(source, ConstantSource) else source


def _source(linker: Linker | None, count: int, text: Any) -> InputSource:
    """Return a source by its text, in a function with `count` arguments. Raises ValueError,
    TypeError, or NoValueError."""
    if not isinstance(text, str):
        number, path, is_list = text
        if number not in range(count):
            raise ValueError(f"no argument {number}")
        return ArgumentSource(number, _path(path), bool(is_list))
    if linker is None:
        raise NoValueError(f"no program has the resource '{text}'")
    return ConstantSource(linker.resource(text), text)


def _path(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(str, names))


def _constants(entry: Mapping[str, Any], inputs: Sequence[Value]) -> ModuleConstants:
    """Return the attributes that a plan relies on, with their values in these inputs."""
    return ModuleConstants(
        tuple((_path(path), constant_at(inputs[0], _path(path))) for path in entry["values"]),
        tuple(map(_path, entry["present"])),
        tuple(
            ((int(number), _path(path)), int(length)) for (number, path), length in entry["lists"]
        ),
        tuple((int(number), _path(keys)) for number, keys in entry["dicts"]),
        tuple((int(number), bool(given)) for number, given in entry["given"]),
        tuple((_path(path), bool(flag)) for path, flag in entry["gradients"]),
        entry["grad_mode"],
        tuple((range(len(inputs))[int(number)], value) for number, value in entry["arguments"]),
    )


class FoundPlan(NamedTuple):
    """A plan from the disk: a kernel, and where its inputs come from."""

    whole: WholePlan
    kernel: Kernel

    def run(self, inputs: Sequence[Value]) -> Values | None:
        """Return the results for the inputs. Return None if the kernel does not suit them, or
        fails, as the interpreter locates errors."""
        if any(inputs[number] is not None for number in self.whole.absent):
            return None
        try:
            taken = [*map(partial(_value, inputs), self.whole.sources, self.kernel.inputs)]
            found = self.kernel.call(*taken)
        except (InputMismatch, RuntimeFault, MemoryError):
            return None
        results = tuple(returned_value(source, found, taken) for source in self.whole.results)
        return (results,) if self.whole.is_tuple else results


def find_plan(key: str | None, inputs: Sequence[Value], linker: Linker | None) -> FoundPlan | None:
    """Return the plan of a key for inputs like these, of which an object is the first. Return None
    if there is none or it is damaged."""
    entry = read_description(key)
    try:
        found = None if entry is None else described(entry["kernel"])
        if entry is None or found is None:
            return None
        count = int(entry["count"])
        sources = [*map(partial(_source, linker, count), entry["sources"])]
        seen = [*map(partial(_seen, inputs), sources, found[0].inputs)]
        kernel = restored(*found, seen, _not_row_major)
        table = kernel.table
        if table is None:
            return None
        whole = WholePlan(
            lambda: None,
            count,
            _constants(entry, inputs),
            sources,
            _results(entry["results"], len(sources), table.words[2]),
            bool(entry["is_tuple"]),
            table,
            tuple(map(int, entry["absent"])),
        )
    except (KeyError, ValueError, TypeError, IndexError, NoValueError):
        return None
    return FoundPlan(whole, kernel)


def _results(numbers: Any, inputs: int, outputs: int) -> tuple[int | None, ...]:
    """Return what a plan returns. Raises ValueError or TypeError for numbers that its kernel does
    not have, or for results that are not returned once."""
    results = tuple(None if number is None else int(number) for number in numbers)
    made = sorted(number for number in results if number is not None and number >= 0)
    if made != [*range(outputs)] or any(n is not None and n < -inputs for n in results):
        raise ValueError(f"results {numbers}")
    return results


def _not_row_major() -> FuncOp:
    raise InputMismatch("the kernel of a stored plan takes row-major inputs")


def _seen(inputs: Sequence[Value], source: InputSource, type: Attribute) -> Value:
    """Return an input of a kernel; of an argument that is a tensor, another one of its type."""
    if isinstance(source, ArgumentSource) and not source.path:
        return Tensor(allocator(type)({})) if isinstance(type, TensorType) else None
    return _value(inputs, source, type)


def _value(inputs: Sequence[Value], source: InputSource | None, type: Attribute) -> Value:
    """Return what a kernel takes as an input of a type."""
    if isinstance(source, ConstantSource):
        return source.value
    assert source is not None
    value = read_attribute(inputs[source.number], source.path)
    if source.is_list and isinstance(type, TensorType) and type.dtype is not None:
        return tensor_of_numbers(cast("list[Value]", value), type.dtype)
    return value


MakePlan: TypeAlias = Callable[[Sequence[Value]], tuple[FuncOp, Code]]
"""Makes the graph and the code of a plan for inputs like these."""


class StoredPlan:
    """A plan of the native executor from the disk. A call that does not suit its kernel, or that
    fails, is left to the plan that `make` makes, and so are all after it."""

    def __init__(self, found: FoundPlan, seen: Sequence[Value], make: MakePlan):
        self.graph: PlanGraph = partial(_graph_of, ref(self))
        self.whole = replace(found.whole, graph=self.graph)
        self._found, self._make = found, make
        self._seen = list(map(_alike, seen))

    @cached_property
    def made(self) -> tuple[FuncOp, Code]:
        """The graph and the code of the plan."""
        return self._make(self._seen)

    def run(self, inputs: Sequence[Value], start: Start) -> Values:
        """Return the results for the inputs. Raises as the interpreter."""
        results = None if "made" in vars(self) else self._found.run(inputs)
        return start(self.made[1], inputs) if results is None else results


def _graph_of(plan: ref[StoredPlan]) -> FuncOp | None:
    found = plan()
    return None if found is None else found.made[0]


def _alike(value: Value) -> Value:
    """Return a value of the same type without elements of its own."""
    if not isinstance(value, Tensor):
        return value
    array = np.broadcast_to(np.zeros((), value.array.dtype), value.shape)
    return Tensor(array, device=value.device, requires_grad=value.requires_grad)
