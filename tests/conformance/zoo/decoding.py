"""Programs around networks: searches, detection, strings."""

from typing import NamedTuple

import torch
import torch.nn.functional as F
from model import call, zoo
from torch import Tensor, nn


class GreedyDecoder(nn.Module):
    def __init__(self, size: int, words: int):
        super().__init__()
        self.words, self.cell, self.out = (
            nn.Embedding(words, size),
            nn.GRUCell(size, size),
            nn.Linear(size, words),
        )

    def forward(
        self, hidden: Tensor, end: int, limit: int
    ) -> tuple[Tensor, list[int], list[float]]:
        word = torch.zeros(hidden.size(0), dtype=torch.long)
        finished = torch.zeros(hidden.size(0), dtype=torch.bool)
        found: list[Tensor] = []
        going: list[int] = []
        scores: list[float] = []
        while len(found) < limit and not bool(finished.all()):
            hidden = self.cell(self.words(word), hidden)
            chances = self.out(hidden).log_softmax(-1)
            best, word = chances.max(dim=-1)
            word = word.masked_fill(finished, end)
            finished = finished | (word == end)
            found.append(word[:, None])
            going.append(int((~finished).sum().item()))
            scores.append(float(best.mean()))
        return torch.cat(found, dim=1), going, scores


@zoo(small={"size": 6}, ways=("script", "frozen", "optimized"), kinds=("float64", "float16"))
def greedy_decoder(size: int = 16):
    hidden = torch.randn(3, size) * 2
    calls = [call(hidden, 3, 12), call(hidden[:1], 100, 4), call(hidden, 7, 20)]
    return GreedyDecoder(size, 12), calls


class Hypothesis:
    """A hypothesis of the beam: the words and their probability."""

    def __init__(self, words: list[int], score: float):
        self.words = words
        self.score = score

    def longer(self, word: int, score: float) -> "Hypothesis":
        return Hypothesis(self.words + [word], score)  # noqa: RUF005

    def normalised(self, power: float) -> float:
        return self.score / float(len(self.words)) ** power


class Found(NamedTuple):
    words: list[int]
    score: float
    steps: int


class BeamDecoder(nn.Module):
    def __init__(self, size: int, words: int, beams: int):
        super().__init__()
        self.beams, self.count = beams, words
        self.words, self.cell, self.out = (
            nn.Embedding(words, size),
            nn.GRUCell(size, size),
            nn.Linear(size, words),
        )

    def forward(
        self, hidden: Tensor, end: int, limit: int
    ) -> tuple[list[Found], dict[int, int], Tensor]:
        beams = [Hypothesis([0], 0.0)]
        done: list[Hypothesis] = []
        used: dict[int, int] = {}
        steps = 0
        while steps < limit and len(done) < self.beams:
            steps += 1
            last = torch.tensor([beam.words[-1] for beam in beams])
            scores = torch.tensor([beam.score for beam in beams], dtype=hidden.dtype)
            hidden = self.cell(self.words(last), hidden.expand(len(beams), -1))
            total = self.out(hidden).log_softmax(-1) + scores.unsqueeze(1)
            best, index = total.flatten().topk(self.beams)
            parents = torch.div(index, self.count, rounding_mode="floor")
            grown: list[Hypothesis] = []
            kept: list[int] = []
            for i in range(best.size(0)):
                parent, word = int(parents[i]), int(index[i] % self.count)
                used[word] = used.get(word, 0) + 1
                made = beams[parent].longer(word, float(best[i]))
                if word == end:
                    done.append(made)
                    continue
                grown.append(made)
                kept.append(parent)
            if len(grown) == 0:
                break
            beams = grown
            hidden = hidden.index_select(0, torch.tensor(kept))
        done.extend(beams)
        order = sorted([(-beam.normalised(0.7), i) for i, beam in enumerate(done)])
        best_of_all = [Found(done[i].words, -score, steps) for score, i in order]
        return best_of_all, used, hidden


@zoo(small={"size": 6}, ways=("script", "frozen"), kinds=("float64",))
def beam_decoder(size: int = 16):
    hidden = torch.randn(1, size) * 3
    return BeamDecoder(size, 12, 4), [call(hidden, 4, 8), call(-hidden, 2, 12)]


class TensorBeam(nn.Module):
    """A beam search over a batch, all in tensors."""

    def __init__(self, size: int, words: int, beams: int):
        super().__init__()
        self.beams = beams
        self.words, self.cell, self.out = (
            nn.Embedding(words, size),
            nn.LSTMCell(size, size),
            nn.Linear(size, words),
        )

    def forward(self, hidden: Tensor, steps: int) -> tuple[Tensor, Tensor]:
        b, k = hidden.size(0), self.beams
        hidden = hidden.repeat_interleave(k, dim=0)
        memory = torch.zeros_like(hidden)
        words = torch.zeros(b * k, 1, dtype=torch.long)
        scores = torch.full((b, k), float("-inf"), dtype=hidden.dtype)
        scores[:, 0] = 0.0
        for _ in range(steps):
            hidden, memory = self.cell(self.words(words[:, -1]), (hidden, memory))
            chances = F.log_softmax(self.out(hidden), dim=-1).view(b, k, -1)
            total = (chances + scores.unsqueeze(-1)).view(b, -1)
            scores, index = torch.topk(total, k, dim=-1)
            parents = index // chances.size(-1)
            rows = (parents + torch.arange(b)[:, None] * k).view(-1)
            hidden, memory = hidden[rows], memory.index_select(0, rows)
            before = words.view(b, k, -1).gather(
                1, parents.unsqueeze(-1).expand(-1, -1, words.size(1))
            )
            new = (index % chances.size(-1)).unsqueeze(-1)
            words = torch.cat([before, new], dim=-1).view(b * k, -1)
        return words.view(b, k, -1), scores


