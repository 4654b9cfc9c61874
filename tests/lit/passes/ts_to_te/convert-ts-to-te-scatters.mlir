// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// Sums of f32 accumulate in f64.
// CHECK-LABEL: func.func @cumsum
// CHECK-SAME:  (%[[X:.*]]: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:  %[[V0:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:  %[[V1:.*]] = te.scan (%[[I:.*]] = 4, %[[J:.*]] = 8) along 1 init (%[[ACC:.*]] = %[[V0]] : f64) : tensor<4x8xf64> {
// CHECK-NEXT:  %[[V2:.*]] = te.load %[[X]][%[[I]], %[[J]]] : tensor<4x8xf32>
// CHECK-NEXT:  %[[V3:.*]] = arith.extf %[[V2]] : f32 to f64
// CHECK-NEXT:  %[[V4:.*]] = arith.addf %[[ACC]], %[[V3]] : f64
// CHECK-NEXT:  te.yield %[[V4]] : f64
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[R:.*]] = te.compute (%[[I_1:.*]] = 4, %[[J_1:.*]] = 8) : tensor<4x8xf32> {
// CHECK-NEXT:  %[[V5:.*]] = te.load %[[V1]][%[[I_1]], %[[J_1]]] : tensor<4x8xf64>
// CHECK-NEXT:  %[[V6:.*]] = arith.truncf %[[V5]] : f64 to f32
// CHECK-NEXT:  te.yield %[[V6]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return %[[R]] : tensor<4x8xf32>
func.func @cumsum(%x: !ts.tensor<[4,8],f32>) -> !ts.tensor<[4,8],f32> {
  %k = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %r = aten.cumsum(%x, %k, %none) : (!ts.tensor<[4,8],f32>, i64, !ts.none) -> !ts.tensor<[4,8],f32>
  func.return %r : !ts.tensor<[4,8],f32>
}

// The index of a maximum so far follows from the maximum.
// CHECK-LABEL: func.func @cummax
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?xi64> {te.sizes = array<i64: 0>}) -> (tensor<?xi64>, tensor<?xi64>) {
// CHECK-NEXT: %[[V0:.*]] = arith.constant -9223372036854775808 : i64
// CHECK-NEXT: %[[V1:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V:.*]], %[[I:.*]] = te.scan (%[[I_1:.*]] = %[[S0]]) along 0 init (%[[ACC:.*]] = %[[V0]] : i64, %[[ACC_1:.*]] = %[[V1]] : i64) : tensor<?xi64>, tensor<?xi64> {
// CHECK-NEXT: %[[V2:.*]] = te.load %[[X]][%[[I_1]]] : tensor<?xi64>
// CHECK-NEXT: %[[V3:.*]] = arith.maxsi %[[ACC]], %[[V2]] : i64
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi eq, %[[V2]], %[[V3]] : i64
// CHECK-NEXT: %[[V5:.*]] = arith.index_cast %[[I_1]] : index to i64
// CHECK-NEXT: %[[V6:.*]] = arith.select %[[V4]], %[[V5]], %[[ACC_1]] : i64
// CHECK-NEXT: te.yield %[[V3]], %[[V6]] : i64, i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V]], %[[I]] : tensor<?xi64>, tensor<?xi64>
func.func @cummax(%x: !ts.tensor<[s0],i64>) -> (!ts.tensor<[s0],i64>, !ts.tensor<[s0],i64>) {
  %k = prim.Constant 0 : i64
  %v, %i = aten.cummax(%x, %k) : (!ts.tensor<[s0],i64>, i64) -> (!ts.tensor<[s0],i64>, !ts.tensor<[s0],i64>)
  func.return %v, %i : !ts.tensor<[s0],i64>, !ts.tensor<[s0],i64>
}

// CHECK-LABEL: func.func @index_add
// CHECK-SAME:  (%[[S0_1:.*]]: index, %[[X_2:.*]]: tensor<9x?xf32> {te.sizes = array<i64: 0>}, %[[I_3:.*]]: tensor<5xi64>, %[[Y:.*]]: tensor<5x?xf32> {te.sizes = array<i64: 0>}) -> tensor<9x?xf32> {
// CHECK-NEXT:  %[[V0_2:.*]] = arith.constant true
// CHECK-NEXT:  %[[V1_2:.*]] = te.reduce () over (%[[I_1_2:.*]] = 5) init (%[[ACC_2:.*]] = %[[V0_2]] : i1) : tensor<i1> {
// CHECK-NEXT:  %[[V2_2:.*]] = te.load %[[I_3]][%[[I_1_2]]] : tensor<5xi64>
// CHECK-NEXT:  %[[V3_2:.*]] = arith.constant 0 : i64
// CHECK-NEXT:  %[[V4_2:.*]] = arith.cmpi sge, %[[V2_2]], %[[V3_2]] : i64
// CHECK-NEXT:  %[[V5_2:.*]] = arith.constant 9 : i64
// CHECK-NEXT:  %[[V6_2:.*]] = arith.cmpi slt, %[[V2_2]], %[[V5_2]] : i64
// CHECK-NEXT:  %[[V7_1:.*]] = arith.andi %[[V4_2]], %[[V6_2]] : i1
// CHECK-NEXT:  %[[V8_1:.*]] = arith.andi %[[ACC_2]], %[[V7_1]] : i1
// CHECK-NEXT:  te.yield %[[V8_1]] : i1
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V9:.*]] = te.load %[[V1_2]][] : tensor<i1>
// CHECK-NEXT:  cf.assert %[[V9]], "aten.index_add: index out of range"
// CHECK-NEXT:  %[[R_1:.*]] = te.scatter (%[[I_2_2:.*]] = 5, %[[J_2:.*]] = %[[S0_1]]) into %[[X_2]] : tensor<9x?xf32> {
// CHECK-NEXT:  %[[V10:.*]] = te.load %[[I_3]][%[[I_2_2]]] : tensor<5xi64>
// CHECK-NEXT:  %[[V11:.*]] = arith.index_cast %[[V10]] : i64 to index
// CHECK-NEXT:  %[[V12:.*]] = te.load %[[Y]][%[[I_2_2]], %[[J_2]]] : tensor<5x?xf32>
// CHECK-NEXT:  %[[V13:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:  %[[V14:.*]] = arith.mulf %[[V12]], %[[V13]] : f32
// CHECK-NEXT:  te.put %[[V14]] at [%[[V11]], %[[J_2]]] add : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return %[[R_1]] : tensor<9x?xf32>
func.func @index_add(%x: !ts.tensor<[9,s0],f32>, %i: !ts.tensor<[5],i64>, %y: !ts.tensor<[5,s0],f32>) -> !ts.tensor<[9,s0],f32> {
  %dim = prim.Constant 0 : i64
  %alpha = prim.Constant 2 : i64
  %r = aten.index_add(%x, %dim, %i, %y, %alpha) : (!ts.tensor<[9,s0],f32>, i64, !ts.tensor<[5],i64>, !ts.tensor<[5,s0],f32>, i64) -> !ts.tensor<[9,s0],f32>
  func.return %r : !ts.tensor<[9,s0],f32>
}

