"""The measured roofline: plausible rates, each measured once."""

from __future__ import annotations

from time import perf_counter

import numpy as np

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.native.roofline import Roofs, measured_roofs


def test_each_roof_is_measured_once() -> None:
    asked: list[int | str] = []

    def measure_peak() -> float:
        asked.append("peak")
        return 1e9

    def measure_bandwidth(size: int) -> float:
        asked.append(size)
        return 2e9

    roofs = Roofs(measure_peak, measure_bandwidth)
    assert asked == []
    assert (roofs.peak, roofs.peak) == (1e9, 1e9)
    assert (roofs.bandwidth(1e6), roofs.bandwidth(1e6)) == (2e9, 2e9)
    assert asked == ["peak", 1_000_000]


def test_sizes_are_within_those_that_are_measured() -> None:
    sizes: list[int] = []

    def measure(size: int) -> float:
        sizes.append(size)
        return 1.0

    roofs = Roofs(lambda: 1.0, measure)
    for size in (0, 1, 1e12, 2e12):
        roofs.bandwidth(size)
    assert sizes == [1 << 16, 1 << 26]


def test_the_machine_has_plausible_roofs() -> None:
    """No processor of today does less, or a hundred times more."""
    roofs = measured_roofs()
    assert 1e9 < roofs.peak < 1e15
    assert all(1e8 < roofs.bandwidth(size) < 1e14 for size in (1e3, 1e6, 1e9))
    assert measured_roofs() is roofs


def test_a_product_is_below_the_peak() -> None:
    """Four times the peak would be an error of the count, not of a busy machine."""
    a = np.full((256, 256), 0.5, np.float32)
    f = ts.compile("def f(a: Tensor, b: Tensor) -> Tensor:\n    return torch.mm(a, b)\n").f
    kernel, x = ts.compile_func(f, [a, a]), ts.Tensor(a)

    def seconds() -> float:
        begin = perf_counter()
        kernel(x, x)
        return perf_counter() - begin

    assert 2 * 256**3 / min(seconds() for _ in range(50)) < 4 * measured_roofs().peak


def test_another_number_of_threads_has_another_roofline() -> None:
    count = ts.get_num_threads()
    roofs = measured_roofs()
    try:
        ts.set_num_threads(count + 1)
        assert measured_roofs() is not roofs
    finally:
        ts.set_num_threads(count)
    assert measured_roofs() is roofs
