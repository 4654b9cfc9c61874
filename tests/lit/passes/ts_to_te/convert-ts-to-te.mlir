// RUN: %ts-opt %s -p convert-ts-to-te | %check %s

// Sizes of 1 broadcast by index 0, missing axes by fewer indices, symbols become arguments; the
// conversion of the double to the common type is written out, and so is the scaling by alpha.
// CHECK-LABEL: func.func @broadcasting
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x3xf32> {te.sizes = array<i64: 0>}, %[[Y:.*]]: tensor<?x1xf32> {te.sizes = array<i64: 0>}, %[[Z:.*]]: tensor<f64>) -> tensor<?x3xf32>
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = %[[S0]], %[[J:.*]] = 3) : tensor<?x3xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]], %[[J]]] : tensor<?x3xf32>
// CHECK-NEXT:   %[[V1:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:   %[[V2:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V3:.*]] = te.load %[[Y]][%[[I]], %[[V2]]] : tensor<?x1xf32>
// CHECK-NEXT:   %[[V4:.*]] = arith.mulf %[[V1]], %[[V3]] : f32
// CHECK-NEXT:   %[[V5:.*]] = arith.addf %[[V0]], %[[V4]] : f32
// CHECK-NEXT:   te.yield %[[V5]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[B:.*]] = te.compute (%[[I_1:.*]] = %[[S0]], %[[J_1:.*]] = 3) : tensor<?x3xf32> {
// CHECK-NEXT:   %[[V6:.*]] = te.load %[[A]][%[[I_1]], %[[J_1]]] : tensor<?x3xf32>
// CHECK-NEXT:   %[[V7:.*]] = te.load %[[Z]][] : tensor<f64>
// CHECK-NEXT:   %[[V8:.*]] = arith.truncf %[[V7]] : f64 to f32
// CHECK-NEXT:   %[[V9:.*]] = arith.mulf %[[V6]], %[[V8]] : f32
// CHECK-NEXT:   te.yield %[[V9]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[B]] : tensor<?x3xf32>
func.func @broadcasting(%x: !ts.tensor<[s0,3],f32>, %y: !ts.tensor<[s0,1],f32>, %z: !ts.tensor<[],f64>) -> !ts.tensor<[s0,3],f32> {
  %two = prim.Constant 2 : i64
  %a = aten.add.Tensor(%x, %y, %two) : (!ts.tensor<[s0,3],f32>, !ts.tensor<[s0,1],f32>, i64) -> !ts.tensor<[s0,3],f32>
  %b = aten.mul.Tensor(%a, %z) : (!ts.tensor<[s0,3],f32>, !ts.tensor<[],f64>) -> !ts.tensor<[s0,3],f32>
  func.return %b : !ts.tensor<[s0,3],f32>
}

// Integers become floats before a division and a sine; bools are zeros and ones.
// CHECK-LABEL: func.func @conversions
// CHECK-SAME: (%[[X:.*]]: tensor<2xi64>, %[[Y:.*]]: tensor<2xi1>) -> tensor<2xf32>
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]]] : tensor<2xi64>
// CHECK-NEXT:   %[[V1:.*]] = arith.sitofp %[[V0]] : i64 to f32
// CHECK-NEXT:   %[[V2:.*]] = te.load %[[Y]][%[[I]]] : tensor<2xi1>
// CHECK-NEXT:   %[[V3:.*]] = arith.uitofp %[[V2]] : i1 to f32
// CHECK-NEXT:   %[[V4:.*]] = arith.divf %[[V1]], %[[V3]] : f32
// CHECK-NEXT:   te.yield %[[V4]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[A]] : tensor<2xf32>
func.func @conversions(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[2],i1>) -> !ts.tensor<[2],f32> {
  %a = aten.div.Tensor(%x, %y) : (!ts.tensor<[2],i64>, !ts.tensor<[2],i1>) -> !ts.tensor<[2],f32>
  func.return %a : !ts.tensor<[2],f32>
}

// A number known only at run time is converted inside of the body.
// CHECK-LABEL: func.func @numbers
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>, %[[K:.*]]: f64) -> tensor<2xi1>
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xi1> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]]] : tensor<2xf32>
// CHECK-NEXT:   %[[V1:.*]] = arith.truncf %[[K]] : f64 to f32
// CHECK-NEXT:   %[[V2:.*]] = arith.cmpf olt, %[[V0]], %[[V1]] : f32
// CHECK-NEXT:   te.yield %[[V2]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[A]] : tensor<2xi1>
func.func @numbers(%x: !ts.tensor<[2],f32>, %k: f64) -> !ts.tensor<[2],i1> {
  %a = aten.lt.Scalar(%x, %k) : (!ts.tensor<[2],f32>, f64) -> !ts.tensor<[2],i1>
  func.return %a : !ts.tensor<[2],i1>
}

