# Programs in Python and archives are reduced to MLIR, too, beside the original.

# RUN: cp %s %t.py && ts-reduce %t.py --test 'grep -q aten.tanh {}' 2>%t.err
# RUN: %check %s --check-prefix=SCRIPT --input-file=%t.reduced.mlir
# RUN: ts-reduce %S/../../unit/data/archives/layers.pt --test 'grep -q prim.SetAttr {} || grep -q "CallMethod.*first" {} || grep -q prim.GetAttr {}' -o %t.mlir 2>%t.err
# RUN: %check %s --check-prefix=ARCHIVE --input-file=%t.mlir
from torch import Tensor


def f(x: Tensor, n: int) -> Tensor:
    for i in range(n):
        x = x.tanh() + i
    return x


# SCRIPT:      func.func @f() {
# SCRIPT:        aten.tanh
# SCRIPT-NEXT:   func.return

# ARCHIVE:     func.func @{{.*}}(%[[SELF:.*]]: !ts.class<@[[CLASS:.*]]>) {
# ARCHIVE:       prim.GetAttr(%[[SELF]]) {name = "{{.*}}"} : (!ts.class<@[[CLASS]]>)
