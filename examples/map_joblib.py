"""Classify many files with one model on joblib: `pip install joblib`, then run this."""

import tempfile
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

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
        tasks = (delayed(classify)(model, file) for file in files)
        for file, labels in zip(files, Parallel(n_jobs=2)(tasks), strict=True):
            print(file.name, *labels)


if __name__ == "__main__":
    main()
