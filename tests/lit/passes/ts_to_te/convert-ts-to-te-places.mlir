// RUN: %ts-opt %s -p convert-ts-to-te | %check %s
// Slices at places that only the run knows.

// Fires: the slice has two rows, or the kernel fails.
// CHECK-LABEL: func.func @slice
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[I:.*]]: i64)
// CHECK-NEXT: %[[V0:.*]] = arith.constant 2 : i64
// CHECK-NEXT: %[[J:.*]] = arith.addi %[[I]], %[[V0]] : i64
// CHECK-NEXT: %[[V1:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V3:.*]] = arith.subi %[[V1]], %[[V2]] : index
// CHECK-NEXT: %[[V4:.*]] = arith.index_cast %[[V3]] : index to i64
// CHECK-NEXT: %[[V5:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi sge, %[[I]], %[[V5]] : i64
// CHECK-NEXT: %[[V7:.*]] = arith.cmpi sle, %[[I]], %[[V4]] : i64
// CHECK-NEXT: %[[V8:.*]] = arith.andi %[[V6]], %[[V7]] : i1
// CHECK-NEXT: %[[V9:.*]] = arith.index_cast %[[V2]] : index to i64
// CHECK-NEXT: %[[V10:.*]] = arith.addi %[[I]], %[[V9]] : i64
// CHECK-NEXT: %[[V11:.*]] = arith.cmpi eq, %[[J]], %[[V10]] : i64
// CHECK-NEXT: %[[V12:.*]] = arith.andi %[[V8]], %[[V11]] : i1
// CHECK-NEXT: cf.assert %[[V12]], "aten.slice.Tensor: a slice is clipped"
// CHECK-NEXT: %[[V13:.*]] = arith.index_cast %[[I]] : i64 to index
// CHECK-NEXT: %[[V:.*]] = te.compute (%[[I_1:.*]] = 2, %[[J_1:.*]] = 8) : tensor<2x8xf32> {
// CHECK-NEXT:   %[[V14:.*]] = arith.addi %[[V13]], %[[I_1]] : index
// CHECK-NEXT:   %[[V15:.*]] = te.load %[[X]][%[[V14]], %[[J_1]]] : tensor<4x8xf32>
// CHECK-NEXT:   te.yield %[[V15]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V]] : tensor<2x8xf32>
func.func @slice(%x: !ts.tensor<[4,8],f32>, %i: i64) -> !ts.tensor<[2,8],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %j = aten.add.int(%i, %two) : (i64, i64) -> i64
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32>, i64, i64, i64, i64) -> !ts.tensor<[2,8],f32>
  func.return %v : !ts.tensor<[2,8],f32>
}

// Fires: the slice has as many rows as another argument.
// CHECK-LABEL: func.func @slice_of_a_symbolic_size
// CHECK-SAME: (%[[S0:.*]]: index, %[[S1:.*]]: index, %[[X:.*]]: tensor<?x8xf32> {te.sizes = array<i64: 0>}, %[[Y:.*]]: tensor<?xf32> {te.sizes = array<i64: 1>}, %[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK-NEXT: %[[V0:.*]] = arith.subi %[[S0]], %[[S1]] : index
// CHECK-NEXT: %[[V1:.*]] = arith.index_cast %[[V0]] : index to i64
// CHECK-NEXT: %[[V2:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi sge, %[[I]], %[[V2]] : i64
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi sle, %[[I]], %[[V1]] : i64
// CHECK-NEXT: %[[V5:.*]] = arith.andi %[[V3]], %[[V4]] : i1
// CHECK-NEXT: %[[V6:.*]] = arith.index_cast %[[S1]] : index to i64
// CHECK-NEXT: %[[V7:.*]] = arith.addi %[[I]], %[[V6]] : i64
// CHECK-NEXT: %[[V8:.*]] = arith.cmpi eq, %[[J]], %[[V7]] : i64
// CHECK-NEXT: %[[V9:.*]] = arith.andi %[[V5]], %[[V8]] : i1
// CHECK-NEXT: cf.assert %[[V9]], "aten.slice.Tensor: a slice is clipped"
// CHECK-NEXT: %[[V10:.*]] = arith.index_cast %[[I]] : i64 to index
// CHECK-NEXT: %[[V:.*]] = te.compute (%[[I_1:.*]] = %[[S1]], %[[J_1:.*]] = 8) : tensor<?x8xf32> {
// CHECK-NEXT:   %[[V11:.*]] = arith.addi %[[V10]], %[[I_1]] : index
// CHECK-NEXT:   %[[V12:.*]] = te.load %[[X]][%[[V11]], %[[J_1]]] : tensor<?x8xf32>
// CHECK-NEXT:   te.yield %[[V12]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V]] : tensor<?x8xf32>
func.func @slice_of_a_symbolic_size(%x: !ts.tensor<[s0,8],f32>, %y: !ts.tensor<[s1],f32>, %i: i64, %j: i64) -> !ts.tensor<[s1,8],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[s0,8],f32>, i64, i64, i64, i64) -> !ts.tensor<[s1,8],f32>
  func.return %v : !ts.tensor<[s1,8],f32>
}

