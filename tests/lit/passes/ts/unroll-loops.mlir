// RUN: ts-opt %s -p unroll-loops | filecheck %s
// RUN: ts-opt %s -p 'unroll-loops{constant-only=true limit=2}' | filecheck %s --check-prefix=ONLY
// RUN: ts-opt %s -p 'unroll-loops{limit=1000000000 factor=40000}' --debug-rewrites 2>&1 | filecheck %s --check-prefix=MANY

// MANY: 'prim.Loop': its 40000 iterations would be 80000 operations, more than 65536
// MANY: 'prim.Loop': its 1000000000 iterations would be 2000000000 operations, more than 65536

// CHECK-LABEL: func.func @two_iterations
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT:    %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:    %[[A:.*]] = aten.add.Scalar(%[[X]], %[[ZERO]], %[[TWO]])
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:    %[[B:.*]] = aten.add.Scalar(%[[A]], %[[ONE]], %[[TWO]])
// CHECK-NEXT:    func.return %[[B]]
// ONLY-LABEL:  func.func @two_iterations
// ONLY-NOT:      prim.Loop
// ONLY:          func.return
func.func @two_iterations(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %true = prim.Constant true
  %r = prim.Loop %two, %true, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %y: !ts.tensor):
    %z = aten.add.Scalar(%y, %i, %two) : (!ts.tensor, i64, i64) -> !ts.tensor
    prim.Loop.condition %true, iter(%z) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @one_inside_of_the_other
// CHECK-SAME:    (%[[N:.*]]: i64)
// CHECK-NOT:     prim.Loop
// CHECK-COUNT-4: aten.add.int
// CHECK:         func.return
// ONLY-LABEL:  func.func @one_inside_of_the_other
// ONLY:          func.return
func.func @one_inside_of_the_other(%n: i64) -> i64 {
  %two = prim.Constant 2 : i64
  %true = prim.Constant true
  %r = prim.Loop %two, %true, iter(%n) : (i64) -> (i64) {
  ^bb0(%i: i64, %a: i64):
    %b = prim.Loop %two, %true, iter(%a) : (i64) -> (i64) {
    ^bb0(%j: i64, %c: i64):
      %d = aten.add.int(%c, %j) : (i64, i64) -> i64
      prim.Loop.condition %true, iter(%d) : (i64)
    }
    prim.Loop.condition %true, iter(%b) : (i64)
  }
  func.return %r : i64
}

// The list is one object in all iterations.
// CHECK-LABEL: func.func @a_constant_that_is_written
// CHECK:         %[[L:.*]] = prim.Constant []
// CHECK-NOT:     prim.Constant []
// CHECK:         aten.append.t(%[[L]],
// CHECK:         aten.append.t(%[[L]],
// CHECK:         func.return
// ONLY-LABEL:  func.func @a_constant_that_is_written
// ONLY:          func.return
func.func @a_constant_that_is_written() {
  %two = prim.Constant 2 : i64
  %true = prim.Constant true
  prim.Loop %two, %true : () -> () {
  ^bb0(%i: i64):
    %l = prim.Constant [] : !ts.list<i64>
    %w = aten.append.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    prim.Loop.condition %true
  }
  func.return
}

// CHECK-LABEL: func.func @eight_at_a_time
// CHECK-SAME:    (%[[X:.*]]: i64, %[[N:.*]]: i64)
// CHECK-NEXT:    %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT:    %[[EIGHT:.*]] = prim.Constant 8 : i64
// CHECK-NEXT:    %[[ROUNDS:.*]] = aten.__round_to_zero_floordiv.int(%[[N]], %[[EIGHT]])
// CHECK-NEXT:    %[[DONE:.*]] = aten.mul.int(%[[ROUNDS]], %[[EIGHT]])
// CHECK-NEXT:    %[[REST:.*]] = aten.sub.int(%[[N]], %[[DONE]])
// CHECK-NEXT:    %[[MAIN:.*]] = prim.Loop %[[ROUNDS]], %[[TRUE]], iter(%[[X]])
// CHECK-COUNT-8: aten.mul.int(%{{.*}}, %{{.*}})
// CHECK:         %[[R:.*]] = prim.Loop %[[REST]], %[[TRUE]], iter(%[[MAIN]])
// CHECK-NEXT:    ^{{.*}}(%[[I:.*]]: i64, %[[A:.*]]: i64):
// CHECK-NEXT:      %[[J:.*]] = aten.add.int(%[[I]], %[[DONE]])
// CHECK-NEXT:      %[[B:.*]] = aten.mul.int(%[[A]], %[[J]])
// CHECK-NEXT:      prim.Loop.condition %[[TRUE]], iter(%[[B]])
// CHECK:         func.return %[[R]]
// ONLY-LABEL:  func.func @eight_at_a_time
// ONLY-COUNT-1:  prim.Loop %
// ONLY:          func.return
func.func @eight_at_a_time(%x: i64, %n: i64) -> i64 {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (i64) -> (i64) {
  ^bb0(%i: i64, %a: i64):
    %b = aten.mul.int(%a, %i) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%b) : (i64)
  }
  func.return %r : i64
}

// ONLY-LABEL:  func.func @stays_as_there_are_many_iterations
// ONLY:          prim.Loop %
func.func @stays_as_there_are_many_iterations(%x: i64) -> i64 {
  %n = prim.Constant 3 : i64
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (i64) -> (i64) {
  ^bb0(%i: i64, %a: i64):
    %b = aten.mul.int(%a, %i) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%b) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_its_copies_are_too_many
// CHECK:         prim.Loop %
// MANY-LABEL:  func.func @stays_as_its_copies_are_too_many
// MANY:          prim.Loop %
func.func @stays_as_its_copies_are_too_many(%x: i64) -> i64 {
  %n = prim.Constant 1000000000 : i64
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (i64) -> (i64) {
  ^bb0(%i: i64, %a: i64):
    %b = aten.mul.int(%a, %i) : (i64, i64) -> i64
    prim.Loop.condition %true, iter(%b) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_a_condition_may_end_it
// CHECK-NOT:     aten.__round_to_zero_floordiv.int
// CHECK:         prim.Loop %
func.func @stays_as_a_condition_may_end_it(%x: i64, %c: i1) -> i64 {
  %n = prim.Constant 3 : i64
  %r = prim.Loop %n, %c, iter(%x) : (i64) -> (i64) {
  ^bb0(%i: i64, %a: i64):
    %b = aten.mul.int(%a, %i) : (i64, i64) -> i64
    prim.Loop.condition %c, iter(%b) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_a_subgraph_has_a_list_of_its_own
// CHECK:         prim.Loop %
func.func @stays_as_a_subgraph_has_a_list_of_its_own() {
  %n = prim.Constant 3 : i64
  %true = prim.Constant true
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %f = prim.FunctionalGraph(%i) : (i64) -> !ts.list<i64> {
    ^bb0(%a: i64):
      %l = prim.Constant [] : !ts.list<i64>
      %w = aten.append.t(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.return %l : !ts.list<i64>
    }
    prim.Loop.condition %true
  }
  func.return
}
