"""The tables of types in the unit tests agree with PyTorch."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

HERE = Path(__file__).parent
DATA = HERE.parent / "unit" / "data"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write new tables in a separate process, as class names contain that of the module."""
    folder = tmp_path_factory.mktemp("types")
    subprocess.run([sys.executable, HERE / "gen_types.py", folder], check=True)
    return folder


@pytest.mark.parametrize("name", ["type_spellings.tsv", "subtyping.txt"])
def test_table_is_up_to_date(fresh: Path, name: str):
    assert (DATA / name).read_text() == (fresh / name).read_text()
