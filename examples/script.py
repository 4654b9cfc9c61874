"""A script: TorchScript reads it, Python does not run it."""


def newton(x: float, steps: int) -> float:
    """The square root of x."""
    guess = x
    for _ in range(steps):
        better = (guess + x / guess) / 2.0
        if abs(better - guess) < 1e-12:
            return better
        guess = better
    return guess


def roots(xs: list[float], steps: int = 20):
    return [newton(x, steps) for x in xs]


def clipped(x, low: float = 0.0):
    if x.mean() < low:
        return x - x.mean() + low
    return x
