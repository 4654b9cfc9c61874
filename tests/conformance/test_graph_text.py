"""Graph text against PyTorch: its dumps are current, and it reads our text."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from xdsl_torchscript.frontend.graph_text import parse_graph, print_graph

torch = pytest.importorskip("torch")

HERE = Path(__file__).resolve().parent
DUMPS = sorted((HERE / "data/graphs").glob("*.graph"))


def test_dumps_equal_those_of_this_pytorch(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "ignore", str(HERE / "gen_graph_dumps.py"), str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    made = {path.name: path.read_text() for path in tmp_path.glob("*.graph")}
    assert made == {path.name: path.read_text() for path in DUMPS}


def pytorch_reads(text: str) -> str | None:
    """Return the graph as PyTorch prints it after parsing, without comments, or None."""
    try:
        graph = torch._C.parse_ir(text)
    except RuntimeError:
        return None
    return re.sub(r" #.*", "", str(graph))


def without_annotations(text: str) -> str:
    """Return the text without parts that PyTorch's parser rejects: source ranges, scopes,
    sections."""
    text = re.sub(r"(, scope: \S+)?( # .*)?$", "", text, flags=re.MULTILINE)
    return text.partition("\nwith ")[0]


def test_pytorch_reads_our_text() -> None:
    """If PyTorch can read its own text, it can read ours, and sees the same graph."""
    read = 0
    for path in DUMPS:
        own = pytorch_reads(without_annotations(path.read_text()))
        if own is None:
            continue
        read += 1
        ours = without_annotations(print_graph(parse_graph(path.read_text())))
        assert pytorch_reads(re.sub(r"%(\w*)\.0\b", r"%\1_0", ours)) == own, path.name
    assert read > 40


OPTIONS = [
    "Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)", "Double(2)", "Float(*, *)",
    "Tensor", "int", "float", "bool", "complex", "str", "Device", "NoneType", "Scalar", "int[]",
    "Tensor?", "int[]?", "Tensor?[]", "(int, float)", "Dict(str, int)",
    "(Tensor, (int, str))[]", "Dict(int, Tensor[])",
]  # fmt: skip


@pytest.mark.parametrize("type", OPTIONS)
def test_type_in_a_graph(type: str) -> None:
    text = f"graph(%x : {type}):\n  return (%x)\n"
    assert str(torch._C.parse_ir(text)) == print_graph(parse_graph(text))
