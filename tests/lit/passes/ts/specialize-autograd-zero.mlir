// RUN: %ts-opt %s -p specialize-autograd-zero | %check %s

// Fires: a sum with an absent gradient is the other one, in either place.

// CHECK-LABEL: func.func @sum_with_absent
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[U:.*]]: !ts.tensor<*,?, undefined=true>)
// CHECK-NEXT: %[[Z:.*]] = prim.AutogradZero()
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[X]])
// CHECK-NEXT: func.return %[[R]]
func.func @sum_with_absent(%x: !ts.tensor, %u: !ts.tensor<*,?, undefined=true>) -> !ts.tensor {
  %z = prim.AutogradZero() : () -> !ts.tensor
  %s = prim.AutogradAdd(%z, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %t = prim.AutogradAdd(%s, %u) : (!ts.tensor, !ts.tensor<*,?, undefined=true>) -> !ts.tensor
  %r = aten.relu(%t) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: the types imply that both are present, and so is their sum.

// CHECK-LABEL: func.func @sum_of_present
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[S:.*]] = aten.add.Tensor(%[[X:.*]], %[[Y:.*]], %[[ONE]])
// CHECK-NEXT: %[[P:.*]] = aten.mul.Tensor(%[[U:.*]], %[[U]])
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[T:.*]] = aten.add.Tensor(%[[S]], %[[P]], %[[TWO]])
// CHECK-NEXT: func.return %[[T]]
func.func @sum_of_present(%x: !ts.tensor<*,f32>, %y: !ts.tensor<[2],?>, %u: !ts.tensor) -> !ts.tensor {
  %s = prim.AutogradAdd(%x, %y) : (!ts.tensor<*,f32>, !ts.tensor<[2],?>) -> !ts.tensor
  %p = aten.mul.Tensor(%u, %u) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %t = prim.AutogradAdd(%s, %p) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: the body runs, and its result is present; without gradients there is none.

// CHECK-LABEL: func.func @gradients
// CHECK-NEXT: %[[M:.*]] = aten.mm(%[[G:.*]], %[[Y:.*]])
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[S:.*]] = aten.add.Tensor(%[[M]], %[[G]], %[[ONE]])
// CHECK-NEXT: %[[Z:.*]] = prim.AutogradZero()
// CHECK-NEXT: func.return %[[S]], %[[Z]]
func.func @gradients(%g: !ts.tensor<*,f32>, %u: !ts.tensor<*,?, undefined=true>, %y: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %r = prim.GradOf(%g, %u) {name = "aten::mm"} : (!ts.tensor<*,f32>, !ts.tensor<*,?, undefined=true>) -> !ts.tensor {
    %m = aten.mm(%g, %y) : (!ts.tensor<*,f32>, !ts.tensor) -> !ts.tensor
    prim.return %m : !ts.tensor
  }
  %s = prim.AutogradAdd(%r, %g) : (!ts.tensor, !ts.tensor<*,f32>) -> !ts.tensor
  %t = prim.GradOf(%u) {name = "aten::mm"} : (!ts.tensor<*,?, undefined=true>) -> !ts.tensor {
    %n = aten.mm(%u, %y) : (!ts.tensor<*,?, undefined=true>, !ts.tensor) -> !ts.tensor
    prim.return %n : !ts.tensor
  }
  func.return %s, %t : !ts.tensor, !ts.tensor
}

// Fires: one present gradient decides whether any is, one absent whether all are.

// CHECK-LABEL: func.func @questions
// CHECK-DAG: prim.Constant true
// CHECK-DAG: prim.Constant false
// CHECK: %[[P:.*]] = aten.relu(%[[X:.*]])
// CHECK-NOT: prim.If
// CHECK: %[[Q:.*]] = prim.AutogradAdd(%[[P]], %[[Y:.*]])
// CHECK: func.return %[[Q]]
func.func @questions(%x: !ts.tensor<*,f32>, %y: !ts.tensor, %u: !ts.tensor<*,?, undefined=true>) -> !ts.tensor {
  %any = prim.AutogradAnyNonZero(%x, %y) : (!ts.tensor<*,f32>, !ts.tensor) -> i1
  %all = prim.AutogradAllNonZero(%y, %u) : (!ts.tensor, !ts.tensor<*,?, undefined=true>) -> i1
  %none = prim.AutogradAllZero(%u, %u) : (!ts.tensor<*,?, undefined=true>, !ts.tensor<*,?, undefined=true>) -> i1
  %r = prim.If %any -> (!ts.tensor) {
    %s = prim.If %all -> (!ts.tensor) {
      prim.If.yield %y : !ts.tensor
    } else {
      %p = aten.relu(%x) : (!ts.tensor<*,f32>) -> !ts.tensor
      prim.If.yield %p : !ts.tensor
    }
    prim.If.yield %s : !ts.tensor
  } else {
    prim.If.yield %y : !ts.tensor
  }
  %t = prim.AutogradAdd(%r, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: the gradients are unknown, though one branch yields a known one.

// CHECK-LABEL: func.func @stays_as_nothing_is_known_of_the_gradients
// CHECK: prim.AutogradAnyNonZero
// CHECK: prim.If
// CHECK: prim.AutogradAdd
// CHECK: prim.GradOf
func.func @stays_as_nothing_is_known_of_the_gradients(%x: !ts.tensor, %y: !ts.tensor<*,f32>) -> !ts.tensor {
  %any = prim.AutogradAnyNonZero(%x, %x) : (!ts.tensor, !ts.tensor) -> i1
  %r = prim.If %any -> (!ts.tensor) {
    prim.If.yield %y : !ts.tensor<*,f32>
  } else {
    %z = prim.AutogradZero() : () -> !ts.tensor
    prim.If.yield %z : !ts.tensor
  }
  %s = prim.AutogradAdd(%r, %y) : (!ts.tensor, !ts.tensor<*,f32>) -> !ts.tensor
  %t = prim.GradOf(%r) {name = "aten::relu"} : (!ts.tensor) -> !ts.tensor {
    prim.return %s : !ts.tensor
  }
  func.return %t : !ts.tensor
}

// Must not fire: a branch on a constant of the program is left to fold-branches.

// CHECK-LABEL: func.func @stays_as_fold_branches_folds_it
// CHECK: prim.If
func.func @stays_as_fold_branches_folds_it(%x: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  %z = prim.AutogradZero() : () -> !ts.tensor
  %r = prim.If %true -> (!ts.tensor) {
    prim.If.yield %x : !ts.tensor
  } else {
    prim.If.yield %z : !ts.tensor
  }
  func.return %r : !ts.tensor
}
