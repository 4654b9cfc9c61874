// RUN: %ts-opt %s --split-input-file -p 'prefetch-rows{least=256},cse,dce' | %check %s

// Fires: the loop with most work fetches the next row of %x, the other one this row of %out.
// %w is the same for all rows.
// CHECK-LABEL: func.func @a_row_ahead
// CHECK-SAME: (%[[X:.*]]: memref<64xf32>, %[[W:.*]]: memref<32xf32>, %[[OUT:.*]]: memref<64xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:   %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<32xf32>
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:     %[[ROW:.*]] = arith.muli %[[I]], %[[C32]] : index
// CHECK-NEXT:     %[[LANES:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C32]] step %[[C32]] iter_args(%[[ACC:.*]] = %[[ZEROS]]) -> (vector<32xf32>) {
// CHECK-NEXT:       %[[V0:.*]] = arith.addi %[[ROW]], %[[K]] : index
// CHECK-NEXT:       memref.prefetch %[[OUT]][%[[V0]]], write, locality<3>, data : memref<64xf32>
// CHECK-NEXT:       %[[V1:.*]] = arith.addi %[[V0]], %[[C16]] : index
// CHECK-NEXT:       memref.prefetch %[[OUT]][%[[V1]]], write, locality<3>, data : memref<64xf32>
// CHECK-NEXT:       %[[V2:.*]] = vector.load %[[X]][%[[V0]]] : memref<64xf32>, vector<32xf32>
// CHECK-NEXT:       %[[V3:.*]] = arith.addf %[[ACC]], %[[V2]] fastmath<reassoc> : vector<32xf32>
// CHECK-NEXT:       scf.yield %[[V3]] : vector<32xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[SUM:.*]] = vector.reduction <add>, %[[LANES]] fastmath<reassoc> : vector<32xf32> into f32
// CHECK-NEXT:     %[[SUMS:.*]] = vector.broadcast %[[SUM]] : f32 to vector<16xf32>
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[C32]] step %[[C16]] {
// CHECK-NEXT:       %[[V4:.*]] = arith.addi %[[ROW]], %[[C32]] : index
// CHECK-NEXT:       %[[V5:.*]] = arith.addi %[[V4]], %[[J]] : index
// CHECK-NEXT:       memref.prefetch %[[X]][%[[V5]]], read, locality<3>, data : memref<64xf32>
// CHECK-NEXT:       %[[V6:.*]] = arith.addi %[[ROW]], %[[J]] : index
// CHECK-NEXT:       %[[V7:.*]] = vector.load %[[X]][%[[V6]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V8:.*]] = arith.divf %[[V7]], %[[SUMS]] : vector<16xf32>
// CHECK-NEXT:       %[[V9:.*]] = vector.load %[[W]][%[[J]]] : memref<32xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V10:.*]] = arith.mulf %[[V8]], %[[V9]] : vector<16xf32>
// CHECK-NEXT:       vector.store %[[V10]], %[[OUT]][%[[V6]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @a_row_ahead(%x: memref<64xf32>, %w: memref<32xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %row = arith.muli %i, %c32 : index
    %lanes = scf.for %k = %c0 to %c32 step %c32 iter_args(%acc = %zeros) -> (vector<32xf32>) {
      %0 = arith.addi %row, %k : index
      %1 = vector.load %x[%0] : memref<64xf32>, vector<32xf32>
      %2 = arith.addf %acc, %1 fastmath<reassoc> : vector<32xf32>
      scf.yield %2 : vector<32xf32>
    }
    %sum = vector.reduction <add>, %lanes fastmath<reassoc> : vector<32xf32> into f32
    %sums = vector.broadcast %sum : f32 to vector<16xf32>
    scf.for %j = %c0 to %c32 step %c16 {
      %0 = arith.addi %row, %j : index
      %1 = vector.load %x[%0] : memref<64xf32>, vector<16xf32>
      %2 = arith.divf %1, %sums : vector<16xf32>
      %3 = vector.load %w[%j] : memref<32xf32>, vector<16xf32>
      %4 = arith.mulf %2, %3 : vector<16xf32>
      vector.store %4, %out[%0] : memref<64xf32>, vector<16xf32>
    }
  }
  func.return
}

// -----

