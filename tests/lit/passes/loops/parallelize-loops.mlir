// RUN: %ts-opt %s --split-input-file -p "parallelize-loops{cycles=100 chunks=4},cse,dce" | %check %s
// RUN: %ts-opt %s --split-input-file -p "parallelize-loops{cycles=100 chunks=4 noalias=false}" | %check %s --check-prefix=ALIAS

// Fires: chunks of whole lines of a cache. 4 of 1024 elements leave nothing over.
// CHECK-LABEL: func.func @neighbouring_elements
// CHECK-SAME:  (%[[A:.*]]: memref<4096xf32>, %[[B:.*]]: memref<4096xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C1024:.*]] = arith.constant 1024 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    "scf.parallel"(%[[C0]], %[[C4]], %[[C1]])
// CHECK-NEXT:    ^bb0(%[[CHUNK:.*]]: index):
// CHECK-NEXT:      %[[START:.*]] = arith.muli %[[CHUNK]], %[[C1024]] : index
// CHECK-NEXT:      scf.for %[[K:.*]] = %[[C0]] to %[[C1024]] step %[[C1]] {
// CHECK-NEXT:        %[[I:.*]] = arith.addi %[[START]], %[[K]] : index
// CHECK-NEXT:        %[[X:.*]] = memref.load %[[A]][%[[I]]] : memref<4096xf32>
// CHECK-NEXT:        memref.store %[[X]], %[[B]][%[[I]]] : memref<4096xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.reduce
// CHECK-NEXT:    }) {schedule = "4 chunks of 1024 iterations, 2e+03 cycles"}
// CHECK-NEXT:    func.return

// Without the promise of kernels, %a and %b may overlap.
// ALIAS-LABEL: func.func @neighbouring_elements
// ALIAS-NOT:     scf.parallel
// ALIAS-LABEL: func.func @rows
func.func @neighbouring_elements(%a: memref<4096xf32>, %b: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<4096xf32>
    memref.store %x, %b[%i] : memref<4096xf32>
  }
  func.return
}

// -----

// Fires: a division that rounds down takes as long as one that rounds to zero.
// CHECK-LABEL: func.func @floor_divisions
// CHECK-SAME:  (%[[A:.*]]: memref<4096xi32>, %[[B:.*]]: memref<4096xi32>, %[[D:.*]]: i32) {
// CHECK:         %[[X:.*]] = memref.load %[[A]][%[[I:.*]]] : memref<4096xi32>
// CHECK-NEXT:    %[[Y:.*]] = arith.floordivsi %[[X]], %[[D]] : i32
// CHECK-NEXT:    memref.store %[[Y]], %[[B]][%[[I]]] : memref<4096xi32>
// CHECK:         schedule = "4 chunks of 1024 iterations, 4.1e+03 cycles"
func.func @floor_divisions(%a: memref<4096xi32>, %b: memref<4096xi32>, %d: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<4096xi32>
    %y = arith.floordivsi %x, %d : i32
    memref.store %y, %b[%i] : memref<4096xi32>
  }
  func.return
}

// -----

// Fires: each row is written by one iteration, the last chunk is shorter.
// CHECK-LABEL: func.func @rows
// CHECK-SAME:  (%[[A:.*]]: memref<4030xf32>, %[[B:.*]]: memref<4030xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[M:.*]] = arith.constant 31 : index
// CHECK-NEXT:    %[[N:.*]] = arith.constant 130 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    "scf.parallel"(%[[C0]], %[[C4]], %[[C1]])
// CHECK-NEXT:    ^bb0(%[[CHUNK:.*]]: index):
// CHECK-NEXT:      %[[START:.*]] = arith.muli %[[CHUNK]], %[[C8]] : index
// CHECK-NEXT:      %[[LEFT:.*]] = arith.subi %[[M]], %[[START]] : index
// CHECK-NEXT:      %[[END:.*]] = arith.minsi %[[LEFT]], %[[C8]] : index
// CHECK-NEXT:      scf.for %[[K:.*]] = %[[C0]] to %[[END]] step %[[C1]] {
// CHECK-NEXT:        %[[I:.*]] = arith.addi %[[START]], %[[K]] : index
// CHECK-NEXT:        scf.for %[[J:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT:          %[[ROW:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:          %{{.*}} = arith.addi %[[ROW]], %[[J]] : index
func.func @rows(%a: memref<4030xf32>, %b: memref<4030xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 31 : index
  %n = arith.constant 130 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.muli %i, %n : index
      %p = arith.addi %row, %j : index
      %x = memref.load %a[%p] : memref<4030xf32>
      memref.store %x, %b[%p] : memref<4030xf32>
    }
  }
  func.return
}

