"""A function's body: a line for each op that is not nested in another line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import UNKNOWN_LOC, BoolAttr
from xdsl.dialects.func import ReturnOp as FuncReturnOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.prim import (
    AwaitableOp,
    ConstantOp,
    EnterOp,
    ExitOp,
    ForkOp,
    IfOp,
    IfYieldOp,
    ListUnpackOp,
    LoopConditionOp,
    LoopOp,
    ReturnOp,
    SetAttrOp,
    TupleUnpackOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of, unify, without_facts
from xdsl_torchscript.dialects.types import (
    ClassType,
    FunctionType,
    NoneType,
    OptionalType,
    StrType,
    UnionType,
)
from xdsl_torchscript.frontend.python_text.expressions import expression
from xdsl_torchscript.frontend.python_text.inlining import (
    MODULE_INDEX,
    inlined_ops,
    inputs_of,
    ops_in,
    packed_call,
)
from xdsl_torchscript.frontend.python_text.literals import constant_text
from xdsl_torchscript.frontend.python_text.names import is_word, source_name
from xdsl_torchscript.frontend.python_text.scope import PythonPrintError, Scope
from xdsl_torchscript.frontend.python_text.text import Piece, Text, Writer, compose, intersperse

Steps: TypeAlias = "Iterator[Steps]"
"""A generator of nested work, so that the depth of nesting is not limited by Python's stack."""

_LONG = 40
"""An expression that ends after this column, counted from the margin, is not nested in another."""

_SHAREABLE = (StrType, FunctionType)
"""Types of constants without identity: a long constant is written once."""

_FORKS: dict[type[Operation], str] = {ForkOp: "fork", AwaitableOp: "awaitable"}
_NESTED = tuple(_FORKS)


def is_true(value: SSAValue) -> bool:
    """Return whether a value is the constant True."""
    owner = value.owner
    return isinstance(owner, ConstantOp) and owner.value == BoolAttr.from_bool(True)


def print_body(scope: Scope, writer: Writer, block: Block) -> None:
    """Write the statements of a function, one level deeper than the writer.

    The block's arguments are named already. Raises PythonPrintError.
    """
    pending = [_BodyPrinter(scope, writer, inlined_ops(block)).function(block)]
    while pending:
        nested = next(pending[-1], None)
        if nested is None:
            pending.pop()
        else:
            pending.append(nested)


