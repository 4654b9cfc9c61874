"""Networks of many families, saved by PyTorch, give PyTorch's results.

tests/conformance/test_zoo.py has them in their full sizes, in every way that PyTorch can save them.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import zoo_archives
from zoo_archives import Mismatch, difference, golden, play

import xdsl_torchscript as ts

ZOO = golden()


@pytest.mark.parametrize("name", ZOO)
def test_saved_models_answer_as_pytorch_did(name: str) -> None:
    archive, recording = ZOO[name]
    assert play(ts.load(archive), recording) < 2e-5


@pytest.mark.parametrize("name", ["whisper", "tokenizer"])
def test_saved_again_they_answer_the_same(name: str) -> None:
    archive, recording = ZOO[name]
    stream = io.BytesIO()
    ts.save(ts.load(archive), stream)
    assert play(ts.load(stream.getvalue()), recording) < 2e-5


def test_the_player_is_a_program_without_pytorch(tmp_path: Path) -> None:
    archive, recording = ZOO["mamba"]
    (tmp_path / "good.pt").write_bytes(archive)
    (tmp_path / "good.json").write_text(json.dumps(recording))
    (tmp_path / "wrong.pt").write_bytes(ZOO["crf"][0])
    (tmp_path / "wrong.json").write_text(json.dumps(recording))
    done = subprocess.run(
        [sys.executable, zoo_archives.__file__, tmp_path], capture_output=True, text=True
    )
    good, wrong = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 0
    assert good["difference"] < 1e-5 and "error" in wrong


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (1, 2),
        (1, True),
        ([1], [1, 2]),
        ({"a": 1}, {"b": 1}),
        (1.0, np.ones(1)),
        (ts.Tensor(np.ones(2)), np.ones(3)),
        (ts.Tensor(np.ones(2)), np.ones(2, dtype=np.float32)),
        (ts.Tensor(np.array([1, 2])), np.array([1, 3])),
        (ts.Tensor(np.array([np.nan, 1.0])), np.ones(2)),
    ],
)
def test_the_player_finds_differences(found: object, expected: object) -> None:
    with pytest.raises(Mismatch):
        difference(found, expected)


def test_the_player_measures_distances() -> None:
    assert difference(ts.Tensor(np.array([1.0, 4.0])), np.array([1.5, 4.0])) == 0.5 / 4
    assert difference((2.0, [1.0]), (2.0, [2.0])) == 0.5
