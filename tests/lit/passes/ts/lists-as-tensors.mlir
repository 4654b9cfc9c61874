// RUN: %ts-opt %s -p lists-as-tensors | %check %s

// CHECK-LABEL: func.func @a_table
// CHECK-SAME: (%[[K:.*]]: i64) -> i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V4:.*]] = aten.full(%[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[1],i64, device="cpu">
// CHECK-NEXT: %[[V5:.*]] = prim.Constant [2 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V6:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[V7:.*]] = aten.full(%[[V5]], %[[V6]], %[[V2]], %[[V3]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2],i64, device="cpu">
// CHECK-NEXT: %[[V8:.*]] = prim.ListConstruct(%[[V4]], %[[V7]]) : (!ts.tensor<[1],i64, device="cpu">, !ts.tensor<[2],i64, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[V9:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.cat(%[[V8]], %[[V9]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[3],i64, device="cpu">
// CHECK-NEXT: %[[V10:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V11:.*]] = aten.select.int(%[[L]], %[[V10]], %[[K]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[3],i64, device="cpu">, i64, i64) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[A:.*]] = aten.Int.Tensor(%[[V11]]) : (!ts.tensor<[],i64, device="cpu">) -> i64
// CHECK-NEXT: %[[N:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[B:.*]] = aten.add.int(%[[A]], %[[N]]) : (i64, i64) -> i64
// CHECK-NEXT: func.return %[[B]] : i64
// CHECK-NEXT: }
func.func @a_table(%k: i64) -> i64 {
  %l = prim.Constant [1 : i64, 2 : i64, 2 : i64] : !ts.list<i64>
  %a = aten.__getitem__.t(%l, %k) : (!ts.list<i64>, i64) -> i64
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  %b = aten.add.int(%a, %n) : (i64, i64) -> i64
  func.return %b : i64
}

// CHECK-LABEL: func.func @a_write_in_a_loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[X:.*]]: f64) -> f64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[FOUR:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.ListConstruct(%[[X]]) : (f64) -> !ts.list<f64>
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 7 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[L:.*]] = aten.full(%[[V0]], %[[X]], %[[V1]], %[[V2]], %[[V2]], %[[V2]]) : (!ts.list<i64>, f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[4],f64, device="cpu">
// CHECK-NEXT: %[[V3:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[L]]) : (!ts.tensor<[4],f64, device="cpu">) -> (!ts.tensor<[4],f64, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[L_1:.*]]: !ts.tensor<[4],f64, device="cpu">):
// CHECK-NEXT: %[[V4:.*]] = prim.Constant 7 : i64
// CHECK-NEXT: %[[V5:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V6:.*]] = aten.scalar_tensor(%[[X]], %[[V4]], %[[V5]], %[[V5]], %[[V5]]) : (f64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],f64, device="cpu">
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = aten.select_scatter(%[[L_1]], %[[V6]], %[[V7]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[4],f64, device="cpu">, !ts.tensor<[],f64, device="cpu">, i64, i64) -> !ts.tensor<[4],f64, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[W]]) : (!ts.tensor<[4],f64, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V8:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V9:.*]] = aten.select.int(%[[V3]], %[[V8]], %[[ZERO]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[4],f64, device="cpu">, i64, i64) -> !ts.tensor<[],f64, device="cpu">
// CHECK-NEXT: %[[A:.*]] = aten.Float.Tensor(%[[V9]]) : (!ts.tensor<[],f64, device="cpu">) -> f64
// CHECK-NEXT: func.return %[[A]] : f64
// CHECK-NEXT: }
func.func @a_write_in_a_loop(%n: i64, %x: f64) -> f64 {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %four = prim.Constant 4 : i64
  %one = prim.ListConstruct(%x) : (f64) -> !ts.list<f64>
  %l = aten.mul.left_t(%one, %four) : (!ts.list<f64>, i64) -> !ts.list<f64>
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %w = aten._set_item.t(%l, %i, %x) : (!ts.list<f64>, i64, f64) -> !ts.list<f64>
    prim.Loop.condition %true
  }
  %a = aten.__getitem__.t(%l, %zero) : (!ts.list<f64>, i64) -> f64
  func.return %a : f64
}