class _BodyPrinter:
    def __init__(self, scope: Scope, writer: Writer, inlined: set[Operation]) -> None:
        self._scope = scope
        self._writer = writer
        self._inlined = inlined
        self._waiting: list[Operation] = []
        self._hoisted: dict[str, Text] = {}
        self._open: list[EnterOp] = []
        self._statements: dict[type[Operation], Callable[..., Steps]] = {
            IfOp: self._if, LoopOp: self._loop, TupleUnpackOp: self._unpack,
            ListUnpackOp: self._unpack, SetAttrOp: self._set_attribute, ForkOp: self._fork,
            AwaitableOp: self._fork, EnterOp: self._enter, ExitOp: self._exit,
            **dict.fromkeys(MODULE_INDEX, self._declare),
        }  # fmt: skip

    # ---- blocks

    def function(self, block: Block) -> Steps:
        """Write the statements of a function or of a nested one."""
        around, self._hoisted = self._hoisted, {}
        self._writer.level += 1
        before = self._writer.lines
        self._constants(block)
        yield self._ops(block)
        end = block.last_op
        if not isinstance(end, FuncReturnOp | ReturnOp):
            location = UNKNOWN_LOC if end is None else end.location
            raise PythonPrintError("a function must end in a return", location)
        if len(end.operands) > 1:
            message = f"a Python function returns one value, not {len(end.operands)}"
            raise PythonPrintError(message, end.location)
        if end.operands:
            self._line(["return ", self._result(end.operands[0])], end)
            self._waiting.clear()
        if self._writer.lines == before:
            self._writer.line(["pass"], end.location)
        self._writer.level -= 1
        self._hoisted = around

    def _result(self, value: SSAValue) -> Text:
        """Return a result's text, without a cast that the declared result type makes anyway."""
        cast = value.owner
        if not isinstance(cast, UncheckedCastOp) or cast not in self._waiting:
            return self._scope.use(value)
        widens = is_subtype_of(cast.value.type, value.type)
        return self._scope.use(cast.value if widens else value)

    def _constants(self, block: Block) -> None:
        """Name long constants at the top, in the order of first use; others are nested."""
        seen: set[Operation] = set()
        for op in ops_in(block, but_inside=_NESTED):
            for owner in [operand.owner for operand in op.operands]:
                if isinstance(owner, ConstantOp) and owner not in seen:
                    seen.add(owner)
                    self._constant(owner)

    def _constant(self, op: ConstantOp) -> None:
        text = compose([constant_text(op, self._scope.session)], op.location)
        # PyTorch drops writes to an object that is named separately for each write.
        is_shared = isinstance(op.type, ClassType) and not op.result.has_one_use()
        if not is_shared and not self._exceeds(text):
            self._scope.bind(op.result, text)
        elif text.text in self._hoisted:
            self._scope.bind(op.result, self._hoisted[text.text])
        else:
            self._assign(op, [text])
            if isinstance(op.type, _SHAREABLE):
                self._hoisted[text.text] = self._scope.use(op.result)

    def _ops(self, block: Block) -> Steps:
        opened = len(self._open)
        for op in block.ops:
            # The next op may pack the results, and is printed as the call.
            after = op.next_op
            is_packed = len(op.results) > 1 and after is not None and packed_call(after) is op
            if isinstance(op, ConstantOp) or op.has_trait(IsTerminator) or is_packed:
                continue
            if op in self._inlined:
                self._inside(op)
                continue
            made = self._statements.get(op.__class__)
            if made is not None:
                self._take(op)
                yield made(op)
            else:
                self._assign(op, expression(self._scope, op))
                self._take(op)
        if len(self._open) > opened:
            where = self._open[-1].location
            raise PythonPrintError("'prim.Enter' op has no 'prim.Exit' in its block", where)

    def _inside(self, op: Operation) -> None:
        """Delay the text of an op until its use.

        A long text gets a name instead, after all texts delayed before it, which preserves the
        order.
        """
        text = compose(expression(self._scope, op), op.location)
        self._take(op)
        self._scope.bind(op.results[0], text)
        self._waiting.append(op)
        if self._exceeds(text):
            for waiting in self._waiting:
                text = self._scope.use(waiting.results[0])
                self._line([*self._names(waiting.results), " = ", text], waiting)
            self._waiting.clear()

    def _take(self, op: Operation) -> None:
        """Release the delayed operands of an op; they are always the last ones delayed."""
        for value in reversed(inputs_of(op)):
            if self._waiting and value.owner is self._waiting[-1]:
                self._waiting.pop()

    def _exceeds(self, text: Text) -> bool:
        return len(text.text) + 2 * self._writer.level >= _LONG

    # ---- lines

    def _line(self, pieces: Sequence[Piece], op: Operation) -> None:
        self._writer.line(pieces, op.location)

    def _names(self, values: Sequence[SSAValue]) -> list[Piece]:
        return list(intersperse([self._scope.name(v, source_name(v)) for v in values]))

    def _assign(self, op: Operation, text: Sequence[Piece] | Iterator[Piece]) -> None:
        made = list(text)
        names = self._names(op.results)
        self._line([*names, " = ", *made] if names else made, op)

    def _assign_all(
        self, targets: Sequence[SSAValue], values: Sequence[SSAValue], op: Operation
    ) -> None:
        """Assign to existing variables in a single statement."""
        if targets:
            left = intersperse(self._scope.uses(targets))
            self._line([*left, " = ", *intersperse(self._scope.uses(values))], op)

    def _unpack(self, op: TupleUnpackOp | ListUnpackOp) -> Steps:
        """Write `a, b, = t`; the trailing comma also unpacks a single element."""
        value = self._scope.use(op.operands[0])
        names = self._names(op.results)
        self._line([*names, ", = ", value] if names else [value], op)
        return iter(())

    def _declare(self, op: SchemaOp) -> Steps:
        (result,) = op.results
        text, type = list(expression(self._scope, op)), self._scope.type_text(result.type, op)
        self._line([*self._names(op.results), f" : {type} = ", *text], op)
        return iter(())

    def _set_attribute(self, op: SetAttrOp) -> Steps:
        name = op.attribute.data
        if not is_word(name):
            message = (
                f"the attribute '{name}' cannot be assigned in a program; give it another name"
            )
            raise PythonPrintError(message, op.location)
        value = self._scope.use(op.value)
        self._line([self._scope.use(op.object), f".{name} = ", value], op)
        return iter(())

    # ---- control flow

    def _indent(self, block: Block, op: Operation, finish: Callable[[], None]) -> Steps:
        """Write the statements of a nested block, then the statements of `finish`."""
        self._writer.level += 1
        before = self._writer.lines
        yield self._ops(block)
        finish()
        self._waiting.clear()
        if self._writer.lines == before:
            self._line(["pass"], op)
        self._writer.level -= 1

    def _if(self, op: IfOp) -> Steps:
        """Write an `if`; the first value of a variable declares its type where needed."""
        condition = self._scope.use(op.condition)
        for result in op.results:
            self._scope.name(result, source_name(result))
        then, otherwise = op.then_yield, op.else_yield
        self._line(["if ", condition, ":"], op)
        yield self._indent(op.then_block, op, lambda: self._declare_all(op, then))
        self._line(["else:"], op)
        values = otherwise.operands
        yield self._indent(
            op.else_block, op, lambda: self._assign_all(op.results, values, otherwise)
        )

    def _declare_all(self, op: IfOp, end: IfYieldOp) -> None:
        if not any(_is_declared(op, number) for number in range(len(op.results))):
            self._assign_all(op.results, end.operands, end)
            return
        for number, (result, value) in enumerate(zip(op.results, end.operands, strict=True)):
            declared = f" : {self._scope.type_text(result.type, op)}" * _is_declared(op, number)
            target, source = self._scope.use(result), self._scope.use(value)
            self._line([target, declared, " = ", source], end)

    def _loop(self, op: LoopOp) -> Steps:
        """Write a loop; each carried value has one name before, inside and after it."""
        end = op.body_condition
        initial = self._scope.uses(op.carried)
        for result, arg, value in zip(op.results, op.carried_args, initial, strict=True):
            name = self._scope.name(result, source_name(result) or source_name(arg))
            self._scope.bind(arg, Text(name))
            chosen = isinstance(arg.type, OptionalType | UnionType)
            is_implied = not chosen and _implies(op.carried[arg.index - 1].type, arg.type)
            declared = "" if is_implied else f": {self._scope.type_text(arg.type, op)}"
            self._line([name, declared, " = ", value], op)
        counts = is_true(op.initial_condition) and is_true(end.condition)
        yield self._for(op, end) if counts else self._while(op, end)

    def _for(self, op: LoopOp, end: LoopConditionOp) -> Steps:
        limit = self._scope.use(op.max_trip_count)
        trip = self._scope.name(op.trip, source_name(op.trip))
        self._line([f"for {trip} in range(", limit, "):"], op)
        yield self._indent(op.body, op, lambda: self._assign_all(op.carried_args, end.carried, end))

    def _while(self, op: LoopOp, end: LoopConditionOp) -> Steps:
        """Write a `while`; the unused iteration number shares the condition's name."""
        condition = self._scope.use(op.initial_condition)
        name = self._scope.name(op.trip, None)
        self._line([name, " = ", condition], op)
        self._line(["while ", name, ":"], op)
        targets, values = op.body.args, end.operands
        yield self._indent(op.body, op, lambda: self._assign_all(targets, values, end))

    def _fork(self, op: ForkOp | AwaitableOp) -> Steps:
        """Write the body as a nested function, which sees the variables around it."""
        word = _FORKS[op.__class__]
        name = self._scope.names.fresh(
            f"__{word}ed_function" if word == "fork" else "__awaitable_function"
        )
        for arg, value in zip(op.body.args, op.inputs, strict=True):
            self._scope.bind(arg, self._scope.use(value))
        self._line([f"def {name}():"], op)
        yield self.function(op.body)
        self._assign(op, [f"{word}({name})"])

    def _enter(self, op: EnterOp) -> Steps:
        head: list[Piece] = ["with ", self._scope.use(op.operands[0])]
        if op.results[0].uses:
            head += [" as ", self._scope.name(op.results[0], source_name(op.results[0]))]
        self._line([*head, ":"], op)
        self._writer.level += 1
        self._open.append(op)
        return iter(())

    def _exit(self, op: ExitOp) -> Steps:
        if not self._open or self._open[-1].parent_block() is not op.parent_block():
            raise PythonPrintError("'prim.Exit' op has no 'prim.Enter' in its block", op.location)
        if op.prev_op is self._open.pop():
            self._line(["pass"], op)
        self._writer.level -= 1
        return iter(())


def _implies(found: Attribute | None, wanted: Attribute) -> bool:
    """Return whether a type equals another, ignoring tensor facts."""
    return found is not None and without_facts(found) == without_facts(wanted)


def _is_declared(op: IfOp, number: int) -> bool:
    """Return whether a result's type must be written, as its values do not imply it."""
    type = op.results[number].type
    if len(op.results) == 1 and isinstance(type, OptionalType | UnionType):
        return True
    ends = op.then_yield, op.else_yield
    return not _implies(unify(*(_written_type(end.operands[number]) for end in ends)), type)


def _written_type(value: SSAValue) -> Attribute:
    """Return a value's type as written: a None is written without its type."""
    owner = value.owner
    is_none = isinstance(owner, ConstantOp) and owner.value is None
    return NoneType() if is_none else value.type
