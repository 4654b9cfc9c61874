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
// CHECK-NEXT: %[[N:.*]] = aten.size.int(%[[T]], %[[V8]]) : (!ts.tensor<[s0],i64, device="cpu">, i64) -> i64
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
