// RUN: %ts-opt %s -p decompose-unlowered | %check %s

// CHECK-LABEL: func.func @fires
// CHECK-SAME: (%[[V:.*]]: !ts.tensor<[3],f32>, %[[W:.*]]: !ts.tensor<[2],f32>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[C:.*]] = aten.unsqueeze(%[[V]], %[[ONE]]) : (!ts.tensor<[3],f32>, i64) -> !ts.tensor<[3,1],f32>
// CHECK-NEXT: %[[R:.*]] = aten.mul.Tensor(%[[C]], %[[W]]) : (!ts.tensor<[3,1],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[3,2],f32>
// CHECK-NEXT: func.return %[[R]] : !ts.tensor<[3,2],f32>
func.func @fires(%v: !ts.tensor<[3],f32>, %w: !ts.tensor<[2],f32>) -> !ts.tensor<[3,2],f32> {
  %r = aten.outer(%v, %w) : (!ts.tensor<[3],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[3,2],f32>
  func.return %r : !ts.tensor<[3,2],f32>
}

// CHECK-LABEL: func.func @types_what_follows_from_the_parts
// CHECK: %[[A:.*]], %{{.*}} = prim.ListUnpack(%{{.*}}) : (!ts.list<!ts.tensor>) -> (!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>)
// CHECK: aten.unsqueeze(%[[A]], %{{.*}}) : (!ts.tensor<[2,3],f32>, i64) -> !ts.tensor<[2,3,1],f32>
func.func @types_what_follows_from_the_parts(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3],f32>) -> !ts.tensor<[2,3,1],f32> {
  %l = prim.ListConstruct(%x, %y) : (!ts.tensor<[2],f32>, !ts.tensor<[3],f32>) -> !ts.list<!ts.tensor>
  %g = aten.meshgrid(%l) : (!ts.list<!ts.tensor>) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%g) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %r = aten.atleast_3d(%a) : (!ts.tensor) -> !ts.tensor<[2,3,1],f32>
  func.return %r : !ts.tensor<[2,3,1],f32>
}

// CHECK-LABEL: func.func @keeps_a_composite_that_has_a_rule
// CHECK-NEXT: aten.square(
func.func @keeps_a_composite_that_has_a_rule(%x: !ts.tensor<[3],f32>) -> !ts.tensor<[3],f32> {
  %r = aten.square(%x) : (!ts.tensor<[3],f32>) -> !ts.tensor<[3],f32>
  func.return %r : !ts.tensor<[3],f32>
}

// CHECK-LABEL: func.func @leaves_what_is_neither_to_the_contract_of_a_typed_program
// CHECK: aten.cumsum(
func.func @leaves_what_is_neither_to_the_contract_of_a_typed_program(%x: !ts.tensor<[3],f32>) -> !ts.tensor {
  %n = prim.Constant : !ts.none
  %i = prim.Constant 0 : i64
  %r = aten.cumsum(%x, %i, %n) : (!ts.tensor<[3],f32>, i64, !ts.none) -> !ts.tensor
  func.return %r : !ts.tensor
}
