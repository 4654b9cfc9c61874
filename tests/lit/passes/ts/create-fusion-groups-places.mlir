// RUN: %ts-opt %s -p create-fusion-groups | %check %s
// Views at places that only the run knows.

// Fires: the group takes the index, and checks it.
// CHECK-LABEL: func.func @selects
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[X]], %[[I]]) : (!ts.tensor<[4,8],f32, device="cpu">, i64) -> !ts.tensor<[8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[V1:.*]]: i64):
// CHECK-NEXT:   %[[ZERO_1:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[V:.*]] = aten.select.int(%[[V0]], %[[ZERO_1]], %[[V1]])
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V]])
// CHECK-NEXT:   %[[Y_1:.*]] = aten.tanh(%[[A]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor<[8],f32, device="cpu">
func.func @selects(%x: !ts.tensor<[4,8],f32, device="cpu">, %i: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %v = aten.select.int(%x, %zero, %i) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64) -> !ts.tensor
  %a = aten.sin(%v) : (!ts.tensor) -> !ts.tensor
  %y = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Fires: the row behind, too, whose index the group computes.
// CHECK-LABEL: func.func @writes_the_row_behind
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT: prim.TensorExprGroup(%[[X]], %[[K]], %[[I]]) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor<[4,8],f32, device="cpu">, i64) -> () {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[V1:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[V2:.*]]: i64):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V0]])
// CHECK-NEXT:   %[[ZERO_1:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[J:.*]] = aten.add.int(%[[V2]], %[[ONE_1]]) : (i64, i64) -> i64
// CHECK-NEXT:   %[[V:.*]] = aten.select.int(%[[V1]], %[[ZERO_1]], %[[J]])
// CHECK-NEXT:   %[[FALSE_1:.*]] = prim.Constant false
// CHECK-NEXT:   %[[W:.*]] = aten.copy_(%[[V]], %[[A]], %[[FALSE_1]])
// CHECK-NEXT:   prim.return
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @writes_the_row_behind(%k: !ts.tensor<[4,8],f32, device="cpu">, %x: !ts.tensor<[8],f32, device="cpu">, %i: i64) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %false = prim.Constant false
  %a = aten.sin(%x) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %j = aten.add.int(%i, %one) : (i64, i64) -> i64
  %v = aten.select.int(%k, %zero, %j) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64) -> !ts.tensor
  %w = aten.copy_(%v, %a, %false) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
  func.return
}

// Fires: a slice that is only written has two rows, or the kernel fails.
// CHECK-LABEL: func.func @writes_rows
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[2,8],f32, device="cpu">, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT: prim.TensorExprGroup(%[[X]], %[[K]], %[[I]]) : (!ts.tensor<[2,8],f32, device="cpu">, !ts.tensor<[4,8],f32, device="cpu">, i64) -> () {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,8],f32, device="cpu">, %[[V1:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[V2:.*]]: i64):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V0]])
// CHECK-NEXT:   %[[ZERO_1:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[TWO_1:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:   %[[J:.*]] = aten.add.int(%[[V2]], %[[TWO_1]]) : (i64, i64) -> i64
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[V:.*]] = aten.slice.Tensor(%[[V1]], %[[ZERO_1]], %[[V2]], %[[J]], %[[ONE_1]])
// CHECK-NEXT:   %[[FALSE_1:.*]] = prim.Constant false
// CHECK-NEXT:   %[[W:.*]] = aten.copy_(%[[V]], %[[A]], %[[FALSE_1]])
// CHECK-NEXT:   prim.return
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @writes_rows(%k: !ts.tensor<[4,8],f32, device="cpu">, %x: !ts.tensor<[2,8],f32, device="cpu">, %i: i64) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %false = prim.Constant false
  %a = aten.sin(%x) : (!ts.tensor<[2,8],f32, device="cpu">) -> !ts.tensor
  %j = aten.add.int(%i, %two) : (i64, i64) -> i64
  %v = aten.slice.Tensor(%k, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64, i64, i64) -> !ts.tensor
  %w = aten.copy_(%v, %a, %false) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
  func.return
}

