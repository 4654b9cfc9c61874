"""`python FILE [ARGUMENT ...]` and `python -c TEXT`, in a process that has imported everything."""

import os
import runpy
import sys

del sys.argv[0]
if sys.argv[0] == "-c":
    sys.path[0] = ""
    exec(sys.argv.pop(1), {"__name__": "__main__"})
else:
    sys.path[0] = os.path.dirname(sys.argv[0])
    runpy.run_path(sys.argv[0], run_name="__main__")
