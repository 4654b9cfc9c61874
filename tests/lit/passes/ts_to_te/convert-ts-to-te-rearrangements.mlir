// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// The last index is one less than the size, which is an argument.
// CHECK-LABEL: func.func @flip
// CHECK-SAME: (%[[S0:.*]]: index, %[[X:.*]]: tensor<2x?xf32> {te.sizes = array<i64: 0>}) -> tensor<2x?xf32>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 2, %[[J:.*]] = %[[S0]]) : tensor<2x?xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant -1 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.addi %[[S0]], %[[V0]] : index
// CHECK-NEXT:   %[[V2:.*]] = arith.subi %[[V1]], %[[J]] : index
// CHECK-NEXT:   %[[V3:.*]] = te.load %[[X]][%[[I]], %[[V2]]] : tensor<2x?xf32>
// CHECK-NEXT:   te.yield %[[V3]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2x?xf32>
func.func @flip(%x: !ts.tensor<[2,s0],f32>) -> !ts.tensor<[2,s0],f32> {
  %one = prim.Constant 1 : i64
  %dims = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %r = aten.flip(%x, %dims) : (!ts.tensor<[2,s0],f32>, !ts.list<i64>) -> !ts.tensor<[2,s0],f32>
  func.return %r : !ts.tensor<[2,s0],f32>
}

// An element is chosen behind its load, which is moved into the tensor.
// CHECK-LABEL: func.func @cat
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<3xf64>) -> tensor<5xf64>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 5) : tensor<5xf64> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.constant -1 : index
// CHECK-NEXT:   %[[V2:.*]] = arith.addi %[[V0]], %[[V1]] : index
// CHECK-NEXT:   %[[V3:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V4:.*]] = arith.maxsi %[[I]], %[[V3]] : index
// CHECK-NEXT:   %[[V5:.*]] = arith.minsi %[[V4]], %[[V2]] : index
// CHECK-NEXT:   %[[V6:.*]] = te.load %[[X]][%[[V5]]] : tensor<2xf32>
// CHECK-NEXT:   %[[V7:.*]] = arith.extf %[[V6]] : f32 to f64
// CHECK-NEXT:   %[[V8:.*]] = arith.cmpi sge, %[[I]], %[[V0]] : index
// CHECK-NEXT:   %[[V9:.*]] = arith.constant -2 : index
// CHECK-NEXT:   %[[V10:.*]] = arith.addi %[[I]], %[[V9]] : index
// CHECK-NEXT:   %[[V11:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[V12:.*]] = arith.addi %[[V11]], %[[V1]] : index
// CHECK-NEXT:   %[[V13:.*]] = arith.maxsi %[[V10]], %[[V3]] : index
// CHECK-NEXT:   %[[V14:.*]] = arith.minsi %[[V13]], %[[V12]] : index
// CHECK-NEXT:   %[[V15:.*]] = te.load %[[Y]][%[[V14]]] : tensor<3xf64>
// CHECK-NEXT:   %[[V16:.*]] = arith.select %[[V8]], %[[V15]], %[[V7]] : f64
// CHECK-NEXT:   te.yield %[[V16]] : f64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<5xf64>
func.func @cat(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f64>) -> !ts.tensor<[5],f64> {
  %zero = prim.Constant 0 : i64
  %both = prim.ListConstruct(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[3],f64>) -> !ts.list<!ts.tensor>
  %r = aten.cat(%both, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[5],f64>
  func.return %r : !ts.tensor<[5],f64>
}

// Only an axis with a border is guarded, and only at the end that has one.
// CHECK-LABEL: func.func @pad
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 2, %[[J:.*]] = 4) : tensor<2x4xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant true
// CHECK-NEXT:   %[[V1:.*]] = arith.constant -1 : index
// CHECK-NEXT:   %[[V2:.*]] = arith.addi %[[J]], %[[V1]] : index
// CHECK-NEXT:   %[[V3:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[V4:.*]] = arith.addi %[[V3]], %[[V1]] : index
// CHECK-NEXT:   %[[V5:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V6:.*]] = arith.maxsi %[[V2]], %[[V5]] : index
// CHECK-NEXT:   %[[V7:.*]] = arith.minsi %[[V6]], %[[V4]] : index
// CHECK-NEXT:   %[[V8:.*]] = arith.cmpi sge, %[[V2]], %[[V5]] : index
// CHECK-NEXT:   %[[V9:.*]] = arith.andi %[[V0]], %[[V8]] : i1
// CHECK-NEXT:   %[[V10:.*]] = te.load %[[X]][%[[I]], %[[V7]]] : tensor<2x3xf32>
// CHECK-NEXT:   %[[V11:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[V12:.*]] = arith.select %[[V9]], %[[V10]], %[[V11]] : f32
// CHECK-NEXT:   te.yield %[[V12]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2x4xf32>
func.func @pad(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,4],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %widths = prim.ListConstruct(%one, %zero) : (i64, i64) -> !ts.list<i64>
  %r = aten.constant_pad_nd(%x, %widths, %zero) : (!ts.tensor<[2,3],f32>, !ts.list<i64>, i64) -> !ts.tensor<[2,4],f32>
  func.return %r : !ts.tensor<[2,4],f32>
}

