// RUN: ts-opt %s | ts-opt -f mlir | %check %s
// RUN: ts-opt --print-op-generic %s | ts-opt -f mlir | %check %s
// RUN: ts-opt --print-op-generic %s | %check %s --check-prefix=GENERIC
// RUN: xdsl-opt %s | %check %s

// One operand per argument; defaults are operands too.
// CHECK-LABEL: func.func @pointwise
func.func @pointwise(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor, %one: i64) -> !ts.tensor {
  // CHECK:   %[[R:.*]] = aten.add.Tensor(%[[X:.*]], %[[Y:.*]], %[[ONE:.*]]) : (!ts.tensor<[2,3],f32>, !ts.tensor, i64) -> !ts.tensor
  // GENERIC: %[[R:.*]] = "aten.add.Tensor"(%[[X:.*]], %[[Y:.*]], %[[ONE:.*]]) : (!ts.tensor<[2,3],f32>, !ts.tensor, i64) -> !ts.tensor
  %0 = aten.add.Tensor(%x, %y, %one) : (!ts.tensor<[2,3],f32>, !ts.tensor, i64) -> !ts.tensor
  // Extra attributes are kept.
  // CHECK-NEXT: %[[S:.*]] = aten.sin(%[[R]]) {note = "kept"} : (!ts.tensor) -> !ts.tensor
  %1 = aten.sin(%0) {note = "kept"} : (!ts.tensor) -> !ts.tensor
  // A generic spelling reads as well.
  // CHECK-NEXT: %[[T:.*]] = aten.t(%[[S]]) : (!ts.tensor) -> !ts.tensor
  %2 = "aten.t"(%1) : (!ts.tensor) -> !ts.tensor
  // CHECK-NEXT: func.return %[[T]]
  func.return %2 : !ts.tensor
}

// An operator without results, and one with two.
// CHECK-LABEL: func.func @results
func.func @results(%x: !ts.tensor, %dim: i64, %keep: i1, %l: !ts.list<!ts.tensor>) -> !ts.tensor {
  // CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[DIM:.*]]: i64, %[[KEEP:.*]]: i1, %[[L:.*]]: !ts.list
  // CHECK-NEXT: %[[M:.*]], %[[I:.*]] = aten.max.dim(%[[X]], %[[DIM]], %[[KEEP]]) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  %m, %i = aten.max.dim(%x, %dim, %keep) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  // CHECK-NEXT: aten.clear.t(%[[L]]) : (!ts.list<!ts.tensor>) -> ()
  aten.clear.t(%l) : (!ts.list<!ts.tensor>) -> ()
  func.return %m : !ts.tensor
}

// A type variable is bound to one type throughout a call.
// CHECK-LABEL: func.func @variables
func.func @variables(%d: !ts.dict<!ts.str, !ts.list<i64>>, %k: !ts.str) -> !ts.list<i64> {
  // CHECK: %[[V:.*]] = aten.__getitem__.Dict_str(%[[D:.*]], %[[K:.*]]) : (!ts.dict<!ts.str, !ts.list<i64>>, !ts.str) -> !ts.list<i64>
  %0 = aten.__getitem__.Dict_str(%d, %k) : (!ts.dict<!ts.str, !ts.list<i64>>, !ts.str) -> !ts.list<i64>
  func.return %0 : !ts.list<i64>
}

// `None` and a `T` stand where a `T?` is declared; an int where a number is.
// CHECK-LABEL: func.func @optional
func.func @optional(%x: !ts.tensor, %n: !ts.none, %lo: i64, %hi: f64) -> !ts.tensor {
  // CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: !ts.none, %[[LO:.*]]: i64, %[[HI:.*]]: f64)
  // CHECK-NEXT: %[[Y:.*]] = aten.clamp(%[[X]], %[[LO]], %[[HI]]) : (!ts.tensor, i64, f64) -> !ts.tensor
  %0 = aten.clamp(%x, %lo, %hi) : (!ts.tensor, i64, f64) -> !ts.tensor
  // CHECK-NEXT: aten.clamp(%[[Y]], %[[N]], %[[HI]]) : (!ts.tensor, !ts.none, f64) -> !ts.tensor
  %1 = aten.clamp(%0, %n, %hi) : (!ts.tensor, !ts.none, f64) -> !ts.tensor
  func.return %1 : !ts.tensor
}

// A schema with `...` accepts any number of operands after the declared ones.
// CHECK-LABEL: func.func @varargs
func.func @varargs(%s: !ts.str, %x: !ts.tensor, %i: i64) -> !ts.str {
  // CHECK-SAME: (%[[S:.*]]: !ts.str, %[[X:.*]]: !ts.tensor, %[[I:.*]]: i64)
  // CHECK-NEXT: %[[T:.*]] = aten.format(%[[S]], %[[X]], %[[I]]) : (!ts.str, !ts.tensor, i64) -> !ts.str
  %0 = aten.format(%s, %x, %i) : (!ts.str, !ts.tensor, i64) -> !ts.str
  // CHECK-NEXT: aten.format(%[[T]]) : (!ts.str) -> !ts.str
  %1 = aten.format(%0) : (!ts.str) -> !ts.str
  func.return %1 : !ts.str
}

// The other namespaces of the table, and the operators of prim.
// CHECK-LABEL: func.func @namespaces
func.func @namespaces(%x: !ts.tensor, %scale: f64, %zero: i64) -> !ts.device {
  // CHECK: quantized.add(
  %0 = quantized.add(%x, %x, %scale, %zero) : (!ts.tensor, !ts.tensor, f64, i64) -> !ts.tensor
  // CHECK: prims.sin(
  %1 = prims.sin(%0) : (!ts.tensor) -> !ts.tensor
  // CHECK: prim.device(
  %2 = prim.device(%1) : (!ts.tensor) -> !ts.device
  func.return %2 : !ts.device
}

// A type holds where the value is made: here the sizes have changed since.
// CHECK-LABEL: func.func @sizes_that_are_written
func.func @sizes_that_are_written(%x: !ts.tensor<[3,2],f32>) -> !ts.tensor<[2,3],f32> {
  %0 = aten.t_(%x) : (!ts.tensor<[3,2],f32>) -> !ts.tensor
  // CHECK: aten.relu
  %1 = aten.relu(%x) : (!ts.tensor<[3,2],f32>) -> !ts.tensor<[2,3],f32>
  func.return %1 : !ts.tensor<[2,3],f32>
}

// A rule may know less, as may a type; and a symbol may be any size.
// CHECK-LABEL: func.func @facts_of_one_side
func.func @facts_of_one_side(%x: !ts.tensor<[s0,2],f32>) {
  // CHECK: aten.relu
  %0 = aten.relu(%x) : (!ts.tensor<[s0,2],f32>) -> !ts.tensor<[4,?],f32>
  // CHECK: aten.relu
  %1 = aten.relu(%x) : (!ts.tensor<[s0,2],f32>) -> !ts.tensor
  func.return
}
