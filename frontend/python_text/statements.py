"""The body of a function: a line for each op that is no part of another one's line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import UNKNOWN_LOC, BoolAttr
from xdsl.dialects.func import ReturnOp as FuncReturnOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.prim import (
    AwaitableOp,
    ConstantOp,
    EnterOp,
    ExitOp,
    ForkOp,
    IfOp,
    ListUnpackOp,
    LoopConditionOp,
    LoopOp,
    ReturnOp,
    SetAttrOp,
    TupleUnpackOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.frontend.python_text.expressions import expression
from xdsl_torchscript.frontend.python_text.inlining import inlined_ops, inputs_of, packed_call
from xdsl_torchscript.frontend.python_text.literals import constant_text
from xdsl_torchscript.frontend.python_text.names import is_word, meant_name
from xdsl_torchscript.frontend.python_text.scope import LONGEST, PythonPrintError, Scope
from xdsl_torchscript.frontend.python_text.text import Piece, Text, Writer, compose, separated

Steps: TypeAlias = "Iterator[Steps]"
"""Work that gives way to nested work, so that depth of nesting is no depth of Python's stack."""

_FORKS: dict[type[Operation], str] = {ForkOp: "fork", AwaitableOp: "awaitable"}


def _run(steps: Steps) -> None:
    pending = [steps]
    while pending:
        nested = next(pending[-1], None)
        if nested is None:
            pending.pop()
        else:
            pending.append(nested)


def is_true(value: SSAValue) -> bool:
    """Whether a value is the constant True."""
    owner = value.owner
    return isinstance(owner, ConstantOp) and owner.value == BoolAttr.from_bool(True)


def print_body(scope: Scope, writer: Writer, block: Block) -> None:
    """Writes the statements of a function, indented once more than the writer is.

    The arguments of the block have their names already. Raises PythonPrintError.
    """
    _run(_Body(scope, writer, inlined_ops(block)).function(block))