// An empty tensor is not read.
// CHECK-LABEL: func.func @pad_of_nothing
// CHECK-SAME: (%[[X:.*]]: tensor<0xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xf32> {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   te.yield %[[V0]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2xf32>
func.func @pad_of_nothing(%x: !ts.tensor<[0],f32>) -> !ts.tensor<[2],f32> {
  %one = prim.Constant 1 : i64
  %widths = prim.ListConstruct(%one, %one) : (i64, i64) -> !ts.list<i64>
  %r = aten.constant_pad_nd(%x, %widths, %one) : (!ts.tensor<[0],f32>, !ts.list<i64>, i64) -> !ts.tensor<[2],f32>
  func.return %r : !ts.tensor<[2],f32>
}

// An index that counts the iterations of a loop is within a size that bounds them.
// CHECK-LABEL: func.func @selects_by_an_iteration
// CHECK-SAME: (%[[X:.*]]: tensor<5x3xf32>, %[[H:.*]]: tensor<3xf32>) -> tensor<3xf32>
// CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %{{.*}} iter_args(%[[Y:.*]] = %[[H]]) -> (tensor<3xf32>) {
// CHECK-NEXT: %[[T:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK-NEXT: %[[K:.*]] = arith.index_cast %[[T]] : i64 to index
// CHECK-NEXT: %[[S:.*]] = te.compute (%[[A:.*]] = 3) : tensor<3xf32> {
// CHECK-NEXT:   %[[E:.*]] = te.load %[[X]][%[[K]], %[[A]]] : tensor<5x3xf32>
func.func @selects_by_an_iteration(%x: !ts.tensor<[5,3],f32>, %h: !ts.tensor<[3],f32>) -> !ts.tensor<[3],f32> {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %n = aten.size.int(%x, %zero) : (!ts.tensor<[5,3],f32>, i64) -> i64
  %r = prim.Loop %n, %true, iter(%h) : (!ts.tensor<[3],f32>) -> (!ts.tensor<[3],f32>) {
  ^bb0(%i: i64, %y: !ts.tensor<[3],f32>):
    %s = aten.select.int(%x, %zero, %i) : (!ts.tensor<[5,3],f32>, i64, i64) -> !ts.tensor<[3],f32>
    %t = aten.add.Tensor(%y, %s, %one) : (!ts.tensor<[3],f32>, !ts.tensor<[3],f32>, i64) -> !ts.tensor<[3],f32>
    prim.Loop.condition %true, iter(%t) : (!ts.tensor<[3],f32>)
  }
  func.return %r : !ts.tensor<[3],f32>
}

// The last rows, counted from the end of a known size.
// CHECK-LABEL: func.func @selects_from_the_end
// CHECK-SAME: (%[[X:.*]]: tensor<5x3xf32>)
// CHECK-NEXT: %[[K:.*]] = arith.constant 3 : index
// CHECK-NEXT: te.compute (%[[A:.*]] = 3) : tensor<3xf32> {
// CHECK-NEXT: te.load %[[X]][%[[K]], %[[A]]] : tensor<5x3xf32>
func.func @selects_from_the_end(%x: !ts.tensor<[5,3],f32>) -> !ts.tensor<[3],f32> {
  %zero = prim.Constant 0 : i64
  %i = prim.Constant -2 : i64
  %s = aten.select.int(%x, %zero, %i) : (!ts.tensor<[5,3],f32>, i64, i64) -> !ts.tensor<[3],f32>
  func.return %s : !ts.tensor<[3],f32>
}

// Any other index is checked, and counts from the end if it is negative.
// CHECK-LABEL: func.func @selects_by_any_index
// CHECK-SAME: (%[[X:.*]]: tensor<5x3xf32>, %[[I:.*]]: i64) -> tensor<3xf32>
// CHECK: %[[END:.*]] = arith.addi %[[I]], %[[SIZE:.*]] : i64
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[I]], %[[ZERO:.*]] : i64
// CHECK: %[[PLACE:.*]] = arith.select %[[NEGATIVE]], %[[END]], %[[I]] : i64
// CHECK: cf.assert %[[INSIDE:.*]], "aten.select.int: index out of range"
// CHECK: %[[K:.*]] = arith.index_cast %[[PLACE]] : i64 to index
// CHECK: te.load %[[X]][%[[K]], %[[A:.*]]] : tensor<5x3xf32>
func.func @selects_by_any_index(%x: !ts.tensor<[5,3],f32>, %i: i64) -> !ts.tensor<[3],f32> {
  %zero = prim.Constant 0 : i64
  %s = aten.select.int(%x, %zero, %i) : (!ts.tensor<[5,3],f32>, i64, i64) -> !ts.tensor<[3],f32>
  func.return %s : !ts.tensor<[3],f32>
}
