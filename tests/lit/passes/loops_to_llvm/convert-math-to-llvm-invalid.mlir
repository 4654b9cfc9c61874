// RUN: %ts-opt %s -p convert-math-to-llvm --verify-diagnostics --split-input-file

func.func @power_of_a_wide_integer(%x: f32, %n: i64) {
  // expected-error@+1 {{'math.fpowi' op has a power of type i64; LLVM raises to i32 only, so cast it to i32}}
  %0 = math.fpowi %x, %n : f32, i64
  func.return
}

// -----

func.func @quadruple_precision(%x: f128) {
  // expected-error@+1 {{'math.erf' op is of type f128, for which libm has no function}}
  %0 = math.erf %x : f128
  func.return
}

// -----

func.func @root_of_a_bfloat(%a: bf16) {
  // expected-error@+1 {{'math.sqrt' op computes in bfloat16; extend to float32, and round the bits of the result}}
  %0 = math.sqrt %a : bf16
  func.return
}
