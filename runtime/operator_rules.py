"""Records of operators: the rules of all layers, each from its own table.

    ts.operator_rules("aten::add.Tensor").te_lowering

A table is imported on first access to its field, as most programs need few of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xdsl_torchscript.dialects.families import Family, family_of
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.lowering.analysis.alias_facts import OperatorAliasing, aliasing_of
from xdsl_torchscript.lowering.core.rule_table import RuleTable
from xdsl_torchscript.runtime.operators.registry import OPERATORS

if TYPE_CHECKING:
    from xdsl.dialects.func import FuncOp

    from xdsl_torchscript.lowering.analysis.result_types import TypeRule
    from xdsl_torchscript.lowering.ts_to_te.conversion import TeRule
    from xdsl_torchscript.runtime.operators.core import Implementation

_TABLES = {
    "result_types": "xdsl_torchscript.lowering.analysis.result_types:RESULT_TYPES",
    "aliasing": "xdsl_torchscript.lowering.analysis.alias_facts:ALIASING",
    "decomposition": "xdsl_torchscript.lowering.ts.decomposition.decompositions:DECOMPOSITIONS",
    "te_lowering": "xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te:LOWERINGS",
    "implementation": "xdsl_torchscript.runtime.operators.table:IMPLEMENTATIONS",
}
"""The open tables, by the field that they fill."""


def table_of(field: str) -> RuleTable[Any]:
    """Return the table of a field of `OperatorRules`. Raises KeyError for a field without one."""
    return lazy_import(_TABLES[field])


@dataclass(frozen=True)
class OperatorRules:
    """The record of an operator. A missing rule is None."""

    schema: FunctionSchema

    @property
    def family(self) -> Family:
        """The kind of computation; it follows from the schema."""
        return family_of(self.schema.op_name)

    @property
    def aliasing(self) -> OperatorAliasing:
        """The values that the results may alias and the call may write."""
        return aliasing_of(self.schema.op_name)

    @property
    def result_types(self) -> TypeRule | None:
        """The rule for the result types."""
        return self._rule("result_types")

    @property
    def decomposition(self) -> FuncOp | None:
        """The operators that it is composed of."""
        return self._rule("decomposition")

    @property
    def te_lowering(self) -> TeRule | None:
        """The lowering to tensor expressions."""
        return self._rule("te_lowering")

    @property
    def gradient(self) -> None:
        """The gradient formula; no operator has one yet."""
        return None

    @property
    def implementation(self) -> Implementation | None:
        """The function that the interpreter runs (`runtime/operators/registry.py`)."""
        return OPERATORS.resolve(self.schema.op_name)

    def _rule(self, field: str) -> Any:
        return table_of(field).lookup(self.schema.op_name)


def operator_rules(name: str) -> OperatorRules:
    """Return the record of the operator `aten::add.Tensor`. Raises KeyError with close names."""
    return OperatorRules(schema_named(name.replace("::", ".", 1)))
