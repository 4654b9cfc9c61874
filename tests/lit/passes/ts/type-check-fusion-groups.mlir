// RUN: %ts-opt %s -p type-check-fusion-groups | %check %s

// Fires: the group runs if its inputs have the types, its fallback graph knows none.

// CHECK-LABEL: func.func @group
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64) -> !ts.tensor
// CHECK-NEXT: %[[G:.*]], %[[OK:.*]] = prim.TypeCheck(%[[X]]) {types = [!ts.tensor<[2],f32>]} : (!ts.tensor) -> (!ts.tensor<[2],f32>, i1)
// CHECK-NEXT: %[[R:.*]] = prim.If %[[OK]] -> (!ts.tensor) {
// CHECK-NEXT:   %[[S:.*]] = prim.TensorExprGroup(%[[G]], %[[N]]) : (!ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32> {
// CHECK:          aten.mul.Scalar
// CHECK:        prim.If.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[T:.*]] = prim.FallbackGraph(%[[X]], %[[N]]) : (!ts.tensor, i64) -> !ts.tensor {
// CHECK-NEXT:   ^bb0(%[[A:.*]]: !ts.tensor, %[[B:.*]]: i64):
// CHECK-NEXT:     %[[M:.*]] = aten.mul.Scalar(%[[A]], %[[B]]) : (!ts.tensor, i64) -> !ts.tensor
// CHECK-NEXT:     prim.return %[[M]] : !ts.tensor
// CHECK:        prim.If.yield %[[T]]
// CHECK:      func.return %[[R]]
func.func @group(%x: !ts.tensor, %n: i64) -> !ts.tensor<[2],f32> {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %r = prim.TensorExprGroup(%g, %n) : (!ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32> {
  ^bb0(%a: !ts.tensor<[2],f32>, %b: i64):
    %m = aten.mul.Scalar(%a, %b) : (!ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
    prim.return %m : !ts.tensor<[2],f32>
  }
  func.return %r : !ts.tensor<[2],f32>
}

// Fires: a guard that no group needs is removed.

// CHECK-LABEL: func.func @guard_without_group
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[X:.*]]) : (!ts.tensor) -> !ts.tensor
func.func @guard_without_group(%x: !ts.tensor) -> !ts.tensor {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %r = aten.relu(%g) : (!ts.tensor<[2],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: the argument's type implies the check.

// CHECK-LABEL: func.func @stays_as_the_type_is_stated
// CHECK-NEXT: %[[R:.*]] = prim.TensorExprGroup(%[[X:.*]]) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
// CHECK-NOT:  prim.FallbackGraph
// CHECK:      func.return %[[R]]
func.func @stays_as_the_type_is_stated(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %r = prim.TensorExprGroup(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  ^bb0(%a: !ts.tensor<[2],f32>):
    %m = aten.relu(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    prim.return %m : !ts.tensor<[2],f32>
  }
  func.return %r : !ts.tensor<[2],f32>
}

// Must not fire: the old fuser's groups check for themselves.

// CHECK-LABEL: func.func @stays_as_old_groups_check_for_themselves
// CHECK-NEXT: %[[R:.*]] = prim.FusionGroup(%[[X:.*]])
func.func @stays_as_old_groups_check_for_themselves(%x: !ts.tensor) -> !ts.tensor {
  %r = prim.FusionGroup(%x) : (!ts.tensor) -> !ts.tensor {
  ^bb0(%a: !ts.tensor):
    %m = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %m : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// Fires: an int that is a size is one without facts in the fallback graph.

// CHECK-LABEL: func.func @size
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: !ts.size<s0>) -> !ts.tensor
// CHECK-NEXT: %[[G:.*]], %[[OK:.*]] = prim.TypeCheck(%[[X]]) {types = [!ts.tensor<[s0],f32>]} : (!ts.tensor) -> (!ts.tensor<[s0],f32>, i1)
// CHECK-NEXT: %[[R:.*]] = prim.If %[[OK]] -> (!ts.tensor) {
// CHECK-NEXT:   %[[S:.*]] = prim.TensorExprGroup(%[[G]], %[[N]]) : (!ts.tensor<[s0],f32>, !ts.size<s0>) -> !ts.tensor<[s0],f32> {
// CHECK-NEXT:   ^bb0(%[[C:.*]]: !ts.tensor<[s0],f32>, %[[K:.*]]: !ts.size<s0>):
// CHECK-NEXT:     %[[V:.*]] = prim.size_value(%[[K]]) : (!ts.size<s0>) -> i64
// CHECK-NEXT:     %[[P:.*]] = aten.mul.Scalar(%[[C]], %[[V]])
// CHECK:        prim.If.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[T:.*]] = prim.FallbackGraph(%[[X]], %[[N]]) : (!ts.tensor, !ts.size<s0>) -> !ts.tensor {
// CHECK-NEXT:   ^bb0(%[[A:.*]]: !ts.tensor, %[[B:.*]]: i64):
// CHECK-NEXT:     %[[W:.*]] = prim.size_value(%[[B]]) : (i64) -> i64
// CHECK-NEXT:     %[[M:.*]] = aten.mul.Scalar(%[[A]], %[[W]]) : (!ts.tensor, i64) -> !ts.tensor
// CHECK-NEXT:     prim.return %[[M]] : !ts.tensor
// CHECK:        prim.If.yield %[[T]]
// CHECK:      func.return %[[R]]
func.func @size(%x: !ts.tensor, %n: !ts.size<s0>) -> !ts.tensor<[s0],f32> {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[s0],f32>
  %r = prim.TensorExprGroup(%g, %n) : (!ts.tensor<[s0],f32>, !ts.size<s0>) -> !ts.tensor<[s0],f32> {
  ^bb0(%a: !ts.tensor<[s0],f32>, %b: !ts.size<s0>):
    %v = prim.size_value(%b) : (!ts.size<s0>) -> i64
    %m = aten.mul.Scalar(%a, %v) : (!ts.tensor<[s0],f32>, i64) -> !ts.tensor<[s0],f32>
    prim.return %m : !ts.tensor<[s0],f32>
  }
  func.return %r : !ts.tensor<[s0],f32>
}
