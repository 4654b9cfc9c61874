// RUN: %ts-opt %s -p convert-ts-to-te,canonicalize,cse | %check %s

// The rows of a batch become one: a division for each row.
// CHECK-LABEL: func.func @rows_of_a_batch
// CHECK-SAME: (%[[S0:.*]]: index, %[[S1:.*]]: index, %[[X:.*]]: tensor<?x?x8xf32> {te.sizes = array<i64: 0, 1>})
// CHECK-NEXT: %[[SIZE:.*]] = arith.muli %[[S0]], %[[S1]] : index
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[SIZE]], %[[J:.*]] = 8) : tensor<?x8xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.divui %[[I]], %[[S1]] : index
// CHECK-NEXT:   %[[V1:.*]] = arith.remui %[[I]], %[[S1]] : index
// CHECK-NEXT:   %[[V2:.*]] = te.load %[[X]][%[[V0]], %[[V1]], %[[J]]] : tensor<?x?x8xf32>
// CHECK-NEXT:   te.yield %[[V2]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?x8xf32>
func.func @rows_of_a_batch(%x: !ts.tensor<[s0,s1,8],f32>) -> !ts.tensor<[s0*s1,8],f32> {
  %l = prim.Constant [-1, 8] : !ts.list<i64>
  %r = aten.reshape(%x, %l) : (!ts.tensor<[s0,s1,8],f32>, !ts.list<i64>) -> !ts.tensor<[s0*s1,8],f32>
  func.return %r : !ts.tensor<[s0*s1,8],f32>
}

