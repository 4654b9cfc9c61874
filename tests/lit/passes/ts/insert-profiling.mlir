// RUN: %ts-opt %s -p insert-profiling --split-input-file | %check %s

// Fires: each use of a tensor by an operator, and each returned tensor.

// CHECK-LABEL: func.func @uses
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK-NEXT: %[[A:.*]] = prim.profile(%[[X]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[B:.*]] = prim.profile(%[[X]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[Y:.*]] = aten.add.Tensor(%[[A]], %[[B]], %[[N]])
// CHECK-NEXT: %[[C:.*]] = prim.profile(%[[Y]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[C]] : !ts.tensor
func.func @uses(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %y = aten.add.Tensor(%x, %x, %n) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @branch
// CHECK:      prim.If
// CHECK-NEXT:   %[[P:.*]] = prim.profile(%[[X:.*]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT:   %[[R:.*]] = aten.relu(%[[P]])
// CHECK-NEXT:   prim.If.yield %[[R]]
func.func @branch(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %y = prim.If %c -> (!ts.tensor) {
    %r = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %r : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return %y : !ts.tensor
}

// -----

// Must not fire: numbers have no type to profile.

// CHECK-LABEL: func.func @stays_as_numbers_have_no_type_to_profile
// CHECK-NEXT: %[[S:.*]] = aten.add.int(%[[N:.*]], %[[N]]) : (i64, i64) -> i64
// CHECK-NEXT: func.return %[[S]] : i64
func.func @stays_as_numbers_have_no_type_to_profile(%n: i64) -> i64 {
  %s = aten.add.int(%n, %n) : (i64, i64) -> i64
  func.return %s : i64
}

// Must not fire: the use is profiled already.

// CHECK-LABEL: func.func @stays_as_the_use_is_profiled_already
// CHECK-NEXT: %[[A:.*]] = prim.profile(%[[X:.*]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[A]] : !ts.tensor
func.func @stays_as_the_use_is_profiled_already(%x: !ts.tensor) -> !ts.tensor {
  %a = prim.profile(%x) : (!ts.tensor) -> !ts.tensor
  func.return %a : !ts.tensor
}

// Fires: the branch may not run, so the argument is profiled before it, too.

// CHECK-LABEL: func.func @taken_by_a_branch
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[C:.*]]: i1) -> !ts.tensor
// CHECK-NEXT: %[[A:.*]] = prim.profile(%[[X]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[R:.*]] = prim.If %[[C]] -> (!ts.tensor) {
// CHECK-NEXT: %[[B:.*]] = prim.profile(%[[X]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[T:.*]] = aten.tanh(%[[B]])
func.func @taken_by_a_branch(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %r = prim.If %c -> (!ts.tensor) {
    %t = aten.tanh(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %t : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// Fires: an argument that may be None.

// CHECK-LABEL: func.func @optional
// CHECK-SAME: (%[[X:.*]]: !ts.optional<!ts.tensor>) -> i1
// CHECK-NEXT: %[[A:.*]] = prim.profile(%[[X]]) : (!ts.optional<!ts.tensor>) -> !ts.optional<!ts.tensor>
// CHECK:      aten.__is__(%[[X]], %[[NONE:.*]])
func.func @optional(%x: !ts.optional<!ts.tensor>) -> i1 {
  %none = prim.Constant : !ts.none
  %r = aten.__is__(%x, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  func.return %r : i1
}

// Fires: an argument that may be None, of any type.

// CHECK-LABEL: func.func @optional_flag
// CHECK-SAME: (%[[F:.*]]: !ts.optional<i1>) -> i1
// CHECK-NEXT: %[[P:.*]] = prim.profile(%[[F]]) : (!ts.optional<i1>) -> !ts.optional<i1>
// CHECK:      aten.__is__(%[[F]], %[[NONE:.*]])
func.func @optional_flag(%f: !ts.optional<i1>) -> i1 {
  %none = prim.Constant : !ts.none
  %r = aten.__is__(%f, %none) : (!ts.optional<i1>, !ts.none) -> i1
  func.return %r : i1
}

// Fires: the elements of a list, each on its own.

// CHECK-LABEL: func.func @elements
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK:      %[[A:.*]] = prim.profile(%[[X]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[B:.*]] = prim.profile(%[[Y]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[A]], %[[B]])
// CHECK-NEXT: %[[C:.*]] = aten.cat(%[[L]], %[[N]])
func.func @elements(%x: !ts.tensor, %y: !ts.tensor, %n: i64) -> !ts.tensor {
  %l = prim.ListConstruct(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %c = aten.cat(%l, %n) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %c : !ts.tensor
}

// -----

// Fires: the branch may not run, so the element is profiled behind the unpacking, too.

// CHECK-LABEL: func.func @element_taken_by_a_branch
// CHECK-SAME: (%[[L:.*]]: !ts.list<!ts.tensor>, %[[C:.*]]: i1) -> !ts.tensor
// CHECK-NEXT: %[[X:.*]], %[[Y:.*]] = prim.ListUnpack(%[[L]])
// CHECK-NEXT: %[[A:.*]] = prim.profile(%[[X]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[R:.*]] = prim.If %[[C]] -> (!ts.tensor) {
// CHECK-NEXT:   prim.If.yield %[[X]] : !ts.tensor
// CHECK:      %[[B:.*]] = prim.profile(%[[Y]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %{{.*}} = aten.relu(%[[B]])
// CHECK-NOT:  prim.profile(%[[Y]])
func.func @element_taken_by_a_branch(%l: !ts.list<!ts.tensor>, %c: i1) -> !ts.tensor {
  %x, %y = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %r = prim.If %c -> (!ts.tensor) {
    prim.If.yield %x : !ts.tensor
  } else {
    prim.If.yield %y : !ts.tensor
  }
  %s = aten.relu(%y) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// -----

// Fires: ints that decide sizes, also by sums and in lists.

// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64, %[[M:.*]]: i64)
// CHECK-NEXT: %[[B:.*]] = prim.profile(%[[M]]) : (i64) -> i64
// CHECK-NEXT: %[[A:.*]] = prim.profile(%[[N]]) : (i64) -> i64
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
func.func @sizes(%x: !ts.tensor, %n: i64, %m: i64) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %end = aten.sub.int(%n, %one) : (i64, i64) -> i64
  %y = aten.slice.Tensor(%x, %one, %none, %end, %one) : (!ts.tensor, i64, !ts.none, i64, i64) -> !ts.tensor
  %l = prim.ListConstruct(%m, %one) : (i64, i64) -> !ts.list<i64>
  %f = prim.Constant false
  %r = aten.expand(%y, %l, %f) : (!ts.tensor, !ts.list<i64>, i1) -> !ts.tensor
  func.return %r : !ts.tensor
}

// -----

// Must not fire: a slice between two positions has a size of its own.

// CHECK-LABEL: func.func @stays_as_the_start_moves_with_the_end
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
func.func @stays_as_the_start_moves_with_the_end(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %one = prim.Constant 1 : i64
  %end = aten.add.int(%n, %two) : (i64, i64) -> i64
  %y = aten.slice.Tensor(%x, %one, %n, %end, %one) : (!ts.tensor, i64, i64, i64, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// -----

// Must not fire: an axis and a position are no sizes.

// CHECK-LABEL: func.func @stays_as_a_position_is_no_size
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[D:.*]]: i64, %[[I:.*]]: i64)
// CHECK-NEXT: %[[A:.*]] = prim.profile(%[[X]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[Y:.*]] = aten.select.int(%[[A]], %[[D]], %[[I]])
func.func @stays_as_a_position_is_no_size(%x: !ts.tensor, %d: i64, %i: i64) -> !ts.tensor {
  %y = aten.select.int(%x, %d, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// -----

// Fires: the start of a slice, if its end is another value.

// CHECK-LABEL: func.func @start
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK-NEXT: %[[A:.*]] = prim.profile(%[[N]]) : (i64) -> i64
func.func @start(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %y = aten.slice.Tensor(%x, %one, %n, %none, %one) : (!ts.tensor, i64, i64, !ts.none, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// -----

// Fires: a list of numbers that is only read, in a loop, too, or copied.

// CHECK-LABEL: func.func @numbers
// CHECK-SAME: (%[[L:.*]]: !ts.list<i64>, %[[K:.*]]: !ts.list<f64>, %[[I:.*]]: i64) -> (i64, !ts.list<f64>)
// CHECK-NEXT: %[[V0:.*]] = prim.list_tensor(%[[K]]) : (!ts.list<f64>) -> !ts.tensor
// CHECK-NEXT: %[[V1:.*]] = prim.profile(%[[V0]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[V2:.*]] = prim.list_tensor(%[[L]]) : (!ts.list<i64>) -> !ts.tensor
// CHECK-NEXT: %[[V3:.*]] = prim.profile(%[[V2]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[N:.*]] = aten.len.t(%[[L]]) : (!ts.list<i64>) -> i64
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[ZERO]]) : (i64) -> (i64) {
// CHECK-NEXT: ^bb0(%[[J:.*]]: i64, %[[S:.*]]: i64):
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[J]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: %[[T:.*]] = aten.add.int(%[[S]], %[[A]]) : (i64, i64) -> i64
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[T]]) : (i64)
// CHECK-NEXT: }
// CHECK-NEXT: %[[C:.*]] = aten.list.t(%[[K]]) : (!ts.list<f64>) -> !ts.list<f64>
// CHECK-NEXT: %[[HALF:.*]] = prim.Constant 5.000000e-01 : f64
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[C]], %[[I]], %[[HALF]]) : (!ts.list<f64>, i64, f64) -> !ts.list<f64>
// CHECK-NEXT: func.return %[[R]], %[[C]] : i64, !ts.list<f64>
// CHECK-NEXT: }
func.func @numbers(%l: !ts.list<i64>, %k: !ts.list<f64>, %i: i64) -> (i64, !ts.list<f64>) {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  %r = prim.Loop %n, %true, iter(%zero) : (i64) -> (i64) {
  ^bb0(%j: i64, %s: i64):
    %a = aten.__getitem__.t(%l, %j) : (!ts.list<i64>, i64) -> i64
    %t = aten.add.int(%s, %a) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%t) : (i64)
  }
  %c = aten.list.t(%k) : (!ts.list<f64>) -> !ts.list<f64>
  %half = prim.Constant 5.0e-01 : f64
  %w = aten._set_item.t(%c, %i, %half) : (!ts.list<f64>, i64, f64) -> !ts.list<f64>
  func.return %r, %c : i64, !ts.list<f64>
}

// -----

// Must not fire: a write to another argument, which may be the same list.

// CHECK-LABEL: func.func @stays_as_the_same_list_may_be_written
// CHECK-SAME: (%[[L:.*]]: !ts.list<i64>, %[[K:.*]]: !ts.list<i64>, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[W:.*]] = aten._set_item.t(%[[K]], %[[I]], %[[I]]) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @stays_as_the_same_list_may_be_written(%l: !ts.list<i64>, %k: !ts.list<i64>, %i: i64) -> i64 {
  %w = aten._set_item.t(%k, %i, %i) : (!ts.list<i64>, i64, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// -----

// Must not fire: the caller gets the list itself.

// CHECK-LABEL: func.func @stays_as_the_list_is_returned
// CHECK-SAME: (%[[L:.*]]: !ts.list<i64>, %[[I:.*]]: i64) -> (i64, !ts.list<i64>)
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]], %[[L]] : i64, !ts.list<i64>
// CHECK-NEXT: }
func.func @stays_as_the_list_is_returned(%l: !ts.list<i64>, %i: i64) -> (i64, !ts.list<i64>) {
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a, %l : i64, !ts.list<i64>
}

// -----

// Must not fire: what runs by itself may read the list after the caller has written it.

// CHECK-LABEL: func.func @stays_as_a_fork_reads_the_list
// CHECK-SAME: (%[[L:.*]]: !ts.list<i64>, %[[I:.*]]: i64) -> !ts.future<i64>
// CHECK-NEXT: %[[F:.*]] = prim.fork(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> !ts.future<i64> {
// CHECK-NEXT: ^bb0(%[[K:.*]]: !ts.list<i64>, %[[J:.*]]: i64):
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[K]], %[[J]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: prim.return %[[A]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[F]] : !ts.future<i64>
// CHECK-NEXT: }
func.func @stays_as_a_fork_reads_the_list(%l: !ts.list<i64>, %i: i64) -> !ts.future<i64> {
  %f = prim.fork(%l, %i) : (!ts.list<i64>, i64) -> !ts.future<i64> {
  ^bb0(%k: !ts.list<i64>, %j: i64):
    %a = aten.__getitem__.t(%k, %j) : (!ts.list<i64>, i64) -> i64
    prim.return %a : i64
  }
  func.return %f : !ts.future<i64>
}

// -----

// Fires: an int decides the length of a list of numbers.

// CHECK-LABEL: func.func @length
// CHECK-SAME: (%[[N:.*]]: i64, %[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[V0:.*]] = prim.profile(%[[N]]) : (i64) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[M:.*]] = aten.add.int(%[[N]], %[[ONE]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[ZEROS:.*]] = prim.ListConstruct(%[[ZERO]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[L:.*]] = aten.mul.left_t(%[[ZEROS]], %[[M]]) : (!ts.list<i64>, i64) -> !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[A]] : i64
// CHECK-NEXT: }
func.func @length(%n: i64, %i: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %m = aten.add.int(%n, %one) : (i64, i64) -> i64
  %zeros = prim.ListConstruct(%zero) : (i64) -> !ts.list<i64>
  %l = aten.mul.left_t(%zeros, %m) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %a = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %a : i64
}

// -----

// Must not fire: a list of strings is no tensor.

// CHECK-LABEL: func.func @stays_as_strings_are_repeated
// CHECK-SAME: (%[[N:.*]]: i64, %[[S:.*]]: !ts.str) -> !ts.list<!ts.str>
// CHECK-NEXT: %[[STRINGS:.*]] = prim.ListConstruct(%[[S]]) : (!ts.str) -> !ts.list<!ts.str>
// CHECK-NEXT: %[[L:.*]] = aten.mul.left_t(%[[STRINGS]], %[[N]]) : (!ts.list<!ts.str>, i64) -> !ts.list<!ts.str>
// CHECK-NEXT: func.return %[[L]] : !ts.list<!ts.str>
// CHECK-NEXT: }
func.func @stays_as_strings_are_repeated(%n: i64, %s: !ts.str) -> !ts.list<!ts.str> {
  %strings = prim.ListConstruct(%s) : (!ts.str) -> !ts.list<!ts.str>
  %l = aten.mul.left_t(%strings, %n) : (!ts.list<!ts.str>, i64) -> !ts.list<!ts.str>
  func.return %l : !ts.list<!ts.str>
}