// The machine traps on a division by 0 and on the smallest integer by -1: neither is divided.
// CHECK-LABEL: func.func @integer_division
// CHECK-SAME: (%[[X:.*]]: tensor<2xi64>, %[[Y:.*]]: tensor<2xi64>) -> tensor<2xi64>
// CHECK:      %[[ALL:.*]] = te.load %[[REDUCED:.*]][] : tensor<i1>
// CHECK-NEXT: cf.assert %[[ALL]], "aten.fmod.Tensor: division by zero"
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xi64> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]]] : tensor<2xi64>
// CHECK-NEXT:   %[[V1:.*]] = te.load %[[Y]][%[[I]]] : tensor<2xi64>
// CHECK-NEXT:   %[[V2:.*]] = arith.constant -1 : i64
// CHECK-NEXT:   %[[V3:.*]] = arith.cmpi eq, %[[V1]], %[[V2]] : i64
// CHECK-NEXT:   %[[V4:.*]] = arith.constant 0 : i64
// CHECK-NEXT:   %[[V5:.*]] = arith.cmpi eq, %[[V1]], %[[V4]] : i64
// CHECK-NEXT:   %[[V6:.*]] = arith.ori %[[V3]], %[[V5]] : i1
// CHECK-NEXT:   %[[V7:.*]] = arith.constant 1 : i64
// CHECK-NEXT:   %[[V8:.*]] = arith.select %[[V6]], %[[V7]], %[[V1]] : i64
// CHECK-NEXT:   %[[V9:.*]] = arith.remsi %[[V0]], %[[V8]] : i64
// CHECK-NEXT:   te.yield %[[V9]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[A]] : tensor<2xi64>
func.func @integer_division(%x: !ts.tensor<[2],i64>, %y: !ts.tensor<[2],i64>) -> !ts.tensor<[2],i64> {
  %a = aten.fmod.Tensor(%x, %y) : (!ts.tensor<[2],i64>, !ts.tensor<[2],i64>) -> !ts.tensor<[2],i64>
  func.return %a : !ts.tensor<[2],i64>
}

// Parts of a chunk are shifted loads; a tuple that is returned becomes several results.
// CHECK-LABEL: func.func @chunk
// CHECK-SAME: (%[[X:.*]]: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x2xf32>)
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = 2, %[[J:.*]] = 3) : tensor<2x3xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]], %[[J]]] : tensor<2x5xf32>
// CHECK-NEXT:   te.yield %[[V0]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[B:.*]] = te.compute (%[[I_1:.*]] = 2, %[[J_1:.*]] = 2) : tensor<2x2xf32> {
// CHECK-NEXT:   %[[V1:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[V2:.*]] = arith.addi %[[J_1]], %[[V1]] : index
// CHECK-NEXT:   %[[V3:.*]] = te.load %[[X]][%[[I_1]], %[[V2]]] : tensor<2x5xf32>
// CHECK-NEXT:   te.yield %[[V3]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[A]], %[[B]] : tensor<2x3xf32>, tensor<2x2xf32>
func.func @chunk(%x: !ts.tensor<[2,5],f32>) -> !ts.tuple<!ts.tensor<[2,3],f32>, !ts.tensor<[2,2],f32>> {
  %a, %b = prim.ConstantChunk(%x) {chunks = 2 : i64, dim = 1 : i64} : (!ts.tensor<[2,5],f32>) -> (!ts.tensor<[2,3],f32>, !ts.tensor<[2,2],f32>)
  %t = prim.TupleConstruct(%a, %b) : (!ts.tensor<[2,3],f32>, !ts.tensor<[2,2],f32>) -> !ts.tuple<!ts.tensor<[2,3],f32>, !ts.tensor<[2,2],f32>>
  func.return %t : !ts.tuple<!ts.tensor<[2,3],f32>, !ts.tensor<[2,2],f32>>
}

