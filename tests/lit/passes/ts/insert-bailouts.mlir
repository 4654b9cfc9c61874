// RUN: %ts-opt %s -p insert-bailouts --split-input-file | %check %s

// Fires: the operands are the checked tensor and the live values; constants are copied.

// CHECK-LABEL: func.func @straight
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor, %[[N:.*]]: i64) -> !ts.tensor {
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1
// CHECK-NEXT: %[[P:.*]] = aten.relu_(%[[X]])
// CHECK-NEXT: %[[G:.*]] = prim.BailOut(%[[X]], %[[Y]]) {callee = @straight_bailout0} : (!ts.tensor, !ts.tensor) -> !ts.tensor<[2],f32>
// CHECK-NEXT: %[[R:.*]] = aten.add.Tensor(%[[G]], %[[Y]], %[[ONE]])
// CHECK-NEXT: %[[S:.*]] = prim.unchecked_cast(%[[R]]) : (!ts.tensor<[2],f32>) -> !ts.tensor
// CHECK-NEXT: func.return %[[S]] : !ts.tensor

// CHECK: func.func private @straight_bailout0(%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor) -> !ts.tensor {
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1
// CHECK-NEXT: %[[R:.*]] = aten.add.Tensor(%[[X]], %[[Y]], %[[ONE]]) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @straight(%x: !ts.tensor, %y: !ts.tensor, %n: i64) -> !ts.tensor<[2],f32> {
  %one = prim.Constant 1 : i64
  %p = aten.relu_(%x) : (!ts.tensor) -> !ts.tensor
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %r = aten.add.Tensor(%g, %y, %one) : (!ts.tensor<[2],f32>, !ts.tensor, i64) -> !ts.tensor<[2],f32>
  func.return %r : !ts.tensor<[2],f32>
}

// -----

// Fires: the remainder of a branch continues after it.

// CHECK-LABEL: func.func @branch
// CHECK: %[[G:.*]] = prim.BailOut(%[[X:.*]], %[[Y:.*]]) {callee = @branch_bailout0}

// CHECK: func.func private @branch_bailout0(%[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor)
// CHECK-NEXT: %[[P:.*]] = aten.relu(%[[X]])
// CHECK-NEXT: %[[Q:.*]] = aten.mul.Tensor(%[[P]], %[[Y]])
// CHECK-NEXT: func.return %[[Q]]
func.func @branch(%x: !ts.tensor, %y: !ts.tensor, %c: i1) -> !ts.tensor {
  %v = prim.If %c -> (!ts.tensor) {
    %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %p = aten.relu(%g) : (!ts.tensor<[2],f32>) -> !ts.tensor
    prim.If.yield %p : !ts.tensor
  } else {
    %p = aten.neg(%y) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %p : !ts.tensor
  }
  %q = aten.mul.Tensor(%v, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %q : !ts.tensor
}

// -----

// Fires: the rest of an iteration, then the iterations left, whose numbers go on.

// CHECK-LABEL: func.func @loop
// CHECK: %[[G:.*]] = prim.BailOut(%[[L:.*]], %[[I:.*]], %[[N:.*]], %[[C:.*]]) {callee = @loop_bailout0}

// CHECK: func.func private @loop_bailout0(%[[L:.*]]: !ts.tensor, %[[I:.*]]: i64, %[[N:.*]]: i64, %[[C:.*]]: i1)
// CHECK-NEXT: %[[K:.*]] = prim.Constant 1
// CHECK-NEXT: %[[T:.*]] = aten.add.Scalar(%[[L]], %[[I]], %[[K]])
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1
// CHECK-NEXT: %[[DONE:.*]] = aten.add.int(%[[I]], %[[ONE]])
// CHECK-NEXT: %[[LEFT:.*]] = aten.sub.int(%[[N]], %[[DONE]])
// CHECK-NEXT: %[[W:.*]] = prim.Loop %[[LEFT]], %[[C]], iter(%[[T]]) : (!ts.tensor) -> (!ts.tensor) {
// CHECK-NEXT: ^bb0(%[[J:.*]]: i64, %[[M:.*]]: !ts.tensor):
// CHECK-NEXT:   %[[TRIP:.*]] = aten.add.int(%[[J]], %[[DONE]])
// CHECK-NEXT:   %[[U:.*]] = aten.add.Scalar(%[[M]], %[[TRIP]], %[[K]])
// CHECK-NEXT:   prim.Loop.condition %[[C]], iter(%[[U]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[W]])
// CHECK-NEXT: func.return %[[R]]
func.func @loop(%x: !ts.tensor, %n: i64, %c: i1) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %w = prim.Loop %n, %c, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %l: !ts.tensor):
    %g = prim.Guard(%l) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %t = aten.add.Scalar(%g, %i, %one) : (!ts.tensor<[2],f32>, i64, i64) -> !ts.tensor
    prim.Loop.condition %c, iter(%t) : (!ts.tensor)
  }
  %r = aten.relu(%w) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// -----

