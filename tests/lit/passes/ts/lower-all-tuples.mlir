// RUN: ts-opt %s -p lower-all-tuples | filecheck %s

// CHECK-LABEL: func.func @arguments_and_results
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64, %[[M:.*]]: i64) -> (i64, !ts.tensor, i64) {
// CHECK-NEXT:    %[[Y:.*]] = aten.mul.Scalar(%[[X]], %[[N]])
// CHECK-NEXT:    func.return %[[M]], %[[Y]], %[[N]] : i64, !ts.tensor, i64
func.func @arguments_and_results(%t: !ts.tuple<!ts.tensor, !ts.tuple<i64>>, %m: i64) -> (i64, !ts.tuple<!ts.tensor, i64>) {
  %x, %u = prim.TupleUnpack(%t) : (!ts.tuple<!ts.tensor, !ts.tuple<i64>>) -> (!ts.tensor, !ts.tuple<i64>)
  %n = prim.TupleUnpack(%u) : (!ts.tuple<i64>) -> (i64)
  %y = aten.mul.Scalar(%x, %n) : (!ts.tensor, i64) -> !ts.tensor
  %r = prim.TupleConstruct(%y, %n) : (!ts.tensor, i64) -> !ts.tuple<!ts.tensor, i64>
  func.return %m, %r : i64, !ts.tuple<!ts.tensor, i64>
}

// CHECK-LABEL: func.func @carried_by_a_loop
// CHECK-SAME:    (%[[A:.*]]: i64, %[[B:.*]]: i64, %[[N:.*]]: i64, %[[C:.*]]: i1) -> (i64, i64) {
// CHECK-NEXT:    %[[R:.*]], %[[S:.*]] = prim.Loop %[[N]], %[[C]], iter(%[[A]], %[[B]]) : (i64, i64) -> (i64, i64) {
// CHECK-NEXT:    ^{{.*}}(%[[I:.*]]: i64, %[[P:.*]]: i64, %[[Q:.*]]: i64):
// CHECK-NEXT:      prim.Loop.condition %[[C]], iter(%[[Q]], %[[I]])
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %[[R]], %[[S]]
func.func @carried_by_a_loop(%t: !ts.tuple<i64, i64>, %n: i64, %c: i1) -> !ts.tuple<i64, i64> {
  %r = prim.Loop %n, %c, iter(%t) : (!ts.tuple<i64, i64>) -> (!ts.tuple<i64, i64>) {
  ^bb0(%i: i64, %u: !ts.tuple<i64, i64>):
    %p, %q = prim.TupleUnpack(%u) : (!ts.tuple<i64, i64>) -> (i64, i64)
    %v = prim.TupleConstruct(%q, %i) : (i64, i64) -> !ts.tuple<i64, i64>
    prim.Loop.condition %c, iter(%v) : (!ts.tuple<i64, i64>)
  }
  func.return %r : !ts.tuple<i64, i64>
}

// CHECK-LABEL: func.func @yielded_by_a_branch
// CHECK-SAME:    (%[[A:.*]]: i64, %[[C:.*]]: i1) -> i64 {
// CHECK-NEXT:    %[[R:.*]] = prim.If %[[C]] -> (i64) {
// CHECK-NEXT:      prim.If.yield %[[A]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[B:.*]] = aten.neg.int(%[[A]])
// CHECK-NEXT:      prim.If.yield %[[B]]
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %[[R]]
func.func @yielded_by_a_branch(%t: !ts.tuple<i64>, %c: i1) -> !ts.tuple<i64> {
  %r = prim.If %c -> (!ts.tuple<i64>) {
    prim.If.yield %t : !ts.tuple<i64>
  } else {
    %a = prim.TupleUnpack(%t) : (!ts.tuple<i64>) -> (i64)
    %b = aten.neg.int(%a) : (i64) -> i64
    %u = prim.TupleConstruct(%b) : (i64) -> !ts.tuple<i64>
    prim.If.yield %u : !ts.tuple<i64>
  }
  func.return %r : !ts.tuple<i64>
}

// CHECK-LABEL: func.func @constants
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:    %[[TEXT:.*]] = prim.Constant "a" : !ts.str
// CHECK-NEXT:    %[[NONE:.*]] = prim.Uninitialized() : () -> i64
// CHECK-NEXT:    func.return %[[ONE]], %[[TEXT]], %[[NONE]]
func.func @constants() -> (!ts.tuple<i64, !ts.str>, !ts.tuple<i64>) {
  %t = prim.Constant [1, "a"] : !ts.tuple<i64, !ts.str>
  %u = prim.Uninitialized() : () -> !ts.tuple<i64>
  func.return %t, %u : !ts.tuple<i64, !ts.str>, !ts.tuple<i64>
}

// CHECK-LABEL: func.func @stays_as_it_is_printed
// CHECK-SAME:    (%[[A:.*]]: i64)
// CHECK-NEXT:    %[[T:.*]] = prim.TupleConstruct(%[[A]])
// CHECK-NEXT:    prim.Print(%[[T]])
func.func @stays_as_it_is_printed(%t: !ts.tuple<i64>) {
  prim.Print(%t) : (!ts.tuple<i64>) -> ()
  func.return
}

// CHECK-LABEL: func.func @stays_as_a_list_holds_it
// CHECK:         %[[T:.*]] = aten.__getitem__.t(
// CHECK-NEXT:    %[[A:.*]] = prim.TupleUnpack(%[[T]])
// CHECK-NEXT:    func.return %[[A]]
func.func @stays_as_a_list_holds_it(%l: !ts.list<!ts.tuple<i64>>, %n: i64) -> i64 {
  %t = aten.__getitem__.t(%l, %n) : (!ts.list<!ts.tuple<i64>>, i64) -> !ts.tuple<i64>
  %a = prim.TupleUnpack(%t) : (!ts.tuple<i64>) -> (i64)
  func.return %a : i64
}