@zoo(small={"size": 6}, ways=("script", "frozen"), kinds=("float64", "float16"))
def tensor_beam(size: int = 16):
    return TensorBeam(size, 12, 3), [
        call(torch.randn(2, size) * 2, 6),
        call(torch.randn(1, size), 3),
    ]


class Crf(nn.Module):
    """The likelihood of a labelling, and the best one (Viterbi)."""

    def __init__(self, size: int, labels: int):
        super().__init__()
        self.emit = nn.Linear(size, labels)
        self.start, self.end = nn.Parameter(torch.randn(labels)), nn.Parameter(torch.randn(labels))
        self.step = nn.Parameter(torch.randn(labels, labels))

    @torch.jit.export
    def likelihood(self, x: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
        emitted = self.emit(x)
        score = self.start[labels[0]] + emitted[0].gather(1, labels[0][:, None]).squeeze(1)
        alpha = self.start + emitted[0]
        for t in range(1, x.size(0)):
            here = self.step[labels[t - 1], labels[t]]
            here = here + emitted[t].gather(1, labels[t].unsqueeze(1)).squeeze(1)
            score = score + here * mask[t]
            onward = torch.logsumexp(
                alpha.unsqueeze(2) + self.step + emitted[t].unsqueeze(1), dim=1
            )
            alpha = torch.where(mask[t].unsqueeze(1), onward, alpha)
        last = mask.long().sum(dim=0) - 1
        score = score + self.end[labels.gather(0, last.unsqueeze(0)).squeeze(0)]
        return score - torch.logsumexp(alpha + self.end, dim=1)

    def forward(self, x: Tensor, mask: Tensor) -> list[list[int]]:
        emitted = self.emit(x)
        score = self.start + emitted[0]
        history: list[Tensor] = []
        for t in range(1, x.size(0)):
            best, index = (score.unsqueeze(2) + self.step + emitted[t].unsqueeze(1)).max(dim=1)
            score = torch.where(mask[t].unsqueeze(1), best, score)
            history.append(index)
        ends = mask.long().sum(dim=0) - 1
        found: list[list[int]] = []
        for b in range(x.size(1)):
            label = int((score[b] + self.end).argmax().item())
            path = [label]
            for back in history[: int(ends[b])][::-1]:
                label = int(back[b][label].item())
                path.append(label)
            path.reverse()
            found.append(path)
        return found


@zoo(small={"size": 4}, ways=("script", "frozen"), kinds=("float64",))
def crf(size: int = 16):
    x, labels = torch.randn(6, 3, size), torch.randint(0, 4, (6, 3))
    mask = torch.arange(6)[:, None] < torch.tensor([6, 3, 1])
    return Crf(size, 4), [call(x, mask), call(x, labels, mask, method="likelihood")]


class Tokenizer(nn.Module):
    """Words by the longest piece that is known, as WordPiece does."""

    def __init__(self):
        super().__init__()
        words = "[unk] the un ##believ ##able cat ##s sat on mat , . ! ##able read".split()
        self.ids: dict[str, int] = {word: i for i, word in enumerate(words)}
        self.table = nn.Embedding(len(words), 4)

    def pieces(self, word: str) -> list[int]:
        found: list[int] = []
        start = 0
        while start < len(word):
            mark = "##" if start > 0 else ""
            end = len(word)
            while end > start and mark + word[start:end] not in self.ids:
                end -= 1
            if end == start:
                return [self.ids["[unk]"]]
            found.append(self.ids[mark + word[start:end]])
            start = end
        return found

    def split(self, text: str) -> list[str]:
        parts: list[str] = []
        word = ""
        for char in text.lower().strip():
            if char.isalnum():
                word += char
                continue
            if word != "":
                parts.append(word)
            word = ""
            if not char.isspace():
                parts.append(char)
        if len(word) > 0:
            parts.append(word)
        return parts

    def forward(self, text: str) -> tuple[list[str], list[int], Tensor, dict[str, int], str]:
        parts = self.split(text)
        ids: list[int] = []
        counts: dict[str, int] = {}
        for part in parts:
            ids.extend(self.pieces(part))
            counts[part] = counts.get(part, 0) + 1
        told = "{} pieces of {} words: {}".format(len(ids), len(parts), "|".join(parts))
        return parts, ids, self.table(torch.tensor(ids)), counts, told


@zoo(ways=("script", "frozen"), kinds=())
def tokenizer():
    calls = [
        call("The cats sat on the mat, unbelievable!"),
        call("  Readable.  xyz  the THE\tthe "),
    ]
    return Tokenizer(), calls
