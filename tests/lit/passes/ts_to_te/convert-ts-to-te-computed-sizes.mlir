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

// Fires: an argument has a computed size, of which the function checks that it is equal.
// CHECK-LABEL: func.func @rest
// CHECK-SAME: (%[[SIZE:.*]]: index, %[[S0:.*]]: index, %[[Y:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>}, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 1>}) -> tensor<?xf32> {
// CHECK-NEXT: %[[V0:.*]] = arith.constant -1 : index
// CHECK-NEXT: %[[V1:.*]] = arith.addi %[[S0]], %[[V0]] : index
// CHECK-NEXT: %[[OK:.*]] = arith.cmpi eq, %[[SIZE]], %[[V1]] : index
// CHECK-NEXT: cf.assert %[[OK]], "func.func: a computed size of an argument is another"
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = %[[SIZE]]) : tensor<?xf32> {
// CHECK-NEXT: %[[V2:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V3:.*]] = arith.addi %[[I]], %[[V2]] : index
// CHECK-NEXT: %[[V4:.*]] = te.load %[[X]][%[[V3]]] : tensor<?xf32>
// CHECK-NEXT: te.yield %[[V4]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[J:.*]] = %[[SIZE]]) : tensor<?xf32> {
// CHECK-NEXT: %[[V5:.*]] = te.load %[[A]][%[[J]]] : tensor<?xf32>
// CHECK-NEXT: %[[V6:.*]] = te.load %[[Y]][%[[J]]] : tensor<?xf32>
// CHECK-NEXT: %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] : f32
// CHECK-NEXT: te.yield %[[V7]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?xf32>
func.func @rest(%y: !ts.tensor<[s0-1],f32>, %x: !ts.tensor<[s0],f32>) -> !ts.tensor<[s0-1],f32> {
  %c0 = prim.Constant 0 : i64
  %c1 = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %a = aten.slice.Tensor(%x, %c0, %c1, %none, %c1) : (!ts.tensor<[s0],f32>, i64, i64, !ts.none, i64) -> !ts.tensor<[s0-1],f32>
  %r = aten.mul.Tensor(%a, %y) : (!ts.tensor<[s0-1],f32>, !ts.tensor<[s0-1],f32>) -> !ts.tensor<[s0-1],f32>
  func.return %r : !ts.tensor<[s0-1],f32>
}

// Must not fire: without a computed size among the arguments, nothing is checked.
// CHECK-LABEL: func.func @passes_a_symbol
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>}) -> tensor<?xf32> {
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]]) : tensor<?xf32> {
func.func @passes_a_symbol(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[s0],f32> {
  %r = aten.neg(%x) : (!ts.tensor<[s0],f32>) -> !ts.tensor<[s0],f32>
  func.return %r : !ts.tensor<[s0],f32>
}

// Fires: tensors of a size known only at run time are joined; each begins behind the ones before it.
// CHECK-LABEL: func.func @cat
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x4xf32> {te.sizes = array<i64: 0>}, %[[Y:.*]]: tensor<3x4xf32>, %[[Z:.*]]: tensor<?x4xf32> {te.sizes = array<i64: 0>}) -> tensor<?x4xf32> {
// CHECK-NEXT: %[[V0:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V1:.*]] = arith.muli %[[S0]], %[[V0]] : index
// CHECK-NEXT: %[[V2:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[SIZE:.*]] = arith.addi %[[V1]], %[[V2]] : index
// CHECK-NEXT: %[[SIZE_1:.*]] = arith.addi %[[S0]], %[[V2]] : index
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[SIZE]], %[[J:.*]] = 4) : tensor<?x4xf32> {
// CHECK-NEXT: %[[V3:.*]] = arith.constant -1 : index
// CHECK-NEXT: %[[V4:.*]] = arith.addi %[[S0]], %[[V3]] : index
// CHECK-NEXT: %[[V5:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V6:.*]] = arith.maxsi %[[I]], %[[V5]] : index
// CHECK-NEXT: %[[V7:.*]] = arith.minsi %[[V6]], %[[V4]] : index
// CHECK-NEXT: %[[V8:.*]] = te.load %[[X]][%[[V7]], %[[J]]] : tensor<?x4xf32>
// CHECK-NEXT: %[[V9:.*]] = arith.cmpi sge, %[[I]], %[[S0]] : index
// CHECK-NEXT: %[[V10:.*]] = arith.subi %[[I]], %[[S0]] : index
// CHECK-NEXT: %[[V11:.*]] = arith.addi %[[V2]], %[[V3]] : index
// CHECK-NEXT: %[[V12:.*]] = arith.maxsi %[[V10]], %[[V5]] : index
// CHECK-NEXT: %[[V13:.*]] = arith.minsi %[[V12]], %[[V11]] : index
// CHECK-NEXT: %[[V14:.*]] = te.load %[[Y]][%[[V13]], %[[J]]] : tensor<3x4xf32>
// CHECK-NEXT: %[[V15:.*]] = arith.select %[[V9]], %[[V14]], %[[V8]] : f32
// CHECK-NEXT: %[[V16:.*]] = arith.cmpi sge, %[[I]], %[[SIZE_1]] : index
// CHECK-NEXT: %[[V17:.*]] = arith.subi %[[I]], %[[SIZE_1]] : index
// CHECK-NEXT: %[[V18:.*]] = arith.maxsi %[[V17]], %[[V5]] : index
// CHECK-NEXT: %[[V19:.*]] = arith.minsi %[[V18]], %[[V4]] : index
// CHECK-NEXT: %[[V20:.*]] = te.load %[[Z]][%[[V19]], %[[J]]] : tensor<?x4xf32>
// CHECK-NEXT: %[[V21:.*]] = arith.select %[[V16]], %[[V20]], %[[V15]] : f32
// CHECK-NEXT: te.yield %[[V21]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?x4xf32>
func.func @cat(%x: !ts.tensor<[s0,4],f32>, %y: !ts.tensor<[3,4],f32>, %z: !ts.tensor<[s0,4],f32>) -> !ts.tensor<[s0*2+3,4],f32> {
  %zero = prim.Constant 0 : i64
  %all = prim.ListConstruct(%x, %y, %z) : (!ts.tensor<[s0,4],f32>, !ts.tensor<[3,4],f32>, !ts.tensor<[s0,4],f32>) -> !ts.list<!ts.tensor>
  %r = aten.cat(%all, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[s0*2+3,4],f32>
  func.return %r : !ts.tensor<[s0*2+3,4],f32>
}
