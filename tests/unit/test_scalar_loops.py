"""Loops over numbers as one function: the same as in the plain loop, in values and in failures."""

from __future__ import annotations

import math
import random
from textwrap import dedent
from typing import Any

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.codegen.scalar_loops import scalar_loop, scalar_loops
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.interpreter.frames import Frame, new_frame

LEAST, GREATEST = -(2**63), 2**63 - 1


def outcome(source: str, *arguments: object) -> object:
    """Compile a source, and return the outcome of `f`."""
    return outcome_of(ts.compile(source).f, *arguments)


def outcome_of(f: Any, *arguments: object) -> object:
    """Return the result of a function, or its failure."""
    try:
        return repr(f(*arguments))
    except RuntimeFault as fault:
        return str(fault)


def iteration_by_iteration(source: str, *arguments: object) -> object:
    with tier(enabled=False):
        return outcome(source, *arguments)


def texts(source: str) -> list[str]:
    """Return the generated code for the loops of `f`."""
    instructions = ts.compile(source).f.executable.instructions
    return [scalar_loop(instructions, start, end).text for start, end in scalar_loops(instructions)]


SUM = """
def f(n: int) -> int:
    s = 0
    for i in range(n):
        s = s + i * i
    return s
"""


def test_the_text_of_a_loop() -> None:
    expected = f"""\
        def run(registers):
         v0 = registers[0]
         v1 = 0
         for v4 in range(v0):
          v5 = v4 * v4
          v1 = v1 + v5
          if v1 > {GREATEST}: v1 = wrap(v1)
         registers[6] = v1
         return 5"""
    assert texts(SUM) == [dedent(expected)]


def test_a_loop_is_generated_when_it_is_reached() -> None:
    code = ts.compile(SUM.replace("s = 0", "s = n + 1")).f.executable
    loops = [start for start, _ in scalar_loops(code.instructions)]
    assert run(code, [3]) == (4 + 1 + 4,)
    assert list(code.generated.sources) == loops


def test_a_loop_can_be_entered_in_the_middle() -> None:
    code = ts.compile(SUM).f.executable
    start, end = next(scalar_loops(code.instructions))
    enter = code.instructions[start]
    trip, condition, total = enter.outputs
    registers = new_frame(code, [10])
    registers[trip], registers[condition], registers[total] = 8, True, 100
    assert Frame(code, registers, start + 1).run() == (100 + 64 + 81,)
    assert end > start + 1


def test_bounds_that_are_known_need_no_test() -> None:
    source = """
def f(n: int) -> int:
    s = 0
    for i in range(n):
        s = (i % 1000 + 7) * (i & 255) - 3
    return s
"""
    (text,) = texts(source)
    assert "wrap" not in text
    assert outcome(source, 5000) == iteration_by_iteration(source, 5000) != "0"


def test_a_condition_is_part_of_its_test() -> None:
    source = """
def f(n: int) -> int:
    s = 0
    for i in range(n):
        if not (i > 3):
            s += 1
        once = i < 5
        s += 2
        if once:
            s += 4
        twice = i < 7
        if twice:
            s += int(twice)
    return s
"""
    (text,) = texts(source)
    tests = [line.strip() for line in text.splitlines() if "if" in line and "wrap" not in line]
    assert tests == ["if not (v4 > 3):", "if v7:", "if v11:"]
    assert outcome(source, 9) == iteration_by_iteration(source, 9)


@pytest.mark.parametrize(
    ("step", "test"),
    [
        ("s + 4611686018427387904", f"if v1 > {GREATEST}:"),
        ("s - 4611686018427387904", f"if v1 < {LEAST}:"),
        ("s * 3", f"if not {LEAST} <= v1 <= {GREATEST}:"),
    ],
)
def test_only_bounds_that_may_be_exceeded_are_tested(step: str, test: str) -> None:
    source = SUM.replace("s + i * i", step)
    (text,) = texts(source)
    assert test in text
    for count in range(60):
        assert outcome(source, count) == iteration_by_iteration(source, count)