// -----

// Fires: a run computes the chunks from the sizes, 8 parts of a cycle for each element.
// CHECK-LABEL: func.func @symbolic_sizes
// CHECK-SAME:  (%[[M:.*]]: index, %[[N:.*]]: index, %[[A:.*]]: memref<?xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[FAIR:.*]] = arith.divui %{{.*}}, %[[C4]] : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    %[[ROW:.*]] = arith.muli %[[N]], %[[C8]] : index
// CHECK-NEXT:    %[[WORK:.*]] = arith.maxsi %[[ROW]], %[[C1]] : index
// CHECK-NEXT:    %[[MOST:.*]] = arith.constant 3199 : index
// CHECK-NEXT:    %[[UP:.*]] = arith.addi %[[MOST]], %[[WORK]] : index
// CHECK-NEXT:    %[[LEAST:.*]] = arith.divui %[[UP]], %[[WORK]] : index
// CHECK-NEXT:    %[[GRAIN:.*]] = arith.maxsi %[[FAIR]], %[[LEAST]] : index
// CHECK-NEXT:    %[[SUM:.*]] = arith.addi %[[M]], %[[GRAIN]] : index
// CHECK-NEXT:    %[[BELOW:.*]] = arith.subi %[[SUM]], %[[C1]] : index
// CHECK-NEXT:    %[[COUNT:.*]] = arith.divui %[[BELOW]], %[[GRAIN]] : index
// CHECK-NEXT:    "scf.parallel"(%[[C0]], %[[COUNT]], %[[C1]])
// CHECK-NEXT:    ^bb0(%[[CHUNK:.*]]: index):
// CHECK-NEXT:      %[[START:.*]] = arith.muli %[[CHUNK]], %[[GRAIN]] : index
// CHECK-NEXT:      %[[LEFT:.*]] = arith.subi %[[M]], %[[START]] : index
// CHECK-NEXT:      %[[END:.*]] = arith.minsi %[[LEFT]], %[[GRAIN]] : index
// CHECK-NEXT:      scf.for %{{.*}} = %[[C0]] to %[[END]] step %[[C1]] {
// CHECK:           }) {schedule = "a number of chunks computed at run time"}
func.func @symbolic_sizes(%m: index, %n: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.muli %i, %n : index
      %p = arith.addi %row, %j : index
      memref.store %zero, %a[%p] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Fires: memory that an iteration allocates is private to it.
// CHECK-LABEL: func.func @own_memory
// CHECK:         "scf.parallel"
// CHECK:           scf.for
// CHECK:             memref.alloc()
func.func @own_memory(%a: memref<4096xf32>, %b: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.alloc() : memref<1xf32>
    %x = memref.load %a[%i] : memref<4096xf32>
    memref.store %x, %t[%c0] : memref<1xf32>
    %y = memref.load %t[%c0] : memref<1xf32>
    memref.store %y, %b[%i] : memref<4096xf32>
    memref.dealloc %t : memref<1xf32>
  }
  func.return
}

// -----

// Fires on the loop inside a loop that must stay sequential.
// CHECK-LABEL: func.func @inside_of_a_loop_in_order
// CHECK:         scf.for
// CHECK:           "scf.parallel"
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func @inside_of_a_loop_in_order(%a: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %times = arith.constant 10 : index
  %n = arith.constant 4096 : index
  scf.for %t = %c0 to %times step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %a[%i] : memref<4096xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %a[%i] : memref<4096xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @too_little_work
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func @too_little_work(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%i] : memref<64xf32>
  }
  func.return
}

// -----

// The order of the sum must not change.
// CHECK-LABEL: func.func @carries_a_sum
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func @carries_a_sum(%a: memref<4096xf32>, %b: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  %zero = arith.constant 0.0 : f32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
    %x = memref.load %a[%i] : memref<4096xf32>
    %t = arith.addf %acc, %x fastmath<reassoc> : f32
    scf.yield %t : f32
  }
  memref.store %s, %b[%c0] : memref<1xf32>
  func.return
}

// -----

// CHECK-LABEL: func.func @reads_the_previous_iterations_elements
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func @reads_the_previous_iterations_elements(%a: memref<4097xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %x = memref.load %a[%i] : memref<4097xf32>
    memref.store %x, %a[%next] : memref<4097xf32>
  }
  func.return
}

// -----

