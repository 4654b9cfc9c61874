"""ts-inspect: report on TorchScript programs and checkpoints, without executing them.

ts-inspect model.pt
ts-inspect model.pt --json
ts-inspect --check *.pt
cat model.pt | ts-inspect -
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from typing import Any, BinaryIO

from xdsl_torchscript.frontend.archive import ArchiveError, Checkpoint, read_file
from xdsl_torchscript.frontend.archive.reader import is_of_torch
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.tools.inspection.programs import ProgramReport, program_report
from xdsl_torchscript.tools.inspection.report import (
    CheckpointReport,
    Report,
    checkpoint_report,
    report,
)
from xdsl_torchscript.tools.inspection.text import (
    checkpoint_text,
    program_text,
    report_text,
    verdict_text,
)
from xdsl_torchscript.tools.process import UsageError, read_input, run_tool
from xdsl_torchscript.tools.run.subject import (
    ARCHIVE,
    FRONTENDS,
    file_extension,
    read_module,
)
from xdsl_torchscript.tools.version import VersionAction

UNREADABLE, FINDINGS = 1, 3
"""Exit codes: an unreadable file; with --check, a file with findings."""


def _arguments() -> ArgumentParser:
    parser = ArgumentParser(
        "ts-inspect",
        description="List the contents of TorchScript programs and files of torch.save without "
        "executing code from\nthem: modules, tensors, signatures, operators and the engines that "
        "implement them, devices,\nconstants and warnings. Report findings: effects besides "
        "computing with tensors, such as writing a file.",
        epilog="exit codes: 0 success; 1 a file cannot be read; 2 invalid options; 3 with --check: "
        "findings",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="file",
        help="a program (.py, .graph, .mlir); any other extension is a file of torch.jit.save or "
        "torch.save; - reads such a file, or MLIR, from standard input",
    )
    parser.add_argument(
        "-f", "--frontend", choices=FRONTENDS, help="the input format; default: by extension"
    )
    parser.add_argument(
        "--check", action="store_true", help="print findings only; exit with 3 if there are any"
    )
    parser.add_argument(
        "--json", action="store_true", help="print everything as JSON, a list for several files"
    )
    parser.add_argument("--all", action="store_true", help="do not truncate long lists")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="also read all tensors of an archive and verify checksums",
    )
    parser.add_argument("--version", action=VersionAction)
    return parser


@dataclass(frozen=True)
class Unreadable:
    """An unreadable file; `error` has the parts of an ArchiveError as far as they apply."""

    file: str
    error: dict[str, Any]
    verdict: str = "unreadable"


_AnyReport = Report | CheckpointReport | ProgramReport


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ts-inspect; return the exit code."""
    options = _arguments().parse_args(arguments)
    return run_tool("ts-inspect", lambda: _run(options))


def _run(options: Namespace) -> int:
    found: list[_AnyReport | Unreadable] = []
    for file in options.files:
        one = _inspect(file, options)
        found.append(one)
        if not options.json:
            if isinstance(one, Unreadable):
                print(f"ts-inspect: {one.error['message']}", file=sys.stderr)
            elif options.check:
                print(verdict_text(one.file, one.findings))
            else:
                print("\n" * (len(found) > 1) + _text(one, everything=options.all))
    if options.json:
        reports = [asdict(one) for one in found]
        print(json.dumps(reports if len(reports) > 1 else reports[0], indent=2))
    verdicts = {one.verdict for one in found}
    if "unreadable" in verdicts:
        return UNREADABLE
    return FINDINGS if options.check and "findings" in verdicts else 0


def _text(found: _AnyReport, *, everything: bool) -> str:
    match found:
        case Report():
            return report_text(found, everything=everything)
        case CheckpointReport():
            return checkpoint_text(found, everything=everything)
        case ProgramReport():
            return program_text(found, everything=everything)


def _inspect(file: str, options: Namespace) -> _AnyReport | Unreadable:
    try:
        named = file_extension(file)
        frontend = options.frontend or (named if named in FRONTENDS else ARCHIVE)
        data = read_input(file) if file == "-" else None
        if data is not None and options.frontend is None and is_of_torch(data):
            frontend = ARCHIVE
        if frontend != ARCHIVE:
            return program_report(read_module(file, frontend, data), file)
        read = read_file(file if data is None else _named_stream(data), lenient=True)
        if options.verify:
            read.verify()
        return checkpoint_report(read) if isinstance(read, Checkpoint) else report(read)
    except ArchiveError as error:
        place = {"record": error.record, "offset": error.offset}
        parts = {**place, "found": error.found, "expected": error.expected}
        return Unreadable(file, {"message": str(error), **parts})
    except (SourceError, UsageError) as error:
        return Unreadable(file, {"message": str(error)})
    except OSError as error:
        return Unreadable(file, {"message": f"{file}: {error.strerror or error}"})


def _named_stream(data: bytes) -> BinaryIO:
    stream = BytesIO(data)
    stream.name = "<stdin>"
    return stream


if __name__ == "__main__":
    sys.exit(main())
