"""ts-inspect: what is in a TorchScript archive, without executing or changing anything of it.

ts-inspect model.pt
ts-inspect model.pt --json
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from dataclasses import asdict

from xdsl_torchscript.frontend.archive import ArchiveError, read_archive
from xdsl_torchscript.tools.inspection.report import report
from xdsl_torchscript.tools.inspection.text import report_text
from xdsl_torchscript.tools.process import guarded


def _arguments() -> ArgumentParser:
    parser = ArgumentParser(
        "ts-inspect",
        description="Tells what is in a TorchScript archive: modules with their parameters, "
        "signatures of methods,\noperators and who can execute them, devices, constants, "
        "warnings.\n\nNothing of the archive is executed, and it is not changed.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", help="an archive that torch.jit.save wrote (.pt)")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")
    parser.add_argument("--all", action="store_true", help="long lists to their end")
    parser.add_argument(
        "--verify", action="store_true", help="also read all tensors, and compare their checksums"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ts-inspect; the exit code."""
    options = _arguments().parse_args(arguments)
    return guarded("ts-inspect", lambda: _run(options))


def _run(options: Namespace) -> int:
    try:
        archive = read_archive(options.file)
        if options.verify:
            archive.verify()
    except ArchiveError as error:
        print(f"ts-inspect: {error}", file=sys.stderr)
        return 1
    found = report(archive)
    text = json.dumps(asdict(found), indent=2) if options.json else None
    print(text or report_text(found, everything=options.all))
    return 0


if __name__ == "__main__":
    sys.exit(main())
