// RUN: %ts-opt %s -p fold-branches,dce | %check %s

// A tensor that is widened to an optional is not None, and is read as it was.
// CHECK-LABEL: func.func @folds_a_question_behind_a_widening_cast
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[N:.*]] = aten.neg(%[[X]])
// CHECK-NEXT: func.return %[[N]] : !ts.tensor
func.func @folds_a_question_behind_a_widening_cast(%x: !ts.tensor) -> !ts.tensor {
  %w = prim.unchecked_cast(%x) : (!ts.tensor) -> !ts.optional<!ts.tensor>
  %none = prim.Constant : !ts.none
  %c = aten.__isnot__(%w, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %r = prim.If %c -> (!ts.tensor) {
    %n = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %n : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @folds_a_comparison
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[A:.*]] = aten.abs(%[[X]])
// CHECK-NEXT: func.return %[[A]] : !ts.tensor
func.func @folds_a_comparison(%x: !ts.tensor) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %c = aten.lt.int(%two, %one) : (i64, i64) -> i1
  %r = prim.If %c -> (!ts.tensor) {
    %n = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %n : !ts.tensor
  } else {
    %a = aten.abs(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %a : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @folds_by_the_rank_and_the_body
// CHECK-NOT: prim.If
// CHECK: %[[N:.*]] = aten.neg(
// CHECK-NEXT: func.return %[[N]]
func.func @folds_by_the_rank_and_the_body(%x: !ts.tensor<[?,?],f32>) -> !ts.tensor<[?,?],f32> {
  %two = prim.Constant 2 : i64
  %d = aten.dim(%x) : (!ts.tensor<[?,?],f32>) -> i64
  %c = aten.eq.int(%d, %two) : (i64, i64) -> i1
  %r = prim.If %c -> (!ts.tensor<[?,?],f32>) {
    %t = prim.Constant true : i1
    %f = aten.__not__(%t) : (i1) -> i1
    %s = prim.If %f -> (!ts.tensor<[?,?],f32>) {
      prim.If.yield %x : !ts.tensor<[?,?],f32>
    } else {
      %n = aten.neg(%x) : (!ts.tensor<[?,?],f32>) -> !ts.tensor<[?,?],f32>
      prim.If.yield %n : !ts.tensor<[?,?],f32>
    }
    prim.If.yield %s : !ts.tensor<[?,?],f32>
  } else {
    prim.If.yield %x : !ts.tensor<[?,?],f32>
  }
  func.return %r : !ts.tensor<[?,?],f32>
}

// An int compared with a float is converted: 2^53 + 1 becomes 2^53.
// CHECK-LABEL: func.func @folds_conditions_on_numbers
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<*,f32>) -> !ts.tensor<*,f32>
// CHECK-NEXT: func.return %[[X]]
func.func @folds_conditions_on_numbers(%x: !ts.tensor<*,f32>) -> !ts.tensor<*,f32> {
  %i = prim.Constant 9007199254740993 : i64
  %f = prim.Constant 9007199254740992.0 : f64
  %c = aten.eq.int_float(%i, %f) : (i64, f64) -> i1
  %r = prim.If %c -> (!ts.tensor<*,f32>) {
    prim.If.yield %x : !ts.tensor<*,f32>
  } else {
    %n = aten.neg(%x) : (!ts.tensor<*,f32>) -> !ts.tensor<*,f32>
    prim.If.yield %n : !ts.tensor<*,f32>
  }
  %q = aten.is_floating_point(%r) : (!ts.tensor<*,f32>) -> i1
  %s = prim.If %q -> (!ts.tensor<*,f32>) {
    prim.If.yield %r : !ts.tensor<*,f32>
  } else {
    %n = aten.neg(%r) : (!ts.tensor<*,f32>) -> !ts.tensor<*,f32>
    prim.If.yield %n : !ts.tensor<*,f32>
  }
  func.return %s : !ts.tensor<*,f32>
}

// CHECK-LABEL: func.func @folds_a_value_that_is_never_none
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[B:.*]]: !ts.tensor)
// CHECK-NEXT: %[[K:.*]] = prim.unchecked_cast(%[[B]]) : (!ts.tensor) -> !ts.optional<!ts.tensor>
// CHECK-NEXT: func.return %[[K]] : !ts.optional<!ts.tensor>
func.func @folds_a_value_that_is_never_none(%x: !ts.tensor, %b: !ts.tensor) -> !ts.optional<!ts.tensor> {
  %none = prim.Constant : !ts.none
  %c = aten.__isnot__(%b, %none) : (!ts.tensor, !ts.none) -> i1
  %r = prim.If %c -> (!ts.optional<!ts.tensor>) {
    prim.If.yield %b : !ts.tensor
  } else {
    prim.If.yield %none : !ts.none
  }
  func.return %r : !ts.optional<!ts.tensor>
}

// CHECK-LABEL: func.func @stays_where_only_the_call_knows
// CHECK: aten.__is__
// CHECK-NEXT: prim.If
// CHECK: aten.dim
// CHECK: prim.If
func.func @stays_where_only_the_call_knows(%x: !ts.tensor, %b: !ts.optional<!ts.tensor>) -> (i64, i64) {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %c = aten.__is__(%b, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
  %r = prim.If %c -> (i64) {
    prim.If.yield %one : i64
  } else {
    prim.If.yield %two : i64
  }
  %d = aten.dim(%x) : (!ts.tensor) -> i64
  %e = aten.eq.int(%d, %two) : (i64, i64) -> i1
  %s = prim.If %e -> (i64) {
    prim.If.yield %one : i64
  } else {
    prim.If.yield %two : i64
  }
  func.return %r, %s : i64, i64
}

// CHECK-LABEL: func.func @stays_as_the_condition_fails
// CHECK: aten.floordiv.int(
// CHECK: prim.If
func.func @stays_as_the_condition_fails(%x: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %d = aten.floordiv.int(%two, %zero) : (i64, i64) -> i64
  %c = aten.Bool.int(%d) : (i64) -> i1
  %r = prim.If %c -> (i64) {
    prim.If.yield %two : i64
  } else {
    prim.If.yield %x : i64
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_another_rank_is_written
// CHECK: aten.squeeze_.dim(
// CHECK: aten.dim(
// CHECK: prim.If
func.func @stays_as_another_rank_is_written(%x: !ts.tensor<[1,2],f32>) -> i64 {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %s = aten.squeeze_.dim(%x, %zero) : (!ts.tensor<[1,2],f32>, i64) -> !ts.tensor
  %d = aten.dim(%x) : (!ts.tensor<[1,2],f32>) -> i64
  %c = aten.eq.int(%d, %two) : (i64, i64) -> i1
  %r = prim.If %c -> (i64) {
    prim.If.yield %two : i64
  } else {
    prim.If.yield %zero : i64
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_another_name_may_be_transposed
// CHECK: aten.t_(
// CHECK: prim.If
func.func @stays_as_another_name_may_be_transposed(%x: !ts.tensor<[1,2],f32>, %y: !ts.tensor) -> i64 {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %s = aten.t_(%y) : (!ts.tensor) -> !ts.tensor
  %d = aten.dim(%x) : (!ts.tensor<[1,2],f32>) -> i64
  %c = aten.eq.int(%d, %two) : (i64, i64) -> i1
  %r = prim.If %c -> (i64) {
    prim.If.yield %two : i64
  } else {
    prim.If.yield %zero : i64
  }
  func.return %r : i64
}

// Sizes that the types imply are compared.
// CHECK-LABEL: func.func @sizes
// CHECK-NOT: prim.If
// CHECK: func.return %[[ONE:.*]], %[[TWO:.*]] :
func.func @sizes(%x: !ts.tensor<[s0,2],f32>, %y: !ts.tensor<[s0,2],f32>, %z: !ts.tensor<[s0,3],f32>) -> (i64, i64) {
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %a = aten.size(%x) : (!ts.tensor<[s0,2],f32>) -> !ts.list<i64>
  %b = aten.size(%y) : (!ts.tensor<[s0,2],f32>) -> !ts.list<i64>
  %c = aten.size(%z) : (!ts.tensor<[s0,3],f32>) -> !ts.list<i64>
  %same = aten.eq.int_list(%a, %b) : (!ts.list<i64>, !ts.list<i64>) -> i1
  %r = prim.If %same -> (i64) {
    prim.If.yield %one : i64
  } else {
    prim.If.yield %two : i64
  }
  %other = aten.ne.int_list(%a, %c) : (!ts.list<i64>, !ts.list<i64>) -> i1
  %s = prim.If %other -> (i64) {
    prim.If.yield %two : i64
  } else {
    prim.If.yield %one : i64
  }
  func.return %r, %s : i64, i64
}

// A symbol is at least 2.
// CHECK-LABEL: func.func @symbols
// CHECK-NOT: prim.If
// CHECK: %[[YES:.*]] = prim.Constant 1 : i64
// CHECK-NOT: prim.If
// CHECK: func.return %[[YES]], %[[YES]], %[[YES]], %[[YES]] :
func.func @symbols(%x: !ts.tensor<[s0,s0,s1],f32>) -> (i64, i64, i64, i64) {
  %zero = prim.Constant 0 : i64
  %yes = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %a = aten.size.int(%x, %zero) : (!ts.tensor<[s0,s0,s1],f32>, i64) -> i64
  %b = aten.size.int(%x, %yes) : (!ts.tensor<[s0,s0,s1],f32>, i64) -> i64
  %c = aten.size.int(%x, %two) : (!ts.tensor<[s0,s0,s1],f32>, i64) -> i64
  %more = aten.add.int(%b, %yes) : (i64, i64) -> i64
  %same = aten.eq.int(%a, %b) : (i64, i64) -> i1
  %p = prim.If %same -> (i64) {
    prim.If.yield %yes : i64
  } else {
    prim.If.yield %zero : i64
  }
  %one = aten.eq.int(%c, %yes) : (i64, i64) -> i1
  %q = prim.If %one -> (i64) {
    prim.If.yield %zero : i64
  } else {
    prim.If.yield %yes : i64
  }
  %less = aten.lt.int(%a, %more) : (i64, i64) -> i1
  %r = prim.If %less -> (i64) {
    prim.If.yield %yes : i64
  } else {
    prim.If.yield %zero : i64
  }
  %at_least = aten.ge.int(%c, %two) : (i64, i64) -> i1
  %s = prim.If %at_least -> (i64) {
    prim.If.yield %yes : i64
  } else {
    prim.If.yield %zero : i64
  }
  func.return %p, %q, %r, %s : i64, i64, i64, i64
}

// CHECK-LABEL: func.func @stays_as_a_symbol_may_be_two
// CHECK: prim.If
func.func @stays_as_a_symbol_may_be_two(%x: !ts.tensor<[s0],f32>) -> i64 {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %a = aten.size.int(%x, %zero) : (!ts.tensor<[s0],f32>, i64) -> i64
  %c = aten.gt.int(%a, %two) : (i64, i64) -> i1
  %r = prim.If %c -> (i64) {
    prim.If.yield %zero : i64
  } else {
    prim.If.yield %two : i64
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_either_size_may_be_less
// CHECK: prim.If
func.func @stays_as_either_size_may_be_less(%x: !ts.tensor<[s0,s1],f32>) -> i64 {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %a = aten.size.int(%x, %zero) : (!ts.tensor<[s0,s1],f32>, i64) -> i64
  %b = aten.size.int(%x, %one) : (!ts.tensor<[s0,s1],f32>, i64) -> i64
  %c = aten.le.int(%a, %b) : (i64, i64) -> i1
  %r = prim.If %c -> (i64) {
    prim.If.yield %zero : i64
  } else {
    prim.If.yield %one : i64
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_an_unknown_size_may_be_less
// CHECK: prim.If
func.func @stays_as_an_unknown_size_may_be_less(%x: !ts.tensor<[?],f32>) -> i64 {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %a = aten.size.int(%x, %zero) : (!ts.tensor<[?],f32>, i64) -> i64
  %c = aten.lt.int(%a, %zero) : (i64, i64) -> i1
  %r = prim.If %c -> (i64) {
    prim.If.yield %zero : i64
  } else {
    prim.If.yield %one : i64
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_sizes_may_be_equal
// CHECK: prim.If
func.func @stays_as_sizes_may_be_equal(%x: !ts.tensor<[s0],f32>, %y: !ts.tensor<[s1],f32>) -> i64 {
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %a = aten.size(%x) : (!ts.tensor<[s0],f32>) -> !ts.list<i64>
  %b = aten.size(%y) : (!ts.tensor<[s1],f32>) -> !ts.list<i64>
  %same = aten.eq.int_list(%a, %b) : (!ts.list<i64>, !ts.list<i64>) -> i1
  %r = prim.If %same -> (i64) {
    prim.If.yield %one : i64
  } else {
    prim.If.yield %two : i64
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_a_list_of_sizes_is_written
// CHECK: prim.If
func.func @stays_as_a_list_of_sizes_is_written(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>) -> i64 {
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %a = aten.size(%x) : (!ts.tensor<[2],f32>) -> !ts.list<i64>
  %b = aten.size(%y) : (!ts.tensor<[2],f32>) -> !ts.list<i64>
  %w = aten.append.t(%a, %one) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %same = aten.eq.int_list(%a, %b) : (!ts.list<i64>, !ts.list<i64>) -> i1
  %r = prim.If %same -> (i64) {
    prim.If.yield %one : i64
  } else {
    prim.If.yield %two : i64
  }
  func.return %r : i64
}