// CHECK-LABEL: func.func @must_not_scatter_without_indices
// CHECK-SAME:  (%[[X_3:.*]]: tensor<9xf32>, %[[I_4:.*]]: tensor<0xi64>, %[[Y_1:.*]]: tensor<0xf32>) -> tensor<9xf32> {
// CHECK-NEXT:  func.return %[[X_3]] : tensor<9xf32>
func.func @must_not_scatter_without_indices(%x: !ts.tensor<[9],f32>, %i: !ts.tensor<[0],i64>, %y: !ts.tensor<[0],f32>) -> !ts.tensor<[9],f32> {
  %dim = prim.Constant 0 : i64
  %r = aten.scatter_add(%x, %dim, %i, %y) : (!ts.tensor<[9],f32>, i64, !ts.tensor<[0],i64>, !ts.tensor<[0],f32>) -> !ts.tensor<[9],f32>
  func.return %r : !ts.tensor<[9],f32>
}

// CHECK-LABEL: func.func @a_row_at_an_index_of_the_run
// CHECK-SAME: (%[[X:.*]]: tensor<3x4xf32>, %[[Y:.*]]: tensor<3xf32>, %[[T:.*]]: i64) -> tensor<3x4xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[V1:.*]] = arith.index_cast %[[V0]] : index to i64
// CHECK-NEXT: %[[V2:.*]] = arith.addi %[[T]], %[[V1]] : i64
// CHECK-NEXT: %[[V3:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi slt, %[[T]], %[[V3]] : i64
// CHECK-NEXT: %[[V5:.*]] = arith.select %[[V4]], %[[V2]], %[[T]] : i64
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi sge, %[[V5]], %[[V3]] : i64
// CHECK-NEXT: %[[V7:.*]] = arith.cmpi slt, %[[V5]], %[[V1]] : i64
// CHECK-NEXT: %[[V8:.*]] = arith.andi %[[V6]], %[[V7]] : i1
// CHECK-NEXT: cf.assert %[[V8]], "aten.select_scatter: index out of range"
// CHECK-NEXT: %[[V9:.*]] = arith.index_cast %[[V5]] : i64 to index
// CHECK-NEXT: %[[R:.*]] = te.scatter (%[[I:.*]] = 3) into %[[X]] : tensor<3x4xf32> {
// CHECK-NEXT: %[[V10:.*]] = te.load %[[Y]][%[[I]]] : tensor<3xf32>
// CHECK-NEXT: te.put %[[V10]] at [%[[I]], %[[V9]]] set : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<3x4xf32>
func.func @a_row_at_an_index_of_the_run(%x: !ts.tensor<[3,4],f32>, %y: !ts.tensor<[3],f32>, %t: i64) -> !ts.tensor<[3,4],f32> {
  %one = prim.Constant 1 : i64
  %r = aten.select_scatter(%x, %y, %one, %t) : (!ts.tensor<[3,4],f32>, !ts.tensor<[3],f32>, i64, i64) -> !ts.tensor<[3,4],f32>
  func.return %r : !ts.tensor<[3,4],f32>
}

