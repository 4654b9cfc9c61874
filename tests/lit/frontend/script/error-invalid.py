# RUN: not ts-opt %s 2>&1 | filecheck %s
# RUN: not ts-run %s 2>&1 | filecheck %s


# CHECK: error-invalid.py:9:12: error: 'y' has no value if the condition does not hold
def f(n: int):
    if n > 0:
        y = 1
    return y
# CHECK-NEXT: return y
# CHECK-NEXT: ^
