// RUN: ts-opt %s -p insert-expands | filecheck %s
// RUN: ts-opt %s -p insert-expands,remove-expands,dce | filecheck %s --check-prefix=BACK

// CHECK-LABEL: func.func @a_row
// CHECK-SAME:    (%[[X:[^:]*]]: !ts.tensor<[2,3],f32>, %[[Y:[^:]*]]: !ts.tensor<[3],f32>, %[[ONE:[^:]*]]: i64)
// CHECK:         %[[SIZES:.*]] = prim.ListConstruct(
// CHECK:         %[[E:.*]] = aten.expand(%[[Y]], %[[SIZES]], %{{.*}}) : (!ts.tensor<[3],f32>, !ts.list<i64>, i1) -> !ts.tensor<[2,3],f32>
// CHECK-NEXT:    %[[Z:.*]] = aten.add.Tensor(%[[X]], %[[E]], %[[ONE]])
// CHECK-NEXT:    func.return %[[Z]]
// BACK-LABEL:  func.func @a_row
// BACK-SAME:     (%[[X:[^:]*]]: !ts.tensor<[2,3],f32>, %[[Y:[^:]*]]: !ts.tensor<[3],f32>, %[[ONE:[^:]*]]: i64)
// BACK-NEXT:     %[[Z:.*]] = aten.add.Tensor(%[[X]], %[[Y]], %[[ONE]])
// BACK-NEXT:     func.return %[[Z]]
func.func @a_row(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f32>, %one: i64) -> !ts.tensor {
  %z = aten.add.Tensor(%x, %y, %one) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>, i64) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_sizes_are_equal
// CHECK-NEXT:    aten.mul.Tensor
func.func @stays_as_the_sizes_are_equal(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>) -> !ts.tensor {
  %z = aten.mul.Tensor(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_size_is_not_known
// CHECK-NEXT:    aten.mul.Tensor
func.func @stays_as_a_size_is_not_known(%x: !ts.tensor<[?,2],f32>, %y: !ts.tensor<[2],f32>) -> !ts.tensor {
  %z = aten.mul.Tensor(%x, %y) : (!ts.tensor<[?,2],f32>, !ts.tensor<[2],f32>) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_rank_0_would_promote
// CHECK-NEXT:    aten.mul.Tensor
func.func @stays_as_rank_0_would_promote(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[],f64>) -> !ts.tensor {
  %z = aten.mul.Tensor(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[],f64>) -> !ts.tensor
  func.return %z : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_it_is_written
// CHECK-NEXT:    aten.mul_.Tensor
func.func @stays_as_it_is_written(%x: !ts.tensor<[2,3],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor {
  %z = aten.mul_.Tensor(%x, %y) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3],f32>) -> !ts.tensor
  func.return %z : !ts.tensor
}
