"""Run Python scripts in forks of one process that has imported everything already.

A lit test is a dozen short commands, each of which would import for longer than it works. The
server holds a listening Unix socket; `forked.py` sends it a command with the three standard
streams, and gets the exit status. Each command has a process of its own, so that nothing is shared
but the state after the imports. The server ends when its standard input is closed.

    fork_server.py N      N is the file descriptor of the listening socket
"""

from __future__ import annotations

import gc
import marshal
import os
import runpy
import select
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from xdsl_torchscript.dialects.schema.table import operator_table

_ROOT = Path(__file__).parents[2]
_SECONDS = 120
"""After which a command is killed. Lit stops tests sooner, but knows only their clients."""


def preload() -> None:
    """Import what commands import, and read the table of operators."""
    for name in ("filecheck.main", "llvmlite.binding", "xdsl.xdsl_opt_main"):
        import_module(name)
    for folder in ("dialects", "frontend", "lowering", "runtime", "tools"):
        for path in sorted((_ROOT / folder).rglob("*.py")):
            if path.parent.name not in ("composites", "sources"):  # TorchScript
                name = ".".join(path.relative_to(_ROOT).with_suffix("").parts)
                import_module(f"xdsl_torchscript.{name.removesuffix('.__init__')}")
    operator_table()
    gc.collect()
    gc.freeze()


def serve(listener: socket.socket) -> str:
    """Return the script to run, in a fork that has the command's streams, folder, environment and
    arguments. In the server itself, does not return."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        if sys.stdin in ready:
            os._exit(0)
        connection, _ = listener.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listener.close()
            return attend(connection)
        connection.close()


def attend(connection: socket.socket) -> str:
    """Fork once more: the parent waits and reports the status, the child returns the script."""
    text, streams, _, _ = socket.recv_fds(connection, 1 << 20, 3)
    command = marshal.loads(text)
    child = os.fork()
    if child:
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        with suppress(BrokenPipeError):  # a test that takes too long has lost its client
            connection.sendall(str(os.waitstatus_to_exitcode(status)).encode())
        os._exit(0)
    connection.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    signal.alarm(_SECONDS)
    os.chdir(command["folder"])
    os.environ.clear()
    os.environ.update(command["environment"])
    sys.argv = command["arguments"]
    sys.path[0] = os.path.dirname(sys.argv[0])
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w", 1)
    return sys.argv[0]


def run(script: str) -> int:
    """Run a script as a program, and return its exit status."""
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


if __name__ == "__main__":
    preload()
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        script = serve(listener)
    status = run(script)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status & 0xFF)  # to tear the interpreter down would copy all of its pages
