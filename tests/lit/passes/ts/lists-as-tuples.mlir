// RUN: %ts-opt %s -p lists-as-tuples | %check %s

// CHECK-LABEL: func.func @a_list_of_two_numbers
// CHECK-SAME:    (%[[N:.*]]: i64, %[[A:.*]]: f64, %[[B:.*]]: f64)
// CHECK-NEXT:    %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT:    %[[LAST:.*]] = prim.Constant -1 : i64
// CHECK-NEXT:    %[[W:.*]] = prim.TupleConstruct(%[[A]], %[[B]]) : (f64, f64) -> !ts.tuple<f64, f64>
// CHECK-NEXT:    %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[W]]) : (!ts.tuple<f64, f64>) -> (!ts.tuple<f64, f64>)
// CHECK-NEXT:    ^{{.*}}(%{{.*}}: i64, %[[V:.*]]: !ts.tuple<f64, f64>):
// CHECK-NEXT:      %[[C:.*]], %[[D:.*]] = prim.TupleUnpack(%[[V]])
// CHECK-NEXT:      %[[E:.*]] = aten.add.float(%[[C]], %[[D]])
// CHECK-NEXT:      %[[U:.*]] = prim.TupleConstruct(%[[D]], %[[E]])
// CHECK-NEXT:      prim.Loop.condition %[[TRUE]], iter(%[[U]])
// CHECK:         %[[X:.*]] = prim.TupleIndex(%[[R]], %[[LAST]]) : (!ts.tuple<f64, f64>, i64) -> f64
// CHECK-NEXT:    %[[LENGTH:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:    func.return %[[X]], %[[LENGTH]]
func.func @a_list_of_two_numbers(%n: i64, %a: f64, %b: f64) -> (f64, i64) {
  %true = prim.Constant true
  %last = prim.Constant -1 : i64
  %w = prim.ListConstruct(%a, %b) : (f64, f64) -> !ts.list<f64>
  %r = prim.Loop %n, %true, iter(%w) : (!ts.list<f64>) -> (!ts.list<f64>) {
  ^bb0(%i: i64, %v: !ts.list<f64>):
    %c, %d = prim.ListUnpack(%v) : (!ts.list<f64>) -> (f64, f64)
    %e = aten.add.float(%c, %d) : (f64, f64) -> f64
    %u = prim.ListConstruct(%d, %e) : (f64, f64) -> !ts.list<f64>
    prim.Loop.condition %true, iter(%u) : (!ts.list<f64>)
  }
  %x = aten.__getitem__.t(%r, %last) : (!ts.list<f64>, i64) -> f64
  %length = aten.len.t(%r) : (!ts.list<f64>) -> i64
  func.return %x, %length : f64, i64
}

// CHECK-LABEL: func.func @a_constant_before_the_loop
// CHECK-SAME:    (%[[N:.*]]: i64)
// CHECK-NEXT:    %[[TRUE:.*]] = prim.Constant true
// CHECK:         %[[W:.*]] = prim.Constant [0 : i64, 1 : i64] : !ts.tuple<i64, i64>
// CHECK:         prim.Loop %[[N]], %[[TRUE]], iter(%[[W]]) : (!ts.tuple<i64, i64>)
func.func @a_constant_before_the_loop(%n: i64) -> i64 {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %w = prim.Constant [0, 1] : !ts.list<i64>
  %r = prim.Loop %n, %true, iter(%w) : (!ts.list<i64>) -> (!ts.list<i64>) {
  ^bb0(%i: i64, %v: !ts.list<i64>):
    %c = aten.__getitem__.t(%v, %zero) : (!ts.list<i64>, i64) -> i64
    %u = prim.ListConstruct(%i, %c) : (i64, i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%u) : (!ts.list<i64>)
  }
  %x = aten.__getitem__.t(%r, %zero) : (!ts.list<i64>, i64) -> i64
  func.return %x : i64
}

// CHECK-LABEL: func.func @stays_as_the_lengths_differ
// CHECK-SAME:    (%[[N:.*]]: i64, %[[K:.*]]: i64)
// CHECK-NEXT:    %[[TRUE:.*]] = prim.Constant true
// CHECK:         %[[W:.*]] = prim.Constant [0 : i64, 1 : i64] : !ts.list<i64>
// CHECK-NEXT:    %{{.*}} = prim.Loop %[[N]], %[[TRUE]], iter(%[[W]]) : (!ts.list<i64>) -> (!ts.list<i64>)
func.func @stays_as_the_lengths_differ(%n: i64, %k: i64) -> i64 {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %w = prim.Constant [0, 1] : !ts.list<i64>
  %r = prim.Loop %n, %true, iter(%w) : (!ts.list<i64>) -> (!ts.list<i64>) {
  ^bb0(%i: i64, %v: !ts.list<i64>):
    %u = prim.ListConstruct(%i) : (i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%u) : (!ts.list<i64>)
  }
  %x = aten.__getitem__.t(%r, %zero) : (!ts.list<i64>, i64) -> i64
  func.return %x : i64
}

