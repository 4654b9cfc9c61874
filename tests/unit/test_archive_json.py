"""The layout of PyTorch 1.0 to 1.3, by an archive assembled from its specification."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from archive_files import describe, follow, name, zip_records

from xdsl_torchscript.frontend.archive import (
    ArchiveError,
    ListValue,
    PickledObject,
    TensorRecord,
    read_archive,
)

CODE = """op_version_set = 1
def forward(self,
    x: Tensor) -> Tensor:
  return torch.linear(x, self.weight, CONSTANTS.c1)
"""


def tensor_def(key: int, dims: list[int], strides: list[int], **more: Any) -> dict[str, Any]:
    return {
        "dims": [str(d) for d in dims],
        "strides": [str(s) for s in strides],
        "dataType": "FLOAT",
        "data": {"key": f"tensors/{key}"},
        "device": "cpu",
        **more,
    }


def model() -> dict[str, Any]:
    return {
        "protoVersion": "6",
        "producerName": "pytorch",
        "tensors": [
            tensor_def(0, [2, 3], [3, 1], requiresGrad=True),
            tensor_def(0, [3], [1], offset="3"),
            tensor_def(1, [2], [1], dataType="INT64", offset="0"),
        ],
        "mainModule": {
            "name": "Net",
            "optimize": True,
            "torchscriptArena": {"key": "code/net.py"},
            "parameters": [
                {"name": "weight", "tensorId": "0"},
                {"name": "mean", "isBuffer": True, "tensorId": "1"},
            ],
            "attributes": [
                {"type": "Dict[str, str]", "name": "words", "id": "2"},
                {"type": "Tensor", "name": "steps", "id": 3},
            ],
            "submodules": [
                {
                    "name": "inner",
                    "attributes": [
                        {"type": "float", "name": "ratio"},
                        {"type": "List[int]", "name": "sizes", "id": "1"},
                    ],
                }
            ],
        },
    }


ATTRIBUTES = (
    b"\x80\x02(G\x40\x02\x66\x66\x66\x66\x66\x66"
    + name("torch.jit._pickle", "build_intlist")
    + b"q\x02(](K\x01K\x02etRq\x03}(X\x01\x00\x00\x00aX\x01\x00\x00\x00bu"
    + name("torch.jit._pickle", "build_tensor_from_id")
    + b"q\x01(K\x02tRt."
)


def records(described_by: dict[str, Any], attributes: bytes = ATTRIBUTES) -> bytes:
    return zip_records(
        {
            "version": b"1\n",
            "code/net.py": CODE.encode(),
            "attributes.pkl": attributes,
            "tensors/0": np.arange(6, dtype=np.float32).tobytes(),
            "tensors/1": np.array([7, 8]).tobytes(),
            "model.json": json.dumps(described_by).encode(),
        }
    )


def test_modules_parameters_and_attributes() -> None:
    of = read_archive(records(model()))
    root = of.root
    assert isinstance(root, PickledObject)
    assert (root.class_name, root.source, root.parameters) == ("Net", "code/net.py", ("weight",))
    assert list(root.attributes) == ["weight", "mean", "words", "steps", "inner"]
    weight, mean = root.attributes["weight"], root.attributes["mean"]
    assert isinstance(weight, TensorRecord) and isinstance(mean, TensorRecord)
    assert weight.requires_grad and weight.storage == mean.storage
    assert of.array(weight).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert of.array(mean).tolist() == [3, 4, 5]
    assert describe(of, root.attributes["words"]) == {"dict": [["a", "b"]]}
    assert describe(of, follow(root, "inner.ratio")) == 2.3
    sizes = follow(root, "inner.sizes")
    assert isinstance(sizes, ListValue) and sizes.type == "List[int]"
    steps = root.attributes["steps"]
    assert isinstance(steps, TensorRecord) and of.array(steps).tolist() == [7, 8]
    assert of.sources == {"code/net.py": CODE}
    assert [of.array(c).size for c in of.constants if isinstance(c, TensorRecord)] == [6, 3, 2]


def test_lists_and_tensors_as_pytorch_1_1_wrote_them() -> None:
    """Objects of two classes, made empty and then built; PyTorch 2.13 reads them still."""
    old = (
        b"\x80\x02(G\x40\x02\x66\x66\x66\x66\x66\x66"
        + name("__main__", "IntList")
        + b"q\x00)\x81](K\x01K\x02eb}(X\x01\x00\x00\x00aX\x01\x00\x00\x00bu"
        + name("__main__", "TensorID")
        + b"q\x01)\x81K\x02bt."
    )
    of = read_archive(records(model(), old))
    assert describe(of, follow(of.root, "inner.sizes")) == {"list": [1, 2]}
    steps = of.root.attributes["steps"]
    assert isinstance(steps, TensorRecord) and of.array(steps).tolist() == [7, 8]


def test_names_with_underscores_are_the_same() -> None:
    text = json.dumps(model())
    for camel, snake in (("mainModule", "main_module"), ("tensorId", "tensor_id")):
        text = text.replace(camel, snake)
    assert next(iter(read_archive(records(json.loads(text))).root.attributes)) == "weight"


def edit_archive(path: str, value: object) -> dict[str, Any]:
    found: Any = (whole := model())
    *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
    for part in way:
        found = found[part]
    found[last] = value
    return whole


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("tensors.0.dims", ["3", "3"], "tensors[0]: a tensor that reaches to element 8"),
        ("tensors.0.dims", ["2", "-3"], "tensors[0]: dims is '-3'; expected a number"),
        ("tensors.0.dims", "6", "tensors[0]: dims is '6'; expected a list"),
        ("tensors.0.isQuantized", True, "tensors[0]: a quantised tensor"),
        ("tensors.0.dataType", "STRING", "tensors[0]: dataType is 'STRING'"),
        ("tensors.1.data.key", "data.pkl", "tensors[1]: the storage 'data.pkl'"),
        ("mainModule.parameters.0.tensorId", "3", "mainModule.parameters[0]: tensor 3"),
        ("mainModule.attributes.0.id", "4", "mainModule.attributes[0]: attribute 4"),
        ("mainModule.attributes.0.name", "mean", "a second attribute 'mean'"),
        ("mainModule.torchscriptArena.key", "code/no.py", "mainModule: the code 'code/no.py'"),
        ("mainModule.submodules.0", [], "mainModule: submodules[0] is a list"),
        ("mainModule", [1], "model.json: mainModule is a list"),
    ],
)
def test_damage_is_reported_with_its_path(path: str, value: object, message: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        read_archive(records(edit_archive(path, value)))
    assert message in str(caught.value)
    assert caught.value.record == "model.json"


@pytest.mark.parametrize("text", ["", "[", "[1]", "[" * 100_000, '{"a": ' * 5_000, "1" * 5_000])
def test_damaged_json(text: str) -> None:
    data = zip_records({"version": b"1\n", "model.json": text.encode()})
    with pytest.raises(ArchiveError):
        read_archive(data)


def test_deep_modules() -> None:
    nested: dict[str, Any] = {}
    for _ in range(250):
        nested = {"name": "m", "submodules": [nested]}
    with pytest.raises(ArchiveError, match="at most 200"):
        read_archive(records(model() | {"mainModule": nested}))
