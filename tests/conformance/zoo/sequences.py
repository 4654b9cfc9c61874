"""Sequences: speech with a cache, selective state spaces, recurrent networks."""

import torch
import torch.nn.functional as F
from model import call, zoo
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class CachedAttention(nn.Module):
    def __init__(self, size: int, heads: int):
        super().__init__()
        self.heads = heads
        self.query, self.value = nn.Linear(size, size), nn.Linear(size, size)
        self.key, self.out = nn.Linear(size, size, bias=False), nn.Linear(size, size)

    def split(self, x: Tensor) -> Tensor:
        return x.view(x.size(0), x.size(1), self.heads, -1).transpose(1, 2)

    def attend(self, x: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> Tensor:
        made = F.scaled_dot_product_attention(self.split(self.query(x)), key, value, mask)
        return self.out(made.transpose(1, 2).flatten(2))

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        return self.attend(x, self.split(self.key(x)), self.split(self.value(x)), mask)

    def onward(self, x: Tensor, cache: dict[str, Tensor], name: str) -> Tensor:
        """Attend to the previous steps, which the cache stores."""
        key, value = self.split(self.key(x)), self.split(self.value(x))
        if name + "k" in cache:
            key = torch.cat([cache[name + "k"], key], dim=2)
            value = torch.cat([cache[name + "v"], value], dim=2)
        cache[name + "k"], cache[name + "v"] = key, value
        return self.attend(x, key, value, None)

    def across(self, x: Tensor, other: Tensor, cache: dict[str, Tensor], name: str) -> Tensor:
        """Attend to the encoder's output, whose keys and values are computed once."""
        if name + "k" not in cache:
            cache[name + "k"] = self.split(self.key(other))
            cache[name + "v"] = self.split(self.value(other))
        return self.attend(x, cache[name + "k"], cache[name + "v"], None)


class EncoderLayer(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.attention = CachedAttention(size, 2)
        self.norm1, self.norm2 = nn.LayerNorm(size), nn.LayerNorm(size)
        self.mlp = nn.Sequential(nn.Linear(size, 2 * size), nn.GELU(), nn.Linear(2 * size, size))

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class DecoderLayer(nn.Module):
    def __init__(self, size: int, index: int):
        super().__init__()
        self.name = f"layer{index}."
        self.own, self.other = CachedAttention(size, 2), CachedAttention(size, 2)
        self.norm1, self.norm2, self.norm3 = (nn.LayerNorm(size) for _ in range(3))
        self.mlp = nn.Sequential(nn.Linear(size, 2 * size), nn.GELU(), nn.Linear(2 * size, size))

    def forward(self, x: Tensor, heard: Tensor, cache: dict[str, Tensor]) -> Tensor:
        x = x + self.own.onward(self.norm1(x), cache, self.name + "own.")
        x = x + self.other.across(self.norm2(x), heard, cache, self.name + "other.")
        return x + self.mlp(self.norm3(x))


class Whisper(nn.Module):
    def __init__(self, mels: int, size: int, words: int, length: int):
        super().__init__()
        self.conv1 = nn.Conv1d(mels, size, 3, padding=1)
        self.conv2 = nn.Conv1d(size, size, 3, stride=2, padding=1)
        angles = torch.arange(length)[:, None] / 100 ** torch.linspace(0, 1, size // 2)
        self.register_buffer("waves", torch.cat([angles.sin(), angles.cos()], 1))
        self.encoder = nn.ModuleList([EncoderLayer(size) for _ in range(2)])
        self.words = nn.Embedding(words, size)
        self.places = nn.Parameter(torch.randn(length, size) * 0.1)
        self.decoder = nn.ModuleList([DecoderLayer(size, i) for i in range(2)])
        self.norm1, self.norm2 = nn.LayerNorm(size), nn.LayerNorm(size)

    @torch.jit.export
    def encode(self, mel: Tensor) -> Tensor:
        x = F.gelu(self.conv2(F.gelu(self.conv1(mel)))).permute(0, 2, 1)
        x = (x + self.waves[: x.size(1)]).to(x.dtype)
        for layer in self.encoder:
            x = layer(x)
        return self.norm1(x)

    @torch.jit.export
    def decode(self, words: Tensor, heard: Tensor, cache: dict[str, Tensor]) -> Tensor:
        start = cache["layer0.own.k"].size(2) if "layer0.own.k" in cache else 0
        x = self.words(words) + self.places[start : start + words.size(1)]
        for layer in self.decoder:
            x = layer(x, heard, cache)
        return (self.norm2(x) @ self.words.weight.t()).float()

    def forward(self, mel: Tensor, start: int, end: int, limit: int) -> tuple[Tensor, Tensor]:
        heard = self.encode(mel)
        cache: dict[str, Tensor] = {}
        words = torch.full((mel.size(0), 1), start, dtype=torch.long, device=mel.device)
        scores = torch.zeros(mel.size(0), device=mel.device)
        last = words
        while words.size(1) < limit:
            chances = F.log_softmax(self.decode(last, heard, cache)[:, -1], dim=-1)
            best = chances.max(dim=-1)
            going = last[:, 0] != end
            last = torch.where(going, best.indices, torch.full_like(best.indices, end)).unsqueeze(1)
            scores = scores + best.values * going
            words = torch.cat([words, last], dim=-1)
            if bool((last == end).all()):
                break
        return words, scores


@zoo(small={"mels": 4, "size": 8}, ways=("script", "frozen"))
def whisper(mels: int = 80, size: int = 32):
    mel = torch.randn(2, mels, 50)
    module = Whisper(mels, size, 20, 32)
    return module, [
        call(mel, 1, 2, 12),
        call(mel[:1, :, :20], 1, 5, 12),
        call(mel, method="encode"),
    ]


class WhisperEncoder(Whisper):
    def forward(self, mel: Tensor) -> Tensor:
        return self.encode(mel)


@zoo(small={"mels": 4, "size": 8})
def whisper_encoder(mels: int = 80, size: int = 32):
    module = WhisperEncoder(mels, size, 20, 32)
    return module, [call(torch.randn(2, mels, 50)), call(torch.randn(1, mels, 31))]


class Mamba(nn.Module):
    """The selective scan, step by step."""

    def __init__(self, size: int, states: int, rank: int):
        super().__init__()
        inner = 2 * size
        self.inner, self.states, self.rank = inner, states, rank
        self.norm = nn.RMSNorm(size)
        self.inside = nn.Linear(size, 2 * inner, bias=False)
        self.conv = nn.Conv1d(inner, inner, 4, groups=inner, padding=3)
        self.x_proj = nn.Linear(inner, rank + 2 * states, bias=False)
        self.dt_proj = nn.Linear(rank, inner)
        rates = torch.arange(1, states + 1).float().repeat(inner, 1)
        self.rates = nn.Parameter(torch.log(rates))
        self.skip = nn.Parameter(torch.ones(inner))
        self.out = nn.Linear(inner, size, bias=False)

    def scan(self, u: Tensor, delta: Tensor, b: Tensor, c: Tensor) -> Tensor:
        a = -torch.exp(self.rates)
        decay = torch.exp(torch.einsum("bld,dn->bldn", delta, a))
        drive = torch.einsum("bld,bln,bld->bldn", delta, b, u)
        state = torch.zeros(u.size(0), self.inner, self.states, dtype=u.dtype, device=u.device)
        outputs: list[Tensor] = []
        for t in range(u.size(1)):
            state = decay[:, t] * state + drive[:, t]
            outputs.append(torch.einsum("bdn,bn->bd", state, c[:, t]))
        return torch.stack(outputs, dim=1) + u * self.skip

    def forward(self, x: Tensor) -> Tensor:
        u, gate = self.inside(self.norm(x)).chunk(2, dim=-1)
        u = self.conv(u.transpose(1, 2))[:, :, : x.size(1)].transpose(1, 2)
        u = F.silu(u)
        delta, b, c = self.x_proj(u).split([self.rank, self.states, self.states], dim=-1)
        delta = F.softplus(self.dt_proj(delta))
        return x + self.out(self.scan(u, delta, b, c) * F.silu(gate))


@zoo(small={"size": 4})
def mamba(size: int = 16):
    module = nn.Sequential(Mamba(size, 4, 2), Mamba(size, 4, 2))
    return module, [call(torch.randn(2, 9, size)), call(torch.randn(1, 17, size))]


class Recurrent(nn.Module):
    """A recurrent network of torch.nn, over padded sequences and over packed ones."""

    def __init__(self, network: nn.RNNBase):
        super().__init__()
        self.network = network

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        output, last = self.network(x)
        return output, last

    @torch.jit.export
    def packed(self, x: Tensor, lengths: Tensor, ordered: bool) -> tuple[Tensor, Tensor, Tensor]:
        packed = pack_padded_sequence(x, lengths, self.network.batch_first, ordered)
        output, last = self.network(packed)
        padded, found = pad_packed_sequence(output, self.network.batch_first, -1.0)
        return padded, found, last


class RecurrentWithCells(Recurrent):
    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        output, (last, cells) = self.network(x)
        return output, last, cells

    @torch.jit.export
    def packed(self, x: Tensor, lengths: Tensor, ordered: bool) -> tuple[Tensor, Tensor, Tensor]:
        packed = pack_padded_sequence(x, lengths, self.network.batch_first, ordered)
        output, (last, cells) = self.network(packed)
        padded, found = pad_packed_sequence(output, self.network.batch_first, -1.0, 8)
        return padded, found, last + cells.sum()


def recurrent(module: nn.Module, size: int, batch_first: bool = False) -> tuple:
    x = torch.randn(6, 3, size)
    ordered, lengths = torch.tensor([6, 4, 1]), torch.tensor([2, 6, 3])
    if batch_first:
        x = x.transpose(0, 1).contiguous()
    return module, [
        call(x),
        call(x[:2]),
        call(x, ordered, True, method="packed"),
        call(x, lengths, False, method="packed"),
    ]


RNN = {"train": True, "small": {"size": 3}, "ways": ("script", "frozen")}


@zoo(**RNN)
def lstm(size: int = 24):
    network = nn.LSTM(size, size + 1, 2, bidirectional=True, batch_first=True, dropout=0.3)
    return recurrent(RecurrentWithCells(network), size, True)


@zoo(**RNN)
def lstm_projected(size: int = 24):
    return recurrent(RecurrentWithCells(nn.LSTM(size, size + 2, proj_size=size - 1)), size)


@zoo(**RNN)
def gru(size: int = 24):
    network = nn.GRU(size, size, 2, bidirectional=True, bias=False, dropout=0.3)
    return recurrent(Recurrent(network), size)


@zoo(**RNN)
def rnn(size: int = 24):
    network = nn.RNN(size, size, 2, nonlinearity="relu", bidirectional=True, batch_first=True)
    return recurrent(Recurrent(network), size, True)


class Tagger(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.words = nn.Embedding(40, size, padding_idx=0, max_norm=2.0)
        self.lstm = nn.LSTM(size, size, 2, bidirectional=True, batch_first=True, dropout=0.2)
        self.gru = nn.GRU(2 * size, size)
        self.cell, self.out = nn.LSTMCell(size, size), nn.Linear(size, 5)

    def forward(self, words: Tensor) -> Tensor:
        x = self.gru(self.lstm(self.words(words))[0])[0]
        hidden, memory = self.cell(x[:, 0])
        hidden, memory = self.cell(x[:, -1], (hidden, memory))
        return self.out(x + hidden.unsqueeze(1)).log_softmax(-1)


@zoo(train=True, small={"size": 4})
def tagger(size: int = 16):
    words = torch.randint(0, 40, (3, 7))
    return Tagger(size), [call(words), call(words[:1])]
