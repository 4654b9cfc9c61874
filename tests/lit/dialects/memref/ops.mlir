// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s

// CHECK-LABEL: func.func @prefetch
// CHECK-SAME: (%[[M:.*]]: memref<4x?xf32>, %[[I:.*]]: index, %[[S:.*]]: memref<f64>)
func.func @prefetch(%m: memref<4x?xf32>, %i: index, %s: memref<f64>) {
  // CHECK-NEXT: memref.prefetch %[[M]][%[[I]], %[[I]]], read, locality<3>, data : memref<4x?xf32>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x?xf32>
  // CHECK-NEXT: memref.prefetch %[[M]][%[[I]], %[[I]]], write, locality<0>, instr {near} : memref<4x?xf32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr {near} : memref<4x?xf32>
  // CHECK-NEXT: memref.prefetch %[[S]][], read, locality<1>, data : memref<f64>
  memref.prefetch %s[], read, locality<1>, data : memref<f64>
  func.return
}
