// RUN: %ts-opt %s -p constant-propagation,dce | %check %s
// RUN: %ts-opt %s -p "constant-propagation{immutable-only=true},dce" | %check %s --check-prefix=IMMUTABLE

// ---- fires

// CHECK-LABEL: func.func @folds_numbers_and_text
// CHECK-NEXT: %[[F:.*]] = prim.Constant 2.500000e-01 : f64
// CHECK-NEXT: %[[S:.*]] = prim.Constant "ab" : !ts.str
// CHECK-NEXT: func.return %[[F]], %[[S]] : f64, !ts.str
// IMMUTABLE-LABEL: func.func @folds_numbers_and_text
// IMMUTABLE-NEXT: prim.Constant 2.500000e-01 : f64
// IMMUTABLE-NEXT: prim.Constant "ab" : !ts.str
// IMMUTABLE-NEXT: func.return
func.func @folds_numbers_and_text() -> (f64, !ts.str) {
  %half = prim.Constant 0.5 : f64
  %a = prim.Constant "a" : !ts.str
  %b = prim.Constant "b" : !ts.str
  %f = aten.mul.float(%half, %half) : (f64, f64) -> f64
  %s = aten.add.str(%a, %b) : (!ts.str, !ts.str) -> !ts.str
  func.return %f, %s : f64, !ts.str
}

// CHECK-LABEL: func.func @folds_a_list_that_is_only_read
// CHECK-SAME: (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT: %[[S:.*]] = prim.Constant [2 : i64, 4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[V:.*]] = aten.reshape(%[[X]], %[[S]])
// CHECK-NEXT: func.return %[[V]] : !ts.tensor
// IMMUTABLE-LABEL: func.func @folds_a_list_that_is_only_read
// IMMUTABLE-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// IMMUTABLE-NEXT: %[[FOUR:.*]] = prim.Constant 4 : i64
// IMMUTABLE-NEXT: prim.ListConstruct(%[[TWO]], %[[FOUR]])
func.func @folds_a_list_that_is_only_read(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %four = aten.add.int(%two, %two) : (i64, i64) -> i64
  %s = prim.ListConstruct(%two, %four) : (i64, i64) -> !ts.list<i64>
  %v = aten.reshape(%x, %s) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %v : !ts.tensor
}

// CHECK-LABEL: func.func @asks_lists_for_their_static_type
// CHECK-NEXT: %[[YES:.*]] = prim.Constant true
// CHECK-NEXT: %[[NO:.*]] = prim.Constant false
// CHECK-NEXT: %[[OPTIONAL:.*]] = prim.Constant true
// CHECK-NEXT: func.return %[[YES]], %[[NO]], %[[OPTIONAL]] : i1, i1, i1
// IMMUTABLE-LABEL: func.func @asks_lists_for_their_static_type
func.func @asks_lists_for_their_static_type() -> (i1, i1, i1) {
  %none = prim.Constant : !ts.none
  %empty = prim.ListConstruct() : () -> !ts.list<i64>
  %nones = prim.ListConstruct(%none) : (!ts.none) -> !ts.list<!ts.optional<i64>>
  %yes = prim.isinstance(%empty) {types = [!ts.list<i64>]} : (!ts.list<i64>) -> i1
  %no = prim.isinstance(%empty) {types = [!ts.list<!ts.str>]} : (!ts.list<i64>) -> i1
  %optional = prim.isinstance(%nones) {types = [!ts.list<!ts.optional<i64>>]} : (!ts.list<!ts.optional<i64>>) -> i1
  func.return %yes, %no, %optional : i1, i1, i1
}

