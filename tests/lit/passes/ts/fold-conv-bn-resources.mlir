// RUN: ts-opt %s -p fold-conv-bn | filecheck %s
// RUN: ts-opt %s -p optimize-frozen-graph | filecheck %s --check-prefix=FROZEN

// CHECK-LABEL: func.func @resources_beside_a_write_of_a_counter
// CHECK-NOT:     aten.batch_norm
// CHECK:         func.return
// FROZEN-LABEL: func.func @resources_beside_a_write_of_a_counter
// FROZEN-NOT:     aten.batch_norm
// FROZEN:         func.return
func.func @resources_beside_a_write_of_a_counter(%x: !ts.tensor<[1,1,2,2],f32>, %self: !ts.class<@M>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %ones = prim.Constant [1, 1] : !ts.list<i64>
  %false = prim.Constant false
  %w = prim.Constant dense_resource<w> : tensor<2x1x1x1xf32> : !ts.tensor
  %mean = prim.Constant dense_resource<mean> : tensor<2xf32> : !ts.tensor
  %var = prim.Constant dense_resource<var> : tensor<2xf32> : !ts.tensor
  %counter = prim.GetAttr(%self) {name = "counter"} : (!ts.class<@M>) -> !ts.tensor
  %more = aten.add_.Scalar(%counter, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %ones, %ones, %ones, %one) : (!ts.tensor<[1,1,2,2],f32>, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %eps = prim.Constant 0.5 : f64
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor, !ts.tensor, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_another_function_writes_the_resource
// CHECK:         aten.batch_norm
// FROZEN-LABEL: func.func @stays_as_another_function_writes_the_resource
// FROZEN:         aten.batch_norm
func.func @stays_as_another_function_writes_the_resource(%x: !ts.tensor<[1,1,2,2],f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %ones = prim.Constant [1, 1] : !ts.list<i64>
  %false = prim.Constant false
  %w = prim.Constant dense_resource<w> : tensor<2x1x1x1xf32> : !ts.tensor
  %mean = prim.Constant dense_resource<written> : tensor<2xf32> : !ts.tensor
  %var = prim.Constant dense_resource<var> : tensor<2xf32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %ones, %ones, %ones, %one) : (!ts.tensor<[1,1,2,2],f32>, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %eps = prim.Constant 0.5 : f64
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor, !ts.tensor, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

func.func @writes(%x: !ts.tensor) -> !ts.tensor {
  %written = prim.Constant dense_resource<written> : tensor<2xf32> : !ts.tensor
  %r = aten.relu_(%written) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_another_function_writes_a_view_of_the_resource
// CHECK:         aten.batch_norm
// FROZEN-LABEL: func.func @stays_as_another_function_writes_a_view_of_the_resource
// FROZEN:         aten.batch_norm
func.func @stays_as_another_function_writes_a_view_of_the_resource(%x: !ts.tensor<[1,1,2,2],f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %ones = prim.Constant [1, 1] : !ts.list<i64>
  %false = prim.Constant false
  %w = prim.Constant dense_resource<w> : tensor<2x1x1x1xf32> : !ts.tensor
  %mean = prim.Constant dense_resource<viewed> : tensor<2xf32> : !ts.tensor
  %var = prim.Constant dense_resource<var> : tensor<2xf32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %ones, %ones, %ones, %one) : (!ts.tensor<[1,1,2,2],f32>, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %eps = prim.Constant 0.5 : f64
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor, !ts.tensor, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

func.func @writes_a_view(%x: !ts.tensor) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %viewed = prim.Constant dense_resource<viewed> : tensor<2xf32> : !ts.tensor
  %first = aten.select.int(%viewed, %zero, %zero) : (!ts.tensor, i64, i64) -> !ts.tensor
  %r = aten.relu_(%first) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_another_batch_norm_trains_with_the_resource
// CHECK:         aten.batch_norm
// FROZEN-LABEL: func.func @stays_as_another_batch_norm_trains_with_the_resource
// FROZEN:         aten.batch_norm
func.func @stays_as_another_batch_norm_trains_with_the_resource(%x: !ts.tensor<[1,1,2,2],f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %ones = prim.Constant [1, 1] : !ts.list<i64>
  %false = prim.Constant false
  %w = prim.Constant dense_resource<w> : tensor<2x1x1x1xf32> : !ts.tensor
  %mean = prim.Constant dense_resource<trained> : tensor<2xf32> : !ts.tensor
  %var = prim.Constant dense_resource<var> : tensor<2xf32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %ones, %ones, %ones, %one) : (!ts.tensor<[1,1,2,2],f32>, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %eps = prim.Constant 0.5 : f64
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor, !ts.tensor, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

func.func @trains(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %true = prim.Constant true
  %half = prim.Constant 0.5 : f64
  %trained = prim.Constant dense_resource<trained> : tensor<2xf32> : !ts.tensor
  %z = aten.batch_norm(%x, %none, %none, %trained, %none, %true, %half, %half, %true) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor, !ts.none, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_an_attribute_holds_the_resource
// CHECK:         aten.batch_norm
// FROZEN-LABEL: func.func @stays_as_an_attribute_holds_the_resource
// FROZEN:         aten.batch_norm
func.func @stays_as_an_attribute_holds_the_resource(%x: !ts.tensor<[1,1,2,2],f32>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %ones = prim.Constant [1, 1] : !ts.list<i64>
  %false = prim.Constant false
  %w = prim.Constant dense_resource<w> : tensor<2x1x1x1xf32> : !ts.tensor
  %mean = prim.Constant dense_resource<held> : tensor<2xf32> : !ts.tensor
  %var = prim.Constant dense_resource<var> : tensor<2xf32> : !ts.tensor
  %y = aten.conv2d(%x, %w, %none, %ones, %ones, %ones, %one) : (!ts.tensor<[1,1,2,2],f32>, !ts.tensor, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor
  %eps = prim.Constant 0.5 : f64
  %z = aten.batch_norm(%y, %none, %none, %mean, %var, %false, %eps, %eps, %false) : (!ts.tensor, !ts.none, !ts.none, !ts.tensor, !ts.tensor, i1, f64, f64, i1) -> !ts.tensor
  func.return %z : !ts.tensor
}

ts.class @M module {
  ts.attr @counter buffer : !ts.tensor
  ts.attr @held buffer : !ts.tensor
}
ts.object @m : !ts.class<@M> {counter = dense_resource<counter> : tensor<1xf32>, held = dense_resource<held> : tensor<2xf32>}
