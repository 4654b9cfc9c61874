# RUN: ts-opt %s --print-debuginfo | filecheck %s


# CHECK: func.func @f(%[[X:.*]]: !ts.tensor
# CHECK: aten.mul.Tensor(%[[X]], %[[X]]) : (!ts.tensor, !ts.tensor) -> !ts.tensor loc("{{.*}}locations.py":7:16)
def f(x):
    return x + x * x