// Fires: the length of a row is a value.
// CHECK-LABEL: func.func @rows_of_unknown_length
// CHECK-SAME: (%[[X:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>, %[[ROWS:.*]]: index, %[[N:.*]]: index, %[[WHOLE:.*]]: index) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[ROWS]] step %[[C1]] {
// CHECK-NEXT:     %[[ROW:.*]] = arith.muli %[[I]], %[[N]] : index
// CHECK-NEXT:     %[[LANES:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[WHOLE]] step %[[C16]] iter_args(%[[ACC:.*]] = %[[ZEROS]]) -> (vector<16xf32>) {
// CHECK-NEXT:       %[[V0:.*]] = arith.addi %[[ROW]], %[[K]] : index
// CHECK-NEXT:       memref.prefetch %[[OUT]][%[[V0]]], write, locality<3>, data : memref<?xf32>
// CHECK-NEXT:       %[[V1:.*]] = vector.load %[[X]][%[[V0]]] : memref<?xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V2:.*]] = arith.maximumf %[[ACC]], %[[V1]] : vector<16xf32>
// CHECK-NEXT:       scf.yield %[[V2]] : vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[WHOLE]] step %[[C16]] {
// CHECK-NEXT:       %[[V3:.*]] = arith.addi %[[ROW]], %[[N]] : index
// CHECK-NEXT:       %[[V4:.*]] = arith.addi %[[V3]], %[[J]] : index
// CHECK-NEXT:       memref.prefetch %[[X]][%[[V4]]], read, locality<3>, data : memref<?xf32>
// CHECK-NEXT:       %[[V5:.*]] = arith.addi %[[ROW]], %[[J]] : index
// CHECK-NEXT:       %[[V6:.*]] = vector.load %[[X]][%[[V5]]] : memref<?xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V7:.*]] = arith.subf %[[V6]], %[[LANES]] : vector<16xf32>
// CHECK-NEXT:       vector.store %[[V7]], %[[OUT]][%[[V5]]] : memref<?xf32>, vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @rows_of_unknown_length(%x: memref<?xf32>, %out: memref<?xf32>, %rows: index, %n: index, %whole: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %c0 to %rows step %c1 {
    %row = arith.muli %i, %n : index
    %lanes = scf.for %k = %c0 to %whole step %c16 iter_args(%acc = %zeros) -> (vector<16xf32>) {
      %0 = arith.addi %row, %k : index
      %1 = vector.load %x[%0] : memref<?xf32>, vector<16xf32>
      %2 = arith.maximumf %acc, %1 : vector<16xf32>
      scf.yield %2 : vector<16xf32>
    }
    scf.for %j = %c0 to %whole step %c16 {
      %0 = arith.addi %row, %j : index
      %1 = vector.load %x[%0] : memref<?xf32>, vector<16xf32>
      %2 = arith.subf %1, %lanes : vector<16xf32>
      vector.store %2, %out[%0] : memref<?xf32>, vector<16xf32>
    }
  }
  func.return
}

// -----

// Does not fire: caches hold the array.
// CHECK-LABEL: func.func @caches_hold_it
// CHECK-SAME: (%[[X:.*]]: memref<32xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:   %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:     %[[ROW:.*]] = arith.muli %[[I]], %[[C16]] : index
// CHECK-NEXT:     %[[LANES:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C32]] step %[[C16]] iter_args(%[[ACC:.*]] = %[[ZEROS]]) -> (vector<16xf32>) {
// CHECK-NEXT:       %[[V0:.*]] = arith.addi %[[ROW]], %[[K]] : index
// CHECK-NEXT:       %[[V1:.*]] = vector.load %[[X]][%[[V0]]] : memref<32xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V2:.*]] = arith.addf %[[ACC]], %[[V1]] : vector<16xf32>
// CHECK-NEXT:       scf.yield %[[V2]] : vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[C32]] step %[[C16]] {
// CHECK-NEXT:       %[[V3:.*]] = arith.addi %[[ROW]], %[[J]] : index
// CHECK-NEXT:       %[[V4:.*]] = vector.load %[[X]][%[[V3]]] : memref<32xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V5:.*]] = arith.mulf %[[V4]], %[[LANES]] : vector<16xf32>
// CHECK-NEXT:       vector.store %[[V5]], %[[X]][%[[V3]]] : memref<32xf32>, vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @caches_hold_it(%x: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %row = arith.muli %i, %c16 : index
    %lanes = scf.for %k = %c0 to %c32 step %c16 iter_args(%acc = %zeros) -> (vector<16xf32>) {
      %0 = arith.addi %row, %k : index
      %1 = vector.load %x[%0] : memref<32xf32>, vector<16xf32>
      %2 = arith.addf %acc, %1 : vector<16xf32>
      scf.yield %2 : vector<16xf32>
    }
    scf.for %j = %c0 to %c32 step %c16 {
      %0 = arith.addi %row, %j : index
      %1 = vector.load %x[%0] : memref<32xf32>, vector<16xf32>
      %2 = arith.mulf %1, %lanes : vector<16xf32>
      vector.store %2, %x[%0] : memref<32xf32>, vector<16xf32>
    }
  }
  func.return
}

