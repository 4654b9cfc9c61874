"""Graph text: dumps of PyTorch and listings read, verify, print, and read back to the same text."""

import random
import re
from pathlib import Path

import pytest
from line_count import grows_linearly, lines_run
from xdsl.dialects.builtin import Builtin, FileLineColLoc, ModuleOp, NameLoc
from xdsl.dialects.func import Func
from xdsl.ir import Operation
from xdsl.parser import Parser

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.registry import dialect_factories, extended_factories
from xdsl_torchscript.frontend.graph_text import GraphPrintError, parse_graph, print_graph
from xdsl_torchscript.frontend.graph_text.literals import unescape, write_float, write_string
from xdsl_torchscript.frontend.graph_text.syntax import MAX_NESTING
from xdsl_torchscript.frontend.source import SourceError

TESTS = Path(__file__).resolve().parent.parent
DUMPS = sorted((TESTS / "conformance/data/graphs").glob("*.graph"))
LISTINGS = sorted((TESTS / "lit/frontend/graph").glob("*[!d].graph"))
EXAMPLES = sorted((TESTS.parent / "examples").glob("*.graph"))


def names(paths: list[Path]) -> dict:
    return {"argvalues": paths, "ids": [path.stem for path in paths]}


def renumber(text: str) -> str:
    """Renumber the values of each graph; `%h_0` is written `%h.0`."""
    sections = re.split(r"^(?=with )", text, flags=re.MULTILINE)
    return "".join(map(_renumbered_section, sections))


def _renumbered_section(text: str) -> str:
    numbers: dict[str, str] = {}

    def new(found: re.Match[str]) -> str:
        return "%" + numbers.setdefault(found[1], str(len(numbers)))

    text = re.sub(r"%(\w*)_(\d+)\b", lambda m: f"%{m[1] or '_'}.{m[2]}", text)
    return re.sub(r"%(\d+)\b", new, text)


def read(text: str, filename: str = "<graph>") -> ModuleOp:
    module = parse_graph(text, filename)
    module.verify()
    return module


@pytest.mark.parametrize("path", **names(DUMPS))
def test_dump_is_printed_as_pytorch_printed_it(path: Path) -> None:
    text = path.read_text()
    printed = print_graph(read(text, str(path)))
    assert renumber(printed) == renumber(text)
    assert print_graph(read(printed)) == printed


def test_enough_dumps() -> None:
    assert len(DUMPS) >= 100
    assert sum(path.stat().st_size for path in DUMPS) < 400_000


@pytest.mark.parametrize("path", **names(LISTINGS + EXAMPLES))
def test_listing_is_fixed_after_one_trip(path: Path) -> None:
    printed = print_graph(read(path.read_text()))
    assert print_graph(read(printed)) == printed


def mlir_context() -> LazyContext:
    context = LazyContext()
    for name, factory in (dialect_factories() | extended_factories()).items():
        context.register_dialect(name, factory)
    context.register_dialect("builtin", lambda: Builtin)
    context.register_dialect("func", lambda: Func)
    return context


@pytest.mark.parametrize("path", **names([p for p in DUMPS if p.stat().st_size < 1500][::2]))
def test_dump_survives_mlir_text(path: Path) -> None:
    module = read(path.read_text())
    again = Parser(mlir_context(), str(module)).parse_module()
    again.verify()
    assert str(again) == str(module)


# ---- names and locations


def test_names_are_kept_and_numbers_given() -> None:
    text = """graph(%x.1 : Tensor,
      %7 : Tensor,
      %h_0 : Tensor):
  %self.w.bias : Tensor = aten::mul(%x.1, %7)
  %_0 : Tensor = aten::neg(%h_0)
  %99 : Tensor = aten::mul(%self.w.bias, %_0)
  return (%99)
"""
    expected = text.replace("%7", "%1").replace("%99", "%5")
    assert print_graph(parse_graph(text)) == expected.replace("h_0", "h.0").replace("_0", "_.0")


