"""The predicate of the command line: a shell command run on a file with the candidate."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.tools.reduce.edits import text_of

PLACEHOLDER = "{}"
_CANDIDATE = "candidate.mlir"


@dataclass(frozen=True)
class CommandResult:
    """The end of a command: its status, None after a time-out, and its last line on stderr."""

    status: int | None
    last_line: str = ""


@dataclass(frozen=True)
class Command:
    """A command in which `{}` stands for the file. Its module is interesting if it exits with
    status 0, or with another status under `fails`. A command that takes longer than `timeout`
    seconds is killed, and its module is not interesting."""

    text: str
    fails: bool
    timeout: float

    def is_interesting(self, module: ModuleOp) -> bool:
        status = self.run(module).status
        return status is not None and (status != 0) == self.fails

    def run(self, module: ModuleOp) -> CommandResult:
        """Run the command in a new folder with only the module's text."""
        with TemporaryDirectory(prefix="ts-reduce-") as folder:
            file = Path(folder) / _CANDIDATE
            file.write_text(f"{text_of(module)}\n")
            return self._run(self.text.replace(PLACEHOLDER, shlex.quote(str(file))), folder)

    def _run(self, line: str, folder: str) -> CommandResult:
        # In a separate session, so that a time-out also ends the shell's child processes.
        process = subprocess.Popen(
            line,
            shell=True,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            _, errors = process.communicate(timeout=self.timeout)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            if isinstance(error, subprocess.TimeoutExpired):
                return CommandResult(None)
            raise
        lines = errors.decode(errors="replace").strip().splitlines()
        return CommandResult(process.returncode, lines[-1] if lines else "")

    def refusal(self, module: ModuleOp) -> str:
        """Return the reason why a module is not interesting."""
        outcome = self.run(module)
        if outcome.status is None:
            ended = f"timed out after {self.timeout:g} s"
        else:
            ended = f"exited with status {outcome.status}"
        reason = f": {outcome.last_line}" if outcome.last_line else ""
        expected = "a failure" if self.fails else "status 0"
        return f"'{self.text}' {ended}{reason}; expected {expected}"

    def run_line(self) -> str:
        """Return the `RUN` line of lit for a file with the module."""
        return f"// RUN: {self.text.replace(PLACEHOLDER, '%s')}"
