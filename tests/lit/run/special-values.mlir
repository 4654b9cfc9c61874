// RUN: %interp %s --input x=f32[6]{0.0,-0.0,inf,-inf,nan,2.5} | %check %s
// RUN: %native %s --input x=f32[6]{0.0,-0.0,inf,-inf,nan,2.5} | %check %s
// NaN propagates through maximum and clamp, halves are rounded to even, zero keeps its sign.

func.func @special(%x: !ts.tensor<[6],f32>) -> (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) {
  %low = prim.Constant -1.0 : f64
  %high = prim.Constant 1.0 : f64
  %relu = aten.relu(%x) : (!ts.tensor<[6],f32>) -> !ts.tensor
  %clamp = aten.clamp(%x, %low, %high) : (!ts.tensor<[6],f32>, f64, f64) -> !ts.tensor
  %round = aten.round(%x) : (!ts.tensor<[6],f32>) -> !ts.tensor
  %inverse = aten.reciprocal(%x) : (!ts.tensor<[6],f32>) -> !ts.tensor
  %isnan = aten.isnan(%x) : (!ts.tensor<[6],f32>) -> !ts.tensor
  func.return %relu, %clamp, %round, %inverse, %isnan : !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor
}

// CHECK: relu: f32[6] = [0.0, -0.0, inf, 0.0, nan, 2.5]
// CHECK-NEXT: clamp: f32[6] = [0.0, -0.0, 1.0, -1.0, nan, 1.0]
// CHECK-NEXT: round: f32[6] = [0.0, -0.0, inf, -inf, nan, 2.0]
// CHECK-NEXT: inverse: f32[6] = [inf, -inf, 0.0, -0.0, nan, 0.4]
// CHECK-NEXT: isnan: bool[6] = [false, false, false, false, true, false]
