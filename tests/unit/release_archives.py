"""Archives written by other releases of PyTorch, with the results of those releases."""

from __future__ import annotations

import json
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data" / "releases"


@cache
def release(version: str) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return the archives of a release by name, and the expected data of each."""
    with zipfile.ZipFile(FOLDER / f"{version}.zip") as file:
        expected = json.loads(file.read("expected.json"))
        return {name: file.read(f"{name}.pt") for name in expected}, expected


VERSIONS = sorted(path.stem for path in FOLDER.glob("*.zip"))
ALL = [(version, name) for version in VERSIONS for name in release(version)[0]]
