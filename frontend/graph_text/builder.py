"""Graphs of the grammar to IR: names become values, kinds become ops of their overload."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from xdsl.dialects.builtin import LocationAttr, ModuleOp, SymbolRefAttr, UnitAttr, i1
from xdsl.dialects.func import FuncOp
from xdsl.dialects.func import ReturnOp as FuncReturnOp
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.ir import Block as IRBlock
from xdsl.irdl import IRDLOperation
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.dialects.modules import PARTIAL
from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.prim import (
    PRIM_OPS,
    ConstantOp,
    GradOfOp,
    IfOp,
    IfYieldOp,
    LoopConditionOp,
    LoopOp,
    ReturnOp,
    SubgraphOp,
)
from xdsl_torchscript.dialects.schema.matching import Bindings, operand_errors
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.overloads import resolve
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.subtyping import is_subtype_of, substitute
from xdsl_torchscript.dialects.type_text import print_type
from xdsl_torchscript.dialects.types import FunctionType, TensorType
from xdsl_torchscript.frontend.graph_text.syntax import (
    BlockSyntax,
    GraphSyntax,
    NodeAttribute,
    NodeSyntax,
    TextValue,
    UseSyntax,
)
from xdsl_torchscript.frontend.graph_text.values import (
    ValueMismatch,
    free_attribute,
    to_attribute,
)
from xdsl_torchscript.frontend.source import Source, SourceError

SUBGRAPH = "Subgraph"
"""Marks an operator of no known kind whose region is a subgraph rather than a block."""

_TENSOR = TensorType.get()
_WRITTEN: dict[str, type[Operation]] = {
    op.name.replace(".", "::", 1): op for op in PRIM_OPS if not op.has_trait(IsTerminator)
}
_BLOCKS: dict[type[Operation], int] = {IfOp: 2, LoopOp: 1, GradOfOp: 1}
_CONDITIONS: dict[type[Operation] | None, int] = {IfOp: 0, LoopOp: 1}
"""The index of the operand that is a condition."""

_NUMBER_SUFFIX = re.compile(r"_(\d+)$")
_NO_HINT = re.compile(r"::|/")
_HINT = re.compile(r"[A-Za-z_$][\w$.]*", re.ASCII)


class ValueScope:
    """The values visible in a block, including the values of enclosing blocks."""

    def __init__(self, around: ValueScope | None = None) -> None:
        self._around = around
        self._values: dict[str, SSAValue] = {}

    def get(self, name: str) -> SSAValue | None:
        scope: ValueScope | None = self
        while scope is not None:
            if name in scope._values:
                return scope._values[name]
            scope = scope._around
        return None

    def define(self, name: str, value: SSAValue) -> None:
        self._values[name] = value


def name_hint(name: str) -> str | None:
    """Return the MLIR name hint for a TorchScript name, None for a number.

    `h_0`, which MLIR drops, becomes `h.0`, and `onnx::Conv`, invalid in MLIR, `onnx.Conv`.
    """
    name = _NO_HINT.sub(".", name)
    if name.isdigit():
        return None
    kept = _NUMBER_SUFFIX.sub(r".\1", name)
    kept = kept if kept[0].isalpha() or kept[0] in "_$" else f"_{kept}"
    return kept if _HINT.fullmatch(kept) else None


class _TooManyErrors(Exception):
    """The number of errors has reached its limit."""


MAX_ERRORS = 20
"""The number of errors after which the rest of a text is skipped."""


class FunctionBuilder:
    """A builder of the functions of one text. Raises SourceError.

    After an error it continues with the next node, and trusts the output types in the text.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._errors: list[SourceError] = []
        self._named: set[str] = set()

    def module(self, graphs: Sequence[GraphSyntax]) -> ModuleOp:
        taken: set[str] = set()
        functions: list[Operation] = []
        with suppress(_TooManyErrors):
            functions += [self._function(graph, taken) for graph in graphs]
        if self._errors:
            first, *further = self._errors
            first.further = tuple(further)
            raise first
        # The dump of a graph names functions that it does not contain.
        partial = {} if self._named <= taken else {PARTIAL: UnitAttr()}
        module = ModuleOp(functions, partial)
        module.location = self._source.location(0)
        return module

    def _function(self, graph: GraphSyntax, taken: set[str]) -> FuncOp:
        name, number = graph.name, 0
        while name in taken:
            number += 1
            name = f"{graph.name}.{number}"
        taken.add(name)
        block, returned = self._block(graph.block, ValueScope())
        self._end(block, FuncReturnOp(*returned), graph.block.end)
        inputs, outputs = [arg.type for arg in block.args], [value.type for value in returned]
        function = FuncOp(name, (inputs, outputs), Region(block))
        function.location = self._source.location(graph.block.offset)
        return function

    def _error(self, message: str, offset: int) -> SourceError:
        return self._source.error(message, offset)

    def _recover(self, error: SourceError, values: Sequence[TextValue], scope: ValueScope) -> None:
        """Record the error, and define the node's values so that their uses are not errors."""
        self._errors.append(error)
        if len(self._errors) == MAX_ERRORS:
            raise _TooManyErrors
        stand_in = OperatorOp("error::value", [], [value.type or _TENSOR for value in values])
        for value, result in zip(values, stand_in.results, strict=True):
            scope.define(value.name, result)

    # ---- blocks

    def _block(self, block: BlockSyntax, scope: ValueScope) -> tuple[IRBlock, list[SSAValue]]:
        """Build a block without its terminator; return it with the values that it ends with."""
        built = IRBlock(arg_types=[value.type or _TENSOR for value in block.inputs])
        for value, arg in zip(block.inputs, built.args, strict=True):
            arg.location = self._source.location(value.offset)
            try:
                self._define(value, arg, scope)
            except SourceError as error:
                self._recover(error, [], scope)
        for node in block.nodes:
            try:
                self._node(node, built, scope)
            except SourceError as error:
                self._recover(error, node.outputs, scope)
        for use in block.returns:
            if scope.get(use.name) is None:
                stand_in = TextValue(use.name, None, use.offset)
                self._recover(self._undefined(use), [stand_in], scope)
        return built, self._operands(block.returns, scope)

    def _end(self, block: IRBlock, terminator: Operation, offset: int) -> None:
        terminator.location = self._source.location(offset)
        block.add_op(terminator)

    def _define(self, value: TextValue, result: SSAValue, scope: ValueScope) -> None:
        if scope.get(value.name) is not None:
            raise self._error(f"redefinition of value '%{value.name}'", value.offset)
        result.name_hint = name_hint(value.name)
        scope.define(value.name, result)

    def _operands(self, uses: Sequence[UseSyntax], scope: ValueScope) -> list[SSAValue]:
        values: list[SSAValue] = []
        for use in uses:
            value = scope.get(use.name)
            if value is None:
                raise self._undefined(use)
            values.append(value)
        return values

    def _undefined(self, use: UseSyntax) -> SourceError:
        return self._error(f"use of undefined value '%{use.name}'", use.offset)

    # ---- nodes

    def _node(self, node: NodeSyntax, block: IRBlock, scope: ValueScope) -> None:
        errors = len(self._errors)
        operands = self._operands(node.inputs, scope)
        op_class = self._op_class(node)
        condition = _CONDITIONS.get(op_class)
        if condition is not None and condition < len(operands):
            operands[condition] = self._condition(operands[condition], block, node.location)
        op = self._make(node, op_class, operands, scope)
        op.location = node.location
        block.add_op(op)
        for value, result in zip(node.outputs, op.results, strict=True):
            self._define(value, result, scope)
        if len(self._errors) > errors:
            return
        bodies = node.blocks if node.subgraph is None else [node.subgraph]
        for body, region in zip(bodies, op.regions, strict=True):
            self._verify(region.block.last_op, body.end)
        self._verify(op, node.offset)

    def _verify(self, op: Operation | None, offset: int) -> None:
        if op is None:
            return
        try:
            op.verify_()
        except VerifyException as error:
            message = str(error)
            if not message.startswith("'"):
                message = f"'{op.name}' op {message}"
            raise self._error(message, offset) from error

    def _op_class(self, node: NodeSyntax) -> type[Operation] | None:
        """Return the hand-written class of the kind, if the node has the regions of the class."""
        found = _WRITTEN.get(node.kind)
        if found is None or (node.subgraph is not None) != issubclass(found, SubgraphOp):
            return None
        expected = _BLOCKS.get(found, 0)
        if len(node.blocks) != expected:
            message = f"'{node.kind}' has {len(node.blocks)} blocks, expected {expected}"
            raise self._error(message, node.offset)
        return found

    def _condition(self, value: SSAValue, block: IRBlock, location: LocationAttr) -> SSAValue:
        """Return the value as a bool; old text has tensors as conditions, cast by `aten::Bool`."""
        if not is_subtype_of(value.type, _TENSOR):
            return value
        op = schema_op("aten.Bool.Tensor").create(operands=[value], result_types=[i1])
        op.location = location
        block.add_op(op)
        return op.results[0]

    def _make(
        self,
        node: NodeSyntax,
        op_class: type[Operation] | None,
        operands: Sequence[SSAValue],
        scope: ValueScope,
    ) -> Operation:
        if op_class is ConstantOp:
            return self._constant(node)
        if op_class is not None:
            types = [value.type or _TENSOR for value in node.outputs]
            return self._create(op_class, node, operands, types, self._regions(node, scope))
        regions = self._regions(node, scope)
        schema = resolve(node.kind, [operand.type for operand in operands])
        if isinstance(schema, FunctionSchema) and not regions:
            types = self._result_types(node, schema, operands)
            return self._create(schema_op(schema.op_name), node, operands, types)
        if schema and not regions and not isinstance(schema, FunctionSchema):
            raise self._error(_no_overload(node.kind, operands, schema), node.offset)
        attributes = self._attributes(node.attributes)
        if node.subgraph is not None:
            attributes[SUBGRAPH] = UnitAttr()
        types = [value.type or _TENSOR for value in node.outputs]
        return OperatorOp(node.kind, operands, types, attributes, regions)

    def _create(
        self,
        op_class: type[Operation],
        node: NodeSyntax,
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
        regions: Sequence[Region] = (),
    ) -> Operation:
        attributes = self._attributes(node.attributes)
        known = (
            op_class.get_irdl_definition().properties if issubclass(op_class, IRDLOperation) else {}
        )
        return op_class.create(
            operands=operands,
            result_types=types,
            properties={k: v for k, v in attributes.items() if k in known},
            attributes={k: v for k, v in attributes.items() if k not in known},
            regions=regions,
        )

    def _attributes(self, attributes: Sequence[NodeAttribute]) -> dict[str, Attribute]:
        found: dict[str, Attribute] = {}
        for attribute in attributes:
            try:
                found[attribute.name] = free_attribute(attribute.value)
            except ValueMismatch as error:
                raise self._error(str(error), attribute.offset) from error
        return found

    def _result_types(
        self, node: NodeSyntax, schema: FunctionSchema, operands: Sequence[SSAValue]
    ) -> list[Attribute]:
        """Return the result types in the text, or else the schema's."""
        bindings: Bindings = {}
        list(operand_errors(schema, [operand.type for operand in operands], bindings))
        declared = [substitute(r.type, bindings) for r in schema.returns]
        declared += [_TENSOR] * (len(node.outputs) - len(declared))
        pairs = zip(node.outputs, declared, strict=False)
        return [value.type or default for value, default in pairs]

    def _constant(self, node: NodeSyntax) -> Operation:
        """Build `prim::Constant[value=1]()`; a function is a constant with a name."""
        if len(node.outputs) != 1 or node.inputs:
            raise self._error("a constant must have one output and no inputs", node.offset)
        type = node.outputs[0].type or _TENSOR
        key = "name" if isinstance(type, FunctionType) else "value"
        literal = next((a for a in node.attributes if a.name == key), None)
        others = [a for a in node.attributes if a.name != key]
        value = None
        if literal is not None and isinstance(literal.value, str) and key == "name":
            value, type = SymbolRefAttr(literal.value), FunctionType.get(literal.value)
            self._named.add(literal.value)
        elif literal is not None:
            try:
                value = to_attribute(literal.value, type)
            except ValueMismatch as error:
                raise self._error(str(error), literal.offset) from error
        op = ConstantOp(value, type)
        op.attributes |= self._attributes(others)
        return op

    # ---- regions

    def _regions(self, node: NodeSyntax, scope: ValueScope) -> list[Region]:
        if node.subgraph is not None:
            return [self._region(node, node.subgraph, ValueScope())]
        return [self._region(node, block, ValueScope(scope)) for block in node.blocks]

    def _region(self, node: NodeSyntax, block: BlockSyntax, scope: ValueScope) -> Region:
        built, returned = self._block(block, scope)
        if node.kind == "prim::Loop" and returned:
            returned[0] = self._condition(returned[0], built, self._source.location(block.end))
        if node.kind == "prim::If":
            terminator = IfYieldOp(*returned)
        elif node.kind != "prim::Loop":
            terminator = ReturnOp(*returned)
        else:
            if not returned:
                raise self._error("a loop block must first return whether to continue", block.end)
            terminator = LoopConditionOp(returned[0], returned[1:])
        self._end(built, terminator, block.end)
        return Region(built)


def _no_overload(kind: str, operands: Sequence[SSAValue], reasons: Sequence[str]) -> str:
    types = ", ".join(print_type(operand.type) for operand in operands)
    return f"no overload of '{kind}' takes ({types}):\n  " + "\n  ".join(reasons)
