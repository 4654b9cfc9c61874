"""Every graph that PyTorch prints of the programs at hand: scripted, inlined, frozen, profiled,
optimised with and without gradients, and from archives.

`python tests/conformance/printed_graphs.py FOLDER` writes them, one file each. It sets options of
PyTorch that hold for a whole process, so tests run it as a process of its own.
"""

from __future__ import annotations

import importlib
import io
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch

HERE = Path(__file__).resolve().parent
UNIT = HERE.parent / "unit"
sys.path[:0] = [str(HERE), str(UNIT), str(HERE / "zoo")]

from families import ZOO  # noqa: E402
from gen_graph_dumps import backward_graphs, enable_fusion  # noqa: E402
from gen_language import load, tensor  # noqa: E402
from saving import made  # noqa: E402
from script_programs import files, programs, values  # noqa: E402
from zoo_archives import golden  # noqa: E402

RUNS = 3
"""The number of runs: the first profiles, the second specialises, the third runs the result."""

SPELLING = re.compile(r" # .*|\.___torch_mangle_\d+|%[\w.]+")
"""Text in which equivalent graphs may differ."""

Row = tuple[str, Any]
Inputs = Callable[[], list[Any]]


def rows_until_failure(rows: Iterator[Row]) -> Iterator[Row]:
    """Yield the rows up to a failure of PyTorch: some programs raise."""
    try:
        yield from rows
    except Exception as error:  # noqa: BLE001 - PyTorch raises what it likes
        print(type(error).__name__, str(error).splitlines()[:1], file=sys.stderr)


def recording(value: Any) -> Any:
    """Return float tensors with gradients required; other values unchanged."""
    if isinstance(value, torch.Tensor) and value.is_floating_point():
        return value.detach().clone().requires_grad_()
    return value


def executed_graphs(function: Any, inputs: Inputs) -> Iterator[Row]:
    """Yield the graphs that the profiling executor runs, from the first call to the last."""
    for run in range(RUNS):
        function(*inputs())
        yield f"run{run}", torch.jit.last_executed_optimized_graph()
    yield "graph_for", function.graph_for(*inputs())


def with_gradients(function: Any, inputs: Inputs) -> Iterator[Row]:
    def leaves() -> list[Any]:
        return list(map(recording, inputs()))

    for name, graph in executed_graphs(function, leaves):
        yield f"gradient.{name}", graph
    for number, graph in enumerate(backward_graphs(function, leaves())):
        yield f"backward{number}", graph


def of_function(function: Any, calls: list[Inputs]) -> Iterator[Row]:
    yield "script", function.graph
    yield "inlined", function.inlined_graph
    for number, inputs in enumerate(calls):
        for name, graph in rows_until_failure(executed_graphs(function, inputs)):
            yield f"{number}.{name}", graph
        for name, graph in rows_until_failure(with_gradients(function, inputs)):
            yield f"{number}.{name}", graph


def of_module(module: Any, calls: list[tuple[str, Inputs]]) -> Iterator[Row]:
    """Yield the graphs of a module and its submodules."""
    for path, part in module.named_modules():
        for name in part._c._method_names():
            yield f"{path}.{name}.script", part._c._get_method(name).graph
    for number, (method, inputs) in enumerate(calls):
        for name, graph in rows_until_failure(of_function(getattr(module, method), [inputs])):
            yield f"{method}.{number}.{name}", graph


def language() -> Iterator[Row]:
    for path in files():
        module = load(path)
        for program in programs(path):

            def rows(program=program, module=module) -> Iterator[Row]:  # fmt: skip
                calls = [lambda text=text: values(text, tensor) for text in program.inputs]
                yield from of_function(torch.jit.script(getattr(module, program.name)), calls)

            for name, graph in rows_until_failure(rows()):
                yield f"{program.file}.{program.name}.{name}", graph


def committed_programs() -> Iterator[Row]:
    """Yield the programs of `programs/`."""
    for file in ("pointwise", "language"):
        module = importlib.import_module(f"programs.{file}")
        for table in (module.SCRIPTS, getattr(module, "GRADIENTS", {})):
            for program, inputs in table.items():
                calls = [] if inputs is None else [inputs]
                for name, graph in rows_until_failure(
                    of_function(torch.jit.script(program), calls)
                ):
                    yield f"{program.__name__}.{name}", graph
    module = importlib.import_module("programs.modules")
    for cls in module.MODULES:
        calls = [("forward", module.TRACES[cls])] if cls in module.TRACES else []
        for name, graph in rows_until_failure(of_module(torch.jit.script(cls()), calls)):
            yield f"{cls.__name__}.{name}", graph


def of_model(model: Any) -> Iterator[Row]:
    module, calls = made(model, "eval", "float32", small=True)
    asked = [(call.method, lambda call=call: list(call.arguments)) for call in calls]
    scripted = torch.jit.script(module)
    yield from of_module(scripted, asked)
    methods = sorted({call.method for call in calls} - {"forward"})
    for name, graph in of_module(torch.jit.freeze(scripted, methods), asked[:1]):
        yield f"frozen.{name}", graph
    example = tuple(calls[0].arguments)
    for name, graph in of_module(torch.jit.trace(module, example, strict=False), asked[:1]):
        yield f"traced.{name}", graph


def zoo() -> Iterator[Row]:
    for model in ZOO.values():
        for name, graph in rows_until_failure(of_model(model)):
            yield f"zoo.{model.name}.{name}", graph


def archive_files() -> Iterator[tuple[str, bytes]]:
    for path in sorted((UNIT / "data/archives").glob("*.pt")):
        yield path.stem, path.read_bytes()
    for name, (data, _) in golden().items():
        yield f"zoo-{name}", data
    for path in sorted((UNIT / "data/releases").glob("*.zip")):
        with zipfile.ZipFile(path) as release:
            for name in release.namelist():
                yield f"{path.stem}-{name}", release.read(name)


def archives() -> Iterator[Row]:
    for file, data in archive_files():

        def rows(data=data) -> Iterator[Row]:  # fmt: skip
            yield from of_module(torch.jit.load(io.BytesIO(data)), [])

        for name, graph in rows_until_failure(rows()):
            yield f"{file}.{name}", graph


SOURCES = (committed_programs, language, archives, zoo)


def main() -> None:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    enable_fusion()
    printed: set[str] = set()
    seen: set[str] = set()
    for source in SOURCES:
        for name, graph in source():
            text = str(graph)
            if text in printed:  # as after most runs but the first
                continue
            printed.add(text)
            shape = SPELLING.sub("", text)
            if shape not in seen:
                seen.add(shape)
                path = out / f"{len(seen):05}.{name.replace('/', '-')}.graph"
                path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
