"""`ts.script` of modules and classes: attributes, methods, containers, marks, errors."""

# ruff: noqa: UP006, UP035, UP045
# pyright: basic
from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import pytest
from graph_programs import error_of

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.modules.handle import object_of

ONES = np.ones(2, dtype=np.float32)


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Mixed(enum.Enum):
    A = 1
    B = "b"


class Scale(ts.Module):
    def __init__(self, factor: Any) -> None:
        super().__init__()
        self.factor = factor

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return x * self.factor


class Two(ts.Module):
    """Ends in the same value whichever way its parts are reached."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = ts.ModuleList([Scale(2), Scale(3.0)])
        self.table = ts.ModuleDict({"a": Scale(2), "b": Scale(3.0)})


def class_of(module: Any) -> str:
    return object_of(module).class_name


# ---- state


def test_arrays_are_shared() -> None:
    class Net(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w = ts.Parameter(ONES.copy())
            self.register_buffer("b", ONES.copy())

        def forward(self, x: ts.Tensor) -> ts.Tensor:
            return x * self.w + self.b

    net = Net()
    scripted = ts.script(net)
    net.w.array[:] = 5
    assert scripted(ONES).array.tolist() == [6, 6]
    assert [name for name, _ in scripted.named_parameters()] == ["w"]
    assert [name for name, _ in scripted.named_buffers()] == ["b"]


def test_attributes_of_all_types() -> None:
    class Net(ts.Module):
        listed: List[int]

        def __init__(self) -> None:
            super().__init__()
            self.listed = []
            self.table = ts.Attribute({}, Dict[str, int])
            self.pair = (1, "a")
            self.color = Color.GREEN
            self.nothing = None

        def forward(self) -> Tuple[int, str, bool, bool, int]:
            self.listed.append(self.pair[0])
            self.table["k"] = 7
            green = self.color == Color.GREEN
            return len(self.listed), self.pair[1], green, self.nothing is None, self.table["k"]

    scripted = ts.script(Net())
    assert scripted() == (1, "a", True, True, 7)
    assert scripted() == (2, "a", True, True, 7)


def test_state_changes_are_seen_from_python() -> None:
    class Counter(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.count = 0

        def forward(self) -> int:
            self.count += 1
            return self.count

    scripted = ts.script(Counter())
    scripted()
    scripted()
    assert scripted.count == 2


def test_constants_decide_when_scripted() -> None:
    class Net(ts.Module):
        __constants__ = ["steps"]
        fast: ts.Final[bool]

        def __init__(self, fast: bool) -> None:
            super().__init__()
            self.fast = fast
            self.steps = [1, 2]

        def slow(self, x: int) -> int:
            return x.nothing()

        def forward(self, x: int) -> int:
            for step in self.steps:
                x += step
            if self.fast:
                return x
            return self.slow(x)

    assert ts.script(Net(True))(1) == 4
    assert "has no 'nothing'" in error_of(Net(False))


def test_training() -> None:
    class Net(ts.Module):
        def forward(self) -> bool:
            return self.training

    scripted = ts.script(Net())
    assert scripted()
    assert not scripted.eval()()


# ---- classes


def test_modules_share_classes_where_attributes_agree() -> None:
    one, two, three = ts.script(Scale(1)), ts.script(Scale(2)), ts.script(Scale(1.0))
    assert class_of(one) == class_of(two)
    assert class_of(one) != class_of(three)
    assert class_of(three).split(".")[-1] == "Scale"
    assert three.original_name == "Scale"


def test_shared_submodules_stay_shared() -> None:
    class Net(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.a = Scale(2)
            self.b = self.a

        def forward(self, x: ts.Tensor) -> ts.Tensor:
            return self.a(x) + self.b(x)

    scripted = ts.script(Net())
    assert scripted.a == scripted.b
    assert scripted(ONES).array.tolist() == [4, 4]


def test_scripted_modules_can_be_submodules() -> None:
    inner = ts.script(Scale(2))

    class Net(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = inner

        def forward(self, x: ts.Tensor) -> ts.Tensor:
            return self.inner(x)

    scripted = ts.script(Net())
    assert scripted(ONES).array.tolist() == [2, 2]
    assert scripted.inner == inner


# ---- methods


def test_methods_properties_and_exports() -> None:
    def twice(x: int) -> int:
        return 2 * x

    class Net(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.act = twice

        @property
        def width(self) -> int:
            return 3

        @staticmethod
        def fixed(x: int) -> int:
            return x + 1

        def helper(self, x: int) -> int:
            return self.act(x) + self.width

        def forward(self, x: int) -> int:
            return self.helper(self.fixed(x))

        @ts.export
        def extra(self, x: int) -> int:
            return -self.helper(x)

        def not_reached(self, x):
            return {*x}

    scripted = ts.script(Net())
    assert scripted(1) == 7
    assert scripted.extra(1) == -5
    assert not hasattr(scripted, "not_reached")


def test_inherited_methods() -> None:
    class Double(Scale):
        def forward(self, x: ts.Tensor) -> ts.Tensor:
            return self.more(x) * 2

        def more(self, x: ts.Tensor) -> ts.Tensor:
            return x + self.factor

    class Triple(Double):
        def more(self, x: ts.Tensor) -> ts.Tensor:
            return x * self.factor

    assert ts.script(Double(1))(ONES).array.tolist() == [4, 4]
    assert ts.script(Triple(3))(ONES).array.tolist() == [6, 6]


def test_unused_and_ignored_methods() -> None:
    class Net(ts.Module):
        def forward(self, x: int) -> int:
            if x < 0:
                return self.left_out(x, 1)
            return x

        @ts.unused
        def left_out(self, x: int, y: int) -> int:
            return sorted({x, y})[0]

    class Calls(ts.Module):
        def forward(self, x: int) -> int:
            return self.python(x)

        @ts.ignore
        def python(self, x: int) -> int:
            return x

    scripted = ts.script(Net())
    assert scripted(1) == 1
    with pytest.raises(RuntimeFault, match="'left_out' is marked unused"):
        scripted(-1)
    assert "'python' is marked ignore" in error_of(Calls())


# ---- containers


def test_loops_over_modules() -> None:
    class Net(Two):
        def forward(self, x: ts.Tensor) -> ts.Tensor:
            for layer in self.layers:
                x = layer(x)
            for index, layer in enumerate(self.layers):
                x = layer(x) + index
            for _, layer in self.table.items():
                x = layer(x)
            for factor, layer in zip((1, 1), self.layers):  # noqa: B905
                x = layer(x) * factor
            return x

    net = Net()
    scripted = ts.script(net)
    expected = ONES * 6
    expected = (expected * 2) * 3 + 1
    assert scripted(ONES).array.tolist() == (expected * 6 * 6).tolist()
    assert scripted(ONES).array.tolist() == net(ts.Tensor(ONES)).array.tolist()


def test_indices_of_modules() -> None:
    class Net(Two):
        def forward(self, x: ts.Tensor) -> Tuple[ts.Tensor, int, bool]:
            y = self.layers[0](x) + self.layers[-1](x) + self.table["b"](x)
            for layer in self.layers[1:]:
                y = layer(y)
            return y, len(self.layers), "a" in self.table

    y, count, held = ts.script(Net())(ONES)
    assert (y.array.tolist(), count, held) == ([24, 24], 2, True)


def test_an_index_of_modules_is_a_literal() -> None:
    class Net(Two):
        def forward(self, x: ts.Tensor, i: int) -> ts.Tensor:
            return self.layers[i](x)

    assert "literal" in error_of(Net())


def test_sequential() -> None:
    scripted = ts.script(ts.Sequential(Scale(2), ts.Sequential(Scale(3.0), Scale(4))))
    assert scripted(ONES).array.tolist() == [24, 24]


# ---- interfaces and classes


@ts.interface
class Layer(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        pass


def test_interfaces() -> None:
    class Net(ts.Module):
        layer: Layer

        def __init__(self, layer: Any) -> None:
            super().__init__()
            self.layer = layer

        def forward(self, x: ts.Tensor) -> ts.Tensor:
            return self.layer.forward(x)

    one, two = ts.script(Net(Scale(2))), ts.script(Net(Scale(3.0)))
    assert class_of(one) == class_of(two)
    assert two(ONES).array.tolist() == [3, 3]


@ts.script
class Stack:
    def __init__(self, first: int) -> None:
        self.items: List[int] = [first]

    def push(self, item: int) -> None:
        self.items.append(item)

    @property
    def size(self) -> int:
        return len(self.items)

    @staticmethod
    def empty_size() -> int:
        return 0

    def __add__(self, other: Stack) -> Stack:
        made = Stack(self.items[0])
        for item in self.items[1:] + other.items:
            made.push(item)
        return made


def test_classes() -> None:
    def f(n: int) -> Tuple[int, int]:
        stack = Stack(n) + Stack(n + 1)
        stack.push(7)
        return stack.size + Stack.empty_size(), stack.items[1]

    assert ts.script(f)(1) == (3, 2)
    assert isinstance(Stack(1), Stack)


def test_instances_come_back() -> None:
    def f() -> Stack:
        return Stack(4)

    made = ts.script(f)()
    made.push(5)
    assert made.items == [4, 5]


@dataclass
class Settings:
    width: int
    name: str = "plain"
    doubled: int = 0

    def __post_init__(self) -> None:
        self.doubled = self.width * 2


def test_dataclasses() -> None:
    def f(n: int) -> Tuple[int, str, int]:
        settings = Settings(n)
        return settings.width, Settings(1, name="x").name + settings.name, settings.doubled

    assert ts.script(f)(3) == (3, "xplain", 6)
    assert ts.script(Settings)(3).doubled == 6


# ---- errors


def test_attributes_without_a_type_fail_when_used() -> None:
    class Net(ts.Module):
        wrong: Dict[str, set]

        def __init__(self) -> None:
            super().__init__()
            self.odd = object()
            self.empty: List[int] = []
            self.wrong = {}

        def forward(self) -> int:
            return 1

    class Odd(Net):
        def forward(self) -> Any:
            return self.odd

    class Empty(Net):
        def forward(self) -> Any:
            return self.empty

    class Wrong(Net):
        def forward(self) -> Any:
            return self.wrong

    class OfClass(Net):
        scale = 3

        def forward(self) -> Any:
            return self.scale

    assert ts.script(Net())() == 1
    assert (
        "'odd' of 'Odd' did not become an attribute of the program: a 'object' is not"
        in error_of(Odd())
    )
    assert "the element type of an empty list is unknown" in error_of(Empty())
    assert "its annotation" in error_of(Wrong())
    assert "belongs only to the Python class 'OfClass'" in error_of(OfClass())


def test_dtypes_are_numbers_of_programs() -> None:
    class Cast(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.to = ts.float64

        def forward(self, x: ts.Tensor, extra: Optional[int] = None) -> ts.Tensor:
            return x.to(self.to if extra is None else extra)

    cast = ts.script(Cast())
    assert cast(ONES).dtype is ts.float64
    assert cast(ONES, ts.int32).dtype is ts.int32


def test_features_that_scripts_lack_are_named() -> None:
    class Net(ts.Module):
        def forward(self, xs: List[int]) -> List[int]:
            return list(map(abs, xs))

    assert "'map' is not part of TorchScript; write a list: [f(x) for x in xs]" in error_of(Net())


def test_parts_of_other_programs_are_reported() -> None:
    """A trace and a text have separate programs."""

    class Net(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.part = ts.trace(Scale(2), ts.ones(2))

        def forward(self, x: ts.Tensor) -> ts.Tensor:
            return self.part(x)

    traced = ts.trace(lambda x: x + 1, ts.ones(2))

    def call(x: ts.Tensor) -> ts.Tensor:
        return traced(x)

    assert "a 'ScriptModule' is not a TorchScript value; it belongs to another" in error_of(Net())
    assert "'ScriptFunction' cannot be called here: it belongs to another program" in error_of(call)


def test_private_attributes_are_attributes() -> None:
    class Net(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self._count = 0
            self._last = None

        def forward(self) -> int:
            self._count += 1
            return self._count

        @ts.export
        def keep(self, x: ts.Tensor) -> None:
            self._last = x

    class Counter(Net):
        _last: Optional[ts.Tensor]

    assert "'_last' has type NoneType, but the value is Tensor; annotate" in error_of(Net())
    scripted = ts.script(Counter())
    assert (scripted(), scripted(), scripted._count) == (1, 2, 2)
    scripted.keep(ONES)
    assert scripted._last.tolist() == [1, 1]


def test_values_must_fit_their_annotation() -> None:
    class Net(ts.Module):
        k: int

        def __init__(self) -> None:
            super().__init__()
            self.k = "three"  # type: ignore

        def forward(self) -> int:
            return self.k

    with pytest.raises(TypeError, match=r"'Net\.k' must be of type int"):
        ts.script(Net())


def test_errors_in_submodules_show_the_way() -> None:
    class Broken(ts.Module):
        def forward(self, x: int) -> int:
            return x.nothing()

    class Net(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.broken = Broken()

        def forward(self, x: int) -> int:
            return self.broken(x)

    message = error_of(Net())
    assert "has no 'nothing'" in message
    assert "note: 'Broken.forward' is called here" in message


def test_modules_of_pytorch_are_sent_elsewhere() -> None:
    base = type("Module", (), {"__module__": "torch.nn.modules.module"})
    with pytest.raises(TypeError, match=r"convert it with ts\.from_torch"):
        ts.script(type("Linear", (base,), {})())


def test_enums_of_several_types() -> None:
    def f(m: Mixed) -> int:
        return 1

    assert "must be ints, floats or strs alone" in error_of(f)
