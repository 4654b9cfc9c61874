"""`return`, `break`, `continue` at random places: compiled functions agree with Python."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.script import IterationOp, NextOp, ReturnOp
from xdsl_torchscript.lowering.core.verification import verify_all
from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run

PROGRAMS = 150
INPUTS = (-3, 0, 1, 4, 9)


class Writer:
    """Writes a random function of ints, three levels of blocks deep."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.loops = 0

    def expression(self) -> str:
        r = self.random
        left, right = r.choice("nab"), r.choice(["n", "a", "b", "1", "2", "7"])
        return f"{left} {r.choice('+-*')} {right}"

    def condition(self) -> str:
        r = self.random
        test = f"({self.expression()}) % {r.choice('2345')} {r.choice(['==', '<', '>'])} 1"
        return f"{test} {r.choice(['and', 'or'])} a < b" if r.random() < 0.2 else test

    def block(self, depth: int, in_loop: bool) -> None:
        for _ in range(self.random.randint(1, 4)):
            self.statement(depth, in_loop)

    def add(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def statement(self, depth: int, in_loop: bool) -> None:
        r = self.random
        kinds = ["assign", "assign", "if", "leave"] + ["for", "while", "if"] * (depth < 4)
        kind = r.choice(kinds) if depth < 5 else "assign"
        if kind == "if":
            self.add(depth, f"if {self.condition()}:")
            self.block(depth + 1, in_loop)
            if r.random() < 0.5:
                self.add(depth, "else:")
                self.block(depth + 1, in_loop)
        elif kind in ("for", "while"):
            self.loop(depth, kind)
        elif kind == "leave":
            words = ["return " + r.choice("abn")] + ["break", "continue"] * in_loop
            self.add(depth, r.choice(words))
        else:
            self.add(depth, f"{r.choice('ab')} = ({self.expression()}) % 1000")

    def loop(self, depth: int, kind: str) -> None:
        self.loops += 1
        name = f"i{self.loops}"
        if kind == "for":
            self.add(depth, f"for {name} in range({self.random.choice(['3', 'n', '1, 5'])}):")
        else:
            self.add(depth, f"{name} = 0")
            self.add(depth, f"while {name} < 4 and ({self.condition()}):")
            self.add(depth + 1, f"{name} += 1")
        self.add(depth + 1, "a = a + 1")
        self.block(depth + 1, True)

    def program(self) -> str:
        self.add(0, "def f(n: int) -> int:")
        self.add(1, "a = 1")
        self.add(1, "b = 2")
        self.block(1, False)
        self.add(1, "return a * 1000 + b")
        return "\n".join(self.lines) + "\n"


def by_python(program: str) -> Callable[[int], int]:
    names: dict[str, Callable[[int], int]] = {}
    exec(program, {}, names)
    return names["f"]


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_exits_are_those_of_python(seed: int) -> None:
    program = Writer(seed).program()
    module = compile_source(program)
    assert not verify_all(module), program
    assert not [op for op in module.walk() if isinstance(op, NextOp | ReturnOp | IterationOp)]
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    code, expected = Code.from_func(function), by_python(program)
    for n in INPUTS:
        assert run(code, [n]) == (expected(n),), f"n = {n}\n{program}"
