"""`ts-run`, once by the plain interpreter and once with all code generated: what both write is
written; the exit code is 1 with a diff if they differ."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from difflib import unified_diff

from xdsl_torchscript.runtime.interpreter.codegen.tier import tier
from xdsl_torchscript.runtime.operators.random.generator import manual_seed
from xdsl_torchscript.tools.ts_run import main


def run(arguments: list[str], generated: bool) -> tuple[int, str, str]:
    """The exit code and what is written to stdout and stderr."""
    manual_seed(0)
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with tier(enabled=generated, hot=0), redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    out.flush()
    return code, out.buffer.getvalue().decode(), err.getvalue()


plain, fast = (run(sys.argv[1:], generated) for generated in (False, True))
if plain != fast:
    texts = ("\n".join(map(str, result)).splitlines() for result in (plain, fast))
    sys.exit("\n".join(unified_diff(*texts, "plain", "generated", lineterm="")))
sys.stdout.write(plain[1])
sys.stderr.write(plain[2])
sys.exit(plain[0])
