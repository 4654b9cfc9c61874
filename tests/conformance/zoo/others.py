"""Graphs, sound, distributions, statistics."""

import math

import torch
import torch.nn.functional as F
from model import call, zoo
from torch import Tensor, nn


class GraphAttention(nn.Module):
    def __init__(self, inside: int, out: int):
        super().__init__()
        self.lin, self.source, self.target = (
            nn.Linear(inside, out),
            nn.Linear(out, 1),
            nn.Linear(out, 1),
        )

    def forward(self, x: Tensor, edges: Tensor) -> Tensor:
        x = self.lin(x)
        source, target = edges[0], edges[1]
        scores = F.leaky_relu(self.source(x)[source] + self.target(x)[target], 0.2).squeeze(-1)
        top = torch.full([x.size(0)], -1e4, dtype=x.dtype).scatter_reduce(0, target, scores, "amax")
        chances = torch.exp(scores - top[target])
        total = torch.zeros(x.size(0), dtype=x.dtype).index_add_(0, target, chances)
        chances = chances / total[target]
        made = torch.zeros_like(x).scatter_add_(
            0, target[:, None].expand(-1, x.size(1)), x[source] * chances[:, None]
        )
        return F.elu(made)


class GraphNet(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.first, self.second = GraphAttention(size, size), GraphAttention(size, 4)

    def forward(self, x: Tensor, edges: Tensor, batch: Tensor) -> tuple[Tensor, Tensor]:
        x = self.second(self.first(x, edges), edges)
        degrees = torch.bincount(edges[1], minlength=x.size(0)).to(x.dtype)
        mean = torch.zeros(2, x.size(1), dtype=x.dtype).scatter_reduce(
            0, batch[:, None].expand_as(x), x, "mean", include_self=False
        )
        return torch.index_reduce(mean, 0, batch, x, "amin"), degrees * x.sum(1)


@zoo(small={"size": 4})
def graph_network(size: int = 16):
    edges, batch = torch.randint(0, 9, (2, 30)), torch.tensor([0, 0, 0, 0, 1, 1, 1, 1, 1])
    return GraphNet(size), [call(torch.randn(9, size), edges, batch)]


class MelSpectrogram(nn.Module):
    def __init__(self, mels: int, bins: int):
        super().__init__()
        self.size = 2 * bins - 2
        self.register_buffer("window", torch.hann_window(self.size))
        centres = torch.linspace(0, bins - 1, mels + 2)
        slopes = (torch.arange(bins)[:, None] - centres[None, :-2]) / (centres[1] - centres[0])
        self.register_buffer("filters", (1 - (slopes - 1).abs()).clamp(min=0))

    def forward(self, wave: Tensor) -> Tensor:
        found = torch.stft(
            wave, self.size, self.size // 4, self.size, self.window, return_complex=True
        )
        power = found.abs().pow(2)
        mel = (power.transpose(-1, -2) @ self.filters).clamp(min=1e-10).log10()
        mel = torch.maximum(mel, mel.amax(dim=(-1, -2), keepdim=True) - 8.0)
        back = torch.istft(
            found, self.size, self.size // 4, window=self.window, length=wave.size(-1)
        )
        return torch.cat([((mel + 4.0) / 4.0).flatten(1), back], dim=1)


@zoo(small={"mels": 6, "bins": 17, "length": 200}, kinds=("float64",))
def mel_spectrogram(mels: int = 40, bins: int = 201, length: int = 2000):
    slow = torch.arange(length)
    wave = torch.sin(slow * 0.05) * slow / length + torch.randn(2, length) * 0.1
    return MelSpectrogram(mels, bins), [call(wave), call(wave[:1, : length * 3 // 4])]


class Vae(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, size, 4, 2, 1), nn.LeakyReLU(0.1), nn.Flatten(), nn.Linear(size * 16, 6)
        )
        self.grown = nn.Linear(3, size * 16)
        self.decoder = nn.Sequential(
            nn.Unflatten(1, (size, 4, 4)), nn.ConvTranspose2d(size, 1, 4, 2, 1), nn.Tanh()
        )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        mean, log_variance = self.encoder(x).chunk(2, dim=1)
        drawn = mean + torch.randn_like(mean) * torch.exp(0.5 * log_variance)
        divergence = -0.5 * torch.sum(1 + log_variance - mean.pow(2) - log_variance.exp(), dim=1)
        made = self.decoder(self.grown(drawn))
        return made, divergence, F.mse_loss(made, x, reduction="none").mean([1, 2, 3])


@zoo(small={"size": 2})
def vae(size: int = 16):
    return Vae(size), [call(torch.randn(3, 1, 8, 8)), call(torch.randn(20, 1, 8, 8))]


class Flow(nn.Module):
    """A linear flow by its factors, one by its determinant, and a coupling between."""

    def __init__(self, size: int):
        super().__init__()
        self.factor = nn.Parameter(torch.randn(size, size) * 0.3)
        self.matrix = nn.Parameter(torch.eye(size) + torch.randn(size, size) * 0.1)
        self.register_buffer("order", torch.randperm(size))
        self.shift = nn.Sequential(nn.Linear(size // 2, 8), nn.Softplus(), nn.Linear(8, size))

    def lower(self) -> Tensor:
        return torch.tril(self.factor, -1) + torch.diag_embed(self.factor.diagonal().exp())

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        y = x[:, self.order] @ self.lower().t()
        a, b = y.chunk(2, dim=1)
        scale, shift = self.shift(a).chunk(2, dim=1)
        b = b * torch.exp(torch.tanh(scale)) + shift
        y = torch.cat([a, b], dim=1) @ self.matrix
        size = torch.linalg.slogdet(self.matrix)[1]
        size = size + self.factor.diagonal().sum() + torch.tanh(scale).sum(1)
        return y, size - 0.5 * (y.square() + math.log(2 * math.pi)).sum(1)

    @torch.jit.export
    def inverse(self, y: Tensor) -> Tensor:
        x = torch.linalg.solve(self.matrix.t(), y.t()).t()
        a, b = x.chunk(2, dim=1)
        scale, shift = self.shift(a).chunk(2, dim=1)
        x = torch.cat([a, (b - shift) * torch.exp(-torch.tanh(scale))], dim=1)
        x = torch.linalg.solve_triangular(self.lower(), x.t(), upper=False).t()
        return x[:, torch.argsort(self.order)]


@zoo(ways=("script", "frozen"), kinds=("float64",))
def normalising_flow(size: int = 6):
    x = torch.randn(5, size)
    return Flow(size), [call(x), call(x, method="inverse")]


class Statistics(nn.Module):
    """A running summary, as monitors keep it."""

    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros((), dtype=torch.long))
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("squares", torch.zeros(3))

    @torch.jit.export
    def update(self, x: Tensor) -> int:
        for row in x.unbind(0):
            self.count += 1
            delta = row - self.mean
            self.mean += delta / self.count
            self.squares.add_(delta * (row - self.mean))
        return int(self.count)

    def forward(self, x: Tensor) -> dict[str, Tensor]:
        edges = torch.tensor([-1.0, 0.0, 1.0], dtype=x.dtype)
        values, counts = torch.unique(torch.bucketize(x, edges), return_counts=True)
        variance, mean = torch.var_mean(x, dim=0)
        return {
            "quantiles": torch.quantile(x, torch.tensor([0.1, 0.5, 0.9], dtype=x.dtype), dim=0),
            "median": x.median(dim=0).values,
            "nanmedian": torch.where(x > 1, torch.full_like(x, float("nan")), x).nanmedian(),
            "histogram": torch.histc(x, bins=5, min=-2, max=2),
            "values": values,
            "counts": counts,
            "standard": (x - mean) / variance.sqrt(),
            "covariance": torch.cov(x.t()),
            "correlation": torch.corrcoef(x.t()),
            "kth": torch.kthvalue(x, 2, dim=0).values,
            "mode": torch.mode(x.round(), dim=0).values,
            "ranks": x.argsort(dim=0).argsort(dim=0),
            "cumulative": torch.cummax(x, dim=0).values + torch.logcumsumexp(x, dim=0),
            "distances": torch.cdist(x, x[:3]),
        }


@zoo(ways=("script",), kinds=("float64",))
def statistics():
    x = torch.randn(8, 3)
    return Statistics(), [
        call(x),
        call(x, method="update"),
        call(x[:5], method="update"),
        call(x[2:]),
    ]
