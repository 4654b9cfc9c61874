"""`ts-run`, by the plain interpreter, with all code generated, and by executors: their outputs must
agree. The output of the plain interpreter is written; the exit code is 1 with a diff if another
engine differs.

Executors are compared on three calls: profiled, then optimised, whatever the groups compute. Their
groups are interpreted, so that results are equal to the last bit; `%native` runs kernels.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from difflib import unified_diff

from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.operators.random.generator import manual_seed
from xdsl_torchscript.tools.ts_run import main

Outcome = tuple[int, str, str]
"""The exit code and what is written to stdout and stderr."""

REPEATED = ["--calls=3"]


def run(arguments: list[str], generated: bool) -> Outcome:
    manual_seed(0)
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with tier(enabled=generated, hot=0), redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    out.flush()
    return code, out.buffer.getvalue().decode(), err.getvalue()


def compare(expected: Outcome, found: Outcome, name: str) -> None:
    if expected != found:
        texts = ("\n".join(map(str, result)).splitlines() for result in (expected, found))
        sys.exit("\n".join(unified_diff(*texts, "plain", name, lineterm="")))


@contextmanager
def any_group() -> Iterator[None]:
    """Make a group of any operator that has a kernel, and interpret it."""
    saved = dict(vars(OPTIONS))
    vars(OPTIONS).update(native=False, min_size=1)
    try:
        yield
    finally:
        vars(OPTIONS).update(saved)


given = sys.argv[1:]
plain = run(given, generated=False)
compare(plain, run(given, generated=True), "generated")
repeated = run([*given, *REPEATED], generated=False)
with any_group():
    for engine in ("profile", "specialize"):
        compare(repeated, run([*given, *REPEATED, f"--engine={engine}"], generated=False), engine)
sys.stdout.write(plain[1])
sys.stderr.write(plain[2])
sys.exit(plain[0])
