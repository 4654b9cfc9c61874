// RUN: %ts-opt %s -p "eliminate-dead-stores{noalias=false}" | %check %s

// Must not fire: %a may be the memory of %out.
// CHECK-LABEL: func.func @stays_if_arguments_overlap
// CHECK-SAME:  (%[[A:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>, %[[I:.*]]: index, %[[X:.*]]: f32) -> f32 {
// CHECK-NEXT:    memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:    %[[Y:.*]] = memref.load %[[A]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:    memref.store %[[Y]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:    func.return %[[Y]] : f32
// CHECK-NEXT:  }
func.func @stays_if_arguments_overlap(%a: memref<8xf32>, %out: memref<8xf32>, %i: index, %x: f32) -> f32 {
  memref.store %x, %out[%i] : memref<8xf32>
  %y = memref.load %a[%i] : memref<8xf32>
  memref.store %y, %out[%i] : memref<8xf32>
  func.return %y : f32
}
