ts.class @__torch__.Sub module {
  ts.attr @weight parameter : !ts.tensor
  ts.attr @bias parameter : !ts.none
  ts.attr @training : i1
  ts.attr @k = 3 : i64
  func.func @forward(%self: !ts.class<@__torch__.Sub>, %x: !ts.tensor) -> !ts.tensor {
    %w = prim.GetAttr(%self) {name = "weight"} : (!ts.class<@__torch__.Sub>) -> !ts.tensor
    %r = aten.mul.Tensor(%x, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    func.return %r : !ts.tensor
  }
}
ts.class @__torch__.ModuleList module {
  ts.attr @"0" : !ts.class<@__torch__.Sub>
  ts.attr @"1" : !ts.class<@__torch__.Sub>
}
ts.class @__torch__.ModuleDict module {
  ts.attr @a : !ts.class<@__torch__.Sub>
}
ts.class @__torch__.Net module {
  ts.attr @p parameter : !ts.tensor
  ts.attr @b buffer : !ts.tensor
  ts.attr @maybe buffer : !ts.optional<!ts.tensor>
  ts.attr @training : i1
  ts.attr @n : i64
  ts.attr @sizes : !ts.list<i64>
  ts.attr @layers : !ts.class<@__torch__.ModuleList>
  ts.attr @named : !ts.class<@__torch__.ModuleDict>
  func.func @forward(%self: !ts.class<@__torch__.Net>, %x: !ts.tensor) -> !ts.tensor {
    %l = prim.GetAttr(%self) {name = "layers"} : (!ts.class<@__torch__.Net>) -> !ts.class<@__torch__.ModuleList>
    %s = prim.GetAttr(%l) {name = "0"} : (!ts.class<@__torch__.ModuleList>) -> !ts.class<@__torch__.Sub>
    %y = prim.CallMethod(%s, %x) {name = "forward"} : (!ts.class<@__torch__.Sub>, !ts.tensor) -> !ts.tensor
    %t = prim.GetAttr(%l) {name = "1"} : (!ts.class<@__torch__.ModuleList>) -> !ts.class<@__torch__.Sub>
    %z = prim.CallMethod(%t, %y) {name = "forward"} : (!ts.class<@__torch__.Sub>, !ts.tensor) -> !ts.tensor
    %b = prim.GetAttr(%self) {name = "b"} : (!ts.class<@__torch__.Net>) -> !ts.tensor
    %one = prim.Constant 1 : i64
    %a = aten.add.Tensor(%z, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %n = prim.GetAttr(%self) {name = "n"} : (!ts.class<@__torch__.Net>) -> i64
    %r = aten.mul.Scalar(%a, %n) : (!ts.tensor, i64) -> !ts.tensor
    func.return %r : !ts.tensor
  }
}
ts.object @first : !ts.class<@__torch__.Sub> {weight = dense_resource<w0> : tensor<2xf32>, bias, training = true}
ts.object @second : !ts.class<@__torch__.Sub> {weight = dense_resource<w1> : tensor<2xf32>, bias, training = true}
ts.object @layers : !ts.class<@__torch__.ModuleList> {"0" = @first, "1" = @second}
ts.object @named : !ts.class<@__torch__.ModuleDict> {a = @first}
ts.object @net : !ts.class<@__torch__.Net> {p = dense_resource<p> : tensor<2xf32>, b = dense<1.0> : tensor<2xf32>, maybe, training = true, n = 3 : i64, sizes = [1, 2], layers = @layers, named = @named}
