"""ScriptModule, ScriptFunction and CompilationUnit in Python."""

from __future__ import annotations

import copy
import enum
import gc
import pickle
import weakref
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest
from mlir_programs import unit_of

from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.runtime.errors import (
    InputMismatch,
    MissingOperatorsError,
    NoValueError,
    RuntimeFault,
    StateError,
)
from xdsl_torchscript.runtime.modules.handle import object_of, program_of
from xdsl_torchscript.runtime.modules.script_function import ScriptFunction, ScriptMethod
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.modules.script_object import ScriptObject
from xdsl_torchscript.runtime.modules.unit import CompilationUnit, compile
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device

NET = (Path(__file__).parent / "data/net.mlir").read_text()


def array(*values: float) -> Any:
    return np.array(values, np.float32)


def weights() -> dict[str, Any]:
    shared = np.arange(6, dtype=np.float32)
    return {"w0": shared[:2], "w1": shared[2:4], "p": array(1, 1)}


@pytest.fixture
def net() -> ScriptModule:
    return unit_of(NET, weights()).net


# ---- modules


def test_a_module_computes(net: ScriptModule) -> None:
    """x * w0 * w1 + b, then times n."""
    assert net(array(1, 1)).array.tolist() == [3, 12]
    assert net.forward(x=array(1, 1)).array.tolist() == [3, 12]
    assert net.get_method("forward")(array(1, 1)).array.tolist() == [3, 12]


def test_attributes_are_there_by_name(net: ScriptModule) -> None:
    assert (net.n, net.training, net.sizes) == (3, True, [1, 2])
    assert net.layers[0].k == 3
    assert net.p.array.tolist() == [1, 1]
    assert getattr(net.layers, "1") is net.layers[1]
    assert {"n", "layers", "forward", "state_dict"} <= set(dir(net))
    with pytest.raises(AttributeError, match="'Net' has no attribute 'nothing'"):
        _ = net.nothing
    with pytest.raises(AttributeError, match="no attribute 'layer'; close names: layers") as raised:
        _ = net.layer
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)
    with pytest.raises(AttributeError, match="no attribute 'cuda'; programs run on the CPU"):
        net.cuda()
    with pytest.raises(AttributeError, match="scripted modules take no new hooks"):
        net.register_forward_hook(print)
    assert not hasattr(net, "__len_hint__")


def test_set_attributes_are_visible_to_methods(net: ScriptModule) -> None:
    net.n = 1
    net.layers[0].weight = array(10, 10)
    assert net(array(1, 1)).array.tolist() == [21, 31]


@pytest.mark.parametrize(
    "name, value, message",
    [
        ("n", "text", r"the attribute 'n' of 'Net' takes a value of type int, not a str, 'text'"),
        ("p", 3, r"the attribute 'p' of 'Net' takes a value of type Tensor, not an int, 3"),
        ("sizes", [1, "a"], r"takes a value of type int, not a str, 'a'"),
        ("layers", 3, r"takes a value of type __torch__.ModuleList, not an int, 3"),
    ],
)
def test_a_value_of_another_type_is_refused(
    net: ScriptModule, name: str, value: object, message: str
) -> None:
    with pytest.raises(InputMismatch, match=message):
        setattr(net, name, value)


def test_constants_and_new_names_cannot_be_set(net: ScriptModule) -> None:
    with pytest.raises(AttributeError, match="'k' is a constant of 'Sub'"):
        net.layers[0].k = 4
    with pytest.raises(AttributeError, match="'Net' declares no attribute 'other'"):
        net.other = 1


def test_lists_come_as_copies(net: ScriptModule) -> None:
    net.sizes.append(3)
    assert net.sizes == [1, 2]


def test_a_submodule_can_be_replaced_by_one_of_its_class(net: ScriptModule) -> None:
    setattr(net.layers, "0", net.layers[1])
    assert net.layers[0] is net.layers[1]
    with pytest.raises(InputMismatch, match=r"not an object of __torch__\.Net"):
        setattr(net.layers, "0", net)


def test_lists_and_dicts_of_modules(net: ScriptModule) -> None:
    assert len(net.layers) == 2
    assert [*net.layers] == [net.layers[0], net.layers[-1]] == net.layers[0:2]
    assert net.layers[1] in net.layers and net not in net.layers
    assert [*net.named] == net.named.keys() == ["a"]
    assert net.named["a"] is net.named.a is net.named.values()[0]
    assert net.named.items() == [("a", net.layers[0])]
    assert "a" in net.named and "b" not in net.named
    assert net.layers[0] and len(net.layers[0]) == 1
    assert [*net.layers[0]] == [net.layers[0].weight]
    with pytest.raises(IndexError):
        _ = net.layers[2]


