// RUN: %ts-opt %s -p constant-propagation --verify-diagnostics
// RUN: not ts-opt %s -p 'constant-propagation{immutable-only=perhaps}' 2>&1 | filecheck %s

// CHECK: pass 'constant-propagation': immutable-only must be bool, not perhaps

func.func @a_tensor_expression(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'constant-propagation' takes level 'ts', but 'te.compute' is of level 'te'}}
  %y = te.compute (%i = 2) : tensor<2xf32> {
    %a = te.load %x[%i] : tensor<2xf32>
    te.yield %a : f32
  }
  func.return %y : tensor<2xf32>
}
