// RUN: %ts-opt %s -p unpack-returned-lists | %check %s

// CHECK-LABEL: func.func @of_known_length
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[5],f32>) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.split.Tensor(%[[X]], %[[TWO]], %[[ZERO]]) : (!ts.tensor<[5],f32>, i64, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = prim.ListUnpack(%[[L]]) : (!ts.list<!ts.tensor>) -> (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, !ts.tensor<[1],f32>)
// CHECK-NEXT: %[[V3:.*]] = prim.ListConstruct(%[[V0]], %[[V1]], %[[V2]]) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>, !ts.tensor<[1],f32>) -> !ts.list<!ts.tensor>
// CHECK-NEXT: func.return %[[V3]] : !ts.list<!ts.tensor>
func.func @of_known_length(%x: !ts.tensor<[5],f32>) -> !ts.list<!ts.tensor> {
  %two = prim.Constant 2 : i64
  %zero = prim.Constant 0 : i64
  %l = aten.split.Tensor(%x, %two, %zero) : (!ts.tensor<[5],f32>, i64, i64) -> !ts.list<!ts.tensor>
  func.return %l : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @stays_as_only_a_run_knows_the_length
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[?],f32>) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.split.Tensor(%[[X]], %[[TWO]], %[[ZERO]]) : (!ts.tensor<[?],f32>, i64, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: func.return %[[L]] : !ts.list<!ts.tensor>
func.func @stays_as_only_a_run_knows_the_length(%x: !ts.tensor<[?],f32>) -> !ts.list<!ts.tensor> {
  %two = prim.Constant 2 : i64
  %zero = prim.Constant 0 : i64
  %l = aten.split.Tensor(%x, %two, %zero) : (!ts.tensor<[?],f32>, i64, i64) -> !ts.list<!ts.tensor>
  func.return %l : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @stays_as_the_list_has_other_uses
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[5],f32>) -> (!ts.list<!ts.tensor>, i64)
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.split.Tensor(%[[X]], %[[TWO]], %[[ZERO]]) : (!ts.tensor<[5],f32>, i64, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[N:.*]] = aten.len.t(%[[L]]) : (!ts.list<!ts.tensor>) -> i64
// CHECK-NEXT: func.return %[[L]], %[[N]] : !ts.list<!ts.tensor>, i64
func.func @stays_as_the_list_has_other_uses(%x: !ts.tensor<[5],f32>) -> (!ts.list<!ts.tensor>, i64) {
  %two = prim.Constant 2 : i64
  %zero = prim.Constant 0 : i64
  %l = aten.split.Tensor(%x, %two, %zero) : (!ts.tensor<[5],f32>, i64, i64) -> !ts.list<!ts.tensor>
  %n = aten.len.t(%l) : (!ts.list<!ts.tensor>) -> i64
  func.return %l, %n : !ts.list<!ts.tensor>, i64
}

// CHECK-LABEL: func.func @stays_as_the_operator_fails
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[5],f32>) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.split.Tensor(%[[X]], %[[ZERO]], %[[ZERO]]) : (!ts.tensor<[5],f32>, i64, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: func.return %[[L]] : !ts.list<!ts.tensor>
func.func @stays_as_the_operator_fails(%x: !ts.tensor<[5],f32>) -> !ts.list<!ts.tensor> {
  %zero = prim.Constant 0 : i64
  %l = aten.split.Tensor(%x, %zero, %zero) : (!ts.tensor<[5],f32>, i64, i64) -> !ts.list<!ts.tensor>
  func.return %l : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @stays_as_it_is_an_argument
// CHECK-SAME: (%[[L:.*]]: !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
// CHECK-NEXT: func.return %[[L]] : !ts.list<!ts.tensor>
func.func @stays_as_it_is_an_argument(%l: !ts.list<!ts.tensor>) -> !ts.list<!ts.tensor> {
  func.return %l : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @inside_of_a_tuple
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2],f32>) -> !ts.tuple<!ts.list<!ts.tensor>, !ts.tensor>
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[L:.*]] = aten.unbind.int(%[[X]], %[[ZERO]]) : (!ts.tensor<[2],f32>, i64) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[V0:.*]], %[[V1:.*]] = prim.ListUnpack(%[[L]]) : (!ts.list<!ts.tensor>) -> (!ts.tensor<[],f32>, !ts.tensor<[],f32>)
// CHECK-NEXT: %[[V2:.*]] = prim.ListConstruct(%[[V0]], %[[V1]]) : (!ts.tensor<[],f32>, !ts.tensor<[],f32>) -> !ts.list<!ts.tensor>
// CHECK-NEXT: %[[T:.*]] = prim.TupleConstruct(%[[V2]], %[[X]]) : (!ts.list<!ts.tensor>, !ts.tensor<[2],f32>) -> !ts.tuple<!ts.list<!ts.tensor>, !ts.tensor>
// CHECK-NEXT: func.return %[[T]] : !ts.tuple<!ts.list<!ts.tensor>, !ts.tensor>
func.func @inside_of_a_tuple(%x: !ts.tensor<[2],f32>) -> !ts.tuple<!ts.list<!ts.tensor>, !ts.tensor> {
  %zero = prim.Constant 0 : i64
  %l = aten.unbind.int(%x, %zero) : (!ts.tensor<[2],f32>, i64) -> !ts.list<!ts.tensor>
  %t = prim.TupleConstruct(%l, %x) : (!ts.list<!ts.tensor>, !ts.tensor<[2],f32>) -> !ts.tuple<!ts.list<!ts.tensor>, !ts.tensor>
  func.return %t : !ts.tuple<!ts.list<!ts.tensor>, !ts.tensor>
}

// A write gives the tensor other sizes than its type states, so the length is not known.
// CHECK-LABEL: func.func @stays_as_the_tensor_is_resized
// CHECK: %[[L:.*]] = aten.unbind.int
// CHECK-NEXT: func.return %[[L]]
func.func @stays_as_the_tensor_is_resized(%x: !ts.tensor<[2],f32>) -> !ts.list<!ts.tensor> {
  %zero = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %sizes = prim.Constant [4 : i64] : !ts.list<i64>
  %y = aten.resize_(%x, %sizes, %none) : (!ts.tensor<[2],f32>, !ts.list<i64>, !ts.none) -> !ts.tensor
  %l = aten.unbind.int(%x, %zero) : (!ts.tensor<[2],f32>, i64) -> !ts.list<!ts.tensor>
  func.return %l : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @stays_as_the_elements_are_optional
// CHECK: %[[L:.*]] = aten.slice.t
// CHECK-NEXT: func.return %[[L]]
func.func @stays_as_the_elements_are_optional(%x: !ts.tensor<[2],f32>) -> !ts.list<!ts.optional<!ts.tensor>> {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %a = prim.ListConstruct(%x) : (!ts.tensor<[2],f32>) -> !ts.list<!ts.optional<!ts.tensor>>
  %l = aten.slice.t(%a, %none, %none, %one) : (!ts.list<!ts.optional<!ts.tensor>>, !ts.none, !ts.none, i64) -> !ts.list<!ts.optional<!ts.tensor>>
  func.return %l : !ts.list<!ts.optional<!ts.tensor>>
}
