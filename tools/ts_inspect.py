"""ts-inspect: what is in a TorchScript program, without executing or changing anything of it.

ts-inspect model.pt
ts-inspect model.pt --json
ts-inspect f.py
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from dataclasses import asdict

from xdsl_torchscript.frontend.archive import ArchiveError, read_archive
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.tools.inspection.programs import ProgramReport, program_report
from xdsl_torchscript.tools.inspection.report import Report, report
from xdsl_torchscript.tools.inspection.text import program_text, report_text
from xdsl_torchscript.tools.process import guarded
from xdsl_torchscript.tools.run.subject import (
    ARCHIVE,
    FRONTENDS,
    UsageError,
    ending_of,
    read_module,
)
from xdsl_torchscript.tools.version import VersionAction


def _arguments() -> ArgumentParser:
    parser = ArgumentParser(
        "ts-inspect",
        description="Tells what is in a TorchScript program: signatures, operators and who can "
        "execute them, the places of\nthose that nobody can; of an archive also modules with their "
        "parameters, devices, constants, warnings.\n\nNothing of it is executed or changed.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file",
        help="a program: .py, .graph (TorchScript's text), .mlir, - is standard input; "
        "a file of any other name is an archive that torch.jit.save wrote",
    )
    parser.add_argument("-f", "--frontend", choices=FRONTENDS, help="how to read it")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")
    parser.add_argument("--all", action="store_true", help="long lists to their end")
    parser.add_argument(
        "--verify", action="store_true", help="of an archive, also read all tensors and checksums"
    )
    parser.add_argument("--version", action=VersionAction)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ts-inspect; the exit code."""
    options = _arguments().parse_args(arguments)
    return guarded("ts-inspect", lambda: _run(options))


def _run(options: Namespace) -> int:
    try:
        found, text = _inspected(options)
    except (ArchiveError, SourceError, UsageError) as error:
        print(f"ts-inspect: {error}", file=sys.stderr)
        return 1
    print(json.dumps(asdict(found), indent=2) if options.json else text)
    return 0


def _inspected(options: Namespace) -> tuple[Report | ProgramReport, str]:
    """A report, also as text. Raises ArchiveError, SourceError, UsageError, OSError."""
    named = ending_of(options.file)
    frontend = options.frontend or (named if named in FRONTENDS else ARCHIVE)
    if frontend != ARCHIVE:
        program = program_report(read_module(options.file, frontend), options.file)
        return program, program_text(program, everything=options.all)
    archive = read_archive(options.file)
    if options.verify:
        archive.verify()
    found = report(archive)
    return found, report_text(found, everything=options.all)


if __name__ == "__main__":
    sys.exit(main())