// Axes that stay are loaded as they are, axes that are joined are divided out.
// CHECK-LABEL: func.func @view
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x2x3xf32> {te.sizes = array<i64: 0>}) -> tensor<?x6xf32>
// CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT: %[[V:.*]] = te.compute (%[[I:.*]] = %[[S0]], %[[J:.*]] = 6) : tensor<?x6xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[V2:.*]] = arith.divui %[[J]], %[[V1]] : index
// CHECK-NEXT:   %[[V3:.*]] = arith.remui %[[J]], %[[V1]] : index
// CHECK-NEXT:   %[[V4:.*]] = te.load %[[X]][%[[I]], %[[V2]], %[[V3]]] : tensor<?x2x3xf32>
// CHECK-NEXT:   te.yield %[[V4]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V]] : tensor<?x6xf32>
func.func @view(%x: !ts.tensor<[s0,2,3],f32>) -> !ts.tensor<[s0,6],f32> {
  %zero = prim.Constant 0 : i64
  %n = aten.size.int(%x, %zero) : (!ts.tensor<[s0,2,3],f32>, i64) -> i64
  %minus = prim.Constant -1 : i64
  %l = prim.ListConstruct(%n, %minus) : (i64, i64) -> !ts.list<i64>
  %v = aten.view(%x, %l) : (!ts.tensor<[s0,2,3],f32>, !ts.list<i64>) -> !ts.tensor<[s0,6],f32>
  func.return %v : !ts.tensor<[s0,6],f32>
}

// CHECK-LABEL: func.func @transposed_slice
// CHECK-SAME: (%[[X:.*]]: tensor<4x6xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: %[[T:.*]] = te.compute (%[[I:.*]] = 6, %[[J:.*]] = 4) : tensor<6x4xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[J]], %[[I]]] : tensor<4x6xf32>
// CHECK-NEXT:   te.yield %[[V0]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = te.compute (%[[I_1:.*]] = 2, %[[J_1:.*]] = 4) : tensor<2x4xf32> {
// CHECK-NEXT:   %[[V1:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[V2:.*]] = arith.muli %[[I_1]], %[[V1]] : index
// CHECK-NEXT:   %[[V3:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[V4:.*]] = arith.addi %[[V2]], %[[V3]] : index
// CHECK-NEXT:   %[[V5:.*]] = te.load %[[T]][%[[V4]], %[[J_1]]] : tensor<6x4xf32>
// CHECK-NEXT:   te.yield %[[V5]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[S]] : tensor<2x4xf32>
func.func @transposed_slice(%x: !ts.tensor<[4,6],f32>) -> !ts.tensor<[2,4],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %five = prim.Constant 5 : i64
  %two = prim.Constant 2 : i64
  %t = aten.transpose.int(%x, %zero, %one) : (!ts.tensor<[4,6],f32>, i64, i64) -> !ts.tensor<[6,4],f32>
  %s = aten.slice.Tensor(%t, %zero, %one, %five, %two) : (!ts.tensor<[6,4],f32>, i64, i64, i64, i64) -> !ts.tensor<[2,4],f32>
  func.return %s : !ts.tensor<[2,4],f32>
}

