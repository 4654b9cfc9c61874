// RUN: %ts-opt %s -p 'create-functional-graphs{min-size=2}' | %check %s
// RUN: %ts-opt %s -p create-functional-graphs | %check %s --check-prefix=DEFAULT

// Fires: the operations up to the write; the constant is repeated inside.

// CHECK-LABEL: func.func @fires
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor, %[[Z:.*]]: !ts.tensor)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[R:.*]] = prim.FunctionalGraph(%[[X]], %[[Y]]) : (!ts.tensor, !ts.tensor) -> !ts.tensor {
// CHECK-NEXT: ^bb0(%[[A:.*]]: !ts.tensor, %[[B:.*]]: !ts.tensor):
// CHECK-NEXT:   %[[K:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[M:.*]] = aten.add.Tensor(%[[A]], %[[B]], %[[K]])
// CHECK-NEXT:   %[[S:.*]] = aten.relu(%[[M]])
// CHECK-NEXT:   prim.return %[[S]] : !ts.tensor
// CHECK-NEXT: }
// CHECK-NEXT: aten.add_.Tensor(%[[Z]], %[[R]], %[[ONE]])
// DEFAULT-LABEL: func.func @fires
// DEFAULT-NOT: prim.FunctionalGraph
func.func @fires(%x: !ts.tensor, %y: !ts.tensor, %z: !ts.tensor) {
  %one = prim.Constant 1 : i64
  %m = aten.add.Tensor(%x, %y, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %s = aten.relu(%m) : (!ts.tensor) -> !ts.tensor
  %w = aten.add_.Tensor(%z, %s, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return
}

// Fires: a branch is a member if all operations in it are; captured values are inputs.

// CHECK-LABEL: func.func @branch
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[C:.*]]: i1)
// CHECK-NEXT: %[[N:.*]] = prim.FunctionalGraph(%[[C]], %[[X]]) : (i1, !ts.tensor) -> i64 {
// CHECK-NEXT: ^bb0(%[[D:.*]]: i1, %[[A:.*]]: !ts.tensor):
// CHECK-NEXT:   %[[V:.*]] = prim.If %[[D]] -> (!ts.tensor) {
// CHECK-NEXT:     %[[P:.*]] = aten.relu(%[[A]])
// CHECK:        %[[M:.*]] = aten.dim(%[[V]])
// CHECK-NEXT:   prim.return %[[M]] : i64
func.func @branch(%x: !ts.tensor, %c: i1) -> i64 {
  %v = prim.If %c -> (!ts.tensor) {
    %p = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %p : !ts.tensor
  } else {
    %q = aten.tanh(%x) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %q : !ts.tensor
  }
  %n = aten.dim(%v) : (!ts.tensor) -> i64
  func.return %n : i64
}

// Fires: inside a branch that is not a member.

// CHECK-LABEL: func.func @inside
// CHECK: prim.If
// CHECK-NEXT: prim.FunctionalGraph
// CHECK: aten.neg_
func.func @inside(%x: !ts.tensor, %y: !ts.tensor, %c: i1) {
  prim.If %c {
    %p = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
    %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
    prim.Print(%q) : (!ts.tensor) -> ()
    %w = aten.neg_(%y) : (!ts.tensor) -> !ts.tensor
    prim.If.yield
  } else {
    prim.If.yield
  }
  func.return
}

// Fires: printing and random numbers are not writes of values; their order stays.

// CHECK-LABEL: func.func @prints_and_draws
// CHECK-NOT: prim.Print
// CHECK: prim.FunctionalGraph
// CHECK: prim.Print
// CHECK: aten.rand_like
// CHECK: prim.Print
// CHECK: prim.return
func.func @prints_and_draws(%x: !ts.tensor) {
  %none = prim.Constant : !ts.none
  prim.Print(%x) : (!ts.tensor) -> ()
  %a = aten.rand_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  prim.Print(%a) : (!ts.tensor) -> ()
  func.return
}

// Fires: operations that cannot raise and that no member depends on move after the graph.

// CHECK-LABEL: func.func @moves
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64, %[[L:.*]]: !ts.list<i64>)
// CHECK-NEXT: %[[K:.*]], %[[M:.*]] = prim.FunctionalGraph(%[[N]])
// CHECK: aten.sub.int
// CHECK: aten.mul.int
// CHECK: prim.return
// CHECK-NEXT: }
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[K]])
// CHECK-NEXT: %[[T:.*]] = prim.TupleConstruct(%[[M]], %[[X]])
// CHECK-NEXT: func.return %[[T]]
func.func @moves(%x: !ts.tensor, %n: i64, %l: !ts.list<i64>) -> !ts.tuple<i64, !ts.tensor> {
  %k = aten.sub.int(%n, %n) : (i64, i64) -> i64
  %w = aten.append.t(%l, %k) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %m = aten.mul.int(%k, %n) : (i64, i64) -> i64
  %t = prim.TupleConstruct(%m, %x) : (i64, !ts.tensor) -> !ts.tuple<i64, !ts.tensor>
  func.return %t : !ts.tuple<i64, !ts.tensor>
}

