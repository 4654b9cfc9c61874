// RUN: %ts-opt %s -p lists-as-tensors | %check %s

// The numbers of a tensor, of any length: read, and copied to be written.

// CHECK-LABEL: func.func @numbers_of_a_tensor
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[s0],i64, device="cpu">, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V1:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V2:.*]] = aten.scalar_tensor(%[[ONE]], %[[V0]], %[[V1]], %[[V1]], %[[V1]]) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[V3:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = aten.select_scatter(%[[T]], %[[V2]], %[[V3]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[s0],i64, device="cpu">, !ts.tensor<[],i64, device="cpu">, i64, i64) -> !ts.tensor<[s0],i64, device="cpu">
// CHECK-NEXT: %[[V4:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V5:.*]] = aten.select.int(%[[T]], %[[V4]], %[[I]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[s0],i64, device="cpu">, i64, i64) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[A:.*]] = aten.Int.Tensor(%[[V5]]) : (!ts.tensor<[],i64, device="cpu">) -> i64
// CHECK-NEXT: %[[V6:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V7:.*]] = aten.select.int(%[[W]], %[[V6]], %[[I]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[s0],i64, device="cpu">, i64, i64) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[B:.*]] = aten.Int.Tensor(%[[V7]]) : (!ts.tensor<[],i64, device="cpu">) -> i64
// CHECK-NEXT: %[[V8:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[N:.*]] = aten.size.int(%[[W]], %[[V8]]) : (!ts.tensor<[s0],i64, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[R:.*]] = aten.add.int(%[[A]], %[[B]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[S:.*]] = aten.add.int(%[[R]], %[[N]]) : (i64, i64) -> i64
// CHECK-NEXT: func.return %[[S]] : i64
// CHECK-NEXT: }
func.func @numbers_of_a_tensor(%t: !ts.tensor<[s0],i64, device="cpu">, %i: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %l = prim.tolist(%t, %one, %zero) : (!ts.tensor<[s0],i64, device="cpu">, i64, i64) -> !ts.list<i64>
  %c = aten.list.t(%l) : (!ts.list<i64>) -> !ts.list<i64>
  %w = aten._set_item.t(%c, %i, %one) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  %b = aten.__getitem__.t(%w, %i) : (!ts.list<i64>, i64) -> i64
  %n = aten.len.t(%c) : (!ts.list<i64>) -> i64
  %r = aten.add.int(%a, %b) : (i64, i64) -> i64
  %s = aten.add.int(%r, %n) : (i64, i64) -> i64
  func.return %s : i64
}

// A write to the tensor between may not show in the list.

// CHECK-LABEL: func.func @stays_as_another_operator_takes_the_tensor
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[4],i64, device="cpu">, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[L:.*]] = prim.tolist(%[[T]], %[[ONE]], %[[ZERO]]) : (!ts.tensor<[4],i64, device="cpu">, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[Z:.*]] = aten.zero_(%[[T]]) : (!ts.tensor<[4],i64, device="cpu">) -> !ts.tensor<[4],i64, device="cpu">
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_another_operator_takes_the_tensor(%t: !ts.tensor<[4],i64, device="cpu">, %i: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %l = prim.tolist(%t, %one, %zero) : (!ts.tensor<[4],i64, device="cpu">, i64, i64) -> !ts.list<i64>
  %z = aten.zero_(%t) : (!ts.tensor<[4],i64, device="cpu">) -> !ts.tensor<[4],i64, device="cpu">
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_the_numbers_are_of_another_type
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[I:.*]]: i64) -> f64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[L:.*]] = prim.tolist(%[[T]], %[[ONE]], %[[ONE]]) : (!ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.list<f64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<f64>, i64) -> f64
// CHECK-NEXT: func.return %[[A]] : f64
// CHECK-NEXT: }
func.func @stays_as_the_numbers_are_of_another_type(%t: !ts.tensor<[4],f32, device="cpu">, %i: i64) -> f64 {
  %one = prim.Constant 1 : i64
  %l = prim.tolist(%t, %one, %one) : (!ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.list<f64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<f64>, i64) -> f64
  func.return %a : f64
}

