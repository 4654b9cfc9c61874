"""The rules of the house: import order, file size, and names of passes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "xdsl_torchscript"
FOLDERS = ("dialects", "frontend", "lowering", "runtime", "tools", "api")

# A place may import itself and the places named here.
ALLOWED = {
    "dialects": {"dialects"},
    "frontend": {"dialects", "frontend"},
    "lowering": {"dialects", "frontend", "lowering"},
    "runtime": {"dialects", "frontend", "lowering", "runtime"},
    "tools": {"dialects", "frontend", "lowering", "runtime", "tools"},
    "api": {"dialects", "frontend", "lowering", "runtime", "api"},
}
LOWERING_ORDER = (
    "core", "analysis", "ts", "ts_to_te", "te", "te_to_loops", "loops", "loops_to_llvm",
    "pipelines",
)  # fmt: skip
LIMIT = 600
TORCHSCRIPT = ("composites", "sources")
"""Folders of definitions in TorchScript, which are not imported."""
THIRD_PARTY_FILES = {"torch": 3, "llvmlite": 2}


def sources() -> list[Path]:
    """Return the Python files of the package."""
    files = (p for folder in FOLDERS for p in (ROOT / folder).rglob("*.py"))
    return sorted(p for p in files if p.parent.name not in TORCHSCRIPT or p.stem == "__init__")


def module_name(path: Path) -> str:
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    if parts[0] == "api":
        parts = parts[1:]
    if parts and parts[-1] == "__init__":
        parts = parts[:-1]
    return ".".join([PACKAGE, *parts])


MODULES = {module_name(p): p for p in sources()}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a file's syntax tree, each before its children."""
    return tuple(ast.walk(ast.parse(path.read_text())))


