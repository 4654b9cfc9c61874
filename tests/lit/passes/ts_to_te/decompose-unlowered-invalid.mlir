// RUN: %ts-opt %s -p decompose-unlowered --verify-diagnostics --split-input-file

// A part without a rule, and a branch on a run-time value: both are reported.
func.func @parts(%x: !ts.tensor<[3],f32>, %p: f64) -> (!ts.tensor<[?,1],i64>, !ts.tensor<[3],f32>) {
  // expected-error@+1 {{'aten.argwhere' op is made of 'aten.nonzero', which has no lowering}}
  %a = aten.argwhere(%x) : (!ts.tensor<[3],f32>) -> !ts.tensor<[?,1],i64>
  %none = prim.Constant : !ts.none
  %mean = prim.Constant 1 : i64
  %ignored = prim.Constant -100 : i64
  // expected-error@+1 {{'aten.cross_entropy_loss' op depends on a branch whose condition is unknown}}
  %b = aten.cross_entropy_loss(%x, %x, %none, %mean, %ignored, %p) : (!ts.tensor<[3],f32>, !ts.tensor<[3],f32>, !ts.none, i64, i64, f64) -> !ts.tensor<[3],f32>
  func.return %a, %b : !ts.tensor<[?,1],i64>, !ts.tensor<[3],f32>
}

// -----

func.func @always_fails(%x: !ts.tensor<[3,3],f32>) -> !ts.tensor<[9],f32> {
  // expected-error@+1 {{'aten.outer' op fails for these operands: outer: expected two vectors, got tensors of 2 and 2 dimensions}}
  %r = aten.outer(%x, %x) : (!ts.tensor<[3,3],f32>, !ts.tensor<[3,3],f32>) -> !ts.tensor<[9],f32>
  func.return %r : !ts.tensor<[9],f32>
}

// -----

func.func @refused_by_a_part(%x: !ts.tensor<[3],f32>, %y: !ts.tensor<[4],f32>) -> !ts.tensor<[3],f32> {
  %none = prim.Constant 0 : i64
  // expected-error@+1 {{'aten.l1_loss' op sizes [3] and [4] do not broadcast: 3 is not 4}}
  %r = aten.l1_loss(%x, %y, %none) : (!ts.tensor<[3],f32>, !ts.tensor<[4],f32>, i64) -> !ts.tensor<[3],f32>
  func.return %r : !ts.tensor<[3],f32>
}

// -----

func.func @turns(%x: !ts.tensor<[3],f32>, %n: i64) -> !ts.tensor<[3],f32> {
  %none = prim.Constant : !ts.none
  %dim = prim.Constant 0 : i64
  // expected-error@+1 {{'aten.diff' op depends on a branch whose condition is unknown}}
  %r = aten.diff(%x, %n, %dim, %none, %none) : (!ts.tensor<[3],f32>, i64, i64, !ts.none, !ts.none) -> !ts.tensor<[3],f32>
  func.return %r : !ts.tensor<[3],f32>
}
