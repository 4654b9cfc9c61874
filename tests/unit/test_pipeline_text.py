"""Pass pipelines as text: both syntaxes, the values of options, errors with a place."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from xdsl.context import Context
from xdsl.dialects import test
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass, options_of
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import (
    PassNode,
    PipelineError,
    build_pipeline,
    parse_pipeline,
    step_text,
)


@dataclass(frozen=True)
class CountPass(TsPass):
    """Appends a `test.op` with its options to the module."""

    name = "count"
    width: int = field(default=8, metadata={"help": "a number", "least": 2, "most": 16})
    names: tuple[str, ...] = field(default=(), metadata={"help": "some words"})
    places: tuple[int, ...] = field(default=(), metadata={"help": "numbers", "least": 0})
    scale: float = field(default=1.0, metadata={"help": "a factor"})
    fast: bool = field(default=False, metadata={"help": "a switch"})
    mode: str = field(default="fast", metadata={"help": "a mode", "choices": ("fast", "exact")})

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        module.body.block.add_op(test.TestOp())


@dataclass(frozen=True)
class SplitPass(TsPass):
    """Adds a second block to the module."""

    name = "split-block"

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        module.body.add_block(Block())


@dataclass(frozen=True)
class CrashPass(TsPass):
    """Has a bug."""

    name = "crash"

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        module.body.blocks[7].erase()


TABLE: dict[str, type[ModulePass]] = {
    "count": CountPass,
    "split-block": SplitPass,
    "crash": CrashPass,
}
FACTORIES = {name: lambda cls=cls: cls for name, cls in TABLE.items()}


@pytest.mark.parametrize(
    ("text", "normal_form"),
    [
        ("", "builtin.module()"),
        ("a", "builtin.module(a)"),
        ("a,b,", "builtin.module(a,b)"),
        (" a ,\n\tb{ } ", "builtin.module(a,b)"),
        ("builtin.module()", "builtin.module()"),
        ("builtin.module(func.func(a,b{x=1}),c)", "builtin.module(func.func(a,b{x=1}),c)"),
        ("any ( any ( a ) )", "any(any(a))"),
        ("builtin.module(a),b", "builtin.module(builtin.module(a),b)"),
        ("a{b c=true}", "builtin.module(a{b c=true})"),
        ("2d-slice{n=3}", "builtin.module(2d-slice{n=3})"),
        ("a{v=1,2 , -3 w=1.5,1e-3}", "builtin.module(a{v=1,2,-3 w=1.5,0.001})"),
        ("a{f_g=x/y.mlir}", 'builtin.module(a{f-g="x/y.mlir"})'),
        (r'a{s="q\"\\" t=' + "'{,}'}", r'builtin.module(a{s="q\"\\" t="{,}"})'),
    ],
)
def test_parse(text: str, normal_form: str) -> None:
    assert str(parse_pipeline(text)) == normal_form
    assert str(parse_pipeline(normal_form)) == normal_form


def test_values_have_types() -> None:
    (node,) = parse_pipeline("a{i=-3 f=1. e=2e5 b=false s=fast d=2x q='1' m=1,x n}").elements
    assert isinstance(node, PassNode)
    assert node.spec.parameters == {
        "i": (-3,),
        "f": (1.0,),
        "e": (2e5,),
        "b": (False,),
        "s": ("fast",),
        "d": ("2x",),
        "q": ("1",),
        "m": (1, "x"),
        "n": (),
    }


def test_mlir_opt_brackets() -> None:
    (node,) = parse_pipeline("mlir-opt[cse,func.func(a)]").elements
    assert isinstance(node, PassNode)
    assert node.spec.parameters["arguments"][-1] == "builtin.module(cse,func.func(a))"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("a b", 3, "expected ',' or the end"),
        ("a)", 2, "expected ',' or the end"),
        (",a", 1, "expected a pass or an operation name"),
        ("func.func(a)", 1, "the outermost anchor must be"),
        ("builtin.module(a", 17, r"expected ',' or '\)'"),
        ("a{x=1", 6, "expected an option name or '}'"),
        ("a{=1}", 3, "expected an option name or '}'"),
        ("a{x=1 x=2}", 7, "option 'x' is given twice"),
        ("a{x=}", 5, "expected a value"),
        ("a{x=1,}", 7, "expected a value"),
        ('a{x="y}', 5, "the string is not closed"),
        (r'a{x="\x"}', 5, "malformed escape"),
        ("a{x=" + 5000 * "1" + "}", 5, "the number is too long"),
        ("mlir-opt[a", 9, "expected ',' or the end"),
        ("count,cuont", 7, "unknown pass 'cuont'; did you mean 'count'"),
        ("count{wide=1}", 1, "pass 'count': .*wide"),
        ("count{width=no}", 1, "pass 'count': width must be int, not no"),
        ("count{width=2,3}", 1, "pass 'count': width must be int, not 2,3"),
        ("count{width}", 1, "pass 'count': width must be int, not nothing"),
        ("count{places=a}", 1, "pass 'count': places must be .*int.*, not a"),
        ("count{mode=slow}", 1, "pass 'count': mode must be one of fast, exact, not slow"),
        ("count,count{width=1}", 7, "pass 'count': width must be at least 2, not 1"),
        ("count{width=17}", 1, "pass 'count': width must be at most 16, not 17"),
        ("count{width=true}", 1, "pass 'count': width must be an integer, not true"),
        ("count{places=0,-1}", 1, "pass 'count': places must be at least 0, not -1"),
        ("count{places=true}", 1, "pass 'count': places must be an integer, not true"),
    ],
)
def test_errors_have_a_place(text: str, column: int, message: str) -> None:
    with pytest.raises(PipelineError, match=message) as error:
        build_pipeline(text, FACTORIES)
    head, line, caret = str(error.value).split("\n")
    assert head.startswith(f"pass-pipeline:1:{column}: error: ")
    assert line == text
    assert caret == " " * (column - 1) + "^"


def test_error_on_a_later_line() -> None:
    with pytest.raises(PipelineError) as error:
        parse_pipeline("a,\n\tb c")
    assert str(error.value).split("\n") == [
        "pass-pipeline:2:4: error: expected ',' or the end of the pipeline",
        "\tb c",
        "\t  ^",
    ]


def test_options_reach_the_pass_and_print() -> None:
    (step,) = build_pipeline('count{width=4 names=a,"b c" scale=2.5 fast=true}', FACTORIES)
    assert step == CountPass(4, ("a", "b c"), (), 2.5, True)
    assert step_text(step) == 'count{width=4 names="a","b c" scale=2.5 fast=true}'
    assert step_text(CountPass()) == "count"


@pytest.mark.parametrize("width", [1, 17, True])
def test_options_are_checked_in_python_too(width: int) -> None:
    with pytest.raises(ValueError, match="width must be"):
        CountPass(width)


def test_options_show_their_bounds() -> None:
    types = {option.name: option.type for option in options_of(CountPass)}
    assert types["width"] == "int in [2, 16]"
    assert types["places"] == "tuple[int, ...] >= 0"
    assert types["scale"] == "float"


def nested() -> ModuleOp:
    """Return two operations with a region each, and one without."""
    holders = [test.TestOp(regions=[Region(Block([test.TestTermOp()]))]) for _ in range(2)]
    return ModuleOp([*holders, test.TestOp()])


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("count", 4),
        ("builtin.module(test.op(count))", 6),
        ("builtin.module(any(count))", 5),
        ("builtin.module(func.func(count))", 3),
        ("builtin.module(test.op(test.op(count)))", 3),
        ("count,builtin.module(test.op(count),count)", 4),
        ("builtin.module(test.op(count),count)", 7),
    ],
)
def test_nested_passes_run_on_their_anchor(text: str, count: int) -> None:
    module = nested()
    run_pipeline(build_pipeline(text, FACTORIES), Context(), module)
    assert len(list(module.body.block.ops)) == count
    module.verify()


def test_operations_that_a_nested_pass_adds_stay_next_to_its_anchor() -> None:
    module = nested()
    first, second, _ = module.body.block.ops
    run_pipeline(build_pipeline("builtin.module(any(count))", FACTORIES), Context(), module)
    ops = list(module.body.block.ops)
    assert (ops[0], ops[2]) == (first, second)


def test_a_nested_pass_may_not_split_the_block_around() -> None:
    module = nested()
    with pytest.raises(PassFailedException, match=r"splits the block around 'test\.op'"):
        run_pipeline(build_pipeline("any(any(split-block))", FACTORIES), Context(), module)
    assert len(list(module.body.block.ops)) == 3


def test_a_crash_is_a_failure_with_its_cause() -> None:
    steps = build_pipeline("any(crash)", FACTORIES)
    message = r"^pass 'crash' crashed, .*: IndexError: .* \(.*\.py:\d+\)$"
    with pytest.raises(PassFailedException, match=message) as error:
        run_pipeline(steps, Context(), nested())
    assert isinstance(error.value.__cause__, IndexError)
