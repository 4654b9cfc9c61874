"""The cost of passes that refuse all rewrites: the function is analysed once, as it stays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from line_count import grows_linearly, lines_run
from mlir_programs import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.lowering.core.registry import load_pass


def writes_to_an_argument(count: int) -> ModuleOp:
    write = "aten.relu_(%x) : (!ts.tensor) -> !ts.tensor"
    lines = "\n".join(f"%w{k} = {write}" for k in range(count))
    return module_of(f"func.func @f(%x: !ts.tensor) {{ {lines} func.return }}")


def writes_to_a_listed_tensor(count: int) -> ModuleOp:
    write = "aten.relu_(%a) : (!ts.tensor) -> !ts.tensor"
    lines = "\n".join(f"%w{k} = {write}" for k in range(count))
    return module_of(f"""
    func.func @f(%x: !ts.tensor) -> !ts.list<!ts.tensor> {{
      %a = aten.exp(%x) : (!ts.tensor) -> !ts.tensor
      %l = prim.ListConstruct(%a) : (!ts.tensor) -> !ts.list<!ts.tensor>
      {lines}
      func.return %l : !ts.list<!ts.tensor>
    }}""")


def forks_waited_for_after_a_print(count: int) -> ModuleOp:
    fork = """
      %f{0} = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {{
      ^bb0(%a{0}: !ts.tensor):
        %m{0} = aten.mm(%a{0}, %a{0}) : (!ts.tensor, !ts.tensor) -> !ts.tensor
        prim.return %m{0} : !ts.tensor
      }}
      prim.Print(%x) : (!ts.tensor) -> ()
      %r{0} = aten.wait(%f{0}) : (!ts.future<!ts.tensor>) -> !ts.tensor"""
    lines = "\n".join(map(fork.format, range(count)))
    return module_of(f"func.func @f(%x: !ts.tensor) {{ {lines} func.return }}")


@pytest.mark.parametrize(
    ("pass_name", "program", "refused"),
    [
        ("functionalize", writes_to_an_argument, "aten.relu_"),
        ("functionalize", writes_to_a_listed_tensor, "aten.relu_"),
        ("inline-fork-wait", forks_waited_for_after_a_print, "prim.fork"),
    ],
)
def test_refusals_take_linear_time(
    pass_name: str, program: Callable[[int], ModuleOp], refused: str
) -> None:
    def cost(count: int) -> int:
        module = program(count)
        lines = lines_run(lambda: load_pass(pass_name)().apply(Context(), module))
        assert sum(op.name == refused for op in module.walk()) == count
        return lines

    cost(1)  # Later calls find the operators loaded.
    assert grows_linearly(cost, 6)
