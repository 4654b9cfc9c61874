// RUN: %ts-opt %s -p branch-on-none,dce | %check %s

// ---- fires

// CHECK-LABEL: func.func @a_bias_that_a_branch_computes
// CHECK-SAME: (%[[Y:.*]]: !ts.tensor, %[[W:.*]]: !ts.tensor, %[[X:.*]]: !ts.tensor, %[[C:.*]]: i1)
// CHECK: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[R:.*]] = prim.If %[[C]] -> (!ts.tensor) {
// CHECK-NEXT:   %[[A:.*]] = aten.linear(%[[Y]], %[[W]], %[[NONE]]) : (!ts.tensor, !ts.tensor, !ts.none) -> !ts.tensor
// CHECK-NEXT:   prim.If.yield %[[A]] : !ts.tensor
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[U:.*]] = aten.unsqueeze(%[[X]], %[[ZERO]])
// CHECK-NEXT:   %[[B:.*]] = aten.linear(%[[Y]], %[[W]], %[[U]]) : (!ts.tensor, !ts.tensor, !ts.tensor) -> !ts.tensor
// CHECK-NEXT:   prim.If.yield %[[B]] : !ts.tensor
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @a_bias_that_a_branch_computes(%y: !ts.tensor, %w: !ts.tensor, %x: !ts.tensor, %c: i1) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %m = prim.If %c -> (!ts.optional<!ts.tensor>) {
    prim.If.yield %none : !ts.none
  } else {
    %u = aten.unsqueeze(%x, %zero) : (!ts.tensor, i64) -> !ts.tensor
    prim.If.yield %u : !ts.tensor
  }
  %r = aten.linear(%y, %w, %m) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Two branches of one condition decide, one after the other.
// CHECK-LABEL: func.func @a_chain_of_branches
// CHECK-SAME: (%[[Y:.*]]: !ts.tensor, %[[W:.*]]: !ts.tensor, %[[X:.*]]: !ts.tensor, %[[C:.*]]: i1)
// CHECK: prim.If %[[C]] -> (!ts.tensor) {
// CHECK-NEXT:   %[[U:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:   %[[K:.*]] = prim.unchecked_cast(%[[U]])
// CHECK-NEXT:   %[[V:.*]] = aten.tanh(%[[K]])
// CHECK-NEXT:   aten.linear(%[[Y]], %[[W]], %[[V]])
// CHECK: } else {
// CHECK-NEXT:   aten.linear(%[[Y]], %[[W]], %{{.*}}) : (!ts.tensor, !ts.tensor, !ts.none) -> !ts.tensor
func.func @a_chain_of_branches(%y: !ts.tensor, %w: !ts.tensor, %x: !ts.tensor, %c: i1) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %m = prim.If %c -> (!ts.optional<!ts.tensor>) {
    %u = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %u : !ts.tensor
  } else {
    prim.If.yield %none : !ts.none
  }
  %n = prim.If %c -> (!ts.optional<!ts.tensor>) {
    %k = prim.unchecked_cast(%m) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    %v = aten.tanh(%k) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %v : !ts.tensor
  } else {
    prim.If.yield %none : !ts.none
  }
  %r = aten.linear(%y, %w, %n) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @the_condition_is_known_in_the_branches
// CHECK: prim.If %{{.*}} -> (!ts.tensor) {
// CHECK-NEXT:   %[[YES:.*]] = prim.Constant true
// CHECK-NEXT:   aten.scaled_dot_product_attention(%{{.*}}, %[[YES]],
// CHECK: } else {
// CHECK-NEXT:   %[[NO:.*]] = prim.Constant false
// CHECK-NEXT:   aten.scaled_dot_product_attention(%{{.*}}, %[[NO]],
func.func @the_condition_is_known_in_the_branches(%q: !ts.tensor, %mask: !ts.tensor, %c: i1) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %p = prim.Constant 0.0 : f64
  %no = prim.Constant false
  %m = prim.If %c -> (!ts.optional<!ts.tensor>) {
    prim.If.yield %none : !ts.none
  } else {
    prim.If.yield %mask : !ts.tensor
  }
  %r = aten.scaled_dot_product_attention(%q, %q, %q, %m, %p, %c, %none, %no) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>, f64, i1, !ts.none, i1) -> !ts.tensor
  func.return %r : !ts.tensor
}

// ---- must not fire

// CHECK-LABEL: func.func @stays_as_the_branch_draws_random_numbers
// CHECK: %[[M:.*]] = prim.If
// CHECK: aten.linear(%{{.*}}, %{{.*}}, %[[M]])
func.func @stays_as_the_branch_draws_random_numbers(%y: !ts.tensor, %w: !ts.tensor, %x: !ts.tensor, %c: i1) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %m = prim.If %c -> (!ts.optional<!ts.tensor>) {
    prim.If.yield %none : !ts.none
  } else {
    %u = aten.rand_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    prim.If.yield %u : !ts.tensor
  }
  %r = aten.linear(%y, %w, %m) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_what_the_branch_reads_is_written
// CHECK: %[[M:.*]] = prim.If
// CHECK: aten.linear(%{{.*}}, %{{.*}}, %[[M]])
func.func @stays_as_what_the_branch_reads_is_written(%y: !ts.tensor, %w: !ts.tensor, %x: !ts.tensor, %c: i1) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %m = prim.If %c -> (!ts.optional<!ts.tensor>) {
    prim.If.yield %none : !ts.none
  } else {
    %u = aten.tanh(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %u : !ts.tensor
  }
  %z = aten.relu_(%x) : (!ts.tensor) -> !ts.tensor
  %r = aten.linear(%y, %w, %m) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_an_argument_may_be_none
// CHECK-NOT: prim.If
func.func @stays_as_an_argument_may_be_none(%y: !ts.tensor, %w: !ts.tensor, %m: !ts.optional<!ts.tensor>) -> !ts.tensor {
  %r = aten.linear(%y, %w, %m) : (!ts.tensor, !ts.tensor, !ts.optional<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor
}
