# RUN: ts-opt %s | %check %s
# A loop carries the variables that it assigns and that had a value before; a `break` is a flag.


# CHECK-LABEL: func.func @breaks
# CHECK-SAME: (%[[XS:.*]]: !ts.list<i64>) -> i64
# CHECK-NEXT: %[[TOTAL:.*]] = prim.Constant 0 : i64
# CHECK-NEXT: %[[N:.*]] = aten.len.t(%[[XS]]) : (!ts.list<i64>) -> i64
# CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
# CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[TOTAL]]) : (i64) -> (i64) {
# CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[T:.*]]: i64):
# CHECK-NEXT: %[[X:.*]] = aten.__getitem__.t(%[[XS]], %[[I]]) : (!ts.list<i64>, i64) -> i64
# CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
# CHECK-NEXT: %[[NEG:.*]] = aten.lt.int(%[[X]], %[[ZERO]]) : (i64, i64) -> i1
# CHECK-NEXT: %[[BROKE:.*]], %[[NEXT:.*]] = prim.If %[[NEG]] -> (i1, i64) {
# CHECK-NEXT: %[[YES:.*]] = prim.Constant true
# CHECK-NEXT: prim.If.yield %[[YES]], %[[T]] : i1, i64
# CHECK-NEXT: } else {
# CHECK-NEXT: %[[SUM:.*]] = aten.add.int(%[[T]], %[[X]]) : (i64, i64) -> i64
# CHECK-NEXT: %[[NO:.*]] = prim.Constant false
# CHECK-NEXT: prim.If.yield %[[NO]], %[[SUM]] : i1, i64
# CHECK-NEXT: }
# CHECK-NEXT: %[[MORE:.*]] = prim.If %[[BROKE]] -> (i1) {
# CHECK: prim.Loop.condition %[[MORE]], iter(%[[NEXT]]) : (i64)
# CHECK-NEXT: }
# CHECK-NEXT: func.return %[[R]] : i64
def breaks(xs: List[int]):
    total = 0
    for x in xs:
        if x < 0:
            break
        total += x
    return total
