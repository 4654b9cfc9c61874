# RUN: %interp %s --input k=-2 | %check %s
# RUN: %native %s --input k=-2 | %check %s
# RUN: not %interp %s --input k=2 2>&1 | %check %s --check-prefix=ERROR
# RUN: not %native %s --input k=2 2>&1 | %check %s --check-prefix=ERROR
# Numbers that a loop appends to a list, which it also reads, writes and counts.


def f(k: int):
    numbers = [1, 2]
    flags = [i > 2 for i in range(5)]
    for i in range(12):
        numbers.append(numbers[k] + i)
        numbers[k] += len(numbers)
        flags[i % 5] = not flags[i % 3]
    return numbers, flags


# CHECK: out0.0: int[] = [1, 5, 5, 11, 13, 21, 25, 35, 41, 53, 61, 75, 85, 86]
# CHECK-NEXT: out0.1: bool[] = [false, true, false, true, true]
# ERROR: error: 'aten.__getitem__.t' op failed: list index out of range
