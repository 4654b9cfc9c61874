// RUN: %ts-opt %s --split-input-file -p fuse-rows,cse,dce | %check %s

// Fires: the rows and columns of the product are inside, and 1 MiB would not stay in a cache. Terms
// of a product are digits of their number, which stay in a row.
// CHECK-LABEL: func.func @products_of_large_rows
// CHECK-SAME: (%[[X:.*]]: memref<262144xf32>, %[[W:.*]]: memref<16384xf32>, %[[OUT:.*]]: memref<524288xf32>) {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[ROWS:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[STEP:.*]] = arith.constant 64 : index
// CHECK-NEXT: %[[C128:.*]] = arith.constant 128 : index
// CHECK-NEXT: %[[MANY:.*]] = arith.constant 512 : index
// CHECK-NEXT: %[[ROW:.*]] = arith.constant 65536 : index
// CHECK-NEXT: %[[WIDTH:.*]] = arith.constant 131072 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[ROWS]] step %[[C1]] {
// CHECK-NEXT: %[[ROW_1:.*]] = memref.alloc() : memref<65536xf32>
// CHECK-NEXT: scf.for %[[J:.*]] = %[[C0]] to %[[ROW]] step %[[C1]] {
// CHECK-NEXT: %[[V0:.*]] = arith.muli %[[I]], %[[ROW]] : index
// CHECK-NEXT: %[[V1:.*]] = arith.addi %[[V0]], %[[J]] : index
// CHECK-NEXT: %[[V2:.*]] = memref.load %[[X]][%[[V1]]] : memref<262144xf32>
// CHECK-NEXT: %[[V3:.*]] = math.absf %[[V2]] : f32
// CHECK-NEXT: memref.store %[[V3]], %[[ROW_1]][%[[J]]] : memref<65536xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[J_1:.*]] = %[[C0]] to %[[MANY]] step %[[C1]] {
// CHECK-NEXT: scf.for %[[K:.*]] = %[[C0]] to %[[C128]] step %[[C1]] {
// CHECK-NEXT: %[[S:.*]] = scf.for %[[L:.*]] = %[[C0]] to %[[C128]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT: %[[BLOCK:.*]] = arith.divui %[[L]], %[[C2]] : index
// CHECK-NEXT: %[[LANE:.*]] = arith.remui %[[L]], %[[C2]] : index
// CHECK-NEXT: %[[V4:.*]] = arith.muli %[[LANE]], %[[STEP]] : index
// CHECK-NEXT: %[[V5:.*]] = arith.muli %[[J_1]], %[[C128]] : index
// CHECK-NEXT: %[[V6:.*]] = arith.addi %[[BLOCK]], %[[V4]] : index
// CHECK-NEXT: %[[V7:.*]] = arith.addi %[[V6]], %[[V5]] : index
// CHECK-NEXT: %[[V8:.*]] = memref.load %[[ROW_1]][%[[V7]]] : memref<65536xf32>
// CHECK-NEXT: %[[V9:.*]] = arith.muli %[[L]], %[[C128]] : index
// CHECK-NEXT: %[[V10:.*]] = arith.addi %[[V9]], %[[K]] : index
// CHECK-NEXT: %[[V11:.*]] = memref.load %[[W]][%[[V10]]] : memref<16384xf32>
// CHECK-NEXT: %[[V12:.*]] = arith.mulf %[[V8]], %[[V11]] : f32
// CHECK-NEXT: %[[V13:.*]] = arith.addf %[[ACC]], %[[V12]] : f32
// CHECK-NEXT: scf.yield %[[V13]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V14:.*]] = arith.muli %[[I]], %[[WIDTH]] : index
// CHECK-NEXT: %[[V15:.*]] = arith.muli %[[J_1]], %[[C128]] : index
// CHECK-NEXT: %[[V16:.*]] = arith.addi %[[V14]], %[[V15]] : index
// CHECK-NEXT: %[[V17:.*]] = arith.addi %[[V16]], %[[K]] : index
// CHECK-NEXT: memref.store %[[S]], %[[OUT]][%[[V17]]] : memref<524288xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[ROW_1]] : memref<65536xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @products_of_large_rows(%x: memref<262144xf32>, %w: memref<16384xf32>, %out: memref<524288xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rows = arith.constant 4 : index
  %step = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %many = arith.constant 512 : index
  %c8192 = arith.constant 8192 : index
  %row = arith.constant 65536 : index
  %width = arith.constant 131072 : index
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<262144xf32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %row step %c1 {
      %0 = arith.muli %i, %row : index
      %1 = arith.addi %0, %j : index
      %2 = memref.load %x[%1] : memref<262144xf32>
      %3 = math.absf %2 : f32
      memref.store %3, %t[%1] : memref<262144xf32>
    }
  }
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %many step %c1 {
      scf.for %k = %c0 to %c128 step %c1 {
        %s = scf.for %l = %c0 to %c128 step %c1 iter_args(%acc = %zero) -> (f32) {
          %block = arith.divui %l, %c2 : index
          %lane = arith.remui %l, %c2 : index
          %0 = arith.muli %i, %row : index
          %1 = arith.muli %block, %c1 : index
          %2 = arith.muli %lane, %step : index
          %3 = arith.muli %j, %c128 : index
          %4 = arith.addi %0, %1 : index
          %5 = arith.addi %4, %2 : index
          %6 = arith.addi %5, %3 : index
          %7 = memref.load %t[%6] : memref<262144xf32>
          %8 = arith.muli %l, %c128 : index
          %9 = arith.addi %8, %k : index
          %10 = memref.load %w[%9] : memref<16384xf32>
          %11 = arith.mulf %7, %10 : f32
          %12 = arith.addf %acc, %11 : f32
          scf.yield %12 : f32
        }
        %0 = arith.muli %i, %width : index
        %1 = arith.muli %j, %c128 : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.addi %2, %k : index
        memref.store %s, %out[%3] : memref<524288xf32>
      }
    }
  }
  memref.dealloc %t : memref<262144xf32>
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