def test_the_tree_lists_shared_modules_once(net: ScriptModule) -> None:
    assert [n for n, _ in net.named_modules()] == ["", "layers", "layers.0", "layers.1", "named"]
    assert [n for n, _ in net.named_modules("net")][:2] == ["net", "net.layers"]
    assert [n for n, _ in net.named_children()] == ["layers", "named"]
    assert next(net.modules()) is net
    assert [*net.children()] == [net.layers, net.named]
    assert [n for n, _ in net.named_parameters()] == ["p", "layers.0.weight", "layers.1.weight"]
    assert [n for n, _ in net.named_parameters(recurse=False)] == ["p"]
    assert next(net.named_parameters("net"))[0] == "net.p"
    assert [n for n, _ in net.named_buffers()] == ["b"]
    assert len([*net.parameters()]) == 3 and len([*net.buffers()]) == 1
    assert net.get_submodule("layers.0") is net.layers[0]
    assert net.get_submodule("") is net
    with pytest.raises(AttributeError, match=r"'layers.0.weight' of 'Net' is not a module"):
        net.get_submodule("layers.0.weight")


def test_state_dict_has_every_name_in_order(net: ScriptModule) -> None:
    state = net.state_dict()
    assert [*state] == ["p", "b", "layers.0.weight", "layers.1.weight", "named.a.weight"]
    assert state["layers.0.weight"] is net.layers[0].weight
    assert next(iter(net.state_dict("x."))) == "x.p"


def test_load_state_dict_writes_in_place(net: ScriptModule) -> None:
    before = net.layers[0].weight
    state: dict[str, Any] = {name: t.array + 1 for name, t in net.state_dict().items()}
    assert net.load_state_dict(state) == ([], [])
    assert net.layers[0].weight is before and before.array.tolist() == [1, 2]
    found = net.load_state_dict({"b": array(0, 0), "zz": array(0)}, strict=False)
    assert found.unexpected_keys == ["zz"] and found.missing_keys[0] == "p"
    assert net.b.array.tolist() == [0, 0]


def test_load_state_dict_refuses_as_a_whole(net: ScriptModule) -> None:
    with pytest.raises(StateError) as caught:
        net.load_state_dict({"p": array(5, 5), "b": array(0), "zz": array(0)})
    assert caught.value.faults == (
        "'layers.0.weight' is missing",
        "'layers.1.weight' is missing",
        "'named.a.weight' is missing",
        "'zz' is unexpected",
        "'b' has the sizes [2], those given are [1]",
    )
    assert net.p.array.tolist() == [1, 1]


def test_train_and_eval_go_down(net: ScriptModule) -> None:
    assert net.eval() is net
    assert (net.training, net.layers[0].training) == (False, False)
    assert net.train().layers[1].training is True


def test_the_tree_as_text(net: ScriptModule) -> None:
    assert repr(net) == dedent("""\
        ScriptModule(
          original_name=Net
          (layers): ScriptModule(
            original_name=ModuleList
            (0): ScriptModule(original_name=Sub)
            (1): ScriptModule(original_name=Sub)
          )
          (named): ScriptModule(
            original_name=ModuleDict
            (a): ScriptModule(original_name=Sub)
          )
        )""")
    assert net.original_name == "Net"


def test_graph_and_code(net: ScriptModule) -> None:
    assert 'prim::CallMethod[name="forward"]' in str(net.graph)
    assert str(net.forward.graph) == str(net.graph)
    assert "CallMethod" not in str(net.inlined_graph)
    assert "aten::mul" in str(net.inlined_graph)
    assert 'prim::CallMethod[name="forward"]' in str(net.graph), "the program stays as it is"
    assert net.code == net.forward.code
    assert net.code.startswith("def forward(self,\n    x: Tensor) -> Tensor:\n")


def test_handles_are_those_of_one_object(net: ScriptModule) -> None:
    assert net.layers[0] is net.named.a
    assert net.layers[0] == net.named.a != net.layers[1]
    assert len({net.layers[0], net.named.a, net.layers[1]}) == 2
    assert program_of(net).handle(object_of(net)) is net


