"""Client of `fork_server.py`: forked.py SOCKET SCRIPT [ARGUMENT ...]

It starts once per command of a test, so it imports only what is built in.
"""

import _socket
import marshal
import os
import sys
from array import array

server = _socket.socket(_socket.AF_UNIX)
server.connect(sys.argv[1])
command = {"folder": os.getcwd(), "environment": dict(os.environ), "arguments": sys.argv[2:]}
streams = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array("i", [0, 1, 2]))
server.sendmsg([marshal.dumps(command)], [streams])
status = int(server.recv(16))
if status < 0:
    os.kill(os.getpid(), -status)
sys.exit(status)
