"""Client of `fork_server.py`: forked.py SOCKET SCRIPT [ARGUMENT ...]"""

import json
import os
import socket
import sys

with socket.socket(socket.AF_UNIX) as server:
    server.connect(sys.argv[1])
    command = {"folder": os.getcwd(), "environment": dict(os.environ), "arguments": sys.argv[2:]}
    socket.send_fds(server, [json.dumps(command).encode()], [0, 1, 2])
    status = int(server.recv(16))
if status < 0:
    os.kill(os.getpid(), -status)
sys.exit(status)
