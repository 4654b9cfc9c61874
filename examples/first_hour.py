"""A session with a model: run it, look at it, change it, measure it, keep it."""

import pickle
import tempfile
from pathlib import Path

import numpy as np

import xdsl_torchscript as ts

model = ts.load(Path(__file__).with_name("classifier.pt"))
x = np.eye(4, dtype=np.float32)
print("runs on arrays:", model(x))

for name, parameter in model.named_parameters():
    print(f"{name:14} {list(parameter.shape)}")

weights = model.state_dict()
weights["out.bias"] = ts.tensor([0.0, 9.0, 0.0])
model.load_state_dict(weights)
print("with a bias for dogs:", model(x))

profile = ts.profile(model, x)
print("calls of aten::matmul:", profile.operators["aten::matmul"].calls)

copy = pickle.loads(pickle.dumps(model))
print("survives pickle:", copy(x) == model(x))

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "dogs.pt"
    ts.save(model, path)
    print("survives a file:", ts.load(path)(x) == model(x))


@ts.script
def normalise(x: ts.Tensor, power: int = 2) -> ts.Tensor:
    """Scale each row to norm 1."""
    return x / x.norm(power, dim=1, keepdim=True)


print(normalise.schema)
print(normalise(np.array([[3.0, 4.0]], np.float32)))
try:
    normalise(np.ones(3, np.float32))
except RuntimeError as error:
    print(str(error).splitlines()[0].partition("error: ")[2])