@pytest.mark.parametrize(
    ("name", "kept"),
    [("h_0", "h.0"), ("_0", "_.0"), ("5.bias", "_5.bias"), ("onnx::Conv_17", "onnx.Conv.17"),
     ("/0/conv/out_0", "_.0.conv.out.0"), ("a.b_c.1", "a.b_c.1"), ("é", "0"), ("12", "0")],
)  # fmt: skip
def test_names_that_mlir_does_not_have(name: str, kept: str) -> None:
    printed = print_graph(parse_graph(f"graph(%{name} : Tensor):\n  return (%{name})\n"))
    assert printed == f"graph(%{kept} : Tensor):\n  return (%{kept})\n"


def test_equal_hints_get_different_names() -> None:
    module = parse_graph(
        "graph(%x : Tensor, %x.1 : Tensor, %y : Tensor):\n"
        "  %z : Tensor = aten::neg(%y)\n  return (%x, %x.1, %z)"
    )
    function = next(iter(module.ops))
    function.body.block.args[2].name_hint = "x"
    function.body.block.first_op.results[0].name_hint = "x"
    printed = print_graph(module)
    assert "%x.3 : Tensor = aten::neg(%x.2)" in printed
    assert print_graph(parse_graph(printed)) == printed


def ops_named(module: ModuleOp, name: str) -> list[Operation]:
    return [op for op in module.walk() if op.name == name]


def test_locations() -> None:
    module = parse_graph(
        "graph(%x : Tensor):\n"
        "  %1 : Tensor = aten::neg(%x) # /a b/f.py:3:11\n"
        "  %2 : Tensor = aten::abs(%1), scope: __module.l # f.py:4:0\n"
        "  %3 : Tensor = aten::sin(%2) # no source range\n"
        "  return (%3)",
        "g.graph",
    )
    (neg,) = ops_named(module, "aten.neg")
    assert str(neg.location) == 'loc("/a b/f.py":3:11)'
    (absolute,) = ops_named(module, "aten.abs")
    assert isinstance(absolute.location, NameLoc)
    assert absolute.location.desc.data == "__module.l"
    (sin,) = ops_named(module, "aten.sin")
    assert isinstance(sin.location, FileLineColLoc)
    assert str(sin.location) == 'loc("g.graph":4:17)'
    for op in module.walk():
        assert "unknown" not in str(op.location)
    printed = print_graph(module)
    assert "aten::neg(%x) # /a b/f.py:3:11\n" in printed
    assert "aten::abs(%1), scope: __module.l # f.py:4:0\n" in printed
    assert "aten::sin(%2)\n" in printed


def test_several_graphs_keep_their_names() -> None:
    text = "f(%x : int):\n  return (%x)\n\ng():\n  return ()\n"
    assert print_graph(parse_graph(text)) == text
    assert print_graph(next(iter(parse_graph(text).ops))) == "graph(%x : int):\n  return (%x)\n"


# ---- strings and numbers


@pytest.mark.parametrize(
    "text", ["", "a\"b'c\\", "\n\t\r\a\b\f\v", "\x00\x01\x1f\x7f", "é€😀", "#%"]
)
def test_strings(text: str) -> None:
    written = write_string(text)
    assert written.isascii() and "\n" not in written
    assert unescape(written[1:-1]) == text


def test_every_character_of_the_first_planes() -> None:
    text = "".join(map(chr, range(0x800)))
    assert unescape(write_string(text)[1:-1]) == text


def test_floats() -> None:
    values = (1.0, -0.0, 2.5, 1e-5, 1e10, 3e20, float("inf"), float("-inf"))
    shown = ["1.", "-0.", "2.5", "1.0000000000000001e-05", "10000000000", "3e+20", "inf", "-inf"]
    assert [write_float(v) for v in values] == shown


# ---- errors

