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
