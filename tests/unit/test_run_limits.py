"""`ts-run --max-steps`, `--max-seconds` and `--max-memory` stop a run with one error."""

from __future__ import annotations

from pathlib import Path

import pytest

from xdsl_torchscript.tools import ts_run

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "endless.py"


def run(*arguments: str) -> int:
    return ts_run.main([str(EXAMPLE), *arguments])


@pytest.mark.parametrize("bound", ["--max-steps=1000", "--max-seconds=0.1"])
def test_an_endless_loop_is_stopped(bound: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run("--entry=count", bound) == 1
    assert "error: the run exceeded its budget of" in capfd.readouterr().err


def test_growing_programs_are_stopped(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("--entry=collect", "--max-memory=1M") == 1
    error = capfd.readouterr().err
    assert "exceeded its budget of 1,048,576 bytes" in error
    assert "kept.append(len(kept))" in error


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux limits address space")
def test_one_large_allocation_fails(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("--entry=fill", "--input=size=10000000", "--max-memory=64M") == 0
    capfd.readouterr()
    assert run("--entry=fill", "--input=size=200000000", "--max-memory=64M") == 1
    assert "endless.py" in capfd.readouterr().err


@pytest.mark.parametrize("engine", ["--engine=native", "--compare"])
def test_native_code_is_not_bounded(engine: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run("--entry=count", "--max-steps=1", engine) == 1
    assert "bound the interpreter only" in capfd.readouterr().err


@pytest.mark.parametrize("bound", ["--max-steps=-1", "--max-seconds=nan", "--max-memory=1X"])
def test_bounds_are_checked(bound: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--entry=count", bound)
    assert "expected" in capfd.readouterr().err


def test_bounds_hold_for_all_calls_together(capfd: pytest.CaptureFixture[str]) -> None:
    few = ["--entry=fill", "--input=size=2", "--max-steps=20"]
    assert run(*few) == 0
    assert run(*few, "--calls=100") == 1
    assert "exceeded its budget of 20 steps" in capfd.readouterr().err


def test_the_runs_of_an_explanation_are_bounded(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("--entry=fill", "--input=size=2", "--explain", "--max-steps=1") == 1
    assert "exceeded its budget of 1 steps" in capfd.readouterr().err