LOOPS = {
    "wraps": """
def f(n: int) -> int:
    s = 1
    for i in range(n):
        s = s * 6364136223846793005 + 1442695040888963407
    return s
""",
    "signs of quotients": """
def f(n: int) -> List[int]:
    r = [0]
    for i in range(n):
        for d in [-7, -2, 2, 7]:
            r.append((i - 5) // d)
            r.append((i - 5) % d)
    return r
""",
    "swapped values": """
def f(n: int) -> Tuple[int, int]:
    a, b = 0, 1
    for i in range(n):
        a, b = b, a + b
    return a, b
""",
    "while, break and continue": """
def f(n: int) -> int:
    c = 0
    while n != 1:
        c += 1
        if n % 2 == 0:
            n = n // 2
            continue
        n = 3 * n + 1
        if c > 20:
            break
    return c + n
""",
    "a return inside": """
def f(n: int) -> float:
    x = 0.5
    for i in range(n):
        x = 3.9 * x * (1.0 - x)
        if x > 0.95:
            return x
    return -x
""",
    "not a number": """
def f(n: int) -> Tuple[float, float, bool]:
    x, y = 1e300, 0.0
    for i in range(n):
        y = x - x
        x = x * x
    return x, y, y < x
""",
    "lists": """
def f(n: int) -> List[int]:
    r = [0]
    for i in range(n):
        r.append(r[-1] + i)
        r[0] = len(r)
    return r
""",
    "the old value is read after the new one is there": """
def f(n: int) -> Tuple[int, int]:
    a, b = 1, 0
    for i in range(n):
        c = a * 3
        if c > 20:
            c = c - a
        b = a + c
        a = c
    return a, b
""",
    "texts": """
def f(n: int) -> str:
    s = "it's {0} \\\\ \\n"
    for i in range(n):
        if s == "no":
            s = "yes"
        s = s + str(i)
    return s
""",
    "the condition is carried": """
def f(n: int) -> Tuple[int, bool]:
    go = n > 2
    i = 0
    while go:
        go = not (i >= n)
        i += 1
    return i, go
""",
}


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize("count", [-1, 0, 1, 9, 27])
def test_loops(name: str, count: int) -> None:
    source = LOOPS[name]
    if name == "while, break and continue" and count < 1:
        count = 6
    assert texts(source)
    assert outcome(source, count) == iteration_by_iteration(source, count)


FAILING = {
    "10 // (n - i)": "'aten.floordiv.int' op failed: division by zero",
    "10 % (n - i)": "'aten.remainder.int' op failed: division by zero",
    "int(divmod(1.0, float(n - i))[0])": "'aten.divmod.float' op failed: division by zero",
    "[1, 2, 3][i]": "'aten.__getitem__.t' op failed: list index out of range",
    "math.floor(float('inf'))": "op failed",
    "1 if [True, False][i] else 2": "'aten.__getitem__.t' op failed: list index out of range",
    "2 - int(not [True, False][i])": "'aten.__getitem__.t' op failed: list index out of range",
}


@pytest.mark.parametrize("expression", FAILING)
def test_a_failure_names_the_op_and_its_place(expression: str) -> None:
    source = f"""
def f(n: int) -> int:
    s = 0
    for i in range(n + 5):
        s += 1
        s += {expression}
    return s
"""
    found = outcome(source, 3)
    assert found == iteration_by_iteration(source, 3)
    assert str(found).startswith("<compile>:6:")
    assert FAILING[expression] in str(found)


def test_exceptions_in_a_loop() -> None:
    source = """
def f(n: int) -> int:
    for i in range(10):
        if i * i > n:
            raise ValueError("too large")
    return 0
"""
    assert outcome(source, 20) == iteration_by_iteration(source, 20)
    assert outcome(source, 200) == "0"


def test_loops_with_tensors_run_in_the_plain_loop() -> None:
    source = """
def f(x: Tensor, n: int) -> Tensor:
    for i in range(n):
        k = 0
        for j in range(i):
            k += j
        x = x + k
    return x
"""
    assert len(texts(source)) == 1
    assert str(ts.compile(source).f.executable).count("EnterLoop") == 2


