"""`functionalize`: writes to local tensors, also to their views and in loops, make new tensors.

    %t = aten.zeros(...) : (...) -> !ts.tensor<[8,4],f32>
    prim.Loop %n, %true {
    ^bb0(%i: i64):
      %v = aten.select.int(%t, %zero, %i) : (...) -> !ts.tensor<[4],f32>
      %w = aten.copy_(%v, %x, %false) : (...) -> !ts.tensor<[4],f32>
      prim.Loop.condition %true
    }
    func.return %t : !ts.tensor<[8,4],f32>

becomes

    %t = aten.zeros(...) : (...) -> !ts.tensor<[8,4],f32>
    %r = prim.Loop %n, %true, iter(%t) : (...) -> (!ts.tensor<[8,4],f32>) {
    ^bb0(%i: i64, %u: !ts.tensor<[8,4],f32>):
      %v = aten.select.int(%u, %zero, %i) : (...) -> !ts.tensor<[4],f32>
      %w = aten.copy(%v, %x, %false) : (...) -> !ts.tensor<[4],f32>
      %s = aten.select_scatter(%u, %w, %zero, %i) : (...) -> !ts.tensor<[8,4],f32>
      prim.Loop.condition %true, iter(%s) : (!ts.tensor<[8,4],f32>)
    }
    func.return %r : !ts.tensor<[8,4],f32>

for kernels, whose loops write such results in place again; the interpreter would copy the tensor
each time. All writes to a tensor are replaced, or none (`local_tensors.py`). The operator without
the underscore exists, and keeps the type (`remove-inplace-ops`). If it makes a contiguous tensor of
one that may not be, `aten.copy` gives the result the order of the written one.

With `arguments`, a written argument of known type becomes a local tensor, too, whose last version
is copied to the argument at the end (`write_backs.py`). That is legal only if arguments are
row-major, and do not overlap those that are written. So the caller of a kernel checks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import IfOp, LoopOp, TupleConstructOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.core.write_backs import is_write_back
from xdsl_torchscript.lowering.ts.control_flow.region_results import (
    with_branch_result,
    with_carried_value,
)
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.mutation.local_tensors import PUT, LocalTensor
from xdsl_torchscript.lowering.ts.mutation.remove_inplace_ops import (
    functional_operator,
    loses_layout,
)
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


def functionalize(function: FuncOp, *, arguments: bool = False, any_layout: bool = False) -> None:
    """Replace the writes to tensors that only the function knows, and with `arguments` those to its
    arguments, which it then writes once, at the end. With `any_layout`, the new tensors may be laid
    out in another order."""
    if arguments:
        _write_arguments_last(function)
    facts: TypeFacts | None = None
    for write in _writes(function):
        if write.parent is None:
            continue
        try:
            made = _origin(write.operands[0])
            if not isinstance(made, OpResult):
                raise NotConstantError("the tensor is not allocated in the function")
            facts = facts or TypeFacts(function)
            _rewriting_of(made, facts, any_layout=any_layout).run()
        except NotConstantError as error:
            refuse(write, str(error))
        else:
            facts = None  # Those of the program before.


def _writes(function: FuncOp) -> list[SchemaOp]:
    ops = operations_of(function, SchemaOp)
    return [op for op in ops if _is_write(op) and not is_write_back(op)]


def _is_write(op: SchemaOp) -> bool:
    return (
        bool(op.operands) and op.schema.is_mutable and isinstance(op.operands[0].type, TensorType)
    )


def _origin(value: SSAValue) -> OpResult | BlockArgument:
    """Return the tensor that a value is, or shows a part of: an argument of the function, or the
    result of an operation."""
    while True:
        owner = value.owner
        if isinstance(owner, Block):
            assert isinstance(value, BlockArgument)
            loop = owner.parent_op()
            if not isinstance(loop, LoopOp) or value not in loop.carried_args:
                return value
            value = loop.carried[loop.carried_args.index(value)]
        elif isinstance(owner, LoopOp):
            value = owner.carried[owner.results.index(value)]
        elif isinstance(owner, IfOp):
            value = owner.then_yield.operands[owner.results.index(value)]
        elif isinstance(owner, SchemaOp) and (owner.name in PUT or _is_write(owner)):
            value = owner.operands[0]
        else:
            assert isinstance(value, OpResult)
            return value


def _write_arguments_last(function: FuncOp) -> None:
    """Let a function write arguments once, at the end. Without branches and loops, which rewritings
    replace, facts hold for all of them."""
    written: dict[BlockArgument, SchemaOp] = {}
    for write in _writes(function):
        origin = _origin(write.operands[0])
        if isinstance(origin, BlockArgument) and origin.block is function.body.block:
            written.setdefault(origin, write)
    if any(isinstance(op, IfOp | LoopOp) for op in function.walk()):
        for argument, write in written.items():
            _write_last(function, {argument: write})
    elif written:
        _write_last(function, written)


def _write_last(function: FuncOp, written: Mapping[BlockArgument, SchemaOp]) -> None:
    """Let a function write these arguments at the end, where that is legal. These writes, and
    others, go."""
    end = function.body.block.last_op
    assert end is not None
    copies = {argument: _copy_at_start(argument, end) for argument in written}
    facts = TypeFacts(function)
    rewritings: dict[BlockArgument, _Rewriting] = {}
    for argument, write in written.items():
        try:
            rewritings[argument] = _checked_rewriting(copies[argument], facts, end)
        except NotConstantError as error:
            refuse(write, str(error))
    for argument, rewriting in rewritings.items():
        emit = OpBuilder.before(end, written[argument])
        retype(emit.aten.copy_(argument, rewriting.run(), False), argument.type)
    for argument, local in copies.items():  # Sizes, order and elements are those of the argument.
        format = owner_of(local.op.operands[1])
        Rewriter.replace_op(local.op, [], [argument])
        if format is not None:
            Rewriter.erase_op(format)


def _copy_at_start(argument: BlockArgument, end: Operation) -> OpResult:
    """Let all but the results of a function use a copy of its argument, which is a local tensor."""
    first = argument.block.first_op
    assert first is not None
    local = retype(OpBuilder.before(first).aten.clone(argument), argument.type)
    assert isinstance(local, OpResult)
    local.name_hint = argument.name_hint
    tuples = [value.owner for value in end.operands if isinstance(value.owner, TupleConstructOp)]
    kept = {end, *tuples, local.op}
    argument.replace_uses_with_if(local, lambda use: use.operation not in kept)
    return local


def _checked_rewriting(local: OpResult, facts: TypeFacts, end: Operation) -> _Rewriting:
    """Return the rewriting of the copy of an argument. Raises NotConstantError if it is illegal."""
    if not isinstance(local.type, TensorType) or not local.type.is_typed:
        raise NotConstantError("the tensor is an argument of unknown type")
    memory = facts.aliases.memory_of(local)
    if any(facts.aliases.memory_of(value) & memory for value in end.operands):
        raise NotConstantError("a result shares memory with the argument")
    return _rewriting_of(local, facts, any_layout=True)


def _rewriting_of(made: OpResult, facts: TypeFacts, *, any_layout: bool = False) -> _Rewriting:
    """Return the rewriting of a tensor; with `any_layout`, its versions may be laid out in another
    order. Raises NotConstantError if one write cannot be replaced."""
    tensor = LocalTensor(made, facts)
    for op, value in tensor.writes.items():
        if any(tensor.may_overlap(value, other) for other in op.operands[1:]):
            raise NotConstantError("it reads a part of the tensor that it writes")
    operators: dict[Operation, str] = {}
    relaid: set[Operation] = set()
    for op, value in tensor.writes.items():
        is_free = any_layout or value is not made
        if not is_free and loses_layout(op, value, facts):
            relaid.add(op)
        operators[op] = functional_operator(
            op, [value, *op.operands[1:]], facts, any_layout=is_free or op in relaid
        )
    return _Rewriting(tensor, operators, relaid)


class _Rewriting:
    """The rewriting of all uses of a tensor to its version at their place."""

    def __init__(
        self, tensor: LocalTensor, operators: dict[Operation, str], relaid: Set[Operation]
    ) -> None:
        self._tensor, self._operators, self._relaid = tensor, operators, relaid
        self._views: dict[tuple[SSAValue, SSAValue], SSAValue] = {}
        """The views at each version of the tensor."""

    def run(self) -> SSAValue:
        """Replace all writes to the tensor, and return its last version."""
        made = self._tensor.made
        block = made.op.parent
        assert block is not None
        version = self.rewrite(block, made, after=made.op)
        for op in self._tensor.writes:
            Rewriter.erase_op(op)
        return version

    def rewrite(self, block: Block, version: SSAValue, after: Operation | None = None) -> SSAValue:
        """Rewrite a block, or the operations after one, and return the version at its end."""
        tensor, op = self._tensor, block.first_op if after is None else after.next_op
        while op is not None:
            following = op.next_op
            self._read(op, version)
            match op:
                case IfOp() if tensor.is_written_in(op):
                    version = self._branch(op, version)
                case LoopOp() if tensor.is_written_in(op):
                    version = self._loop(op, version)
                case IfOp() | LoopOp():
                    for region in op.regions:
                        self.rewrite(region.block, version)
                case _ if op in self._operators:
                    version = self._write(op, version)
                case _:
                    self._views |= {(v, version): v for v in op.results if v in tensor.parents}
            op = following
        return version

    def _read(self, op: Operation, version: SSAValue) -> None:
        for index, value in enumerate(op.operands):
            if value in self._tensor.canonical:
                op.operands[index] = self._at(value, version)

    def _at(self, value: SSAValue, version: SSAValue) -> SSAValue:
        """Return a value of the tensor at a version of it; a view is taken anew, once, where the
        version is made."""
        value = self._tensor.canonical[value]
        if value is self._tensor.made:
            return version
        if (value, version) not in self._views:
            assert isinstance(value, OpResult)
            parent = self._at(self._tensor.parents[value], version)
            copy = value.op.clone({value.op.operands[0]: parent})
            Rewriter.insert_op(propagate_location(value.op, [copy]), _behind(parent))
            self._views[value, version] = copy.results[0]
        return self._views[value, version]

    def _write(self, op: Operation, version: SSAValue) -> SSAValue:
        """Emit the operator that makes a new tensor in place of a write, and put that tensor into
        those that the written one is a part of."""
        tensor, value = self._tensor, self._tensor.writes[op]
        new = schema_op(self._operators[op]).create(
            operands=op.operands, result_types=[op.operands[0].type]
        )
        Rewriter.insert_op(propagate_location(op, [new]), InsertPoint.before(op))
        emit, part = OpBuilder.before(op), new.results[0]
        if op in self._relaid:
            part = retype(emit.aten.copy(version, part, False), version.type)
        while value is not tensor.made:
            assert isinstance(value, OpResult)
            view, value = value.op, tensor.parents[value]
            whole = self._at(value, version)
            part = retype(PUT[view.name](emit, whole, part, view.operands[1:]), whole.type)
        part.name_hint = tensor.made.name_hint
        return part

    def _branch(self, op: IfOp, version: SSAValue) -> SSAValue:
        then, otherwise = (self.rewrite(block, version) for block in (op.then_block, op.else_block))
        return self._version_of(op, with_branch_result(op, then, otherwise))

    def _loop(self, op: LoopOp, version: SSAValue) -> SSAValue:
        return self._version_of(
            op, with_carried_value(op, version, lambda inside: self.rewrite(op.body, inside))
        )

    def _version_of(self, old: Operation, new: Operation) -> SSAValue:
        """Return the version of the tensor that is the last result of the replacement of `old`,
        whose results stand for the old ones."""
        canonical = self._tensor.canonical
        for before, after in zip(old.results, new.results, strict=False):
            if before in canonical:
                canonical[after] = canonical[before]
        new.results[-1].name_hint = self._tensor.made.name_hint
        return new.results[-1]


def _behind(value: SSAValue) -> InsertPoint:
    """Return the place where a value is made."""
    if isinstance(value, OpResult):
        return InsertPoint.after(value.op)
    assert isinstance(value, BlockArgument)
    return InsertPoint.at_start(value.block)


@dataclass(frozen=True)
class FunctionalizePass(TsPass):
    """Replace writes to local tensors by new tensors, which loops and branches carry."""

    name = "functionalize"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    arguments: bool = field(
        default=False,
        metadata={"help": "also writes to arguments, which do not overlap; one at the end stays"},
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            functionalize(function, arguments=self.arguments)