// Rows of 130 elements begin every 129.
// CHECK-LABEL: func.func @rows_overlap
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func @rows_overlap(%a: memref<4030xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 31 : index
  %n = arith.constant 130 : index
  %step = arith.constant 129 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.muli %i, %step : index
      %p = arith.addi %row, %j : index
      memref.store %zero, %a[%p] : memref<4030xf32>
    }
  }
  func.return
}

// -----

// The rows begin every %k elements, which may be fewer than %n.
// CHECK-LABEL: func.func @rows_of_another_length
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func @rows_of_another_length(%m: index, %n: index, %k: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %row = arith.muli %i, %k : index
      %p = arith.addi %row, %j : index
      memref.store %acc, %a[%p] : memref<?xf32>
      scf.yield %zero : f32
    }
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @all_write_one_element
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func @all_write_one_element(%a: memref<4096xf32>, %b: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<4096xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @writes_at_stored_indices
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func @writes_at_stored_indices(%a: memref<4096xindex>, %b: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %p = memref.load %a[%i] : memref<4096xindex>
    memref.store %zero, %b[%p] : memref<4096xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @calls_a_function
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func private @g(f32) -> f32

func.func @calls_a_function(%a: memref<4096xf32>, %b: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<4096xf32>
    %y = func.call @g(%x) : (f32) -> f32
    memref.store %y, %b[%i] : memref<4096xf32>
  }
  func.return
}

// -----

// Fires: iterations write strips of 32 columns, in rows of 512.
// CHECK-LABEL: func.func @strips_of_columns
// CHECK:         "scf.parallel"(
// CHECK:           scf.for %{{.*}} = %{{.*}} to %{{.*}} step %[[C32:.*]] {
func.func @strips_of_columns(%a: memref<16384xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %width = arith.constant 32 : index
  %m = arith.constant 32 : index
  %n = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  scf.for %start = %c0 to %n step %width {
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %width step %c1 {
        %row = arith.muli %i, %n : index
        %column = arith.addi %start, %j : index
        %p = arith.addi %row, %column : index
        memref.store %zero, %a[%p] : memref<16384xf32>
      }
    }
  }
  func.return
}

// -----

// Rows of 500 elements begin before the last strip of the row before ends.
// CHECK-LABEL: func.func @strips_reach_the_next_row
// CHECK-NOT:     scf.parallel
// CHECK:         func.return
func.func @strips_reach_the_next_row(%a: memref<16384xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %width = arith.constant 32 : index
  %m = arith.constant 32 : index
  %n = arith.constant 512 : index
  %length = arith.constant 500 : index
  %zero = arith.constant 0.0 : f32
  scf.for %start = %c0 to %n step %width {
    %s = scf.for %i = %c0 to %m step %c1 iter_args(%acc = %zero) -> (f32) {
      scf.for %j = %c0 to %width step %c1 {
        %row = arith.muli %i, %length : index
        %column = arith.addi %start, %j : index
        %p = arith.addi %row, %column : index
        memref.store %zero, %a[%p] : memref<16384xf32>
      }
      scf.yield %acc : f32
    }
  }
  func.return
}

// -----

