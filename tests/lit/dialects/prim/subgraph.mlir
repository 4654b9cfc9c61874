// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s

// CHECK-LABEL: func.func @group(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2],f32>, %[[N:.*]]: i64) -> (!ts.tensor, i64) {
func.func @group(%x: !ts.tensor<[2],f32>, %n: i64) -> (!ts.tensor, i64) {
  // CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.TensorExprGroup(%[[X]], %[[N]]) : (!ts.tensor<[2],f32>, i64) -> (!ts.tensor, i64) {
  %a, %b = prim.TensorExprGroup(%x, %n) : (!ts.tensor<[2],f32>, i64) -> (!ts.tensor, i64) {
  // CHECK-NEXT: ^bb0(%[[Y:.*]]: !ts.tensor<[2],f32>, %[[K:.*]]: i64):
  ^bb0(%y: !ts.tensor<[2],f32>, %k: i64):
    // CHECK-NEXT: prim.return %[[Y]], %[[K]] : !ts.tensor<[2],f32>, i64
    prim.return %y, %k : !ts.tensor<[2],f32>, i64
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return %[[A]], %[[B]] : !ts.tensor, i64
  func.return %a, %b : !ts.tensor, i64
}

// CHECK-LABEL: func.func @fork(
// CHECK-SAME: %[[X:.*]]: !ts.tensor) {
func.func @fork(%x: !ts.tensor) {
  // CHECK-NEXT: %[[F:.*]] = prim.fork(%[[X]]) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  // CHECK-NEXT: ^bb0(%[[Y:.*]]: !ts.tensor):
  ^bb0(%y: !ts.tensor):
    // CHECK-NEXT: prim.return %[[Y]] : !ts.tensor
    prim.return %y : !ts.tensor
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %[[A:.*]] = prim.awaitable(%[[X]]) : (!ts.tensor) -> !ts.await<!ts.tensor> {
  %a = prim.awaitable(%x) : (!ts.tensor) -> !ts.await<!ts.tensor> {
  // CHECK-NEXT: ^bb0(%[[Z:.*]]: !ts.tensor):
  ^bb0(%z: !ts.tensor):
    // CHECK-NEXT: prim.return %[[Z]] : !ts.tensor
    prim.return %z : !ts.tensor
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return
  func.return
}

// The body of prim.GradOf sees values from outside.
// CHECK-LABEL: func.func @grad_of(
// CHECK-SAME: %[[GRAD:.*]]: !ts.tensor, %[[X:.*]]: !ts.tensor) {
func.func @grad_of(%grad: !ts.tensor, %x: !ts.tensor) {
  // CHECK-NEXT: %[[R:.*]] = prim.GradOf(%[[GRAD]]) {name = "aten::relu"} : (!ts.tensor) -> !ts.tensor {
  %r = prim.GradOf(%grad) {name = "aten::relu"} : (!ts.tensor) -> !ts.tensor {
    // CHECK-NEXT: prim.return %[[X]] : !ts.tensor
    prim.return %x : !ts.tensor
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @all_kinds(
func.func @all_kinds() {
  // CHECK-NEXT: prim.FusionGroup() : () -> () {
  prim.FusionGroup() : () -> () {
    // CHECK-NEXT: prim.return
    prim.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: prim.CudaFusionGroup() : () -> () {
  prim.CudaFusionGroup() : () -> () {
    // CHECK-NEXT: prim.return
    prim.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: prim.oneDNNFusionGroup() : () -> () {
  prim.oneDNNFusionGroup() : () -> () {
    // CHECK-NEXT: prim.return
    prim.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: prim.MKLDNNGroup() : () -> () {
  prim.MKLDNNGroup() : () -> () {
    // CHECK-NEXT: prim.return
    prim.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: prim.TensorExprDynamicGroup() {symbolic_shape_inputs = [-1 : i64]} : () -> () {
  prim.TensorExprDynamicGroup() {symbolic_shape_inputs = [-1 : i64]} : () -> () {
    // CHECK-NEXT: prim.return
    prim.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: prim.StaticSubgraph() : () -> () {
  prim.StaticSubgraph() : () -> () {
    // CHECK-NEXT: prim.return
    prim.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: prim.FunctionalGraph() : () -> () {
  prim.FunctionalGraph() : () -> () {
    // CHECK-NEXT: prim.return
    prim.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: prim.DifferentiableGraph() : () -> () {
  prim.DifferentiableGraph() : () -> () {
    // CHECK-NEXT: prim.return
    prim.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: prim.FallbackGraph() : () -> () {
  prim.FallbackGraph() : () -> () {
    // CHECK-NEXT: prim.return
    prim.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return
  func.return
}
