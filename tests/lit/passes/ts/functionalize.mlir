// RUN: %ts-opt %s -p functionalize | %check %s

// A write to a row in a loop: the loop carries the tensor.
// CHECK-LABEL: func.func @writes_rows
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32>, %[[N:.*]]: i64)
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK:      %[[T:.*]] = aten.zeros(
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[T]]) : (!ts.tensor<[8,4],f32>) -> (!ts.tensor<[8,4],f32>) {
// CHECK-NEXT: ^{{.*}}(%[[I:.*]]: i64, %[[U:.*]]: !ts.tensor<[8,4],f32>):
// CHECK-NEXT:   %[[V:.*]] = aten.select.int(%[[U]], %[[ZERO]], %[[I]])
// CHECK-NEXT:   %[[W:.*]] = aten.copy(%[[V]], %[[X]], %[[FALSE]])
// CHECK-NEXT:   %[[S:.*]] = aten.select_scatter(%[[U]], %[[W]], %[[ZERO]], %[[I]])
// CHECK-NEXT:   prim.Loop.condition %[[TRUE]], iter(%[[S]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = aten.relu(%[[R]])
// CHECK-NEXT: func.return %[[Y]]
func.func @writes_rows(%x: !ts.tensor<[4],f32>, %n: i64) -> !ts.tensor<[8,4],f32> {
  %true = prim.Constant true
  %false = prim.Constant false
  %zero = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %sizes = prim.Constant [8, 4] : !ts.list<i64>
  %t = aten.zeros(%sizes, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[8,4],f32>
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %v = aten.select.int(%t, %zero, %i) : (!ts.tensor<[8,4],f32>, i64, i64) -> !ts.tensor<[4],f32>
    %w = aten.copy_(%v, %x, %false) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i1) -> !ts.tensor<[4],f32>
    prim.Loop.condition %true
  }
  %r = aten.relu(%t) : (!ts.tensor<[8,4],f32>) -> !ts.tensor<[8,4],f32>
  func.return %r : !ts.tensor<[8,4],f32>
}

// The loop carries the tensor already; a branch writes it, and a view of it is taken anew.
// CHECK-LABEL: func.func @writes_in_a_branch
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4],f32>, %[[N:.*]]: i64, %[[C:.*]]: i1)
// CHECK:      %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[T:.*]] = aten.relu(%[[X]])
// CHECK-NEXT: %[[OLD:.*]] = aten.select.int(%[[T]], %[[ZERO:.*]], %[[ONE]])
// CHECK-NEXT: %[[DEAD:.*]], %[[R:.*]] = prim.Loop %[[N]], %[[TRUE:.*]], iter(%[[T]], %[[T]])
// CHECK-NEXT: ^{{.*}}(%[[I:.*]]: i64, %[[UNUSED:.*]]: !ts.tensor<[4],f32>, %[[U:.*]]: !ts.tensor<[4],f32>):
// CHECK-NEXT:   %[[B:.*]] = prim.If %[[C]] -> (!ts.tensor<[4],f32>) {
// CHECK-NEXT:     %[[W:.*]] = aten.add.Tensor(%[[U]], %[[X]], %[[ONE]])
// CHECK-NEXT:     prim.If.yield %[[W]]
// CHECK-NEXT:   } else {
// CHECK-NEXT:     prim.If.yield %[[U]]
// CHECK-NEXT:   }
// CHECK-NEXT:   prim.Loop.condition %[[TRUE]], iter(%[[B]], %[[B]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[V:.*]] = aten.select.int(%[[R]], %[[ZERO]], %[[ONE]])
// CHECK-NEXT: %[[Y:.*]] = aten.neg(%[[V]])
// CHECK-NEXT: func.return %[[R]], %[[Y]]
func.func @writes_in_a_branch(%x: !ts.tensor<[4],f32>, %n: i64, %c: i1) -> (!ts.tensor<[4],f32>, !ts.tensor<[],f32>) {
  %true = prim.Constant true
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %t = aten.relu(%x) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
  %v = aten.select.int(%t, %zero, %one) : (!ts.tensor<[4],f32>, i64, i64) -> !ts.tensor<[],f32>
  %r = prim.Loop %n, %true, iter(%t) : (!ts.tensor<[4],f32>) -> (!ts.tensor<[4],f32>) {
  ^bb0(%i: i64, %u: !ts.tensor<[4],f32>):
    prim.If %c {
      %w = aten.add_.Tensor(%u, %x, %one) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i64) -> !ts.tensor<[4],f32>
      prim.If.yield
    } else {
      prim.If.yield
    }
    prim.Loop.condition %true, iter(%u) : (!ts.tensor<[4],f32>)
  }
  %y = aten.neg(%v) : (!ts.tensor<[],f32>) -> !ts.tensor<[],f32>
  func.return %r, %y : !ts.tensor<[4],f32>, !ts.tensor<[],f32>
}

