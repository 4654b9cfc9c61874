// RUN: %ts-opt %s --split-input-file -p fuse-rows,cse,dce | %check %s

// Fires: the maximum of a row stays a value, the shifted row is in memory for a row only.
// CHECK-LABEL: func.func @rows
// CHECK-SAME:  (%[[X:.*]]: memref<80xf32>, %[[OUT:.*]]: memref<80xf32>) {
// CHECK:         scf.for %[[I:.*]] = %[[C0:.*]] to %[[M:.*]] step %[[C1:.*]] {
// CHECK-NEXT:      %[[ROW:.*]] = memref.alloc() : memref<20xf32>
// CHECK-NEXT:      %[[TOP:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[N:.*]] step %[[C1]] iter_args
// CHECK:           scf.for %[[J:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK:             %[[V:.*]] = memref.load %[[X]][%{{.*}}] : memref<80xf32>
// CHECK-NEXT:        %[[D:.*]] = arith.subf %[[V]], %[[TOP]] : f32
// CHECK-NEXT:        memref.store %[[D]], %[[ROW]][%[[J]]] : memref<20xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %[[L:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK:             %[[W:.*]] = memref.load %[[ROW]][%[[L]]] : memref<20xf32>
// CHECK-NEXT:        %[[S:.*]] = arith.mulf %[[W]], %[[W]] : f32
// CHECK-NEXT:        memref.store %[[S]], %[[OUT]][%{{.*}}] : memref<80xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %[[ROW]] : memref<20xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
func.func @rows(%x: memref<80xf32>, %out: memref<80xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 4 : index
  %n = arith.constant 20 : index
  %low = arith.constant 0xff800000 : f32
  %tops = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %m step %c1 {
    %top = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %low) -> (f32) {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %k : index
      %v = memref.load %x[%1] : memref<80xf32>
      %t = arith.maximumf %acc, %v : f32
      scf.yield %t : f32
    }
    memref.store %top, %tops[%i] : memref<4xf32>
  }
  %shifted = memref.alloc() : memref<80xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %j : index
      %v = memref.load %x[%1] : memref<80xf32>
      %top = memref.load %tops[%i] : memref<4xf32>
      %d = arith.subf %v, %top : f32
      memref.store %d, %shifted[%1] : memref<80xf32>
    }
  }
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %j : index
      %v = memref.load %shifted[%1] : memref<80xf32>
      %s = arith.mulf %v, %v : f32
      memref.store %s, %out[%1] : memref<80xf32>
    }
  }
  memref.dealloc %tops : memref<4xf32>
  memref.dealloc %shifted : memref<80xf32>
  func.return
}

// -----

// Fires with symbolic sizes; memory that is read after the loop keeps all rows.
// CHECK-LABEL: func.func @symbolic
// CHECK-SAME:  (%[[M:.*]]: index, %[[N:.*]]: index, %[[X:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>) {
// CHECK:         %[[T:.*]] = memref.alloc(%[[M]]) : memref<?xf32>
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[M]] step
// CHECK-NEXT:      %[[ROW:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK-COUNT-2:   scf.for %{{.*}} = %{{.*}} to %[[N]] step
// CHECK:           memref.dealloc %[[ROW]]
// CHECK:         memref.load %[[T]]
func.func @symbolic(%m: index, %n: index, %x: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mn = arith.muli %m, %n : index
  %t = memref.alloc(%m) : memref<?xf32>
  %u = memref.alloc(%mn) : memref<?xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %j : index
      %v = memref.load %x[%1] : memref<?xf32>
      memref.store %v, %u[%1] : memref<?xf32>
    }
  }
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %j : index
      %v = memref.load %u[%1] : memref<?xf32>
      memref.store %v, %t[%i] : memref<?xf32>
    }
  }
  %v = memref.load %t[%c0] : memref<?xf32>
  memref.store %v, %out[%c0] : memref<?xf32>
  memref.dealloc %t : memref<?xf32>
  memref.dealloc %u : memref<?xf32>
  func.return
}

// -----

