// RUN: %ts-opt %s -p unpack-constants | %check %s

// CHECK-LABEL: func.func @a_list_of_weights
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[W:.*]] = prim.Constant dense_resource<a> : tensor<2xf32> : !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[W_1:.*]] = prim.Constant dense<1.000000e+00> : tensor<3xf64> : !ts.tensor<[3],f64, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[W_2:.*]] = prim.ListConstruct(%[[W]], %[[W_1]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>, !ts.tensor<[3],f64, device="cpu", requires_grad=false>) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[Y:.*]] = aten.cat(%[[W_2]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor
func.func @a_list_of_weights(%x: !ts.tensor) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %w = prim.Constant [dense_resource<a> : tensor<2xf32>, dense<1.0> : tensor<3xf64>] : !ts.list<!ts.tensor>
  %y = aten.cat(%w, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @a_list_of_indices
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[L:.*]] = prim.Constant : !ts.optional<!ts.tensor>
// CHECK-NEXT: %[[L_1:.*]] = prim.Constant dense<[0, 2]> : tensor<2xi64> : !ts.tensor<[2],i64, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[L_2:.*]] = prim.ListConstruct(%[[L]], %[[L_1]]) : (!ts.optional<!ts.tensor>, !ts.tensor<[2],i64, device="cpu", requires_grad=false>) -> !ts.list<!ts.optional<!ts.tensor>>
// CHECK-NEXT: %[[Y:.*]] = aten.index.Tensor(%[[X]], %[[L_2]]) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor
func.func @a_list_of_indices(%x: !ts.tensor) -> !ts.tensor {
  %l = prim.Constant [unit, dense<[0, 2]> : tensor<2xi64>] : !ts.list<!ts.optional<!ts.tensor>>
  %y = aten.index.Tensor(%x, %l) : (!ts.tensor, !ts.list<!ts.optional<!ts.tensor>>) -> !ts.tensor
  func.return %y : !ts.tensor
}

// CHECK-LABEL: func.func @a_list_in_a_loop
// CHECK-SAME: (%[[N:.*]]: i64, %[[X:.*]]: !ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[TRUE:.*]] = prim.Constant true
// CHECK-NEXT: %[[R:.*]] = prim.Loop %[[N]], %[[TRUE]], iter(%[[X]]) : (!ts.tensor) -> (!ts.tensor) {
// CHECK-NEXT: ^bb0(%[[I:.*]]: i64, %[[G:.*]]: !ts.tensor):
// CHECK-NEXT: %[[W:.*]] = prim.Constant dense_resource<a> : tensor<2xf32> : !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[W_1:.*]] = prim.ListConstruct(%[[W]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[Y:.*]] = aten.__getitem__.t(%[[W_1]], %[[I]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: %[[Z:.*]] = aten.mul.Tensor(%[[G]], %[[Y]]) : (!ts.tensor, !ts.tensor) -> !ts.tensor
// CHECK-NEXT: prim.Loop.condition %[[TRUE]], iter(%[[Z]]) : (!ts.tensor)
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @a_list_in_a_loop(%n: i64, %x: !ts.tensor) -> !ts.tensor {
  %true = prim.Constant true
  %r = prim.Loop %n, %true, iter(%x) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %g: !ts.tensor):
    %w = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
    %y = aten.__getitem__.t(%w, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
    %z = aten.mul.Tensor(%g, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%z) : (!ts.tensor)
  }
  func.return %r : !ts.tensor
}

// CHECK-LABEL: func.func @a_returned_tuple_of_tuples
// CHECK-SAME: () -> !ts.tuple<i64, !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>>
// CHECK-NEXT: %[[T:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[T_1:.*]] = prim.Constant dense_resource<a> : tensor<2xf32> : !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[T_2:.*]] = prim.Constant : !ts.optional<!ts.tensor>
// CHECK-NEXT: %[[T_3:.*]] = prim.TupleConstruct(%[[T_1]], %[[T_2]]) : (!ts.tensor<[2],f32, device="cpu", requires_grad=false>, !ts.optional<!ts.tensor>) -> !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>
// CHECK-NEXT: %[[T_4:.*]] = prim.TupleConstruct(%[[T]], %[[T_3]]) : (i64, !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>) -> !ts.tuple<i64, !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>>
// CHECK-NEXT: func.return %[[T_4]] : !ts.tuple<i64, !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>>
func.func @a_returned_tuple_of_tuples() -> !ts.tuple<i64, !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>> {
  %t = prim.Constant [2 : i64, [dense_resource<a> : tensor<2xf32>, unit]] : !ts.tuple<i64, !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>>
  func.return %t : !ts.tuple<i64, !ts.tuple<!ts.tensor, !ts.optional<!ts.tensor>>>
}

// CHECK-LABEL: func.func @a_tuple_with_a_written_element_states_no_sizes
// CHECK-SAME: (%[[N:.*]]: !ts.list<i64>) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[T:.*]] = prim.Constant dense_resource<a> : tensor<2xf32> : !ts.tensor
// CHECK-NEXT: %[[T_1:.*]] = prim.TupleConstruct(%[[T]]) : (!ts.tensor) -> !ts.tuple<!ts.tensor>
// CHECK-NEXT: %[[W:.*]] = prim.TupleIndex(%[[T_1]], %[[ZERO]]) : (!ts.tuple<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: %[[Y:.*]] = aten.resize_(%[[W]], %[[N]], %[[NONE]]) : (!ts.tensor, !ts.list<i64>, !ts.none) -> !ts.tensor
// CHECK-NEXT: %[[SIZE:.*]] = aten.size.int(%[[W]], %[[ZERO]]) : (!ts.tensor, i64) -> i64
// CHECK-NEXT: func.return %[[SIZE]] : i64
func.func @a_tuple_with_a_written_element_states_no_sizes(%n: !ts.list<i64>) -> i64 {
  %zero = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %t = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.tuple<!ts.tensor>
  %w = prim.TupleIndex(%t, %zero) : (!ts.tuple<!ts.tensor>, i64) -> !ts.tensor
  %y = aten.resize_(%w, %n, %none) : (!ts.tensor, !ts.list<i64>, !ts.none) -> !ts.tensor
  %size = aten.size.int(%w, %zero) : (!ts.tensor, i64) -> i64
  func.return %size : i64
}

// CHECK-LABEL: func.func @a_list_in_a_tuple_stays_one_object
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[T:.*]] = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
// CHECK-NEXT: %[[T_1:.*]] = prim.TupleConstruct(%[[T]]) : (!ts.list<!ts.tensor>) -> !ts.tuple<!ts.list<!ts.tensor>>
// CHECK-NEXT: %[[L:.*]] = prim.TupleIndex(%[[T_1]], %[[ZERO]]) : (!ts.tuple<!ts.list<!ts.tensor>>, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[X]]) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[N:.*]] = aten.len.t(%[[L]]) : (!ts.list<!ts.tensor>) -> i64
// CHECK-NEXT: func.return %[[N]] : i64
func.func @a_list_in_a_tuple_stays_one_object(%x: !ts.tensor) -> i64 {
  %zero = prim.Constant 0 : i64
  %t = prim.Constant [[dense_resource<a> : tensor<2xf32>]] : !ts.tuple<!ts.list<!ts.tensor>>
  %l = prim.TupleIndex(%t, %zero) : (!ts.tuple<!ts.list<!ts.tensor>>, i64) -> !ts.list<!ts.tensor>
  %w = aten.append.t(%l, %x) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
  %n = aten.len.t(%l) : (!ts.list<!ts.tensor>) -> i64
  func.return %n : i64
}

