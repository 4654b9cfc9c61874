// RUN: %ts-opt %s -p 'eliminate-guards{step=move}' | %check %s --check-prefix MOVE
// RUN: %ts-opt %s -p 'eliminate-guards{step=move},eliminate-guards{step=coalesce}' | %check %s --check-prefix COALESCE
// RUN: %ts-opt %s -p eliminate-guards | %check %s

// Fires: the guards follow the arguments in their order, those of one tensor become one, and the
// type of %r follows.

// MOVE-LABEL: func.func @chain
// MOVE-SAME: (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor)
// MOVE-NEXT: %[[A:.*]] = prim.Guard(%[[X]])
// MOVE-NEXT: %[[B:.*]] = prim.Guard(%[[X]])
// MOVE-NEXT: %[[C:.*]] = prim.Guard(%[[Y]])
// MOVE-NEXT: %[[R:.*]] = aten.relu(%[[A]])
// MOVE-NEXT: %[[D:.*]] = prim.Guard(%[[R]])
// MOVE-NEXT: %[[S:.*]] = aten.mul.Tensor(%[[B]], %[[C]])
// MOVE-NEXT: %[[T:.*]] = aten.mul.Tensor(%[[D]], %[[S]])

// COALESCE-LABEL: func.func @chain
// COALESCE-SAME: (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor)
// COALESCE-NEXT: %[[A:.*]] = prim.Guard(%[[X]]) : (!ts.tensor) -> !ts.tensor<[2],f32>
// COALESCE-NEXT: %[[C:.*]] = prim.Guard(%[[Y]])
// COALESCE-NEXT: %[[R:.*]] = aten.relu(%[[A]])
// COALESCE-NEXT: %[[D:.*]] = prim.Guard(%[[R]])
// COALESCE-NEXT: %[[S:.*]] = aten.mul.Tensor(%[[A]], %[[C]])
// COALESCE-NEXT: %[[T:.*]] = aten.mul.Tensor(%[[D]], %[[S]])

// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor) -> !ts.tensor<[2],f32>
// CHECK-NEXT: %[[A:.*]] = prim.Guard(%[[X]])
// CHECK-NEXT: %[[C:.*]] = prim.Guard(%[[Y]])
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[A]]) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// CHECK-NEXT: %[[S:.*]] = aten.mul.Tensor(%[[A]], %[[C]])
// CHECK-NEXT: %[[T:.*]] = aten.mul.Tensor(%[[R]], %[[S]])
// CHECK-NEXT: func.return %[[T]] : !ts.tensor<[2],f32>
func.func @chain(%x: !ts.tensor, %y: !ts.tensor) -> !ts.tensor {
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<*,f32>
  %r = aten.relu(%a) : (!ts.tensor<*,f32>) -> !ts.tensor
  %b = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %c = prim.Guard(%y) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %s = aten.mul.Tensor(%b, %c) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  %d = prim.Guard(%r) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %t = aten.mul.Tensor(%d, %s) : (!ts.tensor<[2],f32>, !ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Fires: a branch and a loop preserve the type, whichever path runs.

// CHECK-LABEL: func.func @control_flow
// CHECK: %[[A:.*]] = prim.Guard
// CHECK-NOT: prim.Guard
// CHECK: func.return
func.func @control_flow(%x: !ts.tensor, %c: i1, %n: i64) -> !ts.tensor<[2],f32> {
  %true = prim.Constant true : i1
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %v = prim.If %c -> (!ts.tensor) {
    %p = aten.relu(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor
    prim.If.yield %p : !ts.tensor
  } else {
    prim.If.yield %a : !ts.tensor<[2],f32>
  }
  %w = prim.Loop %n, %true, iter(%v) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %l: !ts.tensor):
    %g = prim.Guard(%l) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %t = aten.tanh(%g) : (!ts.tensor<[2],f32>) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  %h = prim.Guard(%w) : (!ts.tensor) -> !ts.tensor<[2],f32>
  func.return %h : !ts.tensor<[2],f32>
}

// Fires: a guard in a block moves to its start.

// MOVE-LABEL: func.func @in_block
// MOVE: prim.If
// MOVE-NEXT: %[[G:.*]] = prim.Guard(%[[X:.*]])
// MOVE-NEXT: %[[P:.*]] = aten.relu(%[[X]])
// MOVE-NEXT: %[[Q:.*]] = aten.mul.Tensor(%[[P]], %[[G]])
func.func @in_block(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %v = prim.If %c -> (!ts.tensor) {
    %p = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %q = aten.mul.Tensor(%p, %g) : (!ts.tensor, !ts.tensor<[2],f32>) -> !ts.tensor
    prim.If.yield %q : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return %v : !ts.tensor
}

// Fires: a write of elements changes neither sizes nor the element type.

// MOVE-LABEL: func.func @elements_are_written
// MOVE-NEXT: %[[G:.*]] = prim.Guard
// MOVE-NEXT: aten.relu_
func.func @elements_are_written(%x: !ts.tensor) -> !ts.tensor<[2],f32> {
  %w = aten.relu_(%x) : (!ts.tensor) -> !ts.tensor
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  func.return %g : !ts.tensor<[2],f32>
}

// Must not fire: sizes are written between the guards.

// MOVE-LABEL: func.func @stays_as_sizes_are_written
// MOVE-NEXT: prim.Guard
// MOVE-NEXT: aten.t_
// MOVE-NEXT: prim.Guard
// CHECK-LABEL: func.func @stays_as_sizes_are_written
// CHECK-NEXT: %[[A:.*]] = prim.Guard(%[[X:.*]]) : (!ts.tensor) -> !ts.tensor<[2,3],f32>
// CHECK-NEXT: aten.t_(%[[A]])
// CHECK-NEXT: %[[B:.*]] = prim.Guard(%[[X]]) : (!ts.tensor) -> !ts.tensor<[3,2],f32>
// CHECK-NEXT: func.return %[[B]]
func.func @stays_as_sizes_are_written(%x: !ts.tensor) -> !ts.tensor<[3,2],f32> {
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2,3],f32>
  %w = aten.t_(%a) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %b = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[3,2],f32>
  func.return %b : !ts.tensor<[3,2],f32>
}

// Must not fire: the write may make the tensor require a gradient.

// MOVE-LABEL: func.func @stays_as_the_write_may_require_a_gradient
// MOVE-NEXT: aten.mul_.Tensor
// MOVE-NEXT: prim.Guard
func.func @stays_as_the_write_may_require_a_gradient(%x: !ts.tensor, %y: !ts.tensor) -> !ts.tensor<[2],f32, requires_grad=false> {
  %w = aten.mul_.Tensor(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32, requires_grad=false>
  func.return %g : !ts.tensor<[2],f32, requires_grad=false>
}

// Must not fire: no tensor passes both guards.

// CHECK-LABEL: func.func @stays_as_no_tensor_passes_both
// CHECK-NEXT: prim.Guard(%[[X:.*]]) : (!ts.tensor) -> !ts.tensor<[2],f32>
// CHECK-NEXT: prim.Guard(%[[X]]) : (!ts.tensor) -> !ts.tensor<[3],f32>
func.func @stays_as_no_tensor_passes_both(%x: !ts.tensor) -> !ts.tensor {
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %b = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[3],f32>
  %s = aten.outer(%a, %b) : (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>) -> !ts.tensor
  func.return %s : !ts.tensor
}

// Must not fire: the sizes depend on values, and the other operand is not guarded.

// CHECK-LABEL: func.func @stays_as_the_sizes_depend_on_values
// CHECK: aten.nonzero
// CHECK-NEXT: prim.Guard
// CHECK-NEXT: aten.mul.Tensor
// CHECK-NEXT: prim.Guard
func.func @stays_as_the_sizes_depend_on_values(%x: !ts.tensor, %y: !ts.tensor) -> !ts.tensor<[1,1],f32> {
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %n = aten.nonzero(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor
  %g = prim.Guard(%n) : (!ts.tensor) -> !ts.tensor<[1,1],i64>
  %m = aten.mul.Tensor(%g, %y) : (!ts.tensor<[1,1],i64>, !ts.tensor) -> !ts.tensor
  %h = prim.Guard(%m) : (!ts.tensor) -> !ts.tensor<[1,1],f32>
  func.return %h : !ts.tensor<[1,1],f32>
}

// Must not fire: each guard binds the symbol on its own.

// CHECK-LABEL: func.func @stays_as_each_guard_binds_the_symbol
// CHECK-NEXT: prim.Guard
// CHECK-NEXT: aten.relu
// CHECK-NEXT: prim.Guard
func.func @stays_as_each_guard_binds_the_symbol(%x: !ts.tensor) -> !ts.tensor<[s0],f32> {
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[s0],f32>
  %r = aten.relu(%a) : (!ts.tensor<[s0],f32>) -> !ts.tensor
  %b = prim.Guard(%r) : (!ts.tensor) -> !ts.tensor<[s0],f32>
  func.return %b : !ts.tensor<[s0],f32>
}
