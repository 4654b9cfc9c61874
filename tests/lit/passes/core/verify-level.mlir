// RUN: %ts-opt %s -p 'verify-level{level=te}' | %check %s
// RUN: %roundtrip %s

// A level that holds is left as it is.
// CHECK-LABEL: func.func @scalars_and_tensors
// CHECK:         te.compute
func.func @scalars_and_tensors(%n: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = te.compute (%i = %n) : tensor<?xf32> {
    %1 = te.load %x[%i] : tensor<?xf32>
    %2 = arith.mulf %1, %1 : f32
    te.yield %2 : f32
  }
  func.return %0 : tensor<?xf32>
}