// Fires: chunks hold multiples of 8 rows of a product, which read the right factor often enough.
// CHECK-LABEL: func.func @any_rows_of_a_product
// CHECK-SAME: (%[[M:.*]]: index, %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<4096xf32>, %[[C:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[N:.*]] = arith.constant 256 : index
// CHECK-NEXT:   %[[K:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[M]], %[[C3]] : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.divui %[[V0]], %[[C4]] : index
// CHECK-NEXT:   %[[C10240:.*]] = arith.constant 10240 : index
// CHECK-NEXT:   %[[V2:.*]] = arith.maxsi %[[C10240]], %[[C1]] : index
// CHECK-NEXT:   %[[C3199:.*]] = arith.constant 3199 : index
// CHECK-NEXT:   %[[V3:.*]] = arith.addi %[[C3199]], %[[V2]] : index
// CHECK-NEXT:   %[[V4:.*]] = arith.divui %[[V3]], %[[V2]] : index
// CHECK-NEXT:   %[[V5:.*]] = arith.maxsi %[[V1]], %[[V4]] : index
// CHECK-NEXT:   %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:   %[[V6:.*]] = arith.addi %[[V5]], %[[C7]] : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[V7:.*]] = arith.divui %[[V6]], %[[C8]] : index
// CHECK-NEXT:   %[[V8:.*]] = arith.muli %[[V7]], %[[C8]] : index
// CHECK-NEXT:   %[[V9:.*]] = arith.addi %[[M]], %[[V8]] : index
// CHECK-NEXT:   %[[V10:.*]] = arith.subi %[[V9]], %[[C1]] : index
// CHECK-NEXT:   %[[V11:.*]] = arith.divui %[[V10]], %[[V8]] : index
// CHECK-NEXT:   "scf.parallel"(%[[C0]], %[[V11]], %[[C1]]) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:   ^bb0(%[[CHUNK:.*]]: index):
// CHECK-NEXT:     %[[START:.*]] = arith.muli %[[CHUNK]], %[[V8]] : index
// CHECK-NEXT:     %[[V12:.*]] = arith.muli %[[CHUNK]], %[[V7]] : index
// CHECK-NEXT:     %[[V13:.*]] = arith.muli %[[V12]], %[[C8]] : index
// CHECK-NEXT:     %[[V14:.*]] = arith.subi %[[M]], %[[V13]] : index
// CHECK-NEXT:     %[[V15:.*]] = arith.minsi %[[V14]], %[[V8]] : index
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[V15]] step %[[C1]] {
// CHECK:   }) {schedule = "a number of chunks computed at run time"} : (index, index, index) -> ()
func.func @any_rows_of_a_product(%m: index, %a: memref<?xf32>, %b: memref<4096xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 256 : index
  %k = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %t = %c0 to %k step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %k : index
        %1 = arith.addi %0, %t : index
        %x = memref.load %a[%1] : memref<?xf32>
        %2 = arith.muli %t, %n : index
        %3 = arith.addi %2, %j : index
        %y = memref.load %b[%3] : memref<4096xf32>
        %p = arith.mulf %x, %y : f32
        %sum = arith.addf %acc, %p : f32
        scf.yield %sum : f32
      }
      %4 = arith.muli %i, %n : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %c[%5] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Fires: of 4 rows of a product, no chunk reads the whole right factor.
// CHECK-LABEL: func.func @columns_of_few_rows
// CHECK:         %[[N:.*]] = arith.constant 256 : index
// CHECK:         "scf.parallel"(
// CHECK-NEXT:    ^bb0(%[[CHUNK:.*]]: index):
// CHECK-NEXT:      %[[START:.*]] = arith.muli %[[CHUNK]], %[[C64:.*]] : index
// CHECK-NEXT:      scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT:        scf.for %[[K:.*]] = %{{.*}} to %[[C64]] step %{{.*}} {
// CHECK-NEXT:          %[[J:.*]] = arith.addi %[[START]], %[[K]] : index
// CHECK-NEXT:          %[[S:.*]] = scf.for
// CHECK:               %[[ROW:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:          %[[PLACE:.*]] = arith.addi %[[ROW]], %[[J]] : index
// CHECK-NEXT:          memref.store %[[S]], %{{.*}}[%[[PLACE]]] : memref<1024xf32>
// CHECK:         schedule = "4 chunks of 64 iterations, 1.3e+03 cycles"
func.func @columns_of_few_rows(%a: memref<64xf32>, %b: memref<4096xf32>, %c: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 4 : index
  %n = arith.constant 256 : index
  %k = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %t = %c0 to %k step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %k : index
        %1 = arith.addi %0, %t : index
        %x = memref.load %a[%1] : memref<64xf32>
        %2 = arith.muli %t, %n : index
        %3 = arith.addi %2, %j : index
        %y = memref.load %b[%3] : memref<4096xf32>
        %p = arith.mulf %x, %y : f32
        %sum = arith.addf %acc, %p : f32
        scf.yield %sum : f32
      }
      %4 = arith.muli %i, %n : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %c[%5] : memref<1024xf32>
    }
  }
  func.return
}

// -----

// Chunks of 8 rows use the right factor often enough.
// CHECK-LABEL: func.func @must_not_divide_columns_of_many_rows
// CHECK:         schedule = "4 chunks of 8 iterations, 1e+04 cycles"
func.func @must_not_divide_columns_of_many_rows(%a: memref<512xf32>, %b: memref<4096xf32>, %c: memref<8192xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 32 : index
  %n = arith.constant 256 : index
  %k = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %t = %c0 to %k step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %k : index
        %1 = arith.addi %0, %t : index
        %x = memref.load %a[%1] : memref<512xf32>
        %2 = arith.muli %t, %n : index
        %3 = arith.addi %2, %j : index
        %y = memref.load %b[%3] : memref<4096xf32>
        %p = arith.mulf %x, %y : f32
        %sum = arith.addf %acc, %p : f32
        scf.yield %sum : f32
      }
      %4 = arith.muli %i, %n : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %c[%5] : memref<8192xf32>
    }
  }
  func.return
}

// -----

