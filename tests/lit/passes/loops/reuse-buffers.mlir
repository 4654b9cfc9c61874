// RUN: %ts-opt %s --split-input-file -p reuse-buffers | %check %s

// Fires: the third buffer takes the memory of the first, which is as large as the larger one.
// CHECK-LABEL: func.func @a_chain
// CHECK-SAME:  (%[[N:.*]]: index, %[[X:.*]]: f32
// CHECK-NEXT:    %[[ONE:.*]] = memref.alloc() : memref<20xf32>
// CHECK-NEXT:    memref.store %[[X]], %[[ONE]][%[[N]]] : memref<20xf32>
// CHECK-NEXT:    %[[TWO:.*]] = memref.alloc() : memref<16xf32>
// CHECK-NEXT:    %[[A:.*]] = memref.load %[[ONE]][%[[N]]] : memref<20xf32>
// CHECK-NEXT:    memref.store %[[A]], %[[TWO]][%[[N]]] : memref<16xf32>
// CHECK-NEXT:    %[[B:.*]] = memref.load %[[TWO]][%[[N]]] : memref<16xf32>
// CHECK-NEXT:    memref.store %[[B]], %[[ONE]][%[[N]]] : memref<20xf32>
// CHECK-NEXT:    %[[C:.*]] = memref.load %[[ONE]][%[[N]]] : memref<20xf32>
// CHECK-NEXT:    memref.dealloc %[[TWO]] : memref<16xf32>
// CHECK-NEXT:    memref.dealloc %[[ONE]] : memref<20xf32>
// CHECK-NEXT:    func.return %[[C]] : f32
func.func @a_chain(%n: index, %x: f32) -> f32 {
  %one = memref.alloc() : memref<10xf32>
  memref.store %x, %one[%n] : memref<10xf32>
  %two = memref.alloc() : memref<16xf32>
  %a = memref.load %one[%n] : memref<10xf32>
  memref.store %a, %two[%n] : memref<16xf32>
  %three = memref.alloc() : memref<20xf32>
  %b = memref.load %two[%n] : memref<16xf32>
  memref.store %b, %three[%n] : memref<20xf32>
  %c = memref.load %three[%n] : memref<20xf32>
  memref.dealloc %one : memref<10xf32>
  memref.dealloc %two : memref<16xf32>
  memref.dealloc %three : memref<20xf32>
  func.return %c : f32
}

// -----

// Fires: an access in a loop counts where the loop stands; sizes of calls are equal values.
// CHECK-LABEL: func.func @symbolic_sizes
// CHECK-SAME:  (%[[N:.*]]: index, %[[X:.*]]: f32
// CHECK:         %[[ROW:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK:         scf.for %[[I:.*]] =
// CHECK-NEXT:      memref.store %[[X]], %[[ROW]][%[[I]]] : memref<?xf32>
// CHECK:         scf.for %[[J:.*]] =
// CHECK-NEXT:      memref.store %[[X]], %[[ROW]][%[[J]]] : memref<?xf32>
// CHECK:         memref.dealloc %[[ROW]] : memref<?xf32>
// CHECK-NOT:     memref
func.func @symbolic_sizes(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %one[%i] : memref<?xf32>
  }
  %two = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %two[%i] : memref<?xf32>
  }
  memref.dealloc %one : memref<?xf32>
  memref.dealloc %two : memref<?xf32>
  func.return
}

// -----

// Must not fire: one operation reads the first buffer and writes the second.
// CHECK-LABEL: func.func @in_use_at_the_same_time
// CHECK-COUNT-2: memref.alloc
func.func @in_use_at_the_same_time(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = memref.alloc() : memref<10xf32>
  memref.store %x, %one[%c0] : memref<10xf32>
  %two = memref.alloc() : memref<10xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %one[%c0] : memref<10xf32>
    memref.store %a, %two[%i] : memref<10xf32>
  }
  memref.dealloc %one : memref<10xf32>
  memref.dealloc %two : memref<10xf32>
  func.return
}

// -----

// Must not fire: the element types, or the sizes of calls, are different.
// CHECK-LABEL: func.func @other_types
// CHECK-COUNT-4: memref.alloc
func.func @other_types(%n: index, %m: index) {
  %one = memref.alloc() : memref<10xf32>
  %two = memref.alloc() : memref<10xi32>
  %three = memref.alloc(%n) : memref<?xf32>
  %four = memref.alloc(%m) : memref<?xf32>
  memref.dealloc %one : memref<10xf32>
  memref.dealloc %two : memref<10xi32>
  memref.dealloc %three : memref<?xf32>
  memref.dealloc %four : memref<?xf32>
  func.return
}

// -----

// Must not fire: a copy takes all elements of the buffer, and a view may outlive its last use.
// CHECK-LABEL: func.func @copied_or_viewed
// CHECK-COUNT-3: memref.alloc
func.func @copied_or_viewed(%x: memref<10xf32>) {
  %one = memref.alloc() : memref<10xf32>
  "memref.copy"(%one, %x) : (memref<10xf32>, memref<10xf32>) -> ()
  %two = memref.alloc() : memref<20xf32>
  %view = "memref.cast"(%two) : (memref<20xf32>) -> memref<?xf32>
  %three = memref.alloc() : memref<10xf32>
  memref.dealloc %one : memref<10xf32>
  memref.dealloc %two : memref<20xf32>
  memref.dealloc %three : memref<10xf32>
  func.return
}

// -----

// Must not fire: the first buffer is never freed, so its block may not be the last to know it.
// CHECK-LABEL: func.func @returned
// CHECK-COUNT-2: memref.alloc
func.func @returned() -> memref<10xf32> {
  %one = memref.alloc() : memref<10xf32>
  %two = memref.alloc() : memref<10xf32>
  memref.dealloc %two : memref<10xf32>
  func.return %one : memref<10xf32>
}
