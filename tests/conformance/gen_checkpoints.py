"""Write tests/unit/data/checkpoints: small files of torch.save, and their contents.

`python gen_checkpoints.py FOLDER`, with a PyTorch that writes both layouts.
"""

import collections
import json
import os
import sys
from pathlib import Path

import torch
from gen_archives import Layers, describe
from torch import nn

WHOLE = (
    "uint8 int8 int16 int32 int64 uint16 uint32 uint64 float16 bfloat16 float32 float64 "
    "complex64 complex128 bool float8_e5m2 float8_e4m3fn float8_e5m2fnuz float8_e4m3fnuz "
    "float8_e8m0fnu"
).split()


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.factor = nn.Parameter(torch.ones(2))


def dtypes() -> dict[str, object]:
    return {name: torch.tensor([0, 1, 4]).to(getattr(torch, name)) for name in WHOLE}


def values() -> dict[str, object]:
    base = torch.arange(12.0)
    return {
        "base": base,
        "every second": base[2:9:2],
        "transposed": base.view(3, 4).t(),
        "expanded": base[3].expand(2, 2),
        "empty": torch.empty(0, 3),
        "number": torch.tensor(2.5),
        "conjugate": torch.tensor([1 + 2j]).conj(),
        "negative": torch.tensor([1 + 2j]).conj().imag,
        "parameter": nn.Parameter(torch.ones(2)),
        "frozen": nn.Parameter(torch.ones(2), requires_grad=False),
        "ordered": collections.OrderedDict(b=1, a=[2, (3.5, "x", None)]),
        "counted": collections.Counter("aab"),
        "size": torch.Size([1, 2]),
        "numbers": [True, -5, 2**40, -(10**30), 1e300, 1 - 2j],
        "bytes": b"a\x00\xff",
        "dtype": torch.float16,
        "device": torch.device("cpu"),
        3: "three",
    }


def train() -> dict[str, object]:
    torch.manual_seed(1)
    model = nn.Linear(2, 1)
    optimiser = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 2)).sum().backward()
    optimiser.step()
    return {"epoch": 3, "model": model.state_dict(), "optimiser": optimiser.state_dict()}


def layers() -> dict[str, object]:
    torch.manual_seed(2)
    return Layers().state_dict()


PLAIN = {"dtypes": dtypes, "values": values, "trained": train, "layers": layers}
REFUSED = {
    "module": Scale,
    "sparse": lambda: {"s": torch.eye(2).to_sparse()},
}
QUANTISED = {
    "quantised": lambda: {"q": torch.quantize_per_tensor(torch.ones(2, 3), 0.1, 0, torch.quint8)},
}
"""Loaded, but no values that the other tests describe."""
LEGACY = ("dtypes", "values", "module")
"""The files that are also written in the old layout."""


def plain(value: object) -> object:
    """Return a value as `describe`, including values that program archives lack."""
    if isinstance(value, dict):
        return {"dict": [[plain(k), plain(v)] for k, v in value.items()]}
    if isinstance(value, list):
        return {"list": [plain(v) for v in value]}
    if isinstance(value, tuple):
        return {"tuple": [plain(v) for v in value]}
    if isinstance(value, bytes):
        return {"bytes": list(value)}
    if isinstance(value, torch.dtype):
        return {"dtype": str(value).removeprefix("torch.")}
    return describe(value)


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # The old layout holds the path of a module's source: without its folders, it is the same
    # wherever this runs.
    os.chdir(Path(__file__).parent)
    sys.modules["__main__"].__file__ = Path(__file__).name
    for name, make in {**PLAIN, **QUANTISED, **REFUSED}.items():
        torch.save(make(), folder / f"{name}.pt")
        if name in LEGACY:
            old = folder / f"{name}-legacy.pt"
            torch.save(make(), old, _use_new_zipfile_serialization=False)
    contents = {name: plain(make()) for name, make in PLAIN.items()}
    (folder / "expected.json").write_text(json.dumps(contents, indent=1) + "\n")


if __name__ == "__main__":
    main()
