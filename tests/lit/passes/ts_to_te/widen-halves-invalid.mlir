// RUN: %ts-opt %s -p widen-halves --verify-diagnostics

func.func @a_tensor_expression(%x: tensor<2xf16>) -> tensor<2xf16> {
  // expected-error@+1 {{'widen-halves' takes level 'ts', but 'te.compute' is of level 'te'}}
  %y = te.compute (%i = 2) : tensor<2xf16> {
    %0 = te.load %x[%i] : tensor<2xf16>
    te.yield %0 : f16
  }
  func.return %y : tensor<2xf16>
}
