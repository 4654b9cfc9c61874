func.func @gates(%x: !ts.tensor<[2,8],f32>) -> (!ts.tensor, !ts.tensor) {
  %chunks = prim.Constant 2 : i64
  %dim = prim.Constant 1 : i64
  %list = aten.chunk(%x, %chunks, %dim) : (!ts.tensor<[2,8],f32>, i64, i64) -> !ts.list<!ts.tensor>
  %a, %b = prim.ListUnpack(%list) : (!ts.list<!ts.tensor>) -> (!ts.tensor, !ts.tensor)
  %s = aten.sigmoid(%a) : (!ts.tensor) -> !ts.tensor
  func.return %s, %b : !ts.tensor, !ts.tensor
}