// 200 columns are not divided into chunks of whole lines of caches that are equal.
// CHECK-LABEL: func.func @must_not_divide_columns_unevenly
// CHECK:         schedule = "4 chunks of 1 iterations, 1e+03 cycles"
func.func @must_not_divide_columns_unevenly(%a: memref<64xf32>, %b: memref<3200xf32>, %c: memref<800xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 4 : index
  %n = arith.constant 200 : index
  %k = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %t = %c0 to %k step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %k : index
        %1 = arith.addi %0, %t : index
        %x = memref.load %a[%1] : memref<64xf32>
        %2 = arith.muli %t, %n : index
        %3 = arith.addi %2, %j : index
        %y = memref.load %b[%3] : memref<3200xf32>
        %p = arith.mulf %x, %y : f32
        %sum = arith.addf %acc, %p : f32
        scf.yield %sum : f32
      }
      %4 = arith.muli %i, %n : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %c[%5] : memref<800xf32>
    }
  }
  func.return
}

// -----

// 4 rows of sums that are not products: each row is read once.
// CHECK-LABEL: func.func @must_not_divide_columns_that_share_no_factor
// CHECK:         schedule = "4 chunks of 1 iterations, 5.4e+03 cycles"
func.func @must_not_divide_columns_that_share_no_factor(%a: memref<16384xf32>, %c: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 4 : index
  %n = arith.constant 256 : index
  %k = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %j : index
      %s = scf.for %t = %c0 to %k step %c1 iter_args(%acc = %zero) -> (f32) {
        %2 = arith.muli %1, %k : index
        %3 = arith.addi %2, %t : index
        %x = memref.load %a[%3] : memref<16384xf32>
        %sum = arith.addf %acc, %x : f32
        scf.yield %sum : f32
      }
      memref.store %s, %c[%1] : memref<1024xf32>
    }
  }
  func.return
}

// -----

