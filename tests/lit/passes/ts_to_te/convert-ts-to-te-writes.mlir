// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s
// Write-backs: copies to arguments at the end of a function.

// CHECK-LABEL: func.func @written_back
// CHECK-SAME: (%[[K:.*]]: tensor<4xf32>, %[[V:.*]]: tensor<4xf32>, %[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[K]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT:   %[[V1:.*]] = te.load %[[X]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT:   %[[V2:.*]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK-NEXT:   te.yield %[[V2]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[B:.*]] = te.compute (%[[I_1:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT:   %[[V3:.*]] = te.load %[[V]][%[[I_1]]] : tensor<4xf32>
// CHECK-NEXT:   %[[V4:.*]] = math.sin %[[V3]] : f32
// CHECK-NEXT:   te.yield %[[V4]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: te.assign %[[A]] to %[[K]] : tensor<4xf32>
// CHECK-NEXT: te.assign %[[B]] to %[[V]] : tensor<4xf32>
// CHECK-NEXT: func.return %[[B]] : tensor<4xf32>
func.func @written_back(%k: !ts.tensor<[4],f32>, %v: !ts.tensor<[4],f32>, %x: !ts.tensor<[4],f32>) -> !ts.tensor<[4],f32> {
  %one = prim.Constant 1 : i64
  %false = prim.Constant false
  %a = aten.add.Tensor(%k, %x, %one) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i64) -> !ts.tensor<[4],f32>
  %b = aten.sin(%v) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
  %w = aten.copy_(%k, %a, %false) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i1) -> !ts.tensor<[4],f32>
  %z = aten.copy_(%v, %b, %false) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i1) -> !ts.tensor<[4],f32>
  func.return %b : !ts.tensor<[4],f32>
}

// The argument is a result, which is what it holds at the end.
// CHECK-LABEL: func.func @returned
// CHECK-SAME: (%[[K:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[K]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT:   %[[V1:.*]] = math.sin %[[V0]] : f32
// CHECK-NEXT:   te.yield %[[V1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: te.assign %[[A]] to %[[K]] : tensor<4xf32>
// CHECK-NEXT: func.return %[[A]] : tensor<4xf32>
func.func @returned(%k: !ts.tensor<[4],f32>) -> !ts.tensor<[4],f32> {
  %false = prim.Constant false
  %a = aten.sin(%k) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
  %w = aten.copy_(%k, %a, %false) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i1) -> !ts.tensor<[4],f32>
  func.return %k : !ts.tensor<[4],f32>
}

// A clone is what it was before.
// CHECK-LABEL: func.func @a_clone_is_returned
// CHECK-SAME: (%[[K:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[K]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT:   %[[V1:.*]] = math.sin %[[V0]] : f32
// CHECK-NEXT:   te.yield %[[V1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.*]] = te.compute (%[[I_1:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT:   %[[V3:.*]] = te.load %[[K]][%[[I_1]]] : tensor<4xf32>
// CHECK-NEXT:   te.yield %[[V3]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: te.assign %[[A]] to %[[K]] : tensor<4xf32>
// CHECK-NEXT: func.return %[[V2]] : tensor<4xf32>
func.func @a_clone_is_returned(%k: !ts.tensor<[4],f32>) -> !ts.tensor<[4],f32> {
  %false = prim.Constant false
  %none = prim.Constant : !ts.none
  %c = aten.clone(%k, %none) : (!ts.tensor<[4],f32>, !ts.none) -> !ts.tensor<[4],f32>
  %a = aten.sin(%k) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
  %w = aten.copy_(%k, %a, %false) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i1) -> !ts.tensor<[4],f32>
  func.return %c : !ts.tensor<[4],f32>
}

// A slice without elements is written, so the argument keeps its elements.
// CHECK-LABEL: func.func @written_nowhere
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @written_nowhere(%k: !ts.tensor<[4,8],f32>, %x: !ts.tensor<[0,8],f32>) {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %one = prim.Constant 1 : i64
  %false = prim.Constant false
  %s = aten.slice_scatter(%k, %x, %zero, %two, %one, %one) : (!ts.tensor<[4,8],f32>, !ts.tensor<[0,8],f32>, i64, i64, i64, i64) -> !ts.tensor<[4,8],f32>
  %w = aten.copy_(%k, %s, %false) : (!ts.tensor<[4,8],f32>, !ts.tensor<[4,8],f32>, i1) -> !ts.tensor<[4,8],f32>
  func.return
}
