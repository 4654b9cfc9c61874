// RUN: %ts-opt %s -p create-fusion-groups | %check %s

// Fires: nothing else shows that the view is one.
// CHECK-LABEL: func.func @a_view
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[SIX:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[S:.*]] = prim.ListConstruct(%[[SIX]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[6],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z:.*]] = aten.add.Tensor(%[[Y]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   %[[SIX_1:.*]] = prim.Constant 6 : i64
// CHECK-NEXT:   %[[S_1:.*]] = prim.ListConstruct(%[[SIX_1]])
// CHECK-NEXT:   %[[V_1:.*]] = aten.view(%[[Z]], %[[S_1]])
// CHECK-NEXT:   prim.return %[[V_1]] : !ts.tensor<[6],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V]] : !ts.tensor<[6],f32, device="cpu", requires_grad=false>
func.func @a_view(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.add.Tensor(%y, %x, %one) : (!ts.tensor, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %six = prim.Constant 6 : i64
  %s = prim.ListConstruct(%six) : (i64) -> !ts.list<i64>
  %v = aten.view(%z, %s) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %v : !ts.tensor
}

// Fires: the transposition is repeated for the copy.
// CHECK-LABEL: func.func @a_view_of_a_view
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[SIX:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[S:.*]] = prim.ListConstruct(%[[SIX]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[6],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z:.*]] = aten.add.Tensor(%[[Y]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   %[[ZERO_1:.*]] = prim.Constant 0 : i64
// CHECK-NEXT:   %[[T:.*]] = aten.transpose.int(%[[Z]], %[[ZERO_1]], %[[ONE_1]])
// CHECK-NEXT:   %[[SIX_1:.*]] = prim.Constant 6 : i64
// CHECK-NEXT:   %[[S_1:.*]] = prim.ListConstruct(%[[SIX_1]])
// CHECK-NEXT:   %[[V_1:.*]] = aten.reshape(%[[T]], %[[S_1]])
// CHECK-NEXT:   prim.return %[[V_1]] : !ts.tensor<[6],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[V]] : !ts.tensor<[6],f32, device="cpu", requires_grad=false>
func.func @a_view_of_a_view(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.add.Tensor(%y, %x, %one) : (!ts.tensor, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %zero = prim.Constant 0 : i64
  %t = aten.transpose.int(%z, %zero, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
  %six = prim.Constant 6 : i64
  %s = prim.ListConstruct(%six) : (i64) -> !ts.list<i64>
  %v = aten.reshape(%t, %s) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %v : !ts.tensor
}

// Fires: a cast makes a new tensor, although its operand is returned, too.
// CHECK-LABEL: func.func @a_cast
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[CODE:.*]] = prim.Constant 3 : i64
// CHECK-NEXT: %[[NO:.*]] = prim.Constant false
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[Z:.*]], %[[C:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],i32, device="cpu", requires_grad=false>) {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z_1:.*]] = aten.add.Tensor(%[[Y]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   %[[CODE_1:.*]] = prim.Constant 3 : i64
// CHECK-NEXT:   %[[NO_1:.*]] = prim.Constant false
// CHECK-NEXT:   %[[NONE_1:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:   %[[C_1:.*]] = aten.to.dtype(%[[Z_1]], %[[CODE_1]], %[[NO_1]], %[[NO_1]], %[[NONE_1]])
// CHECK-NEXT:   prim.return %[[Z_1]], %[[C_1]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],i32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Z]], %[[C]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],i32, device="cpu", requires_grad=false>
func.func @a_cast(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.add.Tensor(%y, %x, %one) : (!ts.tensor, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %code = prim.Constant 3 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %c = aten.to.dtype(%z, %code, %no, %no, %none) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  func.return %z, %c : !ts.tensor, !ts.tensor
}

// Must not fire: the tensor that the view shows is returned, too.
// CHECK-LABEL: func.func @shown_twice
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z_1:.*]] = aten.add.Tensor(%[[Y]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: %[[SIX:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[S:.*]] = prim.ListConstruct(%[[SIX]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V:.*]] = aten.view(%[[Z]], %[[S]])
// CHECK-NEXT: func.return %[[Z]], %[[V]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor
func.func @shown_twice(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.add.Tensor(%y, %x, %one) : (!ts.tensor, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %six = prim.Constant 6 : i64
  %s = prim.ListConstruct(%six) : (i64) -> !ts.list<i64>
  %v = aten.view(%z, %s) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  func.return %z, %v : !ts.tensor, !ts.tensor
}

// Must not fire: two views show one tensor.
// CHECK-LABEL: func.func @two_views
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z_1:.*]] = aten.add.Tensor(%[[Y]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: %[[SIX:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[S:.*]] = prim.ListConstruct(%[[SIX]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V:.*]] = aten.view(%[[Z]], %[[S]])
// CHECK-NEXT: %[[W:.*]] = aten.unsqueeze(%[[Z]], %[[ONE]])
// CHECK-NEXT: func.return %[[V]], %[[W]] : !ts.tensor, !ts.tensor
func.func @two_views(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.add.Tensor(%y, %x, %one) : (!ts.tensor, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %six = prim.Constant 6 : i64
  %s = prim.ListConstruct(%six) : (i64) -> !ts.list<i64>
  %v = aten.view(%z, %s) : (!ts.tensor, !ts.list<i64>) -> !ts.tensor
  %w = aten.unsqueeze(%z, %one) : (!ts.tensor, i64) -> !ts.tensor
  func.return %v, %w : !ts.tensor, !ts.tensor
}

// Must not fire: it would be copied in more time than an operation takes.
// CHECK-LABEL: func.func @many_elements
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[200,300],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[200,300],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[200,300],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[200,300],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z_1:.*]] = aten.add.Tensor(%[[Y]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[200,300],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V:.*]] = aten.unsqueeze(%[[Z]], %[[ZERO]])
// CHECK-NEXT: func.return %[[V]] : !ts.tensor
func.func @many_elements(%x: !ts.tensor<[200,300],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor<[200,300],f32, device="cpu", requires_grad=false>, !ts.tensor<[200,300],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.add.Tensor(%y, %x, %one) : (!ts.tensor, !ts.tensor<[200,300],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %zero = prim.Constant 0 : i64
  %v = aten.unsqueeze(%z, %zero) : (!ts.tensor, i64) -> !ts.tensor
  func.return %v : !ts.tensor
}

// Must not fire: only a run knows the number of elements.
// CHECK-LABEL: func.func @symbolic_sizes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[s0,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[s0,3],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[s0,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z_1:.*]] = aten.add.Tensor(%[[Y]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[s0,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: %[[ZERO:.*]] = prim.Constant 0 : i64
// CHECK-NEXT: %[[V:.*]] = aten.unsqueeze(%[[Z]], %[[ZERO]])
// CHECK-NEXT: func.return %[[V]] : !ts.tensor
func.func @symbolic_sizes(%x: !ts.tensor<[s0,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor<[s0,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[s0,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.add.Tensor(%y, %x, %one) : (!ts.tensor, !ts.tensor<[s0,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %zero = prim.Constant 0 : i64
  %v = aten.unsqueeze(%z, %zero) : (!ts.tensor, i64) -> !ts.tensor
  func.return %v : !ts.tensor
}

// Must not fire: a cast to the same type is the tensor itself.
// CHECK-LABEL: func.func @no_cast
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z_1:.*]] = aten.add.Tensor(%[[Y]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: %[[CODE:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[NO:.*]] = prim.Constant false
// CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT: %[[C:.*]] = aten.to.dtype(%[[Z]], %[[CODE]], %[[NO]], %[[NO]], %[[NONE]])
// CHECK-NEXT: func.return %[[Z]], %[[C]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor
func.func @no_cast(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.add.Tensor(%y, %x, %one) : (!ts.tensor, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %code = prim.Constant 6 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %c = aten.to.dtype(%z, %code, %no, %no, %none) : (!ts.tensor, i64, i1, i1, !ts.none) -> !ts.tensor
  func.return %z, %c : !ts.tensor, !ts.tensor
}

// Must not fire: a view of an input is one.
// CHECK-LABEL: func.func @a_view_of_an_input
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[V0]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z_1:.*]] = aten.add.Tensor(%[[Y]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: %[[SIX:.*]] = prim.Constant 6 : i64
// CHECK-NEXT: %[[S:.*]] = prim.ListConstruct(%[[SIX]]) : (i64) -> !ts.list<i64>
// CHECK-NEXT: %[[V:.*]] = aten.view(%[[X]], %[[S]])
// CHECK-NEXT: func.return %[[Z]], %[[V]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor
func.func @a_view_of_an_input(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %z = aten.add.Tensor(%y, %x, %one) : (!ts.tensor, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  %six = prim.Constant 6 : i64
  %s = prim.ListConstruct(%six) : (i64) -> !ts.list<i64>
  %v = aten.view(%x, %s) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.list<i64>) -> !ts.tensor
  func.return %z, %v : !ts.tensor, !ts.tensor
}
