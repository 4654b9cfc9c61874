"""Random straight programs over tensors, numbers, lists and dicts: views, writes through them,
promotion, conditions and loops. Each line is tried in PyTorch when it is made, so that programs
run to their end; the program returns all that it has named.

    python random_scripts.py --count 1000 --seed 0
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from tensor_comparison import difference, flat

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.tensor import Tensor as Ours

_UNARY = (
    "neg", "abs", "relu", "sigmoid", "tanh", "sin", "exp", "floor", "round", "sign", "square",
    "logical_not", "isnan", "sqrt", "trunc", "clone", "contiguous", "t", "flatten", "squeeze",
    "detach", "float", "double", "int", "long", "bool", "half", "bfloat16", "numpy_T", "nonzero",
    "erf", "log1p", "reciprocal", "bitwise_not", "sum", "prod", "mean", "amax", "argmin", "any",
    "all", "std", "unique_consecutive", "count_nonzero", "ravel", "logsumexp(0)", "view_as_self",
)  # fmt: skip
_METHODS = (
    "sum({d})", "mean({d}, keepdim=True)", "amax({d})", "cumsum({d})", "argmax({d})",
    "max({d})[0]", "min({d}).indices", "sort({d})[0]", "softmax({d})", "unsqueeze({d})",
    "squeeze({d})", "select({d}, {i})", "narrow({d}, 0, {k})", "transpose({d}, 0)", "flip({d})",
    "roll({i}, {d})", "std({d})", "norm()", "norm({f}, {d})", "clamp({f}, 2.0)", "clamp(min={i})",
    "pow({i})", "remainder({i})", "repeat(2, 1)", "expand(3, -1, -1)", "reshape(-1)", "view(-1)",
    "unfold({d}, 1, 1)", "diagonal()", "tril({i})", "triu()", "chunk(2, {d})[0]", "all({d})",
    "split(2, {d})[-1]", "unbind({d})[0]", "topk({k}, {d})[0]", "fill_({f})", "mul_({f})",
    "add_({i})", "zero_()", "masked_fill({n} > 0, {f})", "to(torch.{t})", "permute(1, 0)",
    "new_zeros([2])", "cumprod({d})", "diff(1, {d})", "logsumexp({d}, True)", "median()",
    "prod({d})", "any({d})", "movedim({d}, 0)", "index_select({d}, torch.tensor([0]))",
    "repeat_interleave({k}, {d})", "swapaxes(0, {d})", "var({d}, unbiased=False)", "msort()",
    "tensor_split(2, {d})[1]", "as_strided([2], [1], {k})", "t_()", "abs_()", "neg_()", "relu_()",
    "floor_divide({i})", "fmod({f})", "nan_to_num({f})", "sub({i}, alpha=2)", "tile([2])",
    "masked_fill_({n} < 1, {i})", "unflatten(0, [1, -1])", "hardtanh_({i}, 2.0)", "lt({f})",
)  # fmt: skip
_BINARY = ("+", "-", "*", "/", "//", "%", "<", "==", ">=", "!=", "&", "|", "^", "@", "**", "<<")
_FUNCTIONS = (
    "torch.where({n} > {f}, {n}, {n})", "torch.where({n} > 0, {n}, {f})", "torch.maximum({n}, {n})",
    "torch.matmul({n}, {n})", "torch.cat([{n}, {n}], {d})", "torch.stack([{n}, {n}], {d})",
    "torch.atan2({n}, {n})", "torch.add({n}, {n}, alpha={i})", "torch.lerp({n}, {n}, {f})",
    "torch.addmm({n}, {n}, {n})", "torch.einsum('ij,kj->ik', {n}, {n})", "torch.outer({n}, {n})",
    "torch.div({n}, {n}, rounding_mode='floor')", "torch.zeros_like({n})", "torch.dot({n}, {n})",
    "torch.full([2, 3], {i})", "torch.arange({i}, 7)", "torch.full_like({n}, {f})",
    "torch.tensor([{i}, {i}])", "torch.tensor({f})", "torch.bmm({n}, {n})", "torch.eye(3)",
    "torch.gather({n}, {d}, torch.tensor([0]))", "torch.nn.functional.layer_norm({n}, [{k}])",
    "torch.minimum({n}, {n}.float())", "torch.clamp({n}, {n}, {n})", "torch.fmod({n}, {n})",
    "torch.isclose({n}, {n})", "torch.logical_xor({n}, {n})", "torch.cdist({n}, {n})",
    "torch.broadcast_tensors([{n}, {n}])[0]", "torch.searchsorted({n}.flatten().sort()[0], {n})",
    "torch.nn.functional.linear({n}, {n})", "torch.nn.functional.pad({n}, [1, {k}])",
    "torch.nn.functional.gelu({n})", "torch.bucketize({n}, torch.tensor([0.0, 1.0]))",
    "torch.true_divide({n}, {i})", "torch.kron({n}, {n})", "torch.tensordot({n}, {n}, 1)",
    "torch.hypot({n}, {n})", "torch.copysign({n}, {n})", "torch.pow({i}, {n})", "{f} - {n}",
    "{i} / {n}", "{i} // {n}", "{f} % {n}", "{i} ** {n}", "{f} < {n}", "-{n}", "~{n}", "{n} * {n}",
    "{n} + {f}", "{n} * {i}", "{n} / {i}", "{n} // {f}", "{n} - {b}", "{n} % {i}", "{n} ** {f}",
)  # fmt: skip
_READS = (
    "[{i}]", "[{i}:]", "[:, {i}]", "[..., {i}]", "[::2]", "[None]", "[{i}:{k}]", "[{n} > {f}]",
    "[torch.tensor([0, -1])]", "[:, None]", "[..., None, 0]", "[torch.tensor([0, 1]), {i}]",
    "[:, 1:]", "[{i}, ..., None]", "[:, torch.tensor([0])]", "[:, ::2]", "[-2:]", "[[0, 0]]",
    "[torch.tensor(0)]", "[None, {i}]", "[{n} == {n}]", "[torch.tensor([True])]",
)  # fmt: skip
_NUMBERS = (
    "int({n}.sum())", "{n}.sum().item()", "float({n}.mean())", "{n}.numel()", "{n}.size({d})",
    "{n}.dim()", "len({n})", "bool({n}.any())", "int({f})", "{i} // {k}", "{i} % {k}", "{f} // {k}",
    "{f} % {k}", "{i} / {k}", "abs({i})", "min({i}, {k})", "max({f}, {f})", "round({f})",
    "{i} ** 2", "{f} ** {k}", "int({n}.max()) % 5", "{i} if {f} > 0 else {k}", "{n}.stride({d})",
    "float({n}.max()) / 3", "{i} & {k}", "{i} << {k}", "(0 - {i}) // {k}", "(0 - {f}) // {k}",
    "{f} > {f}",
    "{n}.storage_offset()", "{n}.is_contiguous()", "{n}.shape[{d}]", "{n}.is_floating_point()",
)  # fmt: skip
_WRITES = (
    "{n}[{i}] = {f}", "{n}[{i}] = {n}", "{n}[:, {i}] = {i}", "{n}[{n} > {f}] = {f}", "{n} += {n}",
    "{n} *= {f}", "{n} -= {i}", "{n}[{i}] += {f}", "{n}[1:] *= {i}", "{n}[torch.tensor([0])] = {f}",
    "{n}.copy_({n})", "{n}.add_({n}, alpha=2)", "{n}.index_add_(0, torch.tensor([0]), {n})",
    "{n}.scatter_(0, torch.tensor([0]), {n})", "{n} /= {f}", "{n}.mul_({n})", "{n}.clamp_({i})",
    "{n}.t().add_({i})", "{n}.select({d}, 0).fill_({f})", "{n}.diagonal().zero_()", "{n} //= {i}",
    "{n}[..., 0] = {n}", "{n}[::2] = {n}[1::2]", "{n}.view(-1)[{i}] = {f}", "{n}.sub_({f})",
    "{n}.masked_fill_({n} > 0, {f})", "{n}.index_put_([torch.tensor([0, 0])], {n}, True)",
    "{n}.pow_({k})", "{n}.transpose(0, {d})[0] = {f}", "{n}[:1, :1] = {n}", "{n}[{n} > {n}] += {i}",
    "{n}.squeeze_({d})", "{n}.unsqueeze_({d})", "{n}.floor_()", "{n}.bitwise_and_({i})",
    "{n}.div_({n}, rounding_mode='trunc')", "{n}.lerp_({n}, {f})", "{n}.addcmul_({n}, {n})",
    "{n}.remainder_({i})", "{n}.cumsum_({d})", "{n}.expand(2, -1).sum()", "{n} %= {k}",
)  # fmt: skip
_BLOCKS = (
    "if {i} > {k}:\n    {w}\nelse:\n    {w}", "for i{u} in range({k}):\n    {w}",
    "if bool({n}.any()):\n    {w}", "while int({n}.sum()) > {k}:\n    {w}\n    break",
    "for p{u} in {n}:\n    p{u}.add_({f})", "{v} = {n}\nfor i{u} in range(3):\n    {v} = {v} * {f}",
    "{v} = 0\nfor i{u} in range({n}.size(0)):\n    if i{u} == 1:\n        continue\n    {v} += 2",
    "{v} = [{n}, {n}]\n{v}.append({n})\n{v}[{k} % 2] = {n}\n{w}",
    "{v} = 0.5\nwhile {v} < {f}:\n    {v} += 0.5",
    "{v} = {{'a': {n}}}\n{v}['b'] = {n} + {i}\n{v}['a'].mul_({i})",
    "{v} = [t{u} * {i} for t{u} in [{n}, {n}]]", "{v}, w{u} = {n}, {n}\n{v} += w{u}",
    "{v} = torch.stack([{n}, {n}]).unbind(0)[0]\n{v} += {f}",
    "{v} = [1, {i}, {k}]\n{v}.sort()\n{v}.insert(1, {i})\n{v}.pop()",
    "{v} = [{f}, {f}]\n{v}[-1] += {f}",
    "{v} = {n}.split(1)\nfor p{u} in {v}:\n    p{u}.mul_({i})",
    "{v} = torch.zeros([3])\n{v}[{k} % 3] = {n}.sum()",
)  # fmt: skip
_TYPES = (
    "float32", "float64", "int64", "int32", "uint8", "bool", "bfloat16", "float16",
)  # fmt: skip


@dataclass
class Script:
    """A program as its lines; those of a block are one."""

    seed: int
    inputs: list[torch.Tensor]
    lines: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)

    def source(self, lines: Sequence[str] | None = None) -> str:
        kept = self.lines if lines is None else lines
        names = [f"x{i}" for i in range(len(self.inputs))]
        head = ", ".join(f"{n}: Tensor" for n in names)
        results = [n for n in self.named if any(_binds(line, n) for line in kept)]
        body = "\n".join(f"    {row}" for line in kept for row in line.split("\n"))
        return f"def f({head}):\n{body}\n    return ({', '.join([*names, *results])},)\n"


def _binds(line: str, name: str) -> bool:
    return f"\n{line}".replace(",", " =").find(f"\n{name} =") >= 0


class _Writer:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.state: dict[str, object] = {"torch": torch, "List": list, "Dict": dict}
        self.script = Script(seed, [self._input() for _ in range(self.chance.randint(1, 3))])
        self.unique = 0
        for number, value in enumerate(self.script.inputs):
            self.state[f"x{number}"] = value.clone()

    def _input(self) -> torch.Tensor:
        sizes = [self.chance.choice((1, 2, 3, 3, 4)) for _ in range(self.chance.randint(0, 3))]
        sizes = [3, 3] if self.chance.random() < 0.4 else sizes
        count = torch.Size(sizes).numel()
        values = [round(self.chance.gauss(0, 2) * 4) / 4 for _ in range(count)]
        name = self.chance.choice((*_TYPES, "float32", "float32", "float32", "int64"))
        return torch.tensor(values, dtype=torch.float64).reshape(sizes).to(getattr(torch, name))

    def _some(self, kind: type, literal: Callable[[], object]) -> str:
        known = [n for n, v in self.state.items() if type(v) is kind and not n.startswith("_")]
        if not known or (kind is not torch.Tensor and self.chance.random() < 0.6):
            return repr(literal())
        return self.chance.choice(known)

    def _filled(self, form: str) -> str:
        pick = self.chance.choice
        makers: dict[str, Callable[[], str]] = {
            "{n}": lambda: self._some(torch.Tensor, lambda: 0),
            "{i}": lambda: self._some(int, lambda: pick((0, 1, 2, -1, 3, -2))),
            "{k}": lambda: str(pick((1, 2, 3))),
            "{f}": lambda: self._some(float, lambda: pick((0.5, 1.5, -0.5, 2.0, 0.0, -2.5))),
            "{b}": lambda: self._some(bool, lambda: pick((True, False))),
            "{d}": lambda: str(pick((0, 0, -1, 1, -2))),
            "{t}": lambda: pick(_TYPES),
            "{w}": lambda: self._filled(pick(_WRITES)),
        }
        for hole, make in makers.items():
            while hole in form:
                form = form.replace(hole, make(), 1)
        return form.replace("{u}", str(self.unique)).replace("{{", "{").replace("}}", "}")

    def _line(self) -> str:
        pick, name = self.chance.choice, f"v{self.unique}"
        style = self.chance.random()
        if style < 0.12:
            method = pick(_UNARY).replace("view_as_self", "view_as({n})").replace("numpy_T", "mT")
            call = method if method == "mT" or method.endswith(")") else f"{method}()"
            return self._filled(f"{name} = {{n}}.{call}")
        if style < 0.37:
            return self._filled(f"{name} = {{n}}.{pick(_METHODS)}")
        if style < 0.47:
            return self._filled(f"{name} = {{n}} {pick(_BINARY)} {{n}}")
        if style < 0.6:
            return self._filled(f"{name} = {pick(_FUNCTIONS)}")
        if style < 0.7:
            return self._filled(f"{name} = {{n}}{pick(_READS)}")
        if style < 0.78:
            return self._filled(f"{name} = {pick(_NUMBERS)}")
        if style < 0.92:
            return self._filled(pick(_WRITES))
        return self._filled(pick(_BLOCKS).replace("{v}", name))

    def write(self, count: int) -> Script:
        tries = 0
        while len(self.script.lines) < count and tries < 40 * count:
            tries += 1
            self.unique += 1
            line = self._line()
            if self._holds([*self.script.lines, line]):
                self.script.lines.append(line)
        return self.script

    def _holds(self, lines: Sequence[str]) -> bool:
        """Return whether it runs; if so, record its names."""
        state: dict[str, object] = {"torch": torch}
        for number, value in enumerate(self.script.inputs):
            state[f"x{number}"] = value.clone()
        try:
            exec("\n".join(lines), state)
        except Exception:  # noqa: BLE001 - whatever it is, another line
            return False
        if any(isinstance(v, torch.Tensor) and v.numel() > 2000 for v in state.values()):
            return False
        self.state = {n: v for n, v in state.items() if n[0] in "xv" and n[1:].isdigit()}
        self.script.named = [n for n in self.state if n[0] == "v"]
        return True


def _translate(value: object) -> object:
    if isinstance(value, torch.Tensor):
        return Ours.of(value.detach().clone() if value.is_conj() else value.detach())
    if isinstance(value, dict):
        return [_translate(part) for part in value.values()]
    return [_translate(v) for v in value] if isinstance(value, list | tuple) else value


def verdict(script: Script, lines: Sequence[str] | None = None) -> tuple[str, str] | None:
    """Return the difference, None also if PyTorch rejects the program."""
    source = script.source(lines)
    try:
        with torch.jit.optimized_execution(False):
            theirs = torch.jit.CompilationUnit(source).f(*[x.clone() for x in script.inputs])
    except Exception as error:  # noqa: BLE001 - PyTorch refuses
        return None if lines is not None else ("unasked", str(error)[-300:])
    try:
        ours = ts.CompilationUnit(source).f(*[Ours.of(x.clone()) for x in script.inputs])
    except Exception as error:  # noqa: BLE001 - we refuse
        return "refused", f"{type(error).__name__}: {error}"[:600]
    wanted, got = flat(_translate(theirs)), flat(_translate(ours))
    if len(wanted) != len(got):
        return "sizes", f"{len(got)} results instead of {len(wanted)}"
    for place, (a, b) in enumerate(zip(wanted, got, strict=True)):
        if not isinstance(a, Ours) and type(a) is not type(b):
            return "type", f"result {place}: {b!r} instead of {a!r}"
        if isinstance(a, float) and math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-4):
            continue
        if found := difference(a, b, 20.0):
            return found[0], f"result {place}: {found[1]}"
    return None


def shrunk(script: Script) -> tuple[str, tuple[str, str] | None]:
    """Return the source with the fewest lines that still differs, and the difference."""
    lines, found = list(script.lines), verdict(script)
    at = len(lines) - 1
    while at >= 0:
        fewer = lines[:at] + lines[at + 1 :]
        if (kind := verdict(script, fewer)) is not None and found and kind[0] == found[0]:
            lines, found = fewer, kind
        at -= 1
    return script.source(lines), found


def program(seed: int) -> Script:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _Writer(seed).write(random.Random(seed).randint(5, 15))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    kinds: dict[str, int] = {}
    for seed in range(options.seed, options.seed + options.count):
        script = program(seed)
        found = verdict(script)
        kind = found[0] if found else "agreed"
        kinds[kind] = kinds.get(kind, 0) + 1
        if found and kind != "unasked":
            source, found = shrunk(script)
            print(f"--- seed {seed}: {found}\n{source}{script.inputs}", flush=True)
    print(kinds)


if __name__ == "__main__":
    main()
