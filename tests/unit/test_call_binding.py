"""Calls from Python: a signature is read once, and nothing that may change is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mlir_programs import unit_of

from xdsl_torchscript.runtime.errors import InputMismatch
from xdsl_torchscript.runtime.modules import call_binding
from xdsl_torchscript.runtime.modules.signature import Signature
from xdsl_torchscript.runtime.modules.unit import CompilationUnit, compile

NET = (Path(__file__).parent / "data/net.mlir").read_text()


def net() -> CompilationUnit:
    shared = np.arange(6, dtype=np.float32)
    return unit_of(NET, {"w0": shared[:2], "w1": shared[2:4], "p": np.ones(2, np.float32)})


@pytest.fixture
def signatures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the functions whose signatures were built, in order."""
    made: list[str] = []

    class Counted(Signature):
        def __init__(self, function: Any, linker: Any, *, bound: bool = False) -> None:
            made.append(function.sym_name.data)
            super().__init__(function, linker, bound=bound)

    monkeypatch.setattr(call_binding, "Signature", Counted)
    return made


def test_a_module_reads_its_signature_once(signatures: list[str]) -> None:
    module, x = net().net, np.ones(2, np.float32)
    for _ in range(3):
        module(x)
        module.forward(x)
        module.get_method("forward")(x)
    assert signatures == ["forward"]


def test_objects_of_one_class_share_it(signatures: list[str]) -> None:
    module, x = net().net, np.ones(2, np.float32)
    module(x)
    module.copy()(x)
    assert signatures == ["forward"]


def test_a_function_reads_its_signature_once(signatures: list[str]) -> None:
    unit = compile("def f(x: int) -> int:\n    return x + 1\n")
    assert [unit.f(1), unit.f(2), unit.function("f")(3)] == [2, 3, 4]
    assert signatures == ["f"]


def test_an_attribute_that_is_set_counts_in_the_next_call() -> None:
    module, x = net().net, np.ones(2, np.float32)
    before = module(x).tolist()
    module.n = 2 * module.n
    assert module(x).tolist() == [2 * value for value in before]


def test_a_method_hides_no_method_of_python() -> None:
    source = """
class C:
    def __init__(self):
        self.n = 1
    def get_method(self) -> int:
        return self.n
    def twice(self) -> int:
        return 2 * self.n
"""
    made = compile(source).create("C")
    assert made.get_method("get_method")() == 1
    assert made.get_method("twice")() == made.twice() == 2


def test_faults_name_the_argument() -> None:
    unit = compile("def f(x: int, y: int = 2, *, z: int = 3) -> int:\n    return x + y + z\n")
    assert [unit.f(1), unit.f(1, 1), unit.f(1, 1, z=1), unit.f(z=0, x=1)] == [6, 5, 3, 3]
    plain = compile("def f(x: int, y: int) -> int:\n    return x + y\n")
    with pytest.raises(InputMismatch, match="takes for 'y' a value of type int, not a str, 'a'"):
        plain.f(1, "a")
    with pytest.raises(InputMismatch, match="takes at most 2 arguments, but 3 are given"):
        plain.f(1, 2, 3)
    with pytest.raises(InputMismatch, match="takes at most 1 argument, but 2 are given"):
        compile("def f(x: int) -> int:\n    return x\n").f(1, 2)
    with pytest.raises(InputMismatch, match="needs a value for 'y'"):
        plain.f(1)


class Printed:
    """Prints on several lines, as a table of a data library does."""

    def __repr__(self) -> str:
        return "   column\n0  a\n1  b"


class Table(Printed):
    def __array__(self, dtype: object = None, copy: object = None) -> Any:
        return np.array([["a"], ["b"]], dtype=object)


def test_tables_of_texts_are_refused_in_short() -> None:
    unit = compile("def f(x): return x\ndef g(n: int): return n")
    with pytest.raises(InputMismatch) as raised:
        unit.f(Table())
    first, _ = str(raised.value).splitlines()
    assert first == (
        "f() takes for 'x' a value of type Tensor, not a Table: a tensor cannot hold elements of "
        "numpy type 'object'; convert them, as by astype('float32')"
    )
    with pytest.raises(InputMismatch, match="int, not a Printed, column 0 a 1 b"):
        unit.g(Printed())
