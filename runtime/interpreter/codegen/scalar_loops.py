"""Loops over numbers as one function.

    %s, %i = prim.Loop %n, %true, iter(%zero) ...      def run(registers):
      %3 = aten.mul.int(%i, %i)                          v1 = registers[0]
      %4 = aten.add.int(%s, %3)                          v2 = 0
                                                         for v3 in range(v1):
                                                           v4 = v3 * v3
                                                           v5 = v2 + v4
                                                           if v5 > 9223372036854775807: ...
                                                           v2 = v5
                                                         registers[4] = v2
                                                         return 9

A loop is taken whose values are numbers, strings, objects and containers of them, and whose ops
are operators. Operators without a text are called. Each op that can fail has separate lines, so the
line of a Python error identifies the op.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from xdsl.dialects.builtin import f64
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue

from xdsl_torchscript.dialects.mutability import IMMUTABLE, is_mutable_type
from xdsl_torchscript.dialects.prim.constant import ConstantOp
from xdsl_torchscript.dialects.prim.control import IfOp, LoopOp
from xdsl_torchscript.dialects.prim.data import UninitializedOp
from xdsl_torchscript.dialects.scalar_evaluation import NOT_CONVERTING, wrap
from xdsl_torchscript.dialects.scalar_semantics import RULES, ScalarRule
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    ListType,
    NamedTupleType,
    OptionalType,
    StrType,
    TupleType,
)
from xdsl_torchscript.lowering.analysis.liveness import is_constant, used_from_outside
from xdsl_torchscript.lowering.analysis.ranges import ANY, COUNT, RANGE_RULES, Range
from xdsl_torchscript.runtime.interpreter.binding import operator_name
from xdsl_torchscript.runtime.interpreter.codegen.ascii_strings import AsciiStrings
from xdsl_torchscript.runtime.interpreter.codegen.operator_text import (
    EXPRESSIONS,
    ON_ASCII,
    STATEMENTS,
)
from xdsl_torchscript.runtime.interpreter.codegen.scalar_text import ENVIRONMENT, TEXT
from xdsl_torchscript.runtime.interpreter.codegen.source import GeneratedSource, SourceWriter
from xdsl_torchscript.runtime.interpreter.instructions import (
    Apply,
    EnterLoop,
    Instruction,
    TestLoop,
)
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.language.containers import list_construct

FunctionOf: TypeAlias = Callable[[Operation], Implementation | None]
"""The function that executes an op without regions."""

_NESTED: dict[type[Operation], int] = {LoopOp: 5, IfOp: 1}
_TESTS = (IfOp, schema_op("aten.__not__"))
_DEEPEST = 80
"""Python takes no more than twenty loops inside of each other, and a hundred blocks."""
_WIDE = Range(-(2**126), 2**126)
"""The bound of an int before it is wrapped: one product of ints of 64 bits."""


# ---- which loops


def _is_plain(type: Attribute) -> bool:
    """Return whether values of the type can be kept until the loop ends; tensors are released as
    soon as they are no longer read."""
    match type:
        case ListType() | OptionalType():
            return _is_plain(type.element)
        case TupleType() | NamedTupleType():
            return all(map(_is_plain, type.elements))
        case DictType():
            return _is_plain(type.key) and _is_plain(type.value)
        case _:
            return type.__class__ in IMMUTABLE or isinstance(type, ClassType)


def is_scalar(op: Operation, function_of: FunctionOf, room: int = _DEEPEST) -> bool:
    """Return whether an op, and all ops in it, have a form in Python."""
    values = (*op.operands, *op.results)
    left = room - _NESTED.get(type(op), 0)
    if left < 0 or not all(_is_plain(value.type) for value in values):
        return False
    if isinstance(op, IfOp | LoopOp):
        nested = (inner for region in op.regions for inner in region.block.ops)
        return all(inner.next_op is None or is_scalar(inner, function_of, left) for inner in nested)
    return not op.regions and (isinstance(op, ConstantOp) or function_of(op) is not None)


def scalar_loops(instructions: Sequence[Instruction]) -> Iterator[tuple[int, int]]:
    """Return the first and last instructions of loops that have a form in Python."""
    functions = _functions(instructions)
    for start, instruction in enumerate(instructions):
        test = instructions[start + 1] if isinstance(instruction, EnterLoop) else None
        if isinstance(test, TestLoop) and is_scalar(instruction.op, functions.get):
            yield start, test.target


def _functions(instructions: Sequence[Instruction]) -> dict[Operation, Implementation]:
    return {i.op: i.function for i in instructions if type(i) is Apply}


# ---- their text


def scalar_loop(instructions: Sequence[Instruction], start: int, end: int) -> GeneratedSource:
    """Return the loop's source from `start` to `end`."""
    op = instructions[start].op
    assert isinstance(op, LoopOp)
    writer = _ScalarLoop(instructions, start, end)
    pairs = (p for i in instructions[start:end] for p in zip(i.operands, i.inputs, strict=True))
    registers = {value: register for value, register in pairs if value is not None}
    outside, read = used_from_outside(op.body), (v for o in op.body.walk() for v in o.operands)
    inputs = dict.fromkeys([*op.operands, *(value for value in read if value in outside)])
    writer.load({value: registers[value] for value in inputs if not _is_literal(value)})
    writer.release(instructions[start].cleared)
    writer.loop(op)
    outputs = instructions[start].outputs[2:]
    writer.store(dict(zip(op.results, outputs, strict=True)), end)
    return writer.source()


