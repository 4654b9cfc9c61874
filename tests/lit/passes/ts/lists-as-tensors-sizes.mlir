// RUN: %ts-opt %s -p lists-as-tensors | %check %s

// Fires: numbers repeated as often as a size says, alone or behind others.

// CHECK-LABEL: func.func @as_long_as_a_size
// CHECK-SAME: (%[[N:.*]]: !ts.size<s0>, %[[I:.*]]: i64) -> (i64, !ts.list<i64>)
// CHECK-NEXT: %[[V:.*]] = prim.size_value(%[[N]]) : (!ts.size<s0>) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[ZEROS:.*]] = prim.ListConstruct(%[[ZERO]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[ONES:.*]] = prim.ListConstruct(%[[ONE]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[K:.*]] = aten.mul.left_t(%[[ZEROS]], %[[V]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V3:.*]] = aten.full(%[[V0]], %[[ONE]], %[[V1]], %[[V2]], %[[V2]], %[[V2]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[1],i64, device="cpu">
// CHECK-NEXT: %[[V4:.*]] = prim.ListConstruct(%[[V]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V5:.*]] = aten.full(%[[V4]], %[[ZERO]], %[[V1]], %[[V2]], %[[V2]], %[[V2]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[s0],i64, device="cpu">
// CHECK-NEXT: %[[V6:.*]] = prim.ListConstruct(%[[V3]], %[[V5]]) : (!ts.tensor<[1],i64, device="cpu">, !ts.tensor<[s0],i64, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.cat(%[[V6]], %[[V7]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[s0+1],i64, device="cpu">
// CHECK-NEXT: %[[V8:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V9:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V10:.*]] = aten.scalar_tensor(%[[V]], %[[V8]], %[[V9]], %[[V9]], %[[V9]]) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[V11:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = aten.select_scatter(%[[L]], %[[V10]], %[[V11]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[s0+1],i64, device="cpu">, !ts.tensor<[],i64, device="cpu">, i64, i64) -> !ts.tensor<[s0+1],i64, device="cpu">
// CHECK-NEXT: %[[V12:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[A:.*]] = aten.size.int(%[[W]], %[[V12]]) : (!ts.tensor<[s0+1],i64, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[V13:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V14:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V15:.*]] = prim.tolist(%[[W]], %[[V14]], %[[V13]]) : (!ts.tensor<[s0+1],i64, device="cpu">, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: func.return %[[A]], %[[V15]] : i64, !ts.list<i64>
// CHECK-NEXT: }
func.func @as_long_as_a_size(%n: !ts.size<s0>, %i: i64) -> (i64, !ts.list<i64>) {
  %v = prim.size_value(%n) : (!ts.size<s0>) -> i64
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %zeros = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %ones = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %k = aten.mul.left_t(%zeros, %v) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %l = aten.add.t(%ones, %k) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
  %w = aten._set_item.t(%l, %i, %v) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  %a = aten.len.t(%l) : (!ts.list<i64>) -> i64
  func.return %a, %w : i64, !ts.list<i64>
}

// Must not fire: a list of no numbers has no place to write to.

// CHECK-LABEL: func.func @stays_as_the_list_may_be_empty
// CHECK-SAME: (%[[N:.*]]: !ts.size<s0>, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[V:.*]] = prim.size_value(%[[N]]) : (!ts.size<s0>) -> i64
// CHECK-NEXT: %[[FOUR:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[LESS:.*]] = aten.sub.int(%[[V]], %[[FOUR]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[FOURS:.*]] = prim.ListConstruct(%[[FOUR]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[L:.*]] = aten.mul.left_t(%[[FOURS]], %[[LESS]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_the_list_may_be_empty(%n: !ts.size<s0>, %i: i64) -> i64 {
  %v = prim.size_value(%n) : (!ts.size<s0>) -> i64
  %four = prim.Constant 4 : i64
  %less = aten.sub.int(%v, %four) : (i64, i64) -> i64
  %fours = prim.ListConstruct(%four) : (i64) -> !ts.list<i64>
  %l = aten.mul.left_t(%fours, %less) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// Must not fire: runs of equal numbers would be as many as the size.

// CHECK-LABEL: func.func @stays_as_two_numbers_are_repeated
// CHECK-SAME: (%[[N:.*]]: !ts.size<s0>, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[V:.*]] = prim.size_value(%[[N]]) : (!ts.size<s0>) -> i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[I]], %[[V]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[M:.*]] = aten.mul.left_t(%[[L]], %[[V]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[M]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_two_numbers_are_repeated(%n: !ts.size<s0>, %i: i64) -> i64 {
  %v = prim.size_value(%n) : (!ts.size<s0>) -> i64
  %l = prim.ListConstruct(%i, %v) : (i64, i64) -> !ts.list<i64>
  %m = aten.mul.left_t(%l, %v) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%m, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}
