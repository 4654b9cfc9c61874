"""Loops: over ranges, lists, tensors, strings, dicts, zip and enumerate; comprehensions."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.prim import (
    DictConstructOp,
    ListConstructOp,
    LoopConditionOp,
    LoopOp,
    TupleConstructOp,
)
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.script import IterationOp, NextOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    DictType,
    ListType,
    StrType,
)
from xdsl_torchscript.frontend.script.applicable import IterableValue
from xdsl_torchscript.frontend.script.assignment import assign, assigned_names
from xdsl_torchscript.frontend.script.calls import call
from xdsl_torchscript.frontend.script.classes.parts import static_parts
from xdsl_torchscript.frontend.script.context import TENSOR, Context, SimpleValue, SugaredValue
from xdsl_torchscript.frontend.script.hints import hint_of

_Comprehension: TypeAlias = ast.ListComp | ast.DictComp | ast.GeneratorExp
_FOREVER = 2**63 - 1


class Iterable(SugaredValue, ABC):
    """Anything that a loop can iterate over."""

    def describe(self) -> str:
        return "an iterable"

    @abstractmethod
    def length(self, c: Context) -> SSAValue | None:
        """Return the number of elements, None if it is unbounded."""

    @abstractmethod
    def element(self, c: Context, index: SSAValue) -> SSAValue: ...


@dataclass(frozen=True)
class RangeIterable(Iterable):
    """`range(n)` or `range(start, stop, step)`."""

    stop: SSAValue
    start: SSAValue | None = None
    step: SSAValue | None = None

    def describe(self) -> str:
        return "'range(...)'"

    def length(self, c: Context) -> SSAValue | None:
        if self.start is None or self.step is None:
            return self.stop
        return call(c, "aten::__range_length", [self.start, self.stop, self.step])

    def element(self, c: Context, index: SSAValue) -> SSAValue:
        if self.start is None or self.step is None:
            return index
        return call(c, "aten::__derive_index", [index, self.start, self.step])


@dataclass(frozen=True)
class _Sequence(Iterable):
    """A list, a string or a tensor."""

    of: SSAValue

    def length(self, c: Context) -> SSAValue | None:
        return call(c, "aten::len", [self.of])

    def element(self, c: Context, index: SSAValue) -> SSAValue:
        if is_subtype_of(self.of.type, TENSOR):
            return call(c, "aten::select", [self.of, c.constant(0), index])
        return call(c, "aten::__getitem__", [self.of, index])


@dataclass(frozen=True)
class Zip(Iterable):
    """Several iterables in parallel, as long as the shortest."""

    parts: tuple[Iterable, ...]

    def describe(self) -> str:
        return "'zip(...)'"

    def length(self, c: Context) -> SSAValue | None:
        found = [part.length(c) for part in self.parts]
        lengths = [length for length in found if length is not None]
        if len(lengths) < 2:
            return lengths[0] if lengths else None
        return call(c, "prim::min", [c.insert(ListConstructOp(lengths, i64)).result])

    def element(self, c: Context, index: SSAValue) -> SSAValue:
        parts = [part.element(c, index) for part in self.parts]
        return c.insert(TupleConstructOp(parts)).result


@dataclass(frozen=True)
class Count(Iterable):
    """The numbers of `enumerate`."""

    start: SSAValue

    def length(self, c: Context) -> SSAValue | None:
        return None

    def element(self, c: Context, index: SSAValue) -> SSAValue:
        return call(c, "aten::add", [index, self.start])


def iterable(c: Context, found: SugaredValue, node: ast.AST) -> Iterable:
    """Return the iterable that a loop over `found` visits."""
    if isinstance(found, Iterable):
        return found
    value = found.to_list(c) if isinstance(found, IterableValue) else found.value(c, node)
    if isinstance(value.type, DictType):
        value = call(c, "aten::keys", [value])
    if isinstance(value.type, ListType | StrType) or is_subtype_of(value.type, TENSOR):
        return _Sequence(value)
    raise c.error(f"a loop cannot iterate over {spell(value.type)}", node)


# ---- loops


def emit_loop(
    c: Context,
    trips: SSAValue | None,
    test: Callable[[], SSAValue],
    assigned: Sequence[str],
    body: Callable[[SSAValue], None],
) -> None:
    """Emit a loop that carries the variables of `assigned` that have a value before it.

    `test` computes the condition before the first iteration and after each; `body` gets the
    iteration number.
    """
    carried = _carried(c, assigned)
    limit = c.constant(_FOREVER) if trips is None else trips
    initial = [_value_of(c, name) for name in carried]
    first = test()
    block = Block(arg_types=[i64, *carried.values()])
    for arg in block.args:
        arg.location = c.script.location(c.place)
    with c.inside(block) as inner:
        for name, arg in zip(carried, block.args[1:], strict=True):
            arg.name_hint = hint_of(name)
            inner.set(name, SimpleValue(arg))
        iteration = _iteration(c, block.args[0], carried, body)
        for name, value in zip(carried, iteration.results, strict=True):
            inner.set(name, SimpleValue(value))
        c.insert(LoopConditionOp(test(), iteration.results))
    for name in assigned:
        if name not in carried:
            c.environment.forget(name, f"'{name}' has no value before the loop")
    op = c.insert(LoopOp(limit, first, initial, list(carried.values()), Region(block)))
    for name, result in zip(carried, op.results, strict=True):
        result.name_hint = hint_of(name)
        c.environment.set(name, SimpleValue(result))


def _carried(c: Context, assigned: Sequence[str]) -> dict[str, Attribute]:
    found: dict[str, Attribute] = {}
    for name in assigned:
        value = c.environment.find(name)
        if isinstance(value, SimpleValue):
            found[name] = c.environment.declaration(name) or value.ssa.type
        elif value is not None:
            raise c.error(f"'{name}' is {value.describe()}; a loop cannot give it a new value")
    return found


def _value_of(c: Context, name: str) -> SSAValue:
    found = c.environment.find(name)
    assert found is not None
    return found.value(c, c.place)


def _iteration(
    c: Context,
    trip: SSAValue,
    carried: dict[str, Attribute],
    body: Callable[[SSAValue], None],
) -> IterationOp:
    block = Block()
    with c.inside(block) as inner:
        inner.carried, inner.unrolled = carried, False
        inner.managers_outside = len(inner.managers)
        body(trip)
        if not inner.exited:
            leave_iteration(c, False)
    return c.insert(IterationOp(block, list(carried.values())))


def leave_iteration(c: Context, breaks: bool) -> None:
    """End the iteration with the values that the carried variables have here."""
    carried = c.environment.carried or {}
    values: list[SSAValue] = []
    for name, type in carried.items():
        found = c.environment.find(name)
        if found is None:
            why = c.environment.why_undefined(name) or f"'{name}' has no value"
            raise c.error(f"{why} at the end of an iteration, but the next iteration uses it")
        value = found.value(c, c.place)
        if not is_subtype_of(value.type, type):
            raise c.error(
                f"'{name}' is {spell(type)} before the loop, but {spell(value.type)} at the "
                "end of an iteration; a loop-carried variable must keep its type"
            )
        values.append(value)
    c.insert(NextOp(values, breaks))


def compile_for(c: Context, node: ast.For) -> None:
    if node.orelse:
        message = "'else' of a loop is not part of TorchScript; set a flag before 'break'"
        raise c.error(message, node.orelse[0])
    found = c.expr(node.iter)
    parts = static_parts(c, found, node)
    if parts is not None:
        before, c.environment.unrolled = c.environment.unrolled, True
        for part in parts:
            if not c.environment.exited:
                assign(c, node.target, part)
                c.body(node.body)
        c.environment.unrolled = before
        return
    over = iterable(c, found, node.iter)
    length = over.length(c)
    if length is None:
        raise c.error("this iteration does not terminate", node.iter)

    def body(trip: SSAValue) -> None:
        assign(c, node.target, SimpleValue(over.element(c, trip)))
        c.body(node.body)

    emit_loop(c, length, lambda: c.constant(True), assigned_names([node]), body)


# ---- comprehensions


def _only_generator(c: Context, node: _Comprehension) -> ast.comprehension:
    if len(node.generators) != 1:
        raise c.error("a comprehension has one 'for'; write a loop", node)
    generator = node.generators[0]
    if generator.ifs:
        message = "'if' in a comprehension is not part of TorchScript; write a loop"
        raise c.error(message, generator.ifs[0])
    return generator


def compile_list_comp(
    c: Context, node: ast.ListComp | ast.GeneratorExp, hint: Attribute | None
) -> SugaredValue:
    """Compile a list comprehension or a generator, which becomes a list.

    The element type is known once the first element is compiled.
    """
    generator = _only_generator(c, node)
    over = c.expr(generator.iter)
    parts = static_parts(c, over, node)
    if parts is not None:
        return _list_of_parts(c, node, parts)
    wanted = hint.element if isinstance(hint, ListType) else None

    def element(value: SSAValue) -> SSAValue:
        assign(c, generator.target, SimpleValue(value))
        return c.value(node.elt, wanted)

    return collect(c, iterable(c, over, generator.iter), element, wanted)


def collect(
    c: Context,
    over: Iterable,
    make: Callable[[SSAValue], SSAValue] = lambda value: value,
    wanted: Attribute | None = None,
) -> SugaredValue:
    """Return a list of the results of `make` for each element."""
    made = c.insert(ListConstructOp([], wanted or TENSOR))
    result: SSAValue = made.result

    def body(trip: SSAValue) -> None:
        nonlocal result
        value = make(over.element(c, trip))
        if wanted is None and value.type != TENSOR:
            result = Rewriter.replace_value_with_new_type(made.result, ListType(value.type))
        call(c, "aten::append", [result, value])

    length = over.length(c)
    if length is None:
        raise c.error("this iteration does not terminate")
    emit_loop(c, length, lambda: c.constant(True), [], body)
    return SimpleValue(result)


def _list_of_parts(
    c: Context, node: ast.ListComp | ast.GeneratorExp, parts: Sequence[SugaredValue]
) -> SugaredValue:
    made: list[SSAValue] = []
    for part in parts:
        with c.inside(c.block):
            assign(c, node.generators[0].target, part)
            made.append(c.value(node.elt))
    element = made[0].type if made else TENSOR
    if any(value.type != element for value in made):
        raise c.error("the elements of the list differ in type", node)
    return SimpleValue(c.insert(ListConstructOp(made, element)).result)


def compile_dict_comp(c: Context, node: ast.DictComp, hint: Attribute | None) -> SugaredValue:
    generator = _only_generator(c, node)
    over = iterable(c, c.expr(generator.iter), generator.iter)
    made = c.insert(DictConstructOp([], StrType(), TENSOR))
    result: SSAValue = made.result

    def each() -> None:
        nonlocal result
        key, value = c.value(node.key), c.value(node.value)
        type = DictType(key.type, value.type)
        if result.type != type:
            result = Rewriter.replace_value_with_new_type(made.result, type)
        call(c, "aten::_set_item", [result, key, value], None, node.key)

    def body(trip: SSAValue) -> None:
        assign(c, generator.target, SimpleValue(over.element(c, trip)))
        each()

    emit_loop(c, over.length(c), lambda: c.constant(True), [], body)
    return SimpleValue(result)
