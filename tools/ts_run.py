"""ts-run: execute a program on inputs, interpreted or as native code.

    ts-run f.graph --input x=random:f32[2,3] --input n=3
    ts-run model.pt --input x=image.npy
    ts-run f.mlir --engine=native --entry f --output results.npz
    ts-run model.pt --engine=profile --calls 3 --input x=image.npy
    ts-run f.graph --compare

Omitted inputs get random elements if their type has the sizes.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.modules.copying import deep_copy
from xdsl_torchscript.runtime.operators.random.generator import manual_seed
from xdsl_torchscript.runtime.values import Value
from xdsl_torchscript.tools.process import (
    RECURSION_LIMIT,
    UsageError,
    check_output,
    run_tool,
    write_file,
)
from xdsl_torchscript.tools.run import inputs as given
from xdsl_torchscript.tools.run.compare import difference
from xdsl_torchscript.tools.run.engines import (
    ENGINES,
    Execute,
    ProfilingEngine,
    default_engine,
    explanation,
)
from xdsl_torchscript.tools.run.limits import add_limits, limit_runs
from xdsl_torchscript.tools.run.results import NamedValues, save
from xdsl_torchscript.tools.run.subject import (
    FRONTENDS,
    PROGRAM_FAILURES,
    LoweredSubject,
    read_subject,
)
from xdsl_torchscript.tools.run.text import leaves, value_text, with_declared_type
from xdsl_torchscript.tools.run.values import input_values
from xdsl_torchscript.tools.version import VersionAction


def _seed(text: str) -> int:
    """Return a seed of 64 bits; as for `torch.manual_seed`, -1 is the largest."""
    if not text.removeprefix("-").isdecimal() or not -(2**63) <= int(text) < 2**64:
        raise ArgumentTypeError(f"expected an integer of 64 bits, got '{text}'")
    return int(text) % 2**64


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ArgumentTypeError(f"expected a positive number, got '{text}'")
    return int(text)


def _arguments() -> ArgumentParser:
    parser = ArgumentParser(
        "ts-run",
        description=f"Run a TorchScript program and print its results.\n\n{given.__doc__}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file",
        help="a program (.pt, .py, .graph or .mlir); - is standard input",
    )
    parser.add_argument(
        "-f",
        "--frontend",
        choices=FRONTENDS,
        help="the input format; default: by extension, or mlir",
    )
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        help=(
            "default: TS_ENGINE, or interp; plain: the interpreter without generated code; "
            "simple: interpreted after clean-up; profile: the profiling executor, which optimises "
            "after the first call"
        ),
    )
    parser.add_argument(
        "--calls",
        type=_positive,
        default=1,
        metavar="N",
        help="call the program N times and print the results of the last call; default: 1",
    )
    parser.add_argument("--entry", metavar="NAME", help="the function, or the method of a .pt")
    parser.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an input, by name or number",
    )
    parser.add_argument(
        "--seed",
        type=_seed,
        default=0,
        help="seed of random elements, and of what the program draws; default: 0",
    )
    parser.add_argument("--symbolic", action="store_true", help="compile native code for any sizes")
    parser.add_argument("--output", metavar="FILE.npz", help="also write the results to a file")
    parser.add_argument("--dump-code", action="store_true", help="print the interpreter's code")
    parser.add_argument(
        "--compare", action="store_true", help="run interp and native, and compare results"
    )
    parser.add_argument(
        "--max-ulp",
        type=int,
        metavar="N",
        help="with --compare: the largest accepted difference of floats, in ulp",
    )
    parser.add_argument(
        "--profile",
        action="store_true",
        help="also print time, calls and bytes per operator and line",
    )
    parser.add_argument(
        "--explain",
        nargs="?",
        const="text",
        choices=("text", "html"),
        metavar="html",
        help="print the profiling executor's plan and its reasons instead of results, as text or "
        "(--explain=html) as a page",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="with --explain: fail if operators on tensors run outside of native code",
    )
    parser.add_argument(
        "--profile-json", metavar="FILE", help="write the profile as JSON to a file"
    )
    add_limits(parser)
    parser.add_argument("--version", action=VersionAction)
    return parser


def _named(function: FuncOp, results: Sequence[Value]) -> NamedValues:
    last = function.body.block.last_op
    operands = () if last is None else last.operands
    named: NamedValues = []
    for number, (operand, result) in enumerate(zip(operands, results, strict=True)):
        name = operand.name_hint or f"out{number}"
        named += leaves(name, with_declared_type(result, operand.type))
    return named


def _compare(
    first: NamedValues, second: NamedValues, max_ulp: int | None
) -> Iterator[tuple[bool, str]]:
    for (name, a), (_, b) in zip(first, second, strict=True):
        same, text = difference(a, b, max_ulp)
        yield same, f"{name}: {text}"


def _check(options: Namespace) -> None:
    """Raise UsageError for an option that has no effect with the others, OutputError and OSError
    for an output that cannot be written."""
    instead = [name for name in ("compare", "dump_code", "explain") if getattr(options, name)]
    beside = [name for name in ("output", "profile", "profile_json") if getattr(options, name)]
    if instead and len(instead + beside) > 1:
        first, second = (f"--{name.replace('_', '-')}" for name in (instead + beside)[:2])
        raise UsageError(f"{first} prints no results, so {second} has no effect; give one of them")
    if options.strict and not options.explain:
        raise UsageError("--strict is an option of --explain")
    if options.max_ulp is not None and not options.compare:
        raise UsageError("--max-ulp is an option of --compare")
    if options.output:
        one = "; numpy.load reads it, with each result under its name"
        check_output(options.output, ".npz", "what --output writes", one)
    if options.profile_json:
        check_output(options.profile_json, ".json", "the profile")


def _execute(options: Namespace) -> int:
    options.engine = options.engine or default_engine()
    _check(options)
    subject = read_subject(options.file, options.frontend, options.entry)
    if isinstance(subject, LoweredSubject):
        execute_lowered = lazy_import("xdsl_torchscript.tools.run.lowered:execute_lowered")
        _report(execute_lowered(subject, options), options)
        return 0
    if options.dump_code:
        print(subject.code())
        return 0
    values = input_values(subject, options.input, options.seed)

    def execute(engine: Execute) -> NamedValues:
        manual_seed(options.seed)
        results: Sequence[Value] = ()
        with limit_runs(options):
            for _ in range(options.calls):
                copies = deep_copy(values, {})  # a program may write into its inputs
                results = engine(subject, copies, options.symbolic)
        return _named(subject.function, results)

    if options.explain:
        with limit_runs(options):
            explained = explanation(subject, values, strict=options.strict)
        print(explained.html() if options.explain == "html" else explained)
        return 0
    if options.compare:
        interpreted, compiled = map(execute, (ENGINES["interp"], ENGINES["native"]))
        verdicts = list(_compare(interpreted, compiled, options.max_ulp))
        print("\n".join(text for _, text in verdicts))
        return int(not all(same for same, _ in verdicts))
    if options.profile or options.profile_json:
        results = _run_profiled(execute, options)
    else:
        results = execute(ENGINES[options.engine])
    _report(results, options)
    return 0


def _report(results: NamedValues, options: Namespace) -> None:
    """Print results, and write them to the file of `--output`."""
    for name, value in results:
        print(value_text(name, value))
    if options.output:
        for name in save(options.output, results):
            print(
                f"ts-run: '{name}' is not an array, so it is not in {options.output}",
                file=sys.stderr,
            )


def _run_profiled(execute: Callable[[Execute], NamedValues], options: Namespace) -> NamedValues:
    """Return the results; write the profile of the last call to stderr or a file. Raises
    UsageError, OSError."""
    if options.engine not in ("interp", "plain"):
        raise UsageError("--profile measures the interpreter; use --engine=interp")
    engine = ProfilingEngine()
    results = execute(engine)
    if options.profile:
        print(engine.profile, file=sys.stderr)
    if options.profile_json:
        text = json.dumps(engine.profile.as_dict(), indent=2)
        write_file(options.profile_json, f"{text}\n".encode())
    return results


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ts-run; return the exit code."""
    sys.setrecursionlimit(RECURSION_LIMIT)
    options = _arguments().parse_args(arguments)
    return run_tool("ts-run", lambda: _execute(options), PROGRAM_FAILURES)


if __name__ == "__main__":
    sys.exit(main())
