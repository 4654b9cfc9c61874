// RUN: %ts-opt %s -p convert-ts-to-te,canonicalize,cse | %check %s

// A size that only the run knows is a number of the grid's type.
// CHECK-LABEL: func.func @images_of_any_size
// CHECK-SAME: (%[[S0:.*]]: index, %[[S1:.*]]: index, %[[S2:.*]]: index, %[[X:.*]]: tensor<?x1x?x?xf32> {te.sizes = array<i64: 0, 1, 2>}, %[[G:.*]]: tensor<?x3x5x2xf32> {te.sizes = array<i64: 0>}) -> tensor<?x1x3x5xf32> {
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]], %[[J:.*]] = 1, %[[K:.*]] = 3, %[[L:.*]] = 5) : tensor<?x1x3x5xf32> {
// CHECK-NEXT:     %[[V0:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[V1:.*]] = te.load %[[G]][%[[I]], %[[K]], %[[L]], %[[V0]]] : tensor<?x3x5x2xf32>
// CHECK-NEXT:     %[[V2:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// CHECK-NEXT:     %[[V4:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:     %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] : f32
// CHECK-NEXT:     %[[V6:.*]] = arith.constant -1 : index
// CHECK-NEXT:     %[[V7:.*]] = arith.addi %[[S1]], %[[V6]] : index
// CHECK-NEXT:     %[[V8:.*]] = arith.index_cast %[[V7]] : index to i64
// CHECK-NEXT:     %[[V9:.*]] = arith.sitofp %[[V8]] : i64 to f32
// CHECK-NEXT:     %[[V10:.*]] = arith.mulf %[[V5]], %[[V9]] : f32
// CHECK-NEXT:     %[[V11:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[V12:.*]] = arith.maxnumf %[[V10]], %[[V11]] : f32
// CHECK-NEXT:     %[[V13:.*]] = arith.minnumf %[[V12]], %[[V9]] : f32
// CHECK-NEXT:     %[[V14:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[V15:.*]] = te.load %[[G]][%[[I]], %[[K]], %[[L]], %[[V14]]] : tensor<?x3x5x2xf32>
// CHECK-NEXT:     %[[V16:.*]] = arith.addf %[[V15]], %[[V2]] : f32
// CHECK-NEXT:     %[[V17:.*]] = arith.mulf %[[V16]], %[[V4]] : f32
// CHECK-NEXT:     %[[V18:.*]] = arith.addi %[[S2]], %[[V6]] : index
// CHECK-NEXT:     %[[V19:.*]] = arith.index_cast %[[V18]] : index to i64
// CHECK-NEXT:     %[[V20:.*]] = arith.sitofp %[[V19]] : i64 to f32
// CHECK-NEXT:     %[[V21:.*]] = arith.mulf %[[V17]], %[[V20]] : f32
// CHECK-NEXT:     %[[V22:.*]] = arith.maxnumf %[[V21]], %[[V11]] : f32
// CHECK-NEXT:     %[[V23:.*]] = arith.minnumf %[[V22]], %[[V20]] : f32
// CHECK-NEXT:     %[[V24:.*]] = math.roundeven %[[V13]] : f32
// CHECK-NEXT:     %[[V25:.*]] = arith.cmpf oge, %[[V24]], %[[V11]] : f32
// CHECK-NEXT:     %[[V26:.*]] = arith.cmpf ole, %[[V24]], %[[V9]] : f32
// CHECK-NEXT:     %[[V27:.*]] = arith.andi %[[V25]], %[[V26]] : i1
// CHECK-NEXT:     %[[V28:.*]] = arith.select %[[V27]], %[[V24]], %[[V11]] : f32
// CHECK-NEXT:     %[[V29:.*]] = arith.fptosi %[[V28]] : f32 to i64
// CHECK-NEXT:     %[[V30:.*]] = arith.index_cast %[[V29]] : i64 to index
// CHECK-NEXT:     %[[V31:.*]] = math.roundeven %[[V23]] : f32
// CHECK-NEXT:     %[[V32:.*]] = arith.cmpf oge, %[[V31]], %[[V11]] : f32
// CHECK-NEXT:     %[[V33:.*]] = arith.cmpf ole, %[[V31]], %[[V20]] : f32
// CHECK-NEXT:     %[[V34:.*]] = arith.andi %[[V32]], %[[V33]] : i1
// CHECK-NEXT:     %[[V35:.*]] = arith.select %[[V34]], %[[V31]], %[[V11]] : f32
// CHECK-NEXT:     %[[V36:.*]] = arith.fptosi %[[V35]] : f32 to i64
// CHECK-NEXT:     %[[V37:.*]] = arith.index_cast %[[V36]] : i64 to index
// CHECK-NEXT:     %[[V38:.*]] = te.load %[[X]][%[[I]], %[[J]], %[[V30]], %[[V37]]] : tensor<?x1x?x?xf32>
// CHECK-NEXT:     %[[V39:.*]] = arith.select %[[V27]], %[[V38]], %[[V11]] : f32
// CHECK-NEXT:     %[[V40:.*]] = arith.select %[[V34]], %[[V39]], %[[V11]] : f32
// CHECK-NEXT:     %[[V41:.*]] = arith.mulf %[[V40]], %[[V2]] : f32
// CHECK-NEXT:     %[[V42:.*]] = arith.mulf %[[V41]], %[[V2]] : f32
// CHECK-NEXT:     %[[V43:.*]] = arith.addf %[[V11]], %[[V42]] : f32
// CHECK-NEXT:     te.yield %[[V43]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<?x1x3x5xf32>
func.func @images_of_any_size(%x: !ts.tensor<[s0,1,s1,s2],f32>, %g: !ts.tensor<[s0,3,5,2],f32>) -> !ts.tensor<[s0,1,3,5],f32> {
  %mode = prim.Constant 1 : i64
  %padding = prim.Constant 1 : i64
  %corners = prim.Constant true
  %r = aten.grid_sampler(%x, %g, %mode, %padding, %corners) : (!ts.tensor<[s0,1,s1,s2],f32>, !ts.tensor<[s0,3,5,2],f32>, i64, i64, i1) -> !ts.tensor<[s0,1,3,5],f32>
  func.return %r : !ts.tensor<[s0,1,3,5],f32>
}

// A few repeats compare each index, so that loops can be split.
// CHECK-LABEL: func.func @repeats_a_few_times
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>}) -> tensor<?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[SIZE:.*]] = arith.muli %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I:.*]] = %[[SIZE]]) : tensor<?xf32> {
// CHECK-NEXT:     %[[V1:.*]] = arith.cmpi sge, %[[I]], %[[S0]] : index
// CHECK-NEXT:     %[[V2:.*]] = arith.subi %[[I]], %[[S0]] : index
// CHECK-NEXT:     %[[V3:.*]] = arith.select %[[V1]], %[[V2]], %[[I]] : index
// CHECK-NEXT:     %[[V4:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[V5:.*]] = arith.muli %[[S0]], %[[V4]] : index
// CHECK-NEXT:     %[[V6:.*]] = arith.cmpi sge, %[[I]], %[[V5]] : index
// CHECK-NEXT:     %[[V7:.*]] = arith.subi %[[I]], %[[V5]] : index
// CHECK-NEXT:     %[[V8:.*]] = arith.select %[[V6]], %[[V7]], %[[V3]] : index
// CHECK-NEXT:     %[[V9:.*]] = te.load %[[X]][%[[V8]]] : tensor<?xf32>
// CHECK-NEXT:     te.yield %[[V9]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<?xf32>
func.func @repeats_a_few_times(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[s0*3],f32> {
  %l = prim.Constant [3] : !ts.list<i64>
  %r = aten.repeat(%x, %l) : (!ts.tensor<[s0],f32>, !ts.list<i64>) -> !ts.tensor<[s0*3],f32>
  func.return %r : !ts.tensor<[s0*3],f32>
}

// Many repeats would take too many comparisons.
// CHECK-LABEL: func.func @repeats_often
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>}) -> tensor<?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 17 : index
// CHECK-NEXT:   %[[SIZE:.*]] = arith.muli %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I:.*]] = %[[SIZE]]) : tensor<?xf32> {
// CHECK-NEXT:     %[[V1:.*]] = arith.remui %[[I]], %[[S0]] : index
// CHECK-NEXT:     %[[V2:.*]] = te.load %[[X]][%[[V1]]] : tensor<?xf32>
// CHECK-NEXT:     te.yield %[[V2]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<?xf32>
func.func @repeats_often(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[s0*17],f32> {
  %l = prim.Constant [17] : !ts.list<i64>
  %r = aten.repeat(%x, %l) : (!ts.tensor<[s0],f32>, !ts.list<i64>) -> !ts.tensor<[s0*17],f32>
  func.return %r : !ts.tensor<[s0*17],f32>
}

// A kernel fails for an odd size.
// CHECK-LABEL: func.func @half_of_a_size
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>}) -> tensor<?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[SIZE:.*]] = arith.divui %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[V1:.*]] = arith.cmpi sge, %[[SIZE]], %[[V0]] : index
// CHECK-NEXT:   cf.assert %[[V1]], "aten.glu: a computed size is below 2"
// CHECK-NEXT:   %[[V2:.*]] = arith.muli %[[SIZE]], %[[V0]] : index
// CHECK-NEXT:   %[[V3:.*]] = arith.cmpi eq, %[[V2]], %[[S0]] : index
// CHECK-NEXT:   cf.assert %[[V3]], "aten.glu: a size is odd"
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I:.*]] = %[[SIZE]]) : tensor<?xf32> {
// CHECK-NEXT:     %[[V4:.*]] = arith.addi %[[I]], %[[SIZE]] : index
// CHECK-NEXT:     %[[V5:.*]] = te.load %[[X]][%[[I]]] : tensor<?xf32>
// CHECK-NEXT:     %[[V6:.*]] = te.load %[[X]][%[[V4]]] : tensor<?xf32>
// CHECK-NEXT:     %[[V7:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[V8:.*]] = arith.negf %[[V6]] : f32
// CHECK-NEXT:     %[[V9:.*]] = math.exp %[[V8]] : f32
// CHECK-NEXT:     %[[V10:.*]] = arith.addf %[[V7]], %[[V9]] : f32
// CHECK-NEXT:     %[[V11:.*]] = arith.divf %[[V7]], %[[V10]] : f32
// CHECK-NEXT:     %[[V12:.*]] = arith.mulf %[[V5]], %[[V11]] : f32
// CHECK-NEXT:     te.yield %[[V12]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<?xf32>
func.func @half_of_a_size(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[(s0) floordiv 2],f32> {
  %dim = prim.Constant 0 : i64
  %r = aten.glu(%x, %dim) : (!ts.tensor<[s0],f32>, i64) -> !ts.tensor<[(s0) floordiv 2],f32>
  func.return %r : !ts.tensor<[(s0) floordiv 2],f32>
}

// A size that is twice another needs no check.
// CHECK-LABEL: func.func @half_of_twice_a_size
// CHECK-SAME: (%[[SIZE:.*]]: index, %[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>}, %[[Y:.*]]: tensor<?xf32> {te.sizes = array<i64: 1>}) -> tensor<?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.muli %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[V2:.*]] = arith.cmpi eq, %[[SIZE]], %[[V1]] : index
// CHECK-NEXT:   cf.assert %[[V2]], "func.func: a computed size of an argument is another"
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]]) : tensor<?xf32> {
// CHECK-NEXT:     %[[V3:.*]] = arith.addi %[[I]], %[[S0]] : index
// CHECK-NEXT:     %[[V4:.*]] = te.load %[[X]][%[[I]]] : tensor<?xf32>
// CHECK-NEXT:     %[[V5:.*]] = te.load %[[X]][%[[V3]]] : tensor<?xf32>
// CHECK-NEXT:     %[[V6:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[V7:.*]] = arith.negf %[[V5]] : f32
// CHECK-NEXT:     %[[V8:.*]] = math.exp %[[V7]] : f32
// CHECK-NEXT:     %[[V9:.*]] = arith.addf %[[V6]], %[[V8]] : f32
// CHECK-NEXT:     %[[V10:.*]] = arith.divf %[[V6]], %[[V9]] : f32
// CHECK-NEXT:     %[[V11:.*]] = arith.mulf %[[V4]], %[[V10]] : f32
// CHECK-NEXT:     te.yield %[[V11]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<?xf32>
func.func @half_of_twice_a_size(%x: !ts.tensor<[s0*2],f32>, %y: !ts.tensor<[s0],f32>) -> !ts.tensor<[s0],f32> {
  %dim = prim.Constant 0 : i64
  %r = aten.glu(%x, %dim) : (!ts.tensor<[s0*2],f32>, i64) -> !ts.tensor<[s0],f32>
  func.return %r : !ts.tensor<[s0],f32>
}