def test_a_deep_copy_shares_nothing_and_preserves_sharing_within(net: ScriptModule) -> None:
    """w0 and w1 are views of one array."""
    other = copy.deepcopy(net)
    assert other is not net and other.layers[0] is other.named.a is not net.layers[0]
    other.layers[0].weight.array[:] = 7
    other.n = 1
    assert (net.n, net.layers[0].weight.array.tolist()) == (3, [0, 1])
    assert other.layers[1].weight.array.tolist() == [2, 3]
    mine, theirs = (m.layers[0].weight.array.base for m in (net, other))
    assert not np.shares_memory(mine, theirs)
    first, second = (other.layers[i].weight.array for i in (0, 1))
    distance = second.ctypes.data - first.ctypes.data
    assert distance == 2 * first.itemsize


def test_a_copy_shares_the_tensors(net: ScriptModule) -> None:
    for other in (net.copy(), copy.copy(net)):
        assert other.layers[0] is other.named.a is not net.layers[0]
        assert other.layers[0].weight is net.layers[0].weight
        other.layers[0].training = False
        assert net.layers[0].training is True


def test_text_without_weights_fails_where_they_are_used() -> None:
    net = unit_of(NET).net
    assert net.n == 3
    with pytest.raises(RuntimeFault, match="the program does not contain the elements of 'w0'"):
        net(array(1, 1))
    with pytest.raises(NoValueError, match="the program does not contain the elements of 'p'"):
        _ = net.p.shape


def test_an_object_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="the program has no function 'other'"):
        _ = unit_of(NET).other
    with pytest.raises(NoValueError, match="the program has no object 'other'"):
        unit_of(NET).object("other")


def test_a_unit_is_released(net: ScriptModule) -> None:
    """Users keep handles alive, modules keep objects alive."""
    owner = weakref.ref(net.layers[0])
    gc.collect()
    assert owner() is None


# ---- functions

TEXT = """
def f(x, n: int = 3, s: str = "a", *, l: List[float] = None, o: Optional[int] = None):
    return x * n
"""


def unit_with(signature: str, result: str = "") -> ScriptFunction:
    return compile(f"from typing import *\ndef f({signature}){result}: return x").f


def test_compile_compiles_nothing_yet() -> None:
    unit = compile("def f(x): return x + 1\ndef g(x): return undefined(x)\n", "my.py")
    assert [f.name for f in unit.functions()] == ["f", "g"]
    assert unit.f(array(1)).array.tolist() == [2]
    with pytest.raises(SourceError, match=r"my.py:2:18: error: .*undefined"):
        unit.g(array(1))


def test_text_that_is_no_python() -> None:
    with pytest.raises(SourceError, match=r"<compile>:1:"):
        compile("def f(x:")


def test_a_unit_can_get_more() -> None:
    unit = CompilationUnit("def f(x: int) -> int: return x + 1")
    unit.define("def g(x: int) -> int: return f(x) * 2", "more.py")
    assert unit.function("g")(3) == 8
    assert "g" in dir(unit)
    with pytest.raises(KeyError, match="no function 'h'"):
        unit.function("h")
    with pytest.raises(TypeError, match="made from IR"):
        unit_of(NET).define("def g(x): return x")


def test_schema_and_views_of_a_function() -> None:
    unit = compile("def f(x, n: int = 3, v: float = 2.0, s: str = 'a\"b') -> Tensor: return x * n")
    assert str(unit.f.schema) == 'f(Tensor x, int n=3, float v=2., str s="a\\"b") -> Tensor'
    assert unit.f.name == unit.f.qualified_name == "f"
    assert "aten::mul" in str(unit.f.graph)
    assert unit.f.code.startswith("def f(x: Tensor,\n    n: int=3,")
    assert repr(unit.f) == "<ScriptFunction f>"


def test_arguments_by_place_by_name_and_by_default() -> None:
    f = compile("def f(x: int, n: int = 3, m: int = 4) -> int: return x * 100 + n * 10 + m").f
    assert [f(1), f(1, 2), f(1, m=5), f(x=1, n=2, m=3), f(1, 2, 3)] == [134, 124, 135, 123, 123]


@pytest.mark.parametrize(
    "args, kwargs, message",
    [
        ((), {}, "f() needs a value for 'x'"),
        ((1, 2, 3), {}, "f() takes at most 2 arguments, but 3 are given"),
        ((1,), {"m": 1}, "f() has no argument 'm'"),
        ((1,), {"x": 1}, "f() has 'x' given twice, by position and by name"),
        (("a",), {}, "f() takes for 'x' a value of type int, not a str, 'a'"),
    ],
)
def test_a_wrong_call_shows_the_declaration(args: Any, kwargs: Any, message: str) -> None:
    f = compile("def f(x: int, n: int = 3) -> int: return x").f
    with pytest.raises(InputMismatch) as caught:
        f(*args, **kwargs)
    assert str(caught.value) == f"{message}\n  f(int x, int n=3) -> int"