@cache
def imported_modules(path: Path) -> tuple[tuple[str, int], ...]:
    """Return every module that a file imports, as (name, line)."""
    found: list[tuple[str, int]] = []
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found += ((alias.name, node.lineno) for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.append((full if full in MODULES else node.module, node.lineno))
    return tuple(found)


def place(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in FOLDERS else "api"


def level(module: str) -> int | None:
    parts = module.split(".")
    if len(parts) < 3 or parts[1] != "lowering":
        return None
    return LOWERING_ORDER.index(parts[2])


def own_imports(path: Path) -> Iterator[tuple[str, int]]:
    return ((m, line) for m, line in imported_modules(path) if m.split(".")[0] == PACKAGE)


def test_imports_follow_the_order() -> None:
    breaches = [
        f"{path.relative_to(ROOT)}:{line}: imports {module}"
        for name, path in MODULES.items()
        for module, line in own_imports(path)
        if place(module) not in ALLOWED[place(name)]
    ]
    assert not breaches, "\n".join(breaches)


def test_lowering_uses_the_frontend_in_two_places() -> None:
    users = {
        name
        for name, path in MODULES.items()
        for module, _ in own_imports(path)
        if place(name) == "lowering" and place(module) == "frontend"
    }
    expected = {"decomposition.decompositions", "script_compiler"}
    assert users == {f"{PACKAGE}.lowering.ts.{name}" for name in expected}


def test_levels_of_lowering_follow_the_order() -> None:
    breaches: list[str] = []
    for name, path in MODULES.items():
        own = level(name)
        for module, line in own_imports(path):
            other = level(module)
            if own is not None and other is not None and other > own:
                breaches.append(f"{path.relative_to(ROOT)}:{line}: imports {module}")
    assert not breaches, "\n".join(breaches)


def test_no_import_cycle() -> None:
    edges = {
        name: {m for m, _ in own_imports(path) if m in MODULES and m != name}
        for name, path in MODULES.items()
    }
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail[trail.index(name) :], name))
        if name in done:
            return
        for other in sorted(edges[name]):
            visit(other, (*trail, name))
        done.add(name)

    for name in edges:
        visit(name, ())


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(ROOT)))
def test_no_hidden_import(path: Path) -> None:
    hidden = [
        node.lineno
        for function in nodes(path)
        if isinstance(function, FUNCTIONS)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert not hidden, f"imports inside function bodies at lines {hidden}"


LATE = re.compile(rf"{PACKAGE}(\.\w+)+:\w+")


def late_imports(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the modules and names that a file imports by string, each with its line."""
    for node in nodes(path):
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and LATE.fullmatch(value):
            yield value, node.lineno


def test_late_imports_name_existing_modules() -> None:
    names = {name for path in sources() for name, _ in late_imports(path)}
    assert names
    for name in sorted(names):
        resolve_name(name)


def test_late_imports_follow_the_order() -> None:
    breaches = [
        f"{path.relative_to(ROOT)}:{line}: imports {late}"
        for name, path in MODULES.items()
        for late, line in late_imports(path)
        if place(late.partition(":")[0]) not in ALLOWED[place(name)]
    ]
    assert not breaches, "\n".join(breaches)


TARGET = re.compile(r"([a-z_]\w*(?:\.\w+)*)(:\w+)?")
CYCLES = {
    "dialects.registry": "xDSL lists our dialects at start-up, and imports those of a program",
    "lowering.core.registry": "a schedule names passes, and a pass applies it",
    "runtime.modules.engines": "the interpreter runs without the compiler of the others",
    "runtime.modules.script_module": "a pickle of a module is its archive, and is loaded as such",
}
"""Modules whose strings close a cycle of imports, with the reason. They must not import at once."""


def targets(module: str) -> set[str]:
    """Return the modules that strings of a module name: in full, or as `module:name` below its
    folder."""
    strings = {node.value for node in nodes(MODULES[module]) if isinstance(node, ast.Constant)}
    matches = [m for text in strings if isinstance(text, str) and (m := TARGET.fullmatch(text))]
    folder = f"{PACKAGE}.{place(module)}"
    found = {m[1] for m in matches} | {f"{folder}.{m[1]}" for m in matches if m[2]}
    return (found & MODULES.keys()) - {module, PACKAGE}


def cycle(tables: Iterable[str]) -> list[str]:
    """Return a cycle of imports, those by string included but for those of the tables."""
    without = {f"{PACKAGE}.{name}" for name in tables}
    edges = {
        name: {module for module, _ in own_imports(path) if module in MODULES}
        | (set() if name in without else targets(name))
        for name, path in MODULES.items()
    }
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_import_by_string_closes_a_cycle() -> None:
    assert targets(f"{PACKAGE}.runtime.modules.engines")
    found = cycle(CYCLES)
    assert not found, " <- ".join(found)


@pytest.mark.parametrize("table", CYCLES)
def test_every_start_up_table_closes_a_cycle(table: str) -> None:
    assert cycle(CYCLES.keys() - {table})


def test_one_helper_imports_by_string() -> None:
    by_string = re.compile(r"\b(resolve_name|import_module|__import__)\b")
    users = {str(p.relative_to(ROOT)) for p in sources() if by_string.search(p.read_text())}
    assert users == {"dialects/lazy_import.py"}


RENEWED_LOCKS = {"runtime/executors/background.py", "runtime/native/compile_worker.py"}
"""Files whose locks each forked child creates anew."""


def test_no_child_of_a_fork_inherits_a_lock_that_is_held() -> None:
    """Other threads hold them for ever."""
    held = re.compile(r"(?<!survive_fork\()(?:\bthreading\.|(?<![\w.]))R?Lock\(\)")
    users = {str(p.relative_to(ROOT)) for p in sources() if held.search(p.read_text())}
    assert users == {"dialects/after_fork.py", *RENEWED_LOCKS}


@pytest.mark.parametrize("package", THIRD_PARTY_FILES)
def test_heavy_packages_stay_in_few_files(package: str) -> None:
    users = [
        str(path.relative_to(ROOT))
        for path in sources()
        if any(m.split(".")[0] == package for m, _ in imported_modules(path))
    ]
    assert len(users) <= THIRD_PARTY_FILES[package], users


def test_no_file_is_too_long() -> None:
    folders = [ROOT / name for name in (*FOLDERS, "tests", "benchmarks")]
    everywhere = [
        p for folder in folders for kind in ("py", "ll") for p in folder.rglob(f"*.{kind}")
    ]
    lengths = {p.relative_to(ROOT): len(p.read_text().splitlines()) for p in everywhere}
    too_long = {str(p): n for p, n in lengths.items() if n > LIMIT}
    assert not too_long


def test_no_class_name_is_defined_twice() -> None:
    """Private ones count. Operations aside, which are named by their dialects, too: `prim.Return`,
    `script.return`."""
    classes = [
        (node.name.lstrip("_"), str(path.relative_to(ROOT)))
        for path in sources()
        for node in nodes(path)
        if isinstance(node, ast.ClassDef) and "irdl_op_definition" not in _decorators(node)
    ]
    places = {name: [file for other, file in classes if other == name] for name, _ in classes}
    twice = {name: files for name, files in places.items() if len(files) > 1}
    assert not twice


ALIAS = re.compile(r"_?[A-Z][a-z]\w*")


def test_no_type_alias_has_two_meanings() -> None:
    """Type variables aside."""
    meanings: dict[str, set[str]] = {}
    for node in (node for path in sources() for node in nodes(path)):
        if isinstance(node, ast.ClassDef):
            meanings.setdefault(node.name, set()).add("a class")
        elif isinstance(node, ast.AnnAssign | ast.Assign) and not isinstance(node.value, ast.Call):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name) and ALIAS.fullmatch(target.id):
                meanings.setdefault(target.id, set()).add(_text(node.value))
    assert "Value" in meanings and "Code" in meanings
    assert not {name: found for name, found in meanings.items() if len(found) > 1}


def _decorators(node: ast.ClassDef) -> list[str]:
    return [_text(decorator) for decorator in node.decorator_list]


CATCH_ALL = {
    "runtime/constant_evaluator.py": 1,
    "runtime/interpreter/code.py": 1,
}
"""Places that run operators of the user, which raise any exception. Each raises it again with its
location, or leaves it to the run of the program."""


@pytest.mark.parametrize("path", sources(), ids=lambda p: str(p.relative_to(ROOT)))
def test_errors_have_a_kind(path: Path) -> None:
    """No `raise Exception`, no catch-all, no `assert` where a verifier should explain."""
    faults: list[str] = []
    catches: list[str] = []
    for node in nodes(path):
        if isinstance(node, ast.Raise) and re.match(r"Exception\b", _text(node.exc)):
            faults.append(f"{node.lineno}: raise Exception")
        if isinstance(node, ast.ExceptHandler) and _text(node.type) in ("", "Exception"):
            catches.append(f"{node.lineno}: catches everything")
        if isinstance(node, ast.FunctionDef) and node.name in ("verify", "verify_"):
            faults += [f"{n.lineno}: assert" for n in ast.walk(node) if isinstance(n, ast.Assert)]
    assert not faults
    assert len(catches) == CATCH_ALL.get(str(path.relative_to(ROOT)), 0), catches


def _text(node: ast.AST | None) -> str:
    return "" if node is None else ast.unparse(node)
