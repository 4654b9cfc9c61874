// RUN: %ts-opt %s -p widen-bytes --verify-diagnostics

func.func @a_tensor_expression(%x: tensor<2xi8>) -> tensor<2xi8> {
  // expected-error@+1 {{'widen-bytes' takes level 'ts', but 'te.compute' is of level 'te'}}
  %y = te.compute (%i = 2) : tensor<2xi8> {
    %0 = te.load %x[%i] : tensor<2xi8>
    te.yield %0 : i8
  }
  func.return %y : tensor<2xi8>
}
