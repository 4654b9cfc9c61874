"""Kernels: machine code of one function for inputs of the types it was compiled for.

    (z,) = kernel(x, y)

A kernel checks on each call that its inputs have these types. `compile_kernel.py` makes kernels of
programs, `restored` those that are on disk.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from struct import Struct
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import SizeType, TensorType
from xdsl_torchscript.lowering.core.messages import CLIPPED, ODD_SIZE, OTHER_SIZE, SIZE_BELOW_2
from xdsl_torchscript.lowering.ts.weights.weight_layout import WeightLayout
from xdsl_torchscript.runtime.eager.install import Tensor
from xdsl_torchscript.runtime.errors import BrokenAssumption, InputMismatch, OutOfBounds, failure
from xdsl_torchscript.runtime.interpreter.type_checks import SymbolSizes
from xdsl_torchscript.runtime.native import random_words, thread_pool, workspace
from xdsl_torchscript.runtime.native.call_kernel import (
    KernelCall,
    KernelTable,
    builtin_kernel,
    kernel_table,
)
from xdsl_torchscript.runtime.native.engine import NativeEntry, ObjectFile, load_object
from xdsl_torchscript.runtime.native.kernel_arguments import (
    allocator,
    check_written,
    code_of,
    in_place,
    slot,
    taker,
)
from xdsl_torchscript.runtime.native.kernel_record import (
    KernelRecord,
)
from xdsl_torchscript.runtime.native.known_layouts import KnownLayouts, is_copied
from xdsl_torchscript.runtime.native.results import NumberList, Result
from xdsl_torchscript.runtime.native.returned_views import (
    Layout,
    NewResults,
    Order,
    ReturnedViews,
    in_memory,
    reorder_memory,
)
from xdsl_torchscript.runtime.native.weight_panels import panels_of
from xdsl_torchscript.runtime.operators.random.generator import DRAWING, default_generator
from xdsl_torchscript.runtime.tensor import Array
from xdsl_torchscript.runtime.values import Value, type_of

SYMBOLS = {**thread_pool.SYMBOLS, **workspace.SYMBOLS, **random_words.SYMBOLS}
"""The functions of the runtime that kernels call."""


@dataclass(frozen=True)
class TypedProgram:
    """The inputs and results of a typed function, and the part that machine code computes."""

    inputs: tuple[Attribute, ...]
    results: tuple[Result, ...]
    computed: Sequence[Attribute]
    """The types of the tensors and numbers that machine code computes."""
    orders: tuple[Order | None, ...]
    """The dimensions of each in the memory that machine code fills."""
    views: ReturnedViews | NewResults
    work: int
    """An estimate of the elements that its loops compute."""
    written: tuple[int, ...] = ()
    """The numbers of the inputs that machine code writes."""

    def results_of(self, inputs: Sequence[Value], leaves: Iterator[Value]) -> tuple[Value, ...]:
        if isinstance(self.views, ReturnedViews) and not self.views.is_trivial:
            return self.views.assemble(inputs, list(leaves))
        return tuple(result.rebuild(leaves) for result in self.results)


_LAYOUTS_KEPT = 64

_ASSUMPTIONS = {
    SIZE_BELOW_2: "sizes that are at least 2 in all results",
    OTHER_SIZE: "inputs whose sizes follow from each other",
    CLIPPED: "slices with all their elements",
    ODD_SIZE: "sizes with two equal halves",
}
"""The assumption that an input breaks, by the end of the message."""

_ACCESS = re.compile(r"(memref|vector)\.\w+: index is out of range in dimension")
"""The message of an access out of bounds."""

Strides: TypeAlias = tuple[tuple[int, ...] | None, ...]
"""The strides and sizes of each input; None if it is row-major, or if no result depends on them."""


def _strides(values: Sequence[Value], any_layout: Container[int]) -> Strides:
    return tuple(
        None
        if number in any_layout or not isinstance(value, Tensor) or value.array.flags.c_contiguous
        else (*value.array.strides, *value.array.shape)
        for number, value in enumerate(values)
    )


def _has_elements(value: object) -> bool:
    """Return whether a value is no tensor, or has an array."""
    return not isinstance(value, Tensor) or hasattr(value, "array")


def _rows(values: Sequence[Value]) -> list[Value]:
    """Return the values, with row-major copies of other tensors in their place."""
    return [Tensor(in_place(v.array)) if isinstance(v, Tensor) else v for v in values]


def _leaf(type: Attribute, order: Order | None, memory: Array) -> Value:
    """Return a result from the memory that was filled for it, in that order."""
    if not isinstance(type, TensorType):
        return memory.item()
    return Tensor(memory if order is None else memory.transpose(np.argsort(order)))


def _ordered(result: Value, made: Order | None, order: Order | None) -> Value:
    """Return a result with its dimensions in an order in memory, given the one it has."""
    if made == order or not isinstance(result, Tensor):
        return result
    return Tensor(reorder_memory(result.array, order))


def _refuse(*values: Value | Array) -> Any:
    """Take over the calls that a builtin hands over: return None."""


class Kernel:
    """Machine code of a function for inputs of the types `inputs`."""

    def __init__(
        self,
        name: str,
        program: TypedProgram,
        seen: Sequence[Value],
        entry: NativeEntry,
        lengths: Sequence[int | None] = (),
        packed: Mapping[int, WeightLayout] | None = None,
        *,
        draws: bool = False,
    ) -> None:
        self.name = name
        self.draws = draws
        """Whether it draws random numbers from the default stream."""
        self.written = program.written
        """The numbers of the inputs that it writes."""
        self._packed = packed or {}
        self.owned = panels_of(seen, self._packed)
        """Copies, in another layout, of inputs that are constants, by number; they are passed in
        place of what a call passes."""
        self._lengths = lengths if any(lengths) else None
        self.inputs = program.inputs
        self._passed = [
            type_of(self.owned[n]) if n in self._packed and self._packed[n].is_transformed else type
            for n, type in enumerate(program.inputs)
        ]
        """The types of what machine code takes: transformed filters have other sizes."""
        self._program = program
        self._memory = [*map(allocator, map(in_memory, program.computed, program.orders))]
        self._symbols = symbols_of(program.inputs)
        self._takes = [*map(taker, self._passed)]
        numbers = "".join(map(code_of, program.inputs))
        self._table = Struct(f"={len(self._symbols)}q{numbers}{len(self._memory)}q")
        self._entry = entry
        self._made = [result.made for result in program.results]
        """The results that the builtin returns, None for those that Python makes."""
        self._is_flat = program.views.is_trivial and [*program.computed] == self._made
        self._sizes = [n for n, type in enumerate(program.inputs) if isinstance(type, SizeType)]
        """The numbers of the inputs that are ints, and sizes."""
        self._layouts = {self._strides_of(seen): program.views.layout}
        self._orders = self._orders_for_rows(seen)
        """The orders of the results for row-major inputs; None if some are views, or in tuples."""
        self._known = self._known_layouts()
        """The layouts of results that the builtin knows."""
        self._let_code_know(seen, program.views.layout)
        self._on_copies: Callable[..., tuple[Value, ...] | None] = _refuse
        """The builtin that copies inputs to rows, once there is one. It returns None for inputs of
        other types."""
        self._on_rows: Callable[..., tuple[Value, ...] | None] = _refuse
        """The builtin of a kernel that draws, which returns None where it fails."""
        self.record: KernelRecord | None = None
        """Its description, if it can be made again from the disk."""
        self.call: KernelCall = self._call_first
        """The same as calling the kernel, without the wrapper."""

    def __call__(self, *values: Value | Array) -> tuple[Value, ...]:
        """Run on inputs, arrays or tensors; results are views where PyTorch's are (but see
        `returned_views`).

        Raises InputMismatch for inputs of other types, RuntimeFault if a check of the kernel fails,
        and MemoryError.
        """
        return self.call(*values)

    def use_builtin(self) -> None:
        """Use a builtin for further calls. Making the first one in a process takes about 50 ms, so
        the second call of a kernel does it."""
        if self.draws:
            if (table := self._plain_table) is not None:
                self._on_rows = builtin_kernel(table, _refuse)
            self.call = self._call_holding_stream
            return
        table = self._table_for(range(len(self.inputs)), self._program.computed)
        if table is not None:
            self._on_copies = builtin_kernel(table, _refuse)
        self.call = self.builtin(self._call)

    def _call_first(self, *values: Value | Array) -> tuple[Value, ...]:
        self.call = self._call_second
        return (self._call_holding_stream if self.draws else self._call)(*values)

    def _call_holding_stream(self, *values: Value | Array) -> tuple[Value, ...]:
        """Let no other thread draw meanwhile, and return the stream to its place on a failure."""
        stream = default_generator()
        with DRAWING:
            position = stream.position
            if (results := self._on_rows(*self._own(values))) is not None:
                return results
            stream.return_to(position)
            try:
                return self._call(*values)
            except BaseException:
                stream.return_to(position)
                raise

    def _call_second(self, *values: Value | Array) -> tuple[Value, ...]:
        self.use_builtin()
        return self.call(*values)

    def builtin(self, otherwise: KernelCall) -> KernelCall:
        """Return a builtin that runs the kernel on inputs of its types, if it knows the layout of
        the results for them, and calls `otherwise` for others. Return `otherwise` if results are
        views or in tuples."""
        table = self.table
        if table is None:
            return otherwise
        made = builtin_kernel(table, otherwise)
        return (lambda *values: made(*self._own(values))) if self.owned else made

    def _own(self, values: Sequence[Value]) -> Sequence[Value]:
        """Return the inputs, with the copies of constants in their place."""
        return [self.owned.get(number, value) for number, value in enumerate(values)]

    @property
    def table(self) -> KernelTable | None:
        """The table for calls without a wrapper, None if the kernel draws random numbers, or if
        results are views, or in tuples or lists of tensors."""
        return None if self.draws else self._plain_table

    @property
    def _plain_table(self) -> KernelTable | None:
        made = [result for result in self._made if result is not None]
        is_made = self._program.views.is_trivial and len(made) == len(self._made)
        is_plain = is_made and (self._known or self._orders == self._program.orders)
        any_layout = self._program.views.any_layout
        return self._table_for(any_layout, made, self._known) if is_plain else None

    def _table_for(
        self,
        copied: Iterable[int],
        made: Sequence[Attribute | NumberList],
        layouts: KnownLayouts | None = None,
    ) -> KernelTable | None:
        """Return the table for what is `made` of what machine code computes. The inputs with the
        numbers `copied` may have any layout, and those that decide the `layouts` of results known
        ones."""
        program = self._program
        table = kernel_table(
            self._entry,
            self._passed,
            made,
            program.work,
            {*copied}.difference(self.written),
            program.orders,
            self.written,
            layouts,
        )
        return table and replace(table, owned=self.owned)

    def describe(self, object: ObjectFile) -> KernelRecord | None:
        """Return its description, None if results are views, or in another order for row-major
        inputs, or if its object file is not on disk."""
        program = self._program
        if self._orders != program.orders or object.key is None:
            return None
        return KernelRecord(
            self.name,
            self.inputs,
            program.results,
            program.orders,
            program.work,
            tuple(self._packed.items()),
            tuple(sorted(program.views.any_layout)),
            program.views.is_by_place,
            self.written,
            object.key,
        )

    def _orders_for_rows(self, seen: Sequence[Value]) -> tuple[Order | None, ...] | None:
        """Return the orders of all results, or their parts, for row-major inputs, if they are new
        tensors and numbers; else None."""
        if self._lengths is not None or not self._program.views.is_trivial:
            return None
        try:
            return self._layout_of(_rows(seen)).orders
        except InputMismatch:
            return None

    def _known_layouts(self) -> KnownLayouts | None:
        """Return a memory for the layouts of results, None if machine code cannot move all of the
        inputs that decide them, and all results."""
        program = self._program
        tensors = {n for n, type in enumerate(self.inputs) if isinstance(type, TensorType)}
        deciding = tensors.difference(program.views.any_layout, self.written, self._packed)
        moved = [self.inputs[number] for number in deciding]
        moved += [type for type in program.computed if isinstance(type, TensorType)]
        if self._lengths is not None or not self._is_flat or not all(map(is_copied, moved)):
            return None
        return KnownLayouts(
            self.inputs,
            deciding,
            program.computed,
            program.orders,
            self._orders,
            by_place=program.views.is_by_place and not self._packed,
        )

    def _call(self, *values: Value | Array) -> tuple[Value, ...]:
        """Run on inputs of any layout: on copies, by the builtin, if the layout of the results is
        known."""
        if self._lengths is not None and len(values) == len(self._lengths):
            values = tuple(spread(values, self._lengths))
        if len(values) != len(self.inputs):
            raise InputMismatch(f"@{self.name} takes {len(self.inputs)} inputs, got {len(values)}")
        own = self._own(values) if self.owned else values
        values = tuple(Tensor.of(v) if isinstance(v, np.ndarray) else v for v in values)
        if self.written:
            check_written(values, self.written)
        if self._on_copies is _refuse or not all(map(_has_elements, values)):
            return self._call_any(values)
        layout = self._layouts.get(self._strides_of(values))
        if layout is None or layout.roots != self._program.views.layout.roots:
            return self._call_any(values)
        leaves = self._on_copies(*own)
        if leaves is None:
            return self._call_any(values)
        self._let_code_know(values, layout)
        made = self._program.orders
        return self._program.results_of(values, map(_ordered, leaves, made, layout.orders))

    def _let_code_know(self, values: Sequence[Value], layout: Layout) -> None:
        """Let the builtin run calls with inputs of these layouts. It does not know of ints on which
        the layout of results may depend, unless all inputs are row-major."""
        if self._known is not None and not self._sizes:
            self._known.add([getattr(value, "array", None) for value in values], layout.orders)

    def _call_any(self, values: Sequence[Value]) -> tuple[Value, ...]:
        """Check the inputs, observe the layout of the results, and run on inputs in place."""
        if self.draws and any(_strides(values, self._program.views.any_layout)):
            raise InputMismatch(f"@{self.name} draws numbers for the elements of inputs in order")
        sizes: SymbolSizes = {}
        taken = zip(self._takes, self._own(values), strict=True)
        arguments = [take(value, sizes) for take, value in taken]
        for number, argument in enumerate(arguments):
            if argument is None:
                raise self._mismatch(number, values[number])
        layout = self._layout_of(values)
        memory = self._allocate(sizes)
        symbols = [sizes[symbol] for symbol in self._symbols]
        table = self._table.pack(*symbols, *map(slot, arguments), *map(slot, memory))
        message = self._entry(table)
        if message:
            raise self._failure(ctypes.string_at(message).decode())
        self._let_code_know(values, layout)
        program = self._program
        leaves = map(_leaf, program.computed, program.orders, memory)
        return program.results_of(values, map(_ordered, leaves, program.orders, layout.orders))

    def _allocate(self, sizes: SymbolSizes) -> list[Array]:
        """Return the memory of the results. Raises MemoryError and BrokenAssumption."""
        try:
            return [allocate(sizes) for allocate in self._memory]
        except (MemoryError, ValueError) as error:
            raise self._without_room(error) from None

    def _without_room(self, error: Exception) -> Exception:
        """Return the error of a call without memory: if ints decide sizes, the slice that has them
        may be clipped."""
        if self._sizes:
            return BrokenAssumption(f"@{self.name} is for sizes that fit into memory: {error}")
        return error

    def _failure(self, message: str) -> Exception:
        """Return the error of a status; inputs that break an assumption need another kernel."""
        for broken, assumption in _ASSUMPTIONS.items():
            if message.endswith(broken):
                return BrokenAssumption(f"@{self.name} is for {assumption}")
        if _ACCESS.match(message):
            return OutOfBounds(f"the machine code of @{self.name} is wrong: {message}")
        error = failure(message)
        return self._without_room(error) if isinstance(error, MemoryError) else error

    def _layout_of(self, values: Sequence[Value]) -> Layout:
        """Return the memory layout of results for inputs with these strides.

        Raises InputMismatch if results would be views other than the compiled ones."""
        views = self._program.views
        strides = self._strides_of(values)
        if strides not in self._layouts:
            if len(self._layouts) >= _LAYOUTS_KEPT:
                self._layouts.clear()
            self._layouts[strides] = views.observe(values)
        layout = self._layouts[strides]
        if layout.roots != views.layout.roots:
            raise InputMismatch(f"@{self.name} returns other views for inputs of other strides")
        return layout

    def _strides_of(self, values: Sequence[Value]) -> Strides:
        """Return what the layout of results depends on: the strides of inputs and, unless all are
        row-major, the ints that are sizes."""
        strides = _strides(values, self._program.views.any_layout)
        sizes = [cast("int", values[number]) for number in self._sizes]
        return (*strides, tuple(sizes)) if sizes and any(strides) else strides

    def _mismatch(self, number: int, value: Value) -> InputMismatch:
        try:
            found = str(type_of(value))
        except TypeError:  # not a value of TorchScript
            found = f"a '{type(value).__name__}'"
        message = f"input {number} of @{self.name} is {found}, compiled for {self.inputs[number]}"
        return InputMismatch(message)


def length_of(value: Value) -> int | None:
    """Return a list's length, None for any other value."""
    return len(cast("list[Value]", value)) if isinstance(value, list) else None


