"""`fork` and `wait` in Python: asynchronous runs of programs.

future = ts.fork(module, x)
y = ts.wait(future)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from xdsl_torchscript.dialects.types import AnyType
from xdsl_torchscript.runtime.interpreter.pool import POOL
from xdsl_torchscript.runtime.interpreter.suspension import Task
from xdsl_torchscript.runtime.modules.engines import current_engine
from xdsl_torchscript.runtime.modules.futures import Deferred, Future, Outcome
from xdsl_torchscript.runtime.modules.script_function import ScriptFunction, ScriptMethod
from xdsl_torchscript.runtime.modules.script_module import ScriptModule


def fork(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Future:
    """Run a scripted function, method or module asynchronously; return the future of its result.

    Any other function runs synchronously, as in PyTorch. Raises InputMismatch for arguments that do
    not fit; `wait` raises the errors of the program.
    """
    called = function.get_method("forward") if isinstance(function, ScriptModule) else function
    outcome = Outcome()
    if not isinstance(called, ScriptFunction | ScriptMethod):
        outcome.succeed(called(*args, **kwargs))
        return Future(AnyType(), outcome)
    inputs = [*called.first, *called.values(args, kwargs)]
    POOL.submit(Task(partial(current_engine().run, called, inputs), outcome))
    (element,) = called.op.function_type.outputs.data
    return Future(element, outcome, called.program.export)


def wait(future: Deferred) -> Any:
    """Return a future's result. Raises RuntimeFault if its program failed."""
    return future.wait()
