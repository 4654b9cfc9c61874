"""The state of the writer, which the rules of instructions read."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from xdsl.dialects import llvm
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.extended.llvm import PoisonOp
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.loops_to_llvm.emit.constants import ZERO, constant
from xdsl_torchscript.lowering.loops_to_llvm.emit.control_flow import Edge, control_flow_of
from xdsl_torchscript.lowering.loops_to_llvm.emit.metadata import MetadataTable
from xdsl_torchscript.lowering.loops_to_llvm.emit.text import Unsupported, symbol
from xdsl_torchscript.lowering.loops_to_llvm.emit.types import TypeTable


class ModuleScope:
    """The state that functions of a module share: named types, metadata, declared intrinsics."""

    def __init__(self, defined: frozenset[str]):
        self.types = TypeTable()
        self.metadata = MetadataTable()
        self._defined = defined
        self._intrinsics: dict[str, str] = {}

    def intrinsic(self, name: str, result: Attribute, operands: Sequence[Attribute]) -> str:
        """`@llvm.sqrt.f32`, declared at the end of the module unless the module does it."""
        if name not in self._defined:
            signature = f"{self.types.text(result)} @{name}({self.types.type_list(operands)})"
            self._intrinsics.setdefault(name, f"declare {signature}")
        return f"@{name}"

    def declarations(self) -> list[str]:
        return [self._intrinsics[name] for name in sorted(self._intrinsics)]


INLINED: dict[type[Operation], Callable[[Any, TypeTable], str]] = {
    llvm.ConstantOp: lambda op, types: constant(op.value, op.result.type, types),
    llvm.AddressOfOp: lambda op, types: symbol("@", op.global_name.string_value()),
    llvm.UndefOp: lambda op, types: "undef",
    llvm.ZeroOp: lambda op, types: (
        "null" if isinstance(op.res.type, llvm.LLVMPointerType) else ZERO
    ),
    PoisonOp: lambda op, types: "poison",
}
"""Operations that are constants of LLVM IR, written where they are used."""


class FunctionScope:
    """The state of the writer of one function."""

    def __init__(self, module: ModuleScope, func: llvm.FuncOp):
        self.module = module
        self.types = module.types
        self.flow = control_flow_of(func)
        self._texts: dict[SSAValue, str] = {}
        self._labels: dict[Block, str] = {}
        self._split_labels: dict[tuple[Block, int], str] = {}
        self._used: set[str] = set()
        self._counts: dict[str, int] = {}
        for block in self.flow.blocks:
            self._name_block(block)

    def within(self, op: Operation, write: Callable[[], str]) -> str:
        """Write a part of `op`; report a construct that LLVM IR cannot express as an error at
        `op`."""
        try:
            return write()
        except Unsupported as error:
            fail(op, str(error))

    def value(self, value: SSAValue) -> str:
        """`%x`, or the constant that the value is."""
        return self._texts[value]

    def typed_value(self, value: SSAValue) -> str:
        """`float %x`."""
        return f"{self.types.text(value.type)} {self.value(value)}"

    def typed_values(self, values: Sequence[SSAValue]) -> str:
        return ", ".join(map(self.typed_value, values))

    def label(self, block: Block) -> str:
        return self._labels[block]

    def destination(self, terminator: Operation, index: int) -> str:
        """`label %bb1`: where edge `index` of a terminator goes first."""
        block = terminator.parent
        assert block is not None
        split = self._split_labels.get((block, index))
        target = self.flow.outgoing[block][index].target
        return f"label {split or self._labels[target]}"

    def split_blocks(self, block: Block) -> Iterator[str]:
        """Yield the blocks on the split edges out of a block."""
        for index, edge in enumerate(self.flow.outgoing[block]):
            if edge.is_split:
                yield f"{self._split_labels[block, index][1:]}:"
                yield f"  br label {self._labels[edge.target]}"

    def phi(self, block: Block, index: int) -> str:
        arg = block.args[index]
        ways = ", ".join(
            f"[ {self.value(edge.operands[index])}, {self._leaves_from(edge)} ]"
            for edge in self.flow.incoming[block]
        )
        return f"{self.value(arg)} = phi {self.types.text(arg.type)} {ways}"

    def _leaves_from(self, edge: Edge) -> str:
        if not edge.is_split:
            return self._labels[edge.source]
        edges = self.flow.outgoing[edge.source]
        return self._split_labels[edge.source, next(i for i, e in enumerate(edges) if e is edge)]

    # names, in the order of the text: phis may use values that are defined further down

    def _name_block(self, block: Block) -> None:
        is_entry = block is self.flow.blocks[0]
        if not is_entry:
            self._labels[block] = self._fresh(f"bb{len(self._labels)}")
        for arg in block.args:
            self._texts[arg] = self._fresh(arg.name_hint)
        if is_entry:
            self._labels[block] = self._fresh("entry")
        for op in block.ops:
            self._name_results(op)
        for index, edge in enumerate(self.flow.outgoing[block]):
            if edge.is_split:
                self._split_labels[block, index] = self._fresh(f"{self._labels[block][1:]}.split")

    def _name_results(self, op: Operation) -> None:
        inlined = INLINED.get(type(op))
        if inlined is not None:
            self._texts[op.results[0]] = self.within(op, lambda: inlined(op, self.types))
            return
        for result in op.results:
            self._texts[result] = self._fresh(result.name_hint)

    def _fresh(self, hint: str | None) -> str:
        """Return an unused name: `x`, `x_1`, ...; values without a hint are `v0`, `v1`, ..."""
        stem = f"{hint}_" if hint else "v"
        name = hint or "v0"
        while name in self._used:
            self._counts[stem] = self._counts.get(stem, 0) + 1
            name = f"{stem}{self._counts[stem]}"
        self._used.add(name)
        return symbol("%", name)
