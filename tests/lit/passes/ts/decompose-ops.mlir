// RUN: %ts-opt %s -p decompose-ops | %check %s

// Fires: a bias for each column.

// CHECK-LABEL: func.func @bias
// CHECK-SAME: (%[[B:.*]]: !ts.tensor<[4],f32>, %[[X:.*]]: !ts.tensor<[2,3],f32>, %[[W:.*]]: !ts.tensor<[3,4],f32>)
// CHECK: %[[M:.*]] = aten.mm(%[[X]], %[[W]]) : ({{.*}}) -> !ts.tensor<[2,4],f32>
// CHECK: %[[R:.*]] = aten.add.Tensor(%[[B]], %[[M]], %{{.*}}) : ({{.*}}) -> !ts.tensor<[2,4],f32>
// CHECK: aten.relu(%[[R]])
func.func @bias(%b: !ts.tensor<[4],f32>, %x: !ts.tensor<[2,3],f32>, %w: !ts.tensor<[3,4],f32>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %r = aten.addmm(%b, %x, %w, %one, %one) : (!ts.tensor<[4],f32>, !ts.tensor<[2,3],f32>, !ts.tensor<[3,4],f32>, i64, i64) -> !ts.tensor
  %s = aten.relu(%r) : (!ts.tensor) -> !ts.tensor
  func.return %s : !ts.tensor
}

// Fires: the factors are floats, the sizes symbolic.

// CHECK-LABEL: func.func @symbolic
// CHECK: %[[M:.*]] = aten.mm(%[[X:.*]], %[[W:.*]])
// CHECK: aten.add.Tensor(%[[B:.*]], %[[M]], %{{.*}})
func.func @symbolic(%b: !ts.tensor<[s0,1],f32>, %x: !ts.tensor<[s0,3],f32>, %w: !ts.tensor<[3,s1],f32>) -> !ts.tensor {
  %one = prim.Constant 1.0 : f64
  %r = aten.addmm(%b, %x, %w, %one, %one) : (!ts.tensor<[s0,1],f32>, !ts.tensor<[s0,3],f32>, !ts.tensor<[3,s1],f32>, f64, f64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: a factor is not 1, or not known.

// CHECK-LABEL: func.func @stays_as_a_factor_is_not_one
// CHECK: aten.addmm
// CHECK: aten.addmm
func.func @stays_as_a_factor_is_not_one(%b: !ts.tensor<[4],f32>, %x: !ts.tensor<[4,4],f32>, %n: i64) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %r = aten.addmm(%b, %x, %x, %two, %one) : (!ts.tensor<[4],f32>, !ts.tensor<[4,4],f32>, !ts.tensor<[4,4],f32>, i64, i64) -> !ts.tensor
  %s = aten.addmm(%b, %x, %r, %one, %n) : (!ts.tensor<[4],f32>, !ts.tensor<[4,4],f32>, !ts.tensor, i64, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// Must not fire: the sum broadcasts the product, or nothing proves that it does not.

// CHECK-LABEL: func.func @stays_as_the_sum_may_broadcast_the_product
// CHECK: aten.addmm
// CHECK: aten.addmm
func.func @stays_as_the_sum_may_broadcast_the_product(%b: !ts.tensor<[5,4],f32>, %c: !ts.tensor, %x: !ts.tensor<[1,3],f32>, %w: !ts.tensor<[3,4],f32>) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %r = aten.addmm(%b, %x, %w, %one, %one) : (!ts.tensor<[5,4],f32>, !ts.tensor<[1,3],f32>, !ts.tensor<[3,4],f32>, i64, i64) -> !ts.tensor
  %s = aten.addmm(%c, %x, %w, %one, %one) : (!ts.tensor, !ts.tensor<[1,3],f32>, !ts.tensor<[3,4],f32>, i64, i64) -> !ts.tensor
  func.return %r, %s : !ts.tensor, !ts.tensor
}