// Fires: the slice has two rows, or the kernel fails. So the result states no sizes, and the second
// group checks it.
// CHECK-LABEL: func.func @reads_rows
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[I:.*]]: i64, %[[P:.*]]: !ts.tensor<[4,8],f32, device="cpu">)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[A:.*]] = prim.TensorExprGroup(%[[X]], %[[I]], %[[P]]) : (!ts.tensor<[4,8],f32, device="cpu">, i64, !ts.tensor<[4,8],f32, device="cpu">) -> !ts.tensor {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[V1:.*]]: i64, %[[V2:.*]]: !ts.tensor<[4,8],f32, device="cpu">):
// CHECK-NEXT:   %[[ZERO_1:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[TWO_1:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:   %[[J:.*]] = aten.add.int(%[[V1]], %[[TWO_1]]) : (i64, i64) -> i64
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[V:.*]] = aten.slice.Tensor(%[[V0]], %[[ZERO_1]], %[[V1]], %[[J]], %[[ONE_1]])
// CHECK-NEXT:   %[[A_1:.*]] = aten.sin(%[[V]])
// CHECK-NEXT:   %[[W:.*]] = aten.add_.Tensor(%[[V2]], %[[V2]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[A_1]] : !ts.tensor<[2,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: %[[T:.*]] = prim.Constant "writes" : !ts.str
// CHECK-NEXT: prim.Print(%[[T]]) : (!ts.str) -> ()
// CHECK-NEXT: %[[V0]] = prim.Guard(%[[A]])
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[V0]]) : (!ts.tensor<[2,8],f32, device="cpu">) -> !ts.tensor<[2,8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V1]]: !ts.tensor<[2,8],f32, device="cpu">):
// CHECK-NEXT:   %[[B:.*]] = aten.cos(%[[V1]])
// CHECK-NEXT:   %[[Y_1:.*]] = aten.tanh(%[[B]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[2,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor<[2,8],f32, device="cpu">
func.func @reads_rows(%x: !ts.tensor<[4,8],f32, device="cpu">, %i: i64, %p: !ts.tensor<[4,8],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %j = aten.add.int(%i, %two) : (i64, i64) -> i64
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64, i64, i64) -> !ts.tensor
  %a = aten.sin(%v) : (!ts.tensor) -> !ts.tensor
  %w = aten.add_.Tensor(%p, %p, %one) : (!ts.tensor<[4,8],f32, device="cpu">, !ts.tensor<[4,8],f32, device="cpu">, i64) -> !ts.tensor
  %t = prim.Constant "writes" : !ts.str
  prim.Print(%t) : (!ts.str) -> ()
  %b = aten.cos(%a) : (!ts.tensor) -> !ts.tensor
  %y = aten.tanh(%b) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Fires: the slice has as many rows as another input.
// CHECK-LABEL: func.func @reads_as_many_rows_as_an_input_has
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,8],f32, device="cpu">, %[[Y:.*]]: !ts.tensor<[s1,8],f32, device="cpu">, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]], %[[I]], %[[Y]]) : (!ts.tensor<[s0,8],f32, device="cpu">, i64, !ts.tensor<[s1,8],f32, device="cpu">) -> !ts.tensor {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[s0,8],f32, device="cpu">, %[[V1:.*]]: i64, %[[V3:.*]]: !ts.tensor<[s1,8],f32, device="cpu">):
// CHECK-NEXT:   %[[ZERO_1:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[N:.*]] = aten.size.int(%[[V3]], %[[ZERO_1]])
// CHECK-NEXT:   %[[J:.*]] = aten.add.int(%[[V1]], %[[N]]) : (i64, i64) -> i64
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[V:.*]] = aten.slice.Tensor(%[[V0]], %[[ZERO_1]], %[[V1]], %[[J]], %[[ONE_1]])
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V]])
// CHECK-NEXT:   %[[Z_1:.*]] = aten.mul.Tensor(%[[A]], %[[V3]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[s1,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor
func.func @reads_as_many_rows_as_an_input_has(%x: !ts.tensor<[s0,8],f32, device="cpu">, %y: !ts.tensor<[s1,8],f32, device="cpu">, %i: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %n = aten.size.int(%y, %zero) : (!ts.tensor<[s1,8],f32, device="cpu">, i64) -> i64
  %j = aten.add.int(%i, %n) : (i64, i64) -> i64
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[s0,8],f32, device="cpu">, i64, i64, i64, i64) -> !ts.tensor
  %a = aten.sin(%v) : (!ts.tensor) -> !ts.tensor
  %z = aten.mul.Tensor(%a, %y) : (!ts.tensor, !ts.tensor<[s1,8],f32, device="cpu">) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Fires: the rows before a place.
