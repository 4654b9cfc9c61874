// RUN: %ts-opt %s -p allocate-appended-lists | %check %s

// CHECK-LABEL: func.func @an_empty_list
// CHECK-SAME: (%[[N:.*]]: f64) -> !ts.list<f64>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant 0.000000e+00 : f64
// CHECK-NEXT: %[[V1:.*]] = prim.ListConstruct(%[[V0]]) : (f64) -> !ts.list<f64>
// CHECK-NEXT: %[[V2:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[L:.*]] = aten.mul.left_t(%[[V1]], %[[V2]]) : (!ts.list<f64>, i64) -> !ts.list<f64>
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[L]], %[[I]], %[[N]]) : (!ts.list<f64>, i64, f64) -> !ts.list<f64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[L]] : !ts.list<f64>
// CHECK-NEXT: }
func.func @an_empty_list(%n: f64) -> !ts.list<f64> {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  %l = prim.ListConstruct() : () -> !ts.list<f64>
  prim.Loop %ten, %true : () -> () {
  ^bb0(%i: i64):
    %w = aten.append.t(%l, %n) : (!ts.list<f64>, f64) -> !ts.list<f64>
    prim.Loop.condition %true
  }
  func.return %l : !ts.list<f64>
}

// CHECK-LABEL: func.func @known_places_and_the_length
// CHECK-SAME: (%[[N:.*]]: i64) -> !ts.list<i64>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[LAST:.*]] = prim.Constant -1 : i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V1:.*]] = prim.ListConstruct(%[[V0]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V2:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[V3:.*]] = aten.mul.left_t(%[[V1]], %[[V2]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V4:.*]] = prim.ListConstruct(%[[N]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[L:.*]] = aten.add.t(%[[V4]], %[[V3]]) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[V5:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V6:.*]] = aten.add.int(%[[I]], %[[V5]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V7:.*]] = prim.Constant -1 : i64
// CHECK-NEXT: %[[V8:.*]] = aten.add.int(%[[V6]], %[[V7]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[V8]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: %[[V9:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V10:.*]] = aten.add.int(%[[I]], %[[V9]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[B:.*]] = aten.__getitem__.t(%[[L]], %[[ZERO]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: %[[C:.*]] = aten.add.int(%[[A]], %[[B]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V11:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V12:.*]] = aten.add.int(%[[I]], %[[V11]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[L]], %[[V12]], %[[C]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V13:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[D:.*]] = aten.add.int(%[[I]], %[[V13]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V14:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[V15:.*]] = aten.add.int(%[[I]], %[[V14]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V16:.*]] = prim.Constant -1 : i64
// CHECK-NEXT: %[[V17:.*]] = aten.add.int(%[[V15]], %[[V16]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V:.*]] = aten._set_item.t(%[[L]], %[[V17]], %[[D]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[L]] : !ts.list<i64>
// CHECK-NEXT: }
func.func @known_places_and_the_length(%n: i64) -> !ts.list<i64> {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  %last = prim.Constant -1 : i64
  %zero = prim.Constant 0 : i64
  %l = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
  prim.Loop %ten, %true : () -> () {
  ^bb0(%i: i64):
    %a = aten.__getitem__.t(%l, %last) : (!ts.list<i64>, i64) -> i64
    %b = aten.__getitem__.t(%l, %zero) : (!ts.list<i64>, i64) -> i64
    %c = aten.add.int(%a, %b) : (i64, i64) -> i64
    %w = aten.append.t(%l, %c) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %d = aten.len.t(%l) : (!ts.list<i64>) -> i64
    %v = aten._set_item.t(%l, %last, %d) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
    prim.Loop.condition %true
  }
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @a_place_that_the_run_knows
// CHECK-SAME: (%[[N:.*]]: i64) -> !ts.list<i64>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V1:.*]] = prim.ListConstruct(%[[V0]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V2:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[V3:.*]] = aten.mul.left_t(%[[V1]], %[[V2]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V4:.*]] = prim.ListConstruct(%[[N]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[L:.*]] = aten.add.t(%[[V4]], %[[V3]]) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[V5:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V6:.*]] = aten.add.int(%[[I]], %[[V5]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V7:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V8:.*]] = aten.lt.int(%[[N]], %[[V7]]) : (i64, i64) -> i1
// CHECK-NEXT: %[[V9:.*]] = aten.Int.bool(%[[V8]]) : (i1) -> i64
// CHECK-NEXT: %[[V10:.*]] = aten.mul.int(%[[V6]], %[[V9]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V11:.*]] = aten.add.int(%[[N]], %[[V10]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V12:.*]] = aten.ge.int(%[[V11]], %[[V7]]) : (i64, i64) -> i1
// CHECK-NEXT: %[[V13:.*]] = aten.lt.int(%[[V11]], %[[V6]]) : (i64, i64) -> i1
// CHECK-NEXT: %[[V14:.*]] = aten.__and__.bool(%[[V12]], %[[V13]]) : (i1, i1) -> i1
// CHECK-NEXT: %[[V15:.*]] = aten.Int.bool(%[[V14]]) : (i1) -> i64
// CHECK-NEXT: %[[V16:.*]] = aten.sub.int(%[[V5]], %[[V15]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V17:.*]] = prim.Constant 11 : i64
// CHECK-NEXT: %[[V18:.*]] = aten.mul.int(%[[V16]], %[[V17]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V19:.*]] = aten.mul.int(%[[V11]], %[[V15]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V20:.*]] = aten.add.int(%[[V19]], %[[V18]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[V20]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: %[[V21:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V22:.*]] = aten.add.int(%[[I]], %[[V21]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[L]], %[[V22]], %[[A]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[L]] : !ts.list<i64>
// CHECK-NEXT: }
func.func @a_place_that_the_run_knows(%n: i64) -> !ts.list<i64> {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  %l = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
  prim.Loop %ten, %true : () -> () {
  ^bb0(%i: i64):
    %a = aten.__getitem__.t(%l, %n) : (!ts.list<i64>, i64) -> i64
    %w = aten.append.t(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %true
  }
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_the_trip_count_is_unknown
// CHECK-SAME: (%[[N:.*]]: i64) -> !ts.list<i64>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<i64>
// CHECK-NEXT: prim.Loop %[[N]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[L]] : !ts.list<i64>
// CHECK-NEXT: }
func.func @stays_as_the_trip_count_is_unknown(%n: i64) -> !ts.list<i64> {
  %true = prim.Constant true
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %true
  }
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_the_loop_may_end_early
// CHECK-SAME: (%[[C:.*]]: i1) -> !ts.list<i64>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<i64>
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[C]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[L]] : !ts.list<i64>
// CHECK-NEXT: }
func.func @stays_as_the_loop_may_end_early(%c: i1) -> !ts.list<i64> {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  prim.Loop %ten, %true : () -> () {
  ^bb0(%i: i64):
    %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %c
  }
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_a_branch_appends
// CHECK-SAME: (%[[C:.*]]: i1) -> !ts.list<i64>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<i64>
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: prim.If %[[C]] {
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.If.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: prim.If.yield
// CHECK-NEXT: }
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[L]] : !ts.list<i64>
// CHECK-NEXT: }
func.func @stays_as_a_branch_appends(%c: i1) -> !ts.list<i64> {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  prim.Loop %ten, %true : () -> () {
  ^bb0(%i: i64):
    prim.If %c {
      %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.Loop.condition %true
  }
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_an_iteration_appends_twice
// CHECK-SAME: () -> !ts.list<i64>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<i64>
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[V:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[L]] : !ts.list<i64>
// CHECK-NEXT: }
func.func @stays_as_an_iteration_appends_twice() -> !ts.list<i64> {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  prim.Loop %ten, %true : () -> () {
  ^bb0(%i: i64):
    %v = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %true
  }
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_it_has_uses_before_the_loop
// CHECK-SAME: () -> (i64, !ts.list<i64>)
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<i64>
// CHECK-NEXT: %[[N:.*]] = aten.len.t(%[[L]]) : (!ts.list<i64>) -> i64
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[N]], %[[L]] : i64, !ts.list<i64>
// CHECK-NEXT: }
func.func @stays_as_it_has_uses_before_the_loop() -> (i64, !ts.list<i64>) {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  prim.Loop %ten, %true : () -> () {
  ^bb0(%i: i64):
    %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %true
  }
  func.return %n, %l : i64, !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_the_loop_copies_it
// CHECK-SAME: (%[[M:.*]]: !ts.list<i64>) -> !ts.list<i64>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<i64>
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[TEN]], %[[TRUE]], iter(%[[M]]) : (!ts.list<i64>) -> (!ts.list<i64>) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[K:.*]]: !ts.list<i64>):
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[L]]) : (!ts.list<i64>)
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.list<i64>
// CHECK-NEXT: }
func.func @stays_as_the_loop_copies_it(%m: !ts.list<i64>) -> !ts.list<i64> {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  %r = prim.Loop %ten, %true, iter(%m) : (!ts.list<i64>) -> (!ts.list<i64>) {
  ^bb0(%i: i64, %k: !ts.list<i64>):
    %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%l) : (!ts.list<i64>)
  }
  func.return %r : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_an_outer_loop_appends_again
// CHECK-SAME: () -> !ts.list<i64>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<i64>
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[J:.*]]: i64):
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[L]] : !ts.list<i64>
// CHECK-NEXT: }
func.func @stays_as_an_outer_loop_appends_again() -> !ts.list<i64> {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  prim.Loop %ten, %true : () -> () {
  ^bb0(%j: i64):
    prim.Loop %ten, %true : () -> () {
    ^bb0(%i: i64):
      %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.Loop.condition %true
    }
    prim.Loop.condition %true
  }
  func.return %l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_the_elements_are_tensors
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[X]]) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[L]] : !ts.list<!ts.tensor>
// CHECK-NEXT: }
func.func @stays_as_the_elements_are_tensors(%x: !ts.tensor) -> !ts.list<!ts.tensor> {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  prim.Loop %ten, %true : () -> () {
  ^bb0(%i: i64):
    %w = aten.append.t(%l, %x) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true
  }
  func.return %l : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @stays_as_the_list_is_an_argument
// CHECK-SAME: (%[[L:.*]]: !ts.list<i64>)
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[TEN:.*]] = prim.Constant 10 : i64
// CHECK-NEXT: prim.Loop %[[TEN]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @stays_as_the_list_is_an_argument(%l: !ts.list<i64>) {
  %true = prim.Constant true
  %ten = prim.Constant 10 : i64
  prim.Loop %ten, %true : () -> () {
  ^bb0(%i: i64):
    %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %true
  }
  func.return
}

