// RUN: ts-opt %s -p fold-linear-bn | filecheck %s

// CHECK-LABEL: func.func @without_a_bias
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor<[?,3],f32>, %[[W:[^:]*]]: !ts.tensor<*,f32>, %[[MEAN:[^:]*]]: !ts.tensor<*,f32>, %[[VAR:[^:]*]]: !ts.tensor<*,f32>)
// CHECK:         %[[SCALE:.*]] = aten.rsqrt(
// CHECK-NEXT:    %[[MINUS:.*]] = aten.neg(%[[MEAN]])
// CHECK-NEXT:    %[[SHIFT:.*]] = aten.mul.Tensor(%[[MINUS]], %[[SCALE]])
// CHECK:         %[[COLUMNS:.*]] = aten.reshape(%[[SCALE]],
// CHECK-NEXT:    %[[V:.*]] = aten.mul.Tensor(%[[W]], %[[COLUMNS]])
// CHECK-NEXT:    %[[Z:.*]] = aten.linear(%[[X]], %[[V]], %[[SHIFT]])
// CHECK-NEXT:    func.return %[[Z]]
func.func @without_a_bias(%x: !ts.tensor<[?,3],f32>, %w: !ts.tensor<*,f32>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %false = prim.Constant false
  %eps = prim.Constant 0.5 : f64
  %y = aten.linear(%x, %w, %none) : (!ts.tensor<[?,3],f32>, !ts.tensor<*,f32>, !ts.none) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_features_are_not_the_second_axis
// CHECK:         aten.batch_norm
func.func @stays_as_the_features_are_not_the_second_axis(%x: !ts.tensor<[?,3,3],f32>, %w: !ts.tensor<*,f32>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %false = prim.Constant false
  %eps = prim.Constant 0.5 : f64
  %y = aten.linear(%x, %w, %none) : (!ts.tensor<[?,3,3],f32>, !ts.tensor<*,f32>, !ts.none) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_element_types_differ
// CHECK:         aten.batch_norm
func.func @stays_as_the_element_types_differ(%x: !ts.tensor<[?,3],f16>, %w: !ts.tensor<*,f16>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %false = prim.Constant false
  %eps = prim.Constant 0.5 : f64
  %y = aten.linear(%x, %w, %none) : (!ts.tensor<[?,3],f16>, !ts.tensor<*,f16>, !ts.none) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}
