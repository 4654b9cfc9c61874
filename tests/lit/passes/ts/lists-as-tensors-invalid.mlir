// RUN: %ts-opt %s -p lists-as-tensors --verify-diagnostics

func.func @a_tensor_expression(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'lists-as-tensors' takes level 'ts', but 'te.compute' is of level 'te'}}
  %y = te.compute (%i = 2) : tensor<2xf32> {
    %a = te.load %x[%i] : tensor<2xf32>
    te.yield %a : f32
  }
  func.return %y : tensor<2xf32>
}