// An operation that changes nothing at this level is replaced by its operand.
// CHECK-LABEL: func.func @copies
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: func.return %[[X]] : tensor<2xf32>
func.func @copies(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %code = prim.Constant 6 : i64
  %false = prim.Constant false
  %none = prim.Constant : !ts.none
  %a = aten.to.dtype(%x, %code, %false, %false, %none) : (!ts.tensor<[2],f32>, i64, i1, i1, !ts.none) -> !ts.tensor<[2],f32>
  %b = aten.detach(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return %b : !ts.tensor<[2],f32>
}

// The mean is a sum divided by the number of elements, which is a symbol.
// CHECK-LABEL: func.func @mean
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x2xf32> {te.sizes = array<i64: 0>}) -> tensor<2xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V1:.*]] = te.reduce (%[[I:.*]] = 2) over (%[[J:.*]] = %[[S0]]) init (%[[ACC:.*]] = %[[V0]] : f32) : tensor<2xf32> {
// CHECK-NEXT:   %[[V2:.*]] = te.load %[[X]][%[[J]], %[[I]]] : tensor<?x2xf32>
// CHECK-NEXT:   %[[V3:.*]] = arith.addf %[[ACC]], %[[V2]] fastmath<reassoc> : f32
// CHECK-NEXT:   te.yield %[[V3]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[M:.*]] = te.compute (%[[I_1:.*]] = 2) : tensor<2xf32> {
// CHECK-NEXT:   %[[V4:.*]] = te.load %[[V1]][%[[I_1]]] : tensor<2xf32>
// CHECK-NEXT:   %[[V5:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT:   %[[V6:.*]] = arith.sitofp %[[V5]] : i64 to f32
// CHECK-NEXT:   %[[V7:.*]] = arith.divf %[[V4]], %[[V6]] : f32
// CHECK-NEXT:   te.yield %[[V7]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[M]] : tensor<2xf32>
func.func @mean(%x: !ts.tensor<[s0,2],f32>) -> !ts.tensor<[2],f32> {
  %zero = prim.Constant 0 : i64
  %l = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %false = prim.Constant false
  %none = prim.Constant : !ts.none
  %m = aten.mean.dim(%x, %l, %false, %none) : (!ts.tensor<[s0,2],f32>, !ts.list<i64>, i1, !ts.none) -> !ts.tensor<[2],f32>
  func.return %m : !ts.tensor<[2],f32>
}

// A Python quotient rounds down, and fails for a divisor of 0.
// CHECK-LABEL: func.func @scalars
// CHECK-SAME: (%[[N:.*]]: i64, %[[M:.*]]: i64, %[[X:.*]]: f64) -> (f64, i64) {
// CHECK-NEXT: %[[V0:.*]] = arith.sitofp %[[N]] : i64 to f64
// CHECK-NEXT: %[[A:.*]] = arith.mulf %[[V0]], %[[X]] : f64
// CHECK-NEXT: %[[V1:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi ne, %[[M]], %[[V1]] : i64
// CHECK-NEXT: cf.assert %[[V2]], "aten.floordiv.int: division by zero"
// CHECK-NEXT: %[[V3:.*]] = arith.constant -1 : i64
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi eq, %[[M]], %[[V3]] : i64
// CHECK-NEXT: %[[V5:.*]] = arith.cmpi eq, %[[M]], %[[V1]] : i64
// CHECK-NEXT: %[[V6:.*]] = arith.ori %[[V4]], %[[V5]] : i1
// CHECK-NEXT: %[[V7:.*]] = arith.constant 1 : i64
// CHECK-NEXT: %[[V8:.*]] = arith.select %[[V6]], %[[V7]], %[[M]] : i64
// CHECK-NEXT: %[[V9:.*]] = arith.divsi %[[N]], %[[V8]] : i64
// CHECK-NEXT: %[[V10:.*]] = arith.subi %[[V1]], %[[N]] : i64
// CHECK-NEXT: %[[V11:.*]] = arith.select %[[V4]], %[[V10]], %[[V9]] : i64
// CHECK-NEXT: %[[V12:.*]] = arith.subi %[[V11]], %[[V7]] : i64
// CHECK-NEXT: %[[V13:.*]] = arith.cmpi eq, %[[M]], %[[V3]] : i64
// CHECK-NEXT: %[[V14:.*]] = arith.cmpi eq, %[[M]], %[[V1]] : i64
// CHECK-NEXT: %[[V15:.*]] = arith.ori %[[V13]], %[[V14]] : i1
// CHECK-NEXT: %[[V16:.*]] = arith.select %[[V15]], %[[V7]], %[[M]] : i64
// CHECK-NEXT: %[[V17:.*]] = arith.remsi %[[N]], %[[V16]] : i64
// CHECK-NEXT: %[[V18:.*]] = arith.cmpi slt, %[[V17]], %[[V1]] : i64
// CHECK-NEXT: %[[V19:.*]] = arith.cmpi slt, %[[M]], %[[V1]] : i64
// CHECK-NEXT: %[[V20:.*]] = arith.xori %[[V18]], %[[V19]] : i1
// CHECK-NEXT: %[[V21:.*]] = arith.cmpi ne, %[[V17]], %[[V1]] : i64
// CHECK-NEXT: %[[V22:.*]] = arith.andi %[[V21]], %[[V20]] : i1
// CHECK-NEXT: %[[B:.*]] = arith.select %[[V22]], %[[V12]], %[[V11]] : i64
// CHECK-NEXT: func.return %[[A]], %[[B]] : f64, i64
func.func @scalars(%n: i64, %m: i64, %x: f64) -> (f64, i64) {
  %a = aten.mul.int_float(%n, %x) : (i64, f64) -> f64
  %b = aten.floordiv.int(%n, %m) : (i64, i64) -> i64
  func.return %a, %b : f64, i64
}

// CHECK-LABEL: func.func @if
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[R:.*]] = scf.if %[[C]] -> (tensor<2xf32>) {
// CHECK-NEXT:   %[[A:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xf32> {
// CHECK-NEXT:     %[[V0:.*]] = te.load %[[X]][%[[I]]] : tensor<2xf32>
// CHECK-NEXT:     %[[V1:.*]] = math.exp %[[V0]] : f32
// CHECK-NEXT:     te.yield %[[V1]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.yield %[[A]] : tensor<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[X]] : tensor<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2xf32>
func.func @if(%c: i1, %x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %r = prim.If %c -> (!ts.tensor<[2],f32>) {
    %a = aten.exp(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    prim.If.yield %a : !ts.tensor<[2],f32>
  } else {
    prim.If.yield %x : !ts.tensor<[2],f32>
  }
  func.return %r : !ts.tensor<[2],f32>
}

// A list has no value at this level: its elements are looked up where it is taken apart.
// CHECK-LABEL: func.func @size_by_index
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<?x3xf32> {te.sizes = array<i64: 0>}) -> (i64, i64)
// CHECK-NEXT: %[[A:.*]] = arith.index_cast %[[S0]] : index to i64
// CHECK-NEXT: %[[B:.*]] = arith.constant 3 : i64
// CHECK-NEXT: func.return %[[A]], %[[B]] : i64, i64
func.func @size_by_index(%x: !ts.tensor<[s0,3],f32>) -> (i64, i64) {
  %zero = prim.Constant 0 : i64
  %minus = prim.Constant -1 : i64
  %l = aten.size(%x) : (!ts.tensor<[s0,3],f32>) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %zero) : (!ts.list<i64>, i64) -> i64
  %b = aten.__getitem__.t(%l, %minus) : (!ts.list<i64>, i64) -> i64
  func.return %a, %b : i64, i64
}

