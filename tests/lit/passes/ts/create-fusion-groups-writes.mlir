// RUN: %ts-opt %s -p create-fusion-groups | %check %s
// Writes to tensors from outside a group.

// Fires: what is computed, written and read again is one group, with the argument as its input.
// CHECK-LABEL: func.func @writes_an_argument
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[8],f32, device="cpu">)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[X]], %[[K]]) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor<[8],f32, device="cpu">) -> !ts.tensor<[8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[V1:.*]]: !ts.tensor<[8],f32, device="cpu">):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[W:.*]] = aten.add_.Tensor(%[[V1]], %[[A]], %[[ONE_1]])
// CHECK-NEXT:   %[[Y_1:.*]] = aten.tanh(%[[V1]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor<[8],f32, device="cpu">
func.func @writes_an_argument(%k: !ts.tensor<[8],f32, device="cpu">, %x: !ts.tensor<[8],f32, device="cpu">) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.sin(%x) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %w = aten.add_.Tensor(%k, %a, %one) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor, i64) -> !ts.tensor
  %y = aten.tanh(%w) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Fires: the result of the write is the tensor, and no result of the group.
// CHECK-LABEL: func.func @returns_the_written_tensor
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[8],f32, device="cpu">)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: prim.TensorExprGroup(%[[X]], %[[K]]) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor<[8],f32, device="cpu">) -> () {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[V1:.*]]: !ts.tensor<[8],f32, device="cpu">):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[W:.*]] = aten.add_.Tensor(%[[V1]], %[[A]], %[[ONE_1]])
// CHECK-NEXT:   prim.return
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[K]] : !ts.tensor<[8],f32, device="cpu">
func.func @returns_the_written_tensor(%k: !ts.tensor<[8],f32, device="cpu">, %x: !ts.tensor<[8],f32, device="cpu">) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.sin(%x) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %w = aten.add_.Tensor(%k, %a, %one) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor, i64) -> !ts.tensor
  func.return %w : !ts.tensor
}

// Fires: a view is taken anew in the group.
// CHECK-LABEL: func.func @writes_a_row
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[8],f32, device="cpu">)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT: prim.TensorExprGroup(%[[X]], %[[K]]) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor<[4,8],f32, device="cpu">) -> () {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[V1:.*]]: !ts.tensor<[4,8],f32, device="cpu">):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V0]])
// CHECK-NEXT:   %[[ZERO_1:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[V:.*]] = aten.select.int(%[[V1]], %[[ZERO_1]], %[[ZERO_1]])
// CHECK-NEXT:   %[[FALSE_1:.*]] = prim.Constant false
// CHECK-NEXT:   %[[W:.*]] = aten.copy_(%[[V]], %[[A]], %[[FALSE_1]])
// CHECK-NEXT:   prim.return
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @writes_a_row(%k: !ts.tensor<[4,8],f32, device="cpu">, %x: !ts.tensor<[8],f32, device="cpu">) {
  %zero = prim.Constant 0 : i64
  %false = prim.Constant false
  %v = aten.select.int(%k, %zero, %zero) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64) -> !ts.tensor
  %a = aten.sin(%x) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %w = aten.copy_(%v, %a, %false) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
  func.return
}

// Fires, but what reads the tensor outside moves behind the group.
// CHECK-LABEL: func.func @moves_behind_the_write
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[8],f32, device="cpu">)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[X]], %[[K]]) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor<[8],f32, device="cpu">) -> !ts.tensor<[8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[V1:.*]]: !ts.tensor<[8],f32, device="cpu">):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[W:.*]] = aten.add_.Tensor(%[[V1]], %[[A]], %[[ONE_1]])
// CHECK-NEXT:   %[[Y_1:.*]] = aten.tanh(%[[A]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = aten.nonzero(%[[K]])
// CHECK-NEXT: func.return %[[S]], %[[Y]] : !ts.tensor, !ts.tensor<[8],f32, device="cpu">
func.func @moves_behind_the_write(%k: !ts.tensor<[8],f32, device="cpu">, %x: !ts.tensor<[8],f32, device="cpu">) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %a = aten.sin(%x) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %w = aten.add_.Tensor(%k, %a, %one) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor, i64) -> !ts.tensor
  %s = aten.nonzero(%k) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %y = aten.tanh(%a) : (!ts.tensor) -> !ts.tensor
  func.return %s, %y : !ts.tensor, !ts.tensor
}

