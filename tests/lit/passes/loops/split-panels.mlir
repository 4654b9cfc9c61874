// RUN: %ts-opt %s --split-input-file -p split-panels,cse,dce | %check %s

// Fires: all rows of both matrices of a batch read a panel of 16 columns before the next one.
// CHECK-LABEL: func.func @columns_in_panels
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[W:.*]]: memref<?xf32>, %[[R:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C48:.*]] = arith.constant 48 : index
// CHECK-NEXT:   %[[C128:.*]] = arith.constant 128 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:   scf.for %[[PANEL:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT:     %[[V0:.*]] = arith.muli %[[PANEL]], %[[C16]] : index
// CHECK-NEXT:     scf.for %[[B:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:       scf.for %[[I:.*]] = %[[C0]] to %[[C5]] step %[[C1]] {
// CHECK-NEXT:         %[[V1:.*]] = arith.muli %[[B]], %[[C5]] : index
// CHECK-NEXT:         %[[ROW:.*]] = arith.addi %[[V1]], %[[I]] : index
// CHECK-NEXT:         scf.for %[[J:.*]] = %[[C0]] to %[[C16]] step %[[C1]] {
// CHECK-NEXT:           %[[J_1:.*]] = arith.addi %[[V0]], %[[J]] : index
// CHECK-NEXT:           %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:             %[[V2:.*]] = arith.muli %[[ROW]], %[[C8]] : index
// CHECK-NEXT:             %[[V3:.*]] = arith.addi %[[V2]], %[[K]] : index
// CHECK-NEXT:             %[[X:.*]] = memref.load %[[A]][%[[V3]]] : memref<?xf32>
// CHECK-NEXT:             %[[V4:.*]] = arith.muli %[[PANEL]], %[[C128]] : index
// CHECK-NEXT:             %[[V5:.*]] = arith.muli %[[K]], %[[C16]] : index
// CHECK-NEXT:             %[[V6:.*]] = arith.addi %[[V4]], %[[V5]] : index
// CHECK-NEXT:             %[[V7:.*]] = arith.addi %[[V6]], %[[J]] : index
// CHECK-NEXT:             %[[Y:.*]] = memref.load %[[W]][%[[V7]]] : memref<?xf32>
// CHECK-NEXT:             %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK-NEXT:             %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:             scf.yield %[[T]] : f32
// CHECK-NEXT:           }
// CHECK-NEXT:           %[[V8:.*]] = arith.muli %[[ROW]], %[[C48]] : index
// CHECK-NEXT:           %[[V9:.*]] = arith.addi %[[V8]], %[[J_1]] : index
// CHECK-NEXT:           memref.store %[[S]], %[[R]][%[[V9]]] : memref<?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @columns_in_panels(%a: memref<?xf32>, %w: memref<?xf32>, %r: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  scf.for %b = %c0 to %c2 step %c1 {
    scf.for %i = %c0 to %c5 step %c1 {
      %0 = arith.muli %b, %c5 : index
      %row = arith.addi %0, %i : index
      scf.for %j = %c0 to %c48 step %c1 {
        %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
          %1 = arith.muli %row, %c8 : index
          %2 = arith.addi %1, %k : index
          %x = memref.load %a[%2] : memref<?xf32>
          %panel = arith.divui %j, %c16 : index
          %lane = arith.remui %j, %c16 : index
          %3 = arith.muli %panel, %c128 : index
          %4 = arith.muli %k, %c16 : index
          %5 = arith.addi %3, %4 : index
          %6 = arith.addi %5, %lane : index
          %y = memref.load %w[%6] : memref<?xf32>
          %p = arith.mulf %x, %y : f32
          %t = arith.addf %acc, %p : f32
          scf.yield %t : f32
        }
        %7 = arith.muli %row, %c48 : index
        %8 = arith.addi %7, %j : index
        memref.store %s, %r[%8] : memref<?xf32>
      }
    }
  }
  func.return
}

// -----

// Must not fire: the last panel would not be whole.
// CHECK-LABEL: func.func @no_whole_panels
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[C40:.*]] = arith.constant 40 : index
// CHECK: scf.for %[[J:.*]] = %[[C0]] to %[[C40]] step %[[C1]] {
// CHECK-NEXT: %[[PANEL:.*]] = arith.divui %[[J]],
func.func @no_whole_panels(%a: memref<?xf32>, %w: memref<?xf32>, %r: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c40 = arith.constant 40 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c40 step %c1 {
    %panel = arith.divui %j, %c16 : index
    %lane = arith.remui %j, %c16 : index
    %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
      %x = memref.load %a[%k] : memref<?xf32>
      %0 = arith.muli %panel, %c128 : index
      %1 = arith.muli %k, %c16 : index
      %2 = arith.addi %0, %1 : index
      %3 = arith.addi %2, %lane : index
      %y = memref.load %w[%3] : memref<?xf32>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %r[%j] : memref<?xf32>
  }
  func.return
}

