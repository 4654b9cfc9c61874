// RUN: %ts-opt %s -p decompose-operators | %check %s
// RUN: %ts-opt %s -p 'decompose-operators{only=aten.hinge_embedding_loss}' | %check %s --check-prefix=ONLY

// CHECK-LABEL: func.func @fires
// CHECK-SAME: (%[[V:.*]]: !ts.tensor<[3],f32>, %[[W:.*]]: !ts.tensor<[2],f32>) -> !ts.tensor
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[C:.*]] = aten.unsqueeze(%[[V]], %[[ONE]]) : (!ts.tensor<[3],f32>, i64) -> !ts.tensor<[3,1],f32>
// CHECK-NEXT: %[[R:.*]] = aten.mul.Tensor(%[[C]], %[[W]]) : (!ts.tensor<[3,1],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[3,2],f32>
// CHECK-NEXT: %[[S:.*]] = prim.unchecked_cast(%[[R]]) : (!ts.tensor<[3,2],f32>) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
// ONLY-LABEL: func.func @fires
// ONLY: aten.outer(
func.func @fires(%v: !ts.tensor<[3],f32>, %w: !ts.tensor<[2],f32>) -> !ts.tensor {
  %r = aten.outer(%v, %w) : (!ts.tensor<[3],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @expands_nested_composites
// CHECK-NOT: aten.ger
// CHECK-NOT: aten.outer
// CHECK: aten.unsqueeze
func.func @expands_nested_composites(%v: !ts.tensor<[?],f32>, %w: !ts.tensor<[?],f32>) -> !ts.tensor {
  %r = aten.ger(%v, %w) : (!ts.tensor<[?],f32>, !ts.tensor<[?],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @unrolls_loops_over_sizes_and_fills_lists
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32>, %[[Y:.*]]: !ts.tensor<[4],f32>)
// CHECK-NOT: prim.Loop
// CHECK: %[[LEFT:.*]] = prim.ListConstruct({{.*}}) : (i64, i64, i64, i64) -> !ts.list<i64>
// CHECK: %[[A:.*]] = aten.reshape(%[[X]], %[[LEFT]]) : (!ts.tensor<[2,3],f32>, !ts.list<i64>) -> !ts.tensor<[2,1,3,1],f32>
// CHECK: %[[B:.*]] = aten.reshape(%[[Y]], %{{.*}}) : (!ts.tensor<[4],f32>, !ts.list<i64>) -> !ts.tensor<[1,1,1,4],f32>
// CHECK: %[[P:.*]] = aten.mul.Tensor(%[[A]], %[[B]]) : ({{.*}}) -> !ts.tensor<[2,1,3,4],f32>
// CHECK: aten.reshape(%[[P]], %{{.*}}) : (!ts.tensor<[2,1,3,4],f32>, !ts.list<i64>) -> !ts.tensor<[2,12],f32>
func.func @unrolls_loops_over_sizes_and_fills_lists(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[4],f32>) -> !ts.tensor<[2,12],f32> {
  %r = aten.kron(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[4],f32>) -> !ts.tensor<[2,12],f32>
  func.return %r : !ts.tensor<[2,12],f32>
}

// CHECK-LABEL: func.func @asks_a_run_for_a_symbolic_size
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[1],f32>, %[[Y:.*]]: !ts.tensor<[s0,3],f32>)
// CHECK-NEXT: %[[L:.*]] = aten.size(%[[Y]]) : (!ts.tensor<[s0,3],f32>) -> !ts.list<i64>
// CHECK: %[[R:.*]] = aten.expand(%[[X]], %{{.*}}, %{{.*}}) : (!ts.tensor<[1],f32>, !ts.list<i64>, i1) -> !ts.tensor<[s0,3],f32>
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[s0,3],f32>
func.func @asks_a_run_for_a_symbolic_size(%x: !ts.tensor<[1],f32>, %y: !ts.tensor<[s0,3],f32>) -> !ts.tensor<[s0,3],f32> {
  %r = aten.expand_as(%x, %y) : (!ts.tensor<[1],f32>, !ts.tensor<[s0,3],f32>) -> !ts.tensor<[s0,3],f32>
  func.return %r : !ts.tensor<[s0,3],f32>
}

// CHECK-LABEL: func.func @stays_where_only_the_call_knows_the_rank
// CHECK: aten.outer(
func.func @stays_where_only_the_call_knows_the_rank(%v: !ts.tensor, %w: !ts.tensor) -> !ts.tensor {
  %r = aten.outer(%v, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_where_a_list_changes
// CHECK: aten.cartesian_prod(
func.func @stays_where_a_list_changes(%x: !ts.tensor<[3],f32>, %y: !ts.tensor<[2],f32>) -> !ts.tensor {
  %l = prim.ListConstruct(%x) : (!ts.tensor<[3],f32>) -> !ts.list<!ts.tensor>
  %m = aten.append.t(%l, %y) : (!ts.list<!ts.tensor>, !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  %r = aten.cartesian_prod(%l) : (!ts.list<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_where_it_fails
// CHECK: aten.outer(
func.func @stays_where_it_fails(%v: !ts.tensor<[3,3],f32>, %w: !ts.tensor) -> !ts.tensor {
  %r = aten.outer(%v, %w) : (!ts.tensor<[3,3],f32>, !ts.tensor) -> !ts.tensor
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

// CHECK-LABEL: func.func @keeps_the_facts_of_the_result
// CHECK: %[[O:.*]] = aten.abs(
// CHECK-NEXT: %[[P:.*]] = prim.unchecked_cast(%[[O]]) : (!ts.tensor) -> !ts.tensor<[?,?],f32>
// CHECK-NEXT: func.return %[[P]] : !ts.tensor<[?,?],f32>
func.func @keeps_the_facts_of_the_result(%x: !ts.tensor, %y: !ts.tensor) -> !ts.tensor<[?,?],f32> {
  %none = prim.Constant 0 : i64
  %r = aten.l1_loss(%x, %y, %none) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor<[?,?],f32>
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

// A stated rank holds on entry; the decomposition would rely on it.
// CHECK-LABEL: func.func @keep_if_sizes_are_written
// CHECK:         aten.outer
func.func @keep_if_sizes_are_written(%v: !ts.tensor<[2],f32>, %i: i64) -> !ts.tensor {
  %w = aten.unsqueeze_(%v, %i) : (!ts.tensor<[2],f32>, i64) -> !ts.tensor
  %o = aten.outer(%v, %v) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  func.return %o : !ts.tensor
}
