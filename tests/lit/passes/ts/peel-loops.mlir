// RUN: ts-opt %s -p peel-loops | filecheck %s

// CHECK-LABEL: func.func @one_iteration_in_front
// CHECK-SAME:    (%[[X:.*]]: i64, %[[N:.*]]: i64, %[[C:.*]]: i1)
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:    %[[FIRST:.*]] = prim.min.int(%[[N]], %[[ONE]])
// CHECK-NEXT:    %[[S:.*]], %[[D:.*]] = prim.Loop %[[FIRST]], %[[C]], iter(%[[X]], %[[C]]) : (i64, i1) -> (i64, i1) {
// CHECK-NEXT:    ^{{.*}}(%[[I:.*]]: i64, %[[A:.*]]: i64, %{{.*}}: i1):
// CHECK-NEXT:      %[[B:.*]] = aten.mul.int(%[[A]], %[[I]])
// CHECK-NEXT:      %[[GO:.*]] = aten.lt.int(%[[B]], %[[N]])
// CHECK-NEXT:      prim.Loop.condition %[[GO]], iter(%[[B]], %[[GO]])
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[REST:.*]] = aten.sub.int(%[[N]], %[[FIRST]])
// CHECK-NEXT:    %[[R:.*]] = prim.Loop %[[REST]], %[[D]], iter(%[[S]]) : (i64) -> (i64) {
// CHECK-NEXT:    ^{{.*}}(%[[J:.*]]: i64, %[[E:.*]]: i64):
// CHECK-NEXT:      %[[ONCE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:      %[[K:.*]] = aten.add.int(%[[J]], %[[ONCE]])
// CHECK-NEXT:      %[[F:.*]] = aten.mul.int(%[[E]], %[[K]])
// CHECK-NEXT:      %[[MORE:.*]] = aten.lt.int(%[[F]], %[[N]])
// CHECK-NEXT:      prim.Loop.condition %[[MORE]], iter(%[[F]])
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %[[R]]
func.func @one_iteration_in_front(%x: i64, %n: i64, %c: i1) -> i64 {
  %r = prim.Loop %n, %c, iter(%x) : (i64) -> (i64) {
  ^bb0(%i: i64, %a: i64):
    %b = aten.mul.int(%a, %i) : (i64, i64) -> i64
    %go = aten.lt.int(%b, %n) : (i64, i64) -> i1
    prim.Loop.condition %go, iter(%b) : (i64)
  }
  func.return %r : i64
}

// CHECK-LABEL: func.func @only_the_inner_one_of_two
// CHECK-COUNT-1: prim.Loop %
// CHECK:           prim.Loop %
// CHECK:           prim.Loop %
// CHECK-NOT:     prim.Loop %
// CHECK:         func.return
func.func @only_the_inner_one_of_two(%n: i64, %c: i1) {
  prim.Loop %n, %c : () -> () {
  ^bb0(%i: i64):
    prim.Loop %n, %c : () -> () {
    ^bb0(%j: i64):
      prim.Print(%j) : (i64) -> ()
      prim.Loop.condition %c
    }
    prim.Loop.condition %c
  }
  func.return
}

// CHECK-LABEL: func.func @stays_as_a_subgraph_has_a_list_of_its_own
// CHECK-COUNT-1: prim.Loop %
// CHECK-NOT:     prim.Loop %
// CHECK:         func.return
func.func @stays_as_a_subgraph_has_a_list_of_its_own(%n: i64, %c: i1) {
  prim.Loop %n, %c : () -> () {
  ^bb0(%i: i64):
    %f = prim.FunctionalGraph(%i) : (i64) -> !ts.list<i64> {
    ^bb0(%a: i64):
      %l = prim.Constant [] : !ts.list<i64>
      %w = aten.append.t(%l, %a) : (!ts.list<i64>, i64) -> !ts.list<i64>
      prim.return %l : !ts.list<i64>
    }
    prim.Loop.condition %c
  }
  func.return
}