// Must not fire for both: what reads the old elements outside keeps its place, which is between.
// CHECK-LABEL: func.func @stays_apart_as_old_elements_are_read
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[8],f32, device="cpu">)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[B:.*]] = prim.TensorExprGroup(%[[X]], %[[K]]) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor<[8],f32, device="cpu">) -> !ts.tensor<[8],i1, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[V1:.*]]: !ts.tensor<[8],f32, device="cpu">):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V0]])
// CHECK-NEXT:   %[[B_1:.*]] = aten.gt.Tensor(%[[A]], %[[V1]])
// CHECK-NEXT:   prim.return %[[B_1]] : !ts.tensor<[8],i1, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: %[[D:.*]] = aten.masked_select(%[[K]], %[[B]])
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[K]], %[[X]]) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor<[8],f32, device="cpu">) -> !ts.tensor<[8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V0]]: !ts.tensor<[8],f32, device="cpu">, %[[V1]]: !ts.tensor<[8],f32, device="cpu">):
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[W:.*]] = aten.add_.Tensor(%[[V0]], %[[V1]], %[[ONE_1]])
// CHECK-NEXT:   %[[Y_1:.*]] = aten.tanh(%[[V0]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[D]], %[[Y]] : !ts.tensor, !ts.tensor<[8],f32, device="cpu">
func.func @stays_apart_as_old_elements_are_read(%k: !ts.tensor<[8],f32, device="cpu">, %x: !ts.tensor<[8],f32, device="cpu">) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %a = aten.sin(%x) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %b = aten.gt.Tensor(%a, %k) : (!ts.tensor, !ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %d = aten.masked_select(%k, %b) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor) -> !ts.tensor
  %w = aten.add_.Tensor(%k, %x, %one) : (!ts.tensor<[8],f32, device="cpu">, !ts.tensor<[8],f32, device="cpu">, i64) -> !ts.tensor
  %y = aten.tanh(%k) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  func.return %d, %y : !ts.tensor, !ts.tensor
}

// Must not fire: the part is taken outside, at an index that is not known.
// CHECK-LABEL: func.func @stays_as_the_part_is_taken_outside
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V:.*]] = aten.slice.Tensor(%[[K]], %[[ZERO]], %[[I]], %[[J]], %[[ONE]])
// CHECK-NEXT: %[[G:.*]] = prim.Guard(%[[V]])
// CHECK-NEXT: %[[A:.*]] = aten.sin(%[[X]])
// CHECK-NEXT: %[[W:.*]] = aten.add_.Tensor(%[[G]], %[[A]], %[[ONE]])
// CHECK-NEXT: func.return %[[A]] : !ts.tensor
func.func @stays_as_the_part_is_taken_outside(%k: !ts.tensor<[4,8],f32, device="cpu">, %x: !ts.tensor<[8],f32, device="cpu">, %i: i64, %j: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %v = aten.slice.Tensor(%k, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64, i64, i64) -> !ts.tensor
  %g = prim.Guard(%v) : (!ts.tensor) -> !ts.tensor<[1,8],f32, device="cpu">
  %a = aten.sin(%x) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %w = aten.add_.Tensor(%g, %a, %one) : (!ts.tensor<[1,8],f32, device="cpu">, !ts.tensor, i64) -> !ts.tensor
  func.return %a : !ts.tensor
}

// Must not fire for both: another part of the written tensor would enter.
// CHECK-LABEL: func.func @stays_apart_as_another_part_enters
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V:.*]] = aten.slice.Tensor(%[[K]], %[[ZERO]], %[[I]], %[[J]], %[[ONE]])
// CHECK-NEXT: prim.TensorExprGroup(%[[X]], %[[K]]) : (!ts.tensor<[4,8],f32, device="cpu">, !ts.tensor<[4,8],f32, device="cpu">) -> () {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[4,8],f32, device="cpu">, %[[V1:.*]]: !ts.tensor<[4,8],f32, device="cpu">):
// CHECK-NEXT:   %[[A:.*]] = aten.sin(%[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[W:.*]] = aten.add_.Tensor(%[[V1]], %[[A]], %[[ONE_1]])
// CHECK-NEXT:   prim.return
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0]] = prim.Guard(%[[V]])
// CHECK-NEXT: %[[C:.*]] = prim.TensorExprGroup(%[[V0]]) : (!ts.tensor<[4,8],f32, device="cpu">) -> !ts.tensor<[4,8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V1]]: !ts.tensor<[4,8],f32, device="cpu">):
// CHECK-NEXT:   %[[B:.*]] = aten.tanh(%[[V1]])
// CHECK-NEXT:   %[[C_1:.*]] = aten.exp(%[[B]])
// CHECK-NEXT:   prim.return %[[C_1]] : !ts.tensor<[4,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[C]] : !ts.tensor<[4,8],f32, device="cpu">
func.func @stays_apart_as_another_part_enters(%k: !ts.tensor<[4,8],f32, device="cpu">, %x: !ts.tensor<[4,8],f32, device="cpu">, %i: i64, %j: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %v = aten.slice.Tensor(%k, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32, device="cpu">, i64, i64, i64, i64) -> !ts.tensor
  %g = prim.Guard(%v) : (!ts.tensor) -> !ts.tensor<[4,8],f32, device="cpu">
  %a = aten.sin(%x) : (!ts.tensor<[4,8],f32, device="cpu">) -> !ts.tensor
  %w = aten.add_.Tensor(%k, %a, %one) : (!ts.tensor<[4,8],f32, device="cpu">, !ts.tensor, i64) -> !ts.tensor
  %b = aten.tanh(%g) : (!ts.tensor<[4,8],f32, device="cpu">) -> !ts.tensor
  %c = aten.exp(%b) : (!ts.tensor) -> !ts.tensor
  func.return %c : !ts.tensor
}