// CHECK-LABEL: func.func @reads_the_rows_before
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[X]], %[[I]]) : (!ts.tensor<[4,8],f32, device="cpu">, i64) -> !ts.tensor {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[V1:.*]]: i64):
// CHECK-NEXT:   %[[ZERO_1:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[TWO_1:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:   %[[J:.*]] = aten.sub.int(%[[V1]], %[[TWO_1]]) : (i64, i64) -> i64
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[V:.*]] = aten.slice.Tensor(%[[V0]], %[[ZERO_1]], %[[J]], %[[V1]], %[[ONE_1]])
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V]])
// CHECK-NEXT:   %[[Y_1:.*]] = aten.tanh(%[[A]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[2,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor
func.func @reads_the_rows_before(%x: !ts.tensor<[4,8],f32, device="cpu">, %i: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %j = aten.sub.int(%i, %two) : (i64, i64) -> i64
  %v = aten.slice.Tensor(%x, %zero, %j, %i, %one) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64, i64, i64) -> !ts.tensor
  %a = aten.sin(%v) : (!ts.tensor) -> !ts.tensor
  %y = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Must not fire: no input of the group has the size of the slice, which is read before an effect.
// CHECK-LABEL: func.func @reads_as_many_rows_as_a_tensor_outside
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,8],f32, device="cpu">, %[[Y:.*]]: !ts.tensor<[s1,8],f32, device="cpu">, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[N:.*]] = aten.size.int(%[[Y]], %[[ZERO]])
// CHECK-NEXT: %[[T:.*]] = prim.Constant "rows" : !ts.str
// CHECK-NEXT: prim.Print(%[[T]]) : (!ts.str) -> ()
// CHECK-NEXT: %[[J:.*]] = aten.add.int(%[[I]], %[[N]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V:.*]] = aten.slice.Tensor(%[[X]], %[[ZERO]], %[[I]], %[[J]], %[[ONE]])
// CHECK-NEXT: %[[A:.*]] = aten.sin(%[[V]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[A]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor
func.func @reads_as_many_rows_as_a_tensor_outside(%x: !ts.tensor<[s0,8],f32, device="cpu">, %y: !ts.tensor<[s1,8],f32, device="cpu">, %i: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %n = aten.size.int(%y, %zero) : (!ts.tensor<[s1,8],f32, device="cpu">, i64) -> i64
  %t = prim.Constant "rows" : !ts.str
  prim.Print(%t) : (!ts.str) -> ()
  %j = aten.add.int(%i, %n) : (i64, i64) -> i64
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[s0,8],f32, device="cpu">, i64, i64, i64, i64) -> !ts.tensor
  %a = aten.sin(%v) : (!ts.tensor) -> !ts.tensor
  %z = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Must not fire for the slice: it was clipped when it was profiled.