def _is_literal(value: SSAValue) -> bool:
    """Return whether the text spells the value out. A constant list is one object and is passed
    in."""
    return is_constant(value) and not is_mutable_type(value.type)


def _is_read_before(value: SSAValue, op: Operation, block: Block) -> bool:
    """Return whether nothing reads the value after the op has its first result."""
    places = {inner: place for place, inner in enumerate(block.ops)}
    reads = [block.find_ancestor_op_in_block(use.operation) for use in value.uses]
    end = places[op] + (0 if op.regions else 1)
    return all(read is not None and places[read] < end for read in reads)


def _only_test(value: OpResult) -> Operation | None:
    """Return the next op if it alone reads the bool, to branch on it or to negate it."""
    following = value.op.next_op
    while isinstance(following, ConstantOp):
        following = following.next_op
    only = isinstance(following, _TESTS) and value.get_user_of_unique_use() is following
    return following if only else None


def _placeholders(op: Operation) -> str:
    return ", ".join([f"{{{place}}}" for place in range(len(op.operands))])


def _is_set(value: SSAValue) -> bool:
    """Return whether the value is known to be set: it is no branch's or loop's."""
    owner = value.owner
    made_by = owner.parent_op() if isinstance(owner, Block) else owner
    return not isinstance(made_by, IfOp | LoopOp | UninitializedOp)


def _overflow(name: str, bounds: Range) -> str:
    """Return the test of whether an int within these bounds is out of 64 bits."""
    if bounds.low >= ANY.low:
        return f"{name} > {ANY.high}"
    if bounds.high <= ANY.high:
        return f"{name} < {ANY.low}"
    return f"not {ANY.low} <= {name} <= {ANY.high}"


