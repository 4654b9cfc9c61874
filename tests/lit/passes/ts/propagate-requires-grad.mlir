// RUN: %ts-opt %s -p propagate-requires-grad | %check %s

// Fires: no operand requires a gradient, or the result holds bools. Sizes are not stated.

// CHECK-LABEL: func.func @results
// CHECK: aten.relu(%{{.*}}) : ({{.*}}) -> !ts.tensor<*,?, requires_grad=false>
// CHECK: aten.gt.Scalar(%{{.*}}) : ({{.*}}) -> !ts.tensor<*,?, requires_grad=false>
// CHECK: prim.If %{{.*}} -> (!ts.tensor<*,?, requires_grad=false>) {
// CHECK: func.return {{.*}} : !ts.tensor<*,?, requires_grad=false>, !ts.tensor<*,?, requires_grad=false>
func.func @results(%x: !ts.tensor<[2],f32, requires_grad=false>, %y: !ts.tensor<*,?, requires_grad=true>, %n: i64, %c: i1) -> (!ts.tensor, !ts.tensor) {
  %a = aten.relu(%x) : (!ts.tensor<[2],f32, requires_grad=false>) -> !ts.tensor
  %b = aten.gt.Scalar(%y, %n) : (!ts.tensor<*,?, requires_grad=true>, i64) -> !ts.tensor
  %r = prim.If %c -> (!ts.tensor) {
    prim.If.yield %a : !ts.tensor
  } else {
    prim.If.yield %b : !ts.tensor
  }
  func.return %r, %b : !ts.tensor, !ts.tensor
}

// Must not fire: an operand requires a gradient or may do so, and a write may make one do so.

// CHECK-LABEL: func.func @stays_as_an_operand_may_require_a_gradient
// CHECK: aten.mul.Tensor({{.*}}) : ({{.*}}) -> !ts.tensor{{$}}
// CHECK: aten.mul.Tensor({{.*}}) : ({{.*}}) -> !ts.tensor{{$}}
// CHECK: aten.relu({{.*}}) : ({{.*}}) -> !ts.tensor{{$}}
func.func @stays_as_an_operand_may_require_a_gradient(%x: !ts.tensor<*,f32, requires_grad=false>, %y: !ts.tensor<*,f32, requires_grad=true>, %z: !ts.tensor) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %a = aten.mul.Tensor(%x, %y) : (!ts.tensor<*,f32, requires_grad=false>, !ts.tensor<*,f32, requires_grad=true>) -> !ts.tensor
  %b = aten.mul.Tensor(%x, %z) : (!ts.tensor<*,f32, requires_grad=false>, !ts.tensor) -> !ts.tensor
  %c = aten.relu(%x) : (!ts.tensor<*,f32, requires_grad=false>) -> !ts.tensor
  %w = aten.mul_.Tensor(%c, %y) : (!ts.tensor, !ts.tensor<*,f32, requires_grad=true>) -> !ts.tensor
  func.return %a, %b, %c : !ts.tensor, !ts.tensor, !ts.tensor
}

// Must not fire: the body of a differentiable graph works on detached tensors, its results require
// gradients.

// CHECK-LABEL: func.func @stays_as_a_differentiable_graph_detaches
// CHECK: %[[R:.*]] = prim.DifferentiableGraph({{.*}}) : ({{.*}}) -> !ts.tensor {
// CHECK: func.return %[[R]] : !ts.tensor{{$}}
func.func @stays_as_a_differentiable_graph_detaches(%x: !ts.tensor<*,f32, requires_grad=true>) -> !ts.tensor {
  %r = prim.DifferentiableGraph(%x) : (!ts.tensor<*,f32, requires_grad=true>) -> !ts.tensor {
  ^bb0(%a: !ts.tensor):
    %d = aten.detach(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %d : !ts.tensor
  }
  func.return %r : !ts.tensor
}
