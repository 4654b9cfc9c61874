"""Console blocks of documents: read, run and rewrite commands with their output.

A block is fenced as `console`; each `$ ` line is a command, and the lines up to the next are its
output. `python console_blocks.py FILE...` replaces the output by the present one. With `--check` it
prints the difference, and exits with 1 if there is any.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


TOOLS = str(Path(sys.executable).parent)


def run(command: str, tools: str = TOOLS) -> str:
    """Return the output of a command, stdout and stderr together, without trailing blanks.

    Commands of the folder `tools` come before those in PATH.
    """
    path = os.pathsep.join((tools, TOOLS, os.environ["PATH"]))
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Yield the (command, printed) pairs of a block; a backslash continues a command."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        lines = part.splitlines(keepends=True)
        end = next(i for i, line in enumerate(lines) if not line.endswith("\\\n")) + 1
        yield "".join(lines[:end]).rstrip("\n"), "".join(lines[end:])


def pairs(text: str) -> Iterator[tuple[str, str]]:
    for match in BLOCK.finditer(text):
        yield from commands(match[1])


def bless(text: str) -> str:
    def anew(match: re.Match[str]) -> str:
        body = "".join(f"$ {command}\n{run(command)}" for command, _ in commands(match[1]))
        return f"```console\n{body}```"

    return BLOCK.sub(anew, text)


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    differs = False
    for document in map(Path, [name for name in arguments if name != "--check"]):
        old = document.read_text()
        new = bless(old)
        if check:
            lines = unified_diff(old.splitlines(), new.splitlines(), lineterm="")
            print(*lines, sep="\n", end="")
            differs |= old != new
        else:
            document.write_text(new)
    return int(differs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
