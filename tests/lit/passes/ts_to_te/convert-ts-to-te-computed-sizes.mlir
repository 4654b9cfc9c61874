// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// Fires: a kernel computes sizes from symbols, and fails if one is 0 or 1.
// CHECK-LABEL: func.func @part
// CHECK-SAME: (%[[S0:.*]]: index, %[[S1:.*]]: index, %[[X:.*]]: tensor<?x?xf32> {te.sizes = array<i64: 0, 1>}) -> tensor<?x?xf32> {
// CHECK-NEXT: %[[V0:.*]] = arith.constant -2 : index
// CHECK-NEXT: %[[SIZE:.*]] = arith.addi %[[S1]], %[[V0]] : index
// CHECK-NEXT: %[[V1:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi sge, %[[SIZE]], %[[V1]] : index
// CHECK-NEXT: cf.assert %[[V2]], "aten.slice.Tensor: a computed size is below 2"
// CHECK-NEXT: %[[SIZE_1:.*]] = arith.divui %[[S0]], %[[V1]] : index
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi sge, %[[SIZE_1]], %[[V1]] : index
// CHECK-NEXT: cf.assert %[[V3]], "aten.slice.Tensor: a computed size is below 2"
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = %[[SIZE_1]], %[[J:.*]] = %[[S1]]) : tensor<?x?xf32> {
// CHECK-NEXT: %[[V4:.*]] = arith.muli %[[I]], %[[V1]] : index
// CHECK-NEXT: %[[V5:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V6:.*]] = arith.addi %[[V4]], %[[V5]] : index
// CHECK-NEXT: %[[V7:.*]] = te.load %[[X]][%[[V6]], %[[J]]] : tensor<?x?xf32>
// CHECK-NEXT: te.yield %[[V7]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[B:.*]] = te.compute (%[[I_1:.*]] = %[[SIZE_1]], %[[J_1:.*]] = %[[SIZE]]) : tensor<?x?xf32> {
// CHECK-NEXT: %[[V8:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V9:.*]] = arith.addi %[[J_1]], %[[V8]] : index
// CHECK-NEXT: %[[V10:.*]] = te.load %[[A]][%[[I_1]], %[[V9]]] : tensor<?x?xf32>
// CHECK-NEXT: te.yield %[[V10]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I_2:.*]] = %[[SIZE_1]], %[[J_2:.*]] = %[[SIZE]]) : tensor<?x?xf32> {
// CHECK-NEXT: %[[V11:.*]] = te.load %[[B]][%[[I_2]], %[[J_2]]] : tensor<?x?xf32>
// CHECK-NEXT: %[[V12:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V13:.*]] = arith.cmpf olt, %[[V11]], %[[V12]] : f32
// CHECK-NEXT: %[[V14:.*]] = arith.select %[[V13]], %[[V12]], %[[V11]] : f32
// CHECK-NEXT: te.yield %[[V14]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?x?xf32>
func.func @part(%x: !ts.tensor<[s0,s1],f32>) -> !ts.tensor<[(s0) floordiv 2,s1-2],f32> {
  %c0 = prim.Constant 0 : i64
  %c1 = prim.Constant 1 : i64
  %c2 = prim.Constant 2 : i64
  %m1 = prim.Constant -1 : i64
  %none = prim.Constant : !ts.none
  %a = aten.slice.Tensor(%x, %c0, %c1, %none, %c2) : (!ts.tensor<[s0,s1],f32>, i64, i64, !ts.none, i64) -> !ts.tensor<[(s0) floordiv 2,s1],f32>
  %b = aten.slice.Tensor(%a, %c1, %c1, %m1, %c1) : (!ts.tensor<[(s0) floordiv 2,s1],f32>, i64, i64, i64, i64) -> !ts.tensor<[(s0) floordiv 2,s1-2],f32>
  %r = aten.relu(%b) : (!ts.tensor<[(s0) floordiv 2,s1-2],f32>) -> !ts.tensor<[(s0) floordiv 2,s1-2],f32>
  func.return %r : !ts.tensor<[(s0) floordiv 2,s1-2],f32>
}
