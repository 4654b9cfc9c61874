"""Programs that use TorchScript the language: control flow, containers, classes, effects."""

# ruff: noqa: RUF021, SIM108, UP006, UP007, UP031, UP035, UP045

import enum
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

import torch
from torch import Tensor


def if_else(a, b, c: bool):
    d = a + b
    if c:
        e = d + d
    else:
        e = b + d
    return e


def for_range(x):
    z = x
    for _ in range(x.size(0)):
        z = z * z
    return z


def while_loop(x, limit: int):
    i = 0
    while bool(x.sum() < limit) and i < 10:
        x = x * 2
        i += 1
    return x, i


def nested_control(x, n: int):
    for i in range(n):
        if i % 2 == 0:
            for j in range(i):
                x = x + j
        else:
            x = x - 1
    return x


def break_and_continue(xs: List[int]):
    total = 0
    for x in xs:
        if x < 0:
            continue
        if x > 100:
            break
        total += x
    return total


def early_return(x, flag: bool):
    if flag:
        return x
    y = x * 2
    if bool(y.sum() > 3):
        return y
    return x + y


def scalars(i: int, f: float, b: bool):
    k = i // 2 + i % 3 - (i << 1) ** 2
    g = f / 3 + float(i) * 1e-05 + 1e30
    return k, g, not b or i > k and f <= g, abs(k), max(i, k), min(f, g), round(g), int(f)


def complex_numbers(c: complex, f: float):
    return c * 2j + complex(f, 1.5), abs(c), c == 1 + 2j


def strings(s: str, n: int):
    t = s.upper() + "a\"b\\\n\tc'" + str(n) + f"{n} of {s}"
    return t.split(","), len(t), "x" in s, s[1:3], s == t, "%s-%d" % (s, n), t.replace("\x01", "é")


def lists(xs: List[int], t: Tensor):
    ys = [x * x for x in xs]
    ys.append(3)
    ys[0] = 7
    ys.sort()
    empty: List[Tensor] = []
    empty += [t, t + 1]
    return ys, ys[-1], ys[1:], empty, len(xs), 3 in ys, [[1, 2], [3]], sum(xs)


def dicts(d: Dict[str, Tensor], x: Tensor):
    d["new"] = x
    total = x
    for key, value in d.items():
        if key != "new":
            total = total + value
    return total, len(d), "a" in d, d.get("b", x), {1: 2.5, 3: 4.5}, list(d.keys())


def tuples(t: Tuple[int, Tensor, Tuple[str, float]]):
    a, b, (c, d) = t
    return (a, b), t[0], t[2][1], (c,), (d, (a, c)), ()


def optionals(x: Optional[Tensor], n: Optional[int]):
    if x is None:
        x = torch.ones(2)
    if n is not None:
        x = x + n
    return x


def unions(u: Union[int, str, List[int]], a: Any):
    if isinstance(u, int):
        n = u + 1
    elif isinstance(u, str):
        n = len(u)
    else:
        n = u[0]
    return n, isinstance(a, Tensor), isinstance(a, (int, float))


def exceptions(x, n: int):
    assert n > 0, "n must be positive"
    if n > 10:
        raise ValueError(f"too large: {n}")
    return x / n


def prints(x, n: int):
    print("x is", x, n)
    print()
    return x


def in_place(x, y):
    x.add_(y)
    x[0] = 1.5
    x += y
    x.mul_(2).clamp_(min=0)
    x[:, 1:] -= y[:, 1:]
    return x


def fork_and_wait(x):
    futures = [torch.jit.fork(for_range, x) for _ in range(2)]
    first = torch.jit.fork(if_else, x, x, True)
    return torch.jit.wait(first) + torch.jit.wait(futures[0])


def no_grad_block(x):
    with torch.no_grad():
        y = x * 2
    return y + x


def unpacking(x):
    a, b = x.unbind(0)
    values, indices = torch.topk(a, 2)
    m, n = x.shape
    return a + b, values, indices, m, n


