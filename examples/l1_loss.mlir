func.func @loss(%x: !ts.tensor, %y: !ts.tensor) -> !ts.tensor {
  %mean = prim.Constant 1 : i64
  %r = aten.l1_loss(%x, %y, %mean) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}
