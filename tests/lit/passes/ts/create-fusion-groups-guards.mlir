// RUN: %ts-opt %s -p create-fusion-groups | %check %s

// Must not fire for the first view: only the guard behind it knows its sizes, so that the second view
// and the members take what was guarded.

// CHECK-LABEL: func.func @keeps_a_view_that_is_guarded_for_more
// CHECK:      %[[A:.*]] = prim.Guard(%{{.*}}) : (!ts.tensor) -> !ts.tensor<[s0,s1,s2],f32, device="cpu", requires_grad=false>
// CHECK-NEXT: %[[V:.*]] = aten.select.int(%[[A]],
// CHECK:      %[[B:.*]] = prim.Guard(%[[V]]) : (!ts.tensor) -> !ts.tensor<[5,8],f32, device="cpu", requires_grad=false>
// CHECK:      %[[G:.*]] = prim.TensorExprGroup(%[[B]])
// CHECK-NEXT: ^bb0(%[[X:.*]]: !ts.tensor<[5,8],f32, device="cpu", requires_grad=false>):
// CHECK:        %[[W:.*]] = aten.select.int(%[[X]],
// CHECK-NEXT:   %[[E:.*]] = aten.exp(%[[W]])
// CHECK-NEXT:   %[[T:.*]] = aten.tanh(%[[E]])
// CHECK-NEXT:   prim.return %[[T]] : !ts.tensor<[8],f32, device="cpu", requires_grad=false>
// CHECK:      func.return %[[G]]
func.func @keeps_a_view_that_is_guarded_for_more(%x: !ts.tensor) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[s0,s1,s2],f32, device="cpu", requires_grad=false>
  %v = aten.select.int(%a, %zero, %zero) : (!ts.tensor<[s0,s1,s2],f32, device="cpu", requires_grad=false>, i64, i64) -> !ts.tensor
  %b = prim.Guard(%v) : (!ts.tensor) -> !ts.tensor<[5,8],f32, device="cpu", requires_grad=false>
  %w = aten.select.int(%b, %zero, %zero) : (!ts.tensor<[5,8],f32, device="cpu", requires_grad=false>, i64, i64) -> !ts.tensor
  %e = aten.exp(%w) : (!ts.tensor) -> !ts.tensor
  %t = aten.tanh(%e) : (!ts.tensor) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire for the sum: guards of one value state several sizes, as the second use does not run
// where the first one raises.

// CHECK-LABEL: func.func @guards_of_several_sizes
// CHECK-SAME: (%[[X:.*]]: !ts.tensor)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[A:.*]] = prim.Guard(%[[X]])
// CHECK-NEXT: %[[B:.*]] = prim.Guard(%[[X]])
// CHECK-NEXT: %[[E:.*]] = aten.exp(%[[A]])
// CHECK-NEXT: %[[Y:.*]] = aten.add.Tensor(%[[E]], %[[B]], %[[ONE]])
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor
func.func @guards_of_several_sizes(%x: !ts.tensor) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[s0,8],f32, device="cpu">
  %b = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[4,8],f32, device="cpu">
  %e = aten.exp(%a) : (!ts.tensor<[s0,8],f32, device="cpu">) -> !ts.tensor
  %y = aten.add.Tensor(%e, %b, %one) : (!ts.tensor, !ts.tensor<[4,8],f32, device="cpu">, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Must not fire for both: a group would not check the guard between its members. The second group
// takes what was guarded.

// CHECK-LABEL: func.func @a_member_that_is_guarded_for_more
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[s0,8],f32, device="cpu">)
// CHECK-NEXT: %[[F:.*]] = prim.TensorExprGroup(%[[X]]) : (!ts.tensor<[s0,8],f32, device="cpu">) -> !ts.tensor<[s0,8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V0:.*]]: !ts.tensor<[s0,8],f32, device="cpu">):
// CHECK-NEXT:   %[[E:.*]] = aten.exp(%[[V0]])
// CHECK-NEXT:   %[[F_1:.*]] = aten.tanh(%[[E]])
// CHECK-NEXT:   prim.return %[[F_1]] : !ts.tensor<[s0,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: %[[V0]] = prim.Guard(%[[F]])
// CHECK-NEXT: %[[Y:.*]] = prim.TensorExprGroup(%[[V0]]) : (!ts.tensor<[4,8],f32, device="cpu">) -> !ts.tensor<[4,8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V1:.*]]: !ts.tensor<[4,8],f32, device="cpu">):
// CHECK-NEXT:   %[[G:.*]] = aten.sin(%[[V1]])
// CHECK-NEXT:   %[[Y_1:.*]] = aten.cos(%[[G]])
// CHECK-NEXT:   prim.return %[[Y_1]] : !ts.tensor<[4,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[Y]] : !ts.tensor<[4,8],f32, device="cpu">
func.func @a_member_that_is_guarded_for_more(%x: !ts.tensor<[s0,8],f32, device="cpu">) -> !ts.tensor {
  %e = aten.exp(%x) : (!ts.tensor<[s0,8],f32, device="cpu">) -> !ts.tensor
  %f = aten.tanh(%e) : (!ts.tensor) -> !ts.tensor
  %a = prim.Guard(%f) : (!ts.tensor) -> !ts.tensor<[4,8],f32, device="cpu">
  %g = aten.sin(%a) : (!ts.tensor<[4,8],f32, device="cpu">) -> !ts.tensor
  %y = aten.cos(%g) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}

