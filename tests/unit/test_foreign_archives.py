"""Archives outside of this repository, in the folder TS_FOREIGN_ARCHIVES.

docs/archives-tried.md lists them with their origin.
"""

from __future__ import annotations

import io
import os
import warnings
from pathlib import Path

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import read_archive
from xdsl_torchscript.runtime.modules.handle import program_of
from xdsl_torchscript.tools.inspection.report import report
from xdsl_torchscript.tools.inspection.text import report_text

FOLDER = os.environ.get("TS_FOREIGN_ARCHIVES")
SUFFIXES = {".jit", ".pt", ".pth", ".ptl", ".torchscript"}
PATHS = sorted(p for p in Path(FOLDER).rglob("*") if p.suffix in SUFFIXES) if FOLDER else []


@pytest.mark.skipif(not PATHS, reason="TS_FOREIGN_ARCHIVES names no folder of archives")
@pytest.mark.parametrize("path", PATHS, ids=str)
def test_archives_of_other_writers(path: Path) -> None:
    """Read, shown, compiled and saved; the saved archive reads as the same module."""
    of = read_archive(path)
    of.verify()
    assert report_text(report(of), everything=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = ts.load(path)
    program_of(module).definitions.compile_all()  # pyright: ignore
    stream = io.BytesIO()
    ts.save(module, stream)
    again = ts.load(stream.getvalue())
    assert repr(again) == repr(module)
    for (name, ours), (other, theirs) in zip(
        again.state_dict().items(), module.state_dict().items(), strict=True
    ):
        assert name == other
        np.testing.assert_array_equal(np.asarray(ours), np.asarray(theirs))
