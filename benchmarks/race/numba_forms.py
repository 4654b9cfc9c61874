"""The loops that a user of numba writes: compiled with fast math, over all threads if it pays.

numba passes its modules and compiler to each form, which returns the compiled function.
"""

from __future__ import annotations

from math import erf, exp, sin, sqrt, tanh
from typing import Any

import numpy as np


def _over_elements(numba: Any, element: Any, arity: int, parallel: bool = True) -> Any:
    """Return a loop, parallel or not, that applies a compiled function to flat arrays."""
    element = numba.njit(fastmath=True)(element)
    prange = numba.prange

    def one(a: Any) -> Any:
        out = np.empty_like(a)
        for i in prange(a.size):
            out[i] = element(a[i])
        return out

    def two(a: Any, b: Any) -> Any:
        out = np.empty_like(a)
        for i in prange(a.size):
            out[i] = element(a[i], b[i])
        return out

    return numba.njit(parallel=parallel, fastmath=True)((one, two)[arity - 1])


def seed(numba: Any, parallel: bool = True) -> Any:
    def element(a: Any, b: Any) -> Any:
        c = a + b
        d = c * c
        e = np.float32(tanh(d * c))
        return d + (e + e)

    return _over_elements(numba, element, 2, parallel)


def sine(numba: Any) -> Any:
    def element(a: Any) -> Any:
        y = np.float32(sin(a * a))
        return y * y

    return _over_elements(numba, element, 1)


def gelu(numba: Any) -> Any:
    half, one, root = np.float32(0.5), np.float32(1), np.float32(0.7071067811865476)

    def element(x: Any) -> Any:
        return half * x * (one + np.float32(erf(x * root)))

    return _over_elements(numba, element, 1)


def softmax(numba: Any) -> Any:
    prange = numba.prange

    def loops(x: Any) -> Any:
        out = np.empty_like(x)
        for i in prange(x.shape[0]):
            largest, total = x[i].max(), np.float32(0)
            for j in range(x.shape[1]):
                out[i, j] = np.float32(exp(x[i, j] - largest))
                total += out[i, j]
            for j in range(x.shape[1]):
                out[i, j] /= total
        return out

    return numba.njit(parallel=True, fastmath=True)(loops)


def layer_norm(numba: Any) -> Any:
    prange = numba.prange

    def loops(x: Any, w: Any, b: Any) -> Any:
        out = np.empty_like(x)
        size = np.float32(x.shape[1])
        for i in prange(x.shape[0]):
            total, squares = np.float32(0), np.float32(0)
            for j in range(x.shape[1]):
                total += x[i, j]
            mean = total / size
            for j in range(x.shape[1]):
                squares += (x[i, j] - mean) * (x[i, j] - mean)
            scale = np.float32(1 / sqrt(squares / size + np.float32(1e-5)))
            for j in range(x.shape[1]):
                out[i, j] = (x[i, j] - mean) * scale * w[j] + b[j]
        return out

    return numba.njit(parallel=True, fastmath=True)(loops)


def gates(numba: Any) -> Any:
    prange, one = numba.prange, np.float32(1)

    def sigmoid(x: Any) -> Any:
        return one / (one + np.float32(exp(-x)))

    sigmoid = numba.njit(fastmath=True)(sigmoid)

    def loops(i: Any, f: Any, g: Any, o: Any, c: Any) -> Any:
        h, s = np.empty_like(c), np.empty_like(c)
        for r in prange(c.shape[0]):
            for k in range(c.shape[1]):
                s[r, k] = sigmoid(f[r, k]) * c[r, k] + sigmoid(i[r, k]) * np.float32(tanh(g[r, k]))
                h[r, k] = sigmoid(o[r, k]) * np.float32(tanh(s[r, k]))
        return h, s

    return numba.njit(parallel=True, fastmath=True)(loops)


def twice(numba: Any) -> Any:
    two = np.float32(2)
    return numba.njit(lambda x: x * two + x)


def add(numba: Any) -> Any:
    return numba.njit(lambda a, b: a + b)


def remainders(numba: Any) -> Any:
    def loops(n: int) -> int:
        s = 0
        for i in range(n):
            s = (s * 3 + i) % 1000003
        return s

    return numba.njit(loops)


def product(numba: Any) -> Any:
    return numba.njit(lambda a, b: np.dot(a, b))


def perceptron(numba: Any, w: Any) -> Any:
    v, b, u, c = (w["0.weight"].T.copy(), w["0.bias"], w["2.weight"].T.copy(), w["2.bias"])

    def call(x: Any) -> Any:
        return np.dot(np.maximum(np.dot(x, v) + b, np.float32(0)), u) + c

    return numba.njit(call)


def cell(numba: Any, w: Any) -> Any:
    """Multiply with BLAS, then apply the gates in one loop."""
    wx, wh = w["input.weight"].T.copy(), w["state.weight"].T.copy()
    bias, one = w["input.bias"] + w["state.bias"], np.float32(1)

    def sigmoid(x: Any) -> Any:
        return one / (one + np.float32(exp(-x)))

    sigmoid = numba.njit(fastmath=True)(sigmoid)

    def call(x: Any, h: Any, c: Any) -> Any:
        z, size = np.dot(x, wx) + np.dot(h, wh) + bias, c.shape[1]
        out, s = np.empty_like(c), np.empty_like(c)
        for r in range(c.shape[0]):
            for k in range(size):
                i, f = sigmoid(z[r, k]), sigmoid(z[r, size + k])
                g, o = np.float32(tanh(z[r, 2 * size + k])), sigmoid(z[r, 3 * size + k])
                s[r, k] = f * c[r, k] + i * g
                out[r, k] = o * np.float32(tanh(s[r, k]))
        return out, s

    return numba.njit(fastmath=True)(call)
