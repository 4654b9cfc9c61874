"""The table of operators agrees with the installed PyTorch, and so does our parser."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.overloads import Match, candidates, resolve, resolve_call
from xdsl_torchscript.dialects.schema.table import schemas_of
from xdsl_torchscript.dialects.type_text import parse_type

torch = pytest.importorskip("torch")

ROOT = Path(__file__).parents[2]
GENERATOR = runpy.run_path(str(ROOT / "tools" / "gen_operators.py"))
TABLE = (ROOT / "dialects" / "schema" / "operators.txt").read_text()


def test_table_is_current(tmp_path):
    """In a separate process: parts of PyTorch that other tests use register more operators."""
    version = torch.__version__.split("+")[0]
    if not TABLE.startswith(f"# Operators of PyTorch {version}."):
        pytest.skip(f"the table is of another version than {version}")
    made = tmp_path / "operators.txt"
    subprocess.run([sys.executable, ROOT / "tools" / "gen_operators.py", made], check=True)
    assert made.read_text().splitlines() == TABLE.splitlines()


def table_schemas() -> dict[tuple[str, str], FunctionSchema]:
    kinds = {line.split("(")[0].split(".")[0] for line in TABLE.splitlines()[1:]}
    return {(s.kind, s.overload): s for kind in kinds for s in schemas_of(kind)}


def test_schemas_parse_as_in_pytorch():
    """Arguments, defaults and mutation of every schema, as PyTorch's own parser has them."""
    registered = {(s.name, s.overload_name): s for s in torch._C._jit_get_all_schemas()}
    for key, schema in table_schemas().items():
        theirs = registered[key]
        assert [a.name for a in schema.arguments] == [a.name for a in theirs.arguments]
        assert [a.kwarg_only for a in schema.arguments] == [a.kwarg_only for a in theirs.arguments]
        assert schema.is_mutable == theirs.is_mutable
        assert len(schema.returns) == len(theirs.returns)
        for argument, their in zip(schema.arguments, theirs.arguments, strict=True):
            assert (argument.default is not None) == their.has_default_value()
            assert argument.size == their.N
            assert argument.is_written == (their.alias_info is not None and writes(their))
            if argument.default is not None:
                assert same(argument.default.value, their.default_value), schema


def writes(argument) -> bool:
    return argument.alias_info.is_write or "!" in str(argument.alias_info)


def same(ours, theirs) -> bool:
    return list(ours) == theirs if isinstance(ours, tuple) else ours == theirs


VALUES = {
    "x": "Tensor", "y": "Float(2, 3)", "i": "int", "f": "float", "b": "bool", "n": "NoneType",
    "s": "str", "c": "complex", "num": "Scalar", "d": "Device", "g": "Generator",
    "xs": "Tensor[]", "ns": "int[]", "fs": "float[]", "bs": "bool[]", "os": "Tensor?[]",
    "ss": "str[]", "ox": "Tensor?", "oi": "int?", "t": "(int, int)", "m": "Dict(str, Tensor)",
    "mi": "Dict(int, int)",
}  # fmt: skip

CALLS = """
aten::add(x, y, i)      aten::add(x, f, i)      aten::add(x, x, b)     aten::add(i, i)
aten::add(i, f)         aten::add(num, i)       aten::add(f, c)        aten::add(s, s)
aten::add(xs, xs)       aten::add(ns, ns)       aten::add(x, x)        aten::add(ns, fs)
aten::add_(xs, xs)      aten::add_(x, y, f)     aten::add(x, num, num) aten::add(b, b)
aten::sum(x, ns, b, n)  aten::sum(x, n)         aten::sum(x, i)        aten::sum(x, n, b, i)
aten::index(x, xs)      aten::index(x, os)      aten::index(x, ns)     aten::cat(xs, i)
aten::cat(xs, s)        aten::stack(xs, i)      aten::cat(os, i)       aten::len(xs)
aten::len(m)            aten::len(s)            aten::len(x)           aten::len(mi)
aten::append(xs, x)     aten::append(xs, y)     aten::append(ns, f)    aten::append(xs, n)
aten::append(os, x)     aten::append(os, n)     aten::append(ss, s)    aten::append(xs, ox)
aten::__getitem__(xs, i) aten::__getitem__(m, s) aten::__getitem__(m, i) aten::__getitem__(s, i)
aten::__getitem__(mi, i) aten::__getitem__(t, i) aten::_set_item(xs, i, y) aten::_set_item(mi, i, i)
aten::eq(x, x)          aten::eq(i, f)          aten::eq(s, s)         aten::eq(ns, ns)
aten::eq(xs, xs)        aten::eq(b, b)          aten::eq(b, i)         aten::eq(x, b)
aten::eq(d, d)          aten::eq(n, n)          aten::__is__(x, n)     aten::__isnot__(ox, n)
aten::mul(x, f)         aten::mul(x, c)         aten::mul(i, x)        aten::mul(ns, i)
aten::div(x, y, s)      aten::div(x, f, s)      aten::div(i, i)        aten::div(f, i)
aten::to(x, i, b, b, n) aten::to(x, d, i, b, b, n) aten::to(x, x, b, b) aten::to(x, n, b, b)
aten::to(x, d, n, b, b) aten::to(x, x, b, b, n) aten::to(x, oi, b, b)  aten::min(x)
aten::min(x, y)         aten::max(x, x)         aten::min(x, i, b)     prim::min(i, i)
prim::min(i, f)         prim::min(ns)           prim::min(num, i)      prim::abs(i)
prim::max(fs, fs)
aten::view(x, ns)       aten::view(x, i)        aten::view(x, t)       aten::reshape(x, ns)
aten::max_pool2d(x, ns, ns, ns, ns, b)          aten::conv2d(x, x, n, ns, ns, ns, i)
aten::conv2d(x, x, x, ns, s, ns, i)             aten::conv2d(x, x, xs, ns, ns, ns, i)
aten::randn(ns, n, n, n, n)                     aten::randn(ns, i, i, d, b)
aten::zeros(ns, i, n, d, n)                     aten::rand(ns, g, n, n, n, n)
aten::_unwrap_optional(ox)  aten::_unwrap_optional(n)  aten::_unwrap_optional(x)
aten::format(s, x, i)   aten::format(i)         aten::Int(x)           aten::Float(num)
aten::Bool(b)           aten::Bool(f)           aten::Int(s)           aten::neg(f)
aten::clamp(x, i, n)    aten::clamp(x, x, n)    aten::clamp(x, n, n)   aten::pow(f, i)
aten::pow(x, f)         aten::pow(x, x)         aten::pow(f, x)        aten::floordiv(i, i)
aten::dict()            aten::keys(m)           aten::items(mi)        aten::get(m, s)
aten::get(m, s, x)      aten::get(m, s, n)      aten::list(xs)         aten::list(s)
aten::slice(x, i, n, n, i) aten::slice(xs, i, n, i) aten::slice(x, i, oi, oi, i)
aten::split(x, i, i)    aten::split(x, ns, i)   aten::split(s, n, i)   aten::sort(x, i, b)
aten::sort(xs, b)       aten::sort(ns, b)       aten::sorted(ns)       aten::sorted(xs)
prim::device(x)         prim::dtype(y)          prim::NumToTensor(i)   prim::NumToTensor(b)
prim::data(x)           prim::TupleIndex(t, i)  prim::unchecked_cast(ox)
"""


