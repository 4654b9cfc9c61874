"""Results that come later: `fork` and `wait`, and awaitables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import AwaitType, FutureType
from xdsl_torchscript.runtime.errors import RuntimeFault


class Awaitable:
    """What runs when its result is asked for, and not again after that. `element` is the type of
    the result."""

    def __init__(self, element: Attribute, run: Callable[[], Any]) -> None:
        self.element = element
        self._run: Callable[[], Any] | None = run
        self._result: Any = None
        self._fault: RuntimeFault | None = None

    @property
    def type(self) -> Attribute:
        return AwaitType(self.element)

    def wait(self) -> Any:
        """The result. Raises RuntimeFault, at each call, where it failed."""
        self._finish()
        if self._fault is not None:
            raise self._fault.again()
        return self._result

    def mapped(self, convert: Callable[[Any], Any]) -> Self:
        """What comes later too, and converts the result."""
        return type(self)(self.element, lambda: convert(self.wait()))

    def _finish(self) -> None:
        run, self._run = self._run, None
        if run is None:
            return
        try:
            self._result = run()
        except RuntimeFault as fault:
            self._fault = fault


class Future(Awaitable):
    """What runs beside its caller. It has run when the future is made; only `wait` tells that it
    failed."""

    def __init__(self, element: Attribute, run: Callable[[], Any]) -> None:
        super().__init__(element, run)
        self._finish()

    @property
    def type(self) -> Attribute:
        return FutureType(self.element)

    def done(self) -> bool:
        return True