class _Body:
    def __init__(self, scope: Scope, writer: Writer, inlined: set[Operation]) -> None:
        self._scope = scope
        self._writer = writer
        self._inlined = inlined
        self._open: list[EnterOp] = []
        self._statements: dict[type[Operation], Callable[..., Steps]] = {
            IfOp: self._if, LoopOp: self._loop, TupleUnpackOp: self._unpack,
            ListUnpackOp: self._unpack, SetAttrOp: self._set_attribute, ForkOp: self._fork,
            AwaitableOp: self._fork, EnterOp: self._enter, ExitOp: self._exit,
        }  # fmt: skip

    # ---- blocks

    def function(self, block: Block) -> Steps:
        """The statements of a function or of a nested one."""
        self._writer.level += 1
        before = self._writer.lines
        self._constants(block)
        yield self._ops(block)
        end = block.last_op
        if not isinstance(end, FuncReturnOp | ReturnOp):
            location = UNKNOWN_LOC if end is None else end.location
            raise PythonPrintError("a function has to end in a return", location)
        self._return(end)
        if self._writer.lines == before:
            self._writer.line(["pass"], end.location)
        self._writer.level -= 1

    def _return(self, end: FuncReturnOp | ReturnOp) -> None:
        if len(end.operands) > 1:
            message = f"a function of Python returns one value, not {len(end.operands)}"
            raise PythonPrintError(message, end.location)
        if end.operands:
            self._line(["return ", self._returned(end.operands[0])], end)

    def _returned(self, value: SSAValue) -> Text:
        """The declared type of the result makes the same cast."""
        cast = value.owner
        if not isinstance(cast, UncheckedCastOp) or cast not in self._inlined:
            return self._scope.use(value)
        widens = is_subtype_of(cast.value.type, value.type)
        return self._scope.use(cast.value if widens else value)

    def _constants(self, block: Block) -> None:
        """Long literals get a name at the top, others stand where they are used."""
        blocks = [block]
        while blocks:
            for op in blocks.pop().ops:
                if isinstance(op, ConstantOp) and op.result.uses:
                    self._constant(op)
                if not isinstance(op, ForkOp | AwaitableOp):
                    blocks += [nested for region in op.regions for nested in region.blocks]

    def _constant(self, op: ConstantOp) -> None:
        text = compose([constant_text(op, self._scope.session)], op.location)
        if len(text.text) > LONGEST:
            self._assign(op, [text])
        else:
            self._scope.bind(op.result, text)

    def _ops(self, block: Block) -> Steps:
        opened = len(self._open)
        for op in block.ops:
            if isinstance(op, ConstantOp) or op.has_trait(IsTerminator) or _is_packed(op):
                continue
            self._split(op)
            made = self._statements.get(op.__class__)
            if made is not None:
                yield made(op)
            elif op in self._inlined:
                text = compose(expression(self._scope, op), op.location)
                self._scope.bind(op.results[0], text)
            else:
                self._assign(op, expression(self._scope, op))
        if len(self._open) > opened:
            where = self._open[-1].location
            raise PythonPrintError("'prim.Enter' op has no 'prim.Exit' in its block", where)

    def _split(self, op: Operation) -> None:
        """Operands whose text is long get a name, and with it all that are computed before."""
        inputs = inputs_of(op)
        long = [n for n, v in enumerate(inputs, 1) if self._is_inside(v) and self._is_long(v)]
        for value in inputs[: long[-1] if long else 0]:
            if self._is_inside(value) and isinstance(value.owner, Operation):
                text = self._scope.use(value)
                self._inlined.discard(value.owner)
                self._line([self._scope.name(value), " = ", text], value.owner)

    def _is_inside(self, value: SSAValue) -> bool:
        return value.owner in self._inlined

    def _is_long(self, value: SSAValue) -> bool:
        return len(self._scope.use(value).text) > LONGEST

    # ---- lines

    def _line(self, pieces: Sequence[Piece], op: Operation) -> None:
        self._writer.line(pieces, op.location)

    def _names(self, values: Sequence[SSAValue]) -> list[Piece]:
        return list(separated([self._scope.name(value) for value in values]))

    def _assign(self, op: Operation, text: Sequence[Piece] | Iterator[Piece]) -> None:
        made = list(text)
        names = self._names(op.results)
        self._line([*names, " = ", *made] if names else made, op)

    def _assign_all(
        self, targets: Sequence[SSAValue], values: Sequence[SSAValue], op: Operation
    ) -> None:
        if targets:
            left = separated(self._scope.uses(targets))
            self._line([*left, " = ", *separated(self._scope.uses(values))], op)

    def _unpack(self, op: TupleUnpackOp | ListUnpackOp) -> Steps:
        """`a, b = t`; a comma behind a single name takes the tuple apart."""
        value = self._scope.use(op.operands[0])
        names = self._names(op.results)
        comma = "," if len(op.results) == 1 else ""
        self._line([*names, f"{comma} = ", value] if names else [value], op)
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

    def _nested(self, block: Block) -> Steps:
        """A block that is indented; `pass` if nothing follows is up to who knows."""
        self._writer.level += 1
        yield self._ops(block)
        self._writer.level -= 1

    def _end(self, before: int, op: Operation) -> None:
        if self._writer.lines == before:
            self._writer.level += 1
            self._line(["pass"], op)
            self._writer.level -= 1

    def _if(self, op: IfOp) -> Steps:
        condition = self._scope.use(op.condition)
        for result in op.results:
            self._scope.name(result)
        heads: tuple[list[Piece], ...] = (["if ", condition, ":"], ["else:"])
        ends = (op.then_yield, op.else_yield)
        for head, end in zip(heads, ends, strict=True):
            self._line(head, op)
            yield self._branch(op, end)

    def _branch(self, op: IfOp, end: Operation) -> Steps:
        before = self._writer.lines
        block = end.parent_block()
        if block is not None:
            yield self._nested(block)
        self._writer.level += 1
        self._assign_all(op.results, end.operands, end)
        self._writer.level -= 1
        self._end(before, op)

    def _loop(self, op: LoopOp) -> Steps:
        """The carried values have one name before, in and behind the loop."""
        end = op.body_condition
        counts = is_true(op.initial_condition) and is_true(end.condition)
        initial = self._scope.uses(op.carried)
        for result, arg, value in zip(op.results, op.carried_args, initial, strict=True):
            if meant_name(result) is None:
                result.name_hint = meant_name(arg)
            name = self._scope.name(result)
            self._scope.bind(arg, Text(name))
            self._line([name, " = ", value], op)
        yield self._for(op, end) if counts else self._while(op, end)

    def _for(self, op: LoopOp, end: LoopConditionOp) -> Steps:
        limit = self._scope.use(op.max_trip_count)
        self._line(["for ", self._scope.name(op.trip), " in range(", limit, "):"], op)
        before = self._writer.lines
        yield self._nested(op.body)
        self._writer.level += 1
        self._assign_all(op.carried_args, end.carried, end)
        self._writer.level -= 1
        self._end(before, op)

    def _while(self, op: LoopOp, end: LoopConditionOp) -> Steps:
        """The number of the turn is not used; its name is that of the condition."""
        condition = self._scope.use(op.initial_condition)
        name = self._scope.name(op.trip)
        self._line([name, " = ", condition], op)
        self._line(["while ", name, ":"], op)
        yield self._nested(op.body)
        self._writer.level += 1
        self._assign_all([op.trip, *op.carried_args], [end.condition, *end.carried], end)
        self._writer.level -= 1

    def _fork(self, op: ForkOp | AwaitableOp) -> Steps:
        """The body becomes a nested function, which sees the variables around it."""
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
            head += [" as ", self._scope.name(op.results[0])]
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


def _is_packed(op: Operation) -> bool:
    """An operator whose results the next op packs: that one is printed as the call."""
    following = op.next_op
    return len(op.results) > 1 and following is not None and packed_call(following) is op
