"""What every command does about the world around it: streams, files, interrupts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

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
