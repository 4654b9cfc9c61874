// RUN: %ts-opt %s -p inline-fusion-groups | %check %s

// CHECK-LABEL: func.func @group
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[M:.*]] = aten.relu(%[[X]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[T:.*]] = aten.tanh(%[[M]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[T]] : !ts.tensor
func.func @group(%x: !ts.tensor) -> !ts.tensor {
  %r = prim.TensorExprGroup(%x) : (!ts.tensor) -> !ts.tensor {
  ^bb0(%a: !ts.tensor):
    %m = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %m : !ts.tensor
  }
  %t = aten.tanh(%r) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: a fallback graph has an executor of its own.

// CHECK-LABEL: func.func @stays_as_a_fallback_has_an_executor
// CHECK-NEXT: %[[R:.*]] = prim.FallbackGraph(%[[X:.*]])
func.func @stays_as_a_fallback_has_an_executor(%x: !ts.tensor) -> !ts.tensor {
  %r = prim.FallbackGraph(%x) : (!ts.tensor) -> !ts.tensor {
  ^bb0(%a: !ts.tensor):
    %m = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %m : !ts.tensor
  }
  func.return %r : !ts.tensor
}
