// RUN: %ts-opt %s -p licm --split-input-file --allow-unregistered-dialect | %check %s

// ---- fires

// CHECK-LABEL: func.func @moves_scalars_and_their_users
// CHECK-SAME: (%[[A:.*]]: i64, %[[B:.*]]: i64, %[[N:.*]]: i64)
// CHECK-NEXT: %[[T:.*]] = prim.Constant true
// CHECK-NEXT: %[[P:.*]] = aten.mul.int(%[[A]], %[[B]])
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Q:.*]] = aten.add.int(%[[P]], %[[ONE]])
// CHECK-NEXT: prim.Loop
// CHECK-NEXT: ^{{.*}}(%{{.*}}: i64, %[[S:.*]]: i64):
// CHECK-NEXT: aten.add.int(%[[S]], %[[Q]])
// CHECK-NEXT: prim.Loop.condition
func.func @moves_scalars_and_their_users(%a: i64, %b: i64, %n: i64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%a) : (i64) -> (i64) {
  ^bb0(%i: i64, %s: i64):
    %p = aten.mul.int(%a, %b) : (i64, i64) -> i64
    %one = prim.Constant 1 : i64
    %q = aten.add.int(%p, %one) : (i64, i64) -> i64
    %t = aten.add.int(%s, %q) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%t) : (i64)
  }
  func.return %r : i64
}

// From the innermost loop through the loop around it.
// CHECK-LABEL: func.func @moves_out_of_nested_loops
// CHECK: aten.neg.int(
// CHECK: prim.Loop
// CHECK: %[[K:.*]] = aten.add.int(
// CHECK: prim.Loop
// CHECK-NEXT: ^
// CHECK-NEXT: aten.add.int(%{{.*}}, %[[K]])
func.func @moves_out_of_nested_loops(%a: i64, %n: i64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%a) : (i64) -> (i64) {
  ^bb0(%i: i64, %s: i64):
    %u = prim.Loop %n, %true, iter(%s) : (i64) -> (i64) {
    ^bb1(%j: i64, %v: i64):
      %m = aten.neg.int(%a) : (i64) -> i64
      %k = aten.add.int(%m, %i) : (i64, i64) -> i64
      %w = aten.add.int(%v, %k) : (i64, i64) -> i64
      prim.Loop.condition %true, iter(%w) : (i64)
    }
    prim.Loop.condition %true, iter(%u) : (i64)
  }
  func.return %r : i64
}

// The sizes say that neither operator can fail.
// CHECK-LABEL: func.func @moves_pointwise_operators_of_known_sizes
// CHECK: aten.mul.Tensor(
// CHECK: aten.tanh(
// CHECK: prim.Loop
func.func @moves_pointwise_operators_of_known_sizes(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f32>, %n: i64, %s: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  %one = prim.Constant 1 : i64
  %r = prim.Loop %n, %true, iter(%s) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %z: !ts.tensor):
    %p = aten.mul.Tensor(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>) -> !ts.tensor<[2,3],f32>
    %q = aten.tanh(%p) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
    %t = aten.add.Tensor(%z, %q, %one) : (!ts.tensor, !ts.tensor<[2,3],f32>, i64) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @moves_a_raising_operation_as_the_loop_runs
// CHECK: aten.mm(
// CHECK: prim.Loop
func.func @moves_a_raising_operation_as_the_loop_runs(%x: !ts.tensor, %s: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  %one = prim.Constant 1 : i64
  %three = prim.Constant 3 : i64
  %r = prim.Loop %three, %true, iter(%s) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %z: !ts.tensor):
    %p = aten.mm(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %t = aten.add.Tensor(%z, %p, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// A write of elements leaves the sizes as they are.
// CHECK-LABEL: func.func @moves_a_question_for_the_rank_past_a_write
// CHECK: aten.dim(
// CHECK: prim.Loop
func.func @moves_a_question_for_the_rank_past_a_write(%x: !ts.tensor, %n: i64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%n) : (i64) -> (i64) {
  ^bb0(%i: i64, %k: i64):
    %w = aten.relu_(%x) : (!ts.tensor) -> !ts.tensor
    %d = aten.dim(%x) : (!ts.tensor) -> i64
    %m = aten.add.int(%k, %d) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%m) : (i64)
  }
  func.return %r : i64
}

// ---- must not fire

// CHECK-LABEL: func.func @stays_as_it_depends_on_the_iteration
// CHECK: prim.Loop
// CHECK: aten.add.int(
func.func @stays_as_it_depends_on_the_iteration(%n: i64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%n) : (i64) -> (i64) {
  ^bb0(%i: i64, %k: i64):
    %m = aten.add.int(%n, %i) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%m) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_a_later_operation_writes_it
// CHECK: prim.Loop
// CHECK: aten.len.t(
func.func @stays_as_a_later_operation_writes_it(%l: !ts.list<i64>, %n: i64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%n) : (i64) -> (i64) {
  ^bb0(%i: i64, %k: i64):
    %m = aten.len.t(%l) : (!ts.list<i64>) -> i64
    %p = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%m) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_sizes_are_written_through_an_alias
