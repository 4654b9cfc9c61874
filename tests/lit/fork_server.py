"""Run Python scripts in forks of one process that has imported everything already.

A lit test is a dozen short commands, each of which would import for longer than it works. The
server holds a listening Unix socket; `forked.py` sends it a command with the three standard
streams, and gets the exit status. Each command has a process of its own, so that nothing is shared
but the state after the imports and one lowering, whose caches of classes are filled. The server
ends when its standard input is closed.

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
from contextlib import redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.tools import ts_opt

_ROOT = Path(__file__).parents[2]
_LOWERING = "--pipeline=ts-to-te,te-to-loops,loops-to-llvm"
_SECONDS = 120
"""After which a command is killed. Lit stops tests sooner, but knows only their clients."""


def preload() -> None:
    """Import what commands import, read the table of operators, and lower an example."""
    for name in ("filecheck.main", "llvmlite.binding", "xdsl.xdsl_opt_main"):
        import_module(name)
    for folder in ("dialects", "frontend", "lowering", "runtime", "tools"):
        for path in sorted((_ROOT / folder).rglob("*.py")):
            if path.parent.name not in ("composites", "sources"):  # TorchScript
                name = ".".join(path.relative_to(_ROOT).with_suffix("").parts)
                import_module(f"xdsl_torchscript.{name.removesuffix('.__init__')}")
    operator_table()
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        ts_opt.main([str(_ROOT / "examples/nnc_example.graph"), _LOWERING])
    gc.collect()
    gc.freeze()


def serve(listener: socket.socket) -> str:
    """Return the script to run, in a fork that has the command's streams, folder, environment and
    arguments. In the server itself, does not return."""
    ended, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    clients: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([listener, sys.stdin, ended], [], [])
        if sys.stdin in ready:
            os._exit(0)
        if ended in ready:
            ended.recv(1 << 16)
            report_ends(clients)
        if listener not in ready:
            continue
        client, _ = listener.accept()
        text, streams, _, _ = socket.recv_fds(client, 1 << 20, 3)
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.set_wakeup_fd(-1)
            for each in (listener, ended, wake, client, *clients.values()):
                each.close()
            return take_over(marshal.loads(text), streams)
        clients[child] = client
        for stream in streams:
            os.close(stream)


def report_ends(clients: dict[int, socket.socket]) -> None:
    """Send their clients the statuses of the processes that ended."""
    while clients:
        child, status = os.waitpid(-1, os.WNOHANG)
        if child == 0:
            return
        with suppress(BrokenPipeError), clients.pop(child) as client:  # it may have given up
            client.sendall(str(os.waitstatus_to_exitcode(status)).encode())


def take_over(command: dict[str, Any], streams: list[int]) -> str:
    """Give this process the streams, folder, environment and arguments of a command, and return its
    script."""
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