def ternary_and_defaults(x, k: int = 3, name: str = "none"):
    return x if k > 2 else -x, torch.jit.annotate(Optional[int], None), name


def default_calls(x):
    return ternary_and_defaults(x)[0] + ternary_and_defaults(x, 1, name="call")[0]


def isinstance_refinement(x: Any):
    if torch.jit.isinstance(x, List[Tensor]):
        return len(x)
    if torch.jit.isinstance(x, Dict[str, int]):
        return len(x.keys())
    return -1


def devices_and_types(x):
    if x.is_cuda or x.dtype == torch.float64 or x.device == torch.device("cpu"):
        return x.to(torch.device("cpu"), torch.float32, non_blocking=False, copy=True)
    return torch.empty_like(x, memory_format=torch.contiguous_format)


def format_and_ord(n: int):
    return "{}: {}".format(n, ord("a")), chr(n), hex(n), bin(n), str(1.5), int("3"), float("1e-3")


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def enums(c: Color):
    if c == Color.RED:
        return Color.BLUE, c.value, c.name
    return c, 0, "other"


class Point(NamedTuple):
    x: Tensor
    y: int


def named_tuples(p: Point):
    q = Point(p.x + 1, p.y)
    return q, q.x, p[1]


@torch.jit.script
class Counter:
    def __init__(self, start: int):
        self.count = start
        self.seen: List[str] = []

    def add(self, n: int) -> int:
        self.count += n
        self.seen.append(str(n))
        return self.count

    def __len__(self) -> int:
        return len(self.seen)


def classes(n: int):
    c = Counter(n)
    c.add(2)
    return c.add(3) + len(c) + c.count


@torch.jit.interface
class Shape:
    def area(self, scale: float) -> float:
        pass


def interfaces(s: Shape):
    return s.area(2.0) + 1.0


def numpy_style(x):
    mask = x > 0
    return x[mask].sum(), x.nonzero(), x[[0, 1]], x.shape[0], x.dim(), x.numel(), (~mask).any()


def random_numbers(x):
    noise = torch.randn_like(x) + torch.rand(x.size())
    return torch.bernoulli(torch.sigmoid(noise)), torch.randint(0, 5, [3])


_SQUARE = lambda: torch.tensor([[0.5, -1.0], [2.0, 0.25]])  # noqa: E731

SCRIPTS = {
    if_else: lambda: (_SQUARE(), _SQUARE(), True),
    for_range: lambda: (_SQUARE(),),
    while_loop: lambda: (_SQUARE(), 20),
    nested_control: lambda: (_SQUARE(), 3),
    break_and_continue: lambda: ([1, -2, 300],),
    early_return: lambda: (_SQUARE(), False),
    scalars: lambda: (7, 2.5, True),
    complex_numbers: lambda: (1 + 2j, 0.5),
    strings: lambda: ("abc", 2),
    lists: lambda: ([3, 1, 2], _SQUARE()),
    dicts: lambda: ({"a": _SQUARE()}, _SQUARE()),
    tuples: lambda: ((1, _SQUARE(), ("s", 2.5)),),
    optionals: lambda: (None, 3),
    unions: None,
    exceptions: lambda: (_SQUARE(), 2),
    prints: None,
    in_place: lambda: (_SQUARE(), _SQUARE()),
    fork_and_wait: lambda: (_SQUARE(),),
    no_grad_block: lambda: (_SQUARE(),),
    unpacking: lambda: (_SQUARE(),),
    ternary_and_defaults: lambda: (_SQUARE(),),
    default_calls: lambda: (_SQUARE(),),
    isinstance_refinement: None,
    devices_and_types: lambda: (_SQUARE(),),
    format_and_ord: lambda: (65,),
    enums: None,
    named_tuples: None,
    classes: lambda: (3,),
    interfaces: None,
    numpy_style: lambda: (_SQUARE(),),
    random_numbers: lambda: (_SQUARE(),),
}