// -----

// Does not fire: hardware fetches the lines of a loop that is alone.
// CHECK-LABEL: func.func @hardware_fetches_one_loop
// CHECK-SAME: (%[[X:.*]]: memref<64xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:     %[[ROW:.*]] = arith.muli %[[I]], %[[C32]] : index
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[C32]] step %[[C16]] {
// CHECK-NEXT:       %[[V0:.*]] = arith.addi %[[ROW]], %[[J]] : index
// CHECK-NEXT:       %[[V1:.*]] = vector.load %[[X]][%[[V0]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]], %[[V1]] : vector<16xf32>
// CHECK-NEXT:       vector.store %[[V2]], %[[X]][%[[V0]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @hardware_fetches_one_loop(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %row = arith.muli %i, %c32 : index
    scf.for %j = %c0 to %c32 step %c16 {
      %0 = arith.addi %row, %j : index
      %1 = vector.load %x[%0] : memref<64xf32>, vector<16xf32>
      %2 = arith.mulf %1, %1 : vector<16xf32>
      vector.store %2, %x[%0] : memref<64xf32>, vector<16xf32>
    }
  }
  func.return
}

// -----

// Does not fire: all iterations access one row.
// CHECK-LABEL: func.func @rows_are_the_same
// CHECK-SAME: (%[[X:.*]]: memref<64xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:   %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:     %[[LANES:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C32]] step %[[C16]] iter_args(%[[ACC:.*]] = %[[ZEROS]]) -> (vector<16xf32>) {
// CHECK-NEXT:       %[[V0:.*]] = arith.addi %[[C16]], %[[K]] : index
// CHECK-NEXT:       %[[V1:.*]] = vector.load %[[X]][%[[V0]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V2:.*]] = arith.addf %[[ACC]], %[[V1]] : vector<16xf32>
// CHECK-NEXT:       scf.yield %[[V2]] : vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[C32]] step %[[C16]] {
// CHECK-NEXT:       %[[V3:.*]] = arith.addi %[[C16]], %[[J]] : index
// CHECK-NEXT:       %[[V4:.*]] = vector.load %[[X]][%[[V3]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V5:.*]] = arith.mulf %[[V4]], %[[LANES]] : vector<16xf32>
// CHECK-NEXT:       vector.store %[[V5]], %[[X]][%[[V3]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @rows_are_the_same(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %lanes = scf.for %k = %c0 to %c32 step %c16 iter_args(%acc = %zeros) -> (vector<16xf32>) {
      %0 = arith.addi %c16, %k : index
      %1 = vector.load %x[%0] : memref<64xf32>, vector<16xf32>
      %2 = arith.addf %acc, %1 : vector<16xf32>
      scf.yield %2 : vector<16xf32>
    }
    scf.for %j = %c0 to %c32 step %c16 {
      %0 = arith.addi %c16, %j : index
      %1 = vector.load %x[%0] : memref<64xf32>, vector<16xf32>
      %2 = arith.mulf %1, %lanes : vector<16xf32>
      vector.store %2, %x[%0] : memref<64xf32>, vector<16xf32>
    }
  }
  func.return
}

// -----

