"""Profiles: each operator and line of a run, with its calls, bytes and time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from console_blocks import ROOT

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.modules.unit import compile
from xdsl_torchscript.tools import ts_run

PROGRAM = """
import torch
from typing import Dict, List
from torch import Tensor

def inner(x: Tensor) -> Tensor:
    return torch.relu(x)

def calls(x: Tensor) -> Tensor:
    for i in range(3):
        x = inner(x)
    return x

def views(x: Tensor) -> Tensor:
    y = x.t()
    y.add_(1)
    return y

def composite(x: Tensor) -> Tensor:
    return torch.selu(x)

def containers(x: Tensor) -> List[Tensor]:
    d = {"a": x}
    return torch.split(d["a"], 1) + [x + 1]

def forks(x: Tensor) -> Tensor:
    return torch.jit.wait(torch.jit.fork(inner, x)) + 1

def fails(x: Tensor) -> Tensor:
    return x + torch.relu(x.view(-1, 7))
"""
X = np.ones((4, 2), np.float32)


def profile_run(name: str) -> Any:
    return ts.profile(getattr(compile(PROGRAM), name), X.copy())


def counts(found: Any) -> dict[str, tuple[int, int]]:
    return {name: (cost.calls, cost.bytes) for name, cost in found.operators.items()}


def test_functions_that_are_called_count_by_their_operators() -> None:
    found = profile_run("calls")
    assert counts(found)["aten::relu"] == (3, 3 * X.nbytes)
    assert not any("Call" in name for name in found.operators)
    assert found.lines["<compile>:7"].calls == 3
    np.testing.assert_array_equal(found.result.array, X)


def test_views_and_in_place_results_count_no_bytes() -> None:
    found = counts(profile_run("views"))
    assert (found["aten::t"], found["aten::add_.Scalar"]) == ((1, 0), (1, 0))


def test_a_composite_operator_counts_as_one() -> None:
    found = profile_run("composite")
    assert counts(found) == {"aten::selu": (1, X.nbytes)}
    assert list(found.lines) == ["<compile>:20"]


def test_tensors_in_containers() -> None:
    found = counts(profile_run("containers"))
    assert found["aten::split.Tensor"] == (1, 0)
    assert found["aten::__getitem__.Dict_str"] == (1, 0)
    assert found["aten::add.Scalar"] == (1, X.nbytes)


def test_forks_are_measured() -> None:
    found = profile_run("forks")
    assert counts(found)["aten::relu"] == (1, X.nbytes)
    assert "aten::wait" not in found.operators


def test_times_add_up() -> None:
    found = profile_run("calls")
    operators = sum(cost.seconds for cost in found.operators.values())
    lines = sum(cost.seconds for cost in found.lines.values())
    assert operators == pytest.approx(lines)
    assert 0 < operators <= found.seconds


def test_a_failure_is_that_of_the_program() -> None:
    with pytest.raises(ts.RuntimeFault, match="view"):
        profile_run("fails")


def test_modules_methods_and_other_things() -> None:
    module = ts.load(ROOT / "examples" / "classifier.pt")
    x = np.ones((2, 4), np.float32)
    found = ts.profile(module, x, sure=0.6)
    assert found.result == module(x, sure=0.6)
    assert counts(found)["aten::matmul"] == counts(ts.profile(module.forward, x))["aten::matmul"]
    with pytest.raises(TypeError, match="cannot profile 'int'"):
        ts.profile(3, x)  # pyright: ignore


def test_the_table_and_json() -> None:
    found = profile_run("calls")
    title, row = str(found).splitlines()[2:4]
    assert title.split() == ["operator", "calls", "time", "share", "bytes"]
    assert row.startswith(tuple(f"{name}  " for name in found.operators))
    rows = json.loads(json.dumps(found.as_dict()))["operators"]
    assert {row["operator"] for row in rows} == set(found.operators)
    assert rows == sorted(rows, key=lambda row: -row["seconds"])


def test_the_command(tmp_path: Path, capfd) -> None:
    program = str(ROOT / "examples" / "classifier.pt")
    inputs = ["--input", "x=random:f32[3,4]"]
    assert ts_run.main([program, *inputs]) == 0
    plain = capfd.readouterr().out
    file = tmp_path / "p.json"
    assert ts_run.main([program, *inputs, "--profile", "--profile-json", str(file)]) == 0
    printed = capfd.readouterr()
    assert printed.out == plain
    assert "aten::matmul" in printed.err and "classifier.py:15" in printed.err
    assert json.loads(file.read_text())["operators"]
    assert ts_run.main([program, *inputs, "--profile", "--engine=native"]) == 1
    assert "--profile measures the interpreter" in capfd.readouterr().err


DRAWS = """
def draws(x):
    print(x.add_(1.0))
    return torch.rand_like(x)
"""


def test_the_command_profiles_the_last_of_equal_calls(tmp_path: Path, capfd) -> None:
    program, file = tmp_path / "draws.py", tmp_path / "p.json"
    program.write_text(DRAWS)
    run = [str(program), "--input=x=f32[1]{1}", "--calls=3", "--seed=7"]
    assert ts_run.main(run) == 0
    plain = capfd.readouterr().out
    assert ts_run.main([*run, "--profile-json", str(file)]) == 0
    assert capfd.readouterr().out == plain and plain.count("2\n") == 3
    rows = json.loads(file.read_text())["operators"]
    assert {row["calls"] for row in rows if row["operator"] == "prim::Print"} == {1}
    assert ts_run.main([*run, "--profile", "--max-steps=1"]) == 1
    assert "exceeded its budget of 1 steps" in capfd.readouterr().err
