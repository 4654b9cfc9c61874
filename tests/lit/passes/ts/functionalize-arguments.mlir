// RUN: %ts-opt %s -p functionalize{arguments=true} | %check %s

// An argument is written once, at the end; what reads it later reads its last version.
// CHECK-LABEL: func.func @writes_an_argument
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8],f32>, %[[X:.*]]: !ts.tensor<[8],f32>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[K_1:.*]] = aten.add.Tensor(%[[K]], %[[X]], %[[ONE]])
// CHECK-NEXT: %[[Y:.*]] = aten.sin(%[[K_1]])
// CHECK-NEXT: %[[V0:.*]] = prim.Constant false
// CHECK-NEXT: %[[V1:.*]] = aten.copy_(%[[K]], %[[K_1]], %[[V0]])
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor<[8],f32>
func.func @writes_an_argument(%k: !ts.tensor<[8],f32>, %x: !ts.tensor<[8],f32>) -> !ts.tensor<[8],f32> {
  %one = prim.Constant 1 : i64
  %w = aten.add_.Tensor(%k, %x, %one) : (!ts.tensor<[8],f32>, !ts.tensor<[8],f32>, i64) -> !ts.tensor<[8],f32>
  %y = aten.sin(%k) : (!ts.tensor<[8],f32>) -> !ts.tensor<[8],f32>
  func.return %y : !ts.tensor<[8],f32>
}

// A row of an argument that is returned: the argument itself is still the result.
// CHECK-LABEL: func.func @writes_a_row
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[4,8],f32>, %[[X:.*]]: !ts.tensor<[8],f32>, %[[P:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT: %[[V:.*]] = aten.select.int(%[[K]], %[[ZERO]], %[[P]])
// CHECK-NEXT: %[[V0:.*]] = aten.copy(%[[V]], %[[X]], %[[FALSE]])
// CHECK-NEXT: %[[K_1:.*]] = aten.select_scatter(%[[K]], %[[V0]], %[[ZERO]], %[[P]])
// CHECK-NEXT: %[[V1:.*]] = prim.Constant false
// CHECK-NEXT: %[[V2:.*]] = aten.copy_(%[[K]], %[[K_1]], %[[V1]])
// CHECK-NEXT: func.return %[[K]] : !ts.tensor<[4,8],f32>
func.func @writes_a_row(%k: !ts.tensor<[4,8],f32>, %x: !ts.tensor<[8],f32>, %p: i64) -> !ts.tensor<[4,8],f32> {
  %zero = prim.Constant 0 : i64
  %false = prim.Constant false
  %v = aten.select.int(%k, %zero, %p) : (!ts.tensor<[4,8],f32>, i64, i64) -> !ts.tensor<[8],f32>
  %w = aten.copy_(%v, %x, %false) : (!ts.tensor<[8],f32>, !ts.tensor<[8],f32>, i1) -> !ts.tensor<[8],f32>
  func.return %k : !ts.tensor<[4,8],f32>
}

// A loop carries an argument that it writes.
// CHECK-LABEL: func.func @writes_in_a_loop
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8],f32>, %[[X:.*]]: !ts.tensor<[8],f32>, %[[N:.*]]: i64)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[K_1:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[K]]) : (!ts.tensor<[8],f32>) -> (!ts.tensor<[8],f32>) {
// CHECK-NEXT: ^{{.*}}(%[[I:.*]]: i64, %[[K_2:.*]]: !ts.tensor<[8],f32>):
// CHECK-NEXT:   %[[K_3:.*]] = aten.add.Tensor(%[[K_2]], %[[X]], %[[ONE]])
// CHECK-NEXT:   prim.Loop.condition %[[TRUE]], iter(%[[K_3]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0:.*]] = prim.Constant false
// CHECK-NEXT: %[[V1:.*]] = aten.copy_(%[[K]], %[[K_1]], %[[V0]])
// CHECK-NEXT: func.return
func.func @writes_in_a_loop(%k: !ts.tensor<[8],f32>, %x: !ts.tensor<[8],f32>, %n: i64) {
  %one = prim.Constant 1 : i64
  %true = prim.Constant true
  prim.Loop %n, %true : () -> () {
  ^bb0(%i: i64):
    %w = aten.add_.Tensor(%k, %x, %one) : (!ts.tensor<[8],f32>, !ts.tensor<[8],f32>, i64) -> !ts.tensor<[8],f32>
    prim.Loop.condition %true
  }
  func.return
}

// A write at the end already is one.
// CHECK-LABEL: func.func @is_written_back
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8],f32>, %[[X:.*]]: !ts.tensor<[8],f32>)
// CHECK-NEXT: %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT: %[[Y:.*]] = aten.sin(%[[X]])
// CHECK-NEXT: %[[W:.*]] = aten.copy_(%[[K]], %[[Y]], %[[FALSE]])
// CHECK-NEXT: func.return
func.func @is_written_back(%k: !ts.tensor<[8],f32>, %x: !ts.tensor<[8],f32>) {
  %false = prim.Constant false
  %y = aten.sin(%x) : (!ts.tensor<[8],f32>) -> !ts.tensor<[8],f32>
  %w = aten.copy_(%k, %y, %false) : (!ts.tensor<[8],f32>, !ts.tensor<[8],f32>, i1) -> !ts.tensor<[8],f32>
  func.return
}