// Fires on the loop inside of one with two iterations, which are too few for four threads.
// CHECK-LABEL: func.func @few_iterations
// CHECK-SAME: (%[[A:.*]]: memref<8192xf32>, %[[B:.*]]: memref<8192xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[OUTER:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:   %[[ROW:.*]] = arith.constant 4096 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   "scf.parallel"(%[[C0]], %[[C4]], %[[C1]]) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:   ^bb0(%[[CHUNK:.*]]: index):
// CHECK-NEXT:     %[[START:.*]] = arith.muli %[[CHUNK]], %[[C16]] : index
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[OUTER]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[J:.*]] = %[[C0]] to %[[C16]] step %[[C1]] {
// CHECK-NEXT:         %[[J_1:.*]] = arith.addi %[[START]], %[[J]] : index
// CHECK-NEXT:         scf.for %[[K:.*]] = %[[C0]] to %[[C64]] step %[[C1]] {
// CHECK-NEXT:           %[[V0:.*]] = arith.muli %[[I]], %[[ROW]] : index
// CHECK-NEXT:           %[[V1:.*]] = arith.muli %[[J_1]], %[[C64]] : index
// CHECK-NEXT:           %[[V2:.*]] = arith.addi %[[V0]], %[[V1]] : index
// CHECK-NEXT:           %[[V3:.*]] = arith.addi %[[V2]], %[[K]] : index
// CHECK-NEXT:           %[[X:.*]] = memref.load %[[A]][%[[V3]]] : memref<8192xf32>
// CHECK-NEXT:           memref.store %[[X]], %[[B]][%[[V3]]] : memref<8192xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }) {schedule = "4 chunks of 16 iterations, 4.1e+03 cycles"} : (index, index, index) -> ()
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @few_iterations(%a: memref<8192xf32>, %b: memref<8192xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outer = arith.constant 2 : index
  %inner = arith.constant 64 : index
  %c64 = arith.constant 64 : index
  %row = arith.constant 4096 : index
  scf.for %i = %c0 to %outer step %c1 {
    scf.for %j = %c0 to %inner step %c1 {
      scf.for %k = %c0 to %c64 step %c1 {
        %0 = arith.muli %i, %row : index
        %1 = arith.muli %j, %c64 : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.addi %2, %k : index
        %x = memref.load %a[%3] : memref<8192xf32>
        memref.store %x, %b[%3] : memref<8192xf32>
      }
    }
  }
  func.return
}

// -----

// Four iterations are chunks enough.
// CHECK-LABEL: func.func @must_not_divide_inside_of_four_iterations
// CHECK-SAME: (%[[A:.*]]: memref<8192xf32>, %[[B:.*]]: memref<8192xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[INNER:.*]] = arith.constant 32 : index
// CHECK-NEXT:   %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:   %[[ROW:.*]] = arith.constant 2048 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   "scf.parallel"(%[[C0]], %[[C4]], %[[C1]]) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:   ^bb0(%[[CHUNK:.*]]: index):
// CHECK-NEXT:     %[[START:.*]] = arith.muli %[[CHUNK]], %[[C1]] : index
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[C1]] step %[[C1]] {
// CHECK-NEXT:       %[[I_1:.*]] = arith.addi %[[START]], %[[I]] : index
// CHECK-NEXT:       scf.for %[[J:.*]] = %[[C0]] to %[[INNER]] step %[[C1]] {
// CHECK-NEXT:         scf.for %[[K:.*]] = %[[C0]] to %[[C64]] step %[[C1]] {
// CHECK-NEXT:           %[[V0:.*]] = arith.muli %[[I_1]], %[[ROW]] : index
// CHECK-NEXT:           %[[V1:.*]] = arith.muli %[[J]], %[[C64]] : index
// CHECK-NEXT:           %[[V2:.*]] = arith.addi %[[V0]], %[[V1]] : index
// CHECK-NEXT:           %[[V3:.*]] = arith.addi %[[V2]], %[[K]] : index
// CHECK-NEXT:           %[[X:.*]] = memref.load %[[A]][%[[V3]]] : memref<8192xf32>
// CHECK-NEXT:           memref.store %[[X]], %[[B]][%[[V3]]] : memref<8192xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }) {schedule = "4 chunks of 1 iterations, 4.1e+03 cycles"} : (index, index, index) -> ()
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @must_not_divide_inside_of_four_iterations(%a: memref<8192xf32>, %b: memref<8192xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outer = arith.constant 4 : index
  %inner = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %row = arith.constant 2048 : index
  scf.for %i = %c0 to %outer step %c1 {
    scf.for %j = %c0 to %inner step %c1 {
      scf.for %k = %c0 to %c64 step %c1 {
        %0 = arith.muli %i, %row : index
        %1 = arith.muli %j, %c64 : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.addi %2, %k : index
        %x = memref.load %a[%3] : memref<8192xf32>
        memref.store %x, %b[%3] : memref<8192xf32>
      }
    }
  }
  func.return
}

// -----

// No number of chunks divides 13 iterations of the inner loop.
// CHECK-LABEL: func.func @must_not_divide_few_iterations_unevenly
// CHECK-SAME: (%[[A:.*]]: memref<8192xf32>, %[[B:.*]]: memref<8192xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[INNER:.*]] = arith.constant 13 : index
// CHECK-NEXT:   %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:   %[[ROW:.*]] = arith.constant 4096 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   "scf.parallel"(%[[C0]], %[[C2]], %[[C1]]) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:   ^bb0(%[[CHUNK:.*]]: index):
// CHECK-NEXT:     %[[START:.*]] = arith.muli %[[CHUNK]], %[[C1]] : index
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[C1]] step %[[C1]] {
// CHECK-NEXT:       %[[I_1:.*]] = arith.addi %[[START]], %[[I]] : index
// CHECK-NEXT:       scf.for %[[J:.*]] = %[[C0]] to %[[INNER]] step %[[C1]] {
// CHECK-NEXT:         scf.for %[[K:.*]] = %[[C0]] to %[[C64]] step %[[C1]] {
// CHECK-NEXT:           %[[V0:.*]] = arith.muli %[[I_1]], %[[ROW]] : index
// CHECK-NEXT:           %[[V1:.*]] = arith.muli %[[J]], %[[C64]] : index
// CHECK-NEXT:           %[[V2:.*]] = arith.addi %[[V0]], %[[V1]] : index
// CHECK-NEXT:           %[[V3:.*]] = arith.addi %[[V2]], %[[K]] : index
// CHECK-NEXT:           %[[X:.*]] = memref.load %[[A]][%[[V3]]] : memref<8192xf32>
// CHECK-NEXT:           memref.store %[[X]], %[[B]][%[[V3]]] : memref<8192xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }) {schedule = "2 chunks of 1 iterations, 8.3e+02 cycles"} : (index, index, index) -> ()
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @must_not_divide_few_iterations_unevenly(%a: memref<8192xf32>, %b: memref<8192xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outer = arith.constant 2 : index
  %inner = arith.constant 13 : index
  %c64 = arith.constant 64 : index
  %row = arith.constant 4096 : index
  scf.for %i = %c0 to %outer step %c1 {
    scf.for %j = %c0 to %inner step %c1 {
      scf.for %k = %c0 to %c64 step %c1 {
        %0 = arith.muli %i, %row : index
        %1 = arith.muli %j, %c64 : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.addi %2, %k : index
        %x = memref.load %a[%3] : memref<8192xf32>
        memref.store %x, %b[%3] : memref<8192xf32>
      }
    }
  }
  func.return
}

// -----

// Fires: a remainder touches no memory.
// CHECK-LABEL: func.func @digits_of_a_counter
// CHECK-SAME: (%[[A:.*]]: memref<4096xf32>, %[[B:.*]]: memref<4096xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:   %[[C1024:.*]] = arith.constant 1024 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   "scf.parallel"(%[[C0]], %[[C4]], %[[C1]]) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:   ^bb0(%[[CHUNK:.*]]: index):
// CHECK-NEXT:     %[[START:.*]] = arith.muli %[[CHUNK]], %[[C1024]] : index
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[C1024]] step %[[C1]] {
// CHECK-NEXT:       %[[I_1:.*]] = arith.addi %[[START]], %[[I]] : index
// CHECK-NEXT:       %[[ROW:.*]] = arith.divui %[[I_1]], %[[C64]] : index
// CHECK-NEXT:       %[[COLUMN:.*]] = arith.remui %[[I_1]], %[[C64]] : index
// CHECK-NEXT:       %[[V0:.*]] = arith.muli %[[COLUMN]], %[[C64]] : index
// CHECK-NEXT:       %[[V1:.*]] = arith.addi %[[V0]], %[[ROW]] : index
// CHECK-NEXT:       %[[X:.*]] = memref.load %[[A]][%[[V1]]] : memref<4096xf32>
// CHECK-NEXT:       memref.store %[[X]], %[[B]][%[[I_1]]] : memref<4096xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }) {schedule = "4 chunks of 1024 iterations, 6.1e+03 cycles"} : (index, index, index) -> ()
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @digits_of_a_counter(%a: memref<4096xf32>, %b: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4096 = arith.constant 4096 : index
  scf.for %i = %c0 to %c4096 step %c1 {
    %row = arith.divui %i, %c64 : index
    %column = arith.remui %i, %c64 : index
    %0 = arith.muli %column, %c64 : index
    %1 = arith.addi %0, %row : index
    %x = memref.load %a[%1] : memref<4096xf32>
    memref.store %x, %b[%i] : memref<4096xf32>
  }
  func.return
}

// -----

// Iterations 64 apart write the same element.
// CHECK-LABEL: func.func @must_not_fire_where_a_remainder_repeats_the_address
// CHECK-NOT:   scf.parallel
// CHECK:       func.return
func.func @must_not_fire_where_a_remainder_repeats_the_address(%a: memref<4096xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4096 = arith.constant 4096 : index
  scf.for %i = %c0 to %c4096 step %c1 {
    %column = arith.remui %i, %c64 : index
    %x = memref.load %a[%i] : memref<4096xf32>
    memref.store %x, %b[%column] : memref<64xf32>
  }
  func.return
}

// -----

// Neighbouring iterations write the same element.
// CHECK-LABEL: func.func @must_not_fire_where_a_quotient_repeats_the_address
// CHECK-NOT:   scf.parallel
// CHECK:       func.return
func.func @must_not_fire_where_a_quotient_repeats_the_address(%a: memref<4096xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4096 = arith.constant 4096 : index
  scf.for %i = %c0 to %c4096 step %c1 {
    %row = arith.divui %i, %c64 : index
    %x = memref.load %a[%i] : memref<4096xf32>
    memref.store %x, %b[%row] : memref<64xf32>
  }
  func.return
}

// -----

// The first iterations write what all others read.
// CHECK-LABEL: func.func @must_not_fire_where_a_remainder_reads_what_is_written
// CHECK-NOT:   scf.parallel
// CHECK:       func.return
func.func @must_not_fire_where_a_remainder_reads_what_is_written(%b: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4096 = arith.constant 4096 : index
  scf.for %i = %c0 to %c4096 step %c1 {
    %column = arith.remui %i, %c64 : index
    %x = memref.load %b[%column] : memref<4096xf32>
    memref.store %x, %b[%i] : memref<4096xf32>
  }
  func.return
}

// -----

// A quotient of the inner counter reaches the span of the next iteration.
// CHECK-LABEL: func.func @must_not_fire_where_a_quotient_of_an_inner_counter_reaches_further
// CHECK-NOT:   scf.parallel
// CHECK:       func.return
func.func @must_not_fire_where_a_quotient_of_an_inner_counter_reaches_further(%a: memref<64xf32>, %b: memref<4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %row = arith.divui %j, %c2 : index
      %0 = arith.muli %i, %c16 : index
      %1 = arith.addi %0, %row : index
      %x = memref.load %a[%j] : memref<64xf32>
      memref.store %x, %b[%1] : memref<4096xf32>
    }
  }
  func.return
}

