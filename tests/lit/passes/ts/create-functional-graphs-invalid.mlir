// RUN: %ts-opt %s -p create-functional-graphs --verify-diagnostics
// RUN: not ts-opt %s -p 'create-functional-graphs{min-size=few}' 2>&1 | filecheck %s
// RUN: not ts-opt %s -p 'create-functional-graphs{min-size=-1}' 2>&1 | filecheck %s --check-prefix=SIZE

// CHECK: pass 'create-functional-graphs': min-size must be int, not few
// SIZE: pass 'create-functional-graphs': min-size must be at least 1, not -1

func.func @a_tensor_expression(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'create-functional-graphs' takes level 'ts', but 'te.compute' is of level 'te'}}
  %y = te.compute (%i = 2) : tensor<2xf32> {
    %a = te.load %x[%i] : tensor<2xf32>
    te.yield %a : f32
  }
  func.return %y : tensor<2xf32>
}
