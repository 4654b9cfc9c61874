"""Writes data/graphs/*.graph: graphs of the programs in programs/, as PyTorch prints them.

Run it where PyTorch is installed: `python tests/conformance/gen_graph_dumps.py [FOLDER]`.
"""

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import torch

HERE = Path(__file__).parent
OUT = HERE / "data" / "graphs"
RUNS = 3


def load(name: str):
    sys.path.insert(0, str(HERE))
    try:
        return importlib.import_module(f"programs.{name}")
    finally:
        sys.path.pop(0)


def enable_fusion() -> None:
    """Fuse on the CPU as well, with the evaluator that needs no LLVM."""
    torch._C._jit_set_texpr_fuser_enabled(True)
    torch._C._jit_override_can_fuse_on_cpu(True)
    torch._C._jit_set_te_must_use_llvm_cpu(False)


def optimized_graphs(fn, inputs) -> Iterator[tuple[str, object]]:
    """Yield the graphs of the first run, which profiles, and of the last, which is optimised."""
    for run in range(RUNS):
        fn(*inputs())
        if run in (0, RUNS - 1):
            stage = "profiled" if run == 0 else "optimized"
            yield stage, torch.jit.last_executed_optimized_graph()


def script_dumps(module) -> Iterator[tuple[str, object]]:
    for program, inputs in module.SCRIPTS.items():
        fn = torch.jit.script(program)
        yield f"{program.__name__}.script", fn.graph
        if "prim::Call" in str(fn.graph):
            yield f"{program.__name__}.inlined", fn.inlined_graph
        if inputs is None:
            continue
        for stage, graph in optimized_graphs(fn, inputs):
            if stage == "optimized" or program.__name__ in ("sin_mul_add", "if_else", "optionals"):
                yield f"{program.__name__}.{stage}", graph
    for program, inputs in getattr(module, "GRADIENTS", {}).items():
        fn = torch.jit.script(_copy(program))
        for stage, graph in optimized_graphs(fn, inputs):
            if stage == "optimized":
                yield f"{program.__name__}.gradient", graph
        for number, graph in enumerate(backward_graphs(fn, inputs())):
            yield f"{program.__name__}.backward{number}", graph


def backward_graphs(fn, inputs) -> Iterator[object]:
    """Yield the graphs that compute the gradients of an optimised function's groups."""
    for _ in range(RUNS):
        result = fn(*inputs)
        parts = result if isinstance(result, tuple) else (result,)
        sum(part.sum() for part in parts).backward()
    for plan in fn.get_debug_state().execution_plans.values():
        for group in plan.code.grad_executor_states():
            for of_group in group.execution_plans.values():
                yield of_group.graph


def _copy(program):
    """Another function object, so that scripting does not return the cached result."""
    copy = type(program)(
        program.__code__, program.__globals__, program.__name__, program.__defaults__
    )
    copy.__module__, copy.__annotations__ = program.__module__, program.__annotations__
    return copy


def module_dumps(module) -> Iterator[tuple[str, object]]:
    for cls in module.MODULES:
        torch.manual_seed(0)
        scripted = torch.jit.script(cls().eval())
        yield f"{cls.__name__}.script", scripted.graph
        yield f"{cls.__name__}.inlined", scripted.inlined_graph
        if cls.__name__ != "State":
            yield f"{cls.__name__}.frozen", torch.jit.freeze(scripted).graph
    for cls, inputs in module.TRACES.items():
        torch.manual_seed(0)
        traced = torch.jit.trace(cls().eval(), inputs())
        yield f"{cls.__name__}.trace", traced.graph
        yield f"{cls.__name__}.trace-inlined", traced.inlined_graph


def text_of(graph) -> str:
    """Return the text without local folders and counters of the process."""
    text = str(graph).replace(str(HERE) + "/", "")
    text = text.replace(str(Path(inspect.getfile(torch)).parent) + "/", "torch/")
    return re.sub(r"\.___torch_mangle_\d+", "", text)


def all_dumps() -> Iterator[tuple[str, str]]:
    enable_fusion()
    for name in ("pointwise", "language"):
        for dump, graph in script_dumps(load(name)):
            yield dump, text_of(graph)
    for dump, graph in module_dumps(load("modules")):
        yield dump, text_of(graph)


def main() -> None:
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else OUT
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("*.graph"):
        old.unlink()
    for name, text in all_dumps():
        (out / f"{name}.graph").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
