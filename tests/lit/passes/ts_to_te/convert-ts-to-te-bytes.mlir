// RUN: %ts-opt %s --split-input-file -p convert-ts-to-te,cse,dce | %check %s

// Fires: weights are copied to panels, and groups of four bytes multiplied.
// CHECK-LABEL: func.func @linear
// CHECK-SAME: (%[[X:.*]]: tensor<5x8xi8>, %[[W:.*]]: tensor<16x8xi8>) -> tensor<5x16xi32> {
// CHECK-NEXT:   %[[V0:.*]] = te.compute (%[[I:.*]] = 1, %[[J:.*]] = 2, %[[K:.*]] = 16, %[[L:.*]] = 4) : tensor<1x2x16x4xi8> attributes {te.stored} {
// CHECK-NEXT:     %[[V1:.*]] = arith.constant 16 : index
// CHECK-NEXT:     %[[V2:.*]] = arith.muli %[[I]], %[[V1]] : index
// CHECK-NEXT:     %[[V3:.*]] = arith.addi %[[V2]], %[[K]] : index
// CHECK-NEXT:     %[[V4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[V5:.*]] = arith.muli %[[J]], %[[V4]] : index
// CHECK-NEXT:     %[[V6:.*]] = arith.addi %[[V5]], %[[L]] : index
// CHECK-NEXT:     %[[V7:.*]] = te.load %[[W]][%[[V3]], %[[V6]]] : tensor<16x8xi8>
// CHECK-NEXT:     te.yield %[[V7]] : i8
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V8:.*]] = arith.constant 0 : i32
// CHECK-NEXT:   %[[R:.*]] = te.reduce (%[[I_1:.*]] = 5, %[[J_1:.*]] = 16) over (%[[K_1:.*]] = 2, %[[L_1:.*]] = 4) init (%[[ACC:.*]] = %[[V8]] : i32) : tensor<5x16xi32> {
// CHECK-NEXT:     %[[V9:.*]] = arith.constant 16 : index
// CHECK-NEXT:     %[[V10:.*]] = arith.divui %[[J_1]], %[[V9]] : index
// CHECK-NEXT:     %[[V11:.*]] = arith.remui %[[J_1]], %[[V9]] : index
// CHECK-NEXT:     %[[V12:.*]] = te.load %[[V0]][%[[V10]], %[[K_1]], %[[V11]], %[[L_1]]] : tensor<1x2x16x4xi8>
// CHECK-NEXT:     %[[V13:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[V14:.*]] = arith.muli %[[K_1]], %[[V13]] : index
// CHECK-NEXT:     %[[V15:.*]] = arith.addi %[[V14]], %[[L_1]] : index
// CHECK-NEXT:     %[[V16:.*]] = te.load %[[X]][%[[I_1]], %[[V15]]] : tensor<5x8xi8>
// CHECK-NEXT:     %[[V17:.*]] = arith.extui %[[V16]] : i8 to i32
// CHECK-NEXT:     %[[V18:.*]] = arith.extsi %[[V12]] : i8 to i32
// CHECK-NEXT:     %[[V19:.*]] = arith.muli %[[V17]], %[[V18]] : i32
// CHECK-NEXT:     %[[V20:.*]] = arith.addi %[[ACC]], %[[V19]] : i32
// CHECK-NEXT:     te.yield %[[V20]] : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<5x16xi32>
// CHECK-NEXT: }
func.func @linear(%x: !ts.tensor<[5,8],ui8>, %w: !ts.tensor<[16,8],i8>) -> !ts.tensor<[5,16],i32> {
  %i32 = prim.Constant 3 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %a = aten.to.dtype(%x, %i32, %no, %no, %none) : (!ts.tensor<[5,8],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[5,8],i32>
  %b = aten.to.dtype(%w, %i32, %no, %no, %none) : (!ts.tensor<[16,8],i8>, i64, i1, i1, !ts.none) -> !ts.tensor<[16,8],i32>
  %r = aten.linear(%a, %b, %none) : (!ts.tensor<[5,8],i32>, !ts.tensor<[16,8],i32>, !ts.none) -> !ts.tensor<[5,16],i32>
  func.return %r : !ts.tensor<[5,16],i32>
}

// -----

// Fires: taps are the first digits of a term's number, groups of channels the last one. The result
// has channels last.
// CHECK-LABEL: func.func @channels_last
// CHECK-SAME: (%[[X:.*]]: tensor<1x6x7x4xi8>, %[[W:.*]]: tensor<16x4x2x2xi8>) -> tensor<1x16x5x6xi32> {
// CHECK-NEXT:   %[[P:.*]] = te.compute (%[[I:.*]] = 1, %[[J:.*]] = 4, %[[K:.*]] = 6, %[[L:.*]] = 7) : tensor<1x4x6x7xi8> {
// CHECK-NEXT:     %[[V0:.*]] = te.load %[[X]][%[[I]], %[[K]], %[[L]], %[[J]]] : tensor<1x6x7x4xi8>
// CHECK-NEXT:     te.yield %[[V0]] : i8
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V1:.*]] = te.compute (%[[I_1:.*]] = 1, %[[J_1:.*]] = 2, %[[K_1:.*]] = 2, %[[L_1:.*]] = 1, %[[I4:.*]] = 16, %[[I5:.*]] = 4) : tensor<1x2x2x1x16x4xi8> attributes {te.stored} {
// CHECK-NEXT:     %[[V2:.*]] = arith.constant 16 : index
// CHECK-NEXT:     %[[V3:.*]] = arith.muli %[[I_1]], %[[V2]] : index
// CHECK-NEXT:     %[[V4:.*]] = arith.addi %[[V3]], %[[I4]] : index
// CHECK-NEXT:     %[[V5:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[V6:.*]] = arith.muli %[[L_1]], %[[V5]] : index
// CHECK-NEXT:     %[[V7:.*]] = arith.addi %[[V6]], %[[I5]] : index
// CHECK-NEXT:     %[[V8:.*]] = te.load %[[W]][%[[V4]], %[[V7]], %[[J_1]], %[[K_1]]] : tensor<16x4x2x2xi8>
// CHECK-NEXT:     te.yield %[[V8]] : i8
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V9:.*]] = arith.constant 0 : i32
// CHECK-NEXT:   %[[V10:.*]] = te.reduce (%[[I_2:.*]] = 1, %[[J_2:.*]] = 5, %[[K_2:.*]] = 6, %[[L_2:.*]] = 16) over (%[[I4_1:.*]] = 4, %[[I5_1:.*]] = 4) init (%[[ACC:.*]] = %[[V9]] : i32) : tensor<1x5x6x16xi32> {
// CHECK-NEXT:     %[[V11:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[V12:.*]] = arith.divui %[[I4_1]], %[[V11]] : index
// CHECK-NEXT:     %[[V13:.*]] = arith.remui %[[I4_1]], %[[V11]] : index
// CHECK-NEXT:     %[[V14:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V15:.*]] = arith.constant 16 : index
// CHECK-NEXT:     %[[V16:.*]] = arith.divui %[[L_2]], %[[V15]] : index
// CHECK-NEXT:     %[[V17:.*]] = arith.remui %[[L_2]], %[[V15]] : index
// CHECK-NEXT:     %[[V18:.*]] = te.load %[[V1]][%[[V16]], %[[V12]], %[[V13]], %[[V14]], %[[V17]], %[[I5_1]]] : tensor<1x2x2x1x16x4xi8>
// CHECK-NEXT:     %[[V19:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[V20:.*]] = arith.muli %[[V14]], %[[V19]] : index
// CHECK-NEXT:     %[[V21:.*]] = arith.addi %[[V20]], %[[I5_1]] : index
// CHECK-NEXT:     %[[V22:.*]] = arith.addi %[[J_2]], %[[V12]] : index
// CHECK-NEXT:     %[[V23:.*]] = arith.addi %[[K_2]], %[[V13]] : index
// CHECK-NEXT:     %[[V24:.*]] = te.load %[[P]][%[[I_2]], %[[V21]], %[[V22]], %[[V23]]] : tensor<1x4x6x7xi8>
// CHECK-NEXT:     %[[V25:.*]] = arith.extui %[[V24]] : i8 to i32
// CHECK-NEXT:     %[[V26:.*]] = arith.extsi %[[V18]] : i8 to i32
// CHECK-NEXT:     %[[V27:.*]] = arith.muli %[[V25]], %[[V26]] : i32
// CHECK-NEXT:     %[[V28:.*]] = arith.addi %[[ACC]], %[[V27]] : i32
// CHECK-NEXT:     te.yield %[[V28]] : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I_3:.*]] = 1, %[[J_3:.*]] = 16, %[[K_3:.*]] = 5, %[[L_3:.*]] = 6) : tensor<1x16x5x6xi32> {
// CHECK-NEXT:     %[[V29:.*]] = te.load %[[V10]][%[[I_3]], %[[K_3]], %[[L_3]], %[[J_3]]] : tensor<1x5x6x16xi32>
// CHECK-NEXT:     te.yield %[[V29]] : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<1x16x5x6xi32>
// CHECK-NEXT: }
func.func @channels_last(%x: !ts.tensor<[1,6,7,4],ui8>, %w: !ts.tensor<[16,4,2,2],i8>) -> !ts.tensor<[1,16,5,6],i32> {
  %i32 = prim.Constant 3 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %groups = prim.Constant 1 : i64
  %ones = prim.Constant [1, 1] : !ts.list<i64>
  %border = prim.Constant [0, 0] : !ts.list<i64>
  %first = prim.Constant [0, 3, 1, 2] : !ts.list<i64>
  %p = aten.permute(%x, %first) : (!ts.tensor<[1,6,7,4],ui8>, !ts.list<i64>) -> !ts.tensor<[1,4,6,7],ui8>
  %a = aten.to.dtype(%p, %i32, %no, %no, %none) : (!ts.tensor<[1,4,6,7],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[1,4,6,7],i32>
  %b = aten.to.dtype(%w, %i32, %no, %no, %none) : (!ts.tensor<[16,4,2,2],i8>, i64, i1, i1, !ts.none) -> !ts.tensor<[16,4,2,2],i32>
  %r = aten.conv2d(%a, %b, %none, %ones, %border, %ones, %groups) : (!ts.tensor<[1,4,6,7],i32>, !ts.tensor<[16,4,2,2],i32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[1,16,5,6],i32>
  func.return %r : !ts.tensor<[1,16,5,6],i32>
}

// -----

// Fires: images are copied to bytes with channels last.
// CHECK-LABEL: func.func @channels_first
// CHECK-SAME: (%[[X:.*]]: tensor<1x4x6x7xi8>, %[[W:.*]]: tensor<16x4x2x2xi8>) -> tensor<1x16x5x6xi32> {
// CHECK-NEXT:   %[[V0:.*]] = te.compute (%[[I:.*]] = 1, %[[J:.*]] = 6, %[[K:.*]] = 7, %[[L:.*]] = 4) : tensor<1x6x7x4xi8> attributes {te.stored} {
// CHECK-NEXT:     %[[V1:.*]] = te.load %[[X]][%[[I]], %[[L]], %[[J]], %[[K]]] : tensor<1x4x6x7xi8>
// CHECK-NEXT:     te.yield %[[V1]] : i8
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V2:.*]] = te.compute (%[[I_1:.*]] = 1, %[[J_1:.*]] = 2, %[[K_1:.*]] = 2, %[[L_1:.*]] = 1, %[[I4:.*]] = 16, %[[I5:.*]] = 4) : tensor<1x2x2x1x16x4xi8> attributes {te.stored} {
// CHECK-NEXT:     %[[V3:.*]] = arith.constant 16 : index
// CHECK-NEXT:     %[[V4:.*]] = arith.muli %[[I_1]], %[[V3]] : index
// CHECK-NEXT:     %[[V5:.*]] = arith.addi %[[V4]], %[[I4]] : index
// CHECK-NEXT:     %[[V6:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[V7:.*]] = arith.muli %[[L_1]], %[[V6]] : index
// CHECK-NEXT:     %[[V8:.*]] = arith.addi %[[V7]], %[[I5]] : index
// CHECK-NEXT:     %[[V9:.*]] = te.load %[[W]][%[[V5]], %[[V8]], %[[J_1]], %[[K_1]]] : tensor<16x4x2x2xi8>
// CHECK-NEXT:     te.yield %[[V9]] : i8
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V10:.*]] = arith.constant 0 : i32
// CHECK-NEXT:   %[[V11:.*]] = te.reduce (%[[I_2:.*]] = 1, %[[J_2:.*]] = 5, %[[K_2:.*]] = 6, %[[L_2:.*]] = 16) over (%[[I4_1:.*]] = 4, %[[I5_1:.*]] = 4) init (%[[ACC:.*]] = %[[V10]] : i32) : tensor<1x5x6x16xi32> {
func.func @channels_first(%x: !ts.tensor<[1,4,6,7],ui8>, %w: !ts.tensor<[16,4,2,2],i8>) -> !ts.tensor<[1,16,5,6],i32> {
  %i32 = prim.Constant 3 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %groups = prim.Constant 1 : i64
  %ones = prim.Constant [1, 1] : !ts.list<i64>
  %border = prim.Constant [0, 0] : !ts.list<i64>
  %first = prim.Constant [0, 3, 1, 2] : !ts.list<i64>
  %a = aten.to.dtype(%x, %i32, %no, %no, %none) : (!ts.tensor<[1,4,6,7],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[1,4,6,7],i32>
  %b = aten.to.dtype(%w, %i32, %no, %no, %none) : (!ts.tensor<[16,4,2,2],i8>, i64, i1, i1, !ts.none) -> !ts.tensor<[16,4,2,2],i32>
  %r = aten.conv2d(%a, %b, %none, %ones, %border, %ones, %groups) : (!ts.tensor<[1,4,6,7],i32>, !ts.tensor<[16,4,2,2],i32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[1,16,5,6],i32>
  func.return %r : !ts.tensor<[1,16,5,6],i32>
}

// -----

// CHECK-LABEL: func.func @stays_in_int32_as_there_are_groups
// CHECK-NOT: arith.extui
// CHECK: te.reduce
// CHECK-NOT: arith.extui
func.func @stays_in_int32_as_there_are_groups(%x: !ts.tensor<[1,6,7,8],ui8>, %w: !ts.tensor<[16,4,2,2],i8>) -> !ts.tensor<[1,16,5,6],i32> {
  %i32 = prim.Constant 3 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %groups = prim.Constant 2 : i64
  %ones = prim.Constant [1, 1] : !ts.list<i64>
  %border = prim.Constant [0, 0] : !ts.list<i64>
  %first = prim.Constant [0, 3, 1, 2] : !ts.list<i64>
  %p = aten.permute(%x, %first) : (!ts.tensor<[1,6,7,8],ui8>, !ts.list<i64>) -> !ts.tensor<[1,8,6,7],ui8>
  %a = aten.to.dtype(%p, %i32, %no, %no, %none) : (!ts.tensor<[1,8,6,7],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[1,8,6,7],i32>
  %b = aten.to.dtype(%w, %i32, %no, %no, %none) : (!ts.tensor<[16,4,2,2],i8>, i64, i1, i1, !ts.none) -> !ts.tensor<[16,4,2,2],i32>
  %r = aten.conv2d(%a, %b, %none, %ones, %border, %ones, %groups) : (!ts.tensor<[1,8,6,7],i32>, !ts.tensor<[16,4,2,2],i32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[1,16,5,6],i32>
  func.return %r : !ts.tensor<[1,16,5,6],i32>
}

// -----

// CHECK-LABEL: func.func @stays_in_int32_as_zeros_are_around
// CHECK-NOT: arith.extui
// CHECK: te.reduce
// CHECK-NOT: arith.extui
func.func @stays_in_int32_as_zeros_are_around(%x: !ts.tensor<[1,6,7,4],ui8>, %w: !ts.tensor<[16,4,2,2],i8>) -> !ts.tensor<[1,16,7,8],i32> {
  %i32 = prim.Constant 3 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %groups = prim.Constant 1 : i64
  %ones = prim.Constant [1, 1] : !ts.list<i64>
  %border = prim.Constant [1, 1] : !ts.list<i64>
  %first = prim.Constant [0, 3, 1, 2] : !ts.list<i64>
  %p = aten.permute(%x, %first) : (!ts.tensor<[1,6,7,4],ui8>, !ts.list<i64>) -> !ts.tensor<[1,4,6,7],ui8>
  %a = aten.to.dtype(%p, %i32, %no, %no, %none) : (!ts.tensor<[1,4,6,7],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[1,4,6,7],i32>
  %b = aten.to.dtype(%w, %i32, %no, %no, %none) : (!ts.tensor<[16,4,2,2],i8>, i64, i1, i1, !ts.none) -> !ts.tensor<[16,4,2,2],i32>
  %r = aten.conv2d(%a, %b, %none, %ones, %border, %ones, %groups) : (!ts.tensor<[1,4,6,7],i32>, !ts.tensor<[16,4,2,2],i32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[1,16,7,8],i32>
  func.return %r : !ts.tensor<[1,16,7,8],i32>
}

// -----

// CHECK-LABEL: func.func @stays_in_int32_as_vectors_are_not_whole
// CHECK-NOT: arith.extui
// CHECK: te.reduce
// CHECK-NOT: arith.extui
func.func @stays_in_int32_as_vectors_are_not_whole(%x: !ts.tensor<[1,6,7,4],ui8>, %w: !ts.tensor<[12,4,2,2],i8>) -> !ts.tensor<[1,12,5,6],i32> {
  %i32 = prim.Constant 3 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %groups = prim.Constant 1 : i64
  %ones = prim.Constant [1, 1] : !ts.list<i64>
  %border = prim.Constant [0, 0] : !ts.list<i64>
  %first = prim.Constant [0, 3, 1, 2] : !ts.list<i64>
  %p = aten.permute(%x, %first) : (!ts.tensor<[1,6,7,4],ui8>, !ts.list<i64>) -> !ts.tensor<[1,4,6,7],ui8>
  %a = aten.to.dtype(%p, %i32, %no, %no, %none) : (!ts.tensor<[1,4,6,7],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[1,4,6,7],i32>
  %b = aten.to.dtype(%w, %i32, %no, %no, %none) : (!ts.tensor<[12,4,2,2],i8>, i64, i1, i1, !ts.none) -> !ts.tensor<[12,4,2,2],i32>
  %r = aten.conv2d(%a, %b, %none, %ones, %border, %ones, %groups) : (!ts.tensor<[1,4,6,7],i32>, !ts.tensor<[12,4,2,2],i32>, !ts.none, !ts.list<i64>, !ts.list<i64>, !ts.list<i64>, i64) -> !ts.tensor<[1,12,5,6],i32>
  func.return %r : !ts.tensor<[1,12,5,6],i32>
}
