"""Fixtures for tests of executors, whose options and engine are those of the process."""

from collections.abc import Iterator
from typing import Any

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.modules.engines import ACTIVE


@pytest.fixture
def kept_options() -> Iterator[None]:
    """Restore the options of executors, and the engine."""
    saved, engine = dict(vars(OPTIONS)), ACTIVE.engine
    yield
    vars(OPTIONS).update(saved)
    ACTIVE.engine = engine


@pytest.fixture
def interpreted(kept_options: None) -> None:
    """Interpret every call, with no plan of earlier calls under way: its memory would count."""
    ts.set_engine("interp")
    ts.wait_for_compilation()


@pytest.fixture
def compiled_now(kept_options: None) -> None:
    """Use the profiling engine, and make plans in the call that needs them."""
    ts.set_engine("profile")
    OPTIONS.compile = "now"


@pytest.fixture
def python_calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of functions whose calls Python answers."""
    seen: list[str] = []
    run = ACTIVE.engine.run

    def noted(function: Any, inputs: Any) -> Any:
        seen.append(function.name)
        return run(function, inputs)

    monkeypatch.setattr(ACTIVE.engine, "run", noted)
    return seen