// -----

// Two iterations write the same rows, so that threads must not be in both: the loop inside is
// divided alone, each time.
// CHECK-LABEL: func.func @must_not_divide_around_few_iterations_that_depend
// CHECK:       scf.for %{{.*}} = %{{.*}} to %[[OUTER:.*]] step
// CHECK:         "scf.parallel"
// CHECK:       func.return
func.func @must_not_divide_around_few_iterations_that_depend(%a: memref<8192xf32>, %b: memref<8192xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outer = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %row = arith.constant 4096 : index
  scf.for %i = %c0 to %outer step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      scf.for %k = %c0 to %c64 step %c1 {
        %0 = arith.muli %j, %c64 : index
        %1 = arith.addi %0, %k : index
        %2 = arith.muli %i, %row : index
        %3 = arith.addi %2, %1 : index
        %x = memref.load %a[%3] : memref<8192xf32>
        memref.store %x, %b[%1] : memref<8192xf32>
      }
    }
  }
  func.return
}

// -----

// Must not fire for %i, whose iterations draw one after another. The loop inside reads what they drew.

// CHECK-LABEL: func.func @keeps_rows_that_draw_in_order
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT:      func.call @ts_random_words(%[[M:.*]], %[[N:.*]]) : (memref<?xi32>, index) -> ()
// CHECK-NEXT:      %[[C256:.*]] = arith.constant 256 : index
// CHECK-NEXT:      "scf.parallel"
func.func private @ts_random_words(memref<?xi32>, index) -> ()

