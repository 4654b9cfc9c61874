"""Native code against the interpreter for whole programs: views, reductions, numbers, control flow.

The graphs in data/compiled are PyTorch's, of the functions in
tests/conformance/test_native_programs.py, which compares the same programs with PyTorch itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.tensor import Tensor

GRAPHS = Path(__file__).parent / "data" / "compiled"

CASES: list[tuple[str, tuple[Any, ...]]] = [
    ("gates", ()),
    ("counted_loop", (5,)),
    ("counted_loop", (0,)),
    ("while_loop", (50,)),
    ("nested", (6,)),
    ("branches", (True,)),
    ("branches", (False,)),
    ("views", (1.5,)),
    ("parts", ()),
    ("casts", ()),
    ("fills", ()),
    ("reductions", ()),
    ("numbers", (17, 5)),
    ("numbers", (-17, -5)),
]

PARTS_OF_SYMBOLS = {
    "gates": "unknown sizes",
    "parts": "unknown sizes",
    "views": "unknown sizes",
}
"""Programs that do not compile for symbolic sizes, with the reason."""


def leaves(value: object) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value


def inputs(arguments: tuple[Any, ...]) -> list[Any]:
    random = np.random.default_rng(0)
    x, y = random.normal(size=(6, 4)), random.random(6)
    return [*(Tensor(array.astype(np.float32)) for array in (x, y)), *arguments]


@pytest.mark.parametrize("symbolic", [False, True], ids=["static", "symbolic"])
@pytest.mark.parametrize(("name", "arguments"), CASES)
def test_engines_agree(name: str, arguments: tuple[Any, ...], symbolic: bool) -> None:
    path = GRAPHS / f"{name}.graph"
    module = parse_graph(path.read_text(encoding="utf-8"), path.name)
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    if symbolic and name in PARTS_OF_SYMBOLS:
        with pytest.raises(NativeUnsupported, match=PARTS_OF_SYMBOLS[name]):
            compile_func(module, "graph", inputs(arguments), symbolic=True)
        return
    kernel = compile_func(module, "graph", inputs(arguments), symbolic=symbolic)
    expected = leaves(run(Code.from_func(function), inputs(arguments)))
    for got, wanted in zip(leaves(kernel(*inputs(arguments))), expected, strict=True):
        if not isinstance(wanted, Tensor):
            assert (type(got), got) == (type(wanted), wanted)
            continue
        assert (got.array.dtype, got.array.shape) == (wanted.array.dtype, wanted.array.shape)
        np.testing.assert_allclose(got.array, wanted.array, rtol=1e-5, atol=1e-6)