// A view of a view, and a read of what was written.
// CHECK-LABEL: func.func @writes_an_element
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32>, %[[N:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[T:.*]] = aten.relu(%[[X]])
// CHECK-NEXT: %[[V:.*]] = aten.select.int(%[[T]], %[[ZERO]], %[[N]])
// CHECK-NEXT: %[[E:.*]] = aten.select.int(%[[V]], %[[ZERO]], %[[ONE]])
// CHECK-NEXT: %[[W:.*]] = aten.fill.Scalar(%[[E]], %[[ONE]])
// CHECK-NEXT: %[[P:.*]] = aten.select_scatter(%[[V]], %[[W]], %[[ZERO]], %[[ONE]])
// CHECK-NEXT: %[[Q:.*]] = aten.select_scatter(%[[T]], %[[P]], %[[ZERO]], %[[N]])
// CHECK-NEXT: %[[V_1:.*]] = aten.select.int(%[[Q]], %[[ZERO]], %[[N]])
// CHECK-NEXT: %[[E_1:.*]] = aten.select.int(%[[V_1]], %[[ZERO]], %[[ONE]])
// CHECK-NEXT: %[[Y:.*]] = aten.neg(%[[E_1]])
// CHECK-NEXT: func.return %[[Q]], %[[Y]]
func.func @writes_an_element(%x: !ts.tensor<[2,3],f32>, %n: i64) -> (!ts.tensor<[2,3],f32>, !ts.tensor<[],f32>) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %t = aten.relu(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  %v = aten.select.int(%t, %zero, %n) : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor<[3],f32>
  %e = aten.select.int(%v, %zero, %one) : (!ts.tensor<[3],f32>, i64, i64) -> !ts.tensor<[],f32>
  %w = aten.fill_.Scalar(%e, %one) : (!ts.tensor<[],f32>, i64) -> !ts.tensor<[],f32>
  %y = aten.neg(%w) : (!ts.tensor<[],f32>) -> !ts.tensor<[],f32>
  func.return %t, %y : !ts.tensor<[2,3],f32>, !ts.tensor<[],f32>
}

// An early return of the tensor: the value before it is not read.
// CHECK-LABEL: func.func @returns_early
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>, %[[N:.*]]: i64, %[[C:.*]]: i1)
// CHECK:      %[[T:.*]] = aten.relu(%[[X]])
// CHECK-NEXT: %[[UNREAD:.*]] = prim.Uninitialized()
// CHECK-NEXT: %[[DEAD:.*]], %[[R:.*]] = prim.Loop %[[N]], %[[TRUE:.*]], iter(%[[UNREAD]], %[[T]])
// CHECK-NEXT: ^{{.*}}(%[[I:.*]]: i64, %[[UNUSED:.*]]: !ts.tensor<[2],f32>, %[[U:.*]]: !ts.tensor<[2],f32>):
// CHECK-NEXT:   %[[W:.*]] = aten.zero(%[[U]])
// CHECK:        prim.If.yield %[[W]]
// CHECK:        prim.Loop.condition %[[C]], iter(%[[W]], %[[W]])
// CHECK:      %[[Y:.*]] = prim.If %[[C]]
// CHECK-NEXT:   prim.If.yield %[[R]]
// CHECK:      func.return %[[R]]
func.func @returns_early(%x: !ts.tensor<[2],f32>, %n: i64, %c: i1) -> !ts.tensor<[2],f32> {
  %true = prim.Constant true
  %t = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %unread = prim.Uninitialized() : () -> !ts.tensor<[2],f32>
  %r = prim.Loop %n, %true, iter(%unread) : (!ts.tensor<[2],f32>) -> (!ts.tensor<[2],f32>) {
  ^bb0(%i: i64, %u: !ts.tensor<[2],f32>):
    %w = aten.zero_(%t) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    %e = prim.If %c -> (!ts.tensor<[2],f32>) {
      prim.If.yield %w : !ts.tensor<[2],f32>
    } else {
      %v = prim.Uninitialized() : () -> !ts.tensor<[2],f32>
      prim.If.yield %v : !ts.tensor<[2],f32>
    }
    prim.Loop.condition %c, iter(%e) : (!ts.tensor<[2],f32>)
  }
  %y = prim.If %c -> (!ts.tensor<[2],f32>) {
    prim.If.yield %r : !ts.tensor<[2],f32>
  } else {
    prim.If.yield %t : !ts.tensor<[2],f32>
  }
  func.return %y : !ts.tensor<[2],f32>
}