// Fires twice: each group checks the sizes that its use of the value had.

// CHECK-LABEL: func.func @guards_of_several_sizes_in_two_groups
// CHECK-SAME: (%[[X:.*]]: !ts.tensor, %[[C:.*]]: i1)
// CHECK-NEXT: %[[V0:.*]] = prim.Guard(%[[X]])
// CHECK-NEXT: %[[F:.*]] = prim.TensorExprGroup(%[[V0]]) : (!ts.tensor<[s0,8],f32, device="cpu">) -> !ts.tensor<[s0,8],f32, device="cpu"> {
// CHECK-NEXT: ^{{.*}}(%[[V1:.*]]: !ts.tensor<[s0,8],f32, device="cpu">):
// CHECK-NEXT:   %[[E:.*]] = aten.exp(%[[V1]])
// CHECK-NEXT:   %[[F_1:.*]] = aten.tanh(%[[E]])
// CHECK-NEXT:   prim.return %[[F_1]] : !ts.tensor<[s0,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = prim.If %[[C]] -> (!ts.tensor) {
// CHECK-NEXT:   %[[V1]] = prim.Guard(%[[X]])
// CHECK-NEXT:   %[[H:.*]] = prim.TensorExprGroup(%[[V1]]) : (!ts.tensor<[4,8],f32, device="cpu">) -> !ts.tensor<[4,8],f32, device="cpu"> {
// CHECK-NEXT:   ^{{.*}}(%[[V2:.*]]: !ts.tensor<[4,8],f32, device="cpu">):
// CHECK-NEXT:     %[[G:.*]] = aten.sin(%[[V2]])
// CHECK-NEXT:     %[[H_1:.*]] = aten.cos(%[[G]])
// CHECK-NEXT:     prim.return %[[H_1]] : !ts.tensor<[4,8],f32, device="cpu">
// CHECK-NEXT:   }
// CHECK-NEXT:   prim.If.yield %[[H]] : !ts.tensor<[4,8],f32, device="cpu">
// CHECK-NEXT: } else {
// CHECK-NEXT:   prim.If.yield %[[F]] : !ts.tensor<[s0,8],f32, device="cpu">
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : !ts.tensor
func.func @guards_of_several_sizes_in_two_groups(%x: !ts.tensor, %c: i1) -> !ts.tensor {
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[s0,8],f32, device="cpu">
  %e = aten.exp(%a) : (!ts.tensor<[s0,8],f32, device="cpu">) -> !ts.tensor
  %f = aten.tanh(%e) : (!ts.tensor) -> !ts.tensor
  %r = prim.If %c -> (!ts.tensor) {
    %b = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[4,8],f32, device="cpu">
    %g = aten.sin(%b) : (!ts.tensor<[4,8],f32, device="cpu">) -> !ts.tensor
    %h = aten.cos(%g) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %h : !ts.tensor
  } else {
    prim.If.yield %f : !ts.tensor
  }
  func.return %r : !ts.tensor
}