// Fires: a constant that may be written is one object, before and after a bailout.

// CHECK-LABEL: func.func @written_constant
// CHECK-NEXT: %[[L:.*]] = prim.Constant
// CHECK-NEXT: %[[G:.*]] = prim.BailOut(%[[X:.*]], %[[L]]) {callee = @written_constant_bailout0}

// CHECK: func.func private @written_constant_bailout0(%[[X:.*]]: !ts.tensor, %[[L:.*]]: !ts.list<!ts.tensor>)
// CHECK-NEXT: %[[A:.*]] = aten.append.t(%[[L]], %[[X]])
// CHECK-NEXT: func.return %[[L]]
func.func @written_constant(%x: !ts.tensor) -> !ts.list<!ts.tensor> {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %l = prim.Constant [] : !ts.list<!ts.tensor>
  %a = aten.append.t(%l, %g) : (!ts.list<!ts.tensor>, !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor>
  func.return %l : !ts.list<!ts.tensor>
}

// -----

// Fires: a fork's body has a separate result.

// CHECK-LABEL: func.func @forked
// CHECK: prim.BailOut(%[[Y:.*]]) {callee = @forked_bailout0}

// CHECK: func.func private @forked_bailout0(%[[Y:.*]]: !ts.tensor) -> !ts.tensor {
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[Y]])
// CHECK-NEXT: func.return %[[R]]
func.func @forked(%x: !ts.tensor) -> !ts.future<!ts.tensor> {
  %f = prim.fork(%x) : (!ts.tensor) -> !ts.future<!ts.tensor> {
  ^bb0(%y: !ts.tensor):
    %g = prim.Guard(%y) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %r = aten.relu(%g) : (!ts.tensor<[2],f32>) -> !ts.tensor
    prim.return %r : !ts.tensor
  }
  func.return %f : !ts.future<!ts.tensor>
}

// -----

// Must not fire: the results of a group rely on the guards in it.

// CHECK-LABEL: func.func @stays_as_results_of_a_group_rely_on_it
// CHECK: prim.Guard
// CHECK-NOT: prim.BailOut
func.func @stays_as_results_of_a_group_rely_on_it(%x: !ts.tensor) -> !ts.tensor {
  %f = prim.FunctionalGraph(%x) : (!ts.tensor) -> !ts.tensor {
  ^bb0(%y: !ts.tensor):
    %g = prim.Guard(%y) : (!ts.tensor) -> !ts.tensor<[2],f32>
    %r = aten.relu(%g) : (!ts.tensor<[2],f32>) -> !ts.tensor
    prim.return %r : !ts.tensor
  }
  func.return %f : !ts.tensor
}

// -----

// Must not fire: a copy of the forked graph would have a list of its own.

// CHECK-LABEL: func.func @stays_as_a_copy_would_have_a_list_of_its_own
// CHECK: prim.Guard
// CHECK-NOT: prim.BailOut
func.func @stays_as_a_copy_would_have_a_list_of_its_own(%x: !ts.tensor) -> !ts.future<!ts.list<!ts.tensor>> {
  %g = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %f = prim.fork(%g) : (!ts.tensor<[2],f32>) -> !ts.future<!ts.list<!ts.tensor>> {
  ^bb0(%y: !ts.tensor):
    %l = prim.Constant [] : !ts.list<!ts.tensor>
    %a = aten.append.t(%l, %y) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    prim.return %l : !ts.list<!ts.tensor>
  }
  func.return %f : !ts.future<!ts.list<!ts.tensor>>
}
