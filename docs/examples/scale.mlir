// A module with a parameter, a constant, a submodule of an odd name, and an enum.
ts.enum @__torch__.Mode : i64 {UP = 1, DOWN = -1}

ts.class @__torch__.blocks.Scale module {
  ts.attr @factor parameter : !ts.tensor
  ts.attr @training : i1
  ts.attr @mode : !ts.enum<@__torch__.Mode>
  ts.attr @power = 2 : i64
  func.func @forward(%self: !ts.class<@__torch__.blocks.Scale>, %x: !ts.tensor) -> !ts.tensor {
    %two = prim.Constant 2 : i64
    %factor = prim.GetAttr(%self) {name = "factor"} : (!ts.class<@__torch__.blocks.Scale>) -> !ts.tensor
    %0 = aten.pow.Tensor_Scalar(%factor, %two) : (!ts.tensor, i64) -> !ts.tensor
    %1 = aten.mul.Tensor(%x, %0) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    func.return %1 : !ts.tensor
  }
}

ts.class @__torch__.Net module {
  ts.attr @training : i1
  ts.attr @"0" : !ts.class<@__torch__.blocks.Scale>
  func.func @forward(%self: !ts.class<@__torch__.Net>, %x: !ts.tensor) -> !ts.tensor {
    %0 = prim.GetAttr(%self) {name = "0"} : (!ts.class<@__torch__.Net>) -> !ts.class<@__torch__.blocks.Scale>
    %1 = prim.CallMethod(%0, %x) {name = "forward"} : (!ts.class<@__torch__.blocks.Scale>, !ts.tensor) -> !ts.tensor
    func.return %1 : !ts.tensor
  }
}
