"""A check of type rules against the interpreter, for each operator that runs.

A listener of the interpreter records the arguments of an operator before it runs, predicts the
types of its results by the rule, and compares. Every predicted size and element type must be right.
With symbols in place of sizes, equal sizes by equal symbols, predicted expressions must evaluate to
the sizes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from xdsl.ir import Block, Operation

from xdsl_torchscript.dialects.prim import ListConstructOp
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table, schema_named
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.size_expression import evaluate
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import VALUE_DEPENDENT, result_answers
from xdsl_torchscript.lowering.analysis.rules.call import Answer, Answers, ElementTypes
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.analysis.tensor_properties import with_properties
from xdsl_torchscript.lowering.ts.decomposition.partial_evaluation import composite_types
from xdsl_torchscript.runtime.call_operation import call_operation, exact_type
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.instructions import Instruction
from xdsl_torchscript.runtime.tensor import Tensor

KINDS = ("full", "partly", "values", "nothing", "refused", "wrong")
"""The outcomes of a prediction: complete; partial; dependent on values; empty; undecidable for
symbols; wrong.
"""


# ---- the call as an operation


class Sizes:
    """The sizes of arguments as they are, or as symbols: equal sizes are one symbol."""

    def __init__(self, symbolic: bool) -> None:
        self.symbolic = symbolic
        self.values: dict[str, int] = {}

    def dim(self, size: int) -> Dim:
        if not self.symbolic or size < 2:
            return size
        self.values[f"s{size}"] = size
        return f"s{size}"

    def type(self, tensor: Tensor) -> TensorType:
        """Return the type of a tensor, with all facts if its sizes are numbers."""
        shape, dtype = [self.dim(size) for size in tensor.array.shape], tensor.dtype.type
        return TensorType.get(shape, dtype) if self.symbolic else exact_type(tensor)


def predict(op: Operation) -> Answers | None:
    """Return the prediction of the rule, or of a composite operator's parts."""
    answers = result_answers(op, STATED)
    answers = composite_types(op, STATED) if answers is None else answers
    return answers and [
        with_properties(op, answer, STATED)
        if isinstance(op, SchemaOp) and isinstance(answer, TensorType)
        else answer
        for answer in answers
    ]


# ---- the comparison


@dataclass
class Verdict:
    """The completeness of a prediction; `wrong` lists the rule's errors."""

    known: int = 0
    open: int = 0
    refused: bool = False
    wrong: list[str] = field(default_factory=list[str])

    def compare(self, answer: Answer, result: Any, values: dict[str, int]) -> None:
        if isinstance(result, list | tuple):
            self._compare_list(answer, result, values)
        elif isinstance(result, Tensor):
            self._compare_tensor(answer, result, values)
        elif isinstance(answer, TensorType) and result is not None:
            self.wrong.append(f"{answer} for {result!r}")

    def _compare_list(self, answer: Answer, results: Sequence[Any], values: dict[str, int]) -> None:
        if not isinstance(answer, ElementTypes):
            self.open += sum(isinstance(result, Tensor) for result in results)
        elif len(answer.types) != len(results):
            self.wrong.append(f"{len(answer.types)} parts, not {len(results)}")
        else:
            for part, result in zip(answer.types, results, strict=True):
                self.compare(part, result, values)

    def _compare_tensor(self, answer: Answer, result: Tensor, values: dict[str, int]) -> None:
        if not isinstance(answer, TensorType):
            self.open += 1
            return
        found = [evaluate(size, values) for size in answer.shape or ()]
        shape = result.array.shape
        rank_differs = answer.shape is not None and len(found) != len(shape)
        if rank_differs or any(f not in (None, s) for f, s in zip(found, shape, strict=False)):
            self.wrong.append(f"sizes {list(answer.shape or ())}, not {list(shape)}")
        if answer.dtype not in (None, result.dtype.type):
            self.wrong.append(f"{answer.dtype}, not {result.dtype.type}")
        if answer.strides is not None and answer.strides != result.strides:
            self.wrong.append(f"strides {list(answer.strides)}, not {list(result.strides)}")
        if answer.device not in (None, str(result.device)):
            self.wrong.append(f"device {answer.device}, not {result.device}")
        if answer.shape is None or answer.dtype is None or None in found:
            self.open += 1
        else:
            self.known += 1

    def kind(self, schema: FunctionSchema) -> str:
        if self.wrong:
            return "wrong"
        if self.refused:
            return "refused"
        if not self.open:
            return "full"
        if schema.kind in VALUE_DEPENDENT:
            return "values"
        return "partly" if self.known else "nothing"


