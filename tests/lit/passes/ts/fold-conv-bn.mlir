// RUN: ts-opt %s -p fold-conv-bn | filecheck %s
// RUN: ts-opt %s -p fold-conv-bn,constant-propagation,dce | filecheck %s --check-prefix=FOLDED

// CHECK-LABEL: func.func @a_bias_of_its_own
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor<[1,1,2,2],f32>, %[[W:[^:]*]]: !ts.tensor<*,f32>, %[[B:[^:]*]]: !ts.tensor<*,f32>, %[[WEIGHT:[^:]*]]: !ts.tensor<*,f32>, %[[BIAS:[^:]*]]: !ts.tensor<*,f32>, %[[MEAN:[^:]*]]: !ts.tensor<*,f32>, %[[VAR:[^:]*]]: !ts.tensor<*,f32>)
// CHECK:         %[[SUM:.*]] = aten.add.Scalar(%[[VAR]],
// CHECK-NEXT:    %[[INV:.*]] = aten.rsqrt(%[[SUM]])
// CHECK-NEXT:    %[[SCALE:.*]] = aten.mul.Tensor(%[[INV]], %[[WEIGHT]])
// CHECK-NEXT:    %[[CENTRED:.*]] = aten.sub.Tensor(%[[B]], %[[MEAN]],
// CHECK-NEXT:    %[[MOVED:.*]] = aten.mul.Tensor(%[[CENTRED]], %[[SCALE]])
// CHECK-NEXT:    %[[SHIFT:.*]] = aten.add.Tensor(%[[MOVED]], %[[BIAS]],
// CHECK-NEXT:    %[[SIZES:.*]] = prim.Constant [-1 : i64, 1 : i64, 1 : i64, 1 : i64]
// CHECK-NEXT:    %[[COLUMNS:.*]] = aten.reshape(%[[SCALE]], %[[SIZES]])
// CHECK-NEXT:    %[[V:.*]] = aten.mul.Tensor(%[[W]], %[[COLUMNS]])
// CHECK-NEXT:    %[[Z:.*]] = aten.conv2d(%[[X]], %[[V]], %[[SHIFT]],
// CHECK-NEXT:    func.return %[[Z]]
func.func @a_bias_of_its_own(%x: !ts.tensor<[1,1,2,2],f32>, %w: !ts.tensor<*,f32>, %b: !ts.tensor<*,f32>, %weight: !ts.tensor<*,f32>, %bias: !ts.tensor<*,f32>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>) -> !ts.tensor {
  %one = prim.Constant [1, 1] : !ts.list<i64>
  %groups = prim.Constant 1 : i64
  %false = prim.Constant false
  %eps = prim.Constant 0.5 : f64
  %y = aten.conv2d(%x, %w, %b, %one, %one, %one, %groups) : (!ts.tensor<[1,1,2,2],f32>, !ts.tensor<*,f32>, !ts.tensor<*,f32>, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.batch_norm(%y, %weight, %bias, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.tensor<*,f32>, !ts.tensor<*,f32>, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// The scale is [3, 1] / [2, 1], the shift -mean * scale + bias.
// FOLDED-LABEL: func.func @constants
// FOLDED-SAME:    (%[[X:[^:]*]]: !ts.tensor<[1,1,2,2],f32>)
// FOLDED:         %[[C:.*]] = prim.Constant dense<[-5.000000e-01, 2.000000e+00]> : tensor<2xf32>
// FOLDED:         %[[V:.*]] = prim.Constant dense<{{\[\[\[\[}}3.000000e+00]]], {{\[\[\[}}2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// FOLDED-NEXT:    %[[Z:.*]] = aten.conv2d(%[[X]], %[[V]], %[[C]],
// FOLDED-NEXT:    func.return %[[Z]]
func.func @constants(%x: !ts.tensor<[1,1,2,2],f32>) -> !ts.tensor {
  %w = prim.Constant dense<2.0> : tensor<2x1x1x1xf32> : !ts.tensor
  %none = prim.Constant : !ts.none
  %one = prim.Constant [1, 1] : !ts.list<i64>
  %groups = prim.Constant 1 : i64
  %weight = prim.Constant dense<[3.0, 1.0]> : tensor<2xf32> : !ts.tensor
  %bias = prim.Constant dense<[1.0, 2.0]> : tensor<2xf32> : !ts.tensor
  %mean = prim.Constant dense<[1.0, 0.0]> : tensor<2xf32> : !ts.tensor
  %var = prim.Constant dense<[4.0, 1.0]> : tensor<2xf32> : !ts.tensor
  %false = prim.Constant false
  %eps = prim.Constant 0.0 : f64
  %y = aten.conv2d(%x, %w, %none, %one, %one, %one, %groups) : (!ts.tensor<[1,1,2,2],f32>, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.batch_norm(%y, %weight, %bias, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_rank_is_not_known
// CHECK:         aten.batch_norm
func.func @stays_as_the_rank_is_not_known(%x: !ts.tensor, %w: !ts.tensor<*,f32>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant [1, 1] : !ts.list<i64>
  %groups = prim.Constant 1 : i64
  %false = prim.Constant false
  %eps = prim.Constant 0.5 : f64
  %y = aten.conv2d(%x, %w, %none, %one, %one, %one, %groups) : (!ts.tensor, !ts.tensor<*,f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_it_may_train
// CHECK:         aten.batch_norm
func.func @stays_as_it_may_train(%x: !ts.tensor<[1,1,2,2],f32>, %w: !ts.tensor<*,f32>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>, %train: i1) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant [1, 1] : !ts.list<i64>
  %groups = prim.Constant 1 : i64
  %eps = prim.Constant 0.5 : f64
  %y = aten.conv2d(%x, %w, %none, %one, %one, %one, %groups) : (!ts.tensor<[1,1,2,2],f32>, !ts.tensor<*,f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %train, %eps, %eps, %train) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_result_has_other_uses
// CHECK:         aten.batch_norm
func.func @stays_as_the_result_has_other_uses(%x: !ts.tensor<[1,1,2,2],f32>, %w: !ts.tensor<*,f32>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>) -> (!ts.tensor, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %one = prim.Constant [1, 1] : !ts.list<i64>
  %groups = prim.Constant 1 : i64
  %false = prim.Constant false
  %eps = prim.Constant 0.5 : f64
  %y = aten.conv2d(%x, %w, %none, %one, %one, %one, %groups) : (!ts.tensor<[1,1,2,2],f32>, !ts.tensor<*,f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %y, %z : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_statistics_are_written
// CHECK:         aten.batch_norm
func.func @stays_as_the_statistics_are_written(%x: !ts.tensor<[1,1,2,2],f32>, %w: !ts.tensor<*,f32>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant [1, 1] : !ts.list<i64>
  %groups = prim.Constant 1 : i64
  %false = prim.Constant false
  %eps = prim.Constant 0.5 : f64
  %y = aten.conv2d(%x, %w, %none, %one, %one, %one, %groups) : (!ts.tensor<[1,1,2,2],f32>, !ts.tensor<*,f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %n = aten.relu_(%mean) : (!ts.tensor<*,f32>) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_element_types_differ
// CHECK:         aten.batch_norm
func.func @stays_as_the_element_types_differ(%x: !ts.tensor<[1,1,2,2],f16>, %w: !ts.tensor<*,f16>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant [1, 1] : !ts.list<i64>
  %groups = prim.Constant 1 : i64
  %false = prim.Constant false
  %eps = prim.Constant 0.5 : f64
  %y = aten.conv2d(%x, %w, %none, %one, %one, %one, %groups) : (!ts.tensor<[1,1,2,2],f16>, !ts.tensor<*,f16>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @traced_takes_batches_alone
// CHECK-NOT:     aten.batch_norm
// CHECK:         %[[Z:.*]] = aten._convolution(
// CHECK-NEXT:    func.return %[[Z]]
func.func @traced_takes_batches_alone(%x: !ts.tensor, %w: !ts.tensor<[2,1,1,1],f32>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant [1, 1] : !ts.list<i64>
  %groups = prim.Constant 1 : i64
  %transposed = prim.Constant false
  %false = prim.Constant false
  %eps = prim.Constant 0.5 : f64
  %y = aten._convolution(%x, %w, %none, %one, %one, %one, %transposed, %zero, %groups, %false, %false, %false, %false) : (!ts.tensor, !ts.tensor<[2,1,1,1],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, !ts.list<i64>, i64, i1, i1, i1, i1) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_it_is_transposed
// CHECK:         aten.batch_norm
func.func @stays_as_it_is_transposed(%x: !ts.tensor, %w: !ts.tensor<[2,1,1,1],f32>, %mean: !ts.tensor<*,f32>, %var: !ts.tensor<*,f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant [0, 0] : !ts.list<i64>
  %one = prim.Constant [1, 1] : !ts.list<i64>
  %groups = prim.Constant 1 : i64
  %transposed = prim.Constant true
  %false = prim.Constant false
  %eps = prim.Constant 0.5 : f64
  %y = aten._convolution(%x, %w, %none, %one, %one, %one, %transposed, %zero, %groups, %false, %false, %false, %false) : (!ts.tensor, !ts.tensor<[2,1,1,1],f32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i1, !ts.list<i64>, i64, i1, i1, i1, i1) -> !ts.tensor
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor<*,f32>, !ts.tensor<*,f32>, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}
