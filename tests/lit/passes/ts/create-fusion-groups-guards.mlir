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