// CHECK-LABEL: func.func @stays_as_the_list_is_written
// CHECK-SAME: (%[[X:.*]]: !ts.tensor) -> i64
// CHECK-NEXT: %[[L:.*]] = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
// CHECK-NEXT: %[[W:.*]] = aten.append.t(%[[L]], %[[X]]) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[N:.*]] = aten.len.t(%[[L]]) : (!ts.list<!ts.tensor>) -> i64
// CHECK-NEXT: func.return %[[N]] : i64
func.func @stays_as_the_list_is_written(%x: !ts.tensor) -> i64 {
  %l = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
  %w = aten.append.t(%l, %x) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
  %n = aten.len.t(%l) : (!ts.list<!ts.tensor>) -> i64
  func.return %n : i64
}

// CHECK-LABEL: func.func @stays_as_an_element_is_written
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[N:.*]]: !ts.list<i64>) -> i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[L:.*]] = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
// CHECK-NEXT: %[[W:.*]] = aten.__getitem__.t(%[[L]], %[[ZERO]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: %[[Y:.*]] = aten.resize_(%[[W]], %[[N]], %[[NONE]]) : (!ts.tensor, !ts.list<i64>, !ts.none) -> !ts.tensor
// CHECK-NEXT: %[[SIZE:.*]] = aten.size.int(%[[W]], %[[ZERO]]) : (!ts.tensor, i64) -> i64
// CHECK-NEXT: func.return %[[SIZE]] : i64
func.func @stays_as_an_element_is_written(%x: !ts.tensor, %n: !ts.list<i64>) -> i64 {
  %zero = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %l = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
  %w = aten.__getitem__.t(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  %y = aten.resize_(%w, %n, %none) : (!ts.tensor, !ts.list<i64>, !ts.none) -> !ts.tensor
  %size = aten.size.int(%w, %zero) : (!ts.tensor, i64) -> i64
  func.return %size : i64
}

// CHECK-LABEL: func.func @stays_as_the_list_is_returned
// CHECK-SAME: () -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[L:.*]] = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
// CHECK-NEXT: func.return %[[L]] : !ts.list<!ts.tensor>
func.func @stays_as_the_list_is_returned() -> !ts.list<!ts.tensor> {
  %l = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
  func.return %l : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @stays_as_an_element_is_returned
// CHECK-SAME: (%[[I:.*]]: i64) -> !ts.tensor
// CHECK-NEXT: %[[L:.*]] = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
// CHECK-NEXT: %[[W:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
// CHECK-NEXT: func.return %[[W]] : !ts.tensor
func.func @stays_as_an_element_is_returned(%i: i64) -> !ts.tensor {
  %l = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
  %w = aten.__getitem__.t(%l, %i) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %w : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_list_is_compared
// CHECK-SAME: (%[[C:.*]]: i1) -> i1
// CHECK-NEXT: %[[L:.*]] = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
// CHECK-NEXT: %[[K:.*]] = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
// CHECK-NEXT: %[[M:.*]] = prim.If %[[C]] -> (!ts.list<!ts.tensor>) {
// CHECK-NEXT: prim.If.yield %[[L]] : !ts.list<!ts.tensor>
// CHECK-NEXT: } else {
// CHECK-NEXT: prim.If.yield %[[K]] : !ts.list<!ts.tensor>
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = aten.__is__(%[[L]], %[[M]]) : (!ts.list<!ts.tensor>, !ts.list<!ts.tensor>) -> i1
// CHECK-NEXT: func.return %[[R]] : i1
func.func @stays_as_the_list_is_compared(%c: i1) -> i1 {
  %l = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
  %k = prim.Constant [dense_resource<a> : tensor<2xf32>] : !ts.list<!ts.tensor>
  %m = prim.If %c -> (!ts.list<!ts.tensor>) {
    prim.If.yield %l : !ts.list<!ts.tensor>
  } else {
    prim.If.yield %k : !ts.list<!ts.tensor>
  }
  %r = aten.__is__(%l, %m) : (!ts.list<!ts.tensor>, !ts.list<!ts.tensor>) -> i1
  func.return %r : i1
}

// CHECK-LABEL: func.func @stays_as_numbers_cannot_be_written
// CHECK-SAME: () -> !ts.tuple<i64, f64>
// CHECK-NEXT: %[[T:.*]] = prim.Constant [2 : i64, 5.000000e-01 : f64] : !ts.tuple<i64, f64>
// CHECK-NEXT: func.return %[[T]] : !ts.tuple<i64, f64>
func.func @stays_as_numbers_cannot_be_written() -> !ts.tuple<i64, f64> {
  %t = prim.Constant [2 : i64, 0.5] : !ts.tuple<i64, f64>
  func.return %t : !ts.tuple<i64, f64>
}

// CHECK-LABEL: func.func @stays_as_the_list_has_no_tensors
// CHECK-SAME: (%[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[L:.*]] = prim.Constant [2 : i64, 3 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[R:.*]] = aten.__getitem__.t(%[[L]], %[[I]]) : (!ts.list<i64>, i64) -> i64
// CHECK-NEXT: func.return %[[R]] : i64
func.func @stays_as_the_list_has_no_tensors(%i: i64) -> i64 {
  %l = prim.Constant [2 : i64, 3 : i64] : !ts.list<i64>
  %r = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> i64
  func.return %r : i64
}

// CHECK-LABEL: func.func @stays_as_the_elements_are_unknown
// CHECK-SAME: (%[[I:.*]]: i64) -> i64
// CHECK-NEXT: %[[L:.*]] = prim.Constant #ts.opaque<"<Tensors>"> : !ts.list<!ts.tensor>
// CHECK-NEXT: %[[R:.*]] = aten.len.t(%[[L]]) : (!ts.list<!ts.tensor>) -> i64
// CHECK-NEXT: func.return %[[R]] : i64
func.func @stays_as_the_elements_are_unknown(%i: i64) -> i64 {
  %l = prim.Constant #ts.opaque<"<Tensors>"> : !ts.list<!ts.tensor>
  %r = aten.len.t(%l) : (!ts.list<!ts.tensor>) -> i64
  func.return %r : i64
}
