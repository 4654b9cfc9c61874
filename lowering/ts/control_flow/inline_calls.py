"""`inline-calls`: a call of a function or method of the module becomes the body of it.

    %f = prim.Constant @g : !ts.function<@g>
    %r = prim.CallFunction(%f, %x) : (!ts.function<@g>, !ts.tensor) -> !ts.tensor

becomes, for a `@g` that computes `x + x`,

    %one = prim.Constant 1 : i64
    %r = aten.add.Tensor(%x, %x, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor

A method is inlined where the object's class is known; a call through an interface stays. The
functions stay. Operations of a body keep their locations and also name the replaced call:

    loc(callsite("g"("model.py":2:12) at "model.py":5:9))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.modules import ClassOp
from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    ConstantOp,
)
from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    FunctionType,
    ListType,
    TensorType,
)
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import is_class_of, operations_of
from xdsl_torchscript.lowering.ts.inlining import inline_copy

ProgramCall = CallFunctionOp | CallMethodOp
_CALLS = (CallFunctionOp, CallMethodOp)


class Callables(Protocol):
    """The functions that a program may call, by name; None for a name that it does not define."""

    def find_function(self, name: str) -> FuncOp | None: ...

    def find_method(self, class_name: str, name: str) -> FuncOp | None: ...


class ModuleCallables:
    """The functions and methods that a module holds."""

    def __init__(self, module: ModuleOp) -> None:
        self._module = module

    @cached_property
    def functions(self) -> dict[str, FuncOp]:
        return {op.sym_name.data: op for op in self._module.ops if isinstance(op, FuncOp)}

    @cached_property
    def methods(self) -> dict[str, dict[str, FuncOp]]:
        """The methods of each class."""
        classes = (op for op in self._module.ops if isinstance(op, ClassOp))
        return {op.sym_name.data: op.methods for op in classes}

    def find_function(self, name: str) -> FuncOp | None:
        return self.functions.get(name)

    def find_method(self, class_name: str, name: str) -> FuncOp | None:
        return self.methods.get(class_name, {}).get(name)


def _callee(call: ProgramCall, callables: Callables) -> FuncOp | None:
    """Return the callee if the program defines it with a body of one block."""
    found = None
    match call, call.operands[0].type:
        case CallMethodOp(), ClassType(symbol=symbol):
            found = callables.find_method(symbol.data, call.method.data)
        case CallFunctionOp(), FunctionType(symbol=symbol):
            constant = isinstance(call.callee.owner, ConstantOp)
            found = callables.find_function(symbol.data) if constant else None
        case _:
            pass
    return found if found is not None and len(found.body.blocks) == 1 else None


def _is_mutable(constant: ConstantOp) -> bool:
    return isinstance(constant.type, ListType | DictType | TensorType)


def _display_name(function: FuncOp) -> str:
    """Return the name of a function in messages, of a method with its class: `M.forward`."""
    owner = function.parent_op()
    name = function.sym_name.data
    return f"{owner.sym_name.data}.{name}" if isinstance(owner, ClassOp) else name


Fold: TypeAlias = Callable[[Operation], bool]
"""Replaces an operation whose results are known by constants or by one of its branches. Returns
whether it did."""


def _fold_nothing(op: Operation) -> bool:
    return False


class _InlinedCallee(NamedTuple):
    """A function whose body is being visited, and the operation behind the body in the caller."""

    function: FuncOp
    end: Operation | None = None


class _Inliner:
    """Visits operations in the order of execution, with those that calls become, so that each is
    copied and folded once."""

    def __init__(self, callables: Callables, fold: Fold = _fold_nothing) -> None:
        self._callables = callables
        self._fold = fold
        self._origin: dict[ConstantOp, ConstantOp] = {}
        """The constant of the program that an inlined one is a copy of."""

    def run(self, function: FuncOp, original: FuncOp) -> None:
        """Inline, in place, all calls of a function that can be inlined. `original` is the function
        of the program that it is, or a copy of. Raises PassFailedException where a function calls
        itself."""
        self._function = function
        self._running = [_InlinedCallee(original)]
        self._shared: dict[ConstantOp, ConstantOp] = {}
        for block in function.body.blocks:
            self._visit_block(block)

    def _visit_block(self, block: Block) -> None:
        op = block.first_op
        while op is not None:
            while op is self._running[-1].end:
                self._running.pop()
            op = self._visit(op, block)

    def _visit(self, op: Operation, block: Block) -> Operation | None:
        """Inline or fold an operation of a block. Return the operation to visit next."""
        if is_class_of(_CALLS, type(op)):
            call = cast(ProgramCall, op)
            callee = _callee(call, self._callables)
            if callee is not None:
                return self._inline(call, callee)
        previous = op.prev_op
        if self._fold(op):
            return block.first_op if previous is None else previous.next_op
        for region in op.regions:
            for inner in region.blocks:
                self._visit_block(inner)
        return op.next_op

    def _inline(self, call: ProgramCall, callee: FuncOp) -> Operation | None:
        """Replace a call by a copy of the callee. Return the first operation of the copy."""
        running = [function for function, _ in self._running]
        if callee in running:
            cycle = map(_display_name, [*running[running.index(callee) :], callee])
            fail(call, f"cannot be inlined, the functions call each other: {' -> '.join(cycle)}")
        constants = [op for op in operations_of(callee, ConstantOp) if _is_mutable(op)]
        values = self._shared_values(constants)
        function, end = call.operands[0].owner, call.next_op
        arguments = call.operands[isinstance(call, CallFunctionOp) :]  # behind the function
        copies = inline_copy(call, arguments, callee, values)
        for constant in constants:
            self._share(constant, values[constant.result].owner)
        if isinstance(function, ConstantOp) and function.result.first_use is None:
            function.detach()
            function.erase()
        self._running.append(_InlinedCallee(callee, end))
        return copies[0] if copies else end

    # A mutable constant stays a single object, however often its function is inlined. After the
    # first inlining, it is at the start of the caller.

    def _shared_values(self, constants: Sequence[ConstantOp]) -> dict[SSAValue, SSAValue]:
        """Return those constants of a callee that the caller has, in place of copies."""
        values: dict[SSAValue, SSAValue] = {}
        for constant in constants:
            first = self._shared.get(self._origin.get(constant, constant))
            if first is not None:
                first.detach()
                Rewriter.insert_op(first, InsertPoint.at_start(self._function.body.block))
                values[constant.result] = first.result
        return values

    def _share(self, constant: ConstantOp, copy: Operation | Block) -> None:
        assert isinstance(copy, ConstantOp)
        origin = self._origin.get(constant, constant)
        self._shared[origin], self._origin[copy] = copy, origin


def inline_calls(
    module: ModuleOp, functions: Sequence[FuncOp] | None = None, fold: Fold = _fold_nothing
) -> ModuleOp:
    """Inline, in place, the calls of functions and methods that the module defines, in all of them
    or in `functions`. `fold` is applied to each operation before those behind it are visited."""
    callables = ModuleCallables(module)
    inliner = _Inliner(callables, fold)
    methods = (method for row in callables.methods.values() for method in row.values())
    for function in functions or (*callables.functions.values(), *methods):
        inliner.run(function, function)
    return module


def inlined(function: FuncOp, callables: Callables) -> FuncOp:
    """Return the function if it calls no known function, else a copy with all calls inlined. Raises
    PassFailedException for recursive functions."""
    calls = (op for op in function.walk() if isinstance(op, ProgramCall))
    is_calling = any(_callee(call, callables) is not None for call in calls)
    return inline_into_copy(function, callables) if is_calling else function


def inline_into_copy(function: FuncOp, callables: Callables) -> FuncOp:
    """Return a copy of the function with all calls of known functions inlined; the rest of the
    program is unchanged. Raises PassFailedException for recursive functions.
    """
    copy = function.clone()
    _Inliner(callables).run(copy, function)
    return copy


@dataclass(frozen=True)
class InlineCallsPass(TsPass):
    """Inline calls of functions and methods."""

    name = "inline-calls"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        inline_calls(module)
