// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// A complex number is a line of its parts.
// CHECK-LABEL: func.func @parts
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 4, %[[J:.*]] = 2) : tensor<4x2xf32> {
// CHECK-NEXT:   %[[RE:.*]] = te.load %[[A]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT:   %[[IM:.*]] = te.load %[[B]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[FIRST:.*]] = arith.cmpi eq, %[[J]], %[[ZERO]] : index
// CHECK-NEXT:   %[[V:.*]] = arith.select %[[FIRST]], %[[RE]], %[[IM]] : f32
// CHECK-NEXT:   te.yield %[[V]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<4x2xf32>
func.func @parts(%a: !ts.tensor<[4],f32>, %b: !ts.tensor<[4],f32>) -> !ts.tensor<[4],complex<f32>> {
  %r = aten.complex(%a, %b) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>) -> !ts.tensor<[4],complex<f32>>
  func.return %r : !ts.tensor<[4],complex<f32>>
}

// The view of a complex tensor as real numbers is the same memory.
// CHECK-LABEL: func.func @as_real
// CHECK-SAME: (%[[X:.*]]: tensor<4x2xf64>) -> tensor<4x2xf64>
// CHECK-NEXT: func.return %[[X]] : tensor<4x2xf64>
func.func @as_real(%x: !ts.tensor<[4],complex<f64>>) -> !ts.tensor<[4,2],f64> {
  %r = aten.view_as_real(%x) : (!ts.tensor<[4],complex<f64>>) -> !ts.tensor<[4,2],f64>
  func.return %r : !ts.tensor<[4,2],f64>
}

// Real numbers become complex ones with a second part of 0.
// CHECK-LABEL: func.func @cast
// CHECK-SAME: (%[[X:.*]]: tensor<4xi64>) -> tensor<4x2xf32>
// CHECK:        %[[RE:.*]] = arith.sitofp %{{.*}} : i64 to f32
// CHECK-NEXT:   %[[NONE:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:        arith.select %{{.*}}, %[[RE]], %[[NONE]] : f32
func.func @cast(%x: !ts.tensor<[4],i64>) -> !ts.tensor<[4],complex<f32>> {
  %dtype = prim.Constant 9 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %r = aten.to.dtype(%x, %dtype, %no, %no, %none) : (!ts.tensor<[4],i64>, i64, i1, i1, !ts.none) -> !ts.tensor<[4],complex<f32>>
  func.return %r : !ts.tensor<[4],complex<f32>>
}