// A row that each iteration writes again is stored in place, though its index is known.
// CHECK-LABEL: func.func @a_known_row_in_a_loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[NONE:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[CLAMPED:.*]] = arith.maxsi %[[N]], %[[NONE]] : i64
// CHECK-NEXT: %[[COUNT:.*]] = arith.index_cast %[[CLAMPED]] : i64 to index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[LAST:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[R:.*]] = scf.for %[[I:.*]] = %[[ZERO]] to %[[COUNT]] step %[[LAST]] iter_args(%[[T:.*]] = %[[X]]) -> (tensor<2x3xf32>) {
// CHECK-NEXT:   %[[S:.*]] = te.scatter (%[[J:.*]] = 3) into %[[T]] : tensor<2x3xf32> {
// CHECK-NEXT:     %[[E:.*]] = te.load %[[Y]][%[[J]]] : tensor<3xf32>
// CHECK-NEXT:     te.put %[[E]] at [%[[LAST]], %[[J]]] set : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.yield %[[S]] : tensor<2x3xf32>
func.func @a_known_row_in_a_loop(%n: i64, %x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor<[2,3],f32> {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %last = prim.Constant -1 : i64
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[2,3],f32>) -> (!ts.tensor<[2,3],f32>) {
  ^bb0(%i: i64, %t: !ts.tensor<[2,3],f32>):
    %s = aten.select_scatter(%t, %y, %zero, %last) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>, i64, i64) -> !ts.tensor<[2,3],f32>
    prim.Loop.condition %true, iter(%s) : (!ts.tensor<[2,3],f32>)
  }
  func.return %r : !ts.tensor<[2,3],f32>
}