ERRORS = [
    ("", 1, 1, "expected 'graph('"),
    ("graph(%x : Tensor", 1, 18, "expected ')'"),
    ("graph(%x : Tensor):\n  return (%y)", 2, 11, "use of undefined value '%y'"),
    ("graph(%x : Tensor, %x : int):\n  return ()", 1, 20, "redefinition of value '%x'"),
    ("graph():\n  %a : int = prim::Constant[value=1(]()", 2, 36, "expected ']'"),
    ("graph():\n  %a : int = prim::Constant[value=1.5]()\n  return ()", 2, 29, "1.5 is not"),
    ("graph():\n  %a : str = prim::Constant[value=\"\\q\"]()", 2, 36, "bad escape"),
    ("graph():\n  %a : int = prim::Constant(", 2, 29, "expected a value"),
    ("graph():\n  %a : int = prim(%x)", 2, 14, "expected the kind of a node"),
    ("graph():\n  %a : Lsit[int] = a::b()", 2, 8, "unknown type 'Lsit'"),
    ("graph():\n  return ()\nwith a::b_0 = graph():\n  return ()", 3, 1, "no node of the graph"),
    ("graph():\n  return ()\ngarbage", 3, 8, "expected '('"),
    ("graph(%c : bool):\n  = prim::If(%c)\n  return ()", 2, 5, "'prim::If' has 0 blocks"),
    ("graph(%c : str):\n  %a : int = aten::neg(%c)\n  return ()", 2, 14, "no overload"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "col", "message"), ERRORS)
