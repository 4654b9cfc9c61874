# RUN: ts-opt %s | %check %s
# RUN: ts-run %s --entry early_return --input "x=f32[2]{1, 3}" --input flag=false | filecheck %s --check-prefix=RESULT
# Operations behind a branch that returns move into the other branch.


# CHECK-LABEL: func.func @early_return
# CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[FLAG:.*]]: i1) -> !ts.tensor
# CHECK-NEXT: %[[R:.*]] = prim.If %[[FLAG]] -> (!ts.tensor) {
# CHECK-NEXT: prim.If.yield %[[X]] : !ts.tensor
# CHECK-NEXT: } else {
# CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
# CHECK-NEXT: %[[Y:.*]] = aten.mul.Scalar(%[[X]], %[[TWO]]) : (!ts.tensor, i64) -> !ts.tensor
# CHECK-NEXT: prim.If.yield %[[Y]] : !ts.tensor
# CHECK-NEXT: }
# CHECK-NEXT: func.return %[[R]] : !ts.tensor
def early_return(x, flag: bool):
    if flag:
        return x
    y = x * 2
    return y


# RESULT: out0: f32[2] = [2.0, 6.0]
