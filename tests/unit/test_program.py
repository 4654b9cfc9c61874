"""Programs of functions and classes: the order of compilation, and knowledge before it."""

from __future__ import annotations

import pytest
from line_count import grows_linearly, lines_run
from xdsl.dialects.builtin import f64, i64
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.prim import CallMethodOp
from xdsl_torchscript.dialects.types import ClassType, ListType
from xdsl_torchscript.frontend.script.classes.values import ClassValue
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.lowering.ts.script_compiler import compile_source

TEXT = """
class C:
    def __init__(self, n: int):
        self.n = n
        self.xs: List[int] = []
    def get(self, k: int = 2) -> int:
        return self.n + k
    def __add__(self, o: "C") -> "C":
        return C(self.n + o.n)
    @property
    def double(self):
        return self.n * 2
    @staticmethod
    def make(n: int):
        return C(n)

def told(c: C) -> int:
    return c.get()

def f(x: int):
    return told(C(x) + C.make(2))
"""


def program(text: str = TEXT, prefix: str = "__torch__.") -> Program:
    made = Program(lower_exits)
    made.add_text(text, "p.py", prefix)
    return made


def test_nothing_is_compiled_before_it_is_requested() -> None:
    made = program()
    assert made.functions() == ("__torch__.C.make", "__torch__.told", "__torch__.f")
    assert not next(iter(made.module.body.block.ops)).regions[0].block.ops
    made.function("__torch__.f")
    names = [op.sym_name.data for op in made.module.walk() if isinstance(op, FuncOp)]
    assert "__torch__.f" in names
    assert "__torch__.told" not in names, "its annotations tell what a call needs"
    assert "get" not in names


def test_attributes_come_from_init() -> None:
    op = program().class_op("__torch__.C")
    assert {name: attr.type for name, attr in op.slots.items()} == {"n": i64, "xs": ListType(i64)}
    assert list(op.methods) == ["__init__"]


def test_methods_by_name() -> None:
    made = program()
    assert made.method_names("__torch__.C") == ("__init__", "get", "__add__", "__double_getter")
    op = made.method("__torch__.C", "__add__")
    assert op.function_type.outputs.data == (ClassType.get("__torch__.C"),)
    with pytest.raises(KeyError):
        made.method("__torch__.C", "missing")
    with pytest.raises(KeyError):
        made.function("__torch__.missing")


def test_everything_in_the_order_of_the_text() -> None:
    module = program().compile_all()
    module.verify()
    names = [op.get_attr_or_prop("sym_name") for op in module.body.block.ops]
    assert [str(name) for name in names] == [
        '"__torch__.C"', '"__torch__.told"', '"__torch__.f"', '"__torch__.C.make"'
    ]  # fmt: skip


def test_each_bad_function_has_its_error() -> None:
    text = "def f():\n    return x\ndef g():\n    return f()\ndef h():\n    return y\n"
    with pytest.raises(SourceError) as caught:
        compile_source(text, "p.py")
    assert caught.value.line == 2
    assert [error.line for error in caught.value.further] == [6]


def test_long_chains_of_calls() -> None:
    text = "def f0(x: int):\n    return x\n"
    text += "".join(f"def f{i}(x: int):\n    return f{i - 1}(x)\n" for i in range(1, 200))
    made = program(text, "")
    assert made.function("f199").function_type.outputs.data == (i64,)


def test_recursion_is_found_where_signatures_are_inferred() -> None:
    text = "def f(x: int) -> int:\n    return g(x)\ndef g(x: int) -> int:\n    return f(x)\n"
    with pytest.raises(SourceError, match="calls itself"):
        compile_source(text)


MODULES = """
class Relu(Module):
    __parameters__ = []
    __buffers__ = []
    training : bool
    k : Final[float] = 0.5
    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x) + self.k
class Layers(Module):
    __annotations__["0"] = __torch__.Relu
    __annotations__["1"] = __torch__.Relu
class M(Module):
    __parameters__ = ["w"]
    __buffers__ = ["b"]
    w : Tensor
    b : Tensor
    layers : __torch__.Layers
    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x) + i
        return self.layers[-1](x) * len(self.layers)
"""


def test_modules_as_they_are_serialized() -> None:
    made = program(MODULES)
    layers = made.find("__torch__.Layers")
    assert isinstance(layers, ClassValue)
    layers.definition.container = "list"
    made.compile_all().verify()
    op = made.class_op("__torch__.M")
    kinds = {name: attr.kind and attr.kind.data for name, attr in op.slots.items()}
    assert kinds == {"w": "parameter", "b": "buffer", "layers": None}
    constant = made.class_op("__torch__.Relu").attrs["k"]
    assert constant.type == f64
    assert constant.value is not None
    calls = [op for op in op.methods["forward"].walk() if isinstance(op, CallMethodOp)]
    assert [call.method.data for call in calls] == ["forward"] * 3


def _cost(text: str) -> int:
    program = Program(lower_exits)
    program.add_text(text, "large.py")
    return lines_run(program.compile_all)


def test_long_chain_of_calls_compiles_in_linear_time() -> None:
    def cost(count: int) -> int:
        lines = [f"def f{i}(x): return f{i - 1}(x)" for i in range(1, count)]
        return _cost("\n".join([*reversed(lines), "def f0(x): return x"]))

    assert grows_linearly(cost, 50)


def test_nested_named_tuples_cost_at_most_the_square() -> None:
    """A type within a type is compared with all that is in it: 26 times for 8 times as many."""

    def cost(count: int) -> int:
        classes = [f"class N{i}(NamedTuple):\n  x: N{i - 1}\n" for i in range(1, count)]
        return _cost("class N0(NamedTuple):\n  x: int\n" + "".join(classes))

    assert cost(8 * 25) < 64 * cost(25)


def test_named_tuples_are_bounded() -> None:
    classes = [f"class N{i}(NamedTuple):\n  x: N{i - 1}\n" for i in range(1, 2500)]
    with pytest.raises(SourceError, match="more than 2000 fields") as caught:
        _cost("class N0(NamedTuple):\n  x: int\n" + "".join(classes))
    assert caught.value.further == ()