// Fires: the place may count from the end.
// CHECK-LABEL: func.func @narrow
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x8xf32> {te.sizes = array<i64: 0>}, %[[I:.*]]: i64)
// CHECK-NEXT: %[[V0:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V1:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT: %[[V2:.*]] = arith.addi %[[I]], %[[V1]] : i64
// CHECK-NEXT: %[[V3:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi slt, %[[I]], %[[V3]] : i64
// CHECK-NEXT: %[[V5:.*]] = arith.select %[[V4]], %[[V2]], %[[I]] : i64
// CHECK-NEXT: %[[V6:.*]] = arith.subi %[[S0]], %[[V0]] : index
// CHECK-NEXT: %[[V7:.*]] = arith.index_cast %[[V6]] : index to i64
// CHECK-NEXT: %[[V8:.*]] = arith.cmpi sge, %[[V5]], %[[V3]] : i64
// CHECK-NEXT: %[[V9:.*]] = arith.cmpi sle, %[[V5]], %[[V7]] : i64
// CHECK-NEXT: %[[V10:.*]] = arith.andi %[[V8]], %[[V9]] : i1
// CHECK-NEXT: cf.assert %[[V10]], "aten.narrow: index out of range"
// CHECK-NEXT: %[[V11:.*]] = arith.index_cast %[[V5]] : i64 to index
// CHECK-NEXT: %[[V:.*]] = te.compute (%[[I_1:.*]] = 2, %[[J:.*]] = 8) : tensor<2x8xf32> {
// CHECK-NEXT:   %[[V12:.*]] = arith.addi %[[V11]], %[[I_1]] : index
// CHECK-NEXT:   %[[V13:.*]] = te.load %[[X]][%[[V12]], %[[J]]] : tensor<?x8xf32>
// CHECK-NEXT:   te.yield %[[V13]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V]] : tensor<2x8xf32>
func.func @narrow(%x: !ts.tensor<[s0,8],f32>, %i: i64) -> !ts.tensor<[2,8],f32> {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %v = aten.narrow(%x, %zero, %i, %two) : (!ts.tensor<[s0,8],f32>, i64, i64, i64) -> !ts.tensor<[2,8],f32>
  func.return %v : !ts.tensor<[2,8],f32>
}