// CHECK-LABEL: func.func @stays_as_a_branch_has_a_list_of_another_length
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[s0],i64, device="cpu">, %[[U:.*]]: !ts.tensor<[4],i64, device="cpu">, %[[C:.*]]: i1, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[L:.*]] = prim.tolist(%[[T]], %[[ONE]], %[[ZERO]]) : (!ts.tensor<[s0],i64, device="cpu">, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[M:.*]] = prim.tolist(%[[U]], %[[ONE]], %[[ZERO]]) : (!ts.tensor<[4],i64, device="cpu">, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[K:.*]] = prim.If %[[C]] -> (!ts.list<i64>) {
// CHECK-NEXT: prim.If.yield %[[L]] : !ts.list<i64>
// CHECK-NEXT: } else {
// CHECK-NEXT: prim.If.yield %[[M]] : !ts.list<i64>
// CHECK-NEXT: }
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[K]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_a_branch_has_a_list_of_another_length(%t: !ts.tensor<[s0],i64, device="cpu">, %u: !ts.tensor<[4],i64, device="cpu">, %c: i1, %i: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %l = prim.tolist(%t, %one, %zero) : (!ts.tensor<[s0],i64, device="cpu">, i64, i64) -> !ts.list<i64>
  %m = prim.tolist(%u, %one, %zero) : (!ts.tensor<[4],i64, device="cpu">, i64, i64) -> !ts.list<i64>
  %k = prim.If %c -> (!ts.list<i64>) {
    prim.If.yield %l : !ts.list<i64>
  } else {
    prim.If.yield %m : !ts.list<i64>
  }
  %a = aten.__getitem__.t(%k, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// Fires: a whole slice, and a sum with an empty list, are copies.

// CHECK-LABEL: func.func @copies
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[4],i64, device="cpu">, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[END:.*]] = prim.Constant 9223372036854775807 : i64
// CHECK-NEXT: %[[EMPTY:.*]] = prim.ListConstruct() : () -> !ts.list<i64>
// CHECK-NEXT: %[[V0:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V1:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V2:.*]] = aten.scalar_tensor(%[[ONE]], %[[V0]], %[[V1]], %[[V1]], %[[V1]]) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[V3:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = aten.select_scatter(%[[T]], %[[V2]], %[[V3]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[4],i64, device="cpu">, !ts.tensor<[],i64, device="cpu">, i64, i64) -> !ts.tensor<[4],i64, device="cpu">
// CHECK-NEXT: %[[V4:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V5:.*]] = aten.select.int(%[[W]], %[[V4]], %[[ONE]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[4],i64, device="cpu">, i64, i64) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[A:.*]] = aten.Int.Tensor(%[[V5]]) : (!ts.tensor<[],i64, device="cpu">) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @copies(%t: !ts.tensor<[4],i64, device="cpu">, %i: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %end = prim.Constant 9223372036854775807 : i64
  %empty = prim.ListConstruct() : () -> !ts.list<i64>
  %l = prim.tolist(%t, %one, %zero) : (!ts.tensor<[4],i64, device="cpu">, i64, i64) -> !ts.list<i64>
  %c = aten.slice.t(%l, %none, %none, %one) : (!ts.list<i64>, !ts.none, !ts.none, i64) -> !ts.list<i64>
  %d = aten.slice.t(%c, %zero, %end, %one) : (!ts.list<i64>, i64, i64, i64) -> !ts.list<i64>
  %e = aten.add.t(%d, %empty) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %w = aten._set_item.t(%e, %i, %one) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%w, %one) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// Must not fire: a slice has other elements.

// CHECK-LABEL: func.func @stays_as_a_slice_begins_later
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[4],i64, device="cpu">, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[L:.*]] = prim.tolist(%[[T]], %[[ONE]], %[[ZERO]]) : (!ts.tensor<[4],i64, device="cpu">, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[C:.*]] = aten.slice.t(%[[L]], %[[ONE]], %[[NONE]], %[[ONE]]) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[C]], %[[I]], %[[ONE]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: func.return %[[ONE]] : i64
// CHECK-NEXT: }
func.func @stays_as_a_slice_begins_later(%t: !ts.tensor<[4],i64, device="cpu">, %i: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %l = prim.tolist(%t, %one, %zero) : (!ts.tensor<[4],i64, device="cpu">, i64, i64) -> !ts.list<i64>
  %c = aten.slice.t(%l, %one, %none, %one) : (!ts.list<i64>, i64, !ts.none, i64) -> !ts.list<i64>
  %w = aten._set_item.t(%c, %i, %one) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  func.return %one : i64
}

// CHECK-LABEL: func.func @questions
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[s0],i64, device="cpu">, %[[U:.*]]: !ts.tensor<[3],i1, device="cpu">, %[[N:.*]]: i64) -> (i1, i64, i64, i64, i64, i1, i1)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[V0:.*]] = aten.eq.Scalar(%[[T]], %[[N]]) : (!ts.tensor<[s0],i64, device="cpu">, i64) -> !ts.tensor
// CHECK-NEXT: %[[V1:.*]] = aten.any(%[[V0]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[A:.*]] = aten.Bool.Tensor(%[[V1]]) : (!ts.tensor) -> i1
// CHECK-NEXT: %[[V2:.*]] = aten.eq.Scalar(%[[T]], %[[N]]) : (!ts.tensor<[s0],i64, device="cpu">, i64) -> !ts.tensor
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V4:.*]] = aten.sum(%[[V2]], %[[V3]]) : (!ts.tensor, !ts.none) -> !ts.tensor
// CHECK-NEXT: %[[B:.*]] = aten.Int.Tensor(%[[V4]]) : (!ts.tensor) -> i64
// CHECK-NEXT: %[[V5:.*]] = prim.Constant [0 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V6:.*]] = prim.Constant false
// CHECK-NEXT: %[[V7:.*]] = aten.amax(%[[T]], %[[V5]], %[[V6]]) : (!ts.tensor<[s0],i64, device="cpu">, !ts.list<i64>, i1) -> !ts.tensor
// CHECK-NEXT: %[[C:.*]] = aten.Int.Tensor(%[[V7]]) : (!ts.tensor) -> i64
// CHECK-NEXT: %[[V8:.*]] = prim.Constant [0 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V9:.*]] = prim.Constant false
// CHECK-NEXT: %[[V10:.*]] = aten.amin(%[[T]], %[[V8]], %[[V9]]) : (!ts.tensor<[s0],i64, device="cpu">, !ts.list<i64>, i1) -> !ts.tensor
// CHECK-NEXT: %[[D:.*]] = aten.Int.Tensor(%[[V10]]) : (!ts.tensor) -> i64
// CHECK-NEXT: %[[V11:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V12:.*]] = aten.sum(%[[T]], %[[V11]]) : (!ts.tensor<[s0],i64, device="cpu">, !ts.none) -> !ts.tensor
// CHECK-NEXT: %[[E:.*]] = aten.Int.Tensor(%[[V12]]) : (!ts.tensor) -> i64
// CHECK-NEXT: %[[V13:.*]] = aten.any(%[[U]]) : (!ts.tensor<[3],i1, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[F:.*]] = aten.Bool.Tensor(%[[V13]]) : (!ts.tensor) -> i1
// CHECK-NEXT: %[[V14:.*]] = aten.all(%[[U]]) : (!ts.tensor<[3],i1, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[G:.*]] = aten.Bool.Tensor(%[[V14]]) : (!ts.tensor) -> i1
// CHECK-NEXT: func.return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[F]], %[[G]] : i1, i64, i64, i64, i64, i1, i1
// CHECK-NEXT: }
func.func @questions(%t: !ts.tensor<[s0],i64, device="cpu">, %u: !ts.tensor<[3],i1, device="cpu">, %n: i64) -> (i1, i64, i64, i64, i64, i1, i1) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %l = prim.tolist(%t, %one, %zero) : (!ts.tensor<[s0],i64, device="cpu">, i64, i64) -> !ts.list<i64>
  %m = prim.tolist(%u, %one, %two) : (!ts.tensor<[3],i1, device="cpu">, i64, i64) -> !ts.list<i1>
  %a = aten.__contains__.int_list(%l, %n) : (!ts.list<i64>, i64) -> i1
  %b = aten.count.int(%l, %n) : (!ts.list<i64>, i64) -> i64
  %c = prim.max.self_int(%l) : (!ts.list<i64>) -> i64
  %d = prim.min.self_int(%l) : (!ts.list<i64>) -> i64
  %e = aten.sum.int(%l) : (!ts.list<i64>) -> i64
  %f = aten.any.bool(%m) : (!ts.list<i1>) -> i1
  %g = aten.all.bool(%m) : (!ts.list<i1>) -> i1
  func.return %a, %b, %c, %d, %e, %f, %g : i1, i64, i64, i64, i64, i1, i1
}