// CHECK-LABEL: func.func @stays_as_it_is_written
// CHECK-SAME:    (%[[N:.*]]: i64, %[[K:.*]]: i64)
// CHECK-NEXT:    %[[TRUE:.*]] = prim.Constant true
// CHECK:         %[[W:.*]] = prim.Constant [0 : i64, 1 : i64] : !ts.list<i64>
// CHECK-NEXT:    %{{.*}} = prim.Loop %[[N]], %[[TRUE]], iter(%[[W]]) : (!ts.list<i64>) -> (!ts.list<i64>)
func.func @stays_as_it_is_written(%n: i64, %k: i64) -> i64 {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %w = prim.Constant [0, 1] : !ts.list<i64>
  %r = prim.Loop %n, %true, iter(%w) : (!ts.list<i64>) -> (!ts.list<i64>) {
  ^bb0(%i: i64, %v: !ts.list<i64>):
    %a = aten.append.t(%v, %i) : (!ts.list<i64>, i64) -> !ts.list<i64>
    %u = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%u) : (!ts.list<i64>)
  }
  %x = aten.__getitem__.t(%r, %zero) : (!ts.list<i64>, i64) -> i64
  func.return %x : i64
}

// CHECK-LABEL: func.func @stays_as_it_is_returned
// CHECK-SAME:    (%[[N:.*]]: i64, %[[K:.*]]: i64)
// CHECK-NEXT:    %[[TRUE:.*]] = prim.Constant true
// CHECK:         %[[W:.*]] = prim.Constant [0 : i64, 1 : i64] : !ts.list<i64>
// CHECK-NEXT:    %{{.*}} = prim.Loop %[[N]], %[[TRUE]], iter(%[[W]]) : (!ts.list<i64>) -> (!ts.list<i64>)
func.func @stays_as_it_is_returned(%n: i64, %k: i64) -> !ts.list<i64> {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %w = prim.Constant [0, 1] : !ts.list<i64>
  %r = prim.Loop %n, %true, iter(%w) : (!ts.list<i64>) -> (!ts.list<i64>) {
  ^bb0(%i: i64, %v: !ts.list<i64>):
    %u = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%u) : (!ts.list<i64>)
  }
  %x = aten.__getitem__.t(%r, %zero) : (!ts.list<i64>, i64) -> i64
  func.return %r : !ts.list<i64>
}

// CHECK-LABEL: func.func @stays_as_a_position_is_computed
// CHECK-SAME:    (%[[N:.*]]: i64, %[[K:.*]]: i64)
// CHECK-NEXT:    %[[TRUE:.*]] = prim.Constant true
// CHECK:         %[[W:.*]] = prim.Constant [0 : i64, 1 : i64] : !ts.list<i64>
// CHECK-NEXT:    %{{.*}} = prim.Loop %[[N]], %[[TRUE]], iter(%[[W]]) : (!ts.list<i64>) -> (!ts.list<i64>)
func.func @stays_as_a_position_is_computed(%n: i64, %k: i64) -> i64 {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %w = prim.Constant [0, 1] : !ts.list<i64>
  %r = prim.Loop %n, %true, iter(%w) : (!ts.list<i64>) -> (!ts.list<i64>) {
  ^bb0(%i: i64, %v: !ts.list<i64>):
    %u = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%u) : (!ts.list<i64>)
  }
  %x = aten.__getitem__.t(%r, %k) : (!ts.list<i64>, i64) -> i64
  func.return %x : i64
}

// CHECK-LABEL: func.func @stays_as_a_position_is_outside
// CHECK-SAME:    (%[[N:.*]]: i64, %[[K:.*]]: i64)
// CHECK-NEXT:    %[[TRUE:.*]] = prim.Constant true
// CHECK:         %[[W:.*]] = prim.Constant [0 : i64, 1 : i64] : !ts.list<i64>
// CHECK-NEXT:    %{{.*}} = prim.Loop %[[N]], %[[TRUE]], iter(%[[W]]) : (!ts.list<i64>) -> (!ts.list<i64>)
func.func @stays_as_a_position_is_outside(%n: i64, %k: i64) -> i64 {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  %w = prim.Constant [0, 1] : !ts.list<i64>
  %r = prim.Loop %n, %true, iter(%w) : (!ts.list<i64>) -> (!ts.list<i64>) {
  ^bb0(%i: i64, %v: !ts.list<i64>):
    %u = prim.ListConstruct(%i, %i) : (i64, i64) -> !ts.list<i64>
    prim.Loop.condition %true, iter(%u) : (!ts.list<i64>)
  }
  %x = aten.__getitem__.t(%r, %two) : (!ts.list<i64>, i64) -> i64
  func.return %x : i64
}
