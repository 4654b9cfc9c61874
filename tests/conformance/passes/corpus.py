"""Inlined graphs of PyTorch from everywhere: graph texts, scripted functions and modules, archives,
PyTorch's own scripts, and random programs. A graph is created on request.
"""

from __future__ import annotations

import importlib.util
import io
import random
import sys
import tarfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import torch
import torch.jit._decompositions
import torch.jit._shape_functions
from torch.testing._internal.common_modules import module_db

CONFORMANCE = Path(__file__).resolve().parents[1]
UNIT = CONFORMANCE.parent / "unit"

for folder in (CONFORMANCE, CONFORMANCE / "zoo", UNIT):
    sys.path.insert(0, str(folder))

from families import ZOO  # noqa: E402
from functional_calls import CALLS  # noqa: E402
from random_scripts import program  # noqa: E402
from saving import made  # noqa: E402
from script_programs import files, programs  # noqa: E402


@dataclass(frozen=True)
class Case:
    """A program of PyTorch; `make` returns an object with a graph: a function, module or method."""

    name: str
    make: Callable[[], Any]

    @contextmanager
    def graph(self) -> Iterator[Any]:
        """Give the inlined graph, a copy; None if PyTorch refuses the program. The program stays
        alive meanwhile: its graphs do not own the functions and classes that they name."""
        owner, graph = self._program()
        if graph is not None:
            torch._C._jit_pass_inline(graph)
        yield graph
        del owner

    def module(self) -> Any:
        """Return the scripted module, None for other programs and if PyTorch refuses it."""
        owner, graph = self._program()
        is_module = isinstance(owner, torch.jit.ScriptModule) and graph is not None
        return owner if is_module else None

    def _program(self) -> tuple[Any, Any]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                owner = self.make()
                return owner, owner.graph.copy()
        except Exception:  # noqa: BLE001 - PyTorch refuses with what it likes
            return None, None


@dataclass(frozen=True)
class Parsed:
    """A graph that belongs to no program."""

    graph: Any


@cache
def _load(path: Path) -> ModuleType:
    """Import a file, once: PyTorch keeps the classes that it scripts, by name."""
    spec = importlib.util.spec_from_file_location(f"judged_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _parse(text: str) -> Parsed:
    return Parsed(torch._C.parse_ir(text))


def graph_texts() -> Iterator[Case]:
    """Yield the committed graph texts that PyTorch reads: those without classes."""
    for path in sorted((CONFORMANCE / "data" / "graphs").glob("*.graph")):
        yield Case(f"text/{path.stem}", partial(_parse, path.read_text()))


def language() -> Iterator[Case]:
    """Yield the programs of tests/conformance/language and tests/conformance/programs."""
    for path in files():
        module = _load(path)
        for each in programs(path):
            yield Case(
                f"language/{each.key}", partial(torch.jit.script, getattr(module, each.name))
            )
    for name in ("pointwise", "language"):
        for function in _load(CONFORMANCE / "programs" / f"{name}.py").SCRIPTS:
            yield Case(f"programs/{name}/{function.__name__}", partial(torch.jit.script, function))


def functionals() -> Iterator[Case]:
    """Yield calls of torch.nn.functional, which PyTorch writes in Python."""
    head = "import torch\nimport torch.nn.functional as F\nfrom torch import Tensor\n"
    head += "from typing import Optional\n"
    for number, (parameters, expression) in enumerate(CALLS):
        text = f"{head}\ndef call({parameters}):\n    return {expression}\n"
        yield Case(f"functional/{expression}", partial(_script_text, text, number))


def _script_text(text: str, number: int) -> Any:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"functional_{number}.py"
        path.write_text(text)
        return torch.jit.script(_load(path).call)


def own_scripts() -> Iterator[Case]:
    """Yield the shape functions and decompositions that PyTorch itself scripts."""
    for module in (torch.jit._shape_functions, torch.jit._decompositions):
        for name, function in sorted(vars(module).items()):
            if callable(function) and getattr(function, "__module__", "") == module.__name__:
                yield Case(f"{module.__name__}/{name}", partial(torch.jit.script, function))


def zoo() -> Iterator[Case]:
    """Yield the models of tests/conformance/zoo, scripted, frozen and traced."""
    for name in ZOO:
        for way in ("train", "eval", "frozen", "trace"):
            yield Case(f"zoo/{name}.{way}", partial(_zoo_program, name, way))


def _zoo_program(name: str, way: str) -> Any:
    module, calls = made(ZOO[name], "train" if way == "train" else "eval", "float32", small=True)
    if way == "trace":
        example = calls[0].arguments
        return torch.jit.trace(module, example, check_trace=False, strict=False)
    scripted = torch.jit.script(module)
    return torch.jit.freeze(scripted) if way == "frozen" else scripted


def modules() -> Iterator[Case]:
    """Yield the modules of torch.nn with PyTorch's test arguments."""
    for info in module_db:
        inputs = info.module_inputs_func(
            info, device="cpu", dtype=torch.float32, requires_grad=False, training=True
        )
        for number, each in enumerate(inputs):
            name = f"module/{info.name}.{number}"
            yield Case(name, partial(_module_program, info.module_cls, each.constructor_input))


def _module_program(cls: Any, arguments: Any) -> Any:
    return torch.jit.script(cls(*arguments.args, **arguments.kwargs))


def archives() -> Iterator[Case]:
    """Yield the `forward` of every archive in tests/unit/data that PyTorch reads."""
    data = UNIT / "data"
    found = {path.name: path.read_bytes() for path in sorted(data.rglob("*.pt"))}
    with tarfile.open(data / "zoo.tar.xz") as tar:
        entries = [entry for entry in tar.getmembers() if entry.name.endswith(".pt")]
        found |= {entry.name: tar.extractfile(entry).read() for entry in entries}
    for name, content in found.items():
        yield Case(f"archive/{name}", partial(_archived_program, content))


def _archived_program(content: bytes) -> Any:
    return torch.jit.load(io.BytesIO(content))


def random_programs(seeds: Sequence[int]) -> Iterator[Case]:
    """Random scripts that write and alias."""
    for seed in seeds:
        yield Case(f"random/{seed}", partial(_random_program, seed))


def _random_program(seed: int) -> Any:
    return torch.jit.CompilationUnit(program(seed).source()).f


@cache
def whole_corpus(random_count: int) -> list[Case]:
    """Return all cases, in the same order in each run."""
    sources = (graph_texts, language, functionals, own_scripts, zoo, modules, archives)
    return [
        *(case for source in sources for case in source()),
        *random_programs(range(random_count)),
    ]


def corpus_slice(corpus: Sequence[Case], count: int, seed: int) -> list[Case]:
    """Draw cases; the same ones for one seed."""
    return random.Random(seed).sample(corpus, count)
