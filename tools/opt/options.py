"""The command line of ts-opt, on top of xdsl-opt's."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

_SWITCHES = {"1": True, "true": True, "on": True, "0": False, "false": False, "off": False}


def _switch(text: str) -> bool:
    if text.lower() not in _SWITCHES:
        raise ArgumentTypeError(f"expected 1 or 0, got '{text}'")
    return _SWITCHES[text.lower()]


def _names(text: str) -> frozenset[str]:
    return frozenset(name.strip() for name in text.split(",") if name.strip())


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options that xdsl-opt lacks, and those with additional meaning."""
    parser.conflict_handler = "resolve"

    passes = parser.add_argument_group("passes")
    passes.add_argument(
        "--pass-pipeline",
        metavar="TEXT",
        help="passes to run: 'builtin.module(func.func(canonicalize),cse)', or a list as for -p",
    )
    passes.add_argument(
        "--pipeline",
        metavar="NAME[,NAME]",
        help="pipelines of lowering/pipelines.py to run, such as ts-to-llvm",
    )
    passes.add_argument(
        "--list-passes", action="store_true", help="print all passes with their options and exit"
    )
    passes.add_argument(
        "--dump-pass-pipeline",
        action="store_true",
        help="print the passes that would run, as text for --pass-pipeline, and exit",
    )
    passes.add_argument(
        "--verify-each",
        nargs="?",
        type=_switch,
        const=True,
        default=True,
        metavar="0|1",
        help="verify the module after each pass (on by default)",
    )
    passes.add_argument(
        "--no-verify-each", dest="verify_each", action="store_false", help="same as --verify-each=0"
    )
    passes.add_argument(
        "--time-passes", action="store_true", help="print the time of each pass to stderr"
    )
    passes.add_argument(
        "--debug-rewrites",
        action="store_true",
        help="print to stderr why rewrite patterns declined",
    )
    passes.add_argument(
        "--crash-reproducer",
        type=Path,
        metavar="FILE",
        help="if a pass fails, write the IR before it and the remaining passes to FILE",
    )
    passes.add_argument(
        "--run-reproducer",
        action="store_true",
        help="run the input with the options stored in it by --crash-reproducer",
    )

    printing = parser.add_argument_group("printing IR between passes, to stderr")
    for when in ("before", "after"):
        printing.add_argument(
            f"--print-ir-{when}",
            type=_names,
            default=frozenset[str](),
            metavar="PASS[,PASS]",
            help=f"print the IR {when} these passes",
        )
        printing.add_argument(
            f"--print-ir-{when}-all", action="store_true", help=f"print the IR {when} each pass"
        )
    printing.add_argument(
        "--print-ir-after-change",
        action="store_true",
        help="print the IR after each pass that changed it",
    )
    printing.add_argument(
        "--print-ir-after-failure", action="store_true", help="print the IR after a pass that fails"
    )

    diagnostics = parser.add_argument_group("diagnostics")
    diagnostics.add_argument(
        "--verify-diagnostics",
        action="store_true",
        help="check the errors against the `expected-error {{...}}` comments of the input",
    )
    diagnostics.add_argument(
        "--parsing-diagnostics",
        action="store_true",
        help="print syntax errors to stdout and exit with code 0",
    )