// No element is moved, so no index is computed.
// CHECK-LABEL: func.func @reshape_of_nothing
// CHECK-SAME: (%[[X:.*]]: tensor<0x3xf32>) -> tensor<0xf32>
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = 0) : tensor<0xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V1:.*]] = te.load %[[X]][%[[V0]], %[[V0]]] : tensor<0x3xf32>
// CHECK-NEXT:   te.yield %[[V1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[A]] : tensor<0xf32>
func.func @reshape_of_nothing(%x: !ts.tensor<[0,3],f32>) -> !ts.tensor<[0],f32> {
  %minus = prim.Constant -1 : i64
  %l = prim.ListConstruct(%minus) : (i64) -> !ts.list<i64>
  %a = aten.reshape(%x, %l) : (!ts.tensor<[0,3],f32>, !ts.list<i64>) -> !ts.tensor<[0],f32>
  func.return %a : !ts.tensor<[0],f32>
}

// A cast to a tuple of the same elements is the tuple.
// CHECK-LABEL: func.func @a_named_tuple_as_a_plain_one
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<3xf32>) -> (tensor<3xf32>, tensor<2xf32>, tensor<3xf32>)
// CHECK-NEXT: func.return %[[Y]], %[[X]], %[[Y]] : tensor<3xf32>, tensor<2xf32>, tensor<3xf32>
func.func @a_named_tuple_as_a_plain_one(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>) -> (!ts.tensor<[3],f32>, !ts.tuple<!ts.tensor, !ts.tensor>) {
  %named = prim.TupleConstruct(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>) -> !ts.named_tuple<@P, a: !ts.tensor<[2],f32>, b: !ts.tensor<[3],f32>>
  %plain = prim.unchecked_cast(%named) : (!ts.named_tuple<@P, a: !ts.tensor<[2],f32>, b: !ts.tensor<[3],f32>>) -> !ts.tuple<!ts.tensor<[2],f32>, !ts.tensor<[3],f32>>
  %a, %b = prim.TupleUnpack(%plain) : (!ts.tuple<!ts.tensor<[2],f32>, !ts.tensor<[3],f32>>) -> (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>)
  %wide = prim.unchecked_cast(%plain) : (!ts.tuple<!ts.tensor<[2],f32>, !ts.tensor<[3],f32>>) -> !ts.tuple<!ts.tensor, !ts.tensor>
  func.return %b, %wide : !ts.tensor<[3],f32>, !ts.tuple<!ts.tensor, !ts.tensor>
}