// CHECK-LABEL: func.func @a_write_in_a_branch
// CHECK-SAME: (%[[C:.*]]: i1, %[[I:.*]]: i64) -> i1
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [2 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 11 : i64
// CHECK-NEXT: %[[V2:.*]] = aten.Int.bool(%[[C]]) : (i1) -> i64
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[L:.*]] = aten.full(%[[V0]], %[[V2]], %[[V1]], %[[V3]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2],i1, device="cpu">
// CHECK-NEXT: %[[V4:.*]] = prim.If %[[C]] -> (!ts.tensor<[2],i1, device="cpu">) {
// CHECK-NEXT: %[[V5:.*]] = prim.Constant 11 : i64
// CHECK-NEXT: %[[V6:.*]] = aten.Int.bool(%[[C]]) : (i1) -> i64
// CHECK-NEXT: %[[V7:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V8:.*]] = aten.scalar_tensor(%[[V6]], %[[V5]], %[[V7]], %[[V7]], %[[V7]]) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],i1, device="cpu">
// CHECK-NEXT: %[[V9:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = aten.select_scatter(%[[L]], %[[V8]], %[[V9]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[2],i1, device="cpu">, !ts.tensor<[],i1, device="cpu">, i64, i64) -> !ts.tensor<[2],i1, device="cpu">
// CHECK-NEXT: prim.If.yield %[[W]] : !ts.tensor<[2],i1, device="cpu">
// CHECK-NEXT: } else {
// CHECK-NEXT: prim.If.yield %[[L]] : !ts.tensor<[2],i1, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: %[[V10:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V11:.*]] = aten.select.int(%[[V4]], %[[V10]], %[[I]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[2],i1, device="cpu">, i64, i64) -> !ts.tensor<[],i1, device="cpu">
// CHECK-NEXT: %[[A:.*]] = aten.Bool.Tensor(%[[V11]]) : (!ts.tensor<[],i1, device="cpu">) -> i1
// CHECK-NEXT: func.return %[[A]] : i1
// CHECK-NEXT: }
func.func @a_write_in_a_branch(%c: i1, %i: i64) -> i1 {
  %l = prim.ListConstruct(%c, %c) : (i1, i1) -> !ts.list<i1>
  prim.If %c {
    %w = aten._set_item.t(%l, %i, %c) : (!ts.list<i1>, i64, i1) -> !ts.list<i1>
    prim.If.yield
  } else {
    prim.If.yield
  }
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i1>, i64) -> i1
  func.return %a : i1
}