// Fires: the rows are put into the tensor.
// CHECK-LABEL: func.func @slice_scatter
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<2x8xf32>, %[[I:.*]]: i64)
// CHECK-NEXT: %[[V0:.*]] = arith.constant 2 : i64
// CHECK-NEXT: %[[J:.*]] = arith.addi %[[I]], %[[V0]] : i64
// CHECK-NEXT: %[[V1:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V3:.*]] = arith.subi %[[V1]], %[[V2]] : index
// CHECK-NEXT: %[[V4:.*]] = arith.index_cast %[[V3]] : index to i64
// CHECK-NEXT: %[[V5:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi sge, %[[I]], %[[V5]] : i64
// CHECK-NEXT: %[[V7:.*]] = arith.cmpi sle, %[[I]], %[[V4]] : i64
// CHECK-NEXT: %[[V8:.*]] = arith.andi %[[V6]], %[[V7]] : i1
// CHECK-NEXT: %[[V9:.*]] = arith.index_cast %[[V2]] : index to i64
// CHECK-NEXT: %[[V10:.*]] = arith.addi %[[I]], %[[V9]] : i64
// CHECK-NEXT: %[[V11:.*]] = arith.cmpi eq, %[[J]], %[[V10]] : i64
// CHECK-NEXT: %[[V12:.*]] = arith.andi %[[V8]], %[[V11]] : i1
// CHECK-NEXT: cf.assert %[[V12]], "aten.slice_scatter: a slice is clipped"
// CHECK-NEXT: %[[V13:.*]] = arith.index_cast %[[I]] : i64 to index
// CHECK-NEXT: %[[R:.*]] = te.scatter (%[[I_1:.*]] = 2, %[[J_1:.*]] = 8) into %[[X]] : tensor<4x8xf32> {
// CHECK-NEXT:   %[[V14:.*]] = arith.addi %[[V13]], %[[I_1]] : index
// CHECK-NEXT:   %[[V15:.*]] = te.load %[[Y]][%[[I_1]], %[[J_1]]] : tensor<2x8xf32>
// CHECK-NEXT:   te.put %[[V15]] at [%[[V14]], %[[J_1]]] set : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<4x8xf32>
func.func @slice_scatter(%x: !ts.tensor<[4,8],f32>, %y: !ts.tensor<[2,8],f32>, %i: i64) -> !ts.tensor<[4,8],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %j = aten.add.int(%i, %two) : (i64, i64) -> i64
  %r = aten.slice_scatter(%x, %y, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32>, !ts.tensor<[2,8],f32>, i64, i64, i64, i64) -> !ts.tensor<[4,8],f32>
  func.return %r : !ts.tensor<[4,8],f32>
}

// Without an end, a place is right if the rest has the stated size.
// CHECK-LABEL: func.func @rest
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[I:.*]]: i64)
// CHECK-NEXT: %[[V0:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V1:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V2:.*]] = arith.subi %[[V0]], %[[V1]] : index
// CHECK-NEXT: %[[V3:.*]] = arith.index_cast %[[V2]] : index to i64
// CHECK-NEXT: %[[V4:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V5:.*]] = arith.cmpi sge, %[[I]], %[[V4]] : i64
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi sle, %[[I]], %[[V3]] : i64
// CHECK-NEXT: %[[V7:.*]] = arith.andi %[[V5]], %[[V6]] : i1
// CHECK-NEXT: %[[V8:.*]] = arith.index_cast %[[V1]] : index to i64
// CHECK-NEXT: %[[V9:.*]] = arith.addi %[[I]], %[[V8]] : i64
// CHECK-NEXT: %[[V10:.*]] = arith.index_cast %[[V0]] : index to i64
// CHECK-NEXT: %[[V11:.*]] = arith.cmpi eq, %[[V10]], %[[V9]] : i64
// CHECK-NEXT: %[[V12:.*]] = arith.andi %[[V7]], %[[V11]] : i1
// CHECK-NEXT: cf.assert %[[V12]], "aten.slice.Tensor: a slice is clipped"
// CHECK-NEXT: %[[V13:.*]] = arith.index_cast %[[I]] : i64 to index
// CHECK-NEXT: %[[V:.*]] = te.compute (%[[I_1:.*]] = 2) : tensor<2xf32> {
// CHECK-NEXT:   %[[V14:.*]] = arith.addi %[[V13]], %[[I_1]] : index
// CHECK-NEXT:   %[[V15:.*]] = te.load %[[X]][%[[V14]]] : tensor<4xf32>
// CHECK-NEXT:   te.yield %[[V15]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V]] : tensor<2xf32>
func.func @rest(%x: !ts.tensor<[4],f32>, %i: i64) -> !ts.tensor<[2],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %v = aten.slice.Tensor(%x, %zero, %i, %none, %one) : (!ts.tensor<[4],f32>, i64, i64, !ts.none, i64) -> !ts.tensor<[2],f32>
  func.return %v : !ts.tensor<[2],f32>
}