// A loop that nothing but its count ends is an scf.for, which runs no iterations if it is negative.
// CHECK-LABEL: func.func @counted_loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[X:.*]]: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[NONE:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[COUNT:.*]] = arith.maxsi %[[N]], %[[NONE]] : i64
// CHECK-NEXT: %[[V0:.*]] = arith.index_cast %[[COUNT]] : i64 to index
// CHECK-NEXT: %[[V1:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V2:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[R:.*]] = scf.for %[[V3:.*]] = %[[V1]] to %[[V0]] step %[[V2]] iter_args(%[[A:.*]] = %[[X]]) -> (tensor<2xf32>) {
// CHECK-NEXT:   %[[I:.*]] = arith.index_cast %[[V3]] : index to i64
// CHECK-NEXT:   %[[B:.*]] = te.compute (%[[I_1:.*]] = 2) : tensor<2xf32> {
// CHECK-NEXT:     %[[V4:.*]] = te.load %[[A]][%[[I_1]]] : tensor<2xf32>
// CHECK-NEXT:     %[[V5:.*]] = arith.sitofp %[[I]] : i64 to f32
// CHECK-NEXT:     %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : f32
// CHECK-NEXT:     te.yield %[[V6]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.yield %[[B]] : tensor<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2xf32>
func.func @counted_loop(%n: i64, %x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[2],f32>) -> (!ts.tensor<[2],f32>) {
  ^bb0(%i: i64, %a: !ts.tensor<[2],f32>):
    %b = aten.mul.Scalar(%a, %i) : (!ts.tensor<[2],f32>, i64) -> !ts.tensor<[2],f32>
    prim.Loop.condition %true, iter(%b) : (!ts.tensor<[2],f32>)
  }
  func.return %r : !ts.tensor<[2],f32>
}

// CHECK-LABEL: func.func @a_constant_count_is_not_clamped
// CHECK-SAME: (%[[X:.*]]: i64) -> i64
// CHECK-NEXT: %[[N:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[R:.*]] = scf.for %{{.*}} = %[[V0]] to %[[N]] step %[[V1]] iter_args(%[[A:.*]] = %[[X]]) -> (i64) {
func.func @a_constant_count_is_not_clamped(%x: i64) -> i64 {
  %true = prim.Constant true
  %n = prim.Constant 3 : i64
  %r = prim.Loop %n, %true, iter(%x) : (i64) -> (i64) {
  ^bb0(%i: i64, %a: i64):
    %b = aten.add.int(%a, %a) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%b) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @a_negative_constant_count_is_0
// CHECK-SAME: (%[[X:.*]]: i64) -> i64
// CHECK-NEXT: %[[NONE:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[FIRST:.*]] = arith.constant 0 : index
// CHECK:      scf.for %{{.*}} = %[[FIRST]] to %[[NONE]] step
func.func @a_negative_constant_count_is_0(%x: i64) -> i64 {
  %true = prim.Constant true
  %n = prim.Constant -2 : i64
  %r = prim.Loop %n, %true, iter(%x) : (i64) -> (i64) {
  ^bb0(%i: i64, %a: i64):
    %b = aten.add.int(%a, %a) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%b) : (i64)
  }
  func.return %r : i64
}

// Any other is an scf.while, which counts and tests the condition.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[LIMIT:.*]]: i64) -> i64
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0 : i64
// CHECK-NEXT: %[[V1:.*]] = arith.constant true
// CHECK-NEXT: %[[V2:.*]] = arith.constant 1 : i64
// CHECK-NEXT: %[[V3:.*]], %[[V4:.*]], %[[R:.*]] = scf.while (%[[V5:.*]] = %[[V0]], %[[V6:.*]] = %[[V1]], %[[V7:.*]] = %[[V2]]) : (i64, i1, i64) -> (i64, i1, i64) {
// CHECK-NEXT:   %[[V8:.*]] = arith.cmpi slt, %[[V5]], %[[N]] : i64
// CHECK-NEXT:   %[[V9:.*]] = arith.andi %[[V6]], %[[V8]] : i1
// CHECK-NEXT:   scf.condition(%[[V9]]) %[[V5]], %[[V6]], %[[V7]] : i64, i1, i64
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[V10:.*]]: i1, %[[A:.*]]: i64):
// CHECK-NEXT:   %[[B:.*]] = arith.addi %[[A]], %[[A]] : i64
// CHECK-NEXT:   %[[MORE:.*]] = arith.cmpi slt, %[[B]], %[[LIMIT]] : i64
// CHECK-NEXT:   %[[V11:.*]] = arith.constant 1 : i64
// CHECK-NEXT:   %[[V12:.*]] = arith.addi %[[I]], %[[V11]] : i64
// CHECK-NEXT:   scf.yield %[[V12]], %[[MORE]], %[[B]] : i64, i1, i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : i64
func.func @loop(%n: i64, %limit: i64) -> i64 {
  %true = prim.Constant true
  %one = prim.Constant 1 : i64
  %r = prim.Loop %n, %true, iter(%one) : (i64) -> (i64) {
  ^bb0(%i: i64, %a: i64):
    %b = aten.add.int(%a, %a) : (i64, i64) -> i64
    %more = aten.lt.int(%b, %limit) : (i64, i64) -> i1
    prim.Loop.condition %more, iter(%b) : (i64)
  }
  func.return %r : i64
}

