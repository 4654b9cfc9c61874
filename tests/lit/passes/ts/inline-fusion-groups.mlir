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

// Fires: the slice may be clipped where nothing checks it, so the types that follow go.
// CHECK-LABEL: func.func @forgets_that_a_slice_is_whole
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4,8],f32>, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[J:.*]] = aten.add.int(%[[I]], %[[ONE]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V:.*]] = aten.slice.Tensor(%[[X]], %[[ZERO]], %[[I]], %[[J]], %[[ONE]])
// CHECK-NEXT: %[[M:.*]] = aten.relu(%[[V]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[M]] : !ts.tensor
func.func @forgets_that_a_slice_is_whole(%x: !ts.tensor<[4,8],f32>, %i: i64) -> !ts.tensor {
  %r = prim.TensorExprGroup(%x, %i) : (!ts.tensor<[4,8],f32>, i64) -> !ts.tensor {
  ^bb0(%a: !ts.tensor<[4,8],f32>, %k: i64):
    %zero = prim.Constant 0 : i64
    %one = prim.Constant 1 : i64
    %j = aten.add.int(%k, %one) : (i64, i64) -> i64
    %v = aten.slice.Tensor(%a, %zero, %k, %j, %one) : (!ts.tensor<[4,8],f32>, i64, i64, i64, i64) -> !ts.tensor<[1,8],f32>
    %m = aten.relu(%v) : (!ts.tensor<[1,8],f32>) -> !ts.tensor<[1,8],f32>
    prim.return %m : !ts.tensor<[1,8],f32>
  }
  func.return %r : !ts.tensor
}
