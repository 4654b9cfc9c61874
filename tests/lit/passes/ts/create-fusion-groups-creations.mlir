// RUN: %ts-opt %s -p create-fusion-groups | %check %s

// Fires: the group makes its own tensor of the number.
// CHECK-LABEL: func.func @a_tensor_of_a_number
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, %[[T:.*]]: f64)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[NO:.*]] = prim.Constant false
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]], %[[T]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, f64) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, %[[V1:.*]]: f64):
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Y:.*]] = aten.add.Tensor(%[[V0]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   %[[NONE_1:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:   %[[NO_1:.*]] = prim.Constant false
// CHECK-NEXT:   %[[A:.*]] = aten.tensor.float(%[[V1]], %[[NONE_1]], %[[NONE_1]], %[[NO_1]])
// CHECK-NEXT:   %[[Z_1:.*]] = aten.mul.Tensor(%[[Y]], %[[A]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
func.func @a_tensor_of_a_number(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, %t: f64) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %a = aten.tensor.float(%t, %none, %none, %no) : (f64, !ts.none, !ts.none, i1) -> !ts.tensor
  %y = aten.add.Tensor(%x, %x, %one) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Must not fire: the tensor is written.
// CHECK-LABEL: func.func @a_written_tensor
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, %[[T:.*]]: f64)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[NO:.*]] = prim.Constant false
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[A:.*]] = aten.tensor.float(%[[T]], %[[NONE]], %[[NONE]], %[[NO]])
// CHECK-NEXT: %[[W:.*]] = aten.t_(%[[A]]) : (!ts.tensor) -> !ts.tensor
// CHECK-NEXT: %[[Y:.*]] = aten.add.Tensor(%[[X]], %[[X]], %[[ONE]])
// CHECK-NEXT: %[[Z:.*]] = aten.mul.Tensor(%[[Y]], %[[A]])
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor
func.func @a_written_tensor(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, %t: f64) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %a = aten.tensor.float(%t, %none, %none, %no) : (f64, !ts.none, !ts.none, i1) -> !ts.tensor
  %w = aten.t_(%a) : (!ts.tensor) -> !ts.tensor
  %y = aten.add.Tensor(%x, %x, %one) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Must not fire: the tensor is on another device.
// CHECK-LABEL: func.func @another_device
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, %[[T:.*]]: f64)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[NO:.*]] = prim.Constant false
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[D:.*]] = prim.Constant "cuda" : !ts.device
// CHECK-NEXT: %[[A:.*]] = aten.tensor.float(%[[T]], %[[NONE]], %[[D]], %[[NO]])
// CHECK-NEXT: %[[Y:.*]] = aten.add.Tensor(%[[X]], %[[X]], %[[ONE]])
// CHECK-NEXT: %[[Z:.*]] = aten.mul.Tensor(%[[Y]], %[[A]])
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor
func.func @another_device(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, %t: f64) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %d = prim.Constant "cuda" : !ts.device
  %a = aten.tensor.float(%t, %none, %d, %no) : (f64, !ts.none, !ts.device, i1) -> !ts.tensor
  %y = aten.add.Tensor(%x, %x, %one) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Fires, but takes the tensor: it requires a gradient.
// CHECK-LABEL: func.func @a_gradient
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, %[[T:.*]]: f64)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[NO:.*]] = prim.Constant false
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[YES:.*]] = prim.Constant true
// CHECK-NEXT: %[[A:.*]] = aten.tensor.float(%[[T]], %[[NONE]], %[[NONE]], %[[YES]])
// CHECK-NEXT: %[[G:.*]] = prim.Guard(%[[A]]) : (!ts.tensor) -> !ts.tensor<[],f32, device="cpu">
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]], %[[G]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[],f32, device="cpu">) -> !ts.tensor<[2,3],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, %[[V1:.*]]: !ts.tensor<[],f32, device="cpu">):
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Y:.*]] = aten.add.Tensor(%[[V0]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   %[[Z_1:.*]] = aten.mul.Tensor(%[[Y]], %[[V1]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[2,3],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor<[2,3],f32, device="cpu">
func.func @a_gradient(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, %t: f64) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %yes = prim.Constant true
  %a = aten.tensor.float(%t, %none, %none, %yes) : (f64, !ts.none, !ts.none, i1) -> !ts.tensor
  %y = aten.add.Tensor(%x, %x, %one) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %z = aten.mul.Tensor(%y, %a) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Fires: the group makes the tensor that it writes, and returns it.
// CHECK-LABEL: func.func @a_tensor_that_the_group_writes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[NO:.*]] = prim.Constant false
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[SIZES:.*]] = prim.Constant [2 : i64, 3 : i64] : !ts.list<i64>
// CHECK-NEXT: %[[A:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,3],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[SIZES_1:.*]] = prim.Constant [2 : i64, 3 : i64] : !ts.list<i64>
// CHECK-NEXT:   %[[NONE_1:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:   %[[A_1:.*]] = aten.ones(%[[SIZES_1]], %[[NONE_1]], %[[NONE_1]], %[[NONE_1]], %[[NONE_1]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %{{.*}} = aten.add_.Tensor(%[[A_1]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[A_1]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[A]]
func.func @a_tensor_that_the_group_writes(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %one = prim.Constant 1 : i64
  %sizes = prim.Constant [2, 3] : !ts.list<i64>
  %a = aten.ones(%sizes, %none, %none, %none, %none) : (!ts.list<i64>, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %w = aten.add_.Tensor(%a, %x, %one) : (!ts.tensor, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  func.return %w : !ts.tensor
}

// Must not fire: the group would compute nothing from tensors.
// CHECK-LABEL: func.func @stays_a_tensor_of_numbers
// CHECK-SAME: (%[[T:.*]]: f64)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[NO:.*]] = prim.Constant false
// CHECK-NEXT: %[[A:.*]] = aten.tensor.float(%[[T]], %[[NONE]], %[[NONE]], %[[NO]])
// CHECK-NEXT: %[[B:.*]] = aten.tensor.float(%[[T]], %[[NONE]], %[[NONE]], %[[NO]])
// CHECK-NEXT: %[[W:.*]] = aten.t_(%[[A]])
// CHECK-NEXT: %[[V:.*]] = aten.t_(%[[B]])
// CHECK-NEXT: func.return %[[W]], %[[V]]
func.func @stays_a_tensor_of_numbers(%t: f64) -> (!ts.tensor, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %a = aten.tensor.float(%t, %none, %none, %no) : (f64, !ts.none, !ts.none, i1) -> !ts.tensor
  %b = aten.tensor.float(%t, %none, %none, %no) : (f64, !ts.none, !ts.none, i1) -> !ts.tensor
  %w = aten.t_(%a) : (!ts.tensor) -> !ts.tensor
  %v = aten.t_(%b) : (!ts.tensor) -> !ts.tensor
  func.return %w, %v : !ts.tensor, !ts.tensor
}
