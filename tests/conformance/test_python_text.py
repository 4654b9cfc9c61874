"""Programs printed as Python load in PyTorch with the same meaning."""

from __future__ import annotations

import importlib
import io
import re
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "unit"))

from python_programs import canonical_text, everything  # noqa: E402

from xdsl_torchscript.dialects.annotation_text import annotation_text  # noqa: E402
from xdsl_torchscript.dialects.type_text import parse_type  # noqa: E402
from xdsl_torchscript.frontend.archive import read_archive  # noqa: E402
from xdsl_torchscript.frontend.archive.constants import constant_literals  # noqa: E402
from xdsl_torchscript.frontend.archive.program import archive_program  # noqa: E402
from xdsl_torchscript.frontend.graph_text import parse_graph  # noqa: E402
from xdsl_torchscript.frontend.python_text import PrintedProgram, print_program  # noqa: E402
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits  # noqa: E402

nn = torch.nn
SCRIPTS = {
    f"{name}/{program.__name__}": program
    for name in ("language", "pointwise")
    for program in importlib.import_module(f"programs.{name}").SCRIPTS
}
LAYERS = {
    "Linear": lambda: nn.Linear(3, 2),
    "Conv2d": lambda: nn.Conv2d(2, 4, 3, padding="same"),
    "BatchNorm2d": lambda: nn.BatchNorm2d(3),
    "LayerNorm": lambda: nn.LayerNorm([2, 3]),
    "EmbeddingBag": lambda: nn.EmbeddingBag(5, 3),
    "LSTM": lambda: nn.LSTM(2, 3, 2, bidirectional=True),
    "GRUCell": lambda: nn.GRUCell(2, 3),
    "RNN": lambda: nn.RNN(2, 3),
    "MultiheadAttention": lambda: nn.MultiheadAttention(4, 2),
    "TransformerEncoder": lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 2),
    "Transformer": lambda: nn.Transformer(4, 2, 1, 1, 8),
    "MaxPool2d": lambda: nn.MaxPool2d(2),
    "Upsample": lambda: nn.Upsample(scale_factor=2.0),
    "CTCLoss": lambda: nn.CTCLoss(),
    "CrossEntropyLoss": lambda: nn.CrossEntropyLoss(weight=torch.ones(3)),
    "Sequential": lambda: nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.ReLU(), nn.Dropout())),
}
TRACED = {
    "trace of Linear": lambda: torch.jit.trace(nn.Linear(3, 2), torch.ones(1, 3)),
    "trace of Conv2d": lambda: torch.jit.trace(nn.Conv2d(1, 2, 3), torch.ones(1, 1, 5, 5)),
}


def modules() -> dict[str, object]:
    found = importlib.import_module("programs.modules")
    names = ("Classifier", "ConvNet", "Recurrent", "Lstm", "Attention", "Embedder", "State",
             "Blocks", "Constants", "Values")  # fmt: skip
    return {name: getattr(found, name) for name in names}


EVERYTHING = {**SCRIPTS, **LAYERS, **modules(), **TRACED}


def made(name: str):
    torch.manual_seed(0)
    given = EVERYTHING[name]
    if name in SCRIPTS:
        return torch.jit.script(given)
    built = given()
    return built if name in TRACED else torch.jit.script(built)


def save_bytes(module) -> bytes:
    stream = io.BytesIO()
    torch.jit.save(module, stream)
    return stream.getvalue()


def print_archive(data: bytes) -> PrintedProgram:
    """Our text of an archive; its constants are numbered as in the archive."""
    archive = read_archive(data)
    program = archive_program(archive, lower_exits, lambda device: device)
    text = print_program(everything(program, archive))
    known = [literal and literal[0] for literal in constant_literals(archive)]
    numbers = [known.index(value) for value in text.constants]

    def renumbered(source: str) -> str:
        return re.sub(r"CONSTANTS\.c(\d+)", lambda n: f"CONSTANTS.c{numbers[int(n[1])]}", source)

    sources = {path: renumbered(source) for path, source in text.sources.items()}
    return PrintedProgram(sources, text.constants, text.ranges)


@cache
def program(name: str) -> tuple[bytes, PrintedProgram]:
    """Return an archive by PyTorch, and our text of its code."""
    data = save_bytes(made(name))
    return data, print_archive(data)


def with_code(data: bytes, text: PrintedProgram) -> bytes:
    """Return the archive with our text in place of PyTorch's."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            path = name.partition("/code/")[2]
            if not path:
                new.writestr(name, old.read(name))
            elif path in text.sources:
                new.writestr(name, text.sources[path])
    return out.getvalue()


_LOCATION = re.compile(r" # \S+:\d+:\d+$", re.MULTILINE)


def graphs(module: torch.jit.ScriptModule) -> dict[str, str]:
    """Return the graph of every method, and of the whole with all calls inlined."""
    found: dict[str, str] = {}
    for path, part in module.named_modules():
        for name in part._c._method_names():
            method = part._c._get_method(name)
            found[f"{path}.{name}"] = str(method.graph)
            if not path:
                found[f"{name} inlined"] = str(method.inlined_graph)
    return {name: _LOCATION.sub("", text) for name, text in found.items()}


def canonical(graph: str) -> str:
    return canonical_text(parse_graph(graph))


@pytest.mark.parametrize("name", EVERYTHING)
def test_torch_loads_our_text(name: str) -> None:
    data, text = program(name)
    ours = with_code(data, text)
    before, after = (graphs(torch.jit.load(io.BytesIO(part))) for part in (data, ours))
    assert after.keys() == before.keys()
    for name, text in after.items():
        # Parsing is slow, and most graphs have the same names of values, too.
        assert text == before[name] or canonical(text) == canonical(before[name]), name


def without_numbers(text: str) -> str:
    """Return the text with the names of unnamed values unified."""
    return re.sub(r"\b_\d+\b", "_", text)


def definitions(text: str) -> set[str]:
    return {without_numbers(part.strip()) for part in re.split(r"(?m)^(?=class |def )", text)}


def test_our_text_is_that_of_torch() -> None:
    """Definition by definition, up to the numbers of unnamed values.

    What differs is long lines: PyTorch numbers values on through a file, so the numbers are wider;
    and casts of casts, which reading drops.
    """
    same, different = 0, list[str]()
    for name in EVERYTHING:
        data, ours = program(name)
        for path, theirs in read_archive(data).sources.items():
            mine = definitions(ours.sources.get(path.removeprefix("code/"), ""))
            for definition in definitions(theirs):
                same += definition in mine
                if definition not in mine:
                    different.append(f"{name} {path} {definition[:70]}")
    assert same > 150
    assert len(different) * 20 < same, different


TYPES = [
    "int", "float", "bool", "complex", "str", "NoneType", "Device", "Any", "Tensor", "int[]",
    "Tensor[]?", "Dict(str, Tensor)", "(int, Tensor)", "(int)", "Future(int)", "RRef(Tensor)",
    "Union(int, str)", "Union(int, NoneType, str)", "Generator", "Stream", "Scalar", "Storage",
    "QScheme", "int?[]", "Dict(int, (Tensor, str[])[])", "list", "tuple",
]  # fmt: skip


@pytest.mark.parametrize("spelled", TYPES)
def test_annotations(spelled: str) -> None:
    (argument,) = torch._C.parse_schema(f"a::b({spelled} x) -> ()").arguments
    assert annotation_text(parse_type(spelled)) == argument.type.annotation_str