// CHECK-LABEL: func.func @folds_a_tensor_that_is_only_read
// CHECK-SAME: (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[F:.*]] = prim.Constant dense<2.000000e+00> : tensor<2xf32> : !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[R:.*]] = aten.add.Tensor(%[[X]], %[[F]], %[[ONE]])
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
// IMMUTABLE-LABEL: func.func @folds_a_tensor_that_is_only_read
// IMMUTABLE: aten.full(
func.func @folds_a_tensor_that_is_only_read(%x: !ts.tensor) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %n = prim.Constant : !ts.none
  %two = prim.Constant 2.0 : f64
  %s = prim.Constant [2 : i64] : !ts.list<i64>
  %f = aten.full(%s, %two, %n, %n, %n, %n) : (!ts.list<i64>, f64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %r = aten.add.Tensor(%x, %f, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @takes_the_branch_and_folds_on
// CHECK-SAME: (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT: %[[SIX:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: func.return %[[X]], %[[SIX]] : !ts.tensor, i64
func.func @takes_the_branch_and_folds_on(%x: !ts.tensor) -> (!ts.tensor, i64) {
  %two = prim.Constant 2 : i64
  %three = prim.Constant 3 : i64
  %more = aten.gt.int(%two, %three) : (i64, i64) -> i1
  %r, %k = prim.If %more -> (!ts.tensor, i64) {
    %y = aten.relu_(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %y, %two : !ts.tensor, i64
  } else {
    %a = aten.add.int(%three, %two) : (i64, i64) -> i64
    prim.If.yield %x, %a : !ts.tensor, i64
  }
  %one = prim.Constant 1 : i64
  %six = aten.add.int(%k, %one) : (i64, i64) -> i64
  func.return %r, %six : !ts.tensor, i64
}

// After the branch that writes has gone, the list is known to be unwritten.
// CHECK-LABEL: func.func @takes_the_branch_before_asking_for_writes
// CHECK-NEXT: %[[N:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: func.return %[[N]] : i64
func.func @takes_the_branch_before_asking_for_writes() -> i64 {
  %two = prim.Constant 2 : i64
  %false = prim.Constant false
  %l = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  prim.If %false {
    %k = aten.append.t(%l, %two) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.If.yield
  } else {
    prim.If.yield
  }
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  func.return %n : i64
}

// CHECK-LABEL: func.func @lifts_results_that_the_branches_share
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[C:.*]]: i1, %[[N:.*]]: i64)
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[FOUR:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[W:.*]] = prim.If %[[C]] -> (i64) {
// CHECK-NEXT:   prim.If.yield %[[N]] : i64
// CHECK-NEXT: } else {
// CHECK-NEXT:   prim.If.yield %[[TWO]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[X]], %[[FOUR]], %[[W]] : !ts.tensor, i64, i64
func.func @lifts_results_that_the_branches_share(%x: !ts.tensor, %c: i1, %n: i64) -> (!ts.tensor, i64, i64) {
  %two = prim.Constant 2 : i64
  %r, %k, %w = prim.If %c -> (!ts.tensor, i64, i64) {
    %a = aten.mul.int(%two, %two) : (i64, i64) -> i64
    prim.If.yield %x, %a, %n : !ts.tensor, i64, i64
  } else {
    %b = prim.Constant 4 : i64
    prim.If.yield %x, %b, %two : !ts.tensor, i64, i64
  }
  func.return %r, %k, %w : !ts.tensor, i64, i64
}

// The branch that raises yields nothing that is ever used.
// CHECK-LABEL: func.func @lifts_a_result_beside_a_branch_that_raises
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64, %[[C:.*]]: i1, %[[D:.*]]: i1)
// CHECK: prim.If %[[C]] {
// CHECK: prim.RaiseException(
// CHECK: func.return %[[X]], %[[N]] : !ts.tensor, i64
func.func @lifts_a_result_beside_a_branch_that_raises(%x: !ts.tensor, %n: i64, %c: i1, %d: i1) -> (!ts.tensor, i64) {
  %text = prim.Constant "no" : !ts.str
  %none = prim.Constant : !ts.none
  %u = prim.Uninitialized() : () -> !ts.tensor
  %v = prim.Uninitialized() : () -> i64
  %r = prim.If %c -> (!ts.tensor) {
    prim.RaiseException(%text, %none) : (!ts.str, !ts.none) -> ()
    prim.If.yield %u : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  %k = prim.If %d -> (i64) {
    prim.If.yield %n : i64
  } else {
    prim.If.yield %v : i64
  }
  func.return %r, %k : !ts.tensor, i64
}

// CHECK-LABEL: func.func @knows_the_condition_in_the_branches
// CHECK-SAME: (%[[N:.*]]: i64, %[[C:.*]]: i1)
// CHECK-NEXT: %[[R:.*]], %[[D:.*]] = prim.If %[[C]] -> (i64, i1) {
// CHECK-NEXT:   %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT:   prim.If.yield %[[N]], %[[TRUE]] : i64, i1
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT:   %[[TWO:.*]] = aten.add.int(%[[N]], %[[N]])
// CHECK-NEXT:   prim.If.yield %[[TWO]], %[[FALSE]] : i64, i1
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]], %[[D]], %[[C]] : i64, i1, i1
func.func @knows_the_condition_in_the_branches(%n: i64, %c: i1) -> (i64, i1, i1) {
  %r, %d = prim.If %c -> (i64, i1) {
    prim.If.yield %n, %c : i64, i1
  } else {
    %k = prim.If %c -> (i64) {
      prim.If.yield %n : i64
    } else {
      %two = aten.add.int(%n, %n) : (i64, i64) -> i64
      prim.If.yield %two : i64
    }
    prim.If.yield %k, %c : i64, i1
  }
  func.return %r, %d, %c : i64, i1, i1
}

