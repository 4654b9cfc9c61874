"""Write tests/unit/data/archives: small archives of torch.jit.save, and their contents.

Paths get into the archives, so run it through links with neutral names, and with PYTHONHASHSEED=0
for the same bytes each time: `/opt/pytorch/bin/python /opt/pytorch/gen_archives.py FOLDER`.
"""

import enum
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
from torch import Tensor, nn


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Point(NamedTuple):
    x: int
    y: Tensor


@torch.jit.script
class Counter:
    def __init__(self, start: int):
        self.count = start

    def next(self) -> int:
        self.count += 1
        return self.count


class Block(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.dropout = nn.Dropout(0.25)

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(torch.relu(self.linear(x)))


class Layers(nn.Module):
    """Parameters, buffers, submodules and the containers of submodules."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor([0.5, 2.0]))
        self.register_buffer("steps", torch.tensor([1, 2, 3]))
        self.blocks = nn.ModuleList([Block(2), Block(2)])
        self.named = nn.ModuleDict({"tanh": nn.Tanh(), "conv": nn.Conv1d(2, 2, 1)})
        self.extra = nn.ParameterDict({"u": nn.Parameter(torch.ones(1))})

    def forward(self, x: Tensor, times: int = 1) -> Tensor:
        for block in self.blocks:
            x = block(x) * self.scale
        return self.named["tanh"](x) + self.steps.sum() + self.extra["u"] * times

    @torch.jit.export
    def first(self, x: Tensor) -> Tuple[Tensor, int]:  # noqa: UP006
        return x[0], int(self.steps[0])


class Attributes(nn.Module):
    """An attribute of each type that TorchScript has."""

    table: Dict[str, int]  # noqa: UP006
    by_number: Dict[int, Tensor]  # noqa: UP006
    pairs: List[Tuple[int, float]]  # noqa: UP006
    nothing: Optional[int]  # noqa: UP045
    maybe: Optional[Tensor]  # noqa: UP045
    point: Point
    tensors: List[Tensor]  # noqa: UP006
    empty: List[str]  # noqa: UP006

    def __init__(self):
        super().__init__()
        self.table = {"a": 1, "b": -2}
        self.by_number = {3: torch.ones(1)}
        self.pairs = [(1, 2.5), (-3, 1e300)]
        self.nothing = None
        self.maybe = torch.tensor([1.5])
        self.point = Point(3, torch.zeros(2))
        self.color = Color.BLUE
        self.place = torch.device("cuda:1")
        self.z = 1.5 - 2j
        self.numbers = [0, 255, 256, 65536, -1, 2**31, -(2**63), 2**63 - 1]
        self.floats = [0.0, -1.5, float("inf")]
        self.bools = [True, False]
        self.words = ["a", "", "h\u00e9llo \u4e16"]
        self.empty = []
        self.mixed = (1, (2.0, "x"), True, None)
        self.tensors = [torch.ones(1), torch.zeros(2)]
        self.counter = Counter(4)

    def forward(self, x: Tensor) -> Tensor:
        if self.color == Color.BLUE:
            x = x + self.counter.next() + self.point.x + len(self.table) + len(self.by_number)
        sizes = len(self.pairs) + len(self.numbers) + len(self.floats) + len(self.bools)
        sizes += len(self.words) + len(self.empty) + len(self.tensors) + len(self.mixed[1])
        maybe = self.maybe
        if maybe is not None and self.nothing is None:
            x = x + maybe
        return x.to(self.place) + self.z + sizes


class Sharing(nn.Module):
    """Tensors that share storages, and tensors that are not contiguous."""

    def __init__(self):
        super().__init__()
        base = torch.arange(12.0)
        self.base = nn.Parameter(base)
        self.same = self.base
        self.transposed = nn.Parameter(torch.arange(6.0).reshape(2, 3).t())
        self.register_buffer("matrix", base.view(3, 4))
        self.register_buffer("column", base.view(3, 4)[:, 1])
        self.register_buffer("expanded", base[2:3].expand(4))
        self.register_buffer("stepped", torch.arange(10)[1::3])

    def forward(self, x: Tensor) -> Tensor:
        total = self.base.sum() + self.same.sum() + self.transposed.sum() + self.matrix.sum()
        return x + total + self.column.sum() + self.expanded.sum() + self.stepped.sum()


DTYPES = """
uint8 int8 int16 int32 int64 float16 float32 float64 complex32 complex64 complex128 bool bfloat16
float8_e5m2 float8_e4m3fn float8_e5m2fnuz float8_e4m3fnuz float8_e8m0fnu uint16 uint32 uint64
"""


class Holder(nn.Module):
    """Buffers of any kind, and nothing to compute with them."""

    def __init__(self, **buffers: Tensor):
        super().__init__()
        for name, value in buffers.items():
            self.register_buffer(name, value)

    def forward(self, x: Tensor) -> Tensor:
        return x


class Stateful(nn.Module):
    """A module that writes and reads its own state."""

    def __init__(self):
        super().__init__()
        self.weight = torch.tensor([1.0, 2.0])
        self.training = True

    @torch.jit.export
    def __getstate__(self) -> Tuple[Tensor, bool]:  # noqa: UP006
        return self.weight, self.training

    @torch.jit.export
    def __setstate__(self, state: Tuple[Tensor, bool]) -> None:  # noqa: UP006
        self.weight = state[0]
        self.training = state[1]

    def forward(self, x: Tensor) -> Tensor:
        return x * self.weight


def add(x: Tensor, y: int = 3) -> Tensor:
    return x + y


def on_cuda(x: Tensor) -> Tensor:
    mask = torch.zeros([2], device="cuda:0")
    return x.to("cuda:0") + mask


def with_constants(x: Tensor) -> Tensor:
    return (x * torch.tensor([1.0, 2.0]) + torch.zeros(2)) @ torch.eye(2)


def of_each_dtype() -> dict[str, Tensor]:
    values = torch.tensor([1.0, 2.0, 4.0])
    return {f"of_{name}": values.to(getattr(torch, name)) for name in DTYPES.split()}


def trace(function: Callable[[Tensor], Tensor]) -> torch.jit.ScriptFunction:
    return torch.jit.trace(function, torch.ones(2))


def script(value: object) -> torch.jit.ScriptModule:
    return torch.jit.script(value)


QUANTIZED = torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8)
ARCHIVES: dict[str, Callable[[], object]] = {
    "function": lambda: script(add),
    "layers": lambda: script(Layers()),
    "attributes": lambda: script(Attributes()),
    "sharing": lambda: script(Sharing()),
    "dtypes": lambda: script(Holder(**of_each_dtype())),
    "sizes": lambda: script(
        Holder(
            empty=torch.empty(0, 3),
            scalar=torch.tensor(7),
            conjugate=torch.tensor([1 + 2j]).conj(),
            large=torch.arange(300, dtype=torch.float32).reshape(3, 100),
        )
    ),
    "constants": lambda: trace(with_constants),
    "cuda": lambda: script(on_cuda),
    "stateful": lambda: script(Stateful()),
    "evaluated": lambda: script(Layers().eval()),
    "quantized": lambda: script(Holder(weight=QUANTIZED)),
    "sparse": lambda: script(Holder(weight=torch.eye(2).to_sparse())),
}
REFUSED = ("quantized", "sparse")
EXTRA_FILES = {"function": {"notes.txt": "two words", "more/data.bin": "\x00\x01"}}
NAMED = {
    "attributes": "table by_number pairs nothing maybe point color place z numbers floats bools "
    "words empty mixed tensors",
}


def describe_tensor(value: Tensor) -> dict[str, object]:
    numbers = value.detach().resolve_conj()
    if numbers.is_complex():
        numbers = torch.view_as_real(numbers.to(torch.complex128))
    return {
        "dtype": str(value.dtype).removeprefix("torch."),
        "shape": list(value.shape),
        "requires_grad": value.requires_grad,
        "data": numbers.to(torch.float64).flatten().tolist(),
    }


def describe(value: object) -> object:
    """Return a value as JSON, in the format of the tests."""
    if isinstance(value, Tensor):
        return {"tensor": describe_tensor(value)}
    if isinstance(value, dict):
        return {"dict": [[describe(k), describe(v)] for k, v in value.items()]}
    if isinstance(value, list):
        return {"list": [describe(v) for v in value]}
    if isinstance(value, tuple):
        return {"tuple": [describe(v) for v in value]}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, enum.Enum):
        return {"enum": describe(value.value)}
    if isinstance(value, torch.device):
        return {"device": str(value)}
    return value


def expected(name: str, value: object) -> dict[str, object]:
    if not isinstance(value, nn.Module):
        return {"tensors": {}, "attributes": {}}
    tensors = dict(value.named_parameters(remove_duplicate=False))
    tensors.update(value.named_buffers(remove_duplicate=False))
    return {
        "tensors": {path: describe_tensor(tensor) for path, tensor in tensors.items()},
        "attributes": {n: describe(getattr(value, n)) for n in NAMED.get(name, "").split()},
    }


def main() -> None:
    if sys.flags.hash_randomization:
        sys.exit("set PYTHONHASHSEED=0: PyTorch saves constants in the order of a set")
    torch.manual_seed(0)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    contents: dict[str, object] = {}
    for name, make in ARCHIVES.items():
        value = make()
        path = folder / f"{name}.pt"
        torch.jit.save(value, str(path), _extra_files=EXTRA_FILES.get(name, {}))
        if name not in REFUSED:
            contents[name] = expected(name, value)
    text = json.dumps(contents, indent=1, ensure_ascii=False)
    (folder / "expected.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
