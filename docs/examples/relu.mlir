func.func @relu(%x: !ts.tensor) -> !ts.tensor {
  %0 = aten.relu(%x) : (!ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