// Fires: the trip count is a size. The list is made where the loop starts.

// CHECK-LABEL: func.func @as_often_as_a_size
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[s0],i64, device="cpu">, %[[A:.*]]: i64) -> i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[LAST:.*]] = prim.Constant -1 : i64
// CHECK-NEXT: %[[N:.*]] = aten.size.int(%[[T]], %[[ZERO]]) : (!ts.tensor<[s0],i64, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[V0:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V1:.*]] = prim.ListConstruct(%[[V0]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V2:.*]] = aten.mul.left_t(%[[V1]], %[[N]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V3:.*]] = prim.ListConstruct(%[[A]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[L:.*]] = aten.add.t(%[[V3]], %[[V2]]) : (!ts.list<i64>, !ts.list<i64>) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop %[[N]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[V4:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V5:.*]] = aten.add.int(%[[I]], %[[V4]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[L]], %[[V5]], %[[I]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V6:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[V7:.*]] = aten.add.int(%[[I]], %[[V6]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V8:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V9:.*]] = aten.lt.int(%[[I]], %[[V8]]) : (i64, i64) -> i1
// CHECK-NEXT: %[[V10:.*]] = aten.Int.bool(%[[V9]]) : (i1) -> i64
// CHECK-NEXT: %[[V11:.*]] = aten.mul.int(%[[V7]], %[[V10]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V12:.*]] = aten.add.int(%[[I]], %[[V11]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V13:.*]] = aten.ge.int(%[[V12]], %[[V8]]) : (i64, i64) -> i1
// CHECK-NEXT: %[[V14:.*]] = aten.lt.int(%[[V12]], %[[V7]]) : (i64, i64) -> i1
// CHECK-NEXT: %[[V15:.*]] = aten.__and__.bool(%[[V13]], %[[V14]]) : (i1, i1) -> i1
// CHECK-NEXT: %[[V16:.*]] = aten.Int.bool(%[[V15]]) : (i1) -> i64
// CHECK-NEXT: %[[V17:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V18:.*]] = aten.sub.int(%[[V17]], %[[V16]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V19:.*]] = aten.add.int(%[[N]], %[[V17]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V20:.*]] = aten.mul.int(%[[V18]], %[[V19]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V21:.*]] = aten.mul.int(%[[V12]], %[[V16]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V22:.*]] = aten.add.int(%[[V21]], %[[V20]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[K:.*]] = aten.__getitem__.t(%[[L]], %[[V22]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = aten.__getitem__.t(%[[L]], %[[LAST]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[R]] : i64
// CHECK-NEXT: }
func.func @as_often_as_a_size(%t: !ts.tensor<[s0],i64, device="cpu">, %a: i64) -> i64 {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %last = prim.Constant -1 : i64
  %l = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
  %n = aten.size.int(%t, %zero) : (!ts.tensor<[s0],i64, device="cpu">, i64) -> i64
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %k = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
    prim.Loop.condition %true
  }
  %r = aten.__getitem__.t(%l, %last) : (!ts.list<i64>, i64) -> i64
  func.return %r : i64
}

