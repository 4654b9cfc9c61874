// A linear layer of bytes, with 32 terms and 16 channels.
func.func @layer(%x: !ts.tensor<[1,32],ui8>, %w: !ts.tensor<[16,32],i8> {ts.panels = 0 : index}) -> !ts.tensor<[1,16],i32> {
  %int32 = prim.Constant 3 : i64
  %no = prim.Constant false
  %none = prim.Constant : !ts.none
  %a = aten.to.dtype(%x, %int32, %no, %no, %none) : (!ts.tensor<[1,32],ui8>, i64, i1, i1, !ts.none) -> !ts.tensor<[1,32],i32>
  %b = aten.to.dtype(%w, %int32, %no, %no, %none) : (!ts.tensor<[16,32],i8>, i64, i1, i1, !ts.none) -> !ts.tensor<[16,32],i32>
  %r = aten.linear(%a, %b, %none) : (!ts.tensor<[1,32],i32>, !ts.tensor<[16,32],i32>, !ts.none) -> !ts.tensor<[1,16],i32>
  func.return %r : !ts.tensor<[1,16],i32>
}
