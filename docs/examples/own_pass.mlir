// RUN: python examples/own_pass.py %s -p use-square,dce | filecheck %s

// CHECK-LABEL: func.func @squares(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[3],f32>
func.func @squares(%x: !ts.tensor<[3],f32>) -> !ts.tensor<[3],f32> {
  // CHECK-NEXT: %[[SQUARE:.*]] = aten.square(%[[X]])
  // CHECK-NEXT: func.return %[[SQUARE]]
  %product = aten.mul.Tensor(%x, %x) : (!ts.tensor<[3],f32>, !ts.tensor<[3],f32>) -> !ts.tensor<[3],f32>
  func.return %product : !ts.tensor<[3],f32>
}

// CHECK-LABEL: func.func @keeps_products_of_bools(
// CHECK: aten.mul.Tensor
func.func @keeps_products_of_bools(%x: !ts.tensor<[3],i1>) -> !ts.tensor<[3],i1> {
  %product = aten.mul.Tensor(%x, %x) : (!ts.tensor<[3],i1>, !ts.tensor<[3],i1>) -> !ts.tensor<[3],i1>
  func.return %product : !ts.tensor<[3],i1>
}