// A value that is never read is zero.
// CHECK-LABEL: func.func @uninitialized
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: f64) -> f64
// CHECK-NEXT: %[[U:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %[[R:.*]] = scf.if %[[C]] -> (f64) {
// CHECK-NEXT:   scf.yield %[[X]] : f64
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[U]] : f64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : f64
func.func @uninitialized(%c: i1, %x: f64) -> f64 {
  %u = prim.Uninitialized() : () -> f64
  %r = prim.If %c -> (f64) {
    prim.If.yield %x : f64
  } else {
    prim.If.yield %u : f64
  }
  func.return %r : f64
}

// Not of the ts level: stays as it is.
// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[X:.*]]: f32) -> f32
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[X]], %[[X]] : f32
// CHECK-NEXT: func.return %[[R]] : f32
func.func @stays(%x: f32) -> f32 {
  %r = arith.addf %x, %x : f32
  func.return %r : f32
}

// The number in a tensor of one element, whatever its rank is.
// CHECK-LABEL: func.func @the_number_in_a_tensor
// CHECK-SAME: (%[[X:.*]]: tensor<1x1xf32>) -> (f64, i1)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[E:.*]] = te.load %[[X]][%[[ZERO]], %[[ZERO]]] : tensor<1x1xf32>
// CHECK-NEXT: %[[N:.*]] = arith.extf %[[E]] : f32 to f64
// CHECK-NEXT: %[[FIRST:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[F:.*]] = te.load %[[X]][%[[FIRST]], %[[FIRST]]] : tensor<1x1xf32>
// CHECK-NEXT: %[[NONE:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[B:.*]] = arith.cmpf une, %[[F]], %[[NONE]] : f32
// CHECK-NEXT: func.return %[[N]], %[[B]] : f64, i1
func.func @the_number_in_a_tensor(%x: !ts.tensor<[1,1],f32>) -> (f64, i1) {
  %n = aten.item(%x) : (!ts.tensor<[1,1],f32>) -> f64
  %b = aten.Bool.Tensor(%x) : (!ts.tensor<[1,1],f32>) -> i1
  func.return %n, %b : f64, i1
}

// A float of any type becomes an int if it fits; an int needs no check.
// CHECK-LABEL: func.func @an_int_of_a_number
// CHECK-SAME: (%[[X:.*]]: f64, %[[I:.*]]: i64) -> (i64, i64)
// CHECK-NEXT: %[[LOW:.*]] = arith.constant -9.2233720368547758e+18 : f64
// CHECK-NEXT: %[[HIGH:.*]] = arith.constant 9.2233720368547758e+18 : f64
// CHECK-NEXT: %[[ABOVE:.*]] = arith.cmpf oge, %[[X]], %[[LOW]] : f64
// CHECK-NEXT: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[HIGH]] : f64
// CHECK-NEXT: %[[FITS:.*]] = arith.andi %[[ABOVE]], %[[BELOW]] : i1
// CHECK-NEXT: cf.assert %[[FITS]], "aten.Int.Scalar: the number does not fit into an int of 64 bits"
// CHECK-NEXT: %[[A:.*]] = arith.fptosi %[[X]] : f64 to i64
// CHECK-NEXT: func.return %[[A]], %[[I]] : i64, i64
func.func @an_int_of_a_number(%x: f64, %i: i64) -> (i64, i64) {
  %a = aten.Int.Scalar(%x) : (f64) -> i64
  %b = aten.Int.Scalar(%i) : (i64) -> i64
  func.return %a, %b : i64, i64
}

