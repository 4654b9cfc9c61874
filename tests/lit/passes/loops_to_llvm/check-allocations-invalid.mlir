// RUN: %ts-opt %s -p check-allocations --verify-diagnostics --split-input-file

// expected-error@+1 {{'check-allocations' takes level 'llvm', but 'func.func' is of level 'script' to 'loops'; run 'convert-func-to-llvm' before it}}
func.func @not_converted() {
  func.return
}