// CHECK-LABEL: func.func @knows_the_condition_behind_a_branch_that_raises
// CHECK-SAME: (%[[N:.*]]: i64, %[[C:.*]]: i1)
// CHECK: prim.If %[[C]] {
// CHECK: prim.RaiseException(
// CHECK: %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT: func.return %[[N]], %[[FALSE]] : i64, i1
func.func @knows_the_condition_behind_a_branch_that_raises(%n: i64, %c: i1) -> (i64, i1) {
  %text = prim.Constant "no" : !ts.str
  %none = prim.Constant : !ts.none
  prim.If %c {
    prim.RaiseException(%text, %none) : (!ts.str, !ts.none) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %k = prim.If %c -> (i64) {
    %two = aten.add.int(%n, %n) : (i64, i64) -> i64
    prim.If.yield %two : i64
  } else {
    prim.If.yield %n : i64
  }
  func.return %k, %c : i64, i1
}

// CHECK-LABEL: func.func @knows_what_the_condition_and_its_negation_decide
// CHECK-SAME: (%[[N:.*]]: i64, %[[M:.*]]: i64, %[[C:.*]]: i1)
// CHECK: %[[D:.*]] = aten.__not__(%[[C]])
// CHECK: %[[R:.*]], %[[K:.*]] = prim.If %[[D]] -> (i64, i1) {
// CHECK-NEXT:   %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT:   prim.If.yield %[[M]], %[[FALSE]] : i64, i1
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT:   prim.If.yield %[[N]], %[[TRUE]] : i64, i1
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]], %[[K]]
func.func @knows_what_the_condition_and_its_negation_decide(%n: i64, %m: i64, %c: i1) -> (i64, i1) {
  %s = prim.If %c -> (i64) {
    prim.If.yield %n : i64
  } else {
    prim.If.yield %m : i64
  }
  %d = aten.__not__(%c) : (i1) -> i1
  %r, %k = prim.If %d -> (i64, i1) {
    prim.If.yield %s, %c : i64, i1
  } else {
    prim.If.yield %s, %c : i64, i1
  }
  func.return %r, %k : i64, i1
}

// CHECK-LABEL: func.func @removes_a_loop_that_never_runs
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64, %[[C:.*]]: i1)
// CHECK-NEXT: func.return %[[X]], %[[X]] : !ts.tensor, !ts.tensor
func.func @removes_a_loop_that_never_runs(%x: !ts.tensor, %n: i64, %c: i1) -> (!ts.tensor, !ts.tensor) {
  %zero = prim.Constant 0 : i64
  %false = prim.Constant false
  %r = prim.Loop %zero, %c, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %z = aten.relu_(%y) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %c, iter(%z) : (!ts.tensor)
  }
  %s = prim.Loop %n, %false, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %z = aten.relu_(%y) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %c, iter(%z) : (!ts.tensor)
  }
  func.return %r, %s : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @removes_values_carried_unchanged