// -----

// Must not fire: the columns are digits of two numbers.
// CHECK-LABEL: func.func @two_widths
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[C48:.*]] = arith.constant 48 : index
// CHECK: scf.for %[[J:.*]] = %[[C0]] to %[[C48]] step %[[C1]] {
// CHECK-NEXT: %[[PANEL:.*]] = arith.divui %[[J]],
func.func @two_widths(%a: memref<?xf32>, %w: memref<?xf32>, %r: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c48 step %c1 {
    %panel = arith.divui %j, %c16 : index
    %lane = arith.remui %j, %c8 : index
    %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
      %x = memref.load %a[%panel] : memref<?xf32>
      %y = memref.load %w[%lane] : memref<?xf32>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %r[%j] : memref<?xf32>
  }
  func.return
}

// -----

// Must not fire: a column reads the results of other columns.
// CHECK-LABEL: func.func @columns_depend
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[C48:.*]] = arith.constant 48 : index
// CHECK: scf.for %[[J:.*]] = %[[C0]] to %[[C48]] step %[[C1]] {
// CHECK-NEXT: %[[PANEL:.*]] = arith.divui %[[J]],
func.func @columns_depend(%w: memref<?xf32>, %r: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c48 step %c1 {
    %panel = arith.divui %j, %c16 : index
    %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
      %x = memref.load %r[%k] : memref<?xf32>
      %y = memref.load %w[%panel] : memref<?xf32>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %r[%j] : memref<?xf32>
  }
  func.return
}

// -----

// Panels stay inside the loop over steps, which all write the same elements.
// CHECK-LABEL: func.func @steps_write_the_same
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[W:.*]]: memref<?xf32>, %[[R:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C128:.*]] = arith.constant 128 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   scf.for %[[STEP:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:     %[[ROW:.*]] = arith.muli %[[STEP]], %[[C8]] : index
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     scf.for %[[PANEL:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:       %[[V0:.*]] = arith.muli %[[PANEL]], %[[C16]] : index
// CHECK-NEXT:       scf.for %[[J:.*]] = %[[C0]] to %[[C16]] step %[[C1]] {
// CHECK-NEXT:         %[[J_1:.*]] = arith.addi %[[V0]], %[[J]] : index
// CHECK-NEXT:         %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:           %[[V1:.*]] = arith.addi %[[ROW]], %[[K]] : index
// CHECK-NEXT:           %[[X:.*]] = memref.load %[[A]][%[[V1]]] : memref<?xf32>
// CHECK-NEXT:           %[[V2:.*]] = arith.muli %[[PANEL]], %[[C128]] : index
// CHECK-NEXT:           %[[V3:.*]] = arith.muli %[[K]], %[[C16]] : index
// CHECK-NEXT:           %[[V4:.*]] = arith.addi %[[V2]], %[[V3]] : index
// CHECK-NEXT:           %[[V5:.*]] = arith.addi %[[V4]], %[[J]] : index
// CHECK-NEXT:           %[[Y:.*]] = memref.load %[[W]][%[[V5]]] : memref<?xf32>
// CHECK-NEXT:           %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK-NEXT:           %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:           scf.yield %[[T]] : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         memref.store %[[S]], %[[R]][%[[J_1]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @steps_write_the_same(%a: memref<?xf32>, %w: memref<?xf32>, %r: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  scf.for %step = %c0 to %c8 step %c1 {
    %row = arith.muli %step, %c8 : index
    scf.for %j = %c0 to %c32 step %c1 {
      %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.addi %row, %k : index
        %x = memref.load %a[%0] : memref<?xf32>
        %panel = arith.divui %j, %c16 : index
        %lane = arith.remui %j, %c16 : index
        %1 = arith.muli %panel, %c128 : index
        %2 = arith.muli %k, %c16 : index
        %3 = arith.addi %1, %2 : index
        %4 = arith.addi %3, %lane : index
        %y = memref.load %w[%4] : memref<?xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      memref.store %s, %r[%j] : memref<?xf32>
    }
  }
  func.return
}