def names_of(call: str) -> list[str]:
    return [n.strip() for n in call.rstrip(")").partition("(")[2].split(",") if n.strip()]


def types_of(call: str) -> tuple[str, list[Attribute]]:
    return call.partition("(")[0], [parse_type(VALUES[name]) for name in names_of(call)]


def their_schema(call: str) -> str:
    names = names_of(call)
    parameters = ", ".join(f"%{name} : {VALUES[name]}" for name in dict.fromkeys(names))
    graph = torch._C.parse_ir(f"graph({parameters}):\n  return ()")
    values = dict(zip(dict.fromkeys(names), graph.inputs(), strict=True))
    return graph.create(call.partition("(")[0], [values[name] for name in names], 1).schema()


@pytest.mark.parametrize("call", re.findall(r"\S+\([^)]*\)", CALLS))
def test_graphs_resolve_as_in_pytorch(call):
    theirs = their_schema(call)
    ours = resolve(*types_of(call))
    if theirs == "(no schema)":
        assert isinstance(ours, tuple) and len(ours) == len([*candidates(types_of(call)[0])])
    else:
        assert isinstance(ours, FunctionSchema), ours
        assert str(ours) == GENERATOR["canonical"](theirs)


SCRIPTS = {
    "x + b": ("aten::add", "x b", "x: Tensor, b: bool"),
    "torch.add(x, num)": ("aten::add", "x num", "x: Tensor, num: number"),
    "torch.sum(x, i)": ("aten::sum", "x i", "x: Tensor, i: int"),
    "torch.max_pool2d(x, i)": ("aten::max_pool2d", "x i", "x: Tensor, i: int"),
    "torch.max_pool2d(x, t)": ("aten::max_pool2d", "x t", "x: Tensor, t: Tuple[int, int]"),
    "torch.select(x, i, x)": ("aten::select", "x i x", "x: Tensor, i: int"),
    "torch.unsqueeze(x, x)": ("aten::unsqueeze", "x x", "x: Tensor"),
    "torch.clamp(x, f)": ("aten::clamp", "x f", "x: Tensor, f: float"),
    "torch.dropout(x, i, b)": ("aten::dropout", "x i b", "x: Tensor, i: int, b: bool"),
    "torch.dropout(x, x, b)": ("aten::dropout", "x x b", "x: Tensor, b: bool"),
    "torch.select(x, b, i)": ("aten::select", "x b i", "x: Tensor, i: int, b: bool"),
    "torch.roll(x, i)": ("aten::roll", "x i", "x: Tensor, i: int"),
    "torch.roll(x, t, t)": ("aten::roll", "x t t", "x: Tensor, t: Tuple[int, int]"),
    "torch.mean(x)": ("aten::mean", "x", "x: Tensor"),
    "torch.cat(xs)": ("aten::cat", "xs", "xs: List[Tensor]"),
}


@pytest.mark.parametrize("call", SCRIPTS)
def test_calls_resolve_as_in_pytorch(call):
    """Also the conversions: the operators that PyTorch's compiler inserts are the ones we name."""
    kind, names, signature = SCRIPTS[call]
    source = f"def f({signature}):\n    return {call}\n"
    match = resolve_call(kind, [parse_type(VALUES[name]) for name in names.split()])
    try:
        graph = torch.jit.CompilationUnit(source).f.graph
    except RuntimeError:
        assert not isinstance(match, Match), match
        return
    node = next(n for n in graph.nodes() if n.kind() == kind)
    assert isinstance(match, Match), match
    assert str(match.schema) == GENERATOR["canonical"](node.schema())
    found = [v.node().kind() for v in list(node.inputs())[: len(match.conversions)]]
    for conversion, maker in zip(match.conversions, found, strict=True):
        made_list = conversion.value in ("prim::ListConstruct", "prim::TupleUnpack")
        expected = "prim::ListConstruct" if made_list else conversion.value or "prim::Param"
        assert maker == expected
