// RUN: %ts-opt %s -p unroll-loops --verify-diagnostics
// RUN: not ts-opt %s -p 'unroll-loops{constant-only=perhaps}' 2>&1 | filecheck %s
// RUN: not ts-opt %s -p 'unroll-loops{factor=0}' 2>&1 | filecheck %s --check-prefix=FACTOR
// RUN: not ts-opt %s -p 'unroll-loops{limit=-1}' 2>&1 | filecheck %s --check-prefix=LIMIT

// CHECK: pass 'unroll-loops': constant-only must be bool, not perhaps
// FACTOR: pass 'unroll-loops': factor must be at least 1, not 0
// LIMIT: pass 'unroll-loops': limit must be at least 0, not -1

func.func @a_tensor_expression(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'unroll-loops' takes level 'ts', but 'te.compute' is of level 'te'}}
  %y = te.compute (%i = 2) : tensor<2xf32> {
    %a = te.load %x[%i] : tensor<2xf32>
    te.yield %a : f32
  }
  func.return %y : tensor<2xf32>
}