// -----

// CHECK-LABEL: func.func @stays_as_a_cache_holds_what_products_read
// CHECK: %[[T:.*]] = memref.alloc() : memref<131072xf32>
// CHECK: memref.store %{{.*}}, %[[T]][%{{.*}}] : memref<131072xf32>
// CHECK: memref.load %[[T]]
// CHECK: memref.dealloc %[[T]] : memref<131072xf32>
func.func @stays_as_a_cache_holds_what_products_read(%x: memref<131072xf32>, %w: memref<16384xf32>, %out: memref<131072xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rows = arith.constant 4 : index
  %step = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %many = arith.constant 256 : index
  %c8192 = arith.constant 8192 : index
  %row = arith.constant 32768 : index
  %width = arith.constant 32768 : index
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<131072xf32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %row step %c1 {
      %0 = arith.muli %i, %row : index
      %1 = arith.addi %0, %j : index
      %2 = memref.load %x[%1] : memref<131072xf32>
      %3 = math.absf %2 : f32
      memref.store %3, %t[%1] : memref<131072xf32>
    }
  }
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %many step %c1 {
      scf.for %k = %c0 to %c128 step %c1 {
        %s = scf.for %l = %c0 to %c128 step %c1 iter_args(%acc = %zero) -> (f32) {
          %block = arith.divui %l, %c2 : index
          %lane = arith.remui %l, %c2 : index
          %0 = arith.muli %i, %row : index
          %1 = arith.muli %block, %c1 : index
          %2 = arith.muli %lane, %step : index
          %3 = arith.muli %j, %c128 : index
          %4 = arith.addi %0, %1 : index
          %5 = arith.addi %4, %2 : index
          %6 = arith.addi %5, %3 : index
          %7 = memref.load %t[%6] : memref<131072xf32>
          %8 = arith.muli %l, %c128 : index
          %9 = arith.addi %8, %k : index
          %10 = memref.load %w[%9] : memref<16384xf32>
          %11 = arith.mulf %7, %10 : f32
          %12 = arith.addf %acc, %11 : f32
          scf.yield %12 : f32
        }
        %0 = arith.muli %i, %width : index
        %1 = arith.muli %j, %c128 : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.addi %2, %k : index
        memref.store %s, %out[%3] : memref<131072xf32>
      }
    }
  }
  memref.dealloc %t : memref<131072xf32>
  func.return
}

// -----

