"""Plans that consist of one group: the sources of the kernel's inputs.

    %w = prim.GetAttr(%self) {attribute = "weight"}
    %a, %b, %ok = prim.TypeCheck(%x, %w)
    %r = prim.If %ok -> (!ts.tensor) { the group of %a and %b } else { its fallback graph }
    func.return %r : !ts.tensor

A call only runs the kernel, on its first argument and an attribute of the module. The fallback
graph may be the whole function's. The native executor's plans have guards in place of the check and
the branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from xdsl.dialects.builtin import DenseResourceAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, SSAValue

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    FallbackGraphOp,
    GuardOp,
    IfOp,
    IfYieldOp,
    ListTensorOp,
    TensorExprGroupOp,
    TypeCheckOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.prim.data import ListUnpackOp, TupleConstructOp, TupleUnpackOp
from xdsl_torchscript.dialects.prim.modules import GetAttrOp
from xdsl_torchscript.dialects.types import ListType, NamedTupleType, NoneType, TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.ts.modules.attribute_paths import Path, ValueSource, source_of
from xdsl_torchscript.runtime.executors.last_graph import PlanGraph
from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.native.call_kernel import KernelTable
from xdsl_torchscript.runtime.values import Value

_NONE = NoneType()
_IS_NUMBER = "aten.eq.int"
_READS = (
    ConstantOp,
    GetAttrOp,
    GuardOp,
    ListTensorOp,
    ListUnpackOp,
    TupleUnpackOp,
    UncheckedCastOp,
)


class ArgumentSource(NamedTuple):
    """An argument of the function by its number, or the attribute that a path from it leads to; of
    a list of numbers, their tensor."""

    number: int
    path: Path = ()
    is_list: bool = False


@dataclass(frozen=True)
class ConstantSource:
    """A constant of the program; `resource` is the key of one in the table of resources."""

    value: Value
    resource: str | None


InputSource: TypeAlias = ArgumentSource | ConstantSource
"""The source of a kernel's input."""


@dataclass(frozen=True)
class ChosenResult:
    """The input of a group that its result `number` says, one of `inputs`, or its result `made` if
    that is -1."""

    made: int
    number: int
    inputs: tuple[int, ...]


ReturnedNumber: TypeAlias = "int | ChosenResult | None"
"""The source of a returned value, as in `WholePlan.results`."""


def returned_value(source: ReturnedNumber, made: Sequence[Value], inputs: Sequence[Value]) -> Value:
    """Return a value by its source, for the results and the inputs of a group."""
    if source is None:
        return None
    if isinstance(source, int):
        return made[source] if source >= 0 else inputs[-1 - source]
    number = made[source.number]
    assert isinstance(number, int)
    return made[source.made] if number < 0 else inputs[number]


@dataclass(frozen=True)
class WholePlan:
    """The plan of a function that is one group, for modules with these constants.

    `graph` is the graph of the function, which takes `count` arguments. `sources` has None for an
    input that comes from elsewhere. `results` says what is returned in each place, as one tuple if
    `is_tuple` is set: the result n of the group, its input n as -1 - n, None, or a choice. `table`
    is the table of the group's kernel. `absent` are the numbers of the arguments that must be
    None."""

    graph: PlanGraph
    count: int
    constants: ModuleConstants
    sources: Sequence[InputSource | None]
    results: Sequence[ReturnedNumber]
    is_tuple: bool
    table: KernelTable
    absent: Sequence[int] = ()

    @property
    def takes_arguments_in_order(self) -> bool:
        """Return whether the group is a function of the same arguments and results as the plan."""
        arguments = list(map(ArgumentSource, range(self.count)))
        in_order = [*self.results] == [*range(len(self.results))]
        return in_order and not self.is_tuple and [*self.sources] == arguments


def _input_source(value: SSAValue, linker: Linker | None) -> InputSource | None:
    source = source_of(value)
    if isinstance(source.root, BlockArgument):
        is_list = isinstance(source.root.type, ListType) and isinstance(value.type, TensorType)
        return ArgumentSource(source.root.index, source.path, is_list and not source.path)
    constant = source.root.owner
    if not isinstance(constant, ConstantOp) or source.path:
        return None
    named = constant.value
    key = named.resource_handle.data if isinstance(named, DenseResourceAttr) else None
    return ConstantSource(literal(named, constant.type, linker), key)


def constant_inputs(group: TensorExprGroupOp) -> list[int]:
    """Return the numbers of the inputs of a group that are constants of its plan."""
    sources = enumerate(map(source_of, group.inputs))
    return [n for n, s in sources if isinstance(s.root.owner, ConstantOp) and not s.path]


def replaces_function(fallback: FallbackGraphOp) -> bool:
    """Return whether a fallback graph is the function of a plan for other inputs: it takes the same
    arguments and returns the same results."""
    branch = fallback.parent_op()
    function = branch.parent_op() if branch else None
    if not isinstance(branch, IfOp) or not isinstance(function, FuncOp):
        return False
    check = branch.condition.owner
    if not isinstance(check, TypeCheckOp) or fallback.parent is not branch.else_block:
        return False
    around = _returned_values([check, branch])
    if around is None or around.is_tuple or [*around.values] != [*branch.results]:
        return False
    takes_all = [*fallback.inputs] == [*function.body.block.args]
    return takes_all and [*branch.else_yield.operands] == [*fallback.results]