// CHECK-SAME: (%[[N:.*]]: i64, %[[C:.*]]: i1, %[[M:.*]]: i64)
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[C]], iter(%[[M]]) : (i64) -> (i64) {
// CHECK-NEXT: ^{{.*}}(%{{.*}}: i64, %[[K:.*]]: i64):
// CHECK-NEXT:   %[[FOUR:.*]] = prim.Constant 4 : i64
// CHECK-NEXT:   %[[S:.*]] = aten.add.int(%[[FOUR]], %[[K]])
// CHECK-NEXT:   prim.Loop.condition %[[C]], iter(%[[S]]) : (i64)
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[TWO]], %[[R]], %[[TWO]] : i64, i64, i64
func.func @removes_values_carried_unchanged(%n: i64, %c: i1, %m: i64) -> (i64, i64, i64) {
  %two = prim.Constant 2 : i64
  %one = prim.Constant 1 : i64
  %l, %r, %q = prim.Loop %n, %c, iter(%two, %m, %two) : (i64, i64, i64) -> (i64, i64, i64) {
  ^bb0(%i: i64, %u: i64, %k: i64, %v: i64):
    %four = aten.add.int(%u, %two) : (i64, i64) -> i64
    %s = aten.add.int(%four, %k) : (i64, i64) -> i64
    %w = aten.add.int(%one, %one) : (i64, i64) -> i64
    prim.Loop.condition %c, iter(%u, %s, %w) : (i64, i64, i64)
  }
  func.return %l, %r, %q : i64, i64, i64
}

// The type of the result stays: its users see no other.
// CHECK-LABEL: func.func @keeps_the_type_of_an_optional
// CHECK-NEXT: %[[O:.*]] = prim.Constant 3 : i64 : !ts.optional<i64>
// CHECK-NEXT: func.return %[[O]] : !ts.optional<i64>
func.func @keeps_the_type_of_an_optional() -> !ts.optional<i64> {
  %three = prim.Constant 3 : i64
  %o = prim.unchecked_cast(%three) : (i64) -> !ts.optional<i64>
  func.return %o : !ts.optional<i64>
}

// CHECK-LABEL: func.func @folds_a_list_of_large_numbers
// CHECK: prim.Constant [100000 : i64, 100000 : i64] : !ts.list<i64>
func.func @folds_a_list_of_large_numbers(%x: !ts.tensor) -> !ts.tensor {
  %many = prim.Constant 100000 : i64
  %s = prim.ListConstruct(%many, %many) : (i64, i64) -> !ts.list<i64>
  %v = aten.reshape(%x, %s) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %v : !ts.tensor
}

// The list is one of its own for each caller; its length is known.
// CHECK-LABEL: func.func @computes_from_a_list_that_the_caller_gets
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[TWO]], %[[TWO]])
// CHECK-NEXT: %[[N:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: func.return %[[L]], %[[N]] : !ts.list<i64>, i64
func.func @computes_from_a_list_that_the_caller_gets() -> (!ts.list<i64>, i64) {
  %two = prim.Constant 2 : i64
  %l = prim.ListConstruct(%two, %two) : (i64, i64) -> !ts.list<i64>
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  func.return %l, %n : !ts.list<i64>, i64
}

// CHECK-LABEL: func.func @folds_the_numbers_but_not_a_returned_list
// CHECK: %[[T:.*]] = prim.TupleConstruct(
// CHECK-NEXT: %[[A:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %{{.*}}, %[[L:.*]] = prim.TupleUnpack(%[[T]])
// CHECK-NEXT: func.return %[[A]], %[[L]] : i64, !ts.list<i64>
func.func @folds_the_numbers_but_not_a_returned_list() -> (i64, !ts.list<i64>) {
  %two = prim.Constant 2 : i64
  %l = prim.ListConstruct(%two) : (i64) -> !ts.list<i64>
  %t = prim.TupleConstruct(%two, %l) : (i64, !ts.list<i64>) -> !ts.tuple<i64, !ts.list<i64>>
  %a, %m = prim.TupleUnpack(%t) : (!ts.tuple<i64, !ts.list<i64>>) -> (i64, !ts.list<i64>)
  func.return %a, %m : i64, !ts.list<i64>
}