// Must not fire: the caller would not see the write through the result.
// CHECK-LABEL: func.func @stays_as_a_result_shares_memory
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[4,8],f32>, %[[X:.*]]: !ts.tensor<[4,8],f32>)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[V:.*]] = aten.select.int(%[[K]], %[[ZERO]], %[[ONE]])
// CHECK-NEXT: %[[W:.*]] = aten.add_.Tensor(%[[K]], %[[X]], %[[ONE]])
// CHECK-NEXT: func.return %[[V]] : !ts.tensor<[8],f32>
func.func @stays_as_a_result_shares_memory(%k: !ts.tensor<[4,8],f32>, %x: !ts.tensor<[4,8],f32>) -> !ts.tensor<[8],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %v = aten.select.int(%k, %zero, %one) : (!ts.tensor<[4,8],f32>, i64, i64) -> !ts.tensor<[8],f32>
  %w = aten.add_.Tensor(%k, %x, %one) : (!ts.tensor<[4,8],f32>, !ts.tensor<[4,8],f32>, i64) -> !ts.tensor<[4,8],f32>
  func.return %v : !ts.tensor<[8],f32>
}

// Must not fire: its sizes are not known.
// CHECK-LABEL: func.func @stays_as_its_type_is_unknown
// CHECK-SAME: (%[[K:.*]]: !ts.tensor, %[[X:.*]]: !ts.tensor)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[W:.*]] = aten.add_.Tensor(%[[K]], %[[X]], %[[ONE]])
// CHECK-NEXT: func.return
func.func @stays_as_its_type_is_unknown(%k: !ts.tensor, %x: !ts.tensor) {
  %one = prim.Constant 1 : i64
  %w = aten.add_.Tensor(%k, %x, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return
}

// Must not fire: a transposed view, which is not followed, is read after the write.
// CHECK-LABEL: func.func @stays_as_a_view_is_read_afterwards
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8,8],f32>, %[[X:.*]]: !ts.tensor<[8,8],f32>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[T:.*]] = aten.t(%[[K]])
// CHECK-NEXT: %[[W:.*]] = aten.add_.Tensor(%[[K]], %[[X]], %[[ONE]])
// CHECK-NEXT: %[[Y:.*]] = aten.sin(%[[T]])
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor<[8,8],f32>
func.func @stays_as_a_view_is_read_afterwards(%k: !ts.tensor<[8,8],f32>, %x: !ts.tensor<[8,8],f32>) -> !ts.tensor<[8,8],f32> {
  %one = prim.Constant 1 : i64
  %t = aten.t(%k) : (!ts.tensor<[8,8],f32>) -> !ts.tensor<[8,8],f32>
  %w = aten.add_.Tensor(%k, %x, %one) : (!ts.tensor<[8,8],f32>, !ts.tensor<[8,8],f32>, i64) -> !ts.tensor<[8,8],f32>
  %y = aten.sin(%t) : (!ts.tensor<[8,8],f32>) -> !ts.tensor<[8,8],f32>
  func.return %y : !ts.tensor<[8,8],f32>
}

