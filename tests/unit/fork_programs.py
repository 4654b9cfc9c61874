"""Programs with `fork` and `wait`, as text that PyTorch reads, too."""

from __future__ import annotations

import numpy as np

PROGRAM = """
def chain(x, k: float):
    return torch.sigmoid(torch.tanh(x * k) + x)

def branches(x, y):
    f = torch.jit.fork(chain, x, 2.0)
    b = chain(y, 3.0)
    return torch.relu(torch.jit.wait(f) * b) + 1

def nested(x, k: float):
    f = torch.jit.fork(chain, x, k)
    y = torch.exp(-x) * k
    return y + torch.jit.wait(f)

def forks_of_forks(x, y):
    f = torch.jit.fork(nested, x, 0.5)
    g = torch.jit.fork(nested, y, 0.25)
    return torch.jit.wait(g) - torch.jit.wait(f)

def in_a_list(x, y):
    futures = [torch.jit.fork(chain, x, 1.0 * i) for i in range(5)]
    total = torch.zeros_like(y)
    for i in range(5):
        total = total + y * torch.jit.wait(futures[4 - i])
    return total

def in_a_dict(x, y):
    t = (torch.jit.fork(chain, x, 2.0), torch.jit.fork(chain, y, 2.0))
    d: Dict[str, Future[Tensor]] = {"x": t[0]}
    o: Optional[Future[Tensor]] = t[1]
    assert o is not None
    return torch.jit.wait(d["x"]) * torch.jit.wait(o) + torch.jit.wait(t[0])

def in_branches(x, y):
    total = torch.tanh(x) * y
    for i in range(3):
        if i != 1:
            f = torch.jit.fork(chain, total, 0.5)
        else:
            f = torch.jit.fork(nested, y, 2.0)
        total = total + torch.jit.wait(f) * 0.5
    return total

def pair(x) -> Tuple[Tensor, List[Tensor]]:
    y = torch.neg(x) * 2
    return y, [x, y]

def tuples(x, y):
    a, b = torch.jit.wait(torch.jit.fork(pair, x))
    return torch.tanh(a * y) + b[0] * b[1]

def adds(x, y) -> int:
    x.add_(torch.tanh(y) * 2)
    return 3

def writes(x, y):
    z = x * 2 + 1
    f = torch.jit.fork(adds, z, y)
    n = torch.jit.wait(f)
    return torch.relu(z * n) + x

def writes_inputs(x, y):
    a = torch.relu(x) + 1
    torch.jit.wait(torch.jit.fork(adds, x, y))
    return torch.relu(x) + 1, a

def reshapes(x) -> int:
    x.unsqueeze_(0)
    return x.dim()

def resized(x, y):
    z = x.clone()
    a = torch.tanh(z) * y
    n = torch.jit.wait(torch.jit.fork(reshapes, z))
    return torch.tanh(z) * y + n, a

def identity(x, y):
    f = torch.jit.fork(first, x, y)
    z = torch.jit.wait(f)
    z.mul_(2)
    return torch.tanh(x) + z

def first(x, y):
    return x

def prints(x, k: float):
    print("fork", k)
    return chain(x, k)

def in_order(x, y):
    print("before")
    a = torch.jit.wait(torch.jit.fork(prints, x, 1.0))
    print("between")
    b = torch.jit.wait(torch.jit.fork(prints, y, 2.0))
    print("after")
    return a + b * 2

def draws(x):
    return torch.rand_like(x) * 2 + x

def draws_in_order(x, y):
    a = torch.jit.wait(torch.jit.fork(draws, x))
    return torch.rand_like(y) * a + torch.jit.wait(torch.jit.fork(draws, y))

def matmul(x, y):
    return torch.mm(x, y.t()) * 2 + 1

def products(x, y):
    f = torch.jit.fork(matmul, x, y)
    return matmul(y, x) + torch.jit.wait(f).t()

def divides(x, n: int):
    y = torch.tanh(x) * 2
    return y + 10 // n

def fails(x, n: int):
    f = torch.jit.fork(divides, x, n)
    y = torch.exp(x) * 2
    return y + torch.jit.wait(f)

def fails_deep(x, n: int):
    f = torch.jit.fork(fails, x, n)
    return torch.jit.wait(f) * 2 + x

def raises(x, n: int):
    y = torch.tanh(x) + 1
    if n == 0:
        raise ValueError("no number")
    return y * n

def fails_in_words(x, n: int):
    f = torch.jit.fork(raises, x, n)
    torch.jit.wait(f)
    return torch.relu(x) * 2

def mismatch(x, n: int):
    y = torch.tanh(x) * 2
    return y + x[n:] * 3

def fails_on_sizes(x, n: int):
    return torch.jit.wait(torch.jit.fork(mismatch, x, 2 - 2 * n)) + x

def calls_sizes(x, n: int):
    return fails_on_sizes(x, n) * 2

def fails_on_sizes_deep(x, n: int):
    return torch.jit.wait(torch.jit.fork(calls_sizes, x, n)) + x

def ignores(x, n: int):
    f = torch.jit.fork(divides, x, n)
    return torch.relu(x) * 2 + 1

def gives(x, y):
    return torch.jit.fork(chain, x, 2.0), y * 2

def takes(f: Future[Tensor], y):
    z = torch.tanh(y) * 3
    return torch.sigmoid(torch.jit.wait(f)) * z + 1
"""
OBJECTS = """
class Counter:
    def __init__(self, x):
        self.x = x
        self.later = torch.jit.fork(chain, x, 2.0)

    def both(self, y):
        f = torch.jit.fork(self.step, y)
        return self.later.wait() * 2 + f.wait()

    def step(self, y):
        return torch.tanh(self.x) * y

def objects(x, y):
    return Counter(x).both(y) + 1
"""
RESULTS = """
    branches forks_of_forks in_a_list in_a_dict in_branches tuples writes writes_inputs resized
    identity in_order draws_in_order products
    """.split()
FAILURES = ["fails", "fails_deep", "fails_in_words", "fails_on_sizes", "fails_on_sizes_deep"]


def arrays(rows: int, columns: int) -> list[np.ndarray]:
    """Return the arguments of a program, by the number of rows."""
    rng = np.random.default_rng(rows)
    return [rng.standard_normal((rows, columns), dtype=np.float32) for _ in range(2)]
