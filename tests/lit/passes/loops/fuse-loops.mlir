// RUN: %ts-opt %s --split-input-file -p fuse-loops,cse,dce | %check %s

// Fires: the bias is added to the sum, which never is in memory.
// CHECK-LABEL: func.func @bias
// CHECK-SAME: (%[[A:.*]]: memref<12xf32>, %[[B:.*]]: memref<15xf32>, %[[BIAS:.*]]: memref<5xf32>, %[[OUT:.*]]: memref<20xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[C5]] step %[[C1]] {
// CHECK-NEXT:       %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:         %[[V0:.*]] = arith.muli %[[I]], %[[C3]] : index
// CHECK-NEXT:         %[[V1:.*]] = arith.addi %[[V0]], %[[K]] : index
// CHECK-NEXT:         %[[U:.*]] = memref.load %[[A]][%[[V1]]] : memref<12xf32>
// CHECK-NEXT:         %[[V2:.*]] = arith.muli %[[K]], %[[C5]] : index
// CHECK-NEXT:         %[[V3:.*]] = arith.addi %[[V2]], %[[J]] : index
// CHECK-NEXT:         %[[V:.*]] = memref.load %[[B]][%[[V3]]] : memref<15xf32>
// CHECK-NEXT:         %[[P:.*]] = arith.mulf %[[U]], %[[V]] : f32
// CHECK-NEXT:         %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:         scf.yield %[[T]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[V4:.*]] = arith.muli %[[I]], %[[C5]] : index
// CHECK-NEXT:       %[[V5:.*]] = arith.addi %[[V4]], %[[J]] : index
// CHECK-NEXT:       %[[W:.*]] = memref.load %[[BIAS]][%[[J]]] : memref<5xf32>
// CHECK-NEXT:       %[[Y:.*]] = arith.addf %[[S]], %[[W]] : f32
// CHECK-NEXT:       memref.store %[[Y]], %[[OUT]][%[[V5]]] : memref<20xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @bias(%a: memref<12xf32>, %b: memref<15xf32>, %bias: memref<5xf32>, %out: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<20xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %c3 : index
        %1 = arith.addi %0, %k : index
        %u = memref.load %a[%1] : memref<12xf32>
        %2 = arith.muli %k, %c5 : index
        %3 = arith.addi %2, %j : index
        %v = memref.load %b[%3] : memref<15xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c5 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %m[%5] : memref<20xf32>
    }
  }
  scf.for %x = %c0 to %c4 step %c1 {
    scf.for %z = %c0 to %c5 step %c1 {
      %6 = arith.muli %x, %c5 : index
      %7 = arith.addi %6, %z : index
      %e = memref.load %m[%7] : memref<20xf32>
      %w = memref.load %bias[%z] : memref<5xf32>
      %y = arith.addf %e, %w : f32
      memref.store %y, %out[%7] : memref<20xf32>
    }
  }
  memref.dealloc %m : memref<20xf32>
  func.return
}

// -----

// Fires: nests of one loop each, and a bound that is computed between them.
// CHECK-LABEL: func.func @one_row
// CHECK-SAME: (%[[A:.*]]: memref<12xf32>, %[[B:.*]]: memref<15xf32>, %[[BIAS:.*]]: memref<5xf32>, %[[OUT:.*]]: memref<20xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   scf.for %[[J:.*]] = %[[C0]] to %[[C5]] step %[[C1]] {
// CHECK-NEXT:     %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:       %[[U:.*]] = memref.load %[[A]][%[[K]]] : memref<12xf32>
// CHECK-NEXT:       %[[V0:.*]] = arith.muli %[[K]], %[[C5]] : index
// CHECK-NEXT:       %[[V1:.*]] = arith.addi %[[V0]], %[[J]] : index
// CHECK-NEXT:       %[[V:.*]] = memref.load %[[B]][%[[V1]]] : memref<15xf32>
// CHECK-NEXT:       %[[P:.*]] = arith.mulf %[[U]], %[[V]] : f32
// CHECK-NEXT:       %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:       scf.yield %[[T]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[Y:.*]] = arith.negf %[[S]] : f32
// CHECK-NEXT:     memref.store %[[Y]], %[[OUT]][%[[J]]] : memref<20xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @one_row(%a: memref<12xf32>, %b: memref<15xf32>, %bias: memref<5xf32>, %out: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<20xf32>
  scf.for %j = %c0 to %c5 step %c1 {
    %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
      %u = memref.load %a[%k] : memref<12xf32>
      %2 = arith.muli %k, %c5 : index
      %3 = arith.addi %2, %j : index
      %v = memref.load %b[%3] : memref<15xf32>
      %p = arith.mulf %u, %v : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %m[%j] : memref<20xf32>
  }
  %n = arith.addi %c4, %c1 : index
  scf.for %z = %c0 to %n step %c1 {
    %e = memref.load %m[%z] : memref<20xf32>
    %y = arith.negf %e : f32
    memref.store %y, %out[%z] : memref<20xf32>
  }
  memref.dealloc %m : memref<20xf32>
  func.return
}

