"""Functions that are traced by PyTorch and by us: `T` is `torch` or our package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def arithmetic(T, x, y):
    return 1 - x, 2 / x, x + 1, x * 2.5, x**2, 2**x, x // 2, x % 2, -x, abs(x), x == 1, x < y


def products(T, x, y):
    return x @ y.t(), T.matmul(x, y.t()), T.nn.functional.linear(x, y)


def indexing(T, x, y):
    return x[0], x[1:], x[:, None], x[..., 0], x[x > 0], x[-1, ::2], x[:, 1]


def writes(T, x, y):
    x = x.clone()
    x[0] = 1
    x[x > 0] = 0
    x[:, 1] = y[:, 0]
    x += 1
    x.add_(y)
    return x


def containers(T, x, y):
    a, b = x.chunk(2, dim=1)
    values, indices = x.max(dim=1)
    return T.cat([a, b], dim=1), T.stack((x, y)), (values, indices), x.unbind(1)[1]


def reductions(T, x, y):
    return x.sum(dim=0), x.sum(), x.mean((0, 1)), x.sum(dim=1, keepdim=True), x.amax(0)


def casts(T, x, y):
    return x.to(T.float64), x.float(), x.double() + 1, x.type_as(y)


def sizes(T, x, y):
    n = x.size(0)
    b, c = x.shape
    return x.view(n, -1), x.view(b * c), x.reshape(-1, c // 3), x.narrow(0, 0, n), x * n


def spread_sizes(T, x, y):
    return x.expand(4, *x.shape), y.reshape(x.size(1), x.size(0))


def unused(T, x, y):
    x.sin()
    return x.cos()


def given_back(T, x, y):
    return y, x


def loops(T, x, y):
    for step in range(3):
        x = x + y * step if step % 2 == 0 else x.relu()
    return x


def activations(T, x, y):
    return T.relu(x), T.sigmoid(x), T.tanh(y), T.clamp(x, 0, 1), x.clamp(min=0)


def choices(T, x, y):
    return T.where(x > y, x, y), x.masked_fill(x > 0, 0)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        arithmetic, products, indexing, writes, containers, reductions, casts, sizes, spread_sizes,
        unused, given_back, loops, activations, choices,
    )
}  # fmt: skip


def modules(T, base, parameter):
    """Return a module with a parameter, a buffer, and a submodule that is called twice."""

    class Scale(base):
        def __init__(self):
            super().__init__()
            self.weight = parameter([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
            self.register_buffer("shift", T.tensor([0.5, 1.0]))

        def forward(self, x):
            return T.nn.functional.linear(x, self.weight) + self.shift

    class Gate(base):
        def forward(self, x, y):
            return T.sigmoid(y) * x

    class Net(base):
        def __init__(self):
            super().__init__()
            self.first = Scale()
            self.gate = Gate()
            self.offset = parameter([1.0, 2.0])

        def forward(self, x, y):
            a = self.first(x)
            b = self.first(y)
            return self.gate(a, b) + self.offset, a

    return Net()