// CHECK-LABEL: func.func @questions_of_floats
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[s0],f64, device="cpu">, %[[X:.*]]: f64) -> (i1, i64)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V0:.*]] = aten.eq.Scalar(%[[T]], %[[X]]) : (!ts.tensor<[s0],f64, device="cpu">, f64) -> !ts.tensor
// CHECK-NEXT: %[[V1:.*]] = aten.any(%[[V0]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[A:.*]] = aten.Bool.Tensor(%[[V1]]) : (!ts.tensor) -> i1
// CHECK-NEXT: %[[V2:.*]] = aten.eq.Scalar(%[[T]], %[[X]]) : (!ts.tensor<[s0],f64, device="cpu">, f64) -> !ts.tensor
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V4:.*]] = aten.sum(%[[V2]], %[[V3]]) : (!ts.tensor, !ts.none) -> !ts.tensor
// CHECK-NEXT: %[[B:.*]] = aten.Int.Tensor(%[[V4]]) : (!ts.tensor) -> i64
// CHECK-NEXT: func.return %[[A]], %[[B]] : i1, i64
// CHECK-NEXT: }
func.func @questions_of_floats(%t: !ts.tensor<[s0],f64, device="cpu">, %x: f64) -> (i1, i64) {
  %one = prim.Constant 1 : i64
  %l = prim.tolist(%t, %one, %one) : (!ts.tensor<[s0],f64, device="cpu">, i64, i64) -> !ts.list<f64>
  %a = aten.__contains__.float_list(%l, %x) : (!ts.list<f64>, f64) -> i1
  %b = aten.count.float(%l, %x) : (!ts.list<f64>, f64) -> i64
  func.return %a, %b : i1, i64
}