// -----

// Must not fire: the result is not a temporary tensor.
// CHECK-LABEL: func.func @result_of_the_function
// CHECK-COUNT-2: memref.store
func.func @result_of_the_function(%a: memref<12xf32>, %b: memref<15xf32>, %bias: memref<5xf32>, %out: memref<20xf32>, %c: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %c3 : index
        %1 = arith.addi %0, %k : index
        %u = memref.load %a[%1] : memref<12xf32>
        %2 = arith.muli %k, %c5 : index
        %3 = arith.addi %2, %j : index
        %v = memref.load %b[%3] : memref<15xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c5 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %out[%5] : memref<20xf32>
    }
  }
  scf.for %x = %c0 to %c4 step %c1 {
    scf.for %z = %c0 to %c5 step %c1 {
      %6 = arith.muli %x, %c5 : index
      %7 = arith.addi %6, %z : index
      %e = memref.load %out[%7] : memref<20xf32>
      %w = memref.load %bias[%z] : memref<5xf32>
      %y = arith.addf %e, %w : f32
      memref.store %y, %c[%7] : memref<20xf32>
    }
  }
  func.return
}

// -----

// Must not fire: a third nest reads the result, too.
// CHECK-LABEL: func.func @read_twice
// CHECK-COUNT-3: memref.store
// CHECK: memref.dealloc
func.func @read_twice(%a: memref<12xf32>, %b: memref<15xf32>, %bias: memref<5xf32>, %out: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<20xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %c3 : index
        %1 = arith.addi %0, %k : index
        %u = memref.load %a[%1] : memref<12xf32>
        %2 = arith.muli %k, %c5 : index
        %3 = arith.addi %2, %j : index
        %v = memref.load %b[%3] : memref<15xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c5 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %m[%5] : memref<20xf32>
    }
  }
  scf.for %x = %c0 to %c4 step %c1 {
    scf.for %z = %c0 to %c5 step %c1 {
      %6 = arith.muli %x, %c5 : index
      %7 = arith.addi %6, %z : index
      %e = memref.load %m[%7] : memref<20xf32>
      %w = memref.load %bias[%z] : memref<5xf32>
      %y = arith.addf %e, %w : f32
      memref.store %y, %out[%7] : memref<20xf32>
    }
  }
  scf.for %x = %c0 to %c4 step %c1 {
    scf.for %z = %c0 to %c5 step %c1 {
      %6 = arith.muli %x, %c5 : index
      %7 = arith.addi %6, %z : index
      %e = memref.load %m[%7] : memref<20xf32>
      %w = memref.load %bias[%z] : memref<5xf32>
      %y = arith.addf %e, %w : f32
      memref.store %y, %out[%7] : memref<20xf32>
    }
  }
  memref.dealloc %m : memref<20xf32>
  func.return
}

// -----

// Must not fire: it reads the next element, which is not yet written.
// CHECK-LABEL: func.func @another_element
// CHECK-COUNT-2: memref.store
// CHECK: memref.dealloc
func.func @another_element(%a: memref<12xf32>, %b: memref<15xf32>, %bias: memref<5xf32>, %out: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<20xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %c3 : index
        %1 = arith.addi %0, %k : index
        %u = memref.load %a[%1] : memref<12xf32>
        %2 = arith.muli %k, %c5 : index
        %3 = arith.addi %2, %j : index
        %v = memref.load %b[%3] : memref<15xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c5 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %m[%5] : memref<20xf32>
    }
  }
  scf.for %x = %c0 to %c4 step %c1 {
    scf.for %z = %c0 to %c5 step %c1 {
      %6 = arith.muli %x, %c5 : index
      %7 = arith.addi %6, %z : index
      %8 = arith.addi %7, %c1 : index
      %e = memref.load %m[%8] : memref<20xf32>
      %w = memref.load %bias[%z] : memref<5xf32>
      %y = arith.addf %e, %w : f32
      memref.store %y, %out[%7] : memref<20xf32>
    }
  }
  memref.dealloc %m : memref<20xf32>
  func.return
}

// -----

