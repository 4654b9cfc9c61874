// RUN: %ts-opt %s -p create-fusion-groups | %check %s

// Fires: the group reads symbolic sizes again, for views of its members.
// CHECK-LABEL: func.func @heads
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,s0,8],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[TWO:.*]] = prim.Constant 2 : i64
// CHECK-NEXT: %[[FOUR:.*]] = prim.Constant 4 : i64
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2,s0,8],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,2,s0,4],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,s0,8],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[R:.*]] = aten.relu(%[[V0]])
// CHECK-NEXT:   %[[TWO_1:.*]] = prim.Constant 2 : i64
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[N:.*]] = aten.size.int(%[[V0]], %[[ONE_1]])
// CHECK-NEXT:   %[[FOUR_1:.*]] = prim.Constant 4 : i64
// CHECK-NEXT:   %[[L:.*]] = prim.ListConstruct(%[[TWO_1]], %[[N]], %[[TWO_1]], %[[FOUR_1]])
// CHECK-NEXT:   %[[V:.*]] = aten.view(%[[R]], %[[L]])
// CHECK-NEXT:   %[[H:.*]] = aten.transpose.int(%[[V]], %[[ONE_1]], %[[TWO_1]])
// CHECK-NEXT:   %[[Y_1:.*]] = aten.add.Tensor(%[[H]], %[[H]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[2,2,s0,4],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor<[2,2,s0,4],f32, device="cpu", requires_grad=false>
func.func @heads(%x: !ts.tensor<[2,s0,8],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %two = prim.Constant 2 : i64
  %four = prim.Constant 4 : i64
  %r = aten.relu(%x) : (!ts.tensor<[2,s0,8],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %n = aten.size.int(%x, %one) : (!ts.tensor<[2,s0,8],f32, device="cpu", requires_grad=false>, i64) -> i64
  %l = prim.ListConstruct(%two, %n, %two, %four) : (i64, i64, i64, i64) -> !ts.list<i64>
  %v = aten.view(%r, %l) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %h = aten.transpose.int(%v, %one, %two) : (!ts.tensor, i64, i64) -> !ts.tensor
  %y = aten.add.Tensor(%h, %h, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Fires: the group makes its own tensors of as many numbers as an input has rows.
// CHECK-LABEL: func.func @a_causal_mask
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[C:.*]], %[[W:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>) -> (!ts.tensor<[s0,s0],i1, device="cpu", requires_grad=false>, !ts.tensor<[],f32, device="cpu", requires_grad=false>) {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[S:.*]] = aten.size(%[[V0]])
// CHECK-NEXT:   %[[N:.*]], %[[M:.*]] = prim.ListUnpack(%[[S]])
// CHECK-NEXT:   %[[NONE_1:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:   %[[P:.*]] = aten.arange(%[[N]], %[[NONE_1]], %[[NONE_1]], %[[NONE_1]], %[[NONE_1]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Q:.*]] = aten.unsqueeze(%[[P]], %[[ONE_1]])
// CHECK-NEXT:   %[[C_1:.*]] = aten.le.Tensor(%[[P]], %[[Q]])
// CHECK-NEXT:   %[[W_1:.*]] = aten.sum(%[[V0]], %[[NONE_1]])
// CHECK-NEXT:   prim.return %[[C_1]], %[[W_1]] : !ts.tensor<[s0,s0],i1, device="cpu", requires_grad=false>, !ts.tensor<[],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[C]], %[[W]] : !ts.tensor<[s0,s0],i1, device="cpu", requires_grad=false>, !ts.tensor<[],f32, device="cpu", requires_grad=false>
func.func @a_causal_mask(%x: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, !ts.tensor) {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %s = aten.size(%x) : (!ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>) -> !ts.list<i64>
  %n, %m = prim.ListUnpack(%s) : (!ts.list<i64>) -> (i64, i64)
  %p = aten.arange(%n, %none, %none, %none, %none) : (i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %q = aten.unsqueeze(%p, %one) : (!ts.tensor, i64) -> !ts.tensor
  %c = aten.le.Tensor(%p, %q) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %w = aten.sum(%x, %none) : (!ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, !ts.none) -> !ts.tensor
  func.return %c, %w : !ts.tensor, !ts.tensor
}

// Must not fire for the tensor: only the run knows how many numbers it has.
// CHECK-LABEL: func.func @as_many_numbers_as_an_argument_says
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, %[[N:.*]]: i64)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[P:.*]] = aten.arange(%[[N]], %[[NONE]], %[[NONE]], %[[NONE]], %[[NONE]])
// CHECK-NEXT: %[[V0:.*]] = prim.Guard(%[[P]])
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]], %[[V0]]) : (!ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, !ts.tensor<[8],i64, device="cpu", requires_grad=false>) -> !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V1:.*]]: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, %[[V2:.*]]: !ts.tensor<[8],i64, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V1]], %[[V2]])
// CHECK-NEXT:   %[[Z_1:.*]] = aten.relu(%[[Y]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>
func.func @as_many_numbers_as_an_argument_says(%x: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, %n: i64) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %one = prim.Constant 1 : i64
  %p = aten.arange(%n, %none, %none, %none, %none) : (i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %g = prim.Guard(%p) : (!ts.tensor) -> !ts.tensor<[8],i64, device="cpu", requires_grad=false>
  %y = aten.mul.Tensor(%x, %g) : (!ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, !ts.tensor<[8],i64, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.relu(%y) : (!ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Fires, but takes the tensor: the number of rows is read before an effect.
// CHECK-LABEL: func.func @as_many_numbers_as_were_read_before
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[N:.*]] = aten.size.int(%[[X]], %[[ZERO]])
// CHECK-NEXT: prim.Print(%[[N]]) : (i64) -> ()
// CHECK-NEXT: %[[P:.*]] = aten.arange(%[[N]], %[[NONE]], %[[NONE]], %[[NONE]], %[[NONE]])
// CHECK-NEXT: %[[G:.*]] = prim.Guard(%[[P]]) : (!ts.tensor) -> !ts.tensor<[s0],i64, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]], %[[G]]) : (!ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, !ts.tensor<[s0],i64, device="cpu", requires_grad=false>) -> !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, %[[V1:.*]]: !ts.tensor<[s0],i64, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Q:.*]] = aten.unsqueeze(%[[V1]], %[[ONE_1]])
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[Q]])
// CHECK-NEXT:   %[[Z_1:.*]] = aten.relu(%[[Y]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>
func.func @as_many_numbers_as_were_read_before(%x: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %n = aten.size.int(%x, %zero) : (!ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, i64) -> i64
  prim.Print(%n) : (i64) -> ()
  %p = aten.arange(%n, %none, %none, %none, %none) : (i64, !ts.none, !ts.none, !ts.none, !ts.none) -> !ts.tensor
  %q = aten.unsqueeze(%p, %one) : (!ts.tensor, i64) -> !ts.tensor
  %y = aten.mul.Tensor(%x, %q) : (!ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, !ts.tensor) -> !ts.tensor
  %z = aten.relu(%y) : (!ts.tensor) -> !ts.tensor
  func.return %z : !ts.tensor
}