def _results(schema: FunctionSchema, result: Any) -> Sequence[Any]:
    if len(schema.returns) == 1:
        return [result]
    return result if isinstance(result, list | tuple) else [result] * len(schema.returns)


def judge(op: Operation, schema: FunctionSchema, results: Sequence[Any], sizes: Sizes) -> Verdict:
    verdict = Verdict()
    try:
        answers = predict(op)
    except (ShapeError, PromotionError) as error:
        verdict.refused = sizes.symbolic
        verdict.wrong += [] if sizes.symbolic else [f"refused: {error}"]
        return verdict
    except Exception as error:  # noqa: BLE001 - a rule raises nothing else
        verdict.wrong.append(f"raises {error!r}")
        return verdict
    given = [None] * len(results) if answers is None else answers
    if len(given) != len(results):
        verdict.wrong.append(f"{len(given)} results, not {len(results)}")
    for answer, result in zip(given, results, strict=False):
        verdict.compare(answer, result, sizes.values)
    return verdict


class Checker:
    """Counts verdicts by operator, with the real sizes and with symbols for them."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.symbolic: dict[str, Counter[str]] = defaultdict(Counter)
        self.wrong: dict[str, list[str]] = defaultdict(list)
        self.unknown: dict[str, list[str]] = defaultdict(list)

    def before(self, op_name: str, arguments: Sequence[Any]) -> list[tuple[Operation, Sizes]]:
        """Return the call with its present arguments, concrete and with symbols."""
        schema = schema_named(op_name)
        if len(arguments) != len(schema.arguments):
            return []
        pairs = [Sizes(False), Sizes(True)]
        return [(call_operation(schema, arguments, sizes.type), sizes) for sizes in pairs]

    def after(self, op_name: str, calls: list[tuple[Operation, Sizes]], results: Any) -> None:
        schema = schema_named(op_name)
        listed = _results(schema, results)
        for (op, sizes), counts in zip(calls, (self.counts, self.symbolic), strict=False):
            verdict = judge(op, schema, listed, sizes)
            kind = verdict.kind(schema)
            counts[op_name][kind] += 1
            notes = {"wrong": self.wrong, "partly": self.unknown, "nothing": self.unknown}
            if kind in notes and len(notes[kind][op_name]) < 5:
                notes[kind][op_name].append(f"{_show(op)}: {', '.join(verdict.wrong)}")

    @contextmanager
    def call(self, op_name: str, arguments: Sequence[Any]) -> Iterator[Callable[[Any], None]]:
        """Check a direct call; the yielded function takes its result."""
        calls = self.before(op_name, arguments)
        yield lambda results: self.after(op_name, calls, results)


def _show(op: Operation) -> str:
    parts = (o.type if isinstance(o.owner, Block) else _literal(o.owner) for o in op.operands)
    return f"{op.name}({', '.join(map(str, parts))})"


def _literal(op: Operation) -> str:
    if isinstance(op, ListConstructOp):
        inner = (o.type if isinstance(o.owner, Block) else _literal(o.owner) for o in op.operands)
        return f"[{', '.join(map(str, inner))}]"
    return str(getattr(op, "value", op.name))


class RuleListener:
    """A listener of the interpreter that hands every operator to a checker."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self._begun: dict[int, list[tuple[Operation, Sizes]]] = {}

    def enters(self, code: Code, registers: list[Any]) -> None: ...

    def leaves(self, code: Code, results: tuple[Any, ...]) -> None: ...

    def failed(self, code: Code, instruction: Instruction, registers: list[Any]) -> None:
        self._begun.pop(id(registers), None)

    def will_run(self, code: Code, instruction: Instruction, registers: list[Any]) -> None:
        if instruction.op_name in operator_table():
            arguments = [registers[i] for i in instruction.inputs]
            self._begun[id(registers)] = self.checker.before(instruction.op_name, arguments)

    def did_run(self, code: Code, instruction: Instruction, registers: list[Any]) -> None:
        calls = self._begun.pop(id(registers), None)
        if calls:
            results = [registers[i] for i in instruction.outputs]
            results = results[0] if len(results) == 1 else results
            self.checker.after(instruction.op_name, calls, results)
