"""Types in TorchScript's spelling, against PyTorch's output."""

from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, StringAttr
from xdsl.parser import Parser

from xdsl_torchscript.dialects.annotation_text import annotation_text
from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.dialects.ts import TS
from xdsl_torchscript.dialects.type_text import TypeTextError, parse_type, print_type
from xdsl_torchscript.dialects.types import OpaqueDtype, TensorType

DATA = Path(__file__).parent / "data" / "type_spellings.tsv"
ROWS = [line.split("\t") for line in DATA.read_text().splitlines() if not line.startswith("#")]

# Types that PyTorch never prints, and that are preserved here.
OURS = [
    "Float(s0, 3, strides=[3, 1])",
    "Float(SS(-1), SS(-2))",
    "Tensor[Undefined]",
    "Float(2, 3, strides=[3, *])",
    "Tensor(strides=[], device=cpu)",
    "Tensor()",
    "Float(2, undefined=0)",
    "Dict(str, Float(2))",
    "Size(s0)",
    "Size(1)",
    "Function",
    "PyObject",
    "NamedTuple()",
    'NamedTuple(a : str = "x,)", b : int[] = [1, 2], c : (int, int) = (1, 2))',
]


def reread(attr):
    """Return the type after a round trip through MLIR's text."""
    context = Context()
    for dialect in (Builtin, TS):
        context.load_dialect(dialect)
    return Parser(context, str(attr)).parse_type()


@pytest.mark.parametrize("graph", [graph for graph, _ in ROWS] + OURS)
def test_text_to_type_to_text(graph: str):
    assert print_type(parse_type(graph)) == graph


@pytest.mark.parametrize("graph", [graph for graph, _ in ROWS] + OURS)
def test_type_to_mlir_to_type(graph: str):
    assert reread(parse_type(graph)) == parse_type(graph)


@pytest.mark.parametrize(("graph", "annotation"), ROWS)
def test_annotations_spell_the_same_type(graph: str, annotation: str):
    if "__torch__" in annotation and "__torch__.torch." not in annotation:
        pytest.skip("an annotation names a class and does not tell its kind")
    assert parse_type(annotation) == without_facts(parse_type(graph))


@pytest.mark.parametrize("graph", ["Size(s0)", "Size(1)"])
def test_the_annotation_of_a_size_is_int(graph: str):
    assert annotation_text(parse_type(graph)) == "int"
    assert without_facts(parse_type(graph)) == parse_type("int")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Dynamic", "Tensor"),
        ("Float(2,3)", "Float(2, 3)"),
        ("Float(?, ?)", "Float(*, *)"),
        ("int[3]", "int[]"),
        ("int??", "int?"),
        ("None", "NoneType"),
        ("SymInt[]?", "int[]?"),
        ("Future[int]", "Future[int]"),
        ("Union[int, None]", "Union(int, NoneType)"),
        (" ( int ,Tensor ) [ ] ", "(int, Tensor)[]"),
        ("Optional[Tuple[()]]", "()?"),
    ],
)
def test_other_spellings_are_read(old: str, new: str):
    assert print_type(parse_type(old)) == new


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("", "expected a type", 0),
        ("Floot(2)", "unknown type 'Floot'", 0),
        ("Dict(str, Foo)", "unknown type 'Foo'", 10),
        ("int[", "expected ']'", 4),
        ("(int, Tensor", "expected ')'", 12),
        ("int]", "unexpected text after the type", 3),
        ("Dict(int)", "'Dict' takes 2 types, not 1", 0),
        ("List[int, int]", "'List' takes 1 types, not 2", 0),
        ("Float(2, 3, strides=[1])", "1 strides for 2 sizes", 5),
        ("Float(-2)", "a size is negative in [-2]", 5),
        ("Float(device=cpu, 2)", "sizes must precede named facts", 18),
        ("Float(2, requires_grad=2)", "expected 0 or 1", 23),
        ("int[Undefined]", "only a tensor can be undefined", 14),
        ("NamedTuple(x : int = 1, y : int)", "field 'y' has no default but one before it has", 31),
        ("NamedTuple(x : int = (1", "unterminated default value", 23),
        ("Enum<>", "expected a qualified name", 5),
        ("[" * 3, "expected a type", 0),
    ],
)
def test_errors_name_the_place(text: str, message: str, position: int):
    with pytest.raises(TypeTextError) as caught:
        parse_type(text)
    assert (caught.value.message, caught.value.position) == (message, position)


def test_deep_nesting_is_refused():
    with pytest.raises(TypeTextError, match="nested more than 100 deep"):
        parse_type("(" * 10_000)


@pytest.mark.parametrize("text", ["int" + "[]" * 10_000, "(" * 60 + "int" + "[])" * 60])
def test_many_suffixes_are_refused(text: str):
    with pytest.raises(TypeTextError, match="nested more than 100 deep"):
        parse_type(text)


def test_wide_types_are_read():
    wide = "(" + ", ".join(["int[]"] * 500) + ")"
    assert print_type(parse_type(wide)) == wide


def test_types_of_other_dialects_have_no_spelling():
    with pytest.raises(TypeTextError, match="has no spelling in TorchScript"):
        print_type(OpaqueDtype(StringAttr("QInt8")))
    with pytest.raises(TypeTextError, match="is not an element type"):
        print_type(TensorType.get((2,), OpaqueDtype(StringAttr("Strange"))))
