# RUN: %interp %s --entry table --input n=9 --input k=2 | %check %s --check-prefix=TABLE
# RUN: %native %s --entry table --input n=9 --input k=2 | %check %s --check-prefix=TABLE
# RUN: not %interp %s --entry table --input n=9 --input k=6 2>&1 | %check %s --check-prefix=READ
# RUN: not %native %s --entry table --input n=9 --input k=6 2>&1 | %check %s --check-prefix=READ
# RUN: %interp %s --entry histogram --input x=i64[6]{3,1,3,0,-1,3} | %check %s --check-prefix=HIST
# RUN: %native %s --entry histogram --input x=i64[6]{3,1,3,0,-1,3} | %check %s --check-prefix=HIST
# RUN: not %interp %s --entry histogram --input x=i64[1]{-5} 2>&1 | %check %s --check-prefix=WRITE
# RUN: not %native %s --entry histogram --input x=i64[1]{-5} 2>&1 | %check %s --check-prefix=WRITE
# RUN: %interp %s --entry rows --input n=5 | %check %s --check-prefix=ROWS
# RUN: %native %s --entry rows --input n=5 | %check %s --check-prefix=ROWS
# RUN: %interp %s --entry flags --input n=9 --input k=-1 | %check %s --check-prefix=FLAGS
# RUN: %native %s --entry flags --input n=9 --input k=-1 | %check %s --check-prefix=FLAGS
# Lists of numbers that are read and written at places that only the run knows.
from torch import Tensor


def table(n: int, k: int) -> int:
    costs = [1, 2, 4, 8, 3]
    total = 0
    for i in range(n):
        total += costs[(i * total) % 7 - k]
    return total


# TABLE: total: int = 50
# READ: error: 'aten.__getitem__.t' op failed: list index out of range


def histogram(x: Tensor):
    counts = [0] * 4
    for i in range(x.size(0)):
        counts[int(x[i])] += 1
    return counts[0] + 10 * counts[1] + 100 * counts[2] + 1000 * counts[3]


# HIST: out0: int = 4011
# WRITE: error: 'aten.__getitem__.t' op failed: list index out of range


def rows(n: int) -> int:
    row, spare = [1] * 4, [0.5] * 4
    for i in range(n):
        following = [i] + [0] * 3
        for j in range(1, 4):
            following[j] = row[j - 1] + following[j - 1] + int(spare[j])
            spare[j] += 0.25
        row = following
    return row[1] + 100 * row[2] + 10000 * row[3]


# ROWS: out0: int = 271508


def flags(n: int, k: int) -> float:
    values, seen = [0.5, 1.5, 0.1], [False] * 4
    for i in range(n):
        if i % 2 == 0:
            values[i % 3] += float(i)
            seen[i % 4] = not seen[i % 4]
        else:
            while values[k] < 3.0 and not seen[1]:
                values[k] = values[k] * 2.0
                seen[1] = values[k] > 2.5
    total = 0.0
    for value in values:
        total = total * 10.0 + value
    return total + (0.5 if seen[0] else 0.25) + float(len(seen))


# FLAGS: out0: float = 722.7
