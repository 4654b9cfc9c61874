# RUN: %interp %s --input x=2.0 --input steps=30 | %check %s --check-prefix=TWO
# RUN: %native %s --input x=2.0 --input steps=30 | %check %s --check-prefix=TWO
# RUN: %interp %s --input x=1e6 --input steps=3 | %check %s --check-prefix=CUT
# RUN: %native %s --input x=1e6 --input steps=3 | %check %s --check-prefix=CUT
# A return out of a loop: flags, and a value that no path reads.


def newton(x: float, steps: int) -> float:
    guess = x
    for _ in range(steps):
        better = (guess + x / guess) / 2.0
        if abs(better - guess) < 1e-12:
            return better
        guess = better
    return guess


# TWO: float = 1.414213562
# CUT: float = 125002.625