// CHECK-LABEL: func.func @stays_as_digits_reach_other_rows
// CHECK: %[[T:.*]] = memref.alloc() : memref<327680xf32>
// CHECK: memref.store %{{.*}}, %[[T]][%{{.*}}] : memref<327680xf32>
// CHECK: memref.load %[[T]]
// CHECK: memref.dealloc %[[T]] : memref<327680xf32>
func.func @stays_as_digits_reach_other_rows(%x: memref<327680xf32>, %w: memref<16384xf32>, %out: memref<524288xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rows = arith.constant 4 : index
  %step = arith.constant 65536 : index
  %c128 = arith.constant 128 : index
  %many = arith.constant 512 : index
  %c8192 = arith.constant 8192 : index
  %row = arith.constant 65536 : index
  %width = arith.constant 131072 : index
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<327680xf32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %row step %c1 {
      %0 = arith.muli %i, %row : index
      %1 = arith.addi %0, %j : index
      %2 = memref.load %x[%1] : memref<327680xf32>
      %3 = math.absf %2 : f32
      memref.store %3, %t[%1] : memref<327680xf32>
    }
  }
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %many step %c1 {
      scf.for %k = %c0 to %c128 step %c1 {
        %s = scf.for %l = %c0 to %c128 step %c1 iter_args(%acc = %zero) -> (f32) {
          %block = arith.divui %l, %c2 : index
          %lane = arith.remui %l, %c2 : index
          %0 = arith.muli %i, %row : index
          %1 = arith.muli %block, %c1 : index
          %2 = arith.muli %lane, %step : index
          %3 = arith.muli %j, %c128 : index
          %4 = arith.addi %0, %1 : index
          %5 = arith.addi %4, %2 : index
          %6 = arith.addi %5, %3 : index
          %7 = memref.load %t[%6] : memref<327680xf32>
          %8 = arith.muli %l, %c128 : index
          %9 = arith.addi %8, %k : index
          %10 = memref.load %w[%9] : memref<16384xf32>
          %11 = arith.mulf %7, %10 : f32
          %12 = arith.addf %acc, %11 : f32
          scf.yield %12 : f32
        }
        %0 = arith.muli %i, %width : index
        %1 = arith.muli %j, %c128 : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.addi %2, %k : index
        memref.store %s, %out[%3] : memref<524288xf32>
      }
    }
  }
  memref.dealloc %t : memref<327680xf32>
  func.return
}

// -----

// CHECK-LABEL: func.func @stays_as_threads_share_more_than_three_rows
// CHECK: %[[T:.*]] = memref.alloc() : memref<262144xf32>
// CHECK: memref.store %{{.*}}, %[[T]][%{{.*}}] : memref<262144xf32>
// CHECK: memref.load %[[T]]
// CHECK: memref.dealloc %[[T]] : memref<262144xf32>
func.func @stays_as_threads_share_more_than_three_rows(%x: memref<262144xf32>, %w: memref<16384xf32>, %out: memref<524288xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rows = arith.constant 3 : index
  %step = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %many = arith.constant 512 : index
  %c8192 = arith.constant 8192 : index
  %row = arith.constant 65536 : index
  %width = arith.constant 131072 : index
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<262144xf32>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %row step %c1 {
      %0 = arith.muli %i, %row : index
      %1 = arith.addi %0, %j : index
      %2 = memref.load %x[%1] : memref<262144xf32>
      %3 = math.absf %2 : f32
      memref.store %3, %t[%1] : memref<262144xf32>
    }
  }
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %many step %c1 {
      scf.for %k = %c0 to %c128 step %c1 {
        %s = scf.for %l = %c0 to %c128 step %c1 iter_args(%acc = %zero) -> (f32) {
          %block = arith.divui %l, %c2 : index
          %lane = arith.remui %l, %c2 : index
          %0 = arith.muli %i, %row : index
          %1 = arith.muli %block, %c1 : index
          %2 = arith.muli %lane, %step : index
          %3 = arith.muli %j, %c128 : index
          %4 = arith.addi %0, %1 : index
          %5 = arith.addi %4, %2 : index
          %6 = arith.addi %5, %3 : index
          %7 = memref.load %t[%6] : memref<262144xf32>
          %8 = arith.muli %l, %c128 : index
          %9 = arith.addi %8, %k : index
          %10 = memref.load %w[%9] : memref<16384xf32>
          %11 = arith.mulf %7, %10 : f32
          %12 = arith.addf %acc, %11 : f32
          scf.yield %12 : f32
        }
        %0 = arith.muli %i, %width : index
        %1 = arith.muli %j, %c128 : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.addi %2, %k : index
        memref.store %s, %out[%3] : memref<524288xf32>
      }
    }
  }
  memref.dealloc %t : memref<262144xf32>
  func.return
}