// CHECK-LABEL: func.func @a_list_of_each_iteration
// CHECK-SAME: (%[[N:.*]]: i64) -> i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V3:.*]] = aten.full(%[[V0]], %[[N]], %[[V1]], %[[V2]], %[[V2]], %[[V2]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[1],i64, device="cpu">
// CHECK-NEXT: %[[V4:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V5:.*]] = aten.full(%[[V4]], %[[ZERO]], %[[V1]], %[[V2]], %[[V2]], %[[V2]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[1],i64, device="cpu">
// CHECK-NEXT: %[[V6:.*]] = prim.ListConstruct(%[[V3]], %[[V5]]) : (!ts.tensor<[1],i64, device="cpu">, !ts.tensor<[1],i64, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.cat(%[[V6]], %[[V7]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[2],i64, device="cpu">
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[L]]) : (!ts.tensor<[2],i64, device="cpu">) -> (!ts.tensor<[2],i64, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[K:.*]]: !ts.tensor<[2],i64, device="cpu">):
// CHECK-NEXT: %[[V8:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V9:.*]] = aten.select.int(%[[K]], %[[V8]], %[[I]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[2],i64, device="cpu">, i64, i64) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[A:.*]] = aten.Int.Tensor(%[[V9]]) : (!ts.tensor<[],i64, device="cpu">) -> i64
// CHECK-NEXT: %[[V10:.*]] = prim.Constant [2 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V11:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V12:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[M:.*]] = aten.full(%[[V10]], %[[A]], %[[V11]], %[[V12]], %[[V12]], %[[V12]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2],i64, device="cpu">
// CHECK-NEXT: %[[V13:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V14:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V15:.*]] = aten.scalar_tensor(%[[N]], %[[V13]], %[[V14]], %[[V14]], %[[V14]]) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[V16:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = aten.select_scatter(%[[M]], %[[V15]], %[[V16]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[2],i64, device="cpu">, !ts.tensor<[],i64, device="cpu">, i64, i64) -> !ts.tensor<[2],i64, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[W]]) : (!ts.tensor<[2],i64, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V17:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V18:.*]] = aten.select.int(%[[R]], %[[V17]], %[[N]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[2],i64, device="cpu">, i64, i64) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[B:.*]] = aten.Int.Tensor(%[[V18]]) : (!ts.tensor<[],i64, device="cpu">) -> i64
// CHECK-NEXT: func.return %[[B]] : i64
// CHECK-NEXT: }
func.func @a_list_of_each_iteration(%n: i64) -> i64 {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %l = prim.ListConstruct(%n, %zero) : (i64, i64) -> !ts.list<i64>
  %r = prim.Loop %n, %true, iter(%l) : (!ts.list<i64>) -> (!ts.list<i64>) {
  ^bb0(%i: i64, %k: !ts.list<i64>):
    %a = aten.__getitem__.t(%k, %i) : (!ts.list<i64>, i64) -> i64
    %m = prim.ListConstruct(%a, %a) : (i64, i64) -> !ts.list<i64>
    %w = aten._set_item.t(%m, %i, %n) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%m) : (!ts.list<i64>)
  }
  %b = aten.__getitem__.t(%r, %n) : (!ts.list<i64>, i64) -> i64
  func.return %b : i64
}

