# RUN: ts-inspect %s | %check %s
# RUN: ts-inspect %s --json | %check %s --check-prefix=JSON
# RUN: echo 'def f(x): return y' > %t.py
# RUN: not ts-inspect %t.py 2>&1 | %check %s --check-prefix=WRONG
# RUN: printf 'module {' | not ts-inspect - 2>&1 | %check %s --check-prefix=MLIR

# CHECK: ts-inspect-program.py: TorchScript program, 2 functions, 4 calls
# CHECK: {{^}}methods
# CHECK-NEXT:   Scale.__init__(Scale self, int n) -> NoneType
# CHECK-NEXT:   Scale.get(Scale self, Tensor x) -> Tensor
# CHECK: {{^}}functions
# CHECK-NEXT:   dense(Tensor x) -> Tensor
# CHECK-NEXT:   f(Tensor x, int n=2, *, float k=1.5) -> ((Tensor, Tensor))
# CHECK: {{^}}operators
# CHECK-NEXT:       1  aten::add.Scalar                 interpreter, native
# CHECK-NEXT:       1  aten::coalesce                   none
# CHECK: {{^}}missing
# CHECK-NEXT:   aten::coalesce                   {{.*}}ts-inspect-program.py:39:12
# CHECK-NEXT:   aten::to_sparse                  {{.*}}ts-inspect-program.py:52:13

# JSON: "methods": {
# JSON-NEXT:   "Scale": [
# JSON: "name": "aten::coalesce",
# JSON-NEXT: "count": 1,
# JSON-NEXT: "interpreted": false,
# JSON-NEXT: "compiled": false
# JSON: "missing": [
# JSON:   "name": "aten::to_sparse",
# JSON-NEXT: "places": [

# WRONG: ts-inspect: {{.*}}.py:1:18: error: 'y' is not defined

# MLIR: ts-inspect: <stdin>:1:9

import torch


def dense(x):
    return x.coalesce() + 1


class Scale:
    def __init__(self, n: int):
        self.n = n

    def get(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.n


def f(x, n: int = 2, *, k: float = 1.5):
    if n > 1:
        x = dense(x).to_sparse()
    fut = torch.jit.fork(dense, x)
    return Scale(n).get(x), torch.jit.wait(fut)
