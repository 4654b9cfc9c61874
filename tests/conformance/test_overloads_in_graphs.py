"""Every operator in graphs that PyTorch makes resolves to the schema that PyTorch chose."""

import importlib.util
import runpy
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from xdsl_torchscript.dialects.schema.matching import operand_errors, result_errors
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.overloads import resolve
from xdsl_torchscript.dialects.schema.table import schemas_of
from xdsl_torchscript.dialects.type_text import parse_type

torch = pytest.importorskip("torch")
nn = torch.nn

HERE = Path(__file__).parent
CANONICAL = runpy.run_path(str(HERE.parents[1] / "tools" / "gen_operators.py"))["canonical"]
PROGRAMS = ("language", "pointwise")

HAND_WRITTEN = {"prim::unchecked_cast"}
"""Its result is no `t` of `unchecked_cast(t x) -> t` after a branch was proven dead."""


def image(*sizes: int):
    return torch.arange(float(torch.Size(sizes).numel())).reshape(sizes)


MODULES = {
    "convolutional": lambda: (
        nn.Sequential(
            nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
            nn.Linear(36, 2), nn.Dropout(0.5), nn.LogSoftmax(1),
        ),
        (image(2, 3, 8, 8),),
    ),
    "lstm": lambda: (nn.LSTM(3, 4, 2), (image(5, 2, 3),)),
    "gru": lambda: (nn.GRU(3, 4), (image(5, 2, 3),)),
    "transformer": lambda: (nn.Transformer(8, 2, 1, 1, 16), (image(4, 2, 8), image(3, 2, 8))),
    "embedding": lambda: (nn.EmbeddingBag(10, 3), (torch.tensor([[1, 2]]),)),
    "transposed": lambda: (nn.ConvTranspose2d(3, 4, 3, padding=1), (image(1, 3, 5, 5),)),
    "upsample": lambda: (nn.Upsample(scale_factor=2.0), (image(1, 3, 5, 5),)),
    "loss": lambda: (nn.CrossEntropyLoss(), (image(3, 4), torch.tensor([0, 1, 2]))),
    "norm": lambda: (nn.GroupNorm(2, 4), (image(2, 4, 3),)),
    "instance": lambda: (nn.InstanceNorm2d(3), (image(2, 3, 4, 4),)),
}  # fmt: skip


def load(name: str):
    """Load a module of programs/ by its path: it is not in a package."""
    spec = importlib.util.spec_from_file_location(
        f"programs_{name}", HERE / "programs" / f"{name}.py"
    )
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def graphs(name: str) -> Iterator[object]:
    if name in MODULES:
        module, inputs = MODULES[name]()
        if not isinstance(module, nn.RNNBase):
            yield torch.jit.script(module).inlined_graph
        yield torch.jit.trace(module.eval(), inputs, check_trace=False).inlined_graph
        return
    for program, inputs in load(name).SCRIPTS.items():
        function = torch.jit.script(program)
        yield function.inlined_graph
        if inputs is not None:
            for _ in range(3):
                function(*inputs())
            yield torch.jit.last_executed_optimized_graph()


def nodes(block) -> Iterator:
    for node in block.nodes():
        yield node
        for inner in node.blocks():
            yield from nodes(inner)
        for attribute in node.attributeNames():
            if node.kindOf(attribute) == "g":
                yield from nodes(node.g(attribute))


def types(values):
    return [
        parse_type(f"Enum<{v.type()}>" if v.type().kind() == "EnumType" else str(v.type()))
        for v in values
    ]


@pytest.mark.parametrize("name", [*PROGRAMS, *MODULES])
def test_schema_is_the_one_that_pytorch_chose(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [node for graph in graphs(name) for node in nodes(graph)]
    for node in found:
        if not schemas_of(node.kind()) or node.schema() == "(no schema)":
            continue
        inputs = types(node.inputs())
        schema = resolve(node.kind(), inputs)
        assert isinstance(schema, FunctionSchema), (node, schema)
        assert str(schema) == CANONICAL(node.schema())
        bindings = {}
        assert not list(operand_errors(schema, inputs, bindings))
        if node.kind() not in HAND_WRITTEN:
            assert not list(result_errors(schema, types(node.outputs()), bindings)), node