@pytest.mark.parametrize(
    "type, given, expected",
    [
        ("int", True, 1), ("int", np.int32(4), 4), ("int", Tensor(np.array(3)), 3),
        ("float", 3, 3.0), ("float", True, 1.0), ("float", np.float32(1.5), 1.5),
        ("bool", 1, True), ("bool", np.bool_(True), True),
        ("complex", 2, 2 + 0j), ("str", "a", "a"),
        ("torch.device", "cpu", Device("cpu")), ("torch.device", Device("cpu"), Device("cpu")),
        ("List[float]", [1, 2], [1.0, 2.0]), ("List[float]", (1, 2), [1.0, 2.0]),
        ("Tuple[int, float]", (1, 2), (1, 2.0)), ("Tuple[int, float]", [1, 2], (1, 2.0)),
        ("Dict[str, int]", {"a": 1}, {"a": 1}),
        ("Optional[int]", None, None), ("Optional[int]", 3, 3),
        ("Union[int, str]", "a", "a"), ("Union[int, str]", 3, 3),
        ("Any", [1, 2.5, "a", None], [1, 2.5, "a", None]),
        ("Any", {"a": (1, True)}, {"a": (1, True)}),
    ],
)  # fmt: skip
def test_values_convert_to_declared_types(type: str, given: object, expected: object) -> None:
    found = unit_with(f"x: {type}")(given)
    assert found == expected
    assert [found.__class__] == [expected.__class__]


@pytest.mark.parametrize(
    "type, given, reason",
    [
        ("int", 2.5, "int, not a float, 2.5"),
        ("int", 2**70, "int of 64 bits, which 1180591620717411303424 does not fit"),
        ("int", None, "int, not a NoneType, None"),
        ("float", 10**400, "float, which an integer of 1329 bits does not fit"),
        ("complex", 10**400, "complex, which an integer of 1329 bits does not fit"),
        ("float", "a", "float, not a str, 'a'"),
        ("str", 3, "str, not an int, 3"),
        ("Tensor", 3, "Tensor, not an int, 3; ts.tensor makes one"),
        ("Tensor", [1.0], "Tensor, not a list, [1.0]; ts.tensor makes one"),
        ("Tensor", np.array(["a"]), "Tensor, not a ndarray: a tensor cannot hold elements"),
        ("List[float]", [1, "a"], "float, not a str, 'a'"),
        ("List[float]", "ab", "float[], not a str, 'ab'"),
        ("Tuple[int, float]", (1,), "(int, float), but has 1 elements"),
        ("Dict[str, int]", {1: 1}, "str, not an int, 1"),
        ("Dict[str, int]", [1], "Dict(str, int), not a list, [1]"),
        ("Union[float, str]", 3, "Union(float, str), not an int, 3"),
        ("Union[int, str]", None, "Union(int, str), not a NoneType, None"),
        ("int", Tensor(np.zeros(2)), "a tensor with 2 elements is not one number"),
        ("Any", object, "any value of TorchScript, not a type, <class 'object'>"),
    ],
)
def test_what_does_not_fit_is_refused(type: str, given: object, reason: str) -> None:
    with pytest.raises(InputMismatch) as caught:
        unit_with(f"x: {type}")(given)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    "type, reason",
    [
        ("int", "int of 64 bits, which an integer of 16610 bits does not fit"),
        ("str", "str, not an int, an integer of 16610 bits"),
    ],
)
def test_an_integer_without_a_text_is_refused(type: str, reason: str) -> None:
    """Python writes no integers of so many digits."""
    with pytest.raises(InputMismatch, match=reason):
        unit_with(f"x: {type}")(10**5000)