// CHECK-LABEL: func.func @a_copy
// CHECK-SAME: (%[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [2 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[L:.*]] = aten.full(%[[V0]], %[[I]], %[[V1]], %[[V2]], %[[V2]], %[[V2]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2],i64, device="cpu">
// CHECK-NEXT: %[[V3:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V4:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V5:.*]] = aten.scalar_tensor(%[[I]], %[[V3]], %[[V4]], %[[V4]], %[[V4]]) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[V6:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = aten.select_scatter(%[[L]], %[[V5]], %[[V6]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[2],i64, device="cpu">, !ts.tensor<[],i64, device="cpu">, i64, i64) -> !ts.tensor<[2],i64, device="cpu">
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V8:.*]] = aten.select.int(%[[L]], %[[V7]], %[[I]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[2],i64, device="cpu">, i64, i64) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[A:.*]] = aten.Int.Tensor(%[[V8]]) : (!ts.tensor<[],i64, device="cpu">) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @a_copy(%i: i64) -> i64 {
  %l = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
  %m = aten.list.t(%l) : (!ts.list<i64>) -> !ts.list<i64>
  %w = aten._set_item.t(%m, %i, %i) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @two_lists_in_a_branch_of_a_loop
// CHECK-SAME: (%[[N:.*]]: i64) -> i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [2 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[L:.*]] = aten.full(%[[V0]], %[[N]], %[[V1]], %[[V2]], %[[V2]], %[[V2]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2],i64, device="cpu">
// CHECK-NEXT: %[[V3:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V4:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V5:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[M:.*]] = aten.full(%[[V3]], %[[N]], %[[V4]], %[[V5]], %[[V5]], %[[V5]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[1],i64, device="cpu">
// CHECK-NEXT: %[[V6:.*]], %[[V7:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[L]], %[[M]]) : (!ts.tensor<[2],i64, device="cpu">, !ts.tensor<[1],i64, device="cpu">) -> (!ts.tensor<[2],i64, device="cpu">, !ts.tensor<[1],i64, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[L_1:.*]]: !ts.tensor<[2],i64, device="cpu">, %[[M_1:.*]]: !ts.tensor<[1],i64, device="cpu">):
// CHECK-NEXT: %[[C:.*]] = aten.eq.int(%[[I]], %[[N]]) : (i64, i64) -> i1
// CHECK-NEXT: %[[V8:.*]], %[[V9:.*]] = prim.If %[[C]] -> (!ts.tensor<[2],i64, device="cpu">, !ts.tensor<[1],i64, device="cpu">) {
// CHECK-NEXT: %[[V10:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V11:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V12:.*]] = aten.scalar_tensor(%[[N]], %[[V10]], %[[V11]], %[[V11]], %[[V11]]) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[V13:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V:.*]] = aten.select_scatter(%[[L_1]], %[[V12]], %[[V13]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[2],i64, device="cpu">, !ts.tensor<[],i64, device="cpu">, i64, i64) -> !ts.tensor<[2],i64, device="cpu">
// CHECK-NEXT: %[[V14:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V15:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V16:.*]] = aten.scalar_tensor(%[[N]], %[[V14]], %[[V15]], %[[V15]], %[[V15]]) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[V17:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = aten.select_scatter(%[[M_1]], %[[V16]], %[[V17]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[1],i64, device="cpu">, !ts.tensor<[],i64, device="cpu">, i64, i64) -> !ts.tensor<[1],i64, device="cpu">
// CHECK-NEXT: prim.If.yield %[[V]], %[[W]] : !ts.tensor<[2],i64, device="cpu">, !ts.tensor<[1],i64, device="cpu">
// CHECK-NEXT: } else {
// CHECK-NEXT: prim.If.yield %[[L_1]], %[[M_1]] : !ts.tensor<[2],i64, device="cpu">, !ts.tensor<[1],i64, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[V8]], %[[V9]]) : (!ts.tensor<[2],i64, device="cpu">, !ts.tensor<[1],i64, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V18:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V19:.*]] = aten.select.int(%[[V6]], %[[V18]], %[[N]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[2],i64, device="cpu">, i64, i64) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[A:.*]] = aten.Int.Tensor(%[[V19]]) : (!ts.tensor<[],i64, device="cpu">) -> i64
// CHECK-NEXT: %[[V20:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V21:.*]] = aten.select.int(%[[V7]], %[[V20]], %[[N]]) {ts.message = "aten.__getitem__.t: list index out of range"} : (!ts.tensor<[1],i64, device="cpu">, i64, i64) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[B:.*]] = aten.Int.Tensor(%[[V21]]) : (!ts.tensor<[],i64, device="cpu">) -> i64
// CHECK-NEXT: %[[D:.*]] = aten.add.int(%[[A]], %[[B]]) : (i64, i64) -> i64
// CHECK-NEXT: func.return %[[D]] : i64
// CHECK-NEXT: }
func.func @two_lists_in_a_branch_of_a_loop(%n: i64) -> i64 {
  %true = prim.Constant true
  %l = prim.ListConstruct(%n, %n) : (i64, i64) -> !ts.list<i64>
  %m = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %c = aten.eq.int(%i, %n) : (i64, i64) -> i1
    prim.If %c {
      %v = aten._set_item.t(%l, %i, %n) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
      %w = aten._set_item.t(%m, %i, %n) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.Loop.condition %true
  }
  %a = aten.__getitem__.t(%l, %n) : (!ts.list<i64>, i64) -> i64
  %b = aten.__getitem__.t(%m, %n) : (!ts.list<i64>, i64) -> i64
  %d = aten.add.int(%a, %b) : (i64, i64) -> i64
  func.return %d : i64
}

// CHECK-LABEL: func.func @a_returned_list
// CHECK-SAME: (%[[I:.*]]: i64) -> (!ts.list<i64>, i64)
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [2 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[L:.*]] = aten.full(%[[V0]], %[[I]], %[[V1]], %[[V2]], %[[V2]], %[[V2]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2],i64, device="cpu">
// CHECK-NEXT: %[[V3:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[V4:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V5:.*]] = aten.scalar_tensor(%[[I]], %[[V3]], %[[V4]], %[[V4]], %[[V4]]) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],i64, device="cpu">
// CHECK-NEXT: %[[V6:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = aten.select_scatter(%[[L]], %[[V5]], %[[V6]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[2],i64, device="cpu">, !ts.tensor<[],i64, device="cpu">, i64, i64) -> !ts.tensor<[2],i64, device="cpu">
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V8:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V9:.*]] = prim.tolist(%[[W]], %[[V8]], %[[V7]]) : (!ts.tensor<[2],i64, device="cpu">, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: func.return %[[V9]], %[[I]] : !ts.list<i64>, i64
// CHECK-NEXT: }
func.func @a_returned_list(%i: i64) -> (!ts.list<i64>, i64) {
  %l = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
  %w = aten._set_item.t(%l, %i, %i) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  func.return %l, %i : !ts.list<i64>, i64
}

// CHECK-LABEL: func.func @a_list_in_a_returned_tuple
// CHECK-SAME: (%[[I:.*]]: i64) -> !ts.tuple<!ts.list<i1>>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 11 : i64
// CHECK-NEXT: %[[V2:.*]] = aten.Int.bool(%[[TRUE]]) : (i1) -> i64
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[L:.*]] = aten.full(%[[V0]], %[[V2]], %[[V1]], %[[V3]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[1],i1, device="cpu">
// CHECK-NEXT: %[[V4:.*]] = prim.Constant 11 : i64
// CHECK-NEXT: %[[V5:.*]] = aten.Int.bool(%[[TRUE]]) : (i1) -> i64
// CHECK-NEXT: %[[V6:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V7:.*]] = aten.scalar_tensor(%[[V5]], %[[V4]], %[[V6]], %[[V6]], %[[V6]]) : (i64, i64, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[],i1, device="cpu">
// CHECK-NEXT: %[[V8:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = aten.select_scatter(%[[L]], %[[V7]], %[[V8]], %[[I]]) {ts.message = "aten._set_item.t: list index out of range"} : (!ts.tensor<[1],i1, device="cpu">, !ts.tensor<[],i1, device="cpu">, i64, i64) -> !ts.tensor<[1],i1, device="cpu">
// CHECK-NEXT: %[[V9:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[V10:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V11:.*]] = prim.tolist(%[[W]], %[[V10]], %[[V9]]) : (!ts.tensor<[1],i1, device="cpu">, i64, i64) -> !ts.list<i1>
// CHECK-NEXT: %[[T:.*]] = prim.TupleConstruct(%[[V11]]) : (!ts.list<i1>) -> !ts.tuple<!ts.list<i1>>
// CHECK-NEXT: func.return %[[T]] : !ts.tuple<!ts.list<i1>>
// CHECK-NEXT: }
func.func @a_list_in_a_returned_tuple(%i: i64) -> !ts.tuple<!ts.list<i1>> {
  %true = prim.Constant true
  %l = prim.ListConstruct(%true) : (i1) -> !ts.list<i1>
  %w = aten._set_item.t(%l, %i, %true) : (!ts.list<i1>, i64, i1) -> !ts.list<i1>
  %t = prim.TupleConstruct(%l) : (!ts.list<i1>) -> !ts.tuple<!ts.list<i1>>
  func.return %t : !ts.tuple<!ts.list<i1>>
}

// CHECK-LABEL: func.func @stays_as_all_places_are_known
// CHECK-SAME: (%[[A:.*]]: i64) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[A]], %[[A]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[B:.*]] = aten.__getitem__.t(%[[L]], %[[ZERO]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[B]] : i64
// CHECK-NEXT: }
func.func @stays_as_all_places_are_known(%a: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %l = prim.ListConstruct(%a, %a) : (i64, i64) -> !ts.list<i64>
  %b = aten.__getitem__.t(%l, %zero) : (!ts.list<i64>, i64) -> i64
  func.return %b : i64
}

// CHECK-LABEL: func.func @stays_as_the_list_is_an_argument
// CHECK-SAME: (%[[L:.*]]: !ts.list<i64>, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_the_list_is_an_argument(%l: !ts.list<i64>, %i: i64) -> i64 {
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_the_length_is_unknown
// CHECK-SAME: (%[[I:.*]]: i64, %[[N:.*]]: i64) -> i64
// CHECK-NEXT: %[[ONE:.*]] = prim.ListConstruct(%[[I]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[L:.*]] = aten.mul.left_t(%[[ONE]], %[[N]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_the_length_is_unknown(%i: i64, %n: i64) -> i64 {
  %one = prim.ListConstruct(%i) : (i64) -> !ts.list<i64>
  %l = aten.mul.left_t(%one, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_it_grows
// CHECK-SAME: (%[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[I]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_it_grows(%i: i64) -> i64 {
  %l = prim.ListConstruct(%i) : (i64) -> !ts.list<i64>
  %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_lengths_differ
// CHECK-SAME: (%[[C:.*]]: i1, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[I]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[M:.*]] = prim.ListConstruct(%[[I]], %[[I]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[K:.*]] = prim.If %[[C]] -> (!ts.list<i64>) {
// CHECK-NEXT: prim.If.yield %[[L]] : !ts.list<i64>
// CHECK-NEXT: } else {
// CHECK-NEXT: prim.If.yield %[[M]] : !ts.list<i64>
// CHECK-NEXT: }
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[K]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_lengths_differ(%c: i1, %i: i64) -> i64 {
  %l = prim.ListConstruct(%i) : (i64) -> !ts.list<i64>
  %m = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
  %k = prim.If %c -> (!ts.list<i64>) {
    prim.If.yield %l : !ts.list<i64>
  } else {
    prim.If.yield %m : !ts.list<i64>
  }
  %a = aten.__getitem__.t(%k, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_two_names_of_it_are_used
// CHECK-SAME: (%[[C:.*]]: i1, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[I]], %[[I]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[M:.*]] = prim.ListConstruct(%[[I]], %[[I]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[K:.*]] = prim.If %[[C]] -> (!ts.list<i64>) {
// CHECK-NEXT: prim.If.yield %[[L]] : !ts.list<i64>
// CHECK-NEXT: } else {
// CHECK-NEXT: prim.If.yield %[[M]] : !ts.list<i64>
// CHECK-NEXT: }
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[K]], %[[I]], %[[I]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_two_names_of_it_are_used(%c: i1, %i: i64) -> i64 {
  %l = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
  %m = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
  %k = prim.If %c -> (!ts.list<i64>) {
    prim.If.yield %l : !ts.list<i64>
  } else {
    prim.If.yield %m : !ts.list<i64>
  }
  %w = aten._set_item.t(%k, %i, %i) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_a_loop_carries_it_twice
// CHECK-SAME: (%[[N:.*]]: i64) -> i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[N]], %[[N]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[R:.*]], %[[S:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[L]], %[[L]]) : (!ts.list<i64>, !ts.list<i64>) -> (!ts.list<i64>, !ts.list<i64>) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[K:.*]]: !ts.list<i64>, %[[M:.*]]: !ts.list<i64>):
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[K]], %[[I]], %[[I]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[K]], %[[M]]) : (!ts.list<i64>, !ts.list<i64>)
// CHECK-NEXT: }
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[S]], %[[N]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_a_loop_carries_it_twice(%n: i64) -> i64 {
  %true = prim.Constant true
  %l = prim.ListConstruct(%n, %n) : (i64, i64) -> !ts.list<i64>
  %r, %s = prim.Loop %n, %true, iter(%l, %l) : (!ts.list<i64>, !ts.list<i64>) -> (!ts.list<i64>, !ts.list<i64>) {
  ^bb0(%i: i64, %k: !ts.list<i64>, %m: !ts.list<i64>):
    %w = aten._set_item.t(%k, %i, %i) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%k, %m) : (!ts.list<i64>, !ts.list<i64>)
  }
  %a = aten.__getitem__.t(%s, %n) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_an_iteration_takes_one_that_is_made_before
// CHECK-SAME: (%[[N:.*]]: i64) -> i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[N]], %[[N]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[M:.*]] = prim.ListConstruct(%[[N]], %[[N]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[L]]) : (!ts.list<i64>) -> (!ts.list<i64>) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[K:.*]]: !ts.list<i64>):
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[K]], %[[I]], %[[I]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[M]]) : (!ts.list<i64>)
// CHECK-NEXT: }
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[R]], %[[N]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_an_iteration_takes_one_that_is_made_before(%n: i64) -> i64 {
  %true = prim.Constant true
  %l = prim.ListConstruct(%n, %n) : (i64, i64) -> !ts.list<i64>
  %m = prim.ListConstruct(%n, %n) : (i64, i64) -> !ts.list<i64>
  %r = prim.Loop %n, %true, iter(%l) : (!ts.list<i64>) -> (!ts.list<i64>) {
  ^bb0(%i: i64, %k: !ts.list<i64>):
    %w = aten._set_item.t(%k, %i, %i) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%m) : (!ts.list<i64>)
  }
  %a = aten.__getitem__.t(%r, %n) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_a_part_of_it_is_written
// CHECK-SAME: (%[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[P:.*]] = prim.ListConstruct(%[[I]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[P]], %[[I]], %[[TWO]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[L:.*]] = aten.mul.left_t(%[[P]], %[[TWO]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_a_part_of_it_is_written(%i: i64) -> i64 {
  %two = prim.Constant 2 : i64
  %p = prim.ListConstruct(%i) : (i64) -> !ts.list<i64>
  %w = aten._set_item.t(%p, %i, %two) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  %l = aten.mul.left_t(%p, %two) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_it_begins_with_too_many_numbers
// CHECK-SAME: (%[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[K:.*]] = prim.Constant 33 : i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[P:.*]] = prim.ListConstruct(%[[I]], %[[ZERO]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[L:.*]] = aten.mul.left_t(%[[P]], %[[K]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_it_begins_with_too_many_numbers(%i: i64) -> i64 {
  %k = prim.Constant 33 : i64
  %zero = prim.Constant 0 : i64
  %p = prim.ListConstruct(%i, %zero) : (i64, i64) -> !ts.list<i64>
  %l = aten.mul.left_t(%p, %k) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// CHECK-LABEL: func.func @stays_as_two_results_are_the_same_list
// CHECK-SAME: (%[[I:.*]]: i64) -> (!ts.list<i64>, !ts.list<i64>)
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[I]], %[[I]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[L]], %[[I]], %[[I]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: func.return %[[L]], %[[W]] : !ts.list<i64>, !ts.list<i64>
// CHECK-NEXT: }
func.func @stays_as_two_results_are_the_same_list(%i: i64) -> (!ts.list<i64>, !ts.list<i64>) {
  %l = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
  %w = aten._set_item.t(%l, %i, %i) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  func.return %l, %w : !ts.list<i64>, !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_a_tuple_with_it_is_taken_apart
// CHECK-SAME: (%[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[I]], %[[I]]) : (i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[T:.*]] = prim.TupleConstruct(%[[L]]) : (!ts.list<i64>) -> !ts.tuple<!ts.list<i64>>
// CHECK-NEXT: %[[M:.*]] = prim.TupleUnpack(%[[T]]) : (!ts.tuple<!ts.list<i64>>) -> !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[M]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_a_tuple_with_it_is_taken_apart(%i: i64) -> i64 {
  %l = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
  %t = prim.TupleConstruct(%l) : (!ts.list<i64>) -> !ts.tuple<!ts.list<i64>>
  %m = prim.TupleUnpack(%t) : (!ts.tuple<!ts.list<i64>>) -> !ts.list<i64>
  %a = aten.__getitem__.t(%m, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}


// CHECK-LABEL: func.func @not_written_after_a_tuple_takes_it
// CHECK:         aten._set_item.t
func.func @not_written_after_a_tuple_takes_it(%i: i64) -> !ts.tuple<!ts.list<i64>, i64> {
  %zero = prim.Constant 0 : i64
  %l = prim.ListConstruct(%zero, %zero) : (i64, i64) -> !ts.list<i64>
  %t = prim.TupleConstruct(%l, %i) : (!ts.list<i64>, i64) -> !ts.tuple<!ts.list<i64>, i64>
  %w = aten._set_item.t(%l, %i, %i) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  func.return %t : !ts.tuple<!ts.list<i64>, i64>
}
