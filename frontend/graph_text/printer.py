"""IR to graph text, in the layout of PyTorch's own printer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.func import ReturnOp as FuncReturnOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

from xdsl_torchscript.dialects.locations import file_position, scope_of
from xdsl_torchscript.dialects.modules import MODULE_OPS, ClassOp
from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    DifferentiableGraphOp,
    IfYieldOp,
    LoopConditionOp,
    ReturnOp,
    SubgraphOp,
)
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.type_text import TypeTextError, print_type
from xdsl_torchscript.dialects.types import FunctionType
from xdsl_torchscript.frontend.graph_text.builder import SUBGRAPH
from xdsl_torchscript.frontend.graph_text.literals import GraphLiteral, write_literal
from xdsl_torchscript.frontend.graph_text.syntax import PYTHON_OP
from xdsl_torchscript.frontend.graph_text.values import ValueMismatch, free_literal, to_literal
from xdsl_torchscript.frontend.source import LocatedError, place_of


def _values(block: Block, subgraphs: frozenset[Region]) -> Iterator[SSAValue]:
    """Yield the values of a block in the order in which the text defines them."""
    yield from block.args
    for op in block.ops:
        yield from op.results
        for region in op.regions:
            for nested in () if region in subgraphs else region.blocks:
                yield from _values(nested, subgraphs)


def name_values(block: Block, subgraphs: Sequence[Region]) -> dict[SSAValue, str]:
    """Return a name for each value of a graph; `subgraphs` are regions with separate names.

    A value without a hint gets the number of values before it. Of values with the hint `x`, the
    first is `x` and the others `x.1`, `x.2`, avoiding all hints. So printing again after parsing
    gives the same names.
    """
    values = list(_values(block, frozenset(subgraphs)))
    taken = {value.name_hint for value in values}
    used: set[str] = set()
    counters: dict[str, int] = {}
    names: dict[SSAValue, str] = {}
    for number, value in enumerate(values):
        hint = value.name_hint
        if hint is None:
            names[value] = str(number)
            continue
        name = hint
        while name in used or (name != hint and name in taken):
            counters[hint] = counters.get(hint, 0) + 1
            name = f"{hint}.{counters[hint]}"
        used.add(name)
        names[value] = name
    return names


TERMINATORS = (FuncReturnOp, IfYieldOp, LoopConditionOp, ReturnOp)

_IR_FILES = (".graph", ".mlir")
_NEXT_INPUT = ",\n      "
_IR_STREAMS = ("<graph>", "<stdin>", "<unknown>")


class GraphPrintError(LocatedError):
    """IR that graph text cannot express."""


def _comment(location: LocationAttr) -> str:
    """Return the scope and the source range printed after a node.

    Places in a text of IR are omitted: they are where an op was parsed, not its source.
    """
    scope = f", scope: {name}" if (name := scope_of(location)) else ""
    found = file_position(location)
    if found is None:
        return scope
    name = found.filename.data
    is_source = not name.endswith(_IR_FILES) and name not in _IR_STREAMS
    return f"{scope} # {place_of(found)}" if is_source else scope


def kind_of(op: Operation) -> str:
    """Return TorchScript's name of an op, such as `aten::add`. Raises GraphPrintError."""
    if isinstance(op, OperatorOp):
        return op.kind.data
    if isinstance(op, SchemaOp):
        return op.schema.kind
    if op.name.startswith("prim.") and not isinstance(op, TERMINATORS):
        return op.name.replace(".", "::", 1)
    raise GraphPrintError(f"'{op.name}' op has no TorchScript spelling", op.location)


def _has_subgraph(op: Operation) -> bool:
    return isinstance(op, SubgraphOp) or (SUBGRAPH in op.attributes and bool(op.regions))


def _subgraphs(block: Block) -> Iterator[Operation]:
    """Yield the ops of a graph that contain a subgraph, nested blocks included."""
    for op in block.ops:
        if _has_subgraph(op):
            yield op
            continue
        for region in op.regions:
            for nested in region.blocks:
                yield from _subgraphs(nested)


