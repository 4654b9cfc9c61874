"""Classify many files with one model on dask: `pip install dask`, then run this."""

import tempfile
from pathlib import Path

import dask
import numpy as np

import xdsl_torchscript as ts


def classify(model: ts.ScriptModule, file: Path) -> list[str]:
    return model(np.load(file))


def main() -> None:
    model = ts.load(Path(__file__).with_name("classifier.pt"))
    random = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.npy" for number in range(4)]
        for file in files:
            np.save(file, 3 * random.normal(size=(2, 4)).astype(np.float32))
        shared = dask.delayed(model)  # sent as the bytes of its archive
        tasks = [dask.delayed(classify)(shared, file) for file in files]
        for file, labels in zip(files, dask.compute(*tasks, scheduler="processes"), strict=True):
            print(file.name, *labels)


if __name__ == "__main__":
    main()
