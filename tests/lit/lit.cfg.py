"""Configure lit for tests/lit. RUN lines may use:

    %ts-opt, %ts-run   the tools
    %roundtrip %s      text -> text -> text and text -> generic -> text give the same text
    %check FILE        filecheck with variables that end at CHECK-LABEL (names with $ stay)
    %interp, %native   ts-run with each engine: two RUN lines against one CHECK block; %interp runs
                       the plain interpreter, generated code and the profiling executor, which must
                       agree
    %s %t %S           lit's own: this file, a temporary name, this folder
    not CMD            succeeds if CMD fails (lit's own; `not --crash` for signals)

Features for REQUIRES: `torch` and `llvmlite`, where the package can be imported.

The tools run in forks of one process (`fork_server.py`), which saves each its imports;
`TS_LIT_FORK=0 lit ...` starts each as a user does.
"""

import atexit
import os
import sys
import tempfile
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import lit.formats

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
from forks import TOOLS, forked_tools  # noqa: E402

config.name = "xdsl-torchscript"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".graph", ".py"]
helpers = ["fork_server.py", "forked.py", "forks.py", "interp.py", "python.py"]
config.excludes = [*helpers, "lit.cfg.py", "Inputs", "data"]
config.test_source_root = str(here)
# Outside of the tree, one folder per checkout.
config.test_exec_root = os.path.join(
    tempfile.gettempdir(), "xdsl-torchscript-lit", str(here).strip(os.sep).replace(os.sep, "-")
)

interp = f"{sys.executable} {here / 'interp.py'}"
config.environment["PATH"] = os.pathsep.join([str(TOOLS), os.environ.get("PATH", os.defpath)])
config.environment["TS_CACHE_DIR"] = ""
config.environment["PYTHONDONTWRITEBYTECODE"] = os.environ.get("PYTHONDONTWRITEBYTECODE", "")


if os.environ.get("TS_LIT_FORK") != "0":
    forks = ExitStack()
    atexit.register(forks.close)
    folder = forks.enter_context(forked_tools())
    config.environment["PATH"] = os.pathsep.join([folder, config.environment["PATH"]])
    interp = "interp"

config.available_features.update(package for package in ("torch", "llvmlite") if find_spec(package))

check = "filecheck --enable-var-scope"
config.substitutions += [
    ("%ts-opt", "ts-opt"),
    ("%ts-run", "ts-run"),
    ("%interp", interp),
    ("%native", "ts-run --engine=native"),
    ("%check", check),
    (
        "%roundtrip %s",
        "ts-opt %s -o %t.once.mlir && ts-opt %t.once.mlir | diff %t.once.mlir - "
        "&& ts-opt %s --print-op-generic | ts-opt -f mlir | diff %t.once.mlir -",
    ),
]

if lit_config.maxIndividualTestTime is None and find_spec("psutil"):
    config.maxIndividualTestTime = 60