class _Returned(NamedTuple):
    """The values that a block returns, or of which it returns a tuple."""

    values: Sequence[SSAValue]
    is_tuple: bool


def whole_plan(
    group: TensorExprGroupOp,
    constants: ModuleConstants,
    table: KernelTable,
    linker: Linker | None,
) -> WholePlan | None:
    """Return the plan that consists only of a group and the check around it. Return None if there
    is more code, or if the checked value does not enter the group."""
    outer, inner = group.parent_op(), _returned_values([group])
    entering = [source_of(value) for value in group.inputs]
    numbers = inner and _numbers(inner.values, group.results, entering)
    if inner is None or numbers is None:
        return None
    sources = [_input_source(value, linker) for value in group.inputs]
    if isinstance(outer, FuncOp):
        arguments = outer.body.block.args
        absent = [n for n, argument in enumerate(arguments) if argument.type == _NONE]
        return WholePlan(
            outer, len(arguments), constants, sources, numbers, inner.is_tuple, table, absent
        )
    function = outer.parent_op() if outer else None
    if not isinstance(outer, IfOp) or not isinstance(function, FuncOp):
        return None
    check = outer.condition.owner
    around = _returned_values([check, outer]) if isinstance(check, TypeCheckOp) else None
    outside = around and _numbers(around.values, outer.results, entering)
    if not isinstance(check, TypeCheckOp) or around is None or outside is None:
        return None
    checked = dict(zip(map(source_of, check.inputs), check.types, strict=True))
    absent = [
        source.root.index
        for source, type in checked.items()
        if type == _NONE and isinstance(source.root, BlockArgument) and not source.path
    ]
    taken = {*entering}
    taken |= {ValueSource(function.body.block.args[number]) for number in absent}
    if not taken.issuperset(checked) or (inner.is_tuple and around.is_tuple):
        return None
    if not inner.is_tuple:
        numbers = [numbers[n] if isinstance(n, int) and n >= 0 else n for n in outside]
    is_tuple = inner.is_tuple or around.is_tuple
    count = len(function.body.block.args)
    return WholePlan(function, count, constants, sources, numbers, is_tuple, table, absent)


def _returned_values(ops: Sequence[Operation]) -> _Returned | None:
    """Return the values that a block returns, or of which it returns a tuple. Return None if it has
    operations besides `ops`, reads, and choices of results."""
    assert ops[-1].parent is not None
    *others, end = (
        op
        for op in ops[-1].parent.ops
        if op in ops or not (isinstance(op, _READS) or op.name == _IS_NUMBER or _is_choice(op))
    )
    values, is_tuple = end.operands, False
    made = others[-1]
    if isinstance(made, TupleConstructOp) and [*values] == [made.result]:
        if isinstance(made.result.type, NamedTupleType):
            return None
        values, is_tuple = made.operands, True
        others.pop()
    return _Returned(values, is_tuple) if others == [*ops] else None


def _is_choice(op: Operation) -> bool:
    """Return whether an operation has one of two values that exist."""
    if not isinstance(op, IfOp):
        return False
    return all(isinstance(block.first_op, IfYieldOp) for block in (op.then_block, op.else_block))


def _choice(
    value: SSAValue, results: Sequence[SSAValue], inputs: Sequence[ValueSource]
) -> ChosenResult | None:
    """Return which results and inputs a value is chosen from: `SplitResults.join` compares a number
    among the results with that of each input. Return None for another value."""
    numbers: set[SSAValue] = set()
    found: list[int] = []
    while isinstance(op := value.owner, IfOp) and _is_choice(op):
        test, chosen = op.condition.owner, op.then_yield.operands[op.results.index(value)]
        if not isinstance(test, Operation) or test.name != _IS_NUMBER:
            return None
        number, constant = test.operands
        input = STATED.known_constant(constant)
        if not isinstance(input, int) or inputs[input] != source_of(chosen):
            return None
        numbers.add(number)
        found.append(input)
        value = op.else_yield.operands[op.results.index(value)]
    if len(numbers) != 1 or not {value, *numbers}.issubset(results):
        return None
    return ChosenResult(results.index(value), results.index(numbers.pop()), tuple(found))


def _numbers(
    values: Sequence[SSAValue], results: Sequence[SSAValue], inputs: Sequence[ValueSource]
) -> list[ReturnedNumber] | None:
    """Return which result or input each value is, as in `WholePlan.results`. Return None if one is
    something else, or if a result is not used once."""
    numbers: list[ReturnedNumber] = []
    for value in values:
        source = source_of(value)
        if value in results:
            numbers.append(results.index(value))
        elif value.type == _NONE:
            numbers.append(None)
        elif source in inputs and isinstance(source.root, BlockArgument):
            numbers.append(-1 - inputs.index(source))
        elif (choice := _choice(value, results, inputs)) is not None:
            numbers.append(choice)
        else:
            return None
    made = [number for number in numbers if isinstance(number, int) and number >= 0]
    choices = {number for number in numbers if isinstance(number, ChosenResult)}
    made += [place for choice in choices for place in (choice.made, choice.number)]
    return numbers if sorted(made) == [*range(len(results))] else None
