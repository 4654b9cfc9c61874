"""FunctionSchema text: parser, printer, and the table of all operators."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from xdsl.dialects.builtin import f64, i1, i64

from xdsl_torchscript.dialects.schema.model import AliasInfo, Argument
from xdsl_torchscript.dialects.schema.parser import SchemaTextError, parse_schema
from xdsl_torchscript.dialects.schema.table import (
    OperatorTable,
    operator_table,
    register_schema,
    schema_named,
    schemas_of,
)
from xdsl_torchscript.dialects.types import (
    DictType,
    ListType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
    VarType,
)


def declare(type_and_name: str) -> Argument:
    return parse_schema(f"t::f({type_and_name}) -> ()").arguments[0]


def test_every_line_of_the_table_prints_as_it_is() -> None:
    table = operator_table()
    names = [name for namespace in table.namespaces() for name in table.op_names(namespace)]
    assert len(names) > 4300
    wrong = [name for name in names if str(table[name]) != line_of(table, name)]
    assert not wrong


def line_of(table: OperatorTable, name: str) -> str:
    return table.line(name).partition("  # ")[0]


@pytest.mark.parametrize(
    "text",
    [
        "t::f() -> ()",
        "t::f.over(Tensor(a!) self, *, SymInt[2]? n=None, ScalarType dtype=7) -> Tensor(a!)",
        "t::f(Tensor(a|b) x, Tensor(c -> *) y, Tensor(d! -> d|*) z) -> Tensor(a)[]",
        't::f(str s="a\\"b,)", int[] n=[1, -2], float f=1.0000000000000001e-05) -> (int a, int)',
        "t::f(str format, ...) -> str",
        "t::f(...) -> ...",
        "t::f(Dict(str, t) d, (int, t)[] items, Future(t) x) -> ((str, t))",
        "t::f(__torch__.torch.classes.c10d.Work w) -> (Tensor, ...)",
        "t::f(int reduction=Mean, MemoryFormat? m=contiguous_format) -> t(*)",
        "t::f(complex c=1j, bool[3] b=[True, False, True]) -> ()",
    ],
)
def test_text_survives(text: str) -> None:
    assert str(parse_schema(text)) == text


def test_types_mean_ours() -> None:
    assert declare("SymInt[2]? n").type == OptionalType(ListType(i64))
    assert declare("ScalarType? n").type == OptionalType(i64)
    assert declare("Scalar n").type == NumberType()
    assert declare("Tensor(a!)[] n").type == ListType(TensorType.get())
    assert declare("Dict(str, tVal)(a!) n").type.name == DictType.name
    assert declare("Float(2, 3) x").type == TensorType.get((2, 3), declare("Float x").type.dtype)
    (key, value) = declare("(float, bool) n").type.elements
    assert (key, value) == (f64, i1)


def test_annotations() -> None:
    assert declare("Tensor x").alias is None
    assert declare("Tensor(a! -> b|*) x").alias == AliasInfo(("a",), ("b", "*"), True)
    listed = declare("Tensor(a!)[](b) x")
    assert listed.element_alias == AliasInfo(("a",), ("a",), True)
    assert listed.alias == AliasInfo(("b",), ("b",), False)
    assert listed.is_written and listed.is_aliased
    optional = declare("t(a)? x")
    assert optional.alias == AliasInfo(("a",), ("a",), False)
    assert optional.type == OptionalType(VarType(optional.type.element.variable))


def test_defaults() -> None:
    def value(text: str):
        default = declare(text).default
        assert default is not None
        return default.value

    assert declare("int x").default is None
    assert value("int[2] x=0") == (0, 0)
    assert value("int[1]? x=3") == (3,)
    assert value("int? x=None") is None
    assert value("float x=1.") == 1.0
    assert value("float x=-inf") == -float("inf")
    assert value('str x=" \\n\\t"') == " \n\t"
    assert value("bool x=True") is True
    assert value("int x=Mean") == 1
    assert value("ScalarType x=long") == 4
    assert value("MemoryFormat? x=contiguous_format") == 0
    assert value("str[] x=['a', 'b']") == ("a", "b")


def test_keyword_only_and_required() -> None:
    schema = schema_named("aten.add.Tensor")
    assert [a.name for a in schema.arguments] == ["self", "other", "alpha"]
    assert [a.kwarg_only for a in schema.arguments] == [False, False, True]
    assert schema.required == 2
    assert schema.full_name == "aten::add.Tensor" and schema.op_name == "aten.add.Tensor"
    assert schema.argument_index("alpha") == 2 and schema.argument_index("beta") is None
    assert not schema.is_mutable and schema_named("aten.add_.Tensor").is_mutable
    assert "pointwise" in schema.tags


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("add(Tensor x) -> ()", "expected the name of an operator", 0),
        ("t::f(Tensor) -> ()", "expected the name of the argument", 11),
        ("t::f(Tensor x -> ()", "expected ','", 14),
        ("t::f(Tensor x)", "expected '->'", 14),
        ("t::f(Tensor(a x) -> ()", "expected ')'", 14),
        ("t::f(Tensor(!) x) -> ()", "expected an alias set", 12),
        ("t::f(int[2 x) -> ()", "expected ']'", 11),
        ("t::f(int x=) -> ()", "expected a default value", 11),
        ("t::f(int x=tomorrow) -> ()", "'tomorrow' is not a default value", 11),
        ("t::f(int x=08) -> ()", "malformed literal 08", 11),
        ('t::f(str x="\\xZZ") -> ()', "malformed literal", 11),
        ("t::f(int[12345] x) -> ()", "expected ']'", 13),
        ("t::f(int x=" + "9" * 5000 + ") -> ()", "expected ','", 91),
        ("t::f(int x=[[1]]) -> ()", "expected a default value", 12),
        ("t::f(" + "(" * 5000, "nested more than 100 deep", 106),
        ("t::f(Quaternion x) -> ()", "unknown type 'Quaternion'", 5),
        ("t::f(..., int x) -> ()", "expected ')'", 8),
        ("t::f(int x) -> int y z", "unexpected text after the end", 21),
        ("", "expected the name of an operator", 0),
    ],
)
def test_errors_point_at_the_place(text: str, message: str, offset: int) -> None:
    with pytest.raises(SchemaTextError) as caught:
        parse_schema(text)
    assert message in str(caught.value)
    assert caught.value.position == offset
    assert str(caught.value).splitlines()[-1] == "  " + " " * offset + "^"


def test_damaged_text_gives_one_clear_error() -> None:
    """Cut and turned lines of the table are schemas or errors, never anything else."""
    random = Random(0)
    table = operator_table()
    names = table.op_names("aten")
    for _ in range(2000):
        text = line_of(table, random.choice(names))
        at = random.randrange(len(text))
        damaged = random.choice(
            (text[:at], text[:at] + text[at + 1 :], text[:at] + text[at:][::-1], text[at:])
        )
        with suppress(SchemaTextError):
            parse_schema(damaged)


def test_names() -> None:
    overloads = [schema.overload for schema in schemas_of("aten::add")]
    assert overloads[:2] == ["Tensor", "Scalar"] and overloads[-1] == ""
    assert not schemas_of("aten::no_such_operator")
    with pytest.raises(KeyError, match=r"aten\.add\.Tensor"):
        schema_named("aten.add.Tensr")


def test_register() -> None:
    schema = register_schema("test_schema::twice.over(Tensor x, int n=2) -> Tensor")
    assert schema_named("test_schema.twice.over") is schema
    assert [*schemas_of("test_schema::twice")] == [schema]
    assert register_schema(str(schema)) == schema
    with pytest.raises(ValueError, match="already registered"):
        register_schema("test_schema::twice.over(Tensor x) -> Tensor")
    with pytest.raises(ValueError, match="already registered"):
        register_schema("aten::sin(Tensor self, int n) -> Tensor")


def test_types_of_the_table_are_known() -> None:
    """No word of the table is taken for a type variable by mistake."""
    table = operator_table()
    names = [name for space in table.namespaces() for name in table.op_names(space)]
    values = [v for n in names for v in (*table[n].arguments, *table[n].returns)]
    variables = {v.type.variable.data for v in values if isinstance(v.type, VarType)}
    assert variables == {"t", "t1", "t2"}
    assert StrType() in {v.type for v in values}
