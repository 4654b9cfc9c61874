// RUN: %ts-opt %s -p convert-te-to-loops --split-input-file --verify-diagnostics

func.func @wrong_level(%x: !ts.tensor<[3,5],f32>) -> !ts.tensor {
  // expected-error@+1 {{'convert-te-to-loops' takes level 'te', but 'aten.relu' is of level 'ts'; run 'convert-ts-to-te' before it (ts-opt --pipeline=ts-to-te)}}
  %r = aten.relu(%x) : (!ts.tensor<[3,5],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// -----

// A conversion that has been run already.
func.func @lower_level(%x: memref<4xf32>, %i: index) -> f32 {
  // expected-error@+1 {{'convert-te-to-loops' takes level 'te', but 'memref.load' is of level 'loops'}}
  %r = memref.load %x[%i] : memref<4xf32>
  func.return %r : f32
}

// -----

// Scalar code is of every level.
func.func @any_level(%x: f32) -> f32 {
  %r = arith.addf %x, %x : f32
  func.return %r : f32
}
