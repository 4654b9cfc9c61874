// RUN: %ts-opt %s -p decompose-operators | %check %s
// RUN: %ts-opt %s -p 'decompose-operators{only=aten.hinge_embedding_loss}' | %check %s --check-prefix=ONLY

// CHECK-LABEL: func.func @fires
// CHECK-SAME: (%[[V:.*]]: !ts.tensor, %[[W:.*]]: !ts.tensor) -> !ts.tensor
// CHECK: prim.RaiseException
// CHECK: } else {
// CHECK: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[C:.*]] = aten.unsqueeze(%[[V]], %[[ONE]]) : (!ts.tensor, i64) -> !ts.tensor
// CHECK-NEXT: %[[R:.*]] = aten.mul.Tensor(%[[C]], %[[W]]) : (!ts.tensor, !ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
// ONLY-LABEL: func.func @fires
// ONLY: aten.outer(
func.func @fires(%v: !ts.tensor, %w: !ts.tensor) -> !ts.tensor {
  %r = aten.outer(%v, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @fires_in_a_branch
// CHECK: prim.If
// CHECK-NOT: aten.hinge_embedding_loss
// CHECK: func.return
// ONLY-LABEL: func.func @fires_in_a_branch
// ONLY-NOT: aten.hinge_embedding_loss
func.func @fires_in_a_branch(%x: !ts.tensor, %t: !ts.tensor, %c: i1) -> !ts.tensor {
  %r = prim.If %c -> (!ts.tensor) {
    %m = prim.Constant 1.0 : f64
    %n = prim.Constant 0 : i64
    %y = aten.hinge_embedding_loss(%x, %t, %m, %n) : (!ts.tensor, !ts.tensor, f64, i64) -> !ts.tensor
    prim.If.yield %y : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @keeps_what_is_known_of_the_result
// CHECK: %[[O:.*]] = aten.mul.Tensor(
// CHECK-NEXT: %[[P:.*]] = prim.unchecked_cast(%[[O]]) : (!ts.tensor) -> !ts.tensor<[?,?],f32>
// CHECK-NEXT: func.return %[[P]] : !ts.tensor<[?,?],f32>
func.func @keeps_what_is_known_of_the_result(%v: !ts.tensor, %w: !ts.tensor) -> !ts.tensor<[?,?],f32> {
  %r = aten.outer(%v, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor<[?,?],f32>
  func.return %r : !ts.tensor<[?,?],f32>
}

// CHECK-LABEL: func.func @leaves_an_operator_that_is_not_made_of_others
// CHECK-SAME: (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT: %[[T:.*]] = aten.tanh(%[[X]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[T]] : !ts.tensor
func.func @leaves_an_operator_that_is_not_made_of_others(%x: !ts.tensor) -> !ts.tensor {
  %y = aten.tanh(%x) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}
