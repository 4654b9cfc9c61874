func.func @wrong(%x: !ts.tensor, %k: i64) -> i64 {
  %0 = aten.add.Tensor(%x, %1, %k) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %1 = aten.relu(%k) : (i64) -> !ts.tensor
  func.return %x : !ts.tensor
}