// Does not fire: vectors do not follow each other.
// CHECK-LABEL: func.func @elements_are_apart
// CHECK-SAME: (%[[X:.*]]: memref<64xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:   %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:     %[[LANES:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C32]] step %[[C16]] iter_args(%[[ACC:.*]] = %[[ZEROS]]) -> (vector<16xf32>) {
// CHECK-NEXT:       %[[T:.*]] = arith.muli %[[K]], %[[C2]] : index
// CHECK-NEXT:       %[[V0:.*]] = arith.addi %[[I]], %[[T]] : index
// CHECK-NEXT:       %[[V1:.*]] = vector.load %[[X]][%[[V0]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V2:.*]] = arith.addf %[[ACC]], %[[V1]] : vector<16xf32>
// CHECK-NEXT:       scf.yield %[[V2]] : vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[C32]] step %[[C16]] {
// CHECK-NEXT:       %[[T_1:.*]] = arith.muli %[[J]], %[[C2]] : index
// CHECK-NEXT:       %[[V3:.*]] = arith.addi %[[I]], %[[T_1]] : index
// CHECK-NEXT:       %[[V4:.*]] = vector.load %[[X]][%[[V3]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V5:.*]] = arith.mulf %[[V4]], %[[LANES]] : vector<16xf32>
// CHECK-NEXT:       vector.store %[[V5]], %[[X]][%[[V3]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @elements_are_apart(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %row = arith.muli %i, %c32 : index
    %lanes = scf.for %k = %c0 to %c32 step %c16 iter_args(%acc = %zeros) -> (vector<16xf32>) {
      %t = arith.muli %k, %c2 : index
      %0 = arith.addi %i, %t : index
      %1 = vector.load %x[%0] : memref<64xf32>, vector<16xf32>
      %2 = arith.addf %acc, %1 : vector<16xf32>
      scf.yield %2 : vector<16xf32>
    }
    scf.for %j = %c0 to %c32 step %c16 {
      %t = arith.muli %j, %c2 : index
      %0 = arith.addi %i, %t : index
      %1 = vector.load %x[%0] : memref<64xf32>, vector<16xf32>
      %2 = arith.mulf %1, %lanes : vector<16xf32>
      vector.store %2, %x[%0] : memref<64xf32>, vector<16xf32>
    }
  }
  func.return
}

// -----

// Does not fire: the row is known only in its iteration.
// CHECK-LABEL: func.func @the_address_is_computed
// CHECK-SAME: (%[[X:.*]]: memref<64xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:   %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:     %[[R:.*]] = arith.remui %[[I]], %[[C2]] : index
// CHECK-NEXT:     %[[ROW:.*]] = arith.muli %[[R]], %[[C32]] : index
// CHECK-NEXT:     %[[LANES:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C32]] step %[[C16]] iter_args(%[[ACC:.*]] = %[[ZEROS]]) -> (vector<16xf32>) {
// CHECK-NEXT:       %[[V0:.*]] = arith.addi %[[ROW]], %[[K]] : index
// CHECK-NEXT:       %[[V1:.*]] = vector.load %[[X]][%[[V0]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V2:.*]] = arith.addf %[[ACC]], %[[V1]] : vector<16xf32>
// CHECK-NEXT:       scf.yield %[[V2]] : vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[C32]] step %[[C16]] {
// CHECK-NEXT:       %[[V3:.*]] = arith.addi %[[ROW]], %[[J]] : index
// CHECK-NEXT:       %[[V4:.*]] = vector.load %[[X]][%[[V3]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:       %[[V5:.*]] = arith.mulf %[[V4]], %[[LANES]] : vector<16xf32>
// CHECK-NEXT:       vector.store %[[V5]], %[[X]][%[[V3]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @the_address_is_computed(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %r = arith.remui %i, %c2 : index
    %row = arith.muli %r, %c32 : index
    %lanes = scf.for %k = %c0 to %c32 step %c16 iter_args(%acc = %zeros) -> (vector<16xf32>) {
      %0 = arith.addi %row, %k : index
      %1 = vector.load %x[%0] : memref<64xf32>, vector<16xf32>
      %2 = arith.addf %acc, %1 : vector<16xf32>
      scf.yield %2 : vector<16xf32>
    }
    scf.for %j = %c0 to %c32 step %c16 {
      %0 = arith.addi %row, %j : index
      %1 = vector.load %x[%0] : memref<64xf32>, vector<16xf32>
      %2 = arith.mulf %1, %lanes : vector<16xf32>
      vector.store %2, %x[%0] : memref<64xf32>, vector<16xf32>
    }
  }
  func.return
}
