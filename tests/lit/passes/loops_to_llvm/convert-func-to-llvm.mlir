// RUN: %ts-opt %s -p "convert-func-to-llvm{noalias=true},reconcile-unrealized-casts" | %check %s

// A read-only pointer is marked; with noalias=true, so are pointers without overlap.
// CHECK-LABEL: llvm.func @pointers
// CHECK-SAME:  (%[[N:.*]]: i64, %[[X:.*]]: !llvm.ptr {llvm.noalias, llvm.readonly}, %[[Y:.*]]: !llvm.ptr {llvm.noalias}) {
// CHECK-NEXT:  %[[V0:.*]] = llvm.load %[[X]] : !llvm.ptr -> f32
// CHECK-NEXT:  llvm.store %[[V0]], %[[Y]] : f32, !llvm.ptr
// CHECK-NEXT:  llvm.return
func.func @pointers(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = builtin.unrealized_conversion_cast %x : memref<?xf32> to !llvm.ptr
  %1 = builtin.unrealized_conversion_cast %y : memref<?xf32> to !llvm.ptr
  %2 = llvm.load %0 : !llvm.ptr -> f32
  llvm.store %2, %1 : f32, !llvm.ptr
  func.return
}

// CHECK-LABEL: llvm.func internal @internal
// CHECK-SAME:  (%[[A:.*]]: i64) -> i64 {
// CHECK-NEXT:  llvm.return %[[A]] : i64
func.func private @internal(%a: i64) -> i64 {
  func.return %a : i64
}

// Several results are a struct.
// CHECK-LABEL: llvm.func @two_results
// CHECK-SAME:  (%[[A_1:.*]]: i64, %[[B:.*]]: f32) -> !llvm.struct<(i64, f32)> {
// CHECK-NEXT:  %[[V1:.*]] = llvm.call @internal(%[[A_1]]) : (i64) -> i64
// CHECK-NEXT:  %[[V2:.*]] = llvm.mlir.poison : !llvm.struct<(i64, f32)>
// CHECK-NEXT:  %[[V3:.*]] = llvm.insertvalue %[[V1]], %[[V2]][0] : !llvm.struct<(i64, f32)>
// CHECK-NEXT:  %[[V4:.*]] = llvm.insertvalue %[[B]], %[[V3]][1] : !llvm.struct<(i64, f32)>
// CHECK-NEXT:  llvm.return %[[V4]] : !llvm.struct<(i64, f32)>
func.func @two_results(%a: i64, %b: f32) -> (i64, f32) {
  %0 = func.call @internal(%a) : (i64) -> i64
  func.return %0, %b : i64, f32
}

// CHECK-LABEL: llvm.func @caller
// CHECK-SAME:  (%[[A_2:.*]]: i64, %[[B_1:.*]]: f32) -> f32 {
// CHECK-NEXT:  %[[V5:.*]] = llvm.call @two_results(%[[A_2]], %[[B_1]]) : (i64, f32) -> !llvm.struct<(i64, f32)>
// CHECK-NEXT:  %[[V6:.*]] = llvm.extractvalue %[[V5]][0] : !llvm.struct<(i64, f32)>
// CHECK-NEXT:  %[[V7:.*]] = llvm.extractvalue %[[V5]][1] : !llvm.struct<(i64, f32)>
// CHECK-NEXT:  llvm.return %[[V7]] : f32
func.func @caller(%a: i64, %b: f32) -> f32 {
  %0, %1 = func.call @two_results(%a, %b) : (i64, f32) -> (i64, f32)
  func.return %1 : f32
}

// CHECK-LABEL: llvm.func @already_llvm
// CHECK-SAME:  (%[[A_3:.*]]: i64) -> i64 {
// CHECK-NEXT:  llvm.return %[[A_3]] : i64
llvm.func @already_llvm(%a: i64) -> i64 {
  llvm.return %a : i64
}