// Must not fire: a row needs the sum of all rows.
// CHECK-LABEL: func.func @reads_other_rows
// CHECK:         scf.for
// CHECK:         memref.store %{{.*}}, %[[T:.*]][%{{.*}}] : memref<80xf32>
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             memref.load %[[T]]
// CHECK:         memref.dealloc %[[T]] : memref<80xf32>
func.func @reads_other_rows(%x: memref<80xf32>, %out: memref<80xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 4 : index
  %n = arith.constant 20 : index
  %t = memref.alloc() : memref<80xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %j : index
      %v = memref.load %x[%1] : memref<80xf32>
      memref.store %v, %t[%1] : memref<80xf32>
    }
  }
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %j : index
      %v = memref.load %t[%j] : memref<80xf32>
      memref.store %v, %out[%1] : memref<80xf32>
    }
  }
  memref.dealloc %t : memref<80xf32>
  func.return
}

// -----

// Must not fire: the second nest has fewer rows.
// CHECK-LABEL: func.func @other_bounds
// CHECK:         memref.dealloc %{{.*}} : memref<80xf32>
func.func @other_bounds(%x: memref<80xf32>, %out: memref<80xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = arith.constant 4 : index
  %n = arith.constant 20 : index
  %t = memref.alloc() : memref<80xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %j : index
      %v = memref.load %x[%1] : memref<80xf32>
      memref.store %v, %t[%1] : memref<80xf32>
    }
  }
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %j : index
      %v = memref.load %t[%1] : memref<80xf32>
      memref.store %v, %out[%1] : memref<80xf32>
    }
  }
  memref.dealloc %t : memref<80xf32>
  func.return
}

// -----

// Must not shrink: an outer loop reads memory from its previous iteration.
// CHECK-LABEL: func.func @memory_outlives_the_loop
// CHECK:         memref.alloc() : memref<80xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         memref.dealloc %{{.*}} : memref<80xf32>
func.func @memory_outlives_the_loop(%out: memref<80xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 4 : index
  %n = arith.constant 20 : index
  %t = memref.alloc() : memref<80xf32>
  scf.for %outer = %c0 to %m step %c1 {
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %0 = arith.muli %i, %n : index
        %1 = arith.addi %0, %j : index
        %v = memref.load %t[%1] : memref<80xf32>
        memref.store %v, %out[%1] : memref<80xf32>
      }
    }
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %0 = arith.muli %i, %n : index
        %1 = arith.addi %0, %j : index
        %v = memref.load %out[%1] : memref<80xf32>
        %w = arith.addf %v, %v : f32
        memref.store %w, %t[%1] : memref<80xf32>
      }
    }
  }
  memref.dealloc %t : memref<80xf32>
  func.return
}

// -----

// Must not fire: a draw between the nests keeps its place, and one in a nest its order.

// CHECK-LABEL: func.func @stays_as_numbers_are_drawn
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           scf.for %[[J:.*]] =
// CHECK:         func.call @ts_random_words(%[[W:.*]], %[[N:.*]]) : (memref<?xi32>, index) -> ()
// CHECK-NEXT:    scf.for %[[K:.*]] =
// CHECK:           scf.for %[[L:.*]] =
// CHECK:         scf.for %[[M:.*]] =
// CHECK-NEXT:      func.call @ts_random_words
func.func private @ts_random_words(memref<?xi32>, index) -> ()

func.func @stays_as_numbers_are_drawn(%x: memref<8xi32>, %t: memref<64xi32>, %w: memref<?xi32>, %out: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.muli %i, %n : index
      %p = arith.addi %row, %j : index
      %v = memref.load %x[%j] : memref<8xi32>
      memref.store %v, %t[%p] : memref<64xi32>
    }
  }
  func.call @ts_random_words(%w, %n) : (memref<?xi32>, index) -> ()
  scf.for %k = %c0 to %n step %c1 {
    scf.for %l = %c0 to %n step %c1 {
      %row = arith.muli %k, %n : index
      %p = arith.addi %row, %l : index
      %v = memref.load %t[%p] : memref<64xi32>
      memref.store %v, %out[%p] : memref<64xi32>
    }
  }
  scf.for %m = %c0 to %n step %c1 {
    func.call @ts_random_words(%w, %n) : (memref<?xi32>, index) -> ()
    scf.for %l = %c0 to %n step %c1 {
      %row = arith.muli %m, %n : index
      %p = arith.addi %row, %l : index
      %v = memref.load %out[%p] : memref<64xi32>
      memref.store %v, %t[%p] : memref<64xi32>
    }
  }
  func.return
}
