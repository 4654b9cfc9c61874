// RUN: %ts-opt %s -p stack-appended-lists | %check %s

// CHECK-LABEL: func.func @stacked_along_the_first_axis
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [3 : i64, 4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V4:.*]] = aten.device(%[[V2]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V5:.*]] = aten.empty.memory_format(%[[V0]], %[[V1]], %[[V3]], %[[V4]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: %[[R:.*]], %[[S:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]], %[[V5]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[V6:.*]]: !ts.tensor<[3,4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V8:.*]] = aten.select_scatter(%[[V6]], %[[Z]], %[[V7]], %[[I]]) : (!ts.tensor<[3,4],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]], %[[V8]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V9:.*]] = prim.unchecked_cast(%[[S]]) : (!ts.tensor<[3,4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: func.return %[[V9]] : !ts.tensor
func.func @stacked_along_the_first_axis(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stacked_along_the_last_axis
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[LAST:.*]] = prim.Constant -1 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [4 : i64, 3 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V4:.*]] = aten.device(%[[V2]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V5:.*]] = aten.empty.memory_format(%[[V0]], %[[V1]], %[[V3]], %[[V4]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[4,3],f32, device="cpu">
// CHECK-NEXT: %[[R:.*]], %[[S:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]], %[[V5]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[4,3],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[4,3],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[V6:.*]]: !ts.tensor<[4,3],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V8:.*]] = aten.select_scatter(%[[V6]], %[[Z]], %[[V7]], %[[I]]) : (!ts.tensor<[4,3],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.tensor<[4,3],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]], %[[V8]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[4,3],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V9:.*]] = prim.unchecked_cast(%[[S]]) : (!ts.tensor<[4,3],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: func.return %[[V9]] : !ts.tensor
func.func @stacked_along_the_last_axis(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %last = prim.Constant -1 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %last) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @joined_by_cat
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [3 : i64, 4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V4:.*]] = aten.device(%[[V2]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V5:.*]] = aten.empty.memory_format(%[[V0]], %[[V1]], %[[V3]], %[[V4]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: %[[R:.*]], %[[R_1:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]], %[[V5]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[V6:.*]]: !ts.tensor<[3,4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V8:.*]] = aten.select_scatter(%[[V6]], %[[Z]], %[[V7]], %[[I]]) : (!ts.tensor<[3,4],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]], %[[V8]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V9:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V10:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[S:.*]] = aten.flatten.using_ints(%[[R_1]], %[[V9]], %[[V10]]) : (!ts.tensor<[3,4],f32, device="cpu">, i64, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @joined_by_cat(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.cat(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @grown_by_a_list_of_one
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [3 : i64, 4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V4:.*]] = aten.device(%[[V2]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V5:.*]] = aten.empty.memory_format(%[[V0]], %[[V1]], %[[V3]], %[[V4]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: %[[R:.*]], %[[S:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]], %[[V5]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[V6:.*]]: !ts.tensor<[3,4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[P:.*]] = prim.ListConstruct(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V8:.*]] = aten.select_scatter(%[[V6]], %[[Z]], %[[V7]], %[[I]]) : (!ts.tensor<[3,4],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]], %[[V8]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V9:.*]] = prim.unchecked_cast(%[[S]]) : (!ts.tensor<[3,4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: func.return %[[V9]] : !ts.tensor
func.func @grown_by_a_list_of_one(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %p = prim.ListConstruct(%z) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    %w = aten.add_.t(%l, %p) : (!ts.list<!ts.tensor>, !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @two_lists_of_one_loop
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor, !ts.tensor)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [3 : i64, 4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V4:.*]] = aten.device(%[[V2]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V5:.*]] = aten.empty.memory_format(%[[V0]], %[[V1]], %[[V3]], %[[V4]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: %[[V6:.*]] = prim.Constant [3 : i64, 4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V8:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V9:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V10:.*]] = aten.device(%[[V8]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V11:.*]] = aten.empty.memory_format(%[[V6]], %[[V7]], %[[V9]], %[[V10]], %[[V9]], %[[V9]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: %[[R:.*]], %[[R_1:.*]], %[[S:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]], %[[V5]], %[[V11]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[V12:.*]]: !ts.tensor<[3,4],f32, device="cpu">, %[[V13:.*]]: !ts.tensor<[3,4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[V14:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V15:.*]] = aten.select_scatter(%[[V13]], %[[Z]], %[[V14]], %[[I]]) : (!ts.tensor<[3,4],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: %[[V16:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V17:.*]] = aten.select_scatter(%[[V12]], %[[Y]], %[[V16]], %[[I]]) : (!ts.tensor<[3,4],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]], %[[V17]], %[[V15]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V18:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V19:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[T:.*]] = aten.flatten.using_ints(%[[R_1]], %[[V18]], %[[V19]]) : (!ts.tensor<[3,4],f32, device="cpu">, i64, i64) -> !ts.tensor
// CHECK-NEXT: %[[V20:.*]] = prim.unchecked_cast(%[[S]]) : (!ts.tensor<[3,4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: func.return %[[V20]], %[[T]] : !ts.tensor, !ts.tensor
func.func @two_lists_of_one_loop(%x: !ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor, !ts.tensor) {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %m = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    %v = aten.append.t(%m, %y) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %t = aten.cat(%m, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s, %t : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_list_is_returned
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor, !ts.list<!ts.tensor>)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]], %[[L]] : !ts.tensor, !ts.list<!ts.tensor>
func.func @stays_as_the_list_is_returned(%x: !ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor, !ts.list<!ts.tensor>) {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s, %l : !ts.tensor, !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @stays_as_the_loop_reads_the_list
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[N:.*]] = aten.len.t(%[[L]]) : (!ts.list<!ts.tensor>) -> i64
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_the_loop_reads_the_list(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    %n = aten.len.t(%l) : (!ts.list<!ts.tensor>) -> i64
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_an_iteration_appends_twice
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[V:.*]] = aten.append.t(%[[L]], %[[Y]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_an_iteration_appends_twice(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    %v = aten.append.t(%l, %y) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_branch_appends
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[C:.*]]: i1) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: prim.If %[[C]] {
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.If.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: prim.If.yield
// CHECK-NEXT: }
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_a_branch_appends(%x: !ts.tensor<[4],f32, device="cpu">, %c: i1) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    prim.If %c -> () {
      %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_trip_count_is_not_known
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[N:.*]]: i64) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_the_trip_count_is_not_known(%x: !ts.tensor<[4],f32, device="cpu">, %n: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_condition_may_end_the_loop
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[C:.*]]: i1) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[C]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_a_condition_may_end_the_loop(%x: !ts.tensor<[4],f32, device="cpu">, %c: i1) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %c, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_stack_of_no_iteration_fails
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_the_stack_of_no_iteration_fails(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 0 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_an_element_is_written
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[V:.*]] = aten.relu_(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_an_element_is_written(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    %v = aten.relu_(%z) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_sizes_are_not_known
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[?],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[?],f32, device="cpu">) -> (!ts.tensor<[?],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[?],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[?],f32, device="cpu">) -> !ts.tensor<[?],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[?],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[?],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_the_sizes_are_not_known(%x: !ts.tensor<[?],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[?],f32, device="cpu">) -> (!ts.tensor<[?],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[?],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[?],f32, device="cpu">) -> !ts.tensor<[?],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[?],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[?],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_device_is_not_known
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32>) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32>) -> (!ts.tensor<[4],f32>) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32>):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32>) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32>)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_the_device_is_not_known(%x: !ts.tensor<[4],f32>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32>) -> (!ts.tensor<[4],f32>) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32>):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32>) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32>)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_axis_is_out_of_range
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[TWO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_the_axis_is_out_of_range(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %two = prim.Constant 2 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %two) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_lists_of_several_elements_are_added
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[P:.*]] = prim.ListConstruct(%[[Z]], %[[Y]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[W:.*]] = aten.add_.t(%[[L]], %[[P]]) : (!ts.list<!ts.tensor>, !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
func.func @stays_as_lists_of_several_elements_are_added(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %p = prim.ListConstruct(%z, %y) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    %w = aten.add_.t(%l, %p) : (!ts.list<!ts.tensor>, !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @a_list_of_stacks
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[THREE:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [3 : i64, 4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V4:.*]] = aten.device(%[[V2]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V5:.*]] = aten.empty.memory_format(%[[V0]], %[[V1]], %[[V3]], %[[V4]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: %[[S:.*]] = prim.Loop %[[THREE]], %[[TRUE]], iter(%[[V5]]) : (!ts.tensor<[3,4],f32, device="cpu">) -> (!ts.tensor<[3,4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[T:.*]]: i64, %[[V6:.*]]: !ts.tensor<[3,4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V8:.*]] = aten.select_scatter(%[[V6]], %[[Z]], %[[V7]], %[[T]]) : (!ts.tensor<[3,4],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.tensor<[3,4],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[V8]]) : (!ts.tensor<[3,4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V9:.*]] = prim.Constant [3 : i64, 3 : i64, 4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V10:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V11:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V12:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V13:.*]] = aten.device(%[[V11]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V14:.*]] = aten.empty.memory_format(%[[V9]], %[[V10]], %[[V12]], %[[V13]], %[[V12]], %[[V12]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[3,3,4],f32, device="cpu">
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[THREE]], %[[TRUE]], iter(%[[V14]]) : (!ts.tensor<[3,3,4],f32, device="cpu">) -> (!ts.tensor<[3,3,4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[T_1:.*]]: i64, %[[V15:.*]]: !ts.tensor<[3,3,4],f32, device="cpu">):
// CHECK-NEXT: %[[V16:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V17:.*]] = aten.select_scatter(%[[V15]], %[[S]], %[[V16]], %[[T_1]]) : (!ts.tensor<[3,3,4],f32, device="cpu">, !ts.tensor<[3,4],f32, device="cpu">, i64, i64) -> !ts.tensor<[3,3,4],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[V17]]) : (!ts.tensor<[3,3,4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V18:.*]] = prim.unchecked_cast(%[[R]]) : (!ts.tensor<[3,3,4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: func.return %[[V18]] : !ts.tensor
func.func @a_list_of_stacks(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %three = prim.Constant 3 : i64
  %true = prim.Constant true
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  prim.Loop %three, %true : () -> () {
  ^bb0(%t: i64):
    %z = aten.tanh(%x) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[3,4],f32, device="cpu">
  %m = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  prim.Loop %three, %true : () -> () {
  ^bb0(%t: i64):
    %w = aten.append.t(%m, %s) : (!ts.list<!ts.tensor>, !ts.tensor<[3,4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true
  }
  %r = aten.stack(%m, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_loop_makes_several_tensors
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[THREE:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop %[[THREE]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[T:.*]]: i64):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[THREE]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor) {
// CHECK-NEXT: ^bb0(%[[T_1:.*]]: i64, %[[Y:.*]]: !ts.tensor):
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: %[[U:.*]] = aten.add_.Scalar(%[[S]], %[[ONE]], %[[ONE]]) : (!ts.tensor, i64, i64) -> !ts.tensor
// CHECK-NEXT: %[[V:.*]] = aten.add.Tensor(%[[Y]], %[[U]], %[[ONE]]) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[V]]) : (!ts.tensor)
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @stays_as_a_loop_makes_several_tensors(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %three = prim.Constant 3 : i64
  %true = prim.Constant true
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  prim.Loop %three, %true : () -> () {
  ^bb0(%t: i64):
    %z = aten.tanh(%x) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true
  }
  %r = prim.Loop %three, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor) {
  ^bb0(%t: i64, %y: !ts.tensor):
    %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %u = aten.add_.Scalar(%s, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
    %v = aten.add.Tensor(%y, %u, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.Loop.condition %true, iter(%v) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @the_list_begins_with_a_tensor
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant [4 : i64, 4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V1:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V3:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V4:.*]] = aten.device(%[[V2]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V5:.*]] = aten.empty.memory_format(%[[V0]], %[[V1]], %[[V3]], %[[V4]], %[[V3]], %[[V3]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[4,4],f32, device="cpu">
// CHECK-NEXT: %[[V6:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V7:.*]] = aten.select_scatter(%[[V5]], %[[X]], %[[V6]], %[[V6]]) : (!ts.tensor<[4,4],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.tensor<[4,4],f32, device="cpu">
// CHECK-NEXT: %[[R:.*]], %[[S:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]], %[[V7]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[4,4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[4,4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[V8:.*]]: !ts.tensor<[4,4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[V9:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V10:.*]] = aten.add.int(%[[I]], %[[V9]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V11:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V12:.*]] = aten.select_scatter(%[[V8]], %[[Z]], %[[V11]], %[[V10]]) : (!ts.tensor<[4,4],f32, device="cpu">, !ts.tensor<[4],f32, device="cpu">, i64, i64) -> !ts.tensor<[4,4],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]], %[[V12]]) : (!ts.tensor<[4],f32, device="cpu">, !ts.tensor<[4,4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V13:.*]] = prim.unchecked_cast(%[[S]]) : (!ts.tensor<[4,4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: func.return %[[V13]] : !ts.tensor
// CHECK-NEXT: }
func.func @the_list_begins_with_a_tensor(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct(%x) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @symbolic_sizes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = aten.size.int(%[[X]], %[[ZERO]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V1:.*]] = aten.size.int(%[[X]], %[[V0]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V3:.*]] = aten.size.int(%[[X]], %[[V2]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[V4:.*]] = prim.ListConstruct(%[[COUNT]], %[[V1]], %[[V3]]) : (i64, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V5:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V6:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V7:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V8:.*]] = aten.device(%[[V6]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V9:.*]] = aten.empty.memory_format(%[[V4]], %[[V5]], %[[V7]], %[[V8]], %[[V7]], %[[V7]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[s0,s0,s1],f32, device="cpu">
// CHECK-NEXT: %[[R:.*]], %[[S:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]], %[[V9]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, !ts.tensor<[s0,s0,s1],f32, device="cpu">) -> (!ts.tensor<[s0,s1],f32, device="cpu">, !ts.tensor<[s0,s0,s1],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[s0,s1],f32, device="cpu">, %[[V10:.*]]: !ts.tensor<[s0,s0,s1],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.tensor<[s0,s1],f32, device="cpu">
// CHECK-NEXT: %[[V11:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V12:.*]] = aten.select_scatter(%[[V10]], %[[Z]], %[[V11]], %[[I]]) : (!ts.tensor<[s0,s0,s1],f32, device="cpu">, !ts.tensor<[s0,s1],f32, device="cpu">, i64, i64) -> !ts.tensor<[s0,s0,s1],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]], %[[V12]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, !ts.tensor<[s0,s0,s1],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V13:.*]] = prim.unchecked_cast(%[[S]]) : (!ts.tensor<[s0,s0,s1],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: func.return %[[V13]] : !ts.tensor
// CHECK-NEXT: }
func.func @symbolic_sizes(%x: !ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = aten.size.int(%x, %zero) : (!ts.tensor<[s0,s1],f32, device="cpu">, i64) -> i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[s0,s1],f32, device="cpu">) -> (!ts.tensor<[s0,s1],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[s0,s1],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.tensor<[s0,s1],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[s0,s1],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @symbolic_sizes_behind_a_first_tensor
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = aten.size.int(%[[X]], %[[ZERO]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V1:.*]] = aten.add.int(%[[COUNT]], %[[V0]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V2:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V3:.*]] = aten.size.int(%[[X]], %[[V2]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[V4:.*]] = aten.size.int(%[[X]], %[[V0]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[V5:.*]] = prim.ListConstruct(%[[V1]], %[[V3]], %[[V4]]) : (i64, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V6:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[V7:.*]] = prim.Constant "cpu" : !ts.str
// CHECK-NEXT: %[[V8:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[V9:.*]] = aten.device(%[[V7]]) : (!ts.str) -> !ts.device
// CHECK-NEXT: %[[V10:.*]] = aten.empty.memory_format(%[[V5]], %[[V6]], %[[V8]], %[[V9]], %[[V8]], %[[V8]]) : (!ts.list<i64>, i64, !ts.none, !ts.device, !ts.none, !ts.none) -> !ts.tensor<[s0+1,s0,s1],f32, device="cpu">
// CHECK-NEXT: %[[V11:.*]] = aten.select_scatter(%[[V10]], %[[X]], %[[V2]], %[[V2]]) : (!ts.tensor<[s0+1,s0,s1],f32, device="cpu">, !ts.tensor<[s0,s1],f32, device="cpu">, i64, i64) -> !ts.tensor<[s0+1,s0,s1],f32, device="cpu">
// CHECK-NEXT: %[[R:.*]], %[[S:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]], %[[V11]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, !ts.tensor<[s0+1,s0,s1],f32, device="cpu">) -> (!ts.tensor<[s0,s1],f32, device="cpu">, !ts.tensor<[s0+1,s0,s1],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[s0,s1],f32, device="cpu">, %[[V12:.*]]: !ts.tensor<[s0+1,s0,s1],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.tensor<[s0,s1],f32, device="cpu">
// CHECK-NEXT: %[[V13:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V14:.*]] = aten.add.int(%[[I]], %[[V13]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V15:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V16:.*]] = aten.select_scatter(%[[V12]], %[[Z]], %[[V15]], %[[V14]]) : (!ts.tensor<[s0+1,s0,s1],f32, device="cpu">, !ts.tensor<[s0,s1],f32, device="cpu">, i64, i64) -> !ts.tensor<[s0+1,s0,s1],f32, device="cpu">
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]], %[[V16]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, !ts.tensor<[s0+1,s0,s1],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V17:.*]] = prim.unchecked_cast(%[[S]]) : (!ts.tensor<[s0+1,s0,s1],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: func.return %[[V17]] : !ts.tensor
// CHECK-NEXT: }
func.func @symbolic_sizes_behind_a_first_tensor(%x: !ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = aten.size.int(%x, %zero) : (!ts.tensor<[s0,s1],f32, device="cpu">, i64) -> i64
  %l = prim.ListConstruct(%x) : (!ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[s0,s1],f32, device="cpu">) -> (!ts.tensor<[s0,s1],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[s0,s1],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.tensor<[s0,s1],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[s0,s1],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_loop_may_have_no_iterations
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[N:.*]]: i64) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
// CHECK-NEXT: }
func.func @stays_as_the_loop_may_have_no_iterations(%x: !ts.tensor<[4],f32, device="cpu">, %n: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_list_begins_with_a_tensor_of_another_size
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">, %[[FIRST:.*]]: !ts.tensor<[3],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[FIRST]]) : (!ts.tensor<[3],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
// CHECK-NEXT: }
func.func @stays_as_the_list_begins_with_a_tensor_of_another_size(%x: !ts.tensor<[4],f32, device="cpu">, %first: !ts.tensor<[3],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct(%first) : (!ts.tensor<[3],f32, device="cpu">) -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_first_tensor_is_written
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[COUNT:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[COUNT]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[Y:.*]]: !ts.tensor<[4],f32, device="cpu">):
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32, device="cpu">)
// CHECK-NEXT: }
// CHECK-NEXT: %[[V:.*]] = aten.relu_(%[[X]]) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
// CHECK-NEXT: }
func.func @stays_as_the_first_tensor_is_written(%x: !ts.tensor<[4],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %true = prim.Constant true
  %count = prim.Constant 3 : i64
  %l = prim.ListConstruct(%x) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
  %r = prim.Loop %count, %true, iter(%x) : (!ts.tensor<[4],f32, device="cpu">) -> (!ts.tensor<[4],f32, device="cpu">) {
  ^bb0(%i: i64, %y: !ts.tensor<[4],f32, device="cpu">):
    %z = aten.tanh(%y) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[4],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32, device="cpu">)
  }
  %v = aten.relu_(%x) : (!ts.tensor<[4],f32, device="cpu">) -> !ts.tensor<[4],f32, device="cpu">
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_no_tensor_before_the_loop_has_the_sizes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[THREE:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop %[[THREE]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[P:.*]] = prim.ListConstruct(%[[X]], %[[X]]) : (!ts.tensor<[s0,s1],f32, device="cpu">, !ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[Z:.*]] = aten.cat(%[[P]], %[[ONE]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[s0,s1*2],f32, device="cpu">
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[Z]]) : (!ts.list<!ts.tensor>, !ts.tensor<[s0,s1*2],f32, device="cpu">) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.stack(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor
// CHECK-NEXT: }
func.func @stays_as_no_tensor_before_the_loop_has_the_sizes(%x: !ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %three = prim.Constant 3 : i64
  %true = prim.Constant true
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  prim.Loop %three, %true : () -> () {
  ^bb0(%i: i64):
    %p = prim.ListConstruct(%x, %x) : (!ts.tensor<[s0,s1],f32, device="cpu">, !ts.tensor<[s0,s1],f32, device="cpu">) -> !ts.list<!ts.tensor>
    %z = aten.cat(%p, %one) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[s0,s1*2],f32, device="cpu">
    %w = aten.append.t(%l, %z) : (!ts.list<!ts.tensor>, !ts.tensor<[s0,s1*2],f32, device="cpu">) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true
  }
  %s = aten.stack(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %s : !ts.tensor
}
