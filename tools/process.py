"""The environment of every command: streams, files, interrupts."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from xdsl_torchscript.dialects.lazy_import import MissingPackageError


class UsageError(Exception):
    """Options that contradict each other, do not fit the program, or name unknown things."""


class OutputError(Exception):
    """A name that does not fit the kind of the output file."""


RECURSION_LIMIT = 50_000
"""xDSL recurses over nesting; Python's own limit ends at a hundred nested regions."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, by the shell's convention."""


def run_tool(tool: str, run: Callable[[], int], failures: tuple[type[Exception], ...] = ()) -> int:
    """Return the exit code of `run`; system errors and `failures` become one line on stderr.

    Nothing is printed for an interrupt, or if the reader of the output closes it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    try:
        code = run()
        sys.stdout.flush()
        return code
    except (OutputError, MissingPackageError, *failures) as error:
        print(f"{tool}: {error}", file=sys.stderr)
    except BrokenPipeError:
        _discard_output()
    except KeyboardInterrupt:
        return INTERRUPTED
    except RecursionError:
        print(f"{tool}: the program is nested too deeply", file=sys.stderr)
    except UnicodeEncodeError as error:
        print(f"{tool}: the output is not UTF-8: {error.object!r:.80}", file=sys.stderr)
    except MemoryError as error:
        print(f"{tool}: out of memory{f': {error}' if str(error) else ''}", file=sys.stderr)
    except OSError as error:
        about = "" if error.filename is None else f"{error.filename}: "
        print(f"{tool}: {about}{error.strerror or error}", file=sys.stderr)
        if error.filename is None:
            _discard_output()
    return 1


@contextmanager
def ended_by_interrupt() -> Generator[None]:
    """Let Ctrl-C end the process, since Python handles no signal while native code runs."""
    handler = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _discard_output() -> None:
    """Discard pending output: Python flushes at exit, and would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_input(path: str) -> bytes:
    """Read a file, or standard input for `-`. Raises OSError."""
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()


def check_output(path: str | Path, ending: str, kind: str, advice: str = "") -> None:
    """Check ahead of the work that an output file can be written; its name has the kind's ending or
    none. `advice` follows the message about another ending.

    Raises:
        OutputError: for another ending.
        OSError: for a directory, and where the directory is missing or read-only.
    """
    target = Path(os.path.realpath(path))
    if Path(path).suffix not in ("", ending):
        raise OutputError(f"'{path}': {kind} goes into a file that is named *{ending}{advice}")
    if target.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not target.parent.is_dir():
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def write_file(path: str | Path, data: bytes) -> None:
    """Write a file atomically: after a failure the old file remains.

    Devices and pipes are written directly. Raises OSError, which names the file.
    """
    try:
        _write(Path(os.path.realpath(path)), data)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _write(target: Path, data: bytes) -> None:
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
