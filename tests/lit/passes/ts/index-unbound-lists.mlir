// RUN: %ts-opt %s -p index-unbound-lists | %check %s

// CHECK-LABEL: func.func @a_length_and_an_element
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[I:.*]]: i64) -> (i64, !ts.tensor)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[N:.*]] = aten.size.int(%[[X]], %[[ONE]]) : (!ts.tensor, i64) -> i64
// CHECK-NEXT: %[[Y:.*]] = aten.select.int(%[[X]], %[[ONE]], %[[I]]) : (!ts.tensor, i64, i64) -> !ts.tensor
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[N]], %[[Z]] : i64, !ts.tensor
func.func @a_length_and_an_element(%x: !ts.tensor, %i: i64) -> (i64, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %l = aten.unbind.int(%x, %one) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
  %n = aten.len.t(%l) : (!ts.list<!ts.tensor>) -> i64
  %y = aten.__getitem__.t(%l, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %z = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
  func.return %n, %z : i64, !ts.tensor
}

// CHECK-LABEL: func.func @an_element_in_a_loop
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[3,4],f32>, %[[H:.*]]: !ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[N:.*]] = aten.size.int(%[[X]], %[[ZERO]]) : (!ts.tensor<[3,4],f32>, i64) -> i64
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[H]]) : (!ts.tensor<[4],f32>) -> (!ts.tensor<[4],f32>) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[G:.*]]: !ts.tensor<[4],f32>):
// CHECK-NEXT: %[[Y:.*]] = aten.select.int(%[[X]], %[[ZERO]], %[[I]]) : (!ts.tensor<[3,4],f32>, i64, i64) -> !ts.tensor<[4],f32>
// CHECK-NEXT: %[[Z:.*]] = aten.add.Tensor(%[[G]], %[[Y]], %[[ONE]]) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i64) -> !ts.tensor<[4],f32>
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor<[4],f32>)
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[4],f32>
func.func @an_element_in_a_loop(%x: !ts.tensor<[3,4],f32>, %h: !ts.tensor<[4],f32>) -> !ts.tensor<[4],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %true = prim.Constant true
  %l = aten.unbind.int(%x, %zero) : (!ts.tensor<[3,4],f32>, i64) -> !ts.list<!ts.tensor>
  %n = aten.len.t(%l) : (!ts.list<!ts.tensor>) -> i64
  %r = prim.Loop %n, %true, iter(%h) : (!ts.tensor<[4],f32>) -> (!ts.tensor<[4],f32>) {
  ^bb0(%i: i64, %g: !ts.tensor<[4],f32>):
    %y = aten.__getitem__.t(%l, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor<[4],f32>
    %z = aten.add.Tensor(%g, %y, %one) : (!ts.tensor<[4],f32>, !ts.tensor<[4],f32>, i64) -> !ts.tensor<[4],f32>
    prim.Loop.condition %true, iter(%z) : (!ts.tensor<[4],f32>)
  }
  func.return %r : !ts.tensor<[4],f32>
}

// CHECK-LABEL: func.func @stays_as_the_list_is_written
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[H:.*]]: !ts.tensor) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.unbind.int(%[[X]], %[[ZERO]]) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[H]]) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[N:.*]] = aten.len.t(%[[L]]) : (!ts.list<!ts.tensor>) -> i64
// CHECK-NEXT: func.return %[[N]] : i64
func.func @stays_as_the_list_is_written(%x: !ts.tensor, %h: !ts.tensor) -> i64 {
  %zero = prim.Constant 0 : i64
  %l = aten.unbind.int(%x, %zero) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
  %w = aten.append.t(%l, %h) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
  %n = aten.len.t(%l) : (!ts.list<!ts.tensor>) -> i64
  func.return %n : i64
}

// CHECK-LABEL: func.func @stays_as_the_tensor_is_resized
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[SIZES:.*]] = prim.Constant [4 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[L:.*]] = aten.unbind.int(%[[X]], %[[ZERO]]) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[Y:.*]] = aten.resize_(%[[X]], %[[SIZES]], %[[NONE]]) : (!ts.tensor, !ts.list<i64>, !ts.none) -> !ts.tensor
// CHECK-NEXT: %[[N:.*]] = aten.len.t(%[[L]]) : (!ts.list<!ts.tensor>) -> i64
// CHECK-NEXT: func.return %[[N]] : i64
func.func @stays_as_the_tensor_is_resized(%x: !ts.tensor) -> i64 {
  %zero = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %sizes = prim.Constant [4 : i64] : !ts.list<i64>
  %l = aten.unbind.int(%x, %zero) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
  %y = aten.resize_(%x, %sizes, %none) : (!ts.tensor, !ts.list<i64>, !ts.none) -> !ts.tensor
  %n = aten.len.t(%l) : (!ts.list<!ts.tensor>) -> i64
  func.return %n : i64
}

// CHECK-LABEL: func.func @stays_as_the_caller_may_compare_elements
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[I:.*]]: i64) -> (!ts.tensor, !ts.tensor)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.unbind.int(%[[X]], %[[ZERO]]) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[Y:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: %[[Z:.*]] = aten.__getitem__.t(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[Y]], %[[Z]] : !ts.tensor, !ts.tensor
func.func @stays_as_the_caller_may_compare_elements(%x: !ts.tensor, %i: i64) -> (!ts.tensor, !ts.tensor) {
  %zero = prim.Constant 0 : i64
  %l = aten.unbind.int(%x, %zero) : (!ts.tensor, i64) -> !ts.list<!ts.tensor>
  %y = aten.__getitem__.t(%l, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %z = aten.__getitem__.t(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %y, %z : !ts.tensor, !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_list_is_not_unbound
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[I:.*]]: i64) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[L:.*]] = aten.split.Tensor(%[[X]], %[[ONE]], %[[ZERO]]) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[Y:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: %[[Z:.*]] = aten.tanh(%[[Y]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor
func.func @stays_as_the_list_is_not_unbound(%x: !ts.tensor, %i: i64) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %l = aten.split.Tensor(%x, %one, %zero) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %y = aten.__getitem__.t(%l, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %z = aten.tanh(%y) : (!ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}