// Must not fire: the write refuses an operand that shows the tensor in another order.
// CHECK-LABEL: func.func @stays_as_it_reads_what_it_writes
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8,8],f32, device="cpu">)
// CHECK-NEXT: %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT: %[[A:.*]] = aten.sin(%[[K]])
// CHECK-NEXT: %[[T:.*]] = aten.t(%[[K]])
// CHECK-NEXT: %[[W:.*]] = aten.copy_(%[[K]], %[[T]], %[[FALSE]])
// CHECK-NEXT: func.return %[[A]] : !ts.tensor
func.func @stays_as_it_reads_what_it_writes(%k: !ts.tensor<[8,8],f32, device="cpu">) -> !ts.tensor {
  %false = prim.Constant false
  %a = aten.sin(%k) : (!ts.tensor<[8,8],f32, device="cpu">) -> !ts.tensor
  %t = aten.t(%k) : (!ts.tensor<[8,8],f32, device="cpu">) -> !ts.tensor
  %w = aten.copy_(%k, %t, %false) : (!ts.tensor<[8,8],f32, device="cpu">, !ts.tensor, i1) -> !ts.tensor
  func.return %a : !ts.tensor
}

// Must not fire: it draws numbers in the order of the elements in memory.
// CHECK-LABEL: func.func @stays_as_it_draws
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8],f32, device="cpu">, %[[X:.*]]: !ts.tensor<[8],f32, device="cpu">)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0.000000e+00 : f64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1.000000e+00 : f64
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[A:.*]] = aten.sin(%[[X]])
// CHECK-NEXT: %[[W:.*]] = aten.uniform_(%[[K]], %[[ZERO]], %[[ONE]], %[[NONE]])
// CHECK-NEXT: func.return %[[A]] : !ts.tensor
func.func @stays_as_it_draws(%k: !ts.tensor<[8],f32, device="cpu">, %x: !ts.tensor<[8],f32, device="cpu">) -> !ts.tensor {
  %zero = prim.Constant 0.0 : f64
  %one = prim.Constant 1.0 : f64
  %none = prim.Constant : !ts.none
  %a = aten.sin(%x) : (!ts.tensor<[8],f32, device="cpu">) -> !ts.tensor
  %w = aten.uniform_(%k, %zero, %one, %none) : (!ts.tensor<[8],f32, device="cpu">, f64, f64, !ts.none) -> !ts.tensor
  func.return %a : !ts.tensor
}

// Must not fire across the write: `to` copies what is written then, and may not be repeated.
// CHECK-LABEL: func.func @a_copy_before_a_write
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[NO:.*]] = prim.Constant false
// CHECK-NEXT: %[[YES:.*]] = prim.Constant true
// CHECK-NEXT: %[[C:.*]] = aten.to.prim_dtype(%[[X]], %[[NONE]], %[[NO]], %[[YES]])
// CHECK-NEXT: %[[W:.*]] = aten.neg_(%[[X]])
// CHECK-NEXT: %[[V0:.*]] = prim.Guard(%[[C]])
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[V0]]) : (!ts.tensor<[2,3],f32, device="cpu">) -> !ts.tensor<[2,3],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V1:.*]]: !ts.tensor<[2,3],f32, device="cpu">):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V1]], %[[V1]])
// CHECK-NEXT:   %[[Z_1:.*]] = aten.tanh(%[[Y]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[2,3],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor<[2,3],f32, device="cpu">
func.func @a_copy_before_a_write(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %yes = prim.Constant true
  %c = aten.to.prim_dtype(%x, %none, %no, %yes) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.none, i1, i1) -> !ts.tensor
  %w = aten.neg_(%x) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %y = aten.mul.Tensor(%c, %c) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %z = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}