// CHECK-LABEL: func.func @reads_a_slice_that_was_clipped
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[J:.*]] = aten.add.int(%[[I]], %[[TWO]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V:.*]] = aten.slice.Tensor(%[[X]], %[[ZERO]], %[[I]], %[[J]], %[[ONE]])
// CHECK-NEXT: %[[V0:.*]] = prim.Guard(%[[V]])
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[V0]]) : (!ts.tensor<[1,8],f32, device="cpu">) -> !ts.tensor<[1,8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V1:.*]]: !ts.tensor<[1,8],f32, device="cpu">):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V1]])
// CHECK-NEXT:   %[[Y_1:.*]] = aten.tanh(%[[A]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[1,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor<[1,8],f32, device="cpu">
func.func @reads_a_slice_that_was_clipped(%x: !ts.tensor<[4,8],f32, device="cpu">, %i: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %j = aten.add.int(%i, %two) : (i64, i64) -> i64
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64, i64, i64) -> !ts.tensor
  %w = prim.Guard(%v) : (!ts.tensor) -> !ts.tensor<[1,8],f32, device="cpu">
  %a = aten.sin(%w) : (!ts.tensor<[1,8],f32, device="cpu">) -> !ts.tensor
  %y = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Must not fire: the slice is always clipped.
// CHECK-LABEL: func.func @reads_more_rows_than_there_are
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[FIVE:.*]] = prim.Constant 5 : i64
// CHECK-NEXT: %[[J:.*]] = aten.add.int(%[[I]], %[[FIVE]]) : (i64, i64) -> i64
// CHECK-NEXT: %[[V:.*]] = aten.slice.Tensor(%[[X]], %[[ZERO]], %[[I]], %[[J]], %[[ONE]])
// CHECK-NEXT: %[[A:.*]] = aten.sin(%[[V]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[Y:.*]] = aten.tanh(%[[A]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor
func.func @reads_more_rows_than_there_are(%x: !ts.tensor<[4,8],f32, device="cpu">, %i: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %five = prim.Constant 5 : i64
  %j = aten.add.int(%i, %five) : (i64, i64) -> i64
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64, i64, i64) -> !ts.tensor
  %a = aten.sin(%v) : (!ts.tensor) -> !ts.tensor
  %y = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Must not fire: only the run knows how many rows there are from one place to another.
// CHECK-LABEL: func.func @reads_a_slice_of_unknown_size
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V:.*]] = aten.slice.Tensor(%[[X]], %[[ZERO]], %[[I]], %[[J]], %[[ONE]])
// CHECK-NEXT: %[[A:.*]] = aten.sin(%[[V]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[Y:.*]] = aten.tanh(%[[A]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor
func.func @reads_a_slice_of_unknown_size(%x: !ts.tensor<[4,8],f32, device="cpu">, %i: i64, %j: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64, i64, i64) -> !ts.tensor
  %a = aten.sin(%v) : (!ts.tensor) -> !ts.tensor
  %y = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Must not fire for the view: it is returned, so that it exists outside of the group.
// CHECK-LABEL: func.func @returns_the_view
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V:.*]] = aten.select.int(%[[X]], %[[ZERO]], %[[I]])
// CHECK-NEXT: %[[V0:.*]] = prim.Guard(%[[V]])
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[V0]]) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor<[8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V1:.*]]: !ts.tensor<[8],f32, device="cpu">):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V1]])
// CHECK-NEXT:   %[[Y_1:.*]] = aten.tanh(%[[A]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Y]], %[[V]] : !ts.tensor<[8],f32, device="cpu">, !ts.tensor
func.func @returns_the_view(%x: !ts.tensor<[4,8],f32, device="cpu">, %i: i64) -> (!ts.tensor, !ts.tensor) {
  %zero = prim.Constant 0 : i64
  %v = aten.select.int(%x, %zero, %i) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64) -> !ts.tensor
  %a = aten.sin(%v) : (!ts.tensor) -> !ts.tensor
  %y = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  func.return %y, %v : !ts.tensor, !ts.tensor
}

