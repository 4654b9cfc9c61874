// RUN: %ts-opt %s -p expand-complex --verify-diagnostics

func.func @a_tensor_expression(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'expand-complex' takes level 'ts', but 'te.compute' is of level 'te'}}
  %y = te.compute (%i = 2) : tensor<2xf32> {
    %a = te.load %x[%i] : tensor<2xf32>
    te.yield %a : f32
  }
  func.return %y : tensor<2xf32>
}
