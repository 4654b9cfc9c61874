"""The native executor: machine code for every call, or an error with the reason.

    executor = NativeExecutor(source, code, linker)
    executor.run(inputs)      # by the kernel for the types and sizes of the inputs

The first call with inputs of new types waits for their kernel. Where an operator fails, the
interpreter repeats the call, which has no side effects, for its error. The `OPTIONS.max_plans` most
recently used kernels are kept.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import ClassType, TensorType
from xdsl_torchscript.lowering.ts.attribute_paths import Path, attribute_reads
from xdsl_torchscript.runtime.executors.executor import Executor, Start
from xdsl_torchscript.runtime.executors.last_graph import LAST
from xdsl_torchscript.runtime.executors.module_constants import read_attribute
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.stored_plan import StoredPlan, stored_plan
from xdsl_torchscript.runtime.executors.whole_plan import WholePlan
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.native.disk_cache import program_key
from xdsl_torchscript.runtime.native.weight_panels import is_read_only
from xdsl_torchscript.runtime.operators.language.modes import is_grad_enabled
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

if TYPE_CHECKING:
    from xdsl_torchscript.runtime.executors.native_plan import KernelPlan, PlanMaker


class _InlinedFunction(NamedTuple):
    """A function that is inlined, before any pass, its text, the attributes that a method reads,
    and the types of its constant tensors, with whether they are read-only."""

    function: FuncOp
    text: str
    paths: Sequence[Path]
    constants: Hashable


class NativeExecutor(Executor):
    """The execution of one function. Safe to call from several threads."""

    has_kernels = True

    def __init__(
        self, source: Callable[[], FuncOp], code: Callable[[], Code], linker: Linker | None
    ) -> None:
        self._source, self._code, self._linker = source, code, linker
        self._plans: OrderedDict[Hashable, KernelPlan | StoredPlan] = OrderedDict()
        self._lock = threading.Lock()

    def run(self, inputs: Sequence[Value], start: Start = run) -> Values:
        """Return the results for the inputs. Raises as the interpreter, and NativeUnsupported with
        the operation that has no machine code."""
        attributes = map(_key_of_attribute, self._attributes_of(inputs))
        key = is_grad_enabled(), *map(_key, inputs), *attributes
        with self._lock:
            plan = self._plans.get(key)
            if plan is None:
                plan = self._plans[key] = self._plan(inputs, self._disk_key(key))
            self._plans.move_to_end(key)
            if len(self._plans) > OPTIONS.max_plans:
                self._plans.popitem(last=False)
        LAST.call.graph = plan.graph
        return plan.run(inputs, start)

    def whole_plans(self, inputs: Sequence[Value]) -> Sequence[WholePlan]:
        with self._lock:
            found = [plan.whole for plan in reversed(self._plans.values())]
        return [whole for whole in found if whole is not None]

    def plans(self) -> Iterator[tuple[FuncOp, Code]]:
        """Yield the graph and each plan's code."""
        for plan in tuple(self._plans.values()):
            yield plan.made

    @cached_property
    def _inlined(self) -> _InlinedFunction:
        function = self._source()
        arguments = function.body.block.args
        is_method = bool(arguments) and isinstance(arguments[0].type, ClassType)
        paths = [path for _, path in attribute_reads(function)] if is_method else []
        constants = [
            literal(op.value, op.type, self._linker)
            for op in function.walk()
            if isinstance(op, ConstantOp) and isinstance(op.type, TensorType)
        ]
        facts = tuple((_key(value), is_read_only(value)) for value in constants)
        return _InlinedFunction(function, str(function), tuple(dict.fromkeys(paths)), facts)

    def _attributes_of(self, inputs: Sequence[Value]) -> Iterator[Value]:
        return (read_attribute(inputs[0], path) for path in self._inlined.paths)

    @cached_property
    def maker(self) -> PlanMaker:
        """The maker of the plans that are not on disk."""
        make = lazy_import("xdsl_torchscript.runtime.executors.native_plan:PlanMaker")
        return make(self._inlined.function, self._code, self._linker)

    def _plan(self, inputs: Sequence[Value], key: str | None) -> KernelPlan | StoredPlan:
        """Return the plan for inputs like these, from the disk if it has one for the key. Raises
        NativeUnsupported, and MissingOperatorsError."""

        def make(inputs: Sequence[Value]) -> tuple[FuncOp, Code]:
            return self.maker.make(inputs, key).made

        return stored_plan(key, inputs, self._linker, make) or self.maker.make(inputs, key)

    def _disk_key(self, key: Hashable) -> str | None:
        return program_key(self._inlined.text, repr(self._inlined.constants), repr(key))


def _key(value: Value) -> Hashable:
    """Return the facts of an input that its kernel relies on."""
    if isinstance(value, Tensor):
        array = value.array
        return array.dtype, array.shape, value.requires_grad, value.device
    if type(value) is tuple or type(value) is list:
        return tuple(map(_key, cast("Sequence[Any]", value)))
    return type(cast(object, value))


def _key_of_attribute(value: Value) -> Hashable:
    """Return the facts of an attribute; numbers and strings are constants of the plan."""
    if isinstance(value, float):
        return value.hex()  # 0.0 == -0.0
    return (type(value), value) if isinstance(value, int | str) else _key(value)