// Must not fire: the write refuses an operand that shows a part of the tensor in another order.
// CHECK-LABEL: func.func @stays_as_it_reads_what_it_writes
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[8,8],f32>)
// CHECK-NEXT: %[[FALSE:.*]] = prim.Constant false
// CHECK-NEXT: %[[T:.*]] = aten.t(%[[K]])
// CHECK-NEXT: %[[W:.*]] = aten.copy_(%[[K]], %[[T]], %[[FALSE]])
// CHECK-NEXT: func.return
func.func @stays_as_it_reads_what_it_writes(%k: !ts.tensor<[8,8],f32>) {
  %false = prim.Constant false
  %t = aten.t(%k) : (!ts.tensor<[8,8],f32>) -> !ts.tensor<[8,8],f32>
  %w = aten.copy_(%k, %t, %false) : (!ts.tensor<[8,8],f32>, !ts.tensor<[8,8],f32>, i1) -> !ts.tensor<[8,8],f32>
  func.return
}

// Fires: rows are equal or apart.
// CHECK-LABEL: func.func @adds_another_row
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[4,8],f32>, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[A:.*]] = aten.select.int(%[[K]], %[[ZERO]], %[[ZERO]])
// CHECK-NEXT: %[[B:.*]] = aten.select.int(%[[K]], %[[ZERO]], %[[I]])
// CHECK-NEXT: %[[V0:.*]] = aten.add.Tensor(%[[A]], %[[B]], %[[ONE]])
// CHECK-NEXT: %[[K_1:.*]] = aten.select_scatter(%[[K]], %[[V0]], %[[ZERO]], %[[ZERO]])
// CHECK-NEXT: %[[V1:.*]] = prim.Constant false
// CHECK-NEXT: %[[V2:.*]] = aten.copy_(%[[K]], %[[K_1]], %[[V1]])
// CHECK-NEXT: func.return
func.func @adds_another_row(%k: !ts.tensor<[4,8],f32>, %i: i64) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %a = aten.select.int(%k, %zero, %zero) : (!ts.tensor<[4,8],f32>, i64, i64) -> !ts.tensor<[8],f32>
  %b = aten.select.int(%k, %zero, %i) : (!ts.tensor<[4,8],f32>, i64, i64) -> !ts.tensor<[8],f32>
  %w = aten.add_.Tensor(%a, %b, %one) : (!ts.tensor<[8],f32>, !ts.tensor<[8],f32>, i64) -> !ts.tensor<[8],f32>
  func.return
}

// Fires for a part: where it begins, only the run knows.
// CHECK-LABEL: func.func @writes_the_rows_behind
// CHECK-SAME: (%[[K:.*]]: !ts.tensor<[4,8],f32>, %[[I:.*]]: i64)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[A:.*]] = aten.slice.Tensor(%[[K]], %[[ZERO]], %[[I]], %[[NONE]], %[[ONE]])
// CHECK-NEXT: %[[V0:.*]] = aten.neg(%[[A]])
// CHECK-NEXT: %[[K_1:.*]] = aten.slice_scatter(%[[K]], %[[V0]], %[[ZERO]], %[[I]], %[[NONE]], %[[ONE]])
// CHECK-NEXT: %[[V1:.*]] = prim.Constant false
// CHECK-NEXT: %[[V2:.*]] = aten.copy_(%[[K]], %[[K_1]], %[[V1]])
// CHECK-NEXT: func.return
func.func @writes_the_rows_behind(%k: !ts.tensor<[4,8],f32>, %i: i64) {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %none = prim.Constant : !ts.none
  %a = aten.slice.Tensor(%k, %zero, %i, %none, %one) : (!ts.tensor<[4,8],f32>, i64, i64, !ts.none, i64) -> !ts.tensor<*,f32>
  %w = aten.neg_(%a) : (!ts.tensor<*,f32>) -> !ts.tensor<*,f32>
  func.return
}
