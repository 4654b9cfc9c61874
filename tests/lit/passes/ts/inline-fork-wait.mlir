// RUN: ts-opt %s -p inline-fork-wait | filecheck %s

// CHECK-LABEL: func.func @waited_for
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[A:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.neg(%[[X]])
// CHECK-NEXT:    func.return %[[A]], %[[B]], %[[A]]
func.func @waited_for(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor, !ts.tensor) {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %b = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  %y = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
  %r = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  %s = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %r, %y, %s : !ts.tensor, !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @a_fork_in_a_fork
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[A:.*]] = aten.relu(%[[X]])
// CHECK-NEXT:    func.return %[[A]]
func.func @a_fork_in_a_fork(%x: !ts.tensor) -> !ts.tensor {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %g = prim.fork(%a) : (!ts.tensor) -> !ts.future<!ts.tensor> {
    ^bb0(%b: !ts.tensor):
      %c = aten.relu(%b) : (!ts.tensor) -> !ts.tensor
      prim.return %c : !ts.tensor
    }
    %d = aten.wait(%g) : (!ts.future<!ts.tensor>) -> !ts.tensor
    prim.return %d : !ts.tensor
  }
  %r = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @returns_an_argument
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[ONE:.*]] = prim.Constant 1
// CHECK-NEXT:    %[[A:.*]] = aten.add_.Scalar(%[[X]], %[[ONE]], %[[ONE]])
// CHECK-NEXT:    func.return %[[X]]
func.func @returns_an_argument(%x: !ts.tensor) -> !ts.tensor {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %one = prim.Constant 1 : i64
    %b = aten.add_.Scalar(%a, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
    prim.return %a : !ts.tensor
  }
  %r = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_caller_waits
// CHECK:         prim.fork
func.func @stays_as_the_caller_waits(%x: !ts.tensor) -> !ts.future<!ts.tensor> {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %b = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  func.return %f : !ts.future<!ts.tensor>
}

// CHECK-LABEL: func.func @stays_as_it_may_raise_before_a_print
// CHECK:         prim.fork
func.func @stays_as_it_may_raise_before_a_print(%x: !ts.tensor) -> !ts.tensor {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %b = aten.mm(%a, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  prim.Print(%x) : (!ts.tensor) -> ()
  %r = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_no_wait_is_sure_to_follow
// CHECK:         prim.fork
func.func @stays_as_no_wait_is_sure_to_follow(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %b = aten.mm(%a, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  %r = prim.If %c -> (!ts.tensor) {
    %s = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
    prim.If.yield %s : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return %r : !ts.tensor
}

// The later fork is inlined first, which removes its wait from between the earlier ones.

// CHECK-LABEL: func.func @waited_for_in_another_order
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT:    %[[A:.*]] = aten.mm(%[[X]], %[[X]])
// CHECK-NEXT:    %[[B:.*]] = aten.inverse(%[[X]])
// CHECK-NEXT:    func.return %[[B]], %[[A]]
func.func @waited_for_in_another_order(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %b = aten.mm(%a, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  %g = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %b = aten.inverse(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  %r = aten.wait(%g) : (!ts.future<!ts.tensor>) -> !ts.tensor
  %s = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %r, %s : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @waited_for_in_order
// CHECK-NOT:     prim.fork
// CHECK:         func.return
func.func @waited_for_in_order(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %b = aten.mm(%a, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  %g = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %b = aten.inverse(%a) : (!ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  %r = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  %s = aten.wait(%g) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %r, %s : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_another_wait_may_raise_first
// CHECK:         prim.fork
// CHECK:           aten.mm
func.func @stays_as_another_wait_may_raise_first(%x: !ts.tensor, %g: !ts.future<!ts.tensor>) -> !ts.tensor {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %b = aten.mm(%a, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  %r = aten.wait(%g) : (!ts.future<!ts.tensor>) -> !ts.tensor
  %s = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %s : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_another_fork_prints
// CHECK:         prim.fork
// CHECK:           aten.mm
func.func @stays_as_another_fork_prints(%x: !ts.tensor) -> (!ts.tensor, !ts.future<i64>) {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%a: !ts.tensor):
    %b = aten.mm(%a, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.return %b : !ts.tensor
  }
  %g = prim.fork(%x) : (!ts.tensor) -> !ts.future<i64> {
  ^bb0(%a: !ts.tensor):
    prim.Print(%a) : (!ts.tensor) -> ()
    %b = aten.dim(%a) : (!ts.tensor) -> i64
    prim.return %b : i64
  }
  %s = aten.wait(%f) : (!ts.future<!ts.tensor>) -> !ts.tensor
  func.return %s, %g : !ts.tensor, !ts.future<i64>
}
