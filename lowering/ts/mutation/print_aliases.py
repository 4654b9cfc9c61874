"""`print-aliases`: write the alias analysis of each function to standard output, for tests to read.

    func.func @f(%x: !ts.tensor, %one: i64) -> !ts.tensor {
      %y = aten.t(%x) : (!ts.tensor) -> !ts.tensor
      %z = aten.add_.Scalar(%y, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor

prints

    aliases of @f:
      %x: outside.tensor -> outside.storage
      %y: y.tensor -> outside.storage
      %z: y.tensor -> outside.storage
      aten.add_.Scalar %z writes outside.storage

Each value is followed by the locations it may be and, after the arrow, the locations reachable from
them. A location is named after the value whose operation allocates it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.analysis.memory import Kind, Locations, bits
from xdsl_torchscript.lowering.core.analyses import ALL, Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import defined_functions, unique_names, values_of


class _AliasPrinter:
    def __init__(self, function: FuncOp, aliases: AliasAnalysis) -> None:
        self._aliases = aliases
        self._values = list(values_of(function))
        self._names = unique_names(self._values)
        memory = self._aliases.memory
        self._locations = {memory.world: "world", memory.generator: "generator"}
        for kind, location in memory.outside.items():
            self._locations[location] = f"outside.{kind.name.lower()}"
        for op, locations in self._aliases.points_to.allocated.items():
            for number in bits(locations):
                kind = memory.kinds[number].name.lower()
                self._locations[1 << number] = f"{self._name(op)}.{kind}"

    def lines(self) -> Iterator[str]:
        """Yield a line for each value that points somewhere and each operation that writes."""
        aliases = self._aliases
        for value in self._values:
            if locations := aliases.points_to.of(value):
                reachable = aliases.memory.reachable(locations) & ~locations
                behind = f" -> {self._text(reachable)}" if reachable else ""
                yield f"%{self._names[value]}: {self._text(locations)}{behind}"
        for op in aliases.order.operations:
            if not op.regions and (writes := aliases.effects(op).writes):
                yield f"{op.name} %{self._name(op)} writes {self._text(writes)}"

    def _name(self, op: Operation) -> str:
        return self._names[op.results[0]] if op.results else "_"

    def _text(self, locations: Locations) -> str:
        """Name the locations; use one word for the outside if no other location can be written."""
        memory, names = self._aliases.memory, list[str]()
        outside = sum(memory.outside.values())
        if not outside & ~locations & ~memory.outside[Kind.TUPLE]:
            names.append("outside")
            locations &= ~outside
        names += [self._locations[1 << number] for number in bits(locations)]
        return ", ".join(names)


@dataclass(frozen=True)
class PrintAliasesPass(TsPass):
    """Print the points-to sets of values and the writes of operations; changes nothing."""

    name = "print-aliases"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ALL

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in defined_functions(module):
            print(f"aliases of @{function.sym_name.data}:")
            for line in _AliasPrinter(function, analyses.get(AliasAnalysis, function)).lines():
                print(f"  {line}")