// And back.
// CHECK-LABEL: func.func @a_batch_of_rows
// CHECK-SAME: (%[[S0:.*]]: index, %[[S1:.*]]: index, %[[SIZE:.*]]: index, %[[X:.*]]: tensor<?x?xf32> {te.sizes = array<i64: 0, 1>}, %[[Y:.*]]: tensor<?x8xf32> {te.sizes = array<i64: 2>})
// CHECK-NEXT: %[[V0:.*]] = arith.muli %[[S0]], %[[S1]] : index
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi eq, %[[SIZE]], %[[V0]] : index
// CHECK-NEXT: cf.assert %[[V1]], "func.func: a computed size of an argument is another"
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]], %[[J:.*]] = %[[S1]], %[[K:.*]] = 8) : tensor<?x?x8xf32> {
// CHECK-NEXT:   %[[V2:.*]] = arith.muli %[[I]], %[[S1]] : index
// CHECK-NEXT:   %[[V3:.*]] = arith.addi %[[V2]], %[[J]] : index
// CHECK-NEXT:   %[[V4:.*]] = te.load %[[Y]][%[[V3]], %[[K]]] : tensor<?x8xf32>
// CHECK-NEXT:   te.yield %[[V4]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?x?x8xf32>
func.func @a_batch_of_rows(%x: !ts.tensor<[s0,s1],f32>, %y: !ts.tensor<[s0*s1,8],f32>) -> !ts.tensor<[s0,s1,8],f32> {
  %c0 = prim.Constant 0 : i64
  %c1 = prim.Constant 1 : i64
  %c8 = prim.Constant 8 : i64
  %n = aten.size.int(%x, %c0) : (!ts.tensor<[s0,s1],f32>, i64) -> i64
  %m = aten.size.int(%x, %c1) : (!ts.tensor<[s0,s1],f32>, i64) -> i64
  %l = prim.ListConstruct(%n, %m, %c8) : (i64, i64, i64) -> !ts.list<i64>
  %r = aten.reshape(%y, %l) : (!ts.tensor<[s0*s1,8],f32>, !ts.list<i64>) -> !ts.tensor<[s0,s1,8],f32>
  func.return %r : !ts.tensor<[s0,s1,8],f32>
}

// A slice to a size fails where it is clipped.
// CHECK-LABEL: func.func @as_many_rows_as_another
// CHECK-SAME: (%[[S0:.*]]: index, %[[W:.*]]: tensor<64xf32>, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>})
// CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V1:.*]] = arith.constant 64 : index
// CHECK-NEXT: %[[V2:.*]] = arith.subi %[[V1]], %[[S0]] : index
// CHECK-NEXT: %[[V3:.*]] = arith.index_cast %[[V2]] : index to i64
// CHECK-NEXT: %[[V4:.*]] = arith.constant true
// CHECK-NEXT: %[[V5:.*]] = arith.cmpi sle, %[[V0]], %[[V3]] : i64
// CHECK-NEXT: %[[V6:.*]] = arith.andi %[[V5]], %[[V4]] : i1
// CHECK-NEXT: %[[V7:.*]] = arith.cmpi eq, %[[N]], %[[N]] : i64
// CHECK-NEXT: %[[V8:.*]] = arith.andi %[[V6]], %[[V7]] : i1
// CHECK-NEXT: cf.assert %[[V8]], "aten.slice.Tensor: a slice is clipped"
// CHECK-NEXT: %[[V9:.*]] = arith.index_cast %[[V0]] : i64 to index
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]]) : tensor<?xf32> {
// CHECK-NEXT:   %[[V10:.*]] = arith.addi %[[V9]], %[[I]] : index
// CHECK-NEXT:   %[[V11:.*]] = te.load %[[W]][%[[V10]]] : tensor<64xf32>
// CHECK-NEXT:   te.yield %[[V11]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?xf32>
func.func @as_many_rows_as_another(%w: !ts.tensor<[64],f32>, %x: !ts.tensor<[s0],f32>) -> !ts.tensor<[s0],f32> {
  %none = prim.Constant : !ts.none
  %c0 = prim.Constant 0 : i64
  %c1 = prim.Constant 1 : i64
  %n = aten.size.int(%x, %c0) : (!ts.tensor<[s0],f32>, i64) -> i64
  %r = aten.slice.Tensor(%w, %c0, %none, %n, %c1) : (!ts.tensor<[64],f32>, i64, !ts.none, i64, i64) -> !ts.tensor<[s0],f32>
  func.return %r : !ts.tensor<[s0],f32>
}

// Without an end, a slice reaches to the last element.
// CHECK-LABEL: func.func @the_element_behind_others
// CHECK-SAME: (%[[S0:.*]]: index, %[[SIZE:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>}, %[[Y:.*]]: tensor<?xf32> {te.sizes = array<i64: 1>})
// CHECK-NEXT: %[[V0:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V1:.*]] = arith.addi %[[S0]], %[[V0]] : index
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi eq, %[[SIZE]], %[[V1]] : index
// CHECK-NEXT: cf.assert %[[V2]], "func.func: a computed size of an argument is another"
// CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT: %[[V3:.*]] = arith.subi %[[SIZE]], %[[V0]] : index
// CHECK-NEXT: %[[V4:.*]] = arith.index_cast %[[V3]] : index to i64
// CHECK-NEXT: %[[V5:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi sge, %[[N]], %[[V5]] : i64
// CHECK-NEXT: %[[V7:.*]] = arith.cmpi sle, %[[N]], %[[V4]] : i64
// CHECK-NEXT: %[[V8:.*]] = arith.andi %[[V6]], %[[V7]] : i1
// CHECK-NEXT: %[[V9:.*]] = arith.index_cast %[[V0]] : index to i64
// CHECK-NEXT: %[[V10:.*]] = arith.addi %[[N]], %[[V9]] : i64
// CHECK-NEXT: %[[V11:.*]] = arith.index_cast %[[SIZE]] : index to i64
// CHECK-NEXT: %[[V12:.*]] = arith.cmpi eq, %[[V11]], %[[V10]] : i64
// CHECK-NEXT: %[[V13:.*]] = arith.andi %[[V8]], %[[V12]] : i1
// CHECK-NEXT: cf.assert %[[V13]], "aten.slice.Tensor: a slice is clipped"
// CHECK-NEXT: %[[V14:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 1) : tensor<1xf32> {
// CHECK-NEXT:   %[[V15:.*]] = arith.addi %[[V14]], %[[I]] : index
// CHECK-NEXT:   %[[V16:.*]] = te.load %[[Y]][%[[V15]]] : tensor<?xf32>
// CHECK-NEXT:   te.yield %[[V16]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<1xf32>
func.func @the_element_behind_others(%x: !ts.tensor<[s0],f32>, %y: !ts.tensor<[s0+1],f32>) -> !ts.tensor<[1],f32> {
  %none = prim.Constant : !ts.none
  %c0 = prim.Constant 0 : i64
  %c1 = prim.Constant 1 : i64
  %n = aten.size.int(%x, %c0) : (!ts.tensor<[s0],f32>, i64) -> i64
  %r = aten.slice.Tensor(%y, %c0, %n, %none, %c1) : (!ts.tensor<[s0+1],f32>, i64, i64, !ts.none, i64) -> !ts.tensor<[1],f32>
  func.return %r : !ts.tensor<[1],f32>
}

// Traces write an end of the greatest integer.
// CHECK-LABEL: func.func @the_rest_of_a_trace
// CHECK-SAME: (%[[S0:.*]]: index, %[[SIZE:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>}, %[[Y:.*]]: tensor<?xf32> {te.sizes = array<i64: 1>})
// CHECK-NEXT: %[[V0:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V1:.*]] = arith.addi %[[S0]], %[[V0]] : index
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi eq, %[[SIZE]], %[[V1]] : index
// CHECK-NEXT: cf.assert %[[V2]], "func.func: a computed size of an argument is another"
// CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT: %[[V3:.*]] = arith.subi %[[SIZE]], %[[V0]] : index
// CHECK-NEXT: %[[V4:.*]] = arith.index_cast %[[V3]] : index to i64
// CHECK-NEXT: %[[V5:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi sge, %[[N]], %[[V5]] : i64
// CHECK-NEXT: %[[V7:.*]] = arith.cmpi sle, %[[N]], %[[V4]] : i64
// CHECK-NEXT: %[[V8:.*]] = arith.andi %[[V6]], %[[V7]] : i1
// CHECK-NEXT: %[[V9:.*]] = arith.index_cast %[[V0]] : index to i64
// CHECK-NEXT: %[[V10:.*]] = arith.addi %[[N]], %[[V9]] : i64
// CHECK-NEXT: %[[V11:.*]] = arith.index_cast %[[SIZE]] : index to i64
// CHECK-NEXT: %[[V12:.*]] = arith.cmpi eq, %[[V11]], %[[V10]] : i64
// CHECK-NEXT: %[[V13:.*]] = arith.andi %[[V8]], %[[V12]] : i1
// CHECK-NEXT: cf.assert %[[V13]], "aten.slice.Tensor: a slice is clipped"
// CHECK-NEXT: %[[V14:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 1) : tensor<1xf32> {
// CHECK-NEXT:   %[[V15:.*]] = arith.addi %[[V14]], %[[I]] : index
// CHECK-NEXT:   %[[V16:.*]] = te.load %[[Y]][%[[V15]]] : tensor<?xf32>
// CHECK-NEXT:   te.yield %[[V16]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<1xf32>
func.func @the_rest_of_a_trace(%x: !ts.tensor<[s0],f32>, %y: !ts.tensor<[s0+1],f32>) -> !ts.tensor<[1],f32> {
  %end = prim.Constant 9223372036854775807 : i64
  %c0 = prim.Constant 0 : i64
  %c1 = prim.Constant 1 : i64
  %n = aten.size.int(%x, %c0) : (!ts.tensor<[s0],f32>, i64) -> i64
  %r = aten.slice.Tensor(%y, %c0, %n, %end, %c1) : (!ts.tensor<[s0+1],f32>, i64, i64, i64, i64) -> !ts.tensor<[1],f32>
  func.return %r : !ts.tensor<[1],f32>
}

// `narrow` fails where the tensor has fewer elements.
// CHECK-LABEL: func.func @five_of_a_symbol
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>})
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V1:.*]] = arith.constant 5 : index
// CHECK-NEXT: %[[V2:.*]] = arith.subi %[[S0]], %[[V1]] : index
// CHECK-NEXT: %[[V3:.*]] = arith.index_cast %[[V2]] : index to i64
// CHECK-NEXT: %[[V4:.*]] = arith.constant true
// CHECK-NEXT: %[[V5:.*]] = arith.cmpi sle, %[[V0]], %[[V3]] : i64
// CHECK-NEXT: %[[V6:.*]] = arith.andi %[[V5]], %[[V4]] : i1
// CHECK-NEXT: cf.assert %[[V6]], "aten.narrow: index out of range"
// CHECK-NEXT: %[[V7:.*]] = arith.index_cast %[[V0]] : i64 to index
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 5) : tensor<5xf32> {
// CHECK-NEXT:   %[[V8:.*]] = arith.addi %[[V7]], %[[I]] : index
// CHECK-NEXT:   %[[V9:.*]] = te.load %[[X]][%[[V8]]] : tensor<?xf32>
// CHECK-NEXT:   te.yield %[[V9]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<5xf32>
func.func @five_of_a_symbol(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[5],f32> {
  %c0 = prim.Constant 0 : i64
  %c5 = prim.Constant 5 : i64
  %r = aten.narrow(%x, %c0, %c0, %c5) : (!ts.tensor<[s0],f32>, i64, i64, i64) -> !ts.tensor<[5],f32>
  func.return %r : !ts.tensor<[5],f32>
}

// A symbol is at least 2: there is nothing to check.
// CHECK-LABEL: func.func @two_of_a_symbol
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>})
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]]] : tensor<?xf32>
// CHECK-NEXT:   te.yield %[[V0]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2xf32>
func.func @two_of_a_symbol(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[2],f32> {
  %c0 = prim.Constant 0 : i64
  %c2 = prim.Constant 2 : i64
  %r = aten.narrow(%x, %c0, %c0, %c2) : (!ts.tensor<[s0],f32>, i64, i64, i64) -> !ts.tensor<[2],f32>
  func.return %r : !ts.tensor<[2],f32>
}

// The greatest number is the size, taken out of a list, less one.
// CHECK-LABEL: func.func @linspace_of_a_size
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x8xf32> {te.sizes = array<i64: 0>})
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]]) : tensor<?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V1:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %[[V2:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK-NEXT:   %[[V3:.*]] = arith.sitofp %[[V2]] : i64 to f32
// CHECK-NEXT:   %[[V4:.*]] = arith.constant -1 : index
// CHECK-NEXT:   %[[V5:.*]] = arith.addi %[[S0]], %[[V4]] : index
// CHECK-NEXT:   %[[V6:.*]] = arith.index_cast %[[V5]] : index to i64
// CHECK-NEXT:   %[[V7:.*]] = arith.sitofp %[[V6]] : i64 to f32
// CHECK-NEXT:   %[[V8:.*]] = arith.divf %[[V1]], %[[V7]] : f32
// CHECK-NEXT:   %[[V9:.*]] = arith.subf %[[V7]], %[[V3]] : f32
// CHECK-NEXT:   %[[V10:.*]] = arith.mulf %[[V8]], %[[V3]] : f32
// CHECK-NEXT:   %[[V11:.*]] = arith.addf %[[V0]], %[[V10]] : f32
// CHECK-NEXT:   %[[V12:.*]] = arith.mulf %[[V8]], %[[V9]] : f32
// CHECK-NEXT:   %[[V13:.*]] = arith.subf %[[V1]], %[[V12]] : f32
// CHECK-NEXT:   %[[V14:.*]] = arith.cmpf olt, %[[V3]], %[[V9]] : f32
// CHECK-NEXT:   %[[V15:.*]] = arith.select %[[V14]], %[[V11]], %[[V13]] : f32
// CHECK-NEXT:   te.yield %[[V15]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?xf32>
func.func @linspace_of_a_size(%x: !ts.tensor<[s0,8],f32>) -> !ts.tensor<[s0],f32> {
  %none = prim.Constant : !ts.none
  %a = prim.Constant 0.0 : f64
  %b = prim.Constant 1.0 : f64
  %s = aten.size(%x) : (!ts.tensor<[s0,8],f32>) -> !ts.list<i64>
  %n, %m = prim.ListUnpack(%s) : (!ts.list<i64>) -> (i64, i64)
  %r = aten.linspace(%a, %b, %n, %none, %none, %none, %none) : (f64, f64, i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[s0],f32>
  func.return %r : !ts.tensor<[s0],f32>
}

// The end of the part is a size.
// CHECK-LABEL: func.func @all_but_the_first
// CHECK-SAME: (%[[S0:.*]]: index, %[[SIZE:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>}, %[[Y:.*]]: tensor<?xf32> {te.sizes = array<i64: 1>}) -> tensor<?xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.constant -1 : index
// CHECK-NEXT: %[[V1:.*]] = arith.addi %[[S0]], %[[V0]] : index
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi eq, %[[SIZE]], %[[V1]] : index
// CHECK-NEXT: cf.assert %[[V2]], "func.func: a computed size of an argument is another"
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]]) : tensor<?xf32> {
// CHECK-NEXT:   %[[V3:.*]] = arith.addi %[[I]], %[[V0]] : index
// CHECK-NEXT:   %[[V4:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V5:.*]] = arith.maxsi %[[V3]], %[[V4]] : index
// CHECK-NEXT:   %[[V6:.*]] = arith.cmpi sge, %[[V3]], %[[V4]] : index
// CHECK-NEXT:   %[[V7:.*]] = arith.cmpi slt, %[[V3]], %[[SIZE]] : index
// CHECK-NEXT:   %[[V8:.*]] = arith.andi %[[V6]], %[[V7]] : i1
// CHECK-NEXT:   %[[V9:.*]] = arith.addi %[[SIZE]], %[[V0]] : index
// CHECK-NEXT:   %[[V10:.*]] = arith.maxsi %[[V5]], %[[V4]] : index
// CHECK-NEXT:   %[[V11:.*]] = arith.minsi %[[V10]], %[[V9]] : index
// CHECK-NEXT:   %[[V12:.*]] = te.load %[[Y]][%[[V11]]] : tensor<?xf32>
// CHECK-NEXT:   %[[V13:.*]] = te.load %[[X]][%[[I]]] : tensor<?xf32>
// CHECK-NEXT:   %[[V14:.*]] = arith.select %[[V8]], %[[V12]], %[[V13]] : f32
// CHECK-NEXT:   te.yield %[[V14]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?xf32>
func.func @all_but_the_first(%x: !ts.tensor<[s0],f32>, %y: !ts.tensor<[s0-1],f32>) -> !ts.tensor<[s0],f32> {
  %none = prim.Constant : !ts.none
  %c0 = prim.Constant 0 : i64
  %c1 = prim.Constant 1 : i64
  %r = aten.slice_scatter(%x, %y, %c0, %c1, %none, %c1) : (!ts.tensor<[s0],f32>, !ts.tensor<[s0-1],f32>, i64, i64, !ts.none, i64) -> !ts.tensor<[s0],f32>
  func.return %r : !ts.tensor<[s0],f32>
}

// Both halves of a size have elements. A kernel fails where the second one has only one.
// CHECK-LABEL: func.func @halves(
// CHECK-SAME: %[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>}) -> (tensor<?xf32>, tensor<?xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.addi %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[V2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[SIZE:.*]] = arith.divui %[[V1]], %[[V2]] : index
// CHECK-NEXT:   %[[V3:.*]] = arith.constant -1 : index
// CHECK-NEXT:   %[[V4:.*]] = arith.muli %[[SIZE]], %[[V3]] : index
// CHECK-NEXT:   %[[SIZE_1:.*]] = arith.addi %[[V4]], %[[S0]] : index
// CHECK-NEXT:   %[[V5:.*]] = arith.cmpi sge, %[[SIZE_1]], %[[V2]] : index
// CHECK-NEXT:   cf.assert %[[V5]], "aten.chunk: a computed size is below 2"
// CHECK-NEXT:   %[[V6:.*]] = arith.cmpi sge, %[[SIZE]], %[[V2]] : index
// CHECK-NEXT:   cf.assert %[[V6]], "aten.chunk: a computed size is below 2"
// CHECK-NEXT:   %[[A:.*]] = te.compute (%[[I:.*]] = %[[SIZE]]) : tensor<?xf32> {
// CHECK-NEXT:     %[[V7:.*]] = te.load %[[X]][%[[I]]] : tensor<?xf32>
// CHECK-NEXT:     te.yield %[[V7]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[B:.*]] = te.compute (%[[I_1:.*]] = %[[SIZE_1]]) : tensor<?xf32> {
// CHECK-NEXT:     %[[V8:.*]] = arith.addi %[[I_1]], %[[SIZE]] : index
// CHECK-NEXT:     %[[V9:.*]] = te.load %[[X]][%[[V8]]] : tensor<?xf32>
// CHECK-NEXT:     te.yield %[[V9]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[A]], %[[B]] : tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT: }
func.func @halves(%x: !ts.tensor<[s0],f32>) -> (!ts.tensor<[(s0+1) floordiv 2],f32>, !ts.tensor<[s0-(s0+1) floordiv 2],f32>) {
  %two = prim.Constant 2 : i64
  %zero = prim.Constant 0 : i64
  %l = aten.chunk(%x, %two, %zero) : (!ts.tensor<[s0],f32>, i64, i64) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor<[(s0+1) floordiv 2],f32>, !ts.tensor<[s0-(s0+1) floordiv 2],f32>)
  func.return %a, %b : !ts.tensor<[(s0+1) floordiv 2],f32>, !ts.tensor<[s0-(s0+1) floordiv 2],f32>
}

