"""Random arguments for operators, made from the types and names in their schemas."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import torch

DTYPES = (
    torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.bool,
    torch.bfloat16, torch.float16, torch.complex64,
)  # fmt: skip
_USUAL = (torch.float32, torch.float32, torch.float32, torch.int64, torch.float64)
FORMATS = {
    torch.contiguous_format: 0, torch.preserve_format: 1,
    torch.channels_last: 2, torch.channels_last_3d: 3,
}  # fmt: skip


class Maker:
    """The arguments of one call. Its tensors have sizes and types that often fit together."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.rank = chance.choice((0, 1, 1, 2, 2, 2, 3, 3, 4))
        self.sizes = [chance.choice((0, 1, 2, 2, 3, 3, 4, 5)) for _ in range(self.rank)]
        self.dtype = chance.choice(_USUAL if chance.random() < 0.6 else DTYPES)
        self.generator = torch.Generator().manual_seed(chance.randrange(1 << 30))

    def likely(self, share: float) -> bool:
        return self.chance.random() < share

    def tensor(self, name: str = "") -> torch.Tensor:
        dtype = self.dtype if self.likely(0.75) else self.chance.choice(DTYPES)
        if name in ("mask", "condition", "attn_mask"):
            dtype = torch.bool if self.likely(0.9) else dtype
        if name in ("index", "indices", "target", "offsets", "repeats") and self.likely(0.8):
            return self.laid_out(self.indices())
        if name in ("sorted_sequence", "boundaries"):
            rising = self.elements(self.shape(), torch.float32).nan_to_num().sort(-1).values
            return self.laid_out(rising if dtype.is_complex else rising.to(dtype).sort(-1).values)
        return self.laid_out(self.elements(self.shape(), dtype))

    def shape(self) -> list[int]:
        if self.likely(0.1):
            rank = self.chance.randrange(5)
            return [self.chance.randrange(6) for _ in range(rank)]
        sizes = [1 if self.likely(0.08) else size for size in self.sizes]
        return sizes[1:] if self.likely(0.08) else sizes

    def indices(self) -> torch.Tensor:
        most = max([1, *self.sizes])
        low = -most if self.likely(0.15) else 0
        shape = self.shape() if self.likely(0.5) else [self.chance.randrange(5)]
        dtype = torch.int64 if self.likely(0.85) else torch.int32
        limit = max(1, min([most, *self.sizes])) if self.likely(0.8) else most + 1
        return torch.randint(low, limit, shape, dtype=dtype, generator=self.generator)

    def elements(self, shape: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
        count, pick = math.prod(shape), self.chance.random
        style = pick()
        if dtype == torch.bool:
            values = [pick() < 0.5 for _ in range(count)]
        elif not (dtype.is_floating_point or dtype.is_complex):
            low = 0 if dtype == torch.uint8 else -4
            values = [self.chance.randint(low, 7) for _ in range(count)]
            if style < 0.15:
                info = torch.iinfo(dtype)
                odd = (info.max, info.min, info.max // 2, 100)
                values = [self.chance.choice(odd) if pick() < 0.3 else v for v in values]
        else:
            values = [self.chance.gauss(0, 2) for _ in range(count)]
            if style < 0.3:
                values = [float(round(v)) for v in values]
            elif style < 0.5:
                odd = (math.nan, math.inf, -math.inf, -0.0, 0.0, 1e30, -0.5, 2.5)
                values = [self.chance.choice(odd) if pick() < 0.3 else v for v in values]
            elif style < 0.65:
                values = [abs(v) for v in values]
            if dtype.is_complex:
                values = [complex(v, self.chance.gauss(0, 1)) for v in values]
        return torch.tensor(values, dtype=dtype).reshape(list(shape))

    def laid_out(self, value: torch.Tensor) -> torch.Tensor:
        style = self.chance.random()
        if style < 0.55 or value.ndim == 0:
            return value
        if style < 0.7:
            order = list(range(value.ndim))
            self.chance.shuffle(order)
            back = [order.index(dim) for dim in range(value.ndim)]
            return value.permute(order).contiguous().permute(back)
        if style < 0.8:
            dim = self.chance.randrange(value.ndim)
            return torch.repeat_interleave(value, 2, dim).narrow(
                dim, 0, 2 * value.shape[dim]
            )[(slice(None),) * dim + (slice(None, None, 2),)]  # fmt: skip
        if style < 0.88:
            dim = self.chance.randrange(value.ndim)
            return value.narrow(dim, 0, min(1, value.shape[dim])).expand(value.shape)
        if style < 0.95 and value.ndim == 4:
            return value.contiguous(memory_format=torch.channels_last)
        return torch.cat([value, value])[value.shape[0] :]

    def integer(self, name: str) -> int:
        if name.startswith("dim") or name in ("axis", "start_dim", "end_dim", "source"):
            top = max(1, self.rank)
            return self.chance.randint(-top, top - 1) if self.likely(0.9) else top + 1
        if name == "reduction":
            return self.chance.randrange(3)
        return self.chance.randint(0, 3) if self.likely(0.7) else self.chance.randint(-3, 6)

    def integers(self, name: str, count: int | None) -> list[int]:
        if name in ("size", "sizes", "shape", "output_size") and self.likely(0.7):
            return self.sized()
        if name.startswith("dim"):
            dims = list(range(self.rank))
            self.chance.shuffle(dims)
            some = dims if name == "dims" else dims[: self.chance.randint(0, self.rank)]
            return [d - self.rank if self.likely(0.2) else d for d in some]
        length = self.chance.choice((count or self.rank, count or 2, self.chance.randrange(4)))
        return [self.integer(name) for _ in range(length)]

    def sized(self) -> list[int]:
        sizes, style = list(self.sizes), self.chance.random()
        if style < 0.3:
            self.chance.shuffle(sizes)
        elif style < 0.5:
            sizes = [math.prod(sizes)]
        elif style < 0.7 and sizes:
            sizes[self.chance.randrange(len(sizes))] = -1
        return sizes

    def real(self) -> float:
        usual = (0.0, 0.5, 1.0, 1.5, 2.0, -1.0, 0.1, 1e-5)
        odd = (-0.0, math.nan, math.inf, -math.inf, 1e30, -2.5)
        return self.chance.choice(usual if self.likely(0.85) else odd)

    def number(self) -> complex:
        style = self.chance.random()
        if style < 0.4:
            return self.chance.choice((0, 1, 2, 3, -1, -2, 5, 7, 300))
        if style < 0.85:
            return self.real()
        return self.chance.choice((True, False)) if style < 0.95 else complex(1, -2)

    def text(self, name: str) -> str:
        return self.chance.choice(_TEXTS.get(name, ("", "none", "a", "linear", "abc d", "Ab\n")))

    def value(self, kind: str, name: str, count: int | None) -> object:
        """Return a value of a type in PyTorch's spelling."""
        if kind.startswith("Optional["):
            return None if self.likely(0.45) else self.value(kind[9:-1], name, count)
        if kind.startswith("List[") and kind[5:-1] in ("int", "SymInt"):
            return self.integers(name, count)
        if kind.startswith("List["):
            length = count or self.chance.choice((0, 1, 2, 2, 3))
            return [self.value(kind[5:-1], name, None) for _ in range(length)]
        match kind:
            case "Tensor":
                return self.tensor(name)
            case "int" | "SymInt":
                return self.integer(name)
            case "float":
                return self.real()
            case "bool":
                return self.likely(0.5)
            case "complex":
                return complex(self.real(), self.real())
            case "number" | "Scalar":
                return self.number()
            case "str":
                return self.text(name)
            case "ScalarType":
                return self.chance.choice(DTYPES)
            case "MemoryFormat":
                return self.chance.choice(tuple(FORMATS))
            case "Layout" | "Device" | "Generator":
                return None
            case _:
                raise NotImplementedError(kind)


_TEXTS = {
    "reduce": ("sum", "prod", "mean", "amax", "amin"), "rounding_mode": ("floor", "trunc"),
    "approximate": ("none", "tanh"), "mode": ("reduced", "complete"), "side": ("left", "right"),
    "interpolation": ("linear", "lower", "higher", "midpoint", "nearest"), "UPLO": ("L", "U"),
    "indexing": ("ij", "xy"), "ord": ("fro", "nuc"), "norm": ("ortho", "forward", "backward"),
    "padding": ("same", "valid"),
}  # fmt: skip