// Must not fire: the second nest has fewer rows.
// CHECK-LABEL: func.func @other_bounds
// CHECK-COUNT-2: memref.store
// CHECK: memref.dealloc
func.func @other_bounds(%a: memref<12xf32>, %b: memref<15xf32>, %bias: memref<5xf32>, %out: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<20xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %c3 : index
        %1 = arith.addi %0, %k : index
        %u = memref.load %a[%1] : memref<12xf32>
        %2 = arith.muli %k, %c5 : index
        %3 = arith.addi %2, %j : index
        %v = memref.load %b[%3] : memref<15xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c5 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %m[%5] : memref<20xf32>
    }
  }
  scf.for %x = %c0 to %c3 step %c1 {
    scf.for %z = %c0 to %c5 step %c1 {
      %6 = arith.muli %x, %c5 : index
      %7 = arith.addi %6, %z : index
      %e = memref.load %m[%7] : memref<20xf32>
      %w = memref.load %bias[%z] : memref<5xf32>
      %y = arith.addf %e, %w : f32
      memref.store %y, %out[%7] : memref<20xf32>
    }
  }
  memref.dealloc %m : memref<20xf32>
  func.return
}

// -----

// Must not fire: a pointwise nest has been inlined before, if it should be.
// CHECK-LABEL: func.func @no_contraction
// CHECK-COUNT-2: memref.store
// CHECK: memref.dealloc
func.func @no_contraction(%a: memref<12xf32>, %b: memref<15xf32>, %bias: memref<5xf32>, %out: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<20xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %s = memref.load %bias[%j] : memref<5xf32>
      %4 = arith.muli %i, %c5 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %m[%5] : memref<20xf32>
    }
  }
  scf.for %x = %c0 to %c4 step %c1 {
    scf.for %z = %c0 to %c5 step %c1 {
      %6 = arith.muli %x, %c5 : index
      %7 = arith.addi %6, %z : index
      %e = memref.load %m[%7] : memref<20xf32>
      %w = memref.load %bias[%z] : memref<5xf32>
      %y = arith.addf %e, %w : f32
      memref.store %y, %out[%7] : memref<20xf32>
    }
  }
  memref.dealloc %m : memref<20xf32>
  func.return
}

// -----

// Must not fire: ten operations per element are too many.
// CHECK-LABEL: func.func @many_operations
// CHECK-COUNT-2: memref.store
// CHECK: memref.dealloc
func.func @many_operations(%a: memref<12xf32>, %b: memref<15xf32>, %bias: memref<5xf32>, %out: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<20xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %c3 : index
        %1 = arith.addi %0, %k : index
        %u = memref.load %a[%1] : memref<12xf32>
        %2 = arith.muli %k, %c5 : index
        %3 = arith.addi %2, %j : index
        %v = memref.load %b[%3] : memref<15xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c5 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %m[%5] : memref<20xf32>
    }
  }
  scf.for %x = %c0 to %c4 step %c1 {
    scf.for %z = %c0 to %c5 step %c1 {
      %6 = arith.muli %x, %c5 : index
      %7 = arith.addi %6, %z : index
      %e = memref.load %m[%7] : memref<20xf32>
      %w = memref.load %bias[%z] : memref<5xf32>
      %y = arith.addf %e, %w : f32
      %y0 = arith.negf %y : f32
      %y1 = arith.negf %y0 : f32
      %y2 = arith.negf %y1 : f32
      %y3 = arith.negf %y2 : f32
      %y4 = arith.negf %y3 : f32
      %y5 = arith.negf %y4 : f32
      %y6 = arith.negf %y5 : f32
      %y7 = arith.negf %y6 : f32
      %y8 = arith.negf %y7 : f32
      %y9 = arith.negf %y8 : f32
      memref.store %y9, %out[%7] : memref<20xf32>
    }
  }
  memref.dealloc %m : memref<20xf32>
  func.return
}

// -----

// Must not fire: the second nest writes a factor.
// CHECK-LABEL: func.func @writes_a_factor
// CHECK-COUNT-2: memref.store
// CHECK: memref.dealloc
func.func @writes_a_factor(%a: memref<12xf32>, %b: memref<15xf32>, %bias: memref<5xf32>, %out: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<20xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %c3 : index
        %1 = arith.addi %0, %k : index
        %u = memref.load %a[%1] : memref<12xf32>
        %2 = arith.muli %k, %c5 : index
        %3 = arith.addi %2, %j : index
        %v = memref.load %b[%3] : memref<15xf32>
        %p = arith.mulf %u, %v : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c5 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %m[%5] : memref<20xf32>
    }
  }
  scf.for %x = %c0 to %c4 step %c1 {
    scf.for %z = %c0 to %c5 step %c1 {
      %6 = arith.muli %x, %c5 : index
      %7 = arith.addi %6, %z : index
      %e = memref.load %m[%7] : memref<20xf32>
      %w = memref.load %bias[%z] : memref<5xf32>
      %y = arith.addf %e, %w : f32
      memref.store %y, %a[%7] : memref<12xf32>
    }
  }
  memref.dealloc %m : memref<20xf32>
  func.return
}

