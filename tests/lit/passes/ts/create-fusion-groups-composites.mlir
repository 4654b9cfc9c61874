// RUN: %ts-opt %s -p create-fusion-groups | %check %s

// Fires: guards state the types of an attention, whose parts have kernels.
// CHECK-LABEL: func.func @attention_behind_guards
// CHECK-SAME: (%[[Q:.*]]: !ts.tensor, %[[K:.*]]: !ts.tensor) -> !ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT:   %[[NONE:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:   %[[NO:.*]] = prim.Constant false
// CHECK-NEXT:   %[[ZERO:.*]] = prim.Constant 0.000000e+00 : f64
// CHECK-NEXT:   %[[V0:.*]] = prim.Guard(%[[Q]]) : (!ts.tensor) -> !ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>
// CHECK-NEXT:   %[[V1:.*]] = prim.Guard(%[[K]]) : (!ts.tensor) -> !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>
// CHECK-NEXT:   %[[R:.*]] = prim.TensorExprGroup(%[[V0]], %[[V1]]) : (!ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT:   ^bb0(%[[V2:.*]]: !ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>, %[[V3:.*]]: !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:     %[[NONE_1:.*]] = prim.Constant : !ts.none
// CHECK-NEXT:     %[[ZERO_1:.*]] = prim.Constant 0.000000e+00 : f64
// CHECK-NEXT:     %[[NO_1:.*]] = prim.Constant false
// CHECK-NEXT:     %[[A:.*]] = aten.scaled_dot_product_attention(%[[V2]], %[[V3]], %[[V3]], %[[NONE_1]], %[[ZERO_1]], %[[NO_1]], %[[NONE_1]], %[[NO_1]]) : (!ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>, !ts.none, f64, i1, !ts.none, i1) -> !ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>
// CHECK-NEXT:     %[[R_1:.*]] = aten.relu(%[[A]]) : (!ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>
// CHECK-NEXT:     prim.return %[[R_1]] : !ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : !ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
func.func @attention_behind_guards(%q: !ts.tensor, %k: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %zero = prim.Constant 0.0 : f64
  %g = prim.Guard(%q) : (!ts.tensor) -> !ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>
  %h = prim.Guard(%k) : (!ts.tensor) -> !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>
  %a = aten.scaled_dot_product_attention(%g, %h, %h, %none, %zero, %no, %none, %no) : (!ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>, !ts.none, f64, i1, !ts.none, i1) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: no guard states the types, and so the parts.
// CHECK-LABEL: func.func @stays_as_no_guard_states_the_types
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_no_guard_states_the_types(%q: !ts.tensor, %k: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %zero = prim.Constant 0.0 : f64
  %a = aten.scaled_dot_product_attention(%q, %k, %k, %none, %zero, %no, %none, %no) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.none, f64, i1, !ts.none, i1) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: a branch of the decomposition depends on an argument.
// CHECK-LABEL: func.func @stays_as_only_a_run_knows_the_branch
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_only_a_run_knows_the_branch(%q: !ts.tensor, %k: !ts.tensor, %causal: i1) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %zero = prim.Constant 0.0 : f64
  %g = prim.Guard(%q) : (!ts.tensor) -> !ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>
  %h = prim.Guard(%k) : (!ts.tensor) -> !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>
  %a = aten.scaled_dot_product_attention(%g, %h, %h, %none, %zero, %causal, %none, %no) : (!ts.tensor<[2,2,1,16],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,2,s0,16],f32, device="cpu", requires_grad=false>, !ts.none, f64, i1, !ts.none, i1) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: a part is a product of sizes that only a run knows.
// CHECK-LABEL: func.func @stays_as_a_part_has_no_kernel
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_a_part_has_no_kernel(%q: !ts.tensor, %k: !ts.tensor) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %no = prim.Constant false
  %zero = prim.Constant 0.0 : f64
  %g = prim.Guard(%q) : (!ts.tensor) -> !ts.tensor<[s2,s1,s0,s3],f32, device="cpu", requires_grad=false>
  %h = prim.Guard(%k) : (!ts.tensor) -> !ts.tensor<[s2,s1,s0,s3],f32, device="cpu", requires_grad=false>
  %a = aten.scaled_dot_product_attention(%g, %h, %h, %none, %zero, %no, %none, %no) : (!ts.tensor<[s2,s1,s0,s3],f32, device="cpu", requires_grad=false>, !ts.tensor<[s2,s1,s0,s3],f32, device="cpu", requires_grad=false>, !ts.tensor<[s2,s1,s0,s3],f32, device="cpu", requires_grad=false>, !ts.none, f64, i1, !ts.none, i1) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: decomposed operators leave a cast of their result, which changes nothing.
// CHECK-LABEL: func.func @a_cast_of_a_result
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[Z:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>):
// CHECK-NEXT:   %[[Y:.*]] = aten.mul.Tensor(%[[V0]], %[[V0]])
// CHECK-NEXT:   %[[C:.*]] = prim.unchecked_cast(%[[Y]])
// CHECK-NEXT:   %[[ONE_1:.*]] = prim.Constant 1 : i64
// CHECK-NEXT:   %[[Z_1:.*]] = aten.add.Tensor(%[[C]], %[[V0]], %[[ONE_1]])
// CHECK-NEXT:   prim.return %[[Z_1]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Z]] : !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
func.func @a_cast_of_a_result(%x: !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>) -> !ts.tensor
  %c = prim.unchecked_cast(%y) : (!ts.tensor) -> !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>
  %z = aten.add.Tensor(%c, %x, %one) : (!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, !ts.tensor<[2,3],f32, device="cpu", requires_grad=false>, i64) -> !ts.tensor
  func.return %z : !ts.tensor
}

// Fires: sizes of one name are equal, and lists of other lengths are not.

// CHECK-LABEL: func.func @loss_of_any_rows
// CHECK:       prim.TensorExprGroup
// CHECK:         aten.cross_entropy_loss
func.func @loss_of_any_rows(%x: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, %t: !ts.tensor<[s0],i64, device="cpu", requires_grad=false>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %mean = prim.Constant 1 : i64
  %ignored = prim.Constant -100 : i64
  %zero = prim.Constant 0.000000e+00 : f64
  %p = aten.cross_entropy_loss(%x, %t, %none, %mean, %ignored, %zero) : (!ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, !ts.tensor<[s0],i64, device="cpu", requires_grad=false>, !ts.none, i64, i64, f64) -> !ts.tensor
  func.return %p : !ts.tensor
}

// Must not fire: sizes of two names may differ, which is an error.

// CHECK-LABEL: func.func @stays_as_sizes_may_differ
// CHECK-NOT: prim.TensorExprGroup
func.func @stays_as_sizes_may_differ(%x: !ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, %t: !ts.tensor<[s1],i64, device="cpu", requires_grad=false>) -> !ts.tensor {
  %none = prim.Constant : !ts.none
  %mean = prim.Constant 1 : i64
  %ignored = prim.Constant -100 : i64
  %zero = prim.Constant 0.000000e+00 : f64
  %p = aten.cross_entropy_loss(%x, %t, %none, %mean, %ignored, %zero) : (!ts.tensor<[s0,8],f32, device="cpu", requires_grad=false>, !ts.tensor<[s1],i64, device="cpu", requires_grad=false>, !ts.none, i64, i64, f64) -> !ts.tensor
  func.return %p : !ts.tensor
}
