// RUN: ts-opt %s -p dce --split-input-file | filecheck %s

// A tensor, and the writes that nothing reads.
// CHECK-LABEL: func.func @dead_tensor_with_its_writes
// CHECK-NEXT:    func.return
func.func @dead_tensor_with_its_writes(%x: !ts.tensor, %n: i64) {
  %a = aten.mul.Tensor(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %v = aten.t(%a) : (!ts.tensor) -> !ts.tensor
  %w = aten.add_.Scalar(%v, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return
}

// The last read comes before the write.
// CHECK-LABEL: func.func @write_after_the_last_read
// CHECK-NEXT:    %[[A:.*]] = aten.relu
// CHECK-NEXT:    %[[R:.*]] = aten.neg(%[[A]])
// CHECK-NEXT:    func.return %[[R]]
func.func @write_after_the_last_read(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %r = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
  %w = aten.add_.Scalar(%a, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @dead_carried_value_and_result
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64, %[[C:.*]]: i1)
// CHECK-NEXT:    %[[R:.*]] = prim.Loop %[[N]], %[[C]], iter(%[[X]]) : (!ts.tensor) -> (!ts.tensor) {
// CHECK-NEXT:    ^{{.*}}(%{{.*}}: i64, %[[Q:.*]]: !ts.tensor):
// CHECK-NEXT:      %[[K:.*]] = aten.relu(%[[Q]])
// CHECK-NEXT:      prim.Loop.condition %[[C]], iter(%[[K]]) : (!ts.tensor)
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[T:.*]] = prim.If %[[C]] -> (!ts.tensor) {
// CHECK-NEXT:      prim.If.yield %[[R]] : !ts.tensor
// CHECK-NEXT:    } else {
// CHECK-NEXT:      prim.If.yield %[[X]] : !ts.tensor
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %[[T]]
func.func @dead_carried_value_and_result(%x: !ts.tensor, %n: i64, %c: i1) -> !ts.tensor {
  %d, %r = prim.Loop %n, %c, iter(%x, %x) : (!ts.tensor, !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  ^bb0(%i: i64, %p: !ts.tensor, %q: !ts.tensor):
    %e = aten.neg(%p) : (!ts.tensor) -> !ts.tensor
    %k = aten.relu(%q) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %c, iter(%e, %k) : (!ts.tensor, !ts.tensor)
  }
  %u, %t = prim.If %c -> (!ts.tensor, !ts.tensor) {
    %f = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %f, %r : !ts.tensor, !ts.tensor
  } else {
    prim.If.yield %x, %x : !ts.tensor, !ts.tensor
  }
  func.return %t : !ts.tensor
}

// CHECK-LABEL: func.func @dead_branch
// CHECK-NEXT:    func.return
func.func @dead_branch(%x: !ts.tensor, %c: i1) {
  prim.If %c {
    %a = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield
  } else {
    prim.If.yield
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @keep_write_to_argument
// CHECK:         aten.add_.Scalar
func.func @keep_write_to_argument(%x: !ts.tensor, %n: i64) {
  %v = aten.t(%x) : (!ts.tensor) -> !ts.tensor
  %w = aten.add_.Scalar(%v, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return
}

// CHECK-LABEL: func.func @keep_write_seen_through_the_base
// CHECK:         aten.add_.Scalar
func.func @keep_write_seen_through_the_base(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %v = aten.t(%a) : (!ts.tensor) -> !ts.tensor
  %w = aten.add_.Scalar(%v, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return %a : !ts.tensor
}

// The next iteration reads it.
// CHECK-LABEL: func.func @keep_write_read_in_the_next_iteration
// CHECK:         aten.neg
// CHECK:         aten.add_.Scalar
func.func @keep_write_read_in_the_next_iteration(%x: !ts.tensor, %n: i64, %c: i1) -> !ts.tensor {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %r = prim.Loop %n, %c, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %p: !ts.tensor):
    %k = aten.neg(%a) : (!ts.tensor) -> !ts.tensor
    %w = aten.add_.Scalar(%a, %n, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
    prim.Loop.condition %c, iter(%k) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @keep_list_write_read_by_length
// CHECK:         aten.append.t
func.func @keep_list_write_read_by_length(%n: i64) -> i64 {
  %l = prim.ListConstruct(%n) : (i64) -> !ts.list<i64>
  %k = aten.append.t(%l, %n) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %r = aten.len.t(%l) : (!ts.list<i64>) -> i64
  func.return %r : i64
}

// Later random numbers depend on it.
// CHECK-LABEL: func.func @keep_step_of_the_generator
// CHECK:         aten.rand_like
func.func @keep_step_of_the_generator(%x: !ts.tensor, %o: !ts.none) {
  %r = aten.rand_like(%x, %o, %o, %o, %o, %o)
    : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  func.return
}

// CHECK-LABEL: func.func @dead_sort_of_tuples_of_numbers
// CHECK-NEXT:    func.return
func.func @dead_sort_of_tuples_of_numbers(%l: !ts.list<!ts.tuple<i64, !ts.str>>) {
  %s = aten.sorted.any(%l) : (!ts.list<!ts.tuple<i64, !ts.str>>) -> !ts.list<!ts.tuple<i64, !ts.str>>
  func.return
}

// `__lt__` of the class may do anything.
// CHECK-LABEL: func.func @keep_sort_of_objects
// CHECK-SAME:    (%[[L:.*]]: !ts.list<!ts.class<@C>>, %[[P:.*]]: !ts.list<!ts.tuple<i64, !ts.class<@C>>>)
// CHECK-NEXT:    aten.sorted.any(%[[L]])
// CHECK-NEXT:    aten.sorted.any(%[[P]])
func.func @keep_sort_of_objects(%l: !ts.list<!ts.class<@C>>, %p: !ts.list<!ts.tuple<i64, !ts.class<@C>>>) {
  %s = aten.sorted.any(%l) : (!ts.list<!ts.class<@C>>) -> !ts.list<!ts.class<@C>>
  %t = aten.sorted.any(%p) : (!ts.list<!ts.tuple<i64, !ts.class<@C>>>) -> !ts.list<!ts.tuple<i64, !ts.class<@C>>>
  func.return
}

// CHECK-LABEL: func.func @keep_unknown_operator_and_print
// CHECK-NEXT:    %[[A:.*]] = aten.relu
// CHECK-NEXT:    ts.operator "my::op"(%[[A]])
// CHECK-NEXT:    prim.If
// CHECK-NEXT:      prim.Print
func.func @keep_unknown_operator_and_print(%x: !ts.tensor, %c: i1) {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  ts.operator "my::op"(%a) : (!ts.tensor) -> ()
  prim.If %c {
    prim.Print(%x) : (!ts.tensor) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  func.return
}

// -----

// The first one stands for a write to a list, and checks its index.
// CHECK-LABEL: func.func @keep_a_check
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor, %[[I:.*]]: i64)
// CHECK-NEXT:    %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:    aten.select_scatter(%[[X]], %[[Y]], %[[ZERO]], %[[I]]) {ts.message = "index"}
// CHECK-NEXT:    func.return
func.func @keep_a_check(%x: !ts.tensor, %y: !ts.tensor, %i: i64) {
  %zero = prim.Constant 0 : i64
  %a = aten.select_scatter(%x, %y, %zero, %i) {ts.message = "index"} : (!ts.tensor, !ts.tensor, i64, i64) -> !ts.tensor
  %b = aten.select_scatter(%a, %y, %zero, %i) : (!ts.tensor, !ts.tensor, i64, i64) -> !ts.tensor
  func.return
}

// -----

// Code of other dialects follows its memory effects.
// CHECK-LABEL: func.func @by_memory_effects
// CHECK-NEXT:    memref.store
// CHECK-NEXT:    func.return
func.func @by_memory_effects(%m: memref<f32>, %x: f32) {
  %a = arith.addf %x, %x : f32
  memref.store %x, %m[] : memref<f32>
  func.return
}