// An int that is a size: the caller passes it as both, and checks that they are equal.
// CHECK-LABEL: func.func @size_as_a_number
// CHECK-SAME: (%[[S0:.*]]: index, %[[N:.*]]: i64)
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]]) : tensor<?xi64> {
// CHECK-NEXT:   te.yield %[[N]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<?xi64>
func.func @size_as_a_number(%n: !ts.size<s0>) -> !ts.tensor<[s0],i64> {
  %v = prim.size_value(%n) : (!ts.size<s0>) -> i64
  %none = prim.Constant : !ts.none
  %l = prim.ListConstruct(%v) : (i64) -> !ts.list<i64>
  %r = aten.full(%l, %v, %none, %none, %none, %none) : (!ts.list<i64>, i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[s0],i64>
  func.return %r : !ts.tensor<[s0],i64>
}

// A roll compares each index, so that loops can be split.
// CHECK-LABEL: func.func @rolls_steps
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>})
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]]) : tensor<?xf32> {
// CHECK-NEXT:   %[[D:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[M:.*]] = arith.subi %[[I]], %[[D]] : index
// CHECK-NEXT:   %[[C:.*]] = arith.cmpi sge, %[[I]], %[[D]] : index
// CHECK-NEXT:   %[[W:.*]] = arith.addi %[[M]], %[[S0]] : index
// CHECK-NEXT:   %[[J:.*]] = arith.select %[[C]], %[[M]], %[[W]] : index
// CHECK-NEXT:   %[[V:.*]] = te.load %[[X]][%[[J]]] : tensor<?xf32>
// CHECK-NEXT:   te.yield %[[V]] : f32
func.func @rolls_steps(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[s0],f32> {
  %shifts = prim.Constant [1] : !ts.list<i64>
  %dims = prim.Constant [0] : !ts.list<i64>
  %r = aten.roll(%x, %shifts, %dims) : (!ts.tensor<[s0],f32>, !ts.list<i64>, !ts.list<i64>) -> !ts.tensor<[s0],f32>
  func.return %r : !ts.tensor<[s0],f32>
}

// A distance that may exceed the size is its remainder.
// CHECK-LABEL: func.func @rolls_steps_back
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?xf32> {te.sizes = array<i64: 0>})
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = %[[S0]]) : tensor<?xf32> {
// CHECK-NEXT:   %[[K:.*]] = arith.constant 7 : index
// CHECK-NEXT:   %[[D:.*]] = arith.remui %[[K]], %[[S0]] : index
// CHECK-NEXT:   %[[M:.*]] = arith.addi %[[I]], %[[D]] : index
// CHECK-NEXT:   %[[C:.*]] = arith.cmpi slt, %[[M]], %[[S0]] : index
// CHECK-NEXT:   %[[W:.*]] = arith.subi %[[M]], %[[S0]] : index
// CHECK-NEXT:   %[[J:.*]] = arith.select %[[C]], %[[M]], %[[W]] : index
func.func @rolls_steps_back(%x: !ts.tensor<[s0],f32>) -> !ts.tensor<[s0],f32> {
  %shifts = prim.Constant [-7] : !ts.list<i64>
  %dims = prim.Constant [0] : !ts.list<i64>
  %r = aten.roll(%x, %shifts, %dims) : (!ts.tensor<[s0],f32>, !ts.list<i64>, !ts.list<i64>) -> !ts.tensor<[s0],f32>
  func.return %r : !ts.tensor<[s0],f32>
}