// Must not fire: the loop may have no iterations.

// CHECK-LABEL: func.func @stays_as_the_size_may_be_zero
// CHECK-SAME: (%[[T:.*]]: !ts.tensor<[s0],i64, device="cpu">, %[[A:.*]]: i64) -> i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[A]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[N:.*]] = aten.size.int(%[[T]], %[[ZERO]]) : (!ts.tensor<[s0],i64, device="cpu">, i64) -> i64
// CHECK-NEXT: %[[M:.*]] = aten.sub.int(%[[N]], %[[TWO]]) : (i64, i64) -> i64
// CHECK-NEXT: prim.Loop %[[M]], %[[TRUE]] : () -> () {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = aten.__getitem__.t(%[[L]], %[[ZERO]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[R]] : i64
// CHECK-NEXT: }
func.func @stays_as_the_size_may_be_zero(%t: !ts.tensor<[s0],i64, device="cpu">, %a: i64) -> i64 {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %l = prim.ListConstruct(%a) : (i64) -> !ts.list<i64>
  %n = aten.size.int(%t, %zero) : (!ts.tensor<[s0],i64, device="cpu">, i64) -> i64
  %m = aten.sub.int(%n, %two) : (i64, i64) -> i64
  prim.Loop %m, %true : () -> () {
  ^bb0(%i: i64):
    %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %true
  }
  %r = aten.__getitem__.t(%l, %zero) : (!ts.list<i64>, i64) -> i64
  func.return %r : i64
}