// A list of the tensor is read before the next write.
// CHECK-LABEL: func.func @reads_a_list_before_the_write
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[T:.*]] = aten.relu(%[[X]])
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[T]], %[[X]])
// CHECK-NEXT: %[[Y:.*]] = aten.cat(%[[L]], %[[ZERO]])
// CHECK-NEXT: %[[W:.*]] = aten.zero(%[[T]])
// CHECK-NEXT: func.return %[[Y]], %[[W]]
func.func @reads_a_list_before_the_write(%x: !ts.tensor<[2],f32>) -> (!ts.tensor<[4],f32>, !ts.tensor<[2],f32>) {
  %zero = prim.Constant 0 : i64
  %t = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %l = prim.ListConstruct(%t, %x) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  %y = aten.cat(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[4],f32>
  %w = aten.zero_(%t) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return %y, %w : !ts.tensor<[4],f32>, !ts.tensor<[2],f32>
}

// CHECK-LABEL: func.func @leaves_a_list_that_is_read_after_the_write
// CHECK: %[[T:.*]] = aten.relu(
// CHECK: aten.zero_(%[[T]]
func.func @leaves_a_list_that_is_read_after_the_write(%x: !ts.tensor<[2],f32>) -> (!ts.tensor<[4],f32>, !ts.tensor<[2],f32>) {
  %zero = prim.Constant 0 : i64
  %t = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %l = prim.ListConstruct(%t, %x) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  %w = aten.zero_(%t) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %y = aten.cat(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[4],f32>
  func.return %y, %w : !ts.tensor<[4],f32>, !ts.tensor<[2],f32>
}

// CHECK-LABEL: func.func @leaves_a_tensor_that_a_list_keeps
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>)
// CHECK: %[[T:.*]] = aten.relu(%[[X]])
// CHECK: aten.zero_(%[[T]])
func.func @leaves_a_tensor_that_a_list_keeps(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %zero = prim.Constant 0 : i64
  %l = prim.ListConstruct(%x) : (!ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  %t = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %a = aten.append.t(%l, %t) : (!ts.list<!ts.tensor>, !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  %w = aten.zero_(%t) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %y = aten.cat(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[2],f32>
  func.return %y : !ts.tensor<[2],f32>
}

// CHECK-LABEL: func.func @leaves_an_argument
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>)
// CHECK-NEXT: %[[W:.*]] = aten.zero_(%[[X]])
func.func @leaves_an_argument(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %w = aten.zero_(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return %w : !ts.tensor<[2],f32>
}

// CHECK-LABEL: func.func @leaves_a_branch_between_the_tensor_and_another
// CHECK: %[[T:.*]] = prim.If 
// CHECK: aten.zero_(%[[T]]
func.func @leaves_a_branch_between_the_tensor_and_another(%x: !ts.tensor<[2],f32>, %n: i64, %c: i1) -> !ts.tensor<[2],f32> {
  %true = prim.Constant true
  %t = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %r = prim.If %c -> (!ts.tensor<[2],f32>) {
    prim.If.yield %t : !ts.tensor<[2],f32>
  } else {
    %s = aten.neg(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    prim.If.yield %s : !ts.tensor<[2],f32>
  }
  %w = aten.zero_(%r) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return %t : !ts.tensor<[2],f32>
}

// CHECK-LABEL: func.func @leaves_a_loop_that_carries_the_tensor_and_others
// CHECK: ^{{.*}}(%[[I:.*]]: i64, %[[T:.*]]: !ts.tensor<[2],f32>):
// CHECK-NEXT: %[[W:.*]] = aten.zero_(%[[T]])
func.func @leaves_a_loop_that_carries_the_tensor_and_others(%x: !ts.tensor<[2],f32>, %n: i64) -> !ts.tensor<[2],f32> {
  %true = prim.Constant true
  %t = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %r = prim.Loop %n, %true, iter(%t) : (!ts.tensor<[2],f32>) -> (!ts.tensor<[2],f32>) {
  ^bb0(%i: i64, %u: !ts.tensor<[2],f32>):
    %w = aten.zero_(%u) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    %s = aten.neg(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
    prim.Loop.condition %true, iter(%s) : (!ts.tensor<[2],f32>)
  }
  func.return %r : !ts.tensor<[2],f32>
}

// CHECK-LABEL: func.func @leaves_a_view_without_an_inverse
// CHECK: %[[T:.*]] = aten.view(
// CHECK: aten.zero_(%[[T]]
func.func @leaves_a_view_without_an_inverse(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %sizes = prim.Constant [2, 1] : !ts.list<i64>
  %t = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %v = aten.view(%t, %sizes) : (!ts.tensor<[2],f32>, !ts.list<i64>) -> !ts.tensor<[2,1],f32>
  %w = aten.zero_(%v) : (!ts.tensor<[2,1],f32>) -> !ts.tensor<[2,1],f32>
  func.return %t : !ts.tensor<[2],f32>
}

// CHECK-LABEL: func.func @leaves_an_operator_that_would_promote
// CHECK: %[[T:.*]] = aten.relu(
// CHECK: aten.add_.Tensor(%[[T]]
func.func @leaves_an_operator_that_would_promote(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f64>) -> !ts.tensor<[2],f32> {
  %one = prim.Constant 1 : i64
  %t = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %w = aten.add_.Tensor(%t, %y, %one) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f64>, i64) -> !ts.tensor<[2],f32>
  func.return %t : !ts.tensor<[2],f32>
}

// Fires: random numbers in a row, and an operator that draws for the elements it reads.
// CHECK-LABEL: func.func @random_row
// CHECK:         %[[T:.*]] = aten.relu(
// CHECK-NEXT:    %[[V:.*]] = aten.select.int(%[[T]], %[[I:.*]], %[[I]]) :
// CHECK-NEXT:    %[[W:.*]] = aten.uniform(%[[V]], %[[ZERO:.*]], %[[ONE:.*]], %[[NONE:.*]]) :
// CHECK-NEXT:    %[[S:.*]] = aten.select_scatter(%[[T]], %[[W]], %[[I]], %[[I]]) :
// CHECK-NEXT:    %[[R:.*]] = aten.bernoulli(%[[S]], %[[NONE]]) :
// CHECK-NEXT:    func.return %[[R]]
func.func @random_row(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
  %i = prim.Constant 0 : i64
  %zero = prim.Constant 0.0 : f64
  %one = prim.Constant 1.0 : f64
  %n = prim.Constant : !ts.none
  %t = aten.relu(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
  %v = aten.select.int(%t, %i, %i) : (!ts.tensor<[2,3],f32>, i64, i64) -> !ts.tensor<[3],f32>
  %w = aten.uniform_(%v, %zero, %one, %n) : (!ts.tensor<[3],f32>, f64, f64, !ts.none) -> !ts.tensor<[3],f32>
  %r = aten.bernoulli(%t, %n) : (!ts.tensor<[2,3],f32>, !ts.none) -> !ts.tensor<[2,3],f32>
  func.return %r : !ts.tensor<[2,3],f32>
}

// CHECK-LABEL: func.func @leaves_normal_numbers_in_a_view
// CHECK: aten.normal_(
func.func @leaves_normal_numbers_in_a_view(%x: !ts.tensor<[32,3],f32>) -> !ts.tensor<[32,3],f32> {
  %i = prim.Constant 0 : i64
  %d = prim.Constant 1 : i64
  %zero = prim.Constant 0.0 : f64
  %one = prim.Constant 1.0 : f64
  %n = prim.Constant : !ts.none
  %t = aten.relu(%x) : (!ts.tensor<[32,3],f32>) -> !ts.tensor<[32,3],f32>
  %v = aten.select.int(%t, %d, %i) : (!ts.tensor<[32,3],f32>, i64, i64) -> !ts.tensor<[32],f32>
  %w = aten.normal_(%v, %zero, %one, %n) : (!ts.tensor<[32],f32>, f64, f64, !ts.none) -> !ts.tensor<[32],f32>
  func.return %t : !ts.tensor<[32,3],f32>
}

// The new tensor has the order of the written one, which an argument determines.
// CHECK-LABEL: func.func @keeps_the_order_of_another_tensor
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32>, %[[I:.*]]: !ts.tensor<[2,1],i64>)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[T:.*]] = aten.zeros_like(%[[X]], %[[NONE]], %[[NONE]], %[[NONE]], %[[NONE]], %[[NONE]])
// CHECK-NEXT: %[[S:.*]] = aten.scatter.value(%[[T]], %[[ONE]], %[[I]], %[[ONE]])
// CHECK-NEXT: %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT: %[[R:.*]] = aten.copy(%[[T]], %[[S]], %[[FALSE]])
// CHECK-NEXT: func.return %[[R]]
func.func @keeps_the_order_of_another_tensor(%x: !ts.tensor<[2,3],f32>, %i: !ts.tensor<[2,1],i64>) -> !ts.tensor<[2,3],f32> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %t = aten.zeros_like(%x, %none, %none, %none, %none, %none) : (!ts.tensor<[2,3],f32>, !ts.none, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor<[2,3],f32>
  %w = aten.scatter_.value(%t, %one, %i, %one) : (!ts.tensor<[2,3],f32>, i64, !ts.tensor<[2,1],i64>, i64) -> !ts.tensor<[2,3],f32>
  func.return %t : !ts.tensor<[2,3],f32>
}