// CHECK: prim.Loop
// CHECK: aten.dim(
func.func @stays_as_sizes_are_written_through_an_alias(%x: !ts.tensor, %y: !ts.tensor, %n: i64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%n) : (i64) -> (i64) {
  ^bb0(%i: i64, %k: i64):
    %d = aten.dim(%x) : (!ts.tensor) -> i64
    %w = aten.squeeze_(%y) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%d) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_each_iteration_fills_a_list_of_its_own
// CHECK: prim.Loop
// CHECK: prim.ListConstruct()
func.func @stays_as_each_iteration_fills_a_list_of_its_own(%n: i64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%n) : (i64) -> (i64) {
  ^bb0(%i: i64, %k: i64):
    %l = prim.ListConstruct() : () -> !ts.list<i64>
    %p = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %m = aten.len.t(%l) : (!ts.list<i64>) -> i64
    prim.Loop.condition %true, iter(%m) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_the_caller_gets_one_list_for_each_iteration
// CHECK: prim.Loop
// CHECK: prim.ListConstruct(
func.func @stays_as_the_caller_gets_one_list_for_each_iteration(%all: !ts.list<!ts.list<i64>>, %n: i64) {
  %true = prim.Constant true
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %l = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
    %p = aten.append.t(%all, %l) : (!ts.list<!ts.list<i64>>, !ts.list<i64>) -> !ts.list<!ts.list<i64>>
    prim.Loop.condition %true
  }
  func.return
}

// CHECK-LABEL: func.func @stays_as_the_lists_of_iterations_are_compared
// CHECK: prim.Loop
// CHECK: prim.ListConstruct(
func.func @stays_as_the_lists_of_iterations_are_compared(%n: i64, %c: i1, %k: !ts.list<i64>) -> i1 {
  %true = prim.Constant true
  %l, %r = prim.Loop %n, %true, iter(%k, %c) : (!ts.list<i64>, i1) -> (!ts.list<i64>, i1) {
  ^bb0(%i: i64, %before: !ts.list<i64>, %d: i1):
    %now = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
    %same = aten.__is__(%before, %now) : (!ts.list<i64>, !ts.list<i64>) -> i1
    prim.Loop.condition %true, iter(%now, %same) : (!ts.list<i64>, i1)
  }
  func.return %r : i1
}

// CHECK-LABEL: func.func @stays_as_the_loop_may_not_run
// CHECK: prim.Loop
// CHECK: aten.floordiv.int(
func.func @stays_as_the_loop_may_not_run(%a: i64, %n: i64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%a) : (i64) -> (i64) {
  ^bb0(%i: i64, %k: i64):
    %q = aten.floordiv.int(%a, %n) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%q) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_a_print_precedes_a_raising_operation
// CHECK: prim.Loop
// CHECK: prim.Print(
// CHECK: aten.floordiv.int(
func.func @stays_as_a_print_precedes_a_raising_operation(%a: i64, %b: i64) -> i64 {
  %true = prim.Constant true
  %three = prim.Constant 3 : i64
  %r = prim.Loop %three, %true, iter(%a) : (i64) -> (i64) {
  ^bb0(%i: i64, %k: i64):
    prim.Print(%i) : (i64) -> ()
    %q = aten.floordiv.int(%a, %b) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%q) : (i64)
  }
  func.return %r : i64
}

// The first error stays the first.
// CHECK-LABEL: func.func @stays_as_another_operation_may_raise_before
// CHECK: prim.Loop
// CHECK: aten.remainder.int(
// CHECK: aten.floordiv.int(
func.func @stays_as_another_operation_may_raise_before(%a: i64, %b: i64) -> i64 {
  %true = prim.Constant true
  %three = prim.Constant 3 : i64
  %r = prim.Loop %three, %true, iter(%a) : (i64) -> (i64) {
  ^bb0(%i: i64, %k: i64):
    %m = aten.remainder.int(%k, %i) : (i64, i64) -> i64
    %q = aten.floordiv.int(%a, %b) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%q) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_it_draws_random_numbers
// CHECK: prim.Loop
// CHECK: aten.rand_like(
func.func @stays_as_it_draws_random_numbers(%x: !ts.tensor, %s: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  %one = prim.Constant 1 : i64
  %n = prim.Constant : !ts.none
  %r = prim.Loop %one, %true, iter(%s) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %z: !ts.tensor):
    %u = aten.rand_like(%x, %n, %n, %n, %n, %n) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
    %t = aten.add.Tensor(%z, %u, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_in_the_branch_that_may_not_run
// CHECK: prim.Loop
// CHECK: prim.If
// CHECK-NEXT: aten.neg.int(
func.func @stays_in_the_branch_that_may_not_run(%a: i64, %n: i64, %c: i1) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%a) : (i64) -> (i64) {
  ^bb0(%i: i64, %k: i64):
    %q = prim.If %c -> (i64) {
      %m = aten.neg.int(%a) : (i64) -> i64
      prim.If.yield %m : i64
    } else {
      prim.If.yield %k : i64
    }
    prim.Loop.condition %true, iter(%q) : (i64)
  }
  func.return %r : i64
}

// -----

// Loops of other dialects: as xDSL's pass moves.
// CHECK-LABEL: func.func @other_loops
// CHECK: arith.muli
// CHECK: scf.for
func.func @other_loops(%a: index, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %p = arith.muli %a, %a : index
    "test.op"(%p) : (index) -> ()
  }
  func.return
}
