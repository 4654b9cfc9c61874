"""ts-reduce: reduce a program that reproduces a failure.

    ts-reduce model.py --test 'ts-opt {} -p my-pass 2>&1 | grep "out of range"'
    ts-reduce f.mlir --test-fails 'ts-run {} --compare'

The command runs on each candidate; `{}` is replaced by its file name. A candidate is interesting
if the command exits with status 0 (--test) or with another status (--test-fails). The output is the
smallest interesting program found, with the command as its RUN line.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from math import inf
from os.path import splitext

from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.frontend.archive import read_archive
from xdsl_torchscript.frontend.archive.module import archive_module
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.tools.process import (
    RECURSION_LIMIT,
    UsageError,
    check_output,
    read_input,
    run_tool,
    write_file,
)
from xdsl_torchscript.tools.reduce.command import PLACEHOLDER, Command
from xdsl_torchscript.tools.reduce.edits import computing_ops, text_of
from xdsl_torchscript.tools.reduce.search import (
    MAX_RUNS,
    NotInterestingError,
    Progress,
    reduce_module,
)
from xdsl_torchscript.tools.run.subject import (
    ARCHIVE,
    FRONTENDS,
    PROGRAM_FAILURES,
    format_of,
    read_module,
)
from xdsl_torchscript.tools.version import VersionAction


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < inf:
        raise ArgumentTypeError(f"expected a positive number, got '{text}'")
    return number


def _arguments() -> ArgumentParser:
    parser = ArgumentParser(
        "ts-reduce",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", help="the program: .mlir, .graph, .py or .pt; - is standard input")
    tests = parser.add_mutually_exclusive_group(required=True)
    tests.add_argument("--test", metavar="CMD", help="interesting if CMD exits with status 0")
    tests.add_argument("--test-fails", metavar="CMD", help="interesting if CMD fails")
    outputs = parser.add_mutually_exclusive_group()
    outputs.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="- is standard output; default: the program's name with .reduced.mlir, or - for -",
    )
    outputs.add_argument(
        "--in-place", action="store_true", help="overwrite the program, an .mlir file"
    )
    parser.add_argument(
        "-f", "--frontend", choices=FRONTENDS, help="the input format; default: by extension"
    )
    parser.add_argument(
        "--max-runs",
        type=int,
        default=MAX_RUNS,
        metavar="N",
        help=f"runs of CMD; default: {MAX_RUNS}",
    )
    parser.add_argument(
        "--timeout", type=_positive, default=60.0, metavar="SECONDS", help="per run; default: 60"
    )
    parser.add_argument("--version", action=VersionAction)
    return parser


def _output(options: Namespace) -> str:
    """Return the name of the output, - for standard output. Raises UsageError."""
    file, extension = splitext(options.file)
    if options.in_place and extension != ".mlir":
        fault = f"--in-place writes MLIR, but '{options.file}' is not a .mlir file"
        raise UsageError(f"{fault}; use --output")
    in_place = options.in_place or options.file == "-"
    return options.output or (options.file if in_place else f"{file}.reduced.mlir")


def _reduce(options: Namespace) -> int:
    command = Command(options.test or options.test_fails, options.test is None, options.timeout)
    output = _output(options)
    if PLACEHOLDER not in command.text:
        raise UsageError(f"'{command.text}' has no {PLACEHOLDER} for the name of the file")
    if options.max_runs < 1:
        raise UsageError(f"--max-runs must be at least 1, got {options.max_runs}")
    frontend = format_of(options.file, options.frontend)
    if frontend == ARCHIVE:
        source = read_input("-") if options.file == "-" else options.file
        module = archive_module(read_archive(source), lower_exits)
    else:
        module = read_module(options.file, frontend)
    if output != "-":
        check_output(output, ".mlir", "the reduced program")
    runs = 0

    def is_interesting(candidate: ModuleOp) -> bool:
        nonlocal runs
        runs += 1
        return command.is_interesting(candidate)

    try:
        reduced = reduce_module(module, is_interesting, max_runs=options.max_runs, report=_report)
    except NotInterestingError:
        raise UsageError(f"the original is not interesting: {command.refusal(module)}") from None
    text = f"{command.run_line()}\n\n{text_of(reduced)}\n"
    if output == "-":
        print(text, end="")
    else:
        write_file(output, text.encode())
    before, after = (sum(1 for _ in computing_ops(each)) for each in (module, reduced))
    print(f"ts-reduce: wrote {output} after {runs} runs: {before} -> {after} ops", file=sys.stderr)
    return 0


def _report(progress: Progress) -> None:
    line = f"run {progress.runs}: {progress.ops} ops ({progress.mutator})"
    print(f"ts-reduce: {line}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ts-reduce; return the exit code."""
    sys.setrecursionlimit(RECURSION_LIMIT)
    options = _arguments().parse_args(arguments)
    return run_tool("ts-reduce", lambda: _reduce(options), PROGRAM_FAILURES)


if __name__ == "__main__":
    sys.exit(main())
