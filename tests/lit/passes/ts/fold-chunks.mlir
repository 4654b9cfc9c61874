// RUN: %ts-opt %s -p fold-chunks | %check %s

// CHECK-LABEL: func.func @folds
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[DIM:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.ConstantChunk(%[[X]]) {chunks = 2 : i64, dim = 1 : i64} : (!ts.tensor) -> (!ts.tensor, !ts.tensor)
// CHECK-NEXT: %[[R:.*]] = aten.mul.Tensor(%[[A]], %[[B]]) : (!ts.tensor, !ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @folds(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %dim = prim.Constant 1 : i64
  %l = aten.chunk(%x, %two, %dim) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %r = aten.mul.Tensor(%a, %b) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_if_the_number_of_parts_is_not_known
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64) -> !ts.tensor
// CHECK-NEXT: %[[DIM:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[L:.*]] = aten.chunk(%[[X]], %[[N]], %[[DIM]]) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.ListUnpack(%[[L]]) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
// CHECK-NEXT: func.return %[[A]] : !ts.tensor
func.func @stays_if_the_number_of_parts_is_not_known(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %dim = prim.Constant 1 : i64
  %l = aten.chunk(%x, %n, %dim) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  func.return %a : !ts.tensor
}

// Three chunks of four elements are two parts: the unpacking determines the number.
// CHECK-LABEL: func.func @stays_if_the_parts_are_fewer
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[THREE:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[DIM:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.chunk(%[[X]], %[[THREE]], %[[DIM]]) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.ListUnpack(%[[L]]) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
// CHECK-NEXT: func.return %[[A]] : !ts.tensor
func.func @stays_if_the_parts_are_fewer(%x: !ts.tensor) -> !ts.tensor {
  %three = prim.Constant 3 : i64
  %dim = prim.Constant 0 : i64
  %l = aten.chunk(%x, %three, %dim) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  func.return %a : !ts.tensor
}

// CHECK-LABEL: func.func @stays_if_the_list_has_other_uses
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[L:.*]] = aten.chunk(%[[X]], %[[TWO]], %[[TWO]]) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[A:.*]], %[[B:.*]] = prim.ListUnpack(%[[L]]) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
// CHECK-NEXT: func.return %[[L]] : !ts.list<!ts.tensor>
func.func @stays_if_the_list_has_other_uses(%x: !ts.tensor) -> !ts.list<!ts.tensor> {
  %two = prim.Constant 2 : i64
  %l = aten.chunk(%x, %two, %two) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  func.return %l : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @folds_around_a_constant
// CHECK: prim.ConstantChunk(
func.func @folds_around_a_constant(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %l = aten.chunk(%x, %two, %two) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %one = prim.Constant 1 : i64
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %r = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_sizes_are_written_between
// CHECK: aten.chunk(
// CHECK-NEXT: aten.t_(
// CHECK-NEXT: prim.ListUnpack(
func.func @stays_as_the_sizes_are_written_between(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %zero = prim.Constant 0 : i64
  %l = aten.chunk(%x, %two, %zero) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %t = aten.t_(%x) : (!ts.tensor) -> !ts.tensor
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  func.return %a : !ts.tensor
}

// A chunk along a dimension that is not there raises before the text is printed.
// CHECK-LABEL: func.func @stays_as_a_print_is_between
// CHECK: aten.chunk(
// CHECK-NEXT: prim.Print(
// CHECK-NEXT: prim.ListUnpack(
func.func @stays_as_a_print_is_between(%x: !ts.tensor) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %l = aten.chunk(%x, %two, %two) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  prim.Print(%two) : (i64) -> ()
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  func.return %a : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_another_operation_between_may_raise
// CHECK: aten.chunk(
// CHECK-NEXT: aten.floordiv.int(
// CHECK-NEXT: prim.ListUnpack(
func.func @stays_as_another_operation_between_may_raise(%x: !ts.tensor, %n: i64) -> (!ts.tensor, i64) {
  %two = prim.Constant 2 : i64
  %l = aten.chunk(%x, %two, %two) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %q = aten.floordiv.int(%two, %n) : (i64, i64) -> i64
  %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  func.return %a, %q : !ts.tensor, i64
}

// CHECK-LABEL: func.func @stays_as_only_one_branch_takes_it_apart
// CHECK: aten.chunk(
// CHECK: prim.ListUnpack(
func.func @stays_as_only_one_branch_takes_it_apart(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %two = prim.Constant 2 : i64
  %l = aten.chunk(%x, %two, %two) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %r = prim.If %c -> (!ts.tensor) {
    %a, %b = prim.ListUnpack(%l) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
    prim.If.yield %a : !ts.tensor
  } else {
    prim.If.yield %x : !ts.tensor
  }
  func.return %r : !ts.tensor
}
