"""ts-compile: compile a program to an object file with a C interface.

ts-compile mlp.pt --input x=random:f32[8,16] -o out
ts-compile mlp.pt --input x=random:f32[8,16] --dynamic x:0=batch -o out
ts-compile f.graph --triple aarch64-linux-gnu --cpu neoverse-n1 -o out
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from xdsl_torchscript.runtime.aot.compile_aot import compile_aot
from xdsl_torchscript.runtime.aot.interface import c_name, checked_c_name
from xdsl_torchscript.tools.process import RECURSION_LIMIT, UsageError, run_tool
from xdsl_torchscript.tools.run import inputs as given
from xdsl_torchscript.tools.run.subject import (
    FRONTENDS,
    PROGRAM_FAILURES,
    LoweredSubject,
    read_subject,
)
from xdsl_torchscript.tools.run.values import input_values
from xdsl_torchscript.tools.version import VersionAction


def _dynamic(text: str) -> tuple[str | int, int, str]:
    """Return the name or number of an input, a dimension, and the name of its size."""
    place, equals, size = text.partition("=")
    name, colon, axis = place.rpartition(":")
    if not (equals and colon and axis.isdecimal() and size.isidentifier()):
        raise ArgumentTypeError(f"expected INPUT:DIMENSION=NAME, such as x:0=batch; got '{text}'")
    return int(name) if name.isdecimal() else name, int(axis), size


def _name(text: str) -> str:
    try:
        return checked_c_name(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def _default_name(file: str, entry: str | None) -> str:
    """Return the name of the file, with that of an entry other than `forward`."""
    stem = Path(file).stem
    return c_name(stem if entry in (None, "forward") else f"{stem}_{entry}")


def _arguments() -> ArgumentParser:
    parser = ArgumentParser(
        "ts-compile",
        description="Compile a TorchScript program for the types and sizes of its inputs, and "
        "write an object file, a shared library, a C header and a C example.\n\n"
        f"{given.__doc__}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", help="a program (.pt, .py, .graph or .mlir); - is standard input")
    parser.add_argument(
        "-f",
        "--frontend",
        choices=FRONTENDS,
        help="the input format; default: by extension, or mlir",
    )
    parser.add_argument("--entry", metavar="NAME", help="the function, or the method of a .pt")
    parser.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an input, by name or number; the function is compiled for its type and sizes",
    )
    parser.add_argument(
        "--dynamic",
        action="append",
        default=[],
        type=_dynamic,
        metavar="INPUT:DIMENSION=NAME",
        help="a size that is a parameter of calls, such as x:0=batch; the input by name or number",
    )
    parser.add_argument("-o", "--output", default=".", metavar="FOLDER", help="default: here")
    parser.add_argument(
        "--name",
        type=_name,
        help="name of the C function and the files; default: FILE, or FILE_NAME with --entry NAME",
    )
    parser.add_argument("--triple", default="", help="the target, such as aarch64-linux-gnu")
    parser.add_argument("--cpu", default="", help="the processor, such as neoverse-n1")
    parser.add_argument("--version", action=VersionAction)
    return parser


def _compile(options: Namespace) -> int:
    subject = read_subject(options.file, options.frontend, options.entry)
    if isinstance(subject, LoweredSubject):
        raise UsageError(f"'{subject.name}' is below the ts level; ts-opt -t asm compiles it")
    dynamic: dict[str | int, dict[int, str]] = {}
    for argument, axis, size in options.dynamic:
        dynamic.setdefault(argument, {})[axis] = size
    files = compile_aot(
        subject.callable(),
        input_values(subject, options.input, seed=0),
        options.output,
        name=options.name or _default_name(options.file, options.entry),
        dynamic=dynamic,
        triple=options.triple,
        cpu=options.cpu,
    )
    for path in (files.object, files.library, files.example, files.header):
        if path is not None:
            print(path)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ts-compile; return the exit code."""
    sys.setrecursionlimit(RECURSION_LIMIT)
    options = _arguments().parse_args(arguments)
    return run_tool("ts-compile", lambda: _compile(options), PROGRAM_FAILURES)


if __name__ == "__main__":
    sys.exit(main())
