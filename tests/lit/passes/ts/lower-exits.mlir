// RUN: %ts-opt %s -p lower-exits --verify-each | %check %s

// CHECK-LABEL: func.func @return_in_a_branch
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: !ts.tensor)
// CHECK-NEXT: %[[R:.*]] = prim.If %[[C]] -> (!ts.tensor) {
// CHECK-NEXT:   prim.If.yield %[[X]] : !ts.tensor
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[Y:.*]] = aten.neg(%[[X]])
// CHECK-NEXT:   prim.If.yield %[[Y]] : !ts.tensor
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @return_in_a_branch(%c: i1, %x: !ts.tensor) -> !ts.tensor {
  prim.If %c {
    script.return %x : !ts.tensor
    prim.If.yield
  } else {
    prim.If.yield
  }
  %y = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @return_of_two_values
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: !ts.tensor, %[[N:.*]]: i64)
// CHECK: %[[R:.*]], %[[S:.*]] = prim.If %[[C]] -> (!ts.tensor, i64) {
// CHECK-NEXT:   prim.If.yield %[[X]], %[[N]] : !ts.tensor, i64
// CHECK: func.return %[[R]], %[[S]] : !ts.tensor, i64
func.func @return_of_two_values(%c: i1, %x: !ts.tensor, %n: i64) -> (!ts.tensor, i64) {
  prim.If %c {
    script.return %x, %n : !ts.tensor, i64
    prim.If.yield
  } else {
    prim.If.yield
  }
  %y = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
  %one = prim.Constant 1 : i64
  func.return %y, %one : !ts.tensor, i64
}

// CHECK-LABEL: func.func @code_after_an_exit_never_runs
// CHECK-SAME: (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT: func.return %[[X]] : !ts.tensor
func.func @code_after_an_exit_never_runs(%x: !ts.tensor) -> !ts.tensor {
  script.return %x : !ts.tensor
  %y = aten.neg(%x) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @return_in_a_loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[C:.*]]: i1, %[[X:.*]]: !ts.tensor)
// CHECK: %[[TRUE:.*]] = prim.Constant true
// CHECK: %[[NO:.*]] = prim.Constant false
// CHECK: %[[UNSET:.*]] = prim.Uninitialized()
// CHECK: %[[R:.*]], %[[RETURNED:.*]], %[[VALUE:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[X]], %[[NO]], %[[UNSET]])
// CHECK: ^bb0(%[[I:.*]]: i64, %[[CARRIED:.*]]: !ts.tensor, %[[A:.*]]: i1, %[[B:.*]]: !ts.tensor):
// CHECK: %[[BREAKS:.*]], %[[NEXT:.*]], %[[DOES:.*]], %[[WITH:.*]] = prim.If %[[C]]
// CHECK:   prim.If.yield %[[T1:.*]], %[[U:.*]], %[[T2:.*]], %[[CARRIED]]
// CHECK: } else {
// CHECK:   %[[Y:.*]] = aten.neg(%[[CARRIED]])
// CHECK:   prim.If.yield %[[F1:.*]], %[[Y]], %[[F2:.*]], %[[V:.*]] :
// CHECK: %[[MORE:.*]] = prim.If %[[BREAKS]] -> (i1) {
// CHECK: prim.Loop.condition %[[MORE]], iter(%[[NEXT]], %[[DOES]], %[[WITH]])
// CHECK: %[[RESULT:.*]] = prim.If %[[RETURNED]] -> (!ts.tensor) {
// CHECK-NEXT:   prim.If.yield %[[VALUE]] : !ts.tensor
// CHECK-NEXT: } else {
// CHECK-NEXT:   prim.If.yield %[[R]] : !ts.tensor
// CHECK: func.return %[[RESULT]] : !ts.tensor
func.func @return_in_a_loop(%n: i64, %c: i1, %x: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %carried: !ts.tensor):
    %next = script.iteration -> !ts.tensor {
      prim.If %c {
        script.return %carried : !ts.tensor
        prim.If.yield
      } else {
        prim.If.yield
      }
      %y = aten.neg(%carried) : (!ts.tensor) -> !ts.tensor
      script.next %y : !ts.tensor
    }
    prim.Loop.condition %true, iter(%next) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// The condition is computed only where the iteration did not break.
// CHECK-LABEL: func.func @break_skips_the_condition
// CHECK-SAME: (%[[N:.*]]: i64, %[[C:.*]]: i1, %[[X:.*]]: !ts.tensor)
// CHECK: %[[BREAKS:.*]], %[[NEXT:.*]] = prim.If %[[C]] -> (i1, !ts.tensor)
// CHECK: %[[MORE:.*]] = prim.If %[[BREAKS]] -> (i1) {
// CHECK-NEXT:   %[[NO:.*]] = prim.Constant false
// CHECK-NEXT:   prim.If.yield %[[NO]] : i1
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[TEST:.*]] = aten.Bool.Tensor(%[[NEXT]])
// CHECK-NEXT:   prim.If.yield %[[TEST]] : i1
// CHECK: prim.Loop.condition %[[MORE]], iter(%[[NEXT]])
func.func @break_skips_the_condition(%n: i64, %c: i1, %x: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %carried: !ts.tensor):
    %next = script.iteration -> !ts.tensor {
      prim.If %c {
        script.next break %carried : !ts.tensor
        prim.If.yield
      } else {
        prim.If.yield
      }
      %y = aten.neg(%carried) : (!ts.tensor) -> !ts.tensor
      script.next %y : !ts.tensor
    }
    %test = aten.Bool.Tensor(%next) : (!ts.tensor) -> i1
    prim.Loop.condition %test, iter(%next) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @continue_needs_no_flag
// CHECK-SAME: (%[[N:.*]]: i64, %[[C:.*]]: i1, %[[X:.*]]: !ts.tensor)
// CHECK: %[[NEXT:.*]] = prim.If %[[C]] -> (!ts.tensor) {
// CHECK-NEXT:   prim.If.yield %[[CARRIED:.*]] : !ts.tensor
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[Y:.*]] = aten.neg(%[[CARRIED]])
// CHECK-NEXT:   prim.If.yield %[[Y]] : !ts.tensor
// CHECK: prim.Loop.condition %[[TRUE:.*]], iter(%[[NEXT]])
func.func @continue_needs_no_flag(%n: i64, %c: i1, %x: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %carried: !ts.tensor):
    %next = script.iteration -> !ts.tensor {
      prim.If %c {
        script.next %carried : !ts.tensor
        prim.If.yield
      } else {
        prim.If.yield
      }
      %y = aten.neg(%carried) : (!ts.tensor) -> !ts.tensor
      script.next %y : !ts.tensor
    }
    prim.Loop.condition %true, iter(%next) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_nothing_leaves_early
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: !ts.tensor)
// CHECK-NEXT: %[[R:.*]] = prim.If %[[C]] -> (!ts.tensor) {
// CHECK-NEXT:   prim.If.yield %[[X]] : !ts.tensor
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[E:.*]] = prim.Constant "never" : !ts.str
func.func @stays_as_nothing_leaves_early(%c: i1, %x: !ts.tensor) -> !ts.tensor {
  %r = prim.If %c -> (!ts.tensor) {
    prim.If.yield %x : !ts.tensor
  } else {
    %e = prim.Constant "never" : !ts.str
    %n = prim.Constant : !ts.none
    prim.RaiseException(%e, %n) : (!ts.str, !ts.none) -> ()
    prim.If.yield %x : !ts.tensor
  }
  func.return %r : !ts.tensor
}