class GraphPrinter:
    """A printer of one graph; its subgraphs follow, each with its own printer.

    `names` are the value names, without `%`.
    """

    def __init__(self, block: Block, source_ranges: bool = True) -> None:
        self._block = block
        self._source_ranges = source_ranges
        self._groups = list(_subgraphs(block))
        self._numbers: Mapping[Operation, int] = {op: n for n, op in enumerate(self._groups)}
        self.names = name_values(block, [op.regions[0] for op in self._groups])

    def lines(self, header: str) -> Iterator[str]:
        yield f"{header}({self._typed_values(self._block.args, _NEXT_INPUT)}):"
        yield from self._nodes(self._block, 1)
        yield f"  return ({self._outputs(self._block)})"
        for number, op in enumerate(self._groups):
            nested = GraphPrinter(_only_block(op, op.regions[0]), self._source_ranges)
            yield from nested.lines(f"with {kind_of(op)}_{number} = graph")

    def _typed_values(self, values: Sequence[SSAValue], separator: str = ", ") -> str:
        return separator.join(f"%{self.name(v)} : {_type(v)}" for v in values)

    def _uses(self, values: Sequence[SSAValue]) -> str:
        return ", ".join(f"%{self.name(value)}" for value in values)

    def name(self, value: SSAValue) -> str:
        """Return a value's name; one of a node outside the graph gets the next number."""
        return self.names.setdefault(value, value.name_hint or str(len(self.names)))

    def _outputs(self, block: Block) -> str:
        last = block.last_op
        if not isinstance(last, TERMINATORS):
            found = f"'{last.name}' op" if last else "an empty block"
            location = last.location if last else UNKNOWN_LOC
            raise GraphPrintError(f"{found} does not return values", location)
        return self._uses(last.operands)

    def _nodes(self, block: Block, level: int) -> Iterator[str]:
        for op in block.ops:
            if op is not block.last_op or not isinstance(op, TERMINATORS):
                yield from self._node(op, level)

    def node(self, op: Operation) -> str:
        """Return the lines of one node, inner nodes included."""
        return "\n".join(self._node(op, 0))

    def _node(self, op: Operation, level: int) -> Iterator[str]:
        indent = "  " * level
        called = f"{self._callee(op)}({self._uses(op.operands)})"
        comment = _comment(op.location) if self._source_ranges else ""
        yield f"{indent}{self._typed_values(op.results)} = {called}{comment}"
        if op in self._numbers:
            return
        for number, region in enumerate(op.regions):
            block = _only_block(op, region)
            yield f"{indent}  block{number}({self._typed_values(block.args)}):"
            yield from self._nodes(block, level + 2)
            yield f"{indent}    -> ({self._outputs(block)})"

    def _callee(self, op: Operation) -> str:
        kind = kind_of(op)
        if kind == PYTHON_OP:
            literals = _free(op)
            name, scalars = literals.pop("name", ""), literals.pop("scalar_args", "")
            attributes = ", ".join(f"{key}={_top_level(value)}" for key, value in literals.items())
            return f"^{name}{f'[{attributes}]' if attributes else ''}({scalars})"
        if op in self._numbers:
            kind = f"{kind}_{self._numbers[op]}"
        if isinstance(op, DifferentiableGraphOp):
            attributes = ""
        else:
            literals = _constant(op) if isinstance(op, ConstantOp) else _free(op)
            attributes = ", ".join(
                f"{name}={_top_level(literal)}" for name, literal in literals.items()
            )
        return f"{kind}[{attributes}]" if attributes else kind


def _only_block(op: Operation, region: Region) -> Block:
    if len(region.blocks) != 1:
        message = (
            f"'{op.name}' op has a region of {len(region.blocks)} blocks; graph text takes one"
        )
        raise GraphPrintError(message, op.location)
    return region.block


def _type(value: SSAValue) -> str:
    try:
        return print_type(value.type)
    except TypeTextError as error:
        location = value.location if isinstance(value, BlockArgument) else UNKNOWN_LOC
        if isinstance(value.owner, Operation):
            location = value.owner.location
        raise GraphPrintError(error.message, location) from error


def _constant(op: ConstantOp) -> dict[str, GraphLiteral]:
    if isinstance(op.type, FunctionType):
        found: dict[str, GraphLiteral] = {"name": op.type.symbol.data}
    elif op.value is None:
        found = {}
    else:
        found = {"value": _literal(op, op.value, op.type)}
    return found | {name: _literal(op, value) for name, value in op.attributes.items()}


def _free(op: Operation) -> dict[str, GraphLiteral]:
    """Return the attributes to print, in the order of the text."""
    everything = {**op.properties, **op.attributes}
    if isinstance(op, OperatorOp):
        del everything["kind"]
    if _has_subgraph(op):
        everything.pop(SUBGRAPH, None)
    return {name: _literal(op, value) for name, value in everything.items()}


def _literal(op: Operation, value: Attribute, type: Attribute | None = None) -> GraphLiteral:
    try:
        return free_literal(value) if type is None else to_literal(value, type)
    except ValueMismatch as error:
        raise GraphPrintError(f"'{op.name}' op: {error}", op.location) from error


def _top_level(literal: GraphLiteral) -> str:
    """Write an attribute of a node, where a bool is a number."""
    return str(int(literal)) if isinstance(literal, bool) else write_literal(literal)


def _function_lines(function: FuncOp, header: str, source_ranges: bool = True) -> Iterator[str]:
    if function.is_declaration:
        message = f"function '{function.sym_name.data}' has no body to print"
        raise GraphPrintError(message, function.location)
    printer = GraphPrinter(_only_block(function, function.body), source_ranges)
    yield from printer.lines(header)


def _functions(module: ModuleOp) -> Iterator[tuple[str, FuncOp]]:
    """Yield the functions and the methods with their qualified names."""
    for op in module.ops:
        if isinstance(op, FuncOp):
            yield op.sym_name.data, op
        elif isinstance(op, ClassOp):
            yield from ((f"{op.sym_name.data}.{name}", m) for name, m in op.methods.items())
        elif not isinstance(op, MODULE_OPS):
            message = f"'{op.name}' op has no TorchScript spelling"
            raise GraphPrintError(message, op.location)


def print_graph(op: ModuleOp | FuncOp, source_ranges: bool = True) -> str:
    """Print the graphs of a module or of one function, in PyTorch's format.

    A single graph is headed `graph(...)`, several are headed by their names. Attributes and objects
    are omitted. `source_ranges` adds places in the source as comments.

    Raises:
        GraphPrintError: for an op, a type or a value without TorchScript text.
    """
    if isinstance(op, FuncOp):
        return "\n".join(_function_lines(op, "graph", source_ranges)) + "\n"
    functions = list(_functions(op))
    alone = len(functions) == 1
    graphs = (
        _function_lines(f, "graph" if alone else name, source_ranges) for name, f in functions
    )
    return "\n".join("\n".join(lines) + "\n" for lines in graphs)
