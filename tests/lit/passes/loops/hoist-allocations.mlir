// RUN: %ts-opt %s --split-input-file -p hoist-allocations | %check %s

// Fires: the rows of one loop follow each other; out of both loops.
// CHECK-LABEL: func.func @rows
// CHECK:         %[[ROW:.*]] = memref.alloc() : memref<20xf32>
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.for %[[I:.*]] =
// CHECK-NEXT:        memref.store %{{.*}}, %[[ROW]][%[[I]]] : memref<20xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[ROW]] : memref<20xf32>
func.func @rows(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %row = memref.alloc() : memref<20xf32>
      memref.store %x, %row[%i] : memref<20xf32>
      memref.dealloc %row : memref<20xf32>
    }
  }
  func.return
}

// -----

// Fires: the size is computed again before the loop.
// CHECK-LABEL: func.func @a_size_of_the_function
// CHECK-SAME:  (%[[N:.*]]: index
// CHECK:         %[[SIZE:.*]] = arith.muli %[[N]], %[[N]] : index
// CHECK-NEXT:    memref.alloc(%[[SIZE]]) : memref<?xf32>
// CHECK-NEXT:    scf.for
func.func @a_size_of_the_function(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %size = arith.muli %n, %n : index
    %row = memref.alloc(%size) : memref<?xf32>
    memref.store %x, %row[%i] : memref<?xf32>
    memref.dealloc %row : memref<?xf32>
  }
  func.return
}

// -----

// Must not fire: only the iteration knows the size.
// CHECK-LABEL: func.func @a_size_of_the_iteration
// CHECK:         scf.for %[[I:.*]] =
// CHECK-NEXT:      memref.alloc(%[[I]]) : memref<?xf32>
func.func @a_size_of_the_iteration(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.alloc(%i) : memref<?xf32>
    memref.store %x, %row[%c0] : memref<?xf32>
    memref.dealloc %row : memref<?xf32>
  }
  func.return
}

// -----

// Must not fire: iterations of a parallel loop run at the same time.
// CHECK-LABEL: func.func @parallel
// CHECK:         "scf.parallel"
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      memref.alloc() : memref<20xf32>
func.func @parallel(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %row = memref.alloc() : memref<20xf32>
    memref.store %x, %row[%i] : memref<20xf32>
    memref.dealloc %row : memref<20xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}

// -----

// Must not fire: the iteration does not free it.
// CHECK-LABEL: func.func @not_freed
// CHECK:         scf.for
// CHECK-NEXT:      memref.alloc() : memref<20xf32>
func.func @not_freed(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.alloc() : memref<20xf32>
    memref.store %x, %row[%i] : memref<20xf32>
  }
  func.return
}

// -----

// Fires for the memory of the words; the draw stays in the iteration.
// CHECK-LABEL: func.func @words_of_an_iteration
// CHECK:         %[[M:.*]] = memref.alloc(%[[N:.*]]) : memref<?xi32>
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      func.call @ts_random_words(%[[M]], %[[N]]) : (memref<?xi32>, index) -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[M]]
func.func private @ts_random_words(memref<?xi32>, index) -> ()

func.func @words_of_an_iteration(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc(%n) : memref<?xi32>
    func.call @ts_random_words(%m, %n) : (memref<?xi32>, index) -> ()
    memref.dealloc %m : memref<?xi32>
  }
  func.return
}
