"""PyTorch's Python functions: every text compiles, and programs use it."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.printer import Printer

from xdsl_torchscript.dialects.symbol_names import CPP_CLASSES
from xdsl_torchscript.frontend.script import scheduler
from xdsl_torchscript.frontend.script.context import Context
from xdsl_torchscript.frontend.script.definitions import DeclaredSignature, FunctionDefinition
from xdsl_torchscript.frontend.script.functions import compile_function
from xdsl_torchscript.frontend.script.library.texts import TEXTS, names_of
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.frontend.script.serialized.names import script_names
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.core.verification import verify_all
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.runtime.operators.language.text import text_of
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device


def print_with_locations(module: ModuleOp) -> str:
    """Return the text with locations."""
    text = StringIO()
    Printer(text, print_debuginfo=True).print_op(module)
    return text.getvalue()


NAMES = [prefix + name for prefix in TEXTS for name in names_of(prefix)]


def test_every_function_compiles() -> None:
    program = Program(lower_exits)
    for name in NAMES:
        if name.startswith(CPP_CLASSES) and not name.rpartition(".")[2].startswith("_"):
            methods = [program.method(name, method) for method in program.method_names(name)]
            assert {"__getstate__", "__setstate__"} <= {m.sym_name.data for m in methods}
        else:
            assert program.function(name).sym_name.data == name
    assert not verify_all(program.module)


def test_a_program_contains_its_callees() -> None:
    unit = CompilationUnit("def f(x):\n    return F.nll_loss(x, x.long())\n")
    assert unit.function("f").op
    names = unit.definitions.functions()
    assert "__torch__.torch.nn.functional.nll_loss" in names
    assert "__torch__.torch.nn.functional.dropout" not in names


def test_functions_are_compiled_once_per_process(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "def f(x, w):\n    return F.batch_norm(x, None, None, w, w, True)\n"
    compiled: list[str] = []
    texts: set[str] = set()

    def compile(definition: FunctionDefinition, signature: DeclaredSignature, c: Context) -> FuncOp:
        compiled.append(definition.name)
        return compile_function(definition, signature, c)

    monkeypatch.setattr(scheduler, "compile_function", compile)
    for eager in (False, False, True):
        program = Program(lower_exits, script_names, eager=eager)
        program.add_text(text, "f.py")
        texts.add(print_with_locations(program.compile_all()))
    assert compiled.count("f") == 3
    assert len(set(compiled)) == len(compiled) - 2
    assert len(texts) == 1


def test_a_program_may_define_a_function_of_the_library() -> None:
    prefix = "__torch__.torch.nn.functional."
    own = "def _verify_batch_size(size: List[int]) -> None:\n    raise ValueError('own')\n"
    program = Program(lower_exits, script_names)
    program.add_text(own, "own.py", prefix)
    program.function(f"{prefix}group_norm")
    assert "own" in print_with_locations(program.compile_all())


def test_one_int_converts_to_a_list() -> None:
    unit = CompilationUnit("def f(x):\n    return F.max_pool2d(x, 2, stride=(1, 2))\n")
    assert unit.function("f").op


def test_results() -> None:
    text = "def f(x):\n    return F.softmax(F.relu(x), dim=0), F.dropout(x, 0.5, False)\n"
    code = CompilationUnit(text).function("f")
    x = Tensor(np.array([-1.0, 0.0, 0.0], np.float32))
    softened = np.asarray(code.program.function("f")(x)[0])
    np.testing.assert_allclose(softened, np.full(3, 1 / 3), rtol=1e-6)


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ("torch.norm(x)", "linalg_vector_norm"),
        ("torch.norm(x, p=1.0, dim=0)", "linalg_vector_norm"),
        ("torch.norm(x, p='nuc', dim=(0, 1))", "linalg_matrix_norm"),
        ("torch.norm(x, dim=-1, keepdim=True)", "linalg_vector_norm"),
        ("torch.stft(x, 4, return_complex=True)", "stft"),
        ("torch.unique_consecutive(x, return_counts=True)[1]", "unique_consecutive"),
        ("torch.unique_consecutive(x)", "unique_consecutive"),
    ],
)
def test_functions_of_torch(call: str, kind: str) -> None:
    unit = CompilationUnit(f"def f(x) -> Tensor:\n    return {call}\n")
    assert f"aten::{kind}(" in str(unit.function("f").inlined_graph)


def test_checks_of_tracing() -> None:
    text = "def f(n: int):\n    torch._assert(n > 2, 'too small')\n    return n\n"
    function = CompilationUnit(text).function("f")
    assert function(3) == 3
    with pytest.raises(RuntimeFault, match="too small"):
        function(2)


def test_a_switch_is_a_literal() -> None:
    text = "def f(x, b: bool):\n    return F.max_pool1d(x, 2, return_indices=b)\n"
    with pytest.raises(SourceError, match="'return_indices' is True or False here"):
        assert CompilationUnit(text).function("f").op


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0, "2."),
        (1e-7, "9.9999999999999995e-08"),
        (1e19, "1e+19"),
        (1.5 - 2j, "1.5-2.j"),
        ((1,), "(1,)"),
        (["a", None], "[a, None]"),
        ({"k": [True]}, "{k: [True]}"),
        (Tensor(np.array([1.5, 2.0], np.float32)), " 1.5000\n 2.0000\n[ CPUFloatType{2} ]"),
        (Tensor(np.zeros((1, 1, 2), np.int64)), "(1,.,.) = \n 0  0\n[ CPULongType{1,1,2} ]"),
    ],
)
def test_values_as_text(value: object, text: str) -> None:
    assert text_of(value) == text


def test_defaults_are_computed_once() -> None:
    """As Python does: they are part of the schema, and calls from Python need not give them."""
    unit = CompilationUnit(
        "def f(a: float = -float('inf'), b: int = 3 * 4, c: float = 2 ** -0.5,\n"
        "      d: torch.device = torch.device('cpu'), e: float = 1 / 3, g: int = torch.long):\n"
        "    return a, b, c, d, e, g\n"
    )
    assert unit.f() == (-float("inf"), 12, 2**-0.5, Device("cpu"), 1 / 3, 4)
    assert "float a=-inf, int b=12" in str(unit.f.schema)
