"""The tables of types that the unit tests use are what PyTorch says."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

HERE = Path(__file__).parent
DATA = HERE.parent / "unit" / "data"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of new tables. A process of its own: class names hold the module's."""
    folder = tmp_path_factory.mktemp("types")
    subprocess.run([sys.executable, HERE / "gen_types.py", folder], check=True)
    return folder


@pytest.mark.parametrize("name", ["type_spellings.tsv", "subtyping.txt"])
def test_table_is_up_to_date(fresh: Path, name: str):
    assert (DATA / name).read_text() == (fresh / name).read_text()
