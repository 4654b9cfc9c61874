"""What every command does about the world around it: streams, files, interrupts."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path


class OutputError(Exception):
    """A name that does not fit the kind of file that would be written."""


INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended, by the shell's convention."""


def guarded(tool: str, run: Callable[[], int]) -> int:
    """The exit code of `run`. What the system refuses becomes one line on stderr; nothing is said
    when the reader of the output goes away or the user interrupts."""
    _open_missing_streams()
    try:
        code = run()
        sys.stdout.flush()
        return code
    except OutputError as error:
        print(f"{tool}: {error}", file=sys.stderr)
    except BrokenPipeError:
        _discard_output()
    except KeyboardInterrupt:
        return INTERRUPTED
    except RecursionError:
        print(f"{tool}: the program is nested too deeply", file=sys.stderr)
    except UnicodeEncodeError as error:
        print(f"{tool}: the output holds what is not UTF-8: {error.object!r:.80}", file=sys.stderr)
    except MemoryError as error:
        print(f"{tool}: out of memory: {error}", file=sys.stderr)
    except OSError as error:
        about = "" if error.filename is None else f"{error.filename}: "
        print(f"{tool}: {about}{error.strerror or error}", file=sys.stderr)
        if error.filename is None:
            _discard_output()
    return 1


def _open_missing_streams() -> None:
    """A stream that the caller closed is None in Python."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _discard_output() -> None:
    """Python flushes at exit, and would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_input(path: str) -> bytes:
    """The bytes of a file, those of standard input for `-`. Raises OSError."""
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()


def check_output(path: str | Path, ending: str, kind: str) -> None:
    """Check before the work that a file of a kind can be written under a name, which has the
    ending of the kind or none.

    Raises:
        OutputError: for another ending.
        OSError: for a directory, and where the directory is missing or read-only.
    """
    target = Path(os.path.realpath(path))
    if Path(path).suffix not in ("", ending):
        raise OutputError(f"'{path}': {kind} goes into a file that is named *{ending}")
    if target.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not target.parent.is_dir():
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def write_file(path: str | Path, data: bytes) -> None:
    """Writes all of the file or nothing: after a failure the old one is still there. A device or a
    pipe is written to as it is. Raises OSError."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        beside.unlink(missing_ok=True)