// CHECK-LABEL: func.func @knows_that_an_optional_list_is_none
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[S:.*]]: !ts.list<i64>)
// CHECK-NEXT: %[[V:.*]] = aten.reshape(%[[X]], %[[S]])
// CHECK-NEXT: func.return %[[V]] : !ts.tensor
func.func @knows_that_an_optional_list_is_none(%x: !ts.tensor, %s: !ts.list<i64>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %o = prim.unchecked_cast(%none) : (!ts.none) -> !ts.optional<!ts.list<i64>>
  %c = aten.__is__(%o, %none) : (!ts.optional<!ts.list<i64>>, !ts.none) -> i1
  %r = prim.If %c -> (!ts.list<i64>) {
    prim.If.yield %s : !ts.list<i64>
  } else {
    %k = prim.unchecked_cast(%o) : (!ts.optional<!ts.list<i64>>) -> !ts.list<i64>
    prim.If.yield %k : !ts.list<i64>
  }
  %v = aten.reshape(%x, %r) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %v : !ts.tensor
}

// CHECK-LABEL: func.func @knows_none_from_branches_of_two_types
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[C:.*]]: i1)
// CHECK-NEXT: func.return %[[X]] : !ts.tensor
func.func @knows_none_from_branches_of_two_types(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %r = prim.If %c -> (!ts.optional<!ts.tensor>) {
    %o = prim.Constant : !ts.optional<!ts.tensor>
    prim.If.yield %o : !ts.optional<!ts.tensor>
  } else {
    prim.If.yield %none : !ts.none
  }
  %k = aten.__is__(%r, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %z = prim.If %k -> (!ts.tensor) {
    prim.If.yield %x : !ts.tensor
  } else {
    %y = prim.unchecked_cast(%r) : (!ts.optional<!ts.tensor>) -> !ts.tensor
    prim.If.yield %y : !ts.tensor
  }
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @compares_none_of_an_optional_type
// CHECK-NEXT: %[[T:.*]] = prim.Constant true
// CHECK-NEXT: func.return %[[T]] : i1
func.func @compares_none_of_an_optional_type() -> i1 {
  %none = prim.Constant : !ts.optional<!ts.tensor>
  %k = aten.__is__(%none, %none) : (!ts.optional<!ts.tensor>, !ts.optional<!ts.tensor>) -> i1
  func.return %k : i1
}

// The schema has the second dict written, too; `update` only reads it.
// CHECK-LABEL: func.func @folds_a_dict_that_update_reads
// CHECK-SAME: (%[[D:.*]]: !ts.dict<!ts.str, i64>)
// CHECK-NEXT: %[[E:.*]] = prim.Constant {{.*}} : !ts.dict<!ts.str, i64>
// CHECK-NEXT: aten.update.str(%[[D]], %[[E]])
func.func @folds_a_dict_that_update_reads(%d: !ts.dict<!ts.str, i64>) {
  %z = prim.Constant "z" : !ts.str
  %two = prim.Constant 2 : i64
  %e = prim.DictConstruct(%z, %two) : (!ts.str, i64) -> !ts.dict<!ts.str, i64>
  aten.update.str(%d, %e) : (!ts.dict<!ts.str, i64>, !ts.dict<!ts.str, i64>) -> ()
  func.return
}

// ---- must not fire

// CHECK-LABEL: func.func @keeps_a_result_that_a_branch_computes
// CHECK-SAME: (%[[N:.*]]: i64, %[[C:.*]]: i1)
// CHECK: %[[R:.*]] = prim.If %[[C]] -> (i64) {
// CHECK: func.return %[[R]] : i64
func.func @keeps_a_result_that_a_branch_computes(%n: i64, %c: i1) -> i64 {
  %v = prim.Uninitialized() : () -> i64
  %r = prim.If %c -> (i64) {
    prim.If.yield %v : i64
  } else {
    %two = aten.add.int(%n, %n) : (i64, i64) -> i64
    prim.If.yield %two : i64
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @keeps_the_condition_before_and_behind_branches_that_go_on
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[C:.*]]: i1)
// CHECK-NEXT: %[[N:.*]] = aten.__not__(%[[C]])
// CHECK: func.return %[[N]], %[[C]] : i1, i1
func.func @keeps_the_condition_before_and_behind_branches_that_go_on(%x: !ts.tensor, %c: i1) -> (i1, i1) {
  %n = aten.__not__(%c) : (i1) -> i1
  prim.If %c {
    %y = aten.relu_(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield
  } else {
    prim.If.yield
  }
  func.return %n, %c : i1, i1
}

// CHECK-LABEL: func.func @stays_as_the_text_is_long
// CHECK:         %[[PADDED:.*]] = aten.ljust(
// CHECK-NEXT:    aten.add.str(%[[PADDED]], %[[PADDED]])
func.func @stays_as_the_text_is_long() -> !ts.str {
  %x = prim.Constant "x" : !ts.str
  %size = prim.Constant 4097 : i64
  %padded = aten.ljust(%x, %size, %x) : (!ts.str, i64, !ts.str) -> !ts.str
  %r = aten.add.str(%padded, %padded) : (!ts.str, !ts.str) -> !ts.str
  func.return %r : !ts.str
}

// CHECK-LABEL: func.func @stays_as_it_fails_when_run
// CHECK: aten.floordiv.int(
func.func @stays_as_it_fails_when_run() -> i64 {
  %one = prim.Constant 1 : i64
  %zero = prim.Constant 0 : i64
  %r = aten.floordiv.int(%one, %zero) : (i64, i64) -> i64
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_the_list_is_written
// CHECK: %[[L:.*]] = prim.ListConstruct(
// CHECK-NEXT: aten.append.t(%[[L]],
// CHECK-NEXT: aten.len.t(%[[L]])
func.func @stays_as_the_list_is_written() -> i64 {
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %k = aten.append.t(%l, %one) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  func.return %n : i64
}

// The list that one execution appends to is the list that the next one reads.
// CHECK-LABEL: func.func @stays_as_the_constant_is_written_later
// CHECK: %[[L:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT: aten.len.t(%[[L]])
func.func @stays_as_the_constant_is_written_later() -> i64 {
  %l = prim.Constant [1 : i64] : !ts.list<i64>
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  %k = aten.append.t(%l, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
  func.return %n : i64
}

// CHECK-LABEL: func.func @stays_as_the_caller_may_write_the_result
// CHECK: %[[L:.*]] = prim.ListConstruct(
// CHECK: %[[Z:.*]] = aten.zeros(
// CHECK: %[[V:.*]] = aten.t(%[[Z]])
// CHECK: func.return %[[L]], %[[V]]
func.func @stays_as_the_caller_may_write_the_result() -> (!ts.list<i64>, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %n = prim.Constant : !ts.none
  %s = prim.Constant [1 : i64, 1 : i64] : !ts.list<i64>
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  %z = aten.zeros(%s, %n, %n, %n, %n) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %v = aten.t(%z) : (!ts.tensor) -> !ts.tensor
  func.return %l, %v : !ts.list<i64>, !ts.tensor
}

// The caller of one execution may append to the list that the next one reads.
// CHECK-LABEL: func.func @stays_as_the_caller_may_have_written_the_constant
// CHECK: %[[L:.*]] = prim.Constant [1 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[N:.*]] = aten.len.t(%[[L]])
// CHECK-NEXT: func.return %[[L]], %[[N]]
func.func @stays_as_the_caller_may_have_written_the_constant() -> (!ts.list<i64>, i64) {
  %l = prim.Constant [1 : i64] : !ts.list<i64>
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  func.return %l, %n : !ts.list<i64>, i64
}

// CHECK-LABEL: func.func @stays_as_the_list_is_written_through_an_attribute
// CHECK: %[[L:.*]] = prim.ListConstruct(
// CHECK: %[[N:.*]] = aten.len.t(%[[L]])
// CHECK-NEXT: func.return %[[N]] : i64
func.func @stays_as_the_list_is_written_through_an_attribute(%self: !ts.class<@C>) -> i64 {
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  prim.SetAttr(%self, %l) {name = "l"} : (!ts.class<@C>, !ts.list<i64>) -> ()
  %m = prim.GetAttr(%self) {name = "l"} : (!ts.class<@C>) -> !ts.list<i64>
  %k = aten.append.t(%m, %one) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %n = aten.len.t(%l) : (!ts.list<i64>) -> i64
  func.return %n : i64
}

// CHECK-LABEL: func.func @stays_as_a_view_of_the_result_is_written
// CHECK: %[[Z:.*]] = aten.zeros(
// CHECK: %[[V:.*]] = aten.t(%[[Z]])
// CHECK: aten.relu_(%[[V]])
func.func @stays_as_a_view_of_the_result_is_written() -> !ts.tensor {
  %n = prim.Constant : !ts.none
  %s = prim.Constant [1 : i64, 1 : i64] : !ts.list<i64>
  %z = aten.zeros(%s, %n, %n, %n, %n) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %v = aten.t(%z) : (!ts.tensor) -> !ts.tensor
  %w = aten.relu_(%v) : (!ts.tensor) -> !ts.tensor
  %r = aten.neg(%z) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_an_attribute_keeps_the_list
// CHECK: prim.ListConstruct(
func.func @stays_as_an_attribute_keeps_the_list(%self: !ts.class<@C>) {
  %one = prim.Constant 1 : i64
  %l = prim.ListConstruct(%one) : (i64) -> !ts.list<i64>
  prim.SetAttr(%self, %l) {name = "l"} : (!ts.class<@C>, !ts.list<i64>) -> ()
  func.return
}
ts.class @C {
  ts.attr @l : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_it_draws_random_numbers
// CHECK: aten.rand(
func.func @stays_as_it_draws_random_numbers(%x: !ts.tensor) -> !ts.tensor {
  %n = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %s = prim.Constant [1 : i64] : !ts.list<i64>
  %u = aten.rand(%s, %n, %n, %n, %n) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %r = aten.add.Tensor(%x, %u, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_it_depends_on_a_mode
// CHECK: aten.is_grad_enabled()
func.func @stays_as_it_depends_on_a_mode() -> i1 {
  %g = aten.is_grad_enabled() : () -> i1
  func.return %g : i1
}

// CHECK-LABEL: func.func @stays_as_the_elements_are_arbitrary
// CHECK: aten.empty.memory_format(
func.func @stays_as_the_elements_are_arbitrary() -> i64 {
  %n = prim.Constant : !ts.none
  %s = prim.Constant [1 : i64] : !ts.list<i64>
  %e = aten.empty.memory_format(%s, %n, %n, %n, %n, %n) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %d = aten.dim(%e) : (!ts.tensor) -> i64
  func.return %d : i64
}

// CHECK-LABEL: func.func @stays_as_a_union_does_not_tell_the_type_of_a_list
// CHECK: %[[L:.*]] = prim.Constant [] : !ts.list<i64>
// CHECK-NEXT: %[[U:.*]] = prim.unchecked_cast(%[[L]])
// CHECK-NEXT: %[[R:.*]] = prim.isinstance(%[[U]])
// CHECK-NEXT: func.return %[[R]]
func.func @stays_as_a_union_does_not_tell_the_type_of_a_list() -> i1 {
  %l = prim.ListConstruct() : () -> !ts.list<i64>
  %u = prim.unchecked_cast(%l) : (!ts.list<i64>) -> !ts.union<!ts.list<!ts.str>, !ts.list<i64>>
  %r = prim.isinstance(%u) {types = [!ts.list<i64>]} : (!ts.union<!ts.list<!ts.str>, !ts.list<i64>>) -> i1
  func.return %r : i1
}

// CHECK-LABEL: func.func @stays_as_the_lists_are_two_objects
// CHECK: aten.__is__(
func.func @stays_as_the_lists_are_two_objects() -> i1 {
  %a = prim.Constant [1 : i64] : !ts.list<i64>
  %b = prim.Constant [1 : i64] : !ts.list<i64>
  %c = aten.__is__(%a, %b) : (!ts.list<i64>, !ts.list<i64>) -> i1
  func.return %c : i1
}

// CHECK-LABEL: func.func @stays_as_the_result_is_large
// CHECK: aten.ones(
func.func @stays_as_the_result_is_large(%x: !ts.tensor) -> !ts.tensor {
  %n = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %s = prim.Constant [1000 : i64, 1000 : i64, 1000 : i64] : !ts.list<i64>
  %o = aten.ones(%s, %n, %n, %n, %n) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %r = aten.add.Tensor(%x, %o, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @keeps_lists_of_branches_apart_as_one_is_written
// CHECK: prim.If %{{.*}} -> (!ts.list<i64>) {
func.func @keeps_lists_of_branches_apart_as_one_is_written(%c: i1, %n: i64) -> i64 {
  %r = prim.If %c -> (!ts.list<i64>) {
    %a = prim.Constant [1 : i64] : !ts.list<i64>
    prim.If.yield %a : !ts.list<i64>
  } else {
    %b = prim.Constant [1 : i64] : !ts.list<i64>
    %k = aten.append.t(%b, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.If.yield %b : !ts.list<i64>
  }
  %l = aten.len.t(%r) : (!ts.list<i64>) -> i64
  func.return %l : i64
}

// CHECK-LABEL: func.func @keeps_a_list_of_tensors_as_kernels_take_its_elements
// CHECK:      %[[L:.*]] = prim.ListConstruct(%[[T:.*]], %[[T]]) : ({{.*}}) -> !ts.list<!ts.tensor>
// CHECK:      aten.cat(%[[L]], %[[N:.*]])
func.func @keeps_a_list_of_tensors_as_kernels_take_its_elements() -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %t = prim.Constant dense<1.0> : tensor<2xf32> : !ts.tensor
  %l = prim.ListConstruct(%t, %t) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  %c = aten.cat(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %c : !ts.tensor
}

// CHECK-LABEL: func.func @keeps_a_list_of_indices_as_kernels_take_its_elements
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK:      %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK:      %[[I:.*]] = prim.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK:      %[[L:.*]] = prim.ListConstruct(%[[NONE]], %[[I]]) : ({{.*}}) -> !ts.list<!ts.optional<!ts.tensor>>
// CHECK:      aten.index.Tensor(%[[X]], %[[L]])
func.func @keeps_a_list_of_indices_as_kernels_take_its_elements(%x: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %i = prim.Constant dense<[0, 2]> : tensor<2xi64> : !ts.tensor
  %l = prim.ListConstruct(%none, %i) : (!ts.none, !ts.tensor) -> !ts.list<!ts.optional<!ts.tensor>>
  %y = aten.index.Tensor(%x, %l) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Appending returns the same list, so that no iteration has another one.
// CHECK-LABEL: func.func @a_list_that_a_loop_appends_to
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
// CHECK-NEXT: prim.Loop %[[N]], %[[TRUE]]
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64):
// CHECK-NEXT: %[[P:.*]] = prim.ListConstruct(%[[X]])
// CHECK-NEXT: %[[W:.*]] = aten.add_.t(%[[L]], %[[P]])
// CHECK-NEXT: prim.Loop.condition %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[L]] : !ts.list<!ts.tensor>
// IMMUTABLE-LABEL: func.func @a_list_that_a_loop_appends_to
func.func @a_list_that_a_loop_appends_to(%x: !ts.tensor, %n: i64) -> !ts.list<!ts.tensor> {
  %true = prim.Constant true
  %l = prim.ListConstruct() : () -> !ts.list<!ts.tensor>
  %r = prim.Loop %n, %true, iter(%l) : (!ts.list<!ts.tensor>) -> (!ts.list<!ts.tensor>) {
  ^bb0(%i: i64, %k: !ts.list<!ts.tensor>):
    %p = prim.ListConstruct(%x) : (!ts.tensor) -> !ts.list<!ts.tensor>
    %w = aten.add_.t(%k, %p) : (!ts.list<!ts.tensor>, !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
    prim.Loop.condition %true, iter(%w) : (!ts.list<!ts.tensor>)
  }
  func.return %r : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @keeps_bytes_as_numbers_take_more_memory
// CHECK: %[[W:.*]] = prim.Constant dense<1> : tensor<2xi8>
// CHECK: %[[R:.*]] = aten.to.dtype(%[[W]],
// CHECK-NEXT: func.return %[[R]]
func.func @keeps_bytes_as_numbers_take_more_memory() -> !ts.tensor {
  %i32 = prim.Constant 3 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %w = prim.Constant dense<1> : tensor<2xi8> : !ts.tensor
  %r = aten.to.dtype(%w, %i32, %no, %no, %none) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}
