// RUN: %ts-opt %s --split-input-file -p convert-ts-to-te,dce | %check %s

// The contracted axis is reduced in order, from 0.
// CHECK-LABEL: func.func @product
// CHECK-SAME: (%[[A:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<3x5xf32>) -> tensor<4x5xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[R:.*]] = te.reduce (%[[I:.*]] = 4, %[[J:.*]] = 5) over (%[[K:.*]] = 3) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<4x5xf32> {
// CHECK-NEXT:     %[[V1:.*]] = te.load %[[A]][%[[I]], %[[K]]] : tensor<4x3xf32>
// CHECK-NEXT:     %[[V2:.*]] = te.load %[[B]][%[[K]], %[[J]]] : tensor<3x5xf32>
// CHECK-NEXT:     %[[V3:.*]] = arith.mulf %[[V1]], %[[V2]] : f32
// CHECK-NEXT:     %[[V4:.*]] = arith.addf %[[ACC]], %[[V3]] : f32
// CHECK-NEXT:     te.yield %[[V4]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<4x5xf32>
// CHECK-NEXT: }
func.func @product(%a: !ts.tensor<[4,3],f32>, %b: !ts.tensor<[3,5],f32>) -> !ts.tensor<[4,5],f32> {
  %r = aten.mm(%a, %b) : (!ts.tensor<[4,3],f32>, !ts.tensor<[3,5],f32>) -> !ts.tensor<[4,5],f32>
  func.return %r : !ts.tensor<[4,5],f32>
}

// -----

// Batch axes broadcast by index 0, or by fewer indices.
// CHECK-LABEL: func.func @batches_broadcast
// CHECK-SAME: (%[[S0:.*]]: index, %[[S1:.*]]: index, %[[A:.*]]: tensor<2x1x?x?xf64> {te.sizes = array<i64: 0, 1>}, %[[B:.*]]: tensor<6x?x5xf64> {te.sizes = array<i64: 1>}) -> tensor<2x6x?x5xf64> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:   %[[R:.*]] = te.reduce (%[[I:.*]] = 2, %[[J:.*]] = 6, %[[K:.*]] = %[[S0]], %[[L:.*]] = 5) over (%[[I4:.*]] = %[[S1]]) init (%[[ACC:.*]] = %[[V0]] : f64) : tensor<2x6x?x5xf64> {
// CHECK-NEXT:     %[[V1:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V2:.*]] = te.load %[[A]][%[[I]], %[[V1]], %[[K]], %[[I4]]] : tensor<2x1x?x?xf64>
// CHECK-NEXT:     %[[V3:.*]] = te.load %[[B]][%[[J]], %[[I4]], %[[L]]] : tensor<6x?x5xf64>
// CHECK-NEXT:     %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f64
// CHECK-NEXT:     %[[V5:.*]] = arith.addf %[[ACC]], %[[V4]] : f64
// CHECK-NEXT:     te.yield %[[V5]] : f64
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<2x6x?x5xf64>
// CHECK-NEXT: }
func.func @batches_broadcast(%a: !ts.tensor<[2,1,s0,s1],f64>, %b: !ts.tensor<[6,s1,5],f64>) -> !ts.tensor<[2,6,s0,5],f64> {
  %r = aten.matmul(%a, %b) : (!ts.tensor<[2,1,s0,s1],f64>, !ts.tensor<[6,s1,5],f64>) -> !ts.tensor<[2,6,s0,5],f64>
  func.return %r : !ts.tensor<[2,6,s0,5],f64>
}

// -----

// A linear layer reads its weight by rows, and its bias is added behind.
// CHECK-LABEL: func.func @transposed_weight_and_bias
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %[[W:.*]]: tensor<5x3xf32>, %[[B:.*]]: tensor<5xf32>) -> tensor<2x5xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V1:.*]] = te.reduce (%[[I:.*]] = 2, %[[J:.*]] = 5) over (%[[K:.*]] = 3) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<2x5xf32> {
// CHECK-NEXT:     %[[V2:.*]] = te.load %[[X]][%[[I]], %[[K]]] : tensor<2x3xf32>
// CHECK-NEXT:     %[[V3:.*]] = te.load %[[W]][%[[J]], %[[K]]] : tensor<5x3xf32>
// CHECK-NEXT:     %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:     %[[V5:.*]] = arith.addf %[[ACC]], %[[V4]] : f32
// CHECK-NEXT:     te.yield %[[V5]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I_1:.*]] = 2, %[[J_1:.*]] = 5) : tensor<2x5xf32> {
// CHECK-NEXT:     %[[V6:.*]] = te.load %[[V1]][%[[I_1]], %[[J_1]]] : tensor<2x5xf32>
// CHECK-NEXT:     %[[V7:.*]] = te.load %[[B]][%[[J_1]]] : tensor<5xf32>
// CHECK-NEXT:     %[[V8:.*]] = arith.addf %[[V6]], %[[V7]] : f32
// CHECK-NEXT:     te.yield %[[V8]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<2x5xf32>
// CHECK-NEXT: }
func.func @transposed_weight_and_bias(%x: !ts.tensor<[2,3],f32>, %w: !ts.tensor<[5,3],f32>, %b: !ts.tensor<[5],f32>) -> !ts.tensor<[2,5],f32> {
  %r = aten.linear(%x, %w, %b) : (!ts.tensor<[2,3],f32>, !ts.tensor<[5,3],f32>, !ts.tensor<[5],f32>) -> !ts.tensor<[2,5],f32>
  func.return %r : !ts.tensor<[2,5],f32>
}

// -----

// A summand with factor 0 is not read.
// CHECK-LABEL: func.func @summand_with_factors
// CHECK-SAME: (%[[S:.*]]: tensor<4xf32>, %[[A:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<3xf32>) -> tensor<4xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V1:.*]] = te.reduce (%[[I:.*]] = 4) over (%[[J:.*]] = 3) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<4xf32> {
// CHECK-NEXT:     %[[V2:.*]] = te.load %[[A]][%[[I]], %[[J]]] : tensor<4x3xf32>
// CHECK-NEXT:     %[[V3:.*]] = te.load %[[B]][%[[J]]] : tensor<3xf32>
// CHECK-NEXT:     %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// CHECK-NEXT:     %[[V5:.*]] = arith.addf %[[ACC]], %[[V4]] : f32
// CHECK-NEXT:     te.yield %[[V5]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I_1:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT:     %[[V6:.*]] = te.load %[[V1]][%[[I_1]]] : tensor<4xf32>
// CHECK-NEXT:     %[[V7:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:     %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] : f32
// CHECK-NEXT:     te.yield %[[V8]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<4xf32>
// CHECK-NEXT: }
func.func @summand_with_factors(%s: !ts.tensor<[4],f32>, %a: !ts.tensor<[4,3],f32>, %b: !ts.tensor<[3],f32>) -> !ts.tensor<[4],f32> {
  %beta = prim.Constant 0 : i64
  %alpha = prim.Constant 2 : i64
  %r = aten.addmv(%s, %a, %b, %beta, %alpha) : (!ts.tensor<[4],f32>, !ts.tensor<[4,3],f32>, !ts.tensor<[3],f32>, i64, i64) -> !ts.tensor<[4],f32>
  func.return %r : !ts.tensor<[4],f32>
}