func.func @keeps_rows_that_draw_in_order(%out: memref<4096xi32>, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant 1024 : index
  scf.for %i = %c0 to %c4 step %c1 {
    func.call @ts_random_words(%m, %n) : (memref<?xi32>, index) -> ()
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.muli %i, %n : index
      %p = arith.addi %row, %j : index
      %w = memref.load %m[%j] : memref<?xi32>
      memref.store %w, %out[%p] : memref<4096xi32>
    }
  }
  func.return
}

// -----

// A bound that may be negative is clamped, so that the unsigned division gives no chunks for it.
// CHECK-LABEL: func.func @a_bound_that_may_be_negative
// CHECK-SAME:  (%[[M:.*]]: index, %[[N:.*]]: index, %[[A:.*]]: memref<?xf32>) {
// CHECK:         %[[D:.*]] = arith.subi %[[M]], %{{.*}} : index
// CHECK-NEXT:    %[[BOUND:.*]] = arith.maxsi %[[D]], %{{.*}} : index
// CHECK:         %[[FAIR:.*]] = arith.divui %{{.*}}, %{{.*}} : index
// CHECK:         %[[GRAIN:.*]] = arith.maxsi %[[FAIR]], %{{.*}} : index
// CHECK-NEXT:    %[[SUM:.*]] = arith.addi %[[BOUND]], %[[GRAIN]] : index
// CHECK-NEXT:    %[[BELOW:.*]] = arith.subi %[[SUM]], %{{.*}} : index
// CHECK-NEXT:    %[[COUNT:.*]] = arith.divui %[[BELOW]], %[[GRAIN]] : index
// CHECK-NEXT:    "scf.parallel"(%{{.*}}, %[[COUNT]], %{{.*}})
func.func @a_bound_that_may_be_negative(%m: index, %n: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %d = arith.subi %m, %c3 : index
  scf.for %i = %c0 to %d step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %row = arith.muli %i, %n : index
      %p = arith.addi %row, %j : index
      memref.store %zero, %a[%p] : memref<?xf32>
    }
  }
  func.return
}

// -----

// In a loop to -d, d is negative: for -2, both iterations write element 0.
// CHECK-LABEL: func.func @must_not_fire_where_a_bound_makes_a_factor_negative
// CHECK-NOT:     "scf.parallel"
// CHECK:         func.return
func.func @must_not_fire_where_a_bound_makes_a_factor_negative(%n: i64, %x: memref<?xf32>, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d = arith.index_cast %n : i64 to index
  %last = arith.subi %c0, %d : index
  %step = arith.addi %d, %c2 : index
  scf.for %i = %c0 to %last step %c1 {
    %value = memref.load %x[%i] : memref<?xf32>
    %p = arith.muli %i, %step : index
    memref.store %value, %a[%p] : memref<?xf32>
  }
  func.return
}
