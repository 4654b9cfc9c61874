// RUN: %ts-opt %s --print-debuginfo -o %t.mlir
// RUN: %ts-opt %t.mlir --print-debuginfo | diff %t.mlir -
// RUN: %ts-opt %s --print-debuginfo | %check %s

// Each form of custom syntax keeps its source range, once.

// CHECK-LABEL: func.func @every_form(
// CHECK-SAME: %[[X:.*]]: !ts.tensor{{.*}}, %[[C:.*]]: i1
func.func @every_form(%x: !ts.tensor, %c: i1) {
  // CHECK: %[[N:.*]] = prim.Constant 1 : i64 loc("model.py":1:2)
  %n = prim.Constant 1 : i64 loc("model.py":1:2)
  // CHECK-NEXT: %{{.*}} = prim.Constant : !ts.none loc("model.py":2:2)
  %none = prim.Constant : !ts.none loc("model.py":2:2)
  // CHECK-NEXT: %{{.*}} = prim.ListConstruct(%[[X]]) : (!ts.tensor) -> !ts.list<!ts.tensor> loc("model.py":3:2)
  %l = prim.ListConstruct(%x) : (!ts.tensor) -> !ts.list<!ts.tensor> loc("model.py":3:2)
  // CHECK-NEXT: ts.operator "my::op"(%[[N]]) : (i64) -> () loc("model.py":4:2)
  ts.operator "my::op"(%n) : (i64) -> () loc("model.py":4:2)
  prim.If %c {
    // CHECK: prim.If.yield loc("model.py":5:2)
    prim.If.yield loc("model.py":5:2)
  } else {
    // CHECK: prim.If.yield loc("model.py":6:2)
    prim.If.yield loc("model.py":6:2)
  // CHECK-NEXT: } loc("model.py":7:2)
  } loc("model.py":7:2)
  prim.Loop %n, %c : () -> () {
  ^bb0(%i: i64):
    // CHECK: prim.Loop.condition %[[C]] loc("model.py":8:2)
    prim.Loop.condition %c loc("model.py":8:2)
  // CHECK-NEXT: } loc("model.py":9:2)
  } loc("model.py":9:2)
  %g = prim.TensorExprGroup(%x) : (!ts.tensor) -> !ts.tensor {
  // CHECK: ^bb0(%[[Y:.*]]: !ts.tensor
  ^bb0(%y: !ts.tensor):
    // CHECK-NEXT: prim.return %[[Y]] : !ts.tensor loc("model.py":10:2)
    prim.return %y : !ts.tensor loc("model.py":10:2)
  // CHECK-NEXT: } loc("model.py":11:2)
  } loc("model.py":11:2)
  func.return
}