class Exported:
    """Speaks DLPack alone."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self._array.__dlpack_device__()


def test_arrays_of_all_kinds_are_tensors_and_share_memory() -> None:
    own = np.zeros(2, np.float32)
    for given in (own, Tensor(own), Exported(own)):
        assert np.shares_memory(unit_with("x")(given).array, own)


def test_lists_given_are_copied() -> None:
    f = compile(
        "from typing import *\ndef f(x: List[int]) -> List[int]:\n    x.append(9)\n    return x"
    ).f
    given = [1]
    assert f(given) == [1, 9] and given == [1]


def test_a_function_without_implementation_is_refused_before_it_runs() -> None:
    unit = unit_of("""
        func.func @f(%x: i64) -> i64 {
          prim.Print(%x) : (i64) -> ()
          %r = ts.operator "nobody::knows"(%x) : (i64) -> i64
          func.return %r : i64
        }
    """)
    with pytest.raises(MissingOperatorsError, match=r"nobody\.knows"):
        unit.f(1)


def test_several_results_are_a_tuple() -> None:
    unit = unit_of("""
        func.func @two(%x: i64) -> (i64, i64) { func.return %x, %x : i64, i64 }
        func.func @none() { func.return }
    """)
    assert (unit.two(1), unit.none()) == ((1, 1), None)
    assert str(unit.two.schema) == "two(int x) -> (int, int)"
    assert str(unit.none.schema) == "none() -> ()"


# ---- classes and enums

CLASSES = """
from typing import *
from enum import Enum

class Color(Enum):
    RED = 1
    GREEN = 2

class Point(NamedTuple):
    x: int
    y: float = 2.0

class C:
    def __init__(self, n: int):
        self.n = n

    def __add__(self, other: "C") -> "C":
        return C(self.n + other.n)

    def times(self, k: int = 2) -> int:
        return self.n * k

def make(n: int) -> C:
    return C(n)

def read(c: C) -> int:
    return c.n

def many(n: int) -> Tuple[List[C], Dict[str, C]]:
    return [C(n), C(n + 1)], {"a": C(n + 2)}

def is_red(c: Color) -> bool:
    return c == Color.RED

def moved(p: Point) -> Point:
    return Point(p.x + 1, p.y)

def wrong(n: int) -> int:
    if n > 1:
        raise ValueError("too much")
    return n

def calls_wrong(n: int) -> int:
    return wrong(n) + 1
"""


@pytest.fixture(scope="module")
def unit() -> CompilationUnit:
    return compile(CLASSES, "classes.py")


def test_objects_of_classes(unit: CompilationUnit) -> None:
    c = unit.make(3)
    assert isinstance(c, ScriptObject) and isinstance(c.times, ScriptMethod)
    assert (c.n, c.times(), c.times(k=5), unit.read(c)) == (3, 6, 15, 3)
    c.n = 7
    assert unit.read(c) == 7
    assert (c + c).n == 14
    assert repr(c) == "<ScriptObject C>"
    assert str(c.times.schema) == "times(C self, int k=2) -> int"
    assert c.times.owner is c
    with pytest.raises(TypeError, match="'C' has no method '__sub__'"):
        _ = c - c
    with pytest.raises(InputMismatch, match="takes for 'c' a value of type C, not an int, 3"):
        unit.read(3)


def test_objects_inside_of_containers(unit: CompilationUnit) -> None:
    row, table = unit.many(1)
    assert ([c.n for c in row], table["a"].n) == ([1, 2], 3)


def test_classes_can_be_called(unit: CompilationUnit) -> None:
    assert unit.create("C", 4).n == 4
    assert "C" in unit.classes
    with pytest.raises(KeyError):
        unit.create("Nothing")


def test_enum_arguments(unit: CompilationUnit) -> None:
    class Color(enum.Enum):
        RED = 5

    assert unit.is_red(Color.RED) is True
    assert unit.is_red(unit.enum_member("Color", "GREEN")) is False
    assert str(unit.enum_member("Color", "GREEN")) == "Color.GREEN"
    with pytest.raises(InputMismatch, match="a value of type Enum<Color>, not an int, 1"):
        unit.is_red(1)


def test_named_tuple_arguments(unit: CompilationUnit) -> None:
    found = unit.moved((1, 2))
    assert (found.x, found.y, tuple(found)) == (2, 2.0, (2, 2.0))
    assert unit.moved(found)._asdict() == {"x": 3, "y": 2.0}
    assert copy.deepcopy(found) == found and copy.deepcopy(found).x == 2
    assert str(unit.moved.schema) == "moved(Point p) -> Point"


def test_a_raise_in_a_callee(unit: CompilationUnit) -> None:
    with pytest.raises(RuntimeFault) as caught:
        unit.calls_wrong(2)
    first, line, caret, second, *_ = str(caught.value).splitlines()
    assert first.startswith("classes.py:40:9: error: ") and first.endswith("ValueError: too much")
    assert line.strip().startswith("raise ValueError(") and caret.index("^") == line.index("raise")
    assert second == "classes.py:44:12: note: called from 'calls_wrong'"
    assert caught.value.class_name == "builtins.ValueError"