// An exception ends the kernel with the message of the program, or without one that is computed.
// CHECK-LABEL: func.func @exceptions
// CHECK-SAME: (%[[C:.*]]: i1, %[[N:.*]]: i64) -> i64
// CHECK-NEXT: %[[R:.*]] = scf.if %[[C]] -> (i64) {
// CHECK-NEXT:   %[[NEVER:.*]] = arith.constant false
// CHECK-NEXT:   cf.assert %[[NEVER]], "prim.RaiseException: n is negative"
// CHECK-NEXT:   %[[NO:.*]] = arith.constant false
// CHECK-NEXT:   cf.assert %[[NO]], "prim.RaiseException: an exception"
// CHECK-NEXT:   %[[U:.*]] = arith.constant 0 : i64
// CHECK-NEXT:   scf.yield %[[U]] : i64
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[N]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : i64
func.func @exceptions(%c: i1, %n: i64) -> i64 {
  %class = prim.Constant "builtins.ValueError" : !ts.str
  %text = prim.Constant "n is negative" : !ts.str
  %format = prim.Constant "n is {}" : !ts.str
  %r = prim.If %c -> (i64) {
    prim.RaiseException(%text, %class) : (!ts.str, !ts.str) -> ()
    %made = aten.format(%format, %n) : (!ts.str, i64) -> !ts.str
    %longer = aten.add.str(%made, %text) : (!ts.str, !ts.str) -> !ts.str
    prim.RaiseException(%longer, %class) : (!ts.str, !ts.str) -> ()
    %u = prim.Uninitialized() : () -> i64
    prim.If.yield %u : i64
  } else {
    prim.If.yield %n : i64
  }
  func.return %r : i64
}

// A copy has the sizes and the type of the tensor that is written; its elements do not matter.
// CHECK-LABEL: func.func @copies_into_other_sizes_and_types
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xi64>, %[[Y:.*]]: tensor<3xf32>) -> (tensor<2x3xi64>, tensor<2x3xi64>)
// CHECK-NEXT: %[[A:.*]] = te.compute (%[[I:.*]] = 2, %[[J:.*]] = 3) : tensor<2x3xi64> {
// CHECK-NEXT:   %[[E:.*]] = te.load %[[Y]][%[[J]]] : tensor<3xf32>
// CHECK-NEXT:   %[[N:.*]] = arith.fptosi %[[E]] : f32 to i64
// CHECK-NEXT:   te.yield %[[N]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: %[[B:.*]] = te.compute (%[[K:.*]] = 2, %[[L:.*]] = 3) : tensor<2x3xi64> {
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK-NEXT:   te.yield %[[ZERO]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[A]], %[[B]]
func.func @copies_into_other_sizes_and_types(%x: !ts.tensor<[2,3],i64>, %y: !ts.tensor<[3],f32>) -> (!ts.tensor<[2,3],i64>, !ts.tensor<[2,3],i64>) {
  %false = prim.Constant false
  %a = aten.copy(%x, %y, %false) : (!ts.tensor<[2,3],i64>, !ts.tensor<[3],f32>, i1) -> !ts.tensor<[2,3],i64>
  %b = aten.zero(%x) : (!ts.tensor<[2,3],i64>) -> !ts.tensor<[2,3],i64>
  func.return %a, %b : !ts.tensor<[2,3],i64>, !ts.tensor<[2,3],i64>
}

// A tensor of a list of numbers; floats are rounded to float32 first.
// CHECK-LABEL: func.func @numbers_of_a_list
// CHECK-SAME: (%[[A:.*]]: f64, %[[B:.*]]: f64) -> tensor<2xf64>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xf64> {
// CHECK-NEXT:   %[[B32:.*]] = arith.truncf %[[B]] : f64 to f32
// CHECK-NEXT:   %[[B64:.*]] = arith.extf %[[B32]] : f32 to f64
// CHECK-NEXT:   %[[FIRST:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[ISFIRST:.*]] = arith.cmpi eq, %[[I]], %[[FIRST]] : index
// CHECK-NEXT:   %[[A32:.*]] = arith.truncf %[[A]] : f64 to f32
// CHECK-NEXT:   %[[A64:.*]] = arith.extf %[[A32]] : f32 to f64
// CHECK-NEXT:   %[[E:.*]] = arith.select %[[ISFIRST]], %[[A64]], %[[B64]] : f64
// CHECK-NEXT:   te.yield %[[E]] : f64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]]
func.func @numbers_of_a_list(%a: f64, %b: f64) -> !ts.tensor<[2],f64> {
  %double = prim.Constant 7 : i64
  %none = prim.Constant : !ts.none
  %false = prim.Constant false
  %l = prim.ListConstruct(%a, %b) : (f64, f64) -> !ts.list<f64>
  %r = aten.tensor(%l, %double, %none, %false) : (!ts.list<f64>, i64, !ts.none, i1) -> !ts.tensor<[2],f64>
  func.return %r : !ts.tensor<[2],f64>
}

// CHECK-LABEL: func.func @negative_zeros
// CHECK:       arith.constant -0.000000e+00 : f32
func.func @negative_zeros() -> !ts.tensor<[2],f32> {
  %zeros = prim.Constant dense<-0.0> : tensor<2xf32> : !ts.tensor<[2],f32>
  func.return %zeros : !ts.tensor<[2],f32>
}