def spread(values: Sequence[Value], lengths: Sequence[int | None]) -> Iterator[Value]:
    """Yield the values, with the list elements in their place."""
    for value, length in zip(values, lengths, strict=True):
        if length is None:
            yield value
        elif isinstance(value, list) and length_of(value) == length:
            yield from cast("list[Value]", value)
        else:
            raise InputMismatch(f"expected a list of {length} elements, got {value!r}")


def restored(
    record: KernelRecord, object: ObjectFile, inputs: Sequence[Value], again: Callable[[], FuncOp]
) -> Kernel:
    """Return a kernel from its record and object file; `again` returns its typed function, which
    only inputs of other strides need."""
    rows = _rows(inputs)
    computed = [leaf for result in record.results for leaf in result.leaves()]
    any_layout = frozenset(record.any_layout)
    views = NewResults(
        record.orders, any_layout, record.is_by_place, lambda: ReturnedViews(again(), rows)
    )
    program = TypedProgram(
        record.inputs,
        record.results,
        computed,
        record.orders,
        views,
        record.work,
        record.written,
    )
    kernel = Kernel(
        record.name,
        program,
        rows,
        entry_of(object, record.name),
        (),
        dict(record.packed),
        draws=random_words.draws(object),
    )
    kernel.record = record
    return kernel


def entry_of(object: ObjectFile, name: str) -> NativeEntry:
    return load_object(object, SYMBOLS).entry(f"{name}_packed")
