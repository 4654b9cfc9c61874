"""`--version` of the commands."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from importlib.metadata import version
from typing import Any

VERSION_FORMAT = "{tool} of xdsl-torchscript {version}, built on xdsl version {xdsl_version}"


class VersionAction(Action):
    """Prints the versions and exits. They are looked up only then."""

    def __init__(self, option_strings: list[str], dest: str, **options: Any) -> None:
        help = "print the versions of this package and of xDSL"
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: Any, option: str | None = None
    ) -> None:
        versions = {"version": version("xdsl-torchscript"), "xdsl_version": version("xdsl")}
        print(VERSION_FORMAT.format(tool=parser.prog, **versions))
        parser.exit()
