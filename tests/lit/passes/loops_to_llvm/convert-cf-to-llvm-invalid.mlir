// RUN: %ts-opt %s -p convert-cf-to-llvm --verify-diagnostics --split-input-file

func.func @type_without_llvm(%c: complex<f32>) {
  // expected-error@+1 {{'cf.br' op has the type complex<f32>, which the llvm dialect does not have}}
  cf.br ^a(%c : complex<f32>)
^a(%x: complex<f32>):
  func.return
}