class _ScalarLoop(SourceWriter):
    """Writes a loop: each op that can fail has separate lines."""

    def __init__(self, instructions: Sequence[Instruction], start: int, end: int) -> None:
        super().__init__(**ENVIRONMENT, wrap=wrap)
        body = instructions[start:end]
        self._functions = _functions(body)
        self._numbers = {instruction.op: number for number, instruction in enumerate(body, start)}
        self._all = instructions
        self._names: dict[SSAValue, str] = {}
        self._bounds: dict[SSAValue, Range] = {}
        self._conditions: dict[SSAValue, str] = {}
        """The texts of bools that are part of the next line."""
        self._ascii = AsciiStrings()
        self._is_ascii: dict[SSAValue, str] = {}
        """The names of the tests of strings."""

    # registers

    def source(self) -> GeneratedSource:
        for line, number in self._instructions.items():
            instruction = self._all[number]
            pairs = zip(instruction.inputs, instruction.operands, strict=True)
            known = {r: self._names[v] for r, v in pairs if v is not None and v in self._names}
            self._operands[line] = known  # Constants stay in their registers.
        return super().source()

    def load(self, registers: Mapping[SSAValue, int]) -> None:
        for value, register in registers.items():
            self._line(f"{self._name(value)} = registers[{register}]")
            self._test_string(value)

    def release(self, registers: Sequence[int]) -> None:
        for register in registers:
            self._line(f"registers[{register}] = None")

    def store(self, registers: Mapping[SSAValue, int], end: int) -> None:
        for value, register in registers.items():
            self._line(f"registers[{register}] = {self._name(value)}")
        self._line(f"return {end}")

    @contextmanager
    def _indent(self) -> Generator[None]:
        """Write a nested block; facts about bounds that it finds hold inside only."""
        known = dict(self._bounds)
        with self._block():
            yield
        self._bounds = known

    # values

    def _name(self, value: SSAValue) -> str:
        return self._names.setdefault(value, f"v{len(self._names)}")

    def _read(self, value: SSAValue) -> str:
        if value in self._conditions:
            return self._conditions[value]
        if not isinstance(value.owner, ConstantOp) or not _is_literal(value):
            return self._name(value)
        constant = literal(value.owner.value, value.owner.type)
        finite = isinstance(constant, float) and math.isfinite(constant)
        if finite or isinstance(constant, int):
            return f"({constant!r})" if constant < 0 else repr(constant)
        if value not in self._names:
            self._names[value] = self._bind(constant)
        return self._names[value]

    def _bounds_of(self, value: SSAValue) -> Range:
        if not isinstance(value.owner, ConstantOp) or not _is_literal(value):
            return self._bounds.get(value, ANY)
        constant = literal(value.owner.value, value.owner.type)
        return Range(constant, constant) if type(constant) is int else ANY

    def _observed(self, value: SSAValue) -> str:
        """Return a value's name, after wrapping it to 64 bits if it may be out of their range."""
        bounds = self._bounds_of(value)
        if not bounds.is_within(ANY):
            name = self._name(value)
            self._line(f"if {_overflow(name, bounds)}: {name} = wrap({name})")
            self._bounds[value] = ANY
        return self._read(value)

    def _assign(self, targets: Sequence[SSAValue], sources: Sequence[SSAValue]) -> None:
        texts = [self._observed(source) for source in sources]
        pairs = zip(map(self._name, targets), texts, strict=True)
        moves = [(target, text) for target, text in pairs if target != text]
        if moves:
            left, right = zip(*moves, strict=True)
            self._line(f"{', '.join(left)} = {', '.join(right)}")

    def _share(self, block: Block, targets: Sequence[SSAValue], olds: Sequence[SSAValue]) -> None:
        """Keep a value that the block only passes on in its target variable, unless the old value
        is read later."""
        last = block.last_op
        assert last is not None
        sources = last.operands[len(last.operands) - len(targets) :]
        for place, (target, source) in enumerate(zip(targets, sources, strict=True)):
            made = source.owner
            if isinstance(made, Block | ConstantOp) or made.parent is not block:
                continue
            free = not olds or _is_read_before(olds[place], made, block)
            if free and source.has_one_use():
                self._names[source] = self._name(target)

    # ops

    def _body(self, block: Block) -> Operation:
        """Write all but the terminator, and return it."""
        last = block.last_op
        assert last is not None
        for op in block.ops:
            if op is last or isinstance(op, ConstantOp):
                continue
            self._operation(op)
            for result in op.results:
                self._test_string(result)
        return last

    def _operation(self, op: Operation) -> None:
        if isinstance(op, IfOp):
            self._if(op)
        elif isinstance(op, LoopOp):
            self.loop(op)
        elif (name := operator_name(op)) in RULES:
            self._expression(op, RULES[name])
        elif name in ON_ASCII:
            self._on_ascii(op, ON_ASCII[name])
        elif name in EXPRESSIONS:
            self._define(op, self._filled(EXPRESSIONS[name], op))
        elif name in STATEMENTS and not any(result.first_use for result in op.results):
            self._line(self._filled(STATEMENTS[name], op), self._numbers[op])
        else:
            operands = _placeholders(op)
            results = ", ".join(map(self._name, op.results))
            left = f"{results} = " if results else ""
            # The function of a list that carries its type is another one.
            is_list = self._functions[op] is list_construct
            text = f"[{operands}]" if is_list else f"{{f}}({operands})"
            self._line(left + self._filled(text, op), self._numbers[op])

    def _filled(self, template: str, op: Operation) -> str:
        """Return the text of an operator."""
        operands = [self._observed(operand) for operand in op.operands]
        function = self._bind(self._functions[op]) if "{f}" in template else ""
        return template.format(*operands, f=function)

    # strings

    def _test_string(self, value: SSAValue) -> None:
        """Write the test of a string that operators read, unless its sources are tested."""
        if not isinstance(value.type, StrType) or not _is_set(value):
            return
        reads = any(operator_name(use.operation) in ON_ASCII for use in value.uses)
        if reads and self._ascii.sources(value) is None:
            name = self._is_ascii[value] = f"a{len(self._is_ascii)}"
            self._line(f"{name} = {self._name(value)}.isascii()")
            self._ascii.add_tested(value)

    def _on_ascii(self, op: Operation, template: str) -> None:
        strings = [operand for operand in op.operands if isinstance(operand.type, StrType)]
        tests = dict.fromkeys(test for string in strings for test in self._tests_of(string))
        if tests:
            template += f" if {' and '.join(tests)} else {{f}}({_placeholders(op)})"
        self._define(op, self._filled(template, op))
        self._ascii.add_made(op.results[0], strings)

    def _tests_of(self, string: SSAValue) -> list[str]:
        sources = self._ascii.sources(string)
        if sources is None:
            return [f"{self._read(string)}.isascii()"]
        return sorted(map(self._is_ascii.__getitem__, sources))

    def _expression(self, op: Operation, rule: ScalarRule) -> None:
        if not rule.ring or not self._result_bounds(op).is_within(_WIDE):
            for operand in op.operands:
                self._observed(operand)
        texts = [self._read(operand) for operand in op.operands]
        ints = [place for place, operand in enumerate(op.operands) if operand.type != f64]
        # Python converts an int next to a float, but not to compare them.
        if rule.type == f64 and (rule.body in NOT_CONVERTING or len(ints) == len(texts)):
            for place in ints if rule.body in NOT_CONVERTING else ints[:1]:
                texts[place] += " + 0.0"
        self._define(op, rule.over(TEXT)(*texts))

    def _define(self, op: Operation, text: str) -> None:
        (result,) = op.results
        self._bounds[result] = self._result_bounds(op)
        test = _only_test(result)
        if test is None:
            self._line(f"{self._name(result)} = {text}", self._numbers[op])
        else:
            self._conditions[result] = text
            self._numbers[test] = self._numbers[op]

    def _result_bounds(self, op: Operation) -> Range:
        rule = RANGE_RULES.get(operator_name(op))
        return ANY if rule is None else rule(*map(self._bounds_of, op.operands))

    def _if(self, op: IfOp) -> None:
        for block in (op.then_block, op.else_block):
            self._share(block, op.results, ())
        self._line(f"if {self._read(op.condition)}:", self._numbers[op])
        with self._indent():
            then = self._body(op.then_block).operands
            self._assign(op.results, then)
        self._line("else:")
        with self._indent():
            other = self._body(op.else_block).operands
            self._assign(op.results, other)
        for result, *parts in zip(op.results, then, other, strict=True):
            if isinstance(result.type, StrType):
                self._ascii.add_made(result, parts)

    def loop(self, op: LoopOp) -> None:
        """Write a loop; the carried values live in the variables of the results."""
        for carried, result in zip(op.carried_args, op.results, strict=True):
            self._names[carried] = self._name(result)
        self._share(op.body, op.results, op.carried_args)
        self._assign(op.results, op.operands[2:])
        conditions = (op.initial_condition, op.body_condition.condition)
        endless = all(self._read(condition) == "True" for condition in conditions)
        (self._counted if endless else self._test)(op)

    def _counted(self, op: LoopOp) -> None:
        limit = self._observed(op.max_trip_count)
        self._line(f"for {self._name(op.trip)} in range({limit}):")
        with self._indent():
            self._bounds[op.trip] = Range(0, max(self._bounds_of(op.max_trip_count).high - 1, 0))
            self._assign(op.results, self._body(op.body).operands[1:])

    def _test(self, op: LoopOp) -> None:
        """Write the test of an iteration; iterations are counted only if the count is
        observable."""
        limit, trip = self._observed(op.max_trip_count), self._name(op.trip)
        more = f"m{trip}"
        never = self._bounds_of(op.max_trip_count).low == ANY.high
        counts = not never or op.trip.first_use is not None
        self._line(f"{more} = {self._read(op.initial_condition)}")
        if counts:
            self._line(f"{trip} = 0")
        self._line(f"while {more} and {trip} < {limit}:" if counts else f"while {more}:")
        with self._indent():
            self._bounds[op.trip] = COUNT
            last = self._body(op.body)
            # Before the values that it may be one of change.
            self._line(f"{more} = {self._read(last.operands[0])}")
            self._assign(op.results, last.operands[1:])
            if counts:
                self._line(f"{trip} += 1")
