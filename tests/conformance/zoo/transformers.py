"""Attention in its many forms: encoders, decoders, windows."""

import math

import torch
import torch.nn.functional as F
from model import call, zoo
from torch import Tensor, nn


class Attention(nn.Module):
    """As it is written by hand: matmul, mask, softmax, dropout."""

    def __init__(self, size: int, heads: int, dropout: float):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(size, size) for _ in range(3))
        self.out = nn.Linear(size, size)
        self.dropout = nn.Dropout(dropout)

    def split(self, x: Tensor) -> Tensor:
        return x.view(x.size(0), -1, self.heads, x.size(-1) // self.heads).permute(0, 2, 1, 3)

    def forward(self, x: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
        query, key, value = (
            self.split(self.query(x)),
            self.split(self.key(x)),
            self.split(self.value(x)),
        )
        scores = torch.matmul(query, key.transpose(-1, -2)) / math.sqrt(query.size(-1))
        if mask is not None:
            scores = scores.masked_fill(~mask[:, None, None, :], -30000.0)
        chances = self.dropout(F.softmax(scores, dim=-1))
        context = torch.matmul(chances, value).permute(0, 2, 1, 3).contiguous()
        return self.out(context.flatten(2)), chances


class SdpaAttention(Attention):
    def forward(self, x: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
        query, key, value = (
            self.split(self.query(x)),
            self.split(self.key(x)),
            self.split(self.value(x)),
        )
        wide = None if mask is None else mask[:, None, None, :]
        p = self.dropout.p if self.training else 0.0
        context = F.scaled_dot_product_attention(query, key, value, wide, p)
        return self.out(context.transpose(1, 2).flatten(2)), query


class MultiheadAttention(nn.Module):
    def __init__(self, size: int, heads: int, dropout: float):
        super().__init__()
        self.attention = nn.MultiheadAttention(size, heads, dropout, batch_first=True)

    def forward(self, x: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
        hidden = None if mask is None else ~mask
        made, weights = self.attention(x, x, x, key_padding_mask=hidden)
        assert weights is not None
        return made, weights


class BertLayer(nn.Module):
    def __init__(self, attention: nn.Module, size: int, dropout: float):
        super().__init__()
        self.attention = attention
        self.norm1, self.norm2 = nn.LayerNorm(size, 1e-12), nn.LayerNorm(size, 1e-12)
        self.grow, self.shrink = nn.Linear(size, 4 * size), nn.Linear(4 * size, size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
        made, weights = self.attention(x, mask)
        x = self.norm1(x + self.dropout(made))
        return self.norm2(x + self.dropout(self.shrink(F.gelu(self.grow(x))))), weights


class Bert(nn.Module):
    def __init__(self, kind: type[nn.Module], size: int, heads: int, words: int, length: int):
        super().__init__()
        self.words = nn.Embedding(words, size, padding_idx=0)
        self.places, self.types = nn.Embedding(length, size), nn.Embedding(2, size)
        self.register_buffer("position_ids", torch.arange(length)[None], persistent=False)
        self.norm = nn.LayerNorm(size, eps=1e-12)
        self.layers = nn.ModuleList(
            [BertLayer(kind(size, heads, 0.1), size, 0.1) for _ in range(2)]
        )
        self.pooler = nn.Linear(size, size)

    def forward(
        self, ids: Tensor, mask: Tensor | None = None, kinds: Tensor | None = None
    ) -> tuple[Tensor, Tensor, list[Tensor]]:
        if kinds is None:
            kinds = torch.zeros_like(ids)
        places = self.places(self.position_ids[:, : ids.size(1)])
        x = self.norm(self.words(ids) + places + self.types(kinds))
        weights: list[Tensor] = []
        for layer in self.layers:
            x, chances = layer(x, mask)
            weights.append(chances)
        return x, torch.tanh(self.pooler(x[:, 0])), weights


def bert(kind: type[nn.Module], size: int, heads: int):
    words, length = 50, 24
    ids = torch.randint(1, words, (3, 12))
    mask = torch.arange(12)[None] < torch.tensor([[12], [7], [4]])
    ids = ids * mask
    calls = [
        call(ids, mask),
        call(ids[:2, :5]),
        call(ids, mask, (torch.arange(12) > 5).long().expand(3, 12)),
    ]
    return Bert(kind, size, heads, words, length), calls


SMALL_BERT = {"size": 8, "heads": 2}


@zoo(train=True, small=SMALL_BERT)
def bert_by_hand(size: int = 64, heads: int = 4):
    return bert(Attention, size, heads)


@zoo(train=True, small=SMALL_BERT)
def bert_sdpa(size: int = 64, heads: int = 4):
    return bert(SdpaAttention, size, heads)


@zoo(train=True, small=SMALL_BERT)
def bert_multihead(size: int = 64, heads: int = 4):
    return bert(MultiheadAttention, size, heads)


class Encoder(nn.Module):
    def __init__(self, size: int, heads: int, **options):
        super().__init__()
        layer = nn.TransformerEncoderLayer(size, heads, 2 * size, 0.1, **options)
        norm = nn.LayerNorm(size) if options.get("norm_first") else None
        self.encoder = nn.TransformerEncoder(layer, 2, norm)

    def forward(
        self, x: Tensor, mask: Tensor | None = None, hidden: Tensor | None = None
    ) -> Tensor:
        return self.encoder(x, mask, hidden)


def encoder_calls(size: int) -> list:
    x = torch.randn(3, 6, size)
    causal = torch.triu(torch.ones(6, 6, dtype=torch.bool), 1)
    hidden = torch.arange(6)[None] >= torch.tensor([[6], [4], [2]])
    return [call(x), call(x, causal), call(x, None, hidden), call(x[:1, :4])]


@zoo(train=True, small={"size": 8})
def transformer_encoder(size: int = 64):
    """In evaluation this is one operator a layer, `_transformer_encoder_layer_fwd`."""
    return Encoder(size, 4, batch_first=True, activation="gelu"), encoder_calls(size)


@zoo(train=True, small={"size": 8})
def transformer_encoder_norm_first(size: int = 64):
    module = Encoder(size, 4, batch_first=True, norm_first=True, activation="relu")
    return module, encoder_calls(size)


@zoo(train=True, small={"size": 8}, ways=("script", "frozen", "optimized"))
def transformer(size: int = 32):
    """Encoder and decoder of torch.nn, time first."""
    module = nn.Transformer(size, 4, 2, 2, 2 * size)
    source, target = torch.randn(7, 2, size), torch.randn(5, 2, size)
    mask = nn.Transformer.generate_square_subsequent_mask(5)
    return module, [call(source, target, None, mask), call(source[:3], target)]


class ViT(nn.Module):
    def __init__(self, size: int, heads: int, image: int, patch: int):
        super().__init__()
        self.patches = nn.Conv2d(3, size, patch, patch)
        self.class_token = nn.Parameter(torch.randn(1, 1, size))
        self.places = nn.Parameter(torch.randn(1, (image // patch) ** 2 + 1, size) * 0.02)
        self.dropout = nn.Dropout(0.1)
        self.blocks = nn.Sequential(*(ViTBlock(size, heads) for _ in range(3)))
        self.norm = nn.LayerNorm(size, eps=1e-6)
        self.head = nn.Linear(size, 10)

    def forward(self, x: Tensor) -> Tensor:
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.class_token.expand(x.size(0), -1, -1), x], dim=1)
        x = self.blocks(self.dropout(x + self.places))
        return self.head(self.norm(x)[:, 0])


class ViTBlock(nn.Module):
    def __init__(self, size: int, heads: int):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(size), nn.LayerNorm(size)
        self.qkv, self.projection = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.mlp = nn.Sequential(
            nn.Linear(size, 4 * size), nn.GELU(), nn.Dropout(0.1), nn.Linear(4 * size, size)
        )

    def forward(self, x: Tensor) -> Tensor:
        b, n, c = x.shape
        qkv = self.qkv(self.norm1(x)).reshape(b, n, 3, self.heads, c // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        made = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, n, c)
        x = x + self.projection(made)
        return x + self.mlp(self.norm2(x))


@zoo(train=True, small={"size": 8, "image": 16})
def vit(size: int = 96, image: int = 64):
    return ViT(size, 4, image, 8), [call(torch.randn(n, 3, image, image)) for n in (1, 4)]


class WindowAttention(nn.Module):
    def __init__(self, size: int, heads: int, window: int):
        super().__init__()
        self.heads, self.scale = heads, (size // heads) ** -0.5
        self.table = nn.Parameter(torch.randn((2 * window - 1) ** 2, heads))
        axes = torch.stack(
            torch.meshgrid(torch.arange(window), torch.arange(window), indexing="ij")
        )
        flat = axes.flatten(1)
        relative = (flat[:, :, None] - flat[:, None, :]).permute(1, 2, 0) + window - 1
        index = relative[..., 0] * (2 * window - 1) + relative[..., 1]
        self.register_buffer("index", index)
        self.qkv, self.projection = nn.Linear(size, 3 * size), nn.Linear(size, size)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        b, n, c = x.shape
        qkv = self.qkv(x).reshape(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = (qkv[0] * self.scale) @ qkv[1].transpose(-2, -1)
        bias = self.table[self.index.view(-1)].view(n, n, -1).permute(2, 0, 1).contiguous()
        scores = scores + bias.unsqueeze(0)
        if mask is not None:
            count = mask.size(0)
            wide = scores.view(b // count, count, self.heads, n, n) + mask.unsqueeze(1).unsqueeze(0)
            scores = wide.view(-1, self.heads, n, n)
        made = torch.softmax(scores, dim=-1) @ qkv[2]
        return self.projection(made.transpose(1, 2).reshape(b, n, c))


class SwinBlock(nn.Module):
    def __init__(self, size: int, heads: int, window: int, shift: int):
        super().__init__()
        self.window, self.shift = window, shift
        self.norm1, self.norm2 = nn.LayerNorm(size), nn.LayerNorm(size)
        self.attention = WindowAttention(size, heads, window)
        self.mlp = nn.Sequential(nn.Linear(size, 2 * size), nn.GELU(), nn.Linear(2 * size, size))

    def windows(self, x: Tensor) -> Tensor:
        b, h, w, c = x.shape
        x = x.view(b, h // self.window, self.window, w // self.window, self.window, c)
        return x.permute(0, 1, 3, 2, 4, 5).reshape(-1, self.window * self.window, c)

    def mask(self, x: Tensor) -> Tensor | None:
        if self.shift == 0:
            return None
        regions = torch.zeros([1, x.size(1), x.size(2), 1], dtype=x.dtype, device=x.device)
        edges = [0, -self.window, -self.shift]
        ends = [-self.window, -self.shift, 10000]
        count = 0
        for top, bottom in zip(edges, ends):  # noqa: B905
            for left, right in zip(edges, ends):  # noqa: B905
                regions[:, top:bottom, left:right, :] = count
                count += 1
        of_window = self.windows(regions).squeeze(-1)
        differs = of_window.unsqueeze(1) - of_window.unsqueeze(2)
        return torch.zeros_like(differs).masked_fill_(differs != 0, -100.0)

    def forward(self, x: Tensor) -> Tensor:
        b, h, w, c = x.shape
        y = self.norm1(x)
        if self.shift > 0:
            y = torch.roll(y, shifts=(-self.shift, -self.shift), dims=(1, 2))
        y = self.attention(self.windows(y), self.mask(x))
        y = y.view(b, h // self.window, w // self.window, self.window, self.window, c)
        y = y.permute(0, 1, 3, 2, 4, 5).reshape(b, h, w, c)
        if self.shift > 0:
            y = torch.roll(y, shifts=(self.shift, self.shift), dims=(1, 2))
        x = x + y
        return x + self.mlp(self.norm2(x))


class PatchMerging(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.norm, self.reduction = (
            nn.LayerNorm(4 * size),
            nn.Linear(4 * size, 2 * size, bias=False),
        )

    def forward(self, x: Tensor) -> Tensor:
        corners = [x[:, ::2, ::2], x[:, ::2, 1::2], x[:, 1::2, ::2], x[:, 1::2, 1::2]]
        return self.reduction(self.norm(torch.cat(corners, -1)))


@zoo(small={"size": 4})
def swin_block(size: int = 32):
    module = nn.Sequential(SwinBlock(size, 2, 4, 0), SwinBlock(size, 2, 4, 2), PatchMerging(size))
    return module, [call(torch.randn(1, 8, 8, size)), call(torch.randn(2, 12, 8, size))]


class Rotary(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.register_buffer("rates", 10000.0 ** (-torch.arange(0, size, 2) / size))

    def forward(self, x: Tensor, start: int) -> Tensor:
        places = torch.arange(start, start + x.size(2), device=x.device, dtype=x.dtype)
        angles = torch.outer(places, self.rates)
        cos, sin = torch.cat([angles, angles], -1).cos(), torch.cat([angles, angles], -1).sin()
        half = x.size(-1) // 2
        turned = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
        return x * cos + turned * sin


class GptBlock(nn.Module):
    def __init__(self, size: int, heads: int, length: int):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.RMSNorm(size), nn.RMSNorm(size)
        self.qkv, self.out = (
            nn.Linear(size, 3 * size, bias=False),
            nn.Linear(size, size, bias=False),
        )
        self.gate, self.up = nn.Linear(size, 2 * size), nn.Linear(size, 2 * size)
        self.down = nn.Linear(2 * size, size)
        self.rotary = Rotary(size // heads)
        self.register_buffer("causal", torch.tril(torch.ones(length, length, dtype=torch.bool)))

    def split(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, [self.heads, -1]).transpose(1, 2)

    def forward(
        self, x: Tensor, past: tuple[Tensor, Tensor] | None
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        start = 0 if past is None else past[0].size(2)
        q, k, v = self.qkv(self.norm1(x)).chunk(3, dim=-1)
        q, k, v = (
            self.rotary(self.split(q), start),
            self.rotary(self.split(k), start),
            self.split(v),
        )
        if past is not None:
            k, v = torch.cat([past[0], k], dim=2), torch.cat([past[1], v], dim=2)
        scores = torch.einsum("bhid,bhjd->bhij", q, k) * q.size(-1) ** -0.5
        seen = self.causal[start : start + x.size(1), : k.size(2)]
        scores = scores.masked_fill(seen.logical_not(), float("-inf"))
        made = torch.einsum("bhij,bhjd->bhid", scores.softmax(-1), v)
        x = x + self.out(made.transpose(1, 2).flatten(2))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y)), (k, v)


class Gpt(nn.Module):
    def __init__(self, size: int, heads: int, words: int, length: int):
        super().__init__()
        self.words = nn.Embedding(words, size)
        self.blocks = nn.ModuleList([GptBlock(size, heads, length) for _ in range(2)])
        self.norm = nn.RMSNorm(size)

    def step(
        self, ids: Tensor, past: list[tuple[Tensor, Tensor]]
    ) -> tuple[Tensor, list[tuple[Tensor, Tensor]]]:
        x = self.words(ids)
        kept: list[tuple[Tensor, Tensor]] = []
        for index, block in enumerate(self.blocks):
            x, pair = block(x, past[index] if len(past) > 0 else None)
            kept.append(pair)
        return F.linear(self.norm(x), self.words.weight), kept

    @torch.jit.export
    def sample(self, ids: Tensor, steps: int, k: int, p: float, heat: float) -> Tensor:
        past: list[tuple[Tensor, Tensor]] = []
        logits, past = self.step(ids, past)
        for _ in range(steps):
            last = logits[:, -1] / heat
            worst = torch.topk(last, k)[0][:, -1:]
            last = torch.where(last < worst, torch.full_like(last, -float("inf")), last)
            chances, order = torch.sort(last.softmax(-1), descending=True)
            beyond = chances.cumsum(-1) - chances > p
            chances = chances.masked_fill(beyond, 0.0)
            chances = chances / chances.sum(-1, keepdim=True)
            picked = torch.multinomial(chances, 1)
            word = order.gather(-1, picked)
            ids = torch.cat([ids, word], dim=1)
            logits, past = self.step(word, past)
        return ids

    def forward(self, ids: Tensor) -> Tensor:
        return self.step(ids, [])[0]


@zoo(small={"size": 8}, ways=("script", "frozen"))
def gpt(size: int = 32):
    ids = torch.randint(0, 30, (2, 5))
    module = Gpt(size, 2, 30, 32)
    return module, [call(ids), call(ids[:1]), call(ids, 8, 10, 0.9, 0.7, method="sample")]