// -----

// Fires: of a factor in panels, too, which are split later.
// CHECK-LABEL: func.func @bias_of_columns_in_panels
// CHECK-SAME: (%[[X:.*]]: memref<320xf32>, %[[W:.*]]: memref<2560xf32>, %[[B:.*]]: memref<64xf32>, %[[OUT:.*]]: memref<512xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[C64]] step %[[C1]] {
// CHECK-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// CHECK-NEXT:       %[[V1:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C40]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[V0]]) -> (f32) {
// CHECK-NEXT:         %[[V2:.*]] = arith.muli %[[I]], %[[C40]] : index
// CHECK-NEXT:         %[[V3:.*]] = arith.addi %[[V2]], %[[K]] : index
// CHECK-NEXT:         %[[V4:.*]] = memref.load %[[X]][%[[V3]]] : memref<320xf32>
// CHECK-NEXT:         %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:         %[[V5:.*]] = arith.divui %[[J]], %[[C32]] : index
// CHECK-NEXT:         %[[V6:.*]] = arith.remui %[[J]], %[[C32]] : index
// CHECK-NEXT:         %[[C1280:.*]] = arith.constant 1280 : index
// CHECK-NEXT:         %[[V7:.*]] = arith.muli %[[V5]], %[[C1280]] : index
// CHECK-NEXT:         %[[V8:.*]] = arith.muli %[[K]], %[[C32]] : index
// CHECK-NEXT:         %[[V9:.*]] = arith.addi %[[V7]], %[[V8]] : index
// CHECK-NEXT:         %[[V10:.*]] = arith.addi %[[V9]], %[[V6]] : index
// CHECK-NEXT:         %[[V11:.*]] = memref.load %[[W]][%[[V10]]] : memref<2560xf32>
// CHECK-NEXT:         %[[V12:.*]] = arith.mulf %[[V4]], %[[V11]] : f32
// CHECK-NEXT:         %[[V13:.*]] = arith.addf %[[ACC]], %[[V12]] : f32
// CHECK-NEXT:         scf.yield %[[V13]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[V14:.*]] = arith.muli %[[I]], %[[C64]] : index
// CHECK-NEXT:       %[[V15:.*]] = arith.addi %[[V14]], %[[J]] : index
// CHECK-NEXT:       %[[V16:.*]] = memref.load %[[B]][%[[J]]] : memref<64xf32>
// CHECK-NEXT:       %[[V17:.*]] = arith.addf %[[V1]], %[[V16]] : f32
// CHECK-NEXT:       memref.store %[[V17]], %[[OUT]][%[[V15]]] : memref<512xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @bias_of_columns_in_panels(%x: memref<320xf32>, %w: memref<2560xf32>, %b: memref<64xf32>, %out: memref<512xf32>) {
  %0 = arith.constant 0.000000e+00 : f32
  %1 = memref.alloc() : memref<512xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %c40 = arith.constant 40 : index
      %2 = scf.for %k = %c0 to %c40 step %c1 iter_args(%acc = %0) -> (f32) {
        %3 = arith.muli %i, %c40 : index
        %4 = arith.addi %3, %k : index
        %5 = memref.load %x[%4] : memref<320xf32>
        %c32 = arith.constant 32 : index
        %6 = arith.divui %j, %c32 : index
        %7 = arith.remui %j, %c32 : index
        %c1280 = arith.constant 1280 : index
        %8 = arith.muli %6, %c1280 : index
        %9 = arith.muli %k, %c32 : index
        %10 = arith.addi %8, %9 : index
        %11 = arith.addi %10, %7 : index
        %12 = memref.load %w[%11] : memref<2560xf32>
        %13 = arith.mulf %5, %12 : f32
        %14 = arith.addf %acc, %13 : f32
        scf.yield %14 : f32
      }
      %15 = arith.muli %i, %c64 : index
      %16 = arith.addi %15, %j : index
      memref.store %2, %1[%16] : memref<512xf32>
    }
  }
  scf.for %i_1 = %c0 to %c8 step %c1 {
    scf.for %j_1 = %c0 to %c64 step %c1 {
      %17 = arith.muli %i_1, %c64 : index
      %18 = arith.addi %17, %j_1 : index
      %19 = memref.load %1[%18] : memref<512xf32>
      %20 = memref.load %b[%j_1] : memref<64xf32>
      %21 = arith.addf %19, %20 : f32
      memref.store %21, %out[%18] : memref<512xf32>
    }
  }
  memref.dealloc %1 : memref<512xf32>
  func.return
}
