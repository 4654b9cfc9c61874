// RUN: %ts-opt %s -p "check-bounds{casts-only=true}" | %check %s

// Fires: a cast states one size, and its type the other one.
// CHECK-LABEL: func.func @cast
// CHECK-SAME:  (%[[N:.*]]: index, %[[I:.*]]: index, %[[J:.*]]: index, %[[A:.*]]: memref<?xf32>) -> f32 {
// CHECK-NEXT:    %[[M:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [%[[N]], 8], strides: [8, 1] : memref<?xf32> to memref<?x8xf32>
// CHECK-NEXT:    %[[ROW:.*]] = arith.cmpi ult, %[[I]], %[[N]] : index
// CHECK-NEXT:    cf.assert %[[ROW]], "memref.load: index is out of range in dimension 0 of %[[M]], at {{.*}}check-bounds-casts-only.mlir:{{[0-9]+}}:8"
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    %[[COLUMN:.*]] = arith.cmpi ult, %[[J]], %[[C8]] : index
// CHECK-NEXT:    cf.assert %[[COLUMN]], "memref.load: index is out of range in dimension 1 of %[[M]], at {{.*}}check-bounds-casts-only.mlir:{{[0-9]+}}:8"
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[M]][%[[I]], %[[J]]] : memref<?x8xf32>
// CHECK-NEXT:    func.return %[[X]] : f32
// CHECK-NEXT:  }
func.func @cast(%n: index, %i: index, %j: index, %a: memref<?xf32>) -> f32 {
  %m = memref.reinterpret_cast %a to offset: [0], sizes: [%n, 8], strides: [8, 1] : memref<?xf32> to memref<?x8xf32>
  %x = memref.load %m[%i, %j] : memref<?x8xf32>
  func.return %x : f32
}

// Must not fire: the type states all sizes, also of a cast.
// CHECK-LABEL: func.func @sizes_of_types
// CHECK-NOT:     cf.assert
// CHECK:         func.return
func.func @sizes_of_types(%i: index, %a: memref<8xf32>) -> f32 {
  %m = memref.reinterpret_cast %a to offset: [0], sizes: [2, 4], strides: [4, 1] : memref<8xf32> to memref<2x4xf32>
  %x = memref.load %m[%i, %i] : memref<2x4xf32>
  memref.store %x, %a[%i] : memref<8xf32>
  func.return %x : f32
}

// Must not fire: an allocation states the size, which flattening keeps.
// CHECK-LABEL: func.func @size_of_an_allocation
// CHECK-NOT:     cf.assert
// CHECK:         func.return
func.func @size_of_an_allocation(%n: index, %i: index, %x: f32) {
  %m = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %m[%i] : memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  func.return
}
