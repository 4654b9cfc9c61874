// RUN: %ts-opt %s -p convert-func-to-llvm --verify-diagnostics --split-input-file

// expected-error@+1 {{'func.func' op has the type tensor<4xf32>, which the llvm dialect does not have}}
func.func @tensor(%a: tensor<4xf32>) {
  func.return
}

// -----

"test.op"() ({
  // expected-error@+1 {{'func.func' op is not at the top of the module; LLVM has functions only there}}
  func.func @nested() {
    func.return
  }
  "test.termop"() : () -> ()
}) : () -> ()