// The last row, whatever the number of rows.
// CHECK-LABEL: func.func @the_last_index
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x4xf32> {te.sizes = array<i64: 0>}, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V0:.*]] = arith.constant -1 : i64
// CHECK-NEXT: %[[V1:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT: %[[V2:.*]] = arith.addi %[[V0]], %[[V1]] : i64
// CHECK-NEXT: %[[V3:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi slt, %[[V0]], %[[V3]] : i64
// CHECK-NEXT: %[[V5:.*]] = arith.select %[[V4]], %[[V2]], %[[V0]] : i64
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi sge, %[[V5]], %[[V3]] : i64
// CHECK-NEXT: %[[V7:.*]] = arith.cmpi slt, %[[V5]], %[[V1]] : i64
// CHECK-NEXT: %[[V8:.*]] = arith.andi %[[V6]], %[[V7]] : i1
// CHECK-NEXT: cf.assert %[[V8]], "aten.select_scatter: index out of range"
// CHECK-NEXT: %[[V9:.*]] = arith.index_cast %[[V5]] : i64 to index
// CHECK-NEXT: %[[R:.*]] = te.scatter (%[[I:.*]] = 4) into %[[X]] : tensor<?x4xf32> {
// CHECK-NEXT:   %[[V10:.*]] = te.load %[[Y]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT:   te.put %[[V10]] at [%[[V9]], %[[I]]] set : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?x4xf32>
func.func @the_last_index(%x: !ts.tensor<[s0,4],f32>, %y: !ts.tensor<[4],f32>) -> !ts.tensor<[s0,4],f32> {
  %zero = prim.Constant 0 : i64
  %last = prim.Constant -1 : i64
  %r = aten.select_scatter(%x, %y, %zero, %last) : (!ts.tensor<[s0,4],f32>, !ts.tensor<[4],f32>, i64, i64) -> !ts.tensor<[s0,4],f32>
  func.return %r : !ts.tensor<[s0,4],f32>
}

// A symbol is at least 2, so the place is known.
// CHECK-LABEL: func.func @the_second_index
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x4xf32> {te.sizes = array<i64: 0>}, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]], %[[J:.*]] = 4) : tensor<?x4xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant -1 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.addi %[[I]], %[[V0]] : index
// CHECK-NEXT:   %[[V2:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V3:.*]] = arith.cmpi sge, %[[V1]], %[[V2]] : index
// CHECK-NEXT:   %[[V4:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V5:.*]] = arith.cmpi slt, %[[V1]], %[[V4]] : index
// CHECK-NEXT:   %[[V6:.*]] = arith.andi %[[V3]], %[[V5]] : i1
// CHECK-NEXT:   %[[V7:.*]] = te.load %[[Y]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT:   %[[V8:.*]] = te.load %[[X]][%[[I]], %[[J]]] : tensor<?x4xf32>
// CHECK-NEXT:   %[[V9:.*]] = arith.select %[[V6]], %[[V7]], %[[V8]] : f32
// CHECK-NEXT:   te.yield %[[V9]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?x4xf32>
func.func @the_second_index(%x: !ts.tensor<[s0,4],f32>, %y: !ts.tensor<[4],f32>) -> !ts.tensor<[s0,4],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %r = aten.select_scatter(%x, %y, %zero, %one) : (!ts.tensor<[s0,4],f32>, !ts.tensor<[4],f32>, i64, i64) -> !ts.tensor<[s0,4],f32>
  func.return %r : !ts.tensor<[s0,4],f32>
}

// The same values are put at each place of the mask.
// CHECK-LABEL: func.func @put_at_a_mask
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>, %[[M:.*]]: tensor<4xi1>, %[[Y:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 4, %[[J:.*]] = 3) : tensor<4x3xf32> {
// CHECK-NEXT:   %[[A:.*]] = te.load %[[Y]][%[[J]]] : tensor<3xf32>
// CHECK-NEXT:   %[[B:.*]] = te.load %[[M]][%[[I]]] : tensor<4xi1>
// CHECK-NEXT:   %[[C:.*]] = te.load %[[X]][%[[I]], %[[J]]] : tensor<4x3xf32>
// CHECK-NEXT:   %[[D:.*]] = arith.select %[[B]], %[[A]], %[[C]] : f32
// CHECK-NEXT:   te.yield %[[D]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]]
func.func @put_at_a_mask(%x: !ts.tensor<[4,3],f32>, %m: !ts.tensor<[4],i1>, %y: !ts.tensor<[3],f32>) -> !ts.tensor<[4,3],f32> {
  %no = prim.Constant false
  %l = prim.ListConstruct(%m) : (!ts.tensor<[4],i1>) -> !ts.list<!ts.optional<!ts.tensor>>
  %r = aten.index_put(%x, %l, %y, %no) : (!ts.tensor<[4,3],f32>, !ts.list<!ts.optional<!ts.tensor>>, !ts.tensor<[3],f32>, i1) -> !ts.tensor<[4,3],f32>
  func.return %r : !ts.tensor<[4,3],f32>
}