// Must not fire: the sum of floats is rounded in the order of the list.

// CHECK-LABEL: func.func @stays_as_the_order_decides_the_sum
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[4],f64, device="cpu">, %[[I:.*]]: i64) -> f64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[L:.*]] = prim.tolist(%[[T]], %[[ONE]], %[[ONE]]) : (!ts.tensor<[4],f64, device="cpu">, i64, i64) -> !ts.list<f64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<f64>, i64) -> f64
// CHECK-NEXT: %[[S:.*]] = aten.sum.float(%[[L]]) : (!ts.list<f64>) -> f64
// CHECK-NEXT: %[[B:.*]] = aten.add.float(%[[A]], %[[S]]) : (f64, f64) -> f64
// CHECK-NEXT: func.return %[[B]] : f64
// CHECK-NEXT: }
func.func @stays_as_the_order_decides_the_sum(%t: !ts.tensor<[4],f64, device="cpu">, %i: i64) -> f64 {
  %one = prim.Constant 1 : i64
  %l = prim.tolist(%t, %one, %one) : (!ts.tensor<[4],f64, device="cpu">, i64, i64) -> !ts.list<f64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<f64>, i64) -> f64
  %s = aten.sum.float(%l) : (!ts.list<f64>) -> f64
  %b = aten.add.float(%a, %s) : (f64, f64) -> f64
  func.return %b : f64
}
