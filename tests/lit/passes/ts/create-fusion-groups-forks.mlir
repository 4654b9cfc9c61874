// RUN: %ts-opt %s -p create-fusion-groups | %check %s
// RUN: %ts-opt %s -p create-fusion-groups,type-check-fusion-groups | %check %s --check-prefix=CHECKED

// Fires: the operators that a fork runs are a group of the fork.

// CHECK-LABEL: func.func @inside_of_a_fork
// CHECK:      %[[F:.*]] = prim.fork(%[[X:.*]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.future<!ts.tensor> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: !ts.tensor<[2],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[G:.*]] = prim.TensorExprGroup(%[[A]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT:   ^bb0(%[[B:.*]]: !ts.tensor<[2],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:     %[[R:.*]] = aten.relu(%[[B]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT:     %[[S:.*]] = aten.tanh(%[[R]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT:     prim.return %[[S]]
// CHECK-NEXT:   }
// CHECK-NEXT:   prim.return %[[G]] : !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: %[[W:.*]] = aten.wait(%[[F]])
// CHECK-NEXT: func.return %[[W]]

// CHECKED-LABEL: func.func @inside_of_a_fork
// CHECKED:      prim.fork(%[[X:.*]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.future<!ts.tensor> {
// CHECKED-NEXT: ^bb0(%[[A:.*]]: !ts.tensor<[2],f32, device="cpu", requires_grad=false>):
// CHECKED-NEXT:   %[[G:.*]] = prim.TensorExprGroup(%[[A]])
// CHECKED:        prim.return %[[G]]
func.func @inside_of_a_fork(%x: !ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %f = prim.fork(%x) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor<[2],f32, device="cpu", requires_grad=false>):
    %r = aten.relu(%a) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
    %s = aten.tanh(%r) : (!ts.tensor) -> !ts.tensor
    prim.return %s : !ts.tensor
  }
  %w = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %w : !ts.tensor
}

// Fires: in a fork of a fork, and next to it, as neither writes memory that the other reads.

// CHECK-LABEL: func.func @next_to_a_fork_of_a_fork
// CHECK:      prim.fork
// CHECK:        prim.fork
// CHECK-NEXT:   ^bb0(%[[B:.*]]: !ts.tensor):
// CHECK-NEXT:     %[[I:.*]] = prim.Guard(%[[B]])
// CHECK-NEXT:     %[[S:.*]] = prim.TensorExprGroup(%[[I]])
// CHECK:        %[[U:.*]] = prim.TensorExprGroup
// CHECK:        aten.wait
// CHECK-NEXT:   prim.return %[[U]]
// CHECK:      %[[Z:.*]] = prim.TensorExprGroup
// CHECK:      %[[V:.*]] = aten.wait
// CHECK-NEXT: func.return %[[Z]], %[[V]]
func.func @next_to_a_fork_of_a_fork(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %g = prim.fork(%a) : (!ts.tensor) -> !ts.future<!ts.tensor> {
    ^bb0(%b: !ts.tensor):
      %i = prim.Guard(%b) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
      %r = aten.relu(%i) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
      %s = aten.tanh(%r) : (!ts.tensor) -> !ts.tensor
      prim.return %s : !ts.tensor
    }
    %j = prim.Guard(%a) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
    %t = aten.neg(%j) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
    %u = aten.exp(%t) : (!ts.tensor) -> !ts.tensor
    %w = aten.wait(%g) : (!ts.future<!ts.tensor>) -> !ts.tensor
    prim.return %u : !ts.tensor
  }
  %k = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
  %y = aten.abs(%k) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.sigmoid(%y) : (!ts.tensor) -> !ts.tensor
  %v = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %z, %v : !ts.tensor, !ts.tensor
}

// Must not fire: the fork may have resized the guarded tensor.

// CHECK-LABEL: func.func @resized_by_the_fork
// CHECK-NOT: prim.TensorExprGroup
func.func @resized_by_the_fork(%x: !ts.tensor) -> !ts.tensor {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<i64> {
  ^bb0(%a: !ts.tensor):
    %n = prim.Constant 3 : i64
    %l = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
    %none = prim.Constant : !ts.none
    %s = aten.resize_(%a, %l, %none) : (!ts.tensor, !ts.list<i64>, !ts.none) -> !ts.tensor
    prim.return %n : i64
  }
  %w = aten.wait(%f) : (!ts.future<i64>) -> i64
  %r = aten.relu(%g) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %t = aten.tanh(%r) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: the caller's future may run any code.

// CHECK-LABEL: func.func @resized_by_the_future_of_the_caller
// CHECK-NOT: prim.TensorExprGroup
func.func @resized_by_the_future_of_the_caller(%x: !ts.tensor, %f: !ts.future<i64>) -> !ts.tensor {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
  %w = aten.wait(%f) : (!ts.future<i64>) -> i64
  %r = aten.relu(%g) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %t = aten.tanh(%r) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: operations after a wait may read memory that the fork writes.

// CHECK-LABEL: func.func @on_both_sides_of_a_wait
// CHECK-NOT: prim.TensorExprGroup
func.func @on_both_sides_of_a_wait(%x: !ts.tensor) -> !ts.tensor {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu", requires_grad=false>
  %one = prim.Constant 1 : i64
  %r = aten.relu(%g) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %s = aten.relu_(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %s : !ts.tensor
  }
  %w = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  %t = aten.add.Tensor(%r, %g, %one) : (!ts.tensor, !ts.tensor<[2],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  func.return %t : !ts.tensor
}