// Fires: raising is not a write; the exception is the same inside.

// CHECK-LABEL: func.func @raises
// CHECK-NEXT: %{{.*}} = prim.FunctionalGraph
// CHECK: prim.RaiseException
func.func @raises(%x: !ts.tensor, %c: i1) -> i64 {
  prim.If %c {
    %s = prim.Constant "no" : !ts.str
    prim.RaiseException(%s) : (!ts.str) -> ()
    prim.If.yield
  } else {
    prim.If.yield
  }
  %p = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %n = aten.dim(%p) : (!ts.tensor) -> i64
  func.return %n : i64
}

// Must not fire: a written constant has to stay one object.

// CHECK-LABEL: func.func @stays_as_a_written_constant_is_one_object
// CHECK: %[[K:.*]] = prim.Constant dense
// CHECK: prim.FunctionalGraph(%[[K]])
// CHECK-NOT: prim.Constant dense
func.func @stays_as_a_written_constant_is_one_object() {
  %k = prim.Constant dense<[1.0]> : tensor<1xf32> : !ts.tensor
  %w = aten.neg_(%k) : (!ts.tensor) -> !ts.tensor
  %p = aten.relu(%k) : (!ts.tensor) -> !ts.tensor
  %q = aten.tanh(%p) : (!ts.tensor) -> !ts.tensor
  prim.Print(%q) : (!ts.tensor) -> ()
  func.return
}

// Must not fire: the caller knows the results, the result is written.

// CHECK-LABEL: func.func @stays_as_the_caller_knows_the_results
// CHECK-NOT: prim.FunctionalGraph
func.func @stays_as_the_caller_knows_the_results(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  func.return %a, %b : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_result_is_written
// CHECK-NOT: prim.FunctionalGraph
func.func @stays_as_the_result_is_written(%x: !ts.tensor) {
  %a = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  %b = aten.t(%a) : (!ts.tensor) -> !ts.tensor
  %w = aten.relu_(%b) : (!ts.tensor) -> !ts.tensor
  func.return
}

// Must not move: a division may raise, and the write happens before that.

// CHECK-LABEL: func.func @stays_as_it_may_raise_after_the_write
// CHECK-NEXT: aten.sub.int
// CHECK-NEXT: aten.append.t
// CHECK-NEXT: prim.FunctionalGraph
func.func @stays_as_it_may_raise_after_the_write(%n: i64, %l: !ts.list<i64>) -> i64 {
  %k = aten.sub.int(%n, %n) : (i64, i64) -> i64
  %w = aten.append.t(%l, %k) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %m = aten.floordiv.int(%n, %k) : (i64, i64) -> i64
  %o = aten.floordiv.int(%m, %k) : (i64, i64) -> i64
  func.return %o : i64
}

// Must not move: a member reads the list that is written before.

// CHECK-LABEL: func.func @stays_as_a_member_reads_the_list
// CHECK-NEXT: aten.sub.int
// CHECK-NEXT: aten.append.t
// CHECK-NEXT: prim.FunctionalGraph
func.func @stays_as_a_member_reads_the_list(%n: i64, %l: !ts.list<i64>) -> i64 {
  %k = aten.sub.int(%n, %n) : (i64, i64) -> i64
  %w = aten.append.t(%l, %k) : (!ts.list<i64>, i64) -> !ts.list<i64>
  %m = aten.len.t(%l) : (!ts.list<i64>) -> i64
  %o = aten.mul.int(%m, %k) : (i64, i64) -> i64
  func.return %o : i64
}