// Must not fire for both parts: an exception is raised between the write and the check of the index.
// CHECK-LABEL: func.func @raises_between_groups
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[I:.*]]: i64, %[[M:.*]]: !ts.str)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: prim.TensorExprGroup(%[[X]], %[[K]]) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor<[4,8],f32, device="cpu">) -> () {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[V1:.*]]: !ts.tensor<[4,8],f32, device="cpu">):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[W:.*]] = aten.add_.Tensor(%[[V1]], %[[A]], %[[ONE_1]])
// CHECK-NEXT:   prim.return
// CHECK-NEXT: }
// CHECK-NEXT: prim.RaiseException(%[[M]], %[[NONE]]) : (!ts.str, !ts.none) -> ()
// CHECK-NEXT: prim.TensorExprGroup(%[[K]], %[[I]], %[[X]]) : (!ts.tensor<[4,8],f32, device="cpu">, i64, !ts.tensor<[8],f32, device="cpu">) -> () {
// CHECK-NEXT: ^{{.*}}(%[[V0]]: !ts.tensor<[4,8],f32, device="cpu">, %[[V1]]: i64, %[[V2:.*]]: !ts.tensor<[8],f32, device="cpu">):
// CHECK-NEXT:   %[[ZERO_1:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[V:.*]] = aten.select.int(%[[V0]], %[[ZERO_1]], %[[V1]])
// CHECK-NEXT:   %[[B:.*]] = aten.cos(%[[V2]])
// CHECK-NEXT:   %[[ONE_1]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z:.*]] = aten.add_.Tensor(%[[V]], %[[B]], %[[ONE_1]])
// CHECK-NEXT:   prim.return
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @raises_between_groups(%k: !ts.tensor<[4,8],f32, device="cpu">, %x: !ts.tensor<[8],f32, device="cpu">, %i: i64, %m: !ts.str) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %a = aten.sin(%x) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %w = aten.add_.Tensor(%k, %a, %one) : (!ts.tensor<[4,8],f32, device="cpu">, !ts.tensor, i64) -> !ts.tensor
  prim.RaiseException(%m, %none) : (!ts.str, !ts.none) -> ()
  %v = aten.select.int(%k, %zero, %i) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64) -> !ts.tensor
  %b = aten.cos(%x) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %z = aten.add_.Tensor(%v, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return
}

// Must not fire for the view: an exception is raised between it and the group.
// CHECK-LABEL: func.func @raises_before_its_use
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[I:.*]]: i64, %[[L:.*]]: !ts.list<f64>, %[[J:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V:.*]] = aten.select.int(%[[X]], %[[ZERO]], %[[I]])
// CHECK-NEXT: %[[N:.*]] = aten.__getitem__.t(%[[L]], %[[J]])
// CHECK-NEXT: %[[V0:.*]] = prim.Guard(%[[V]])
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[X]], %[[N]], %[[V0]]) : (!ts.tensor<[4,8],f32, device="cpu">, f64, !ts.tensor<[8],f32, device="cpu">) -> !ts.tensor<[4,8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V1:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[V2:.*]]: f64, %[[V3:.*]]: !ts.tensor<[8],f32, device="cpu">):
// CHECK-NEXT:   %[[A:.*]] = aten.mul.Scalar(%[[V1]], %[[V2]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Y_1:.*]] = aten.add.Tensor(%[[A]], %[[V3]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[4,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor<[4,8],f32, device="cpu">
func.func @raises_before_its_use(%x: !ts.tensor<[4,8],f32, device="cpu">, %i: i64, %l: !ts.list<f64>, %j: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %v = aten.select.int(%x, %zero, %i) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64) -> !ts.tensor
  %n = aten.__getitem__.t(%l, %j) : (!ts.list<f64>, i64) -> f64
  %a = aten.mul.Scalar(%x, %n) : (!ts.tensor<[4,8],f32, device="cpu">, f64) -> !ts.tensor
  %y = aten.add.Tensor(%a, %v, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}