def test_error(text: str, line: int, col: int, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_graph(text, "x.graph")
    error = caught.value
    assert message in error.message
    assert (error.line, error.col) == (line, col)
    head, _, rest = str(error).partition(f"\n{text.split(chr(10))[line - 1]}\n")
    assert head.startswith(f"x.graph:{line}:{col}: error: ")
    assert rest.split("\n")[0] == " " * (col - 1) + "^"


def test_errors_are_collected() -> None:
    text = """graph(%x : Tensor, %c : bool):
  %a : Tensor = aten::neg(%y)
  %b : Tensor = aten::neg(%a)
  %n : int = prim::Constant[value="s"]()
  %r : Tensor = prim::If(%c)
    block0():
      %i : Tensor = aten::nag(%z)
      -> (%i)
    block1():
      -> (%w)
  %s : int = aten::neg(%r)
  return (%s, %w2, %n)
"""
    with pytest.raises(SourceError) as caught:
        parse_graph(text)
    errors = [caught.value, *caught.value.further]
    assert [(e.line, e.message) for e in errors] == [
        (2, "use of undefined value '%y'"),
        (4, '"s" is not a value of type int'),
        (7, "use of undefined value '%z'"),
        (10, "use of undefined value '%w'"),
        (11, "'aten.neg' op result 0 must be Tensor, but is int"),
        (12, "use of undefined value '%w2'"),
    ]
    assert str(caught.value).count(": error: ") == len(errors)


def test_errors_end_somewhere() -> None:
    text = "graph():\n" + "  %a : Tensor = aten::neg(%b)\n" * 1000 + "  return ()"
    with pytest.raises(SourceError) as caught:
        parse_graph(text)
    assert len(caught.value.further) < 100


def test_tensors_as_conditions_become_bools() -> None:
    text = (
        "graph(%c : Tensor, %n : int):\n = prim::Loop(%n, %c)\n block0(%i : int):\n -> (%c)\n"
        " = prim::If(%c)\n block0():\n -> ()\n block1():\n -> ()\n return (%c)"
    )
    module = read(text)
    assert len(ops_named(module, "aten.Bool.Tensor")) == 3
    printed = print_graph(module)
    assert print_graph(read(printed)) == printed


def test_a_bad_terminator_is_reported_at_its_place() -> None:
    text = (
        "graph(%c : bool, %n : int):\n   = prim::Loop(%n, %c)\n"
        "    block0(%i : int):\n      -> (%n)\n  return ()"
    )
    with pytest.raises(SourceError, match=r"prim\.Loop\.condition") as caught:
        parse_graph(text)
    assert caught.value.line == 4


def test_nesting_is_bounded() -> None:
    deep = "graph():" + " %a : int = a::b() block0():" * (MAX_NESTING + 1)
    with pytest.raises(SourceError, match="nested more than"):
        parse_graph(deep)
    for opened in ("[", "(", "{1: "):
        with pytest.raises(SourceError):
            parse_graph(f"graph(): %a : Any = prim::Constant[value={opened * 3000}")
    with pytest.raises(SourceError):
        parse_graph("graph(%x : " + "List[" * 3000)


def test_deepest_nesting_reads_and_prints() -> None:
    opening = "".join(f" = prim::If(%c) block{0}():" for _ in range(MAX_NESTING))
    closing = "-> () block1(): -> () " * MAX_NESTING
    printed = print_graph(parse_graph(f"graph(%c : bool): {opening} {closing} return ()"))
    assert print_graph(parse_graph(printed)) == printed


def test_other_dialects_have_no_text() -> None:
    text = "func.func @f(%a: i64) -> i64 {\n%0 = arith.addi %a, %a : i64\nfunc.return %0 : i64\n}"
    context = mlir_context()
    context.allow_unregistered = True
    module = Parser(context, text).parse_module()
    with pytest.raises(GraphPrintError, match=r"'.*' op has no TorchScript spelling"):
        print_graph(module)


# ---- damage

SNIPPETS = [
    "99999999999999999999", "1e999", "nan", "-", "block0(", "with ", "graph(", "return", "-> (",
    "prim::If", "prim::Constant", "[value=", "Float(", "Dict(", "%0", "annotate(", "{1}",
    "<Tensor>", "[ CPUFloatType{2} ]", "1e5j", '"', "prim::TensorExprGroup_0", "prim::Loop", "é",
    "#", "\\", "^", "\0",
]  # fmt: skip


def damaged(text: str, rng: random.Random) -> str:
    i = rng.randrange(len(text))
    j = min(len(text), i + rng.randrange(1, 30))
    tokens = re.findall(r"\s+|[%\w.]+|.", text)
    a, b = sorted(rng.sample(range(len(tokens)), 2))
    swapped = [*tokens[:a], tokens[b], *tokens[a + 1 : b], tokens[a], *tokens[b + 1 :]]
    return rng.choice(
        [
            text[:i] + text[j:],
            text[:j] + text[i:],
            text[:i],
            text[:i] + rng.choice(SNIPPETS) + text[i:],
            text[:i] + rng.choice(SNIPPETS) + text[j:],
            "".join(swapped),
        ]
    )


def test_damaged_text_gives_one_error_and_no_other() -> None:
    """2,000 listings, each damaged in a few places: they read, or there is a SourceError."""
    rng = random.Random(0)
    texts = [path.read_text() for path in DUMPS + LISTINGS if path.stat().st_size < 2000]
    outcomes = {True: 0, False: 0}
    for _ in range(2000):
        text = rng.choice(texts)
        for _ in range(rng.choice([1, 1, 2, 4])):
            text = damaged(text, rng) if len(text) > 50 else text + "x"
        outcomes[_reads(text)] += 1
    assert min(outcomes.values()) > 100


def _reads(text: str) -> bool:
    try:
        module = parse_graph(text)
    except SourceError as error:
        assert str(error).startswith("<graph>:")
        return False
    printed = print_graph(module)
    assert print_graph(parse_graph(printed)) == printed
    return True


@pytest.mark.parametrize(
    "unit", ["(", "[", "{", "%", '"', "1", "1 ", "1,", "-", "#", "\\", ":", "^"]
)
def test_long_runs_are_refused(unit: str) -> None:
    for text in (unit * 20000, f"graph(): %a : Any = prim::Constant[value={unit * 20000}"):
        with pytest.raises(SourceError):
            parse_graph(text)


def test_the_cost_grows_with_the_text() -> None:
    def cost(count: int) -> int:
        lines = (f"  %a{i + 1} : Tensor = aten::neg(%a{i})\n" for i in range(count))
        text = f"graph(%a0 : Tensor):\n{''.join(lines)}  return ()"
        return lines_run(lambda: print_graph(parse_graph(text)))

    assert grows_linearly(cost, 50)
