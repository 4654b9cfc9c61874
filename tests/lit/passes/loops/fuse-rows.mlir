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

// Must not fire: tiles of a product have several rows. This goes for factors in panels, too.
// CHECK-LABEL: func.func @stays_as_rows_of_products_share_tiles
// CHECK-SAME: (%[[X:.*]]: memref<320xf32>, %[[W:.*]]: memref<1280xf32>, %[[V:.*]]: memref<1024xf32>, %[[OUT:.*]]: memref<256xf32>) {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[R:.*]] = memref.alloc() : memref<256xf32>
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[C32]] step %[[C1]] {
// CHECK-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// CHECK-NEXT:       %[[V1:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C40]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[V0]]) -> (f32) {
// CHECK-NEXT:         %[[V2:.*]] = arith.muli %[[I]], %[[C40]] : index
// CHECK-NEXT:         %[[V3:.*]] = arith.addi %[[V2]], %[[K]] : index
// CHECK-NEXT:         %[[V4:.*]] = memref.load %[[X]][%[[V3]]] : memref<320xf32>
// CHECK-NEXT:         %[[V5:.*]] = arith.divui %[[J]], %[[C32]] : index
// CHECK-NEXT:         %[[V6:.*]] = arith.remui %[[J]], %[[C32]] : index
// CHECK-NEXT:         %[[C1280:.*]] = arith.constant 1280 : index
// CHECK-NEXT:         %[[V7:.*]] = arith.muli %[[V5]], %[[C1280]] : index
// CHECK-NEXT:         %[[V8:.*]] = arith.muli %[[K]], %[[C32]] : index
// CHECK-NEXT:         %[[V9:.*]] = arith.addi %[[V7]], %[[V8]] : index
// CHECK-NEXT:         %[[V10:.*]] = arith.addi %[[V9]], %[[V6]] : index
// CHECK-NEXT:         %[[V11:.*]] = memref.load %[[W]][%[[V10]]] : memref<1280xf32>
// CHECK-NEXT:         %[[V12:.*]] = arith.mulf %[[V4]], %[[V11]] : f32
// CHECK-NEXT:         %[[V13:.*]] = arith.addf %[[ACC]], %[[V12]] : f32
// CHECK-NEXT:         scf.yield %[[V13]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[V14:.*]] = arith.muli %[[I]], %[[C32]] : index
// CHECK-NEXT:       %[[V15:.*]] = arith.addi %[[V14]], %[[J]] : index
// CHECK-NEXT:       memref.store %[[V1]], %[[R]][%[[V15]]] : memref<256xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:     scf.for %[[J_1:.*]] = %[[C0]] to %[[C32]] step %[[C1]] {
// CHECK-NEXT:       %[[V16:.*]] = scf.for %[[K_1:.*]] = %[[C0]] to %[[C32]] step %[[C1]] iter_args(%[[ACC_1:.*]] = %[[V0]]) -> (f32) {
// CHECK-NEXT:         %[[V17:.*]] = arith.muli %[[I_1]], %[[C32]] : index
// CHECK-NEXT:         %[[V18:.*]] = arith.addi %[[V17]], %[[K_1]] : index
// CHECK-NEXT:         %[[V19:.*]] = memref.load %[[R]][%[[V18]]] : memref<256xf32>
// CHECK-NEXT:         %[[V20:.*]] = arith.divui %[[J_1]], %[[C32]] : index
// CHECK-NEXT:         %[[V21:.*]] = arith.remui %[[J_1]], %[[C32]] : index
// CHECK-NEXT:         %[[C1024:.*]] = arith.constant 1024 : index
// CHECK-NEXT:         %[[V22:.*]] = arith.muli %[[V20]], %[[C1024]] : index
// CHECK-NEXT:         %[[V23:.*]] = arith.muli %[[K_1]], %[[C32]] : index
// CHECK-NEXT:         %[[V24:.*]] = arith.addi %[[V22]], %[[V23]] : index
// CHECK-NEXT:         %[[V25:.*]] = arith.addi %[[V24]], %[[V21]] : index
// CHECK-NEXT:         %[[V26:.*]] = memref.load %[[V]][%[[V25]]] : memref<1024xf32>
// CHECK-NEXT:         %[[V27:.*]] = arith.mulf %[[V19]], %[[V26]] : f32
// CHECK-NEXT:         %[[V28:.*]] = arith.addf %[[ACC_1]], %[[V27]] : f32
// CHECK-NEXT:         scf.yield %[[V28]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[V29:.*]] = arith.muli %[[I_1]], %[[C32]] : index
// CHECK-NEXT:       %[[V30:.*]] = arith.addi %[[V29]], %[[J_1]] : index
// CHECK-NEXT:       memref.store %[[V16]], %[[OUT]][%[[V30]]] : memref<256xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.dealloc %[[R]] : memref<256xf32>
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @stays_as_rows_of_products_share_tiles(%x: memref<320xf32>, %w: memref<1280xf32>, %v: memref<1024xf32>, %out: memref<256xf32>) {
  %0 = arith.constant 0.000000e+00 : f32
  %r = memref.alloc() : memref<256xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %c40 = arith.constant 40 : index
      %1 = scf.for %k = %c0 to %c40 step %c1 iter_args(%acc = %0) -> (f32) {
        %2 = arith.muli %i, %c40 : index
        %3 = arith.addi %2, %k : index
        %4 = memref.load %x[%3] : memref<320xf32>
        %5 = arith.divui %j, %c32 : index
        %6 = arith.remui %j, %c32 : index
        %c1280 = arith.constant 1280 : index
        %7 = arith.muli %5, %c1280 : index
        %8 = arith.muli %k, %c32 : index
        %9 = arith.addi %7, %8 : index
        %10 = arith.addi %9, %6 : index
        %11 = memref.load %w[%10] : memref<1280xf32>
        %12 = arith.mulf %4, %11 : f32
        %13 = arith.addf %acc, %12 : f32
        scf.yield %13 : f32
      }
      %14 = arith.muli %i, %c32 : index
      %15 = arith.addi %14, %j : index
      memref.store %1, %r[%15] : memref<256xf32>
    }
  }
  scf.for %i_1 = %c0 to %c8 step %c1 {
    scf.for %j_1 = %c0 to %c32 step %c1 {
      %16 = scf.for %k_1 = %c0 to %c32 step %c1 iter_args(%acc_1 = %0) -> (f32) {
        %17 = arith.muli %i_1, %c32 : index
        %18 = arith.addi %17, %k_1 : index
        %19 = memref.load %r[%18] : memref<256xf32>
        %20 = arith.divui %j_1, %c32 : index
        %21 = arith.remui %j_1, %c32 : index
        %c1024 = arith.constant 1024 : index
        %22 = arith.muli %20, %c1024 : index
        %23 = arith.muli %k_1, %c32 : index
        %24 = arith.addi %22, %23 : index
        %25 = arith.addi %24, %21 : index
        %26 = memref.load %v[%25] : memref<1024xf32>
        %27 = arith.mulf %19, %26 : f32
        %28 = arith.addf %acc_1, %27 : f32
        scf.yield %28 : f32
      }
      %29 = arith.muli %i_1, %c32 : index
      %30 = arith.addi %29, %j_1 : index
      memref.store %16, %out[%30] : memref<256xf32>
    }
  }
  memref.dealloc %r : memref<256xf32>
  func.return
}
