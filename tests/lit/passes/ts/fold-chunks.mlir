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

// Three chunks of four elements are two parts: what unpacks them knows better.
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
