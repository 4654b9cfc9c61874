// Of classes the methods are printed, by qualified names; the text is read again as it is.
// RUN: ts-opt %s -t graph -o %t.graph && %check %s < %t.graph
// RUN: ts-opt %t.graph -t graph | diff %t.graph -

// CHECK:      __torch__.M.forward(%self : __torch__.M,
// CHECK-NEXT:       %x : Tensor):
// CHECK-NEXT:   %[[W:.*]] : Tensor = prim::GetAttr[name="w"](%self)
// CHECK-NEXT:   %[[Y:.*]] : Tensor = aten::mul(%x, %[[W]])
// CHECK-NEXT:   return (%[[Y]])
// CHECK:      __torch__.f(%x : Tensor):
// CHECK-NEXT:   return (%x)
// CHECK-NOT:  object
ts.class @__torch__.M module {
  ts.attr @w parameter : !ts.tensor
  func.func @forward(%self: !ts.class<@__torch__.M>, %x: !ts.tensor) -> !ts.tensor {
    %w = prim.GetAttr(%self) {name = "w"} : (!ts.class<@__torch__.M>) -> !ts.tensor
    %y = aten.mul.Tensor(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    func.return %y : !ts.tensor
  }
}
func.func @__torch__.f(%x: !ts.tensor) -> !ts.tensor {
  func.return %x : !ts.tensor
}
ts.object @m : !ts.class<@__torch__.M> {w = dense_resource<w> : tensor<2xf32>}