def test_very_deep_nests_run_too() -> None:
    lines = ["def f(n: int) -> int:", "    s = 0"]
    for depth in range(25):
        lines.append("    " * (depth + 1) + f"for i{depth} in range(1):")
    lines += ["    " * 26 + "s += n", "    return s"]
    assert outcome("\n".join(lines), 3) == "3"


# ---- random programs


class Writer:
    """A random function `f` of two ints, a float and a bool, with loops over them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = ["def f(a: int, b: int, x: float, p: bool) -> Tuple[int, int, float, bool]:"]
        self.loops = 0

    def pick(self, *texts: str) -> str:
        return self.random.choice(texts)

    def int(self, depth: int = 2) -> str:
        if depth == 0:
            number = self.random.choice((0, 1, 2, 3, 7, -1, -5, 63, 2**31, 2**62, GREATEST))
            return self.pick("a", "b", *self.trips, str(number) if number >= 0 else f"({number})")
        one, two = self.int(depth - 1), self.int(depth - 1)
        sign = self.pick("+", "-", "*", "//", "%", "&", "|", "^")
        return self.pick(f"({one} {sign} {two})", f"({one} {sign} {two})", f"(-{one})",
                         f"abs({one})", f"min({one}, {two})", f"max({one}, {two})",
                         f"({one} >> ({two} & 31))", f"int({self.bool(0)})")  # fmt: skip

    def float(self, depth: int = 2) -> str:
        if depth == 0:
            return self.pick("x", "0.0", "0.5", "-2.5", "1e200", f"float({self.int(0)})")
        one, two = self.float(depth - 1), self.float(depth - 1)
        return self.pick(f"({one} {self.pick('+', '-', '*', '/', '%')} {two})", f"(-{one})",
                         f"abs({one})", f"max({one}, {two})", f"math.sqrt({one})")  # fmt: skip

    def bool(self, depth: int = 1) -> str:
        if depth == 0:
            return "p"
        sign = self.pick("<", "<=", "==", "!=", ">", ">=")
        return self.pick(f"({self.int(1)} {sign} {self.int(1)})", "p",
                         f"({self.float(1)} {sign} {self.float(0)})",
                         "(not p)", f"(p and {self.bool(0)})")  # fmt: skip

    trips: tuple[str, ...] = ()

    def statement(self, indent: str, depth: int) -> None:
        kind = self.random.randrange(8) if depth else self.random.randrange(5)
        if kind < 5:
            text = {0: f"a = {self.int()}", 1: f"b = {self.int()}", 2: f"x = {self.float()}",
                    3: f"p = {self.bool()}", 4: "a, b = b, a"}[kind]  # fmt: skip
            self.lines.append(indent + text)
        elif kind < 7:
            self.lines.append(f"{indent}if {self.bool()}:")
            self.block(indent + "    ", depth - 1)
            self.lines.append(f"{indent}else:")
            self.block(indent + "    ", depth - 1)
        else:
            self.loop(indent, depth - 1)

    def block(self, indent: str, depth: int) -> None:
        for _ in range(self.random.randint(1, 3)):
            self.statement(indent, depth)

    def loop(self, indent: str, depth: int) -> None:
        self.loops += 1
        trip, outer = f"i{self.loops}", self.trips
        self.lines.append(f"{indent}for {trip} in range({self.random.choice((0, 1, 2, 5))}):")
        self.trips = (*outer, trip)
        if self.random.random() < 0.3:
            leave = self.pick("break", "continue")
            self.lines += [f"{indent}    if {self.bool()}:", f"{indent}        {leave}"]
        self.block(indent + "    ", depth)
        self.trips = outer

    def text(self) -> str:
        self.loop("    ", 2)
        self.lines.append("    return a, b, x, p")
        return "\n".join(self.lines)


ARGUMENTS: list[tuple[Any, ...]] = [
    (3, -7, 1.5, True),
    (GREATEST, LEAST, -math.inf, False),
    (0, -1, math.nan, True),
]


@pytest.mark.parametrize("seed", range(60))
def test_random_programs(seed: int) -> None:
    source = Writer(seed).text()
    assert texts(source)
    for arguments in ARGUMENTS:
        assert outcome(source, *arguments) == iteration_by_iteration(source, *arguments), source
