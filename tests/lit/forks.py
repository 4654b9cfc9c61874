"""Tools that run in forks of one process, to be put in front of PATH."""

import shlex
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOOLS = Path(sys.executable).parent
_NAMES = ("filecheck", "ts-inspect", "ts-opt", "ts-reduce", "ts-run", "xdsl-opt")


@contextmanager
def forked_tools() -> Iterator[str]:
    """Start a fork server, and yield the folder of its clients: tools, `interp`, `python`."""
    with tempfile.TemporaryDirectory() as folder:
        address = str(Path(folder, "socket"))
        with socket.create_server(address, family=socket.AF_UNIX) as listener:
            server = subprocess.Popen(
                [sys.executable, HERE / "fork_server.py", str(listener.fileno())],
                stdin=subprocess.PIPE, pass_fds=[listener.fileno()],
            )  # fmt: skip
        for script in [*(TOOLS / name for name in _NAMES), HERE / "interp.py", HERE / "python.py"]:
            command = [sys.executable, "-IS", str(HERE / "forked.py"), address, str(script)]
            client = Path(folder, script.stem)
            client.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
            client.chmod(0o755)
        with server:  # ends when its standard input is closed
            yield folder
