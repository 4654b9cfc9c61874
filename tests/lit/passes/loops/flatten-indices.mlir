// RUN: %ts-opt %s -p flatten-indices | %check %s

// The example of NNC: a[i, j] becomes a[i * 100 + j].
// CHECK-LABEL: func.func @static
// CHECK-SAME:  (%[[A:.*]]: memref<12800xf32>, %[[Z:.*]]: f32)
// CHECK:       scf.for %[[I:.*]] =
// CHECK-NEXT:    scf.for %[[J:.*]] =
// CHECK-NEXT:      %[[C100:.*]] = arith.constant 100 : index
// CHECK-NEXT:      %[[ROW:.*]] = arith.muli %[[I]], %[[C100]] : index
// CHECK-NEXT:      %[[IJ:.*]] = arith.addi %[[ROW]], %[[J]] : index
// CHECK-NEXT:      memref.store %[[Z]], %[[A]][%[[IJ]]] : memref<12800xf32>
func.func @static(%a: memref<128x100xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c128 step %c1 {
    scf.for %j = %c0 to %c100 step %c1 {
      memref.store %z, %a[%i, %j] : memref<128x100xf32>
    }
  }
  func.return
}

// The sizes come from the cast, which is then erased. Accesses to one element share the address.
// CHECK-LABEL: func.func @symbolic
// CHECK-SAME:  (%[[M:.*]]: index, %[[N:.*]]: index, %[[A:.*]]: memref<?xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK-NEXT:  %[[ROW:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:  %[[IJ:.*]] = arith.addi %[[ROW]], %[[J]] : index
// CHECK-NEXT:  %[[X:.*]] = memref.load %[[A]][%[[IJ]]] : memref<?xf32>
// CHECK-NEXT:  memref.store %[[X]], %[[A]][%[[IJ]]] : memref<?xf32>
// CHECK-NEXT:  func.return
func.func @symbolic(%m: index, %n: index, %a: memref<?x?xf32>, %i: index, %j: index) {
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [%m, %n], strides: [%n, 1] : memref<?x?xf32> to memref<?x?xf32>
  %x = memref.load %v[%i, %j] : memref<?x?xf32>
  memref.store %x, %v[%i, %j] : memref<?x?xf32>
  func.return
}

// CHECK-LABEL: func.func @alloc
// CHECK-SAME:  (%[[N:.*]]: index, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK-NEXT:  %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:  %[[SIZE:.*]] = arith.muli %[[N]], %[[C4]] : index
// CHECK-NEXT:  %[[A:.*]] = memref.alloc(%[[SIZE]]) : memref<?xf32>
// CHECK-NEXT:  %[[B:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  %[[C:.*]] = memref.alloc() : memref<1xf32>
// CHECK:       %[[C4_1:.*]] = arith.constant 4 : index
// CHECK-NEXT:  %[[ROW:.*]] = arith.muli %[[I]], %[[C4_1]] : index
// CHECK-NEXT:  %[[AT:.*]] = arith.addi %[[ROW]], %[[J]] : index
// CHECK-NEXT:  %[[X:.*]] = memref.load %[[A]][%[[AT]]]
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  memref.store %[[X]], %[[C]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:  memref.dealloc %[[A]] : memref<?xf32>
func.func @alloc(%n: index, %i: index, %j: index) {
  %a = memref.alloc(%n) : memref<?x2x2xf32>
  %b = memref.alloc() : memref<2x4xf32>
  %c = memref.alloc() : memref<f32>
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%i, %c0, %j] : memref<?x2x2xf32>
  memref.store %x, %c[] : memref<f32>
  memref.dealloc %a : memref<?x2x2xf32>
  func.return
}

// A reshape divides an index and flattening puts it together again.
// CHECK-LABEL: func.func @quotient_and_rest
// CHECK-SAME:  (%[[A:.*]]: memref<32xf32>, %[[K:.*]]: index)
// CHECK:       memref.load %[[A]][%[[K]]]
func.func @quotient_and_rest(%a: memref<4x8xf32>, %k: index) -> f32 {
  %c8 = arith.constant 8 : index
  %q = arith.divui %k, %c8 : index
  %r = arith.remui %k, %c8 : index
  %x = memref.load %a[%q, %r] : memref<4x8xf32>
  func.return %x : f32
}

// Another divisor is another story.
// CHECK-LABEL: func.func @not_of_another_divisor
// CHECK:       %[[Q:.*]] = arith.divui
// CHECK:       %[[R:.*]] = arith.remui
// CHECK:       %[[ROW:.*]] = arith.muli %[[Q]],
// CHECK:       arith.addi %[[ROW]], %[[R]]
func.func @not_of_another_divisor(%a: memref<4x8xf32>, %k: index) -> f32 {
  %c4 = arith.constant 4 : index
  %q = arith.divui %k, %c4 : index
  %r = arith.remui %k, %c4 : index
  %x = memref.load %a[%q, %r] : memref<4x8xf32>
  func.return %x : f32
}

// CHECK-LABEL: func.func @not_a_flat_buffer
// CHECK-SAME:  (%[[A:.*]]: memref<?xf32>, %[[I:.*]]: index)
// CHECK-NEXT:  memref.load %[[A]][%[[I]]] : memref<?xf32>
func.func @not_a_flat_buffer(%a: memref<?xf32>, %i: index) -> f32 {
  %x = memref.load %a[%i] : memref<?xf32>
  func.return %x : f32
}
