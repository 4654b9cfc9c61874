// RUN: %ts-opt %s -p convert-arith-to-llvm --verify-diagnostics --split-input-file

func.func @two_dimensions(%a: vector<2x4xf32>) {
  // expected-error@+1 {{'arith.addf' op has the type vector<2x4xf32>; LLVM takes vectors of one dimension of fixed size}}
  %0 = arith.addf %a, %a : vector<2x4xf32>
  func.return
}

// -----

func.func @tensor(%a: tensor<4xf32>) {
  // expected-error@+1 {{'arith.mulf' op has the type tensor<4xf32>, which the llvm dialect does not have}}
  %0 = arith.mulf %a, %a : tensor<4xf32>
  func.return
}

// -----

func.func @sum_of_bfloats(%a: bf16) {
  // expected-error@+1 {{'arith.addf' op computes in bfloat16; extend to float32, and round the bits of the result}}
  %0 = arith.addf %a, %a : bf16
  func.return
}

// -----

func.func @rounds_to_bfloat(%a: f32) {
  // expected-error@+1 {{'arith.truncf' op computes in bfloat16; extend to float32, and round the bits of the result}}
  %0 = arith.truncf %a : f32 to bf16
  func.return
}
