// RUN: %ts-opt %s --split-input-file -p 'tile-contractions{registers=8 bytes=16 usdot=true},cse,dce' | %check %s
// RUN: %ts-opt %s --split-input-file -p 'tile-contractions{registers=8 bytes=16},cse,dce' | %check %s --check-prefix=NONE

// Fires: four bytes of %x are in each lane, and four bytes of %w for each of four columns. Without
// instructions for dot products, the sums stay scalar.
// CHECK-LABEL: func.func @dots_of_bytes
// CHECK-SAME: (%[[X:.*]]: memref<60xi8>, %[[W:.*]]: memref<96xi8>, %[[O:.*]]: memref<40xi32>) {
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C12:.*]] = arith.constant 12 : index
// CHECK-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C4]] {
// CHECK-NEXT:     %[[C24:.*]] = arith.constant 24 : index
// CHECK-NEXT:     %[[C36:.*]] = arith.constant 36 : index
// CHECK-NEXT:     %[[C48:.*]] = arith.constant 48 : index
// CHECK-NEXT:     %[[V0:.*]] = arith.muli %[[J]], %[[C4]] : index
// CHECK-NEXT:     %[[V1:.*]] = arith.constant dense<0> : vector<4xi32>
// CHECK-NEXT:     %[[V2:.*]], %[[V3:.*]], %[[V4:.*]], %[[V5:.*]], %[[V6:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[V7:.*]] = %[[V1]], %[[V8:.*]] = %[[V1]], %[[V9:.*]] = %[[V1]], %[[V10:.*]] = %[[V1]], %[[V11:.*]] = %[[V1]]) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) {
// CHECK-NEXT:       %[[V12:.*]] = arith.muli %[[K]], %[[C32]] : index
// CHECK-NEXT:       %[[V13:.*]] = arith.addi %[[V0]], %[[V12]] : index
// CHECK-NEXT:       %[[V14:.*]] = vector.load %[[W]][%[[V13]]] : memref<96xi8>, vector<16xi8>
// CHECK-NEXT:       %[[V15:.*]] = arith.muli %[[K]], %[[C4]] : index
// CHECK-NEXT:       %[[V16:.*]] = vector.load %[[X]][%[[V15]]] : memref<60xi8>, vector<4xi8>
// CHECK-NEXT:       %[[V17:.*]] = vector.bitcast %[[V16]] : vector<4xi8> to vector<1xi32>
// CHECK-NEXT:       %[[V18:.*]] = vector.broadcast %[[V17]] : vector<1xi32> to vector<4xi32>
// CHECK-NEXT:       %[[V19:.*]] = vector.bitcast %[[V18]] : vector<4xi32> to vector<16xi8>
// CHECK-NEXT:       %[[V20:.*]] = simd.usdot %[[V19]], %[[V14]], %[[V7]] : vector<16xi8>, vector<16xi8> into vector<4xi32>
// CHECK-NEXT:       %[[V21:.*]] = arith.addi %[[V15]], %[[C12]] : index
// CHECK-NEXT:       %[[V22:.*]] = vector.load %[[X]][%[[V21]]] : memref<60xi8>, vector<4xi8>
// CHECK-NEXT:       %[[V23:.*]] = vector.bitcast %[[V22]] : vector<4xi8> to vector<1xi32>
// CHECK-NEXT:       %[[V24:.*]] = vector.broadcast %[[V23]] : vector<1xi32> to vector<4xi32>
// CHECK-NEXT:       %[[V25:.*]] = vector.bitcast %[[V24]] : vector<4xi32> to vector<16xi8>
// CHECK-NEXT:       %[[V26:.*]] = simd.usdot %[[V25]], %[[V14]], %[[V8]] : vector<16xi8>, vector<16xi8> into vector<4xi32>
// CHECK-NEXT:       %[[V27:.*]] = arith.addi %[[V15]], %[[C24]] : index
// CHECK-NEXT:       %[[V28:.*]] = vector.load %[[X]][%[[V27]]] : memref<60xi8>, vector<4xi8>
// CHECK-NEXT:       %[[V29:.*]] = vector.bitcast %[[V28]] : vector<4xi8> to vector<1xi32>
// CHECK-NEXT:       %[[V30:.*]] = vector.broadcast %[[V29]] : vector<1xi32> to vector<4xi32>
// CHECK-NEXT:       %[[V31:.*]] = vector.bitcast %[[V30]] : vector<4xi32> to vector<16xi8>
// CHECK-NEXT:       %[[V32:.*]] = simd.usdot %[[V31]], %[[V14]], %[[V9]] : vector<16xi8>, vector<16xi8> into vector<4xi32>
// CHECK-NEXT:       %[[V33:.*]] = arith.addi %[[V15]], %[[C36]] : index
// CHECK-NEXT:       %[[V34:.*]] = vector.load %[[X]][%[[V33]]] : memref<60xi8>, vector<4xi8>
// CHECK-NEXT:       %[[V35:.*]] = vector.bitcast %[[V34]] : vector<4xi8> to vector<1xi32>
// CHECK-NEXT:       %[[V36:.*]] = vector.broadcast %[[V35]] : vector<1xi32> to vector<4xi32>
// CHECK-NEXT:       %[[V37:.*]] = vector.bitcast %[[V36]] : vector<4xi32> to vector<16xi8>
// CHECK-NEXT:       %[[V38:.*]] = simd.usdot %[[V37]], %[[V14]], %[[V10]] : vector<16xi8>, vector<16xi8> into vector<4xi32>
// CHECK-NEXT:       %[[V39:.*]] = arith.addi %[[V15]], %[[C48]] : index
// CHECK-NEXT:       %[[V40:.*]] = vector.load %[[X]][%[[V39]]] : memref<60xi8>, vector<4xi8>
// CHECK-NEXT:       %[[V41:.*]] = vector.bitcast %[[V40]] : vector<4xi8> to vector<1xi32>
// CHECK-NEXT:       %[[V42:.*]] = vector.broadcast %[[V41]] : vector<1xi32> to vector<4xi32>
// CHECK-NEXT:       %[[V43:.*]] = vector.bitcast %[[V42]] : vector<4xi32> to vector<16xi8>
// CHECK-NEXT:       %[[V44:.*]] = simd.usdot %[[V43]], %[[V14]], %[[V11]] : vector<16xi8>, vector<16xi8> into vector<4xi32>
// CHECK-NEXT:       scf.yield %[[V20]], %[[V26]], %[[V32]], %[[V38]], %[[V44]] : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>
// CHECK-NEXT:     } {schedule = "columns of 5x1 vectors of 4, 24 cycles for 5x3 by 3x8"}
// CHECK-NEXT:     %[[I8:.*]] = arith.muli %[[C0]], %[[C8]] : index
// CHECK-NEXT:     %[[AT:.*]] = arith.addi %[[I8]], %[[J]] : index
// CHECK-NEXT:     vector.store %[[V2]], %[[O]][%[[AT]]] : memref<40xi32>, vector<4xi32>
// CHECK-NEXT:     %[[I8_1:.*]] = arith.muli %[[C1]], %[[C8]] : index
// CHECK-NEXT:     %[[AT_1:.*]] = arith.addi %[[I8_1]], %[[J]] : index
// CHECK-NEXT:     vector.store %[[V3]], %[[O]][%[[AT_1]]] : memref<40xi32>, vector<4xi32>
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[I8_2:.*]] = arith.muli %[[C2]], %[[C8]] : index
// CHECK-NEXT:     %[[AT_2:.*]] = arith.addi %[[I8_2]], %[[J]] : index
// CHECK-NEXT:     vector.store %[[V4]], %[[O]][%[[AT_2]]] : memref<40xi32>, vector<4xi32>
// CHECK-NEXT:     %[[I8_3:.*]] = arith.muli %[[C3]], %[[C8]] : index
// CHECK-NEXT:     %[[AT_3:.*]] = arith.addi %[[I8_3]], %[[J]] : index
// CHECK-NEXT:     vector.store %[[V5]], %[[O]][%[[AT_3]]] : memref<40xi32>, vector<4xi32>
// CHECK-NEXT:     %[[I8_4:.*]] = arith.muli %[[C4]], %[[C8]] : index
// CHECK-NEXT:     %[[AT_4:.*]] = arith.addi %[[I8_4]], %[[J]] : index
// CHECK-NEXT:     vector.store %[[V6]], %[[O]][%[[AT_4]]] : memref<40xi32>, vector<4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// NONE-LABEL: func.func @dots_of_bytes
// NONE-NOT: vector
// NONE: scf.for %[[Q:.*]] = %[[C0:.*]] to %[[C4:.*]] step %[[C1:.*]] iter_args(
func.func @dots_of_bytes(%x: memref<60xi8>, %w: memref<96xi8>, %o: memref<40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (i32) {
        %t = scf.for %q = %c0 to %c4 step %c1 iter_args(%sum = %acc) -> (i32) {
          %i12 = arith.muli %i, %c12 : index
          %k4 = arith.muli %k, %c4 : index
          %a0 = arith.addi %i12, %k4 : index
          %a = arith.addi %a0, %q : index
          %k32 = arith.muli %k, %c32 : index
          %j4 = arith.muli %j, %c4 : index
          %b0 = arith.addi %k32, %j4 : index
          %b = arith.addi %b0, %q : index
          %xe = memref.load %x[%a] : memref<60xi8>
          %we = memref.load %w[%b] : memref<96xi8>
          %xi = arith.extui %xe : i8 to i32
          %wi = arith.extsi %we : i8 to i32
          %p = arith.muli %xi, %wi : i32
          %n = arith.addi %sum, %p : i32
          scf.yield %n : i32
        }
        scf.yield %t : i32
      }
      %i8 = arith.muli %i, %c8 : index
      %at = arith.addi %i8, %j : index
      memref.store %s, %o[%at] : memref<40xi32>
    }
  }
  func.return
}

// -----

// Fires: %w has the unsigned bytes, which come first.
// CHECK-LABEL: func.func @signed_first
// CHECK-SAME: (%[[X:.*]]: memref<60xi8>, %[[W:.*]]: memref<96xi8>, %[[O:.*]]: memref<40xi32>) {
// CHECK: %[[W1:.*]] = vector.load %[[W]][%[[AT:.*]]] : memref<96xi8>, vector<16xi8>
// CHECK: %[[X1:.*]] = vector.bitcast %[[X0:.*]] : vector<4xi32> to vector<16xi8>
// CHECK-NEXT: simd.usdot %[[W1]], %[[X1]], %[[ACC:.*]] : vector<16xi8>, vector<16xi8> into vector<4xi32>
func.func @signed_first(%x: memref<60xi8>, %w: memref<96xi8>, %o: memref<40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (i32) {
        %t = scf.for %q = %c0 to %c4 step %c1 iter_args(%sum = %acc) -> (i32) {
          %i12 = arith.muli %i, %c12 : index
          %k4 = arith.muli %k, %c4 : index
          %a0 = arith.addi %i12, %k4 : index
          %a = arith.addi %a0, %q : index
          %k32 = arith.muli %k, %c32 : index
          %j4 = arith.muli %j, %c4 : index
          %b0 = arith.addi %k32, %j4 : index
          %b = arith.addi %b0, %q : index
          %xe = memref.load %x[%a] : memref<60xi8>
          %we = memref.load %w[%b] : memref<96xi8>
          %xi = arith.extsi %xe : i8 to i32
          %wi = arith.extui %we : i8 to i32
          %p = arith.muli %xi, %wi : i32
          %n = arith.addi %sum, %p : i32
          scf.yield %n : i32
        }
        scf.yield %t : i32
      }
      %i8 = arith.muli %i, %c8 : index
      %at = arith.addi %i8, %j : index
      memref.store %s, %o[%at] : memref<40xi32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @stays_as_both_are_signed
// CHECK-NOT: vector
// CHECK: scf.for %[[Q:.*]] = %[[C0:.*]] to %[[C4:.*]] step %[[C1:.*]] iter_args(
func.func @stays_as_both_are_signed(%x: memref<60xi8>, %w: memref<96xi8>, %o: memref<40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (i32) {
        %t = scf.for %q = %c0 to %c4 step %c1 iter_args(%sum = %acc) -> (i32) {
          %i12 = arith.muli %i, %c12 : index
          %k4 = arith.muli %k, %c4 : index
          %a0 = arith.addi %i12, %k4 : index
          %a = arith.addi %a0, %q : index
          %k32 = arith.muli %k, %c32 : index
          %j4 = arith.muli %j, %c4 : index
          %b0 = arith.addi %k32, %j4 : index
          %b = arith.addi %b0, %q : index
          %xe = memref.load %x[%a] : memref<60xi8>
          %we = memref.load %w[%b] : memref<96xi8>
          %xi = arith.extsi %xe : i8 to i32
          %wi = arith.extsi %we : i8 to i32
          %p = arith.muli %xi, %wi : i32
          %n = arith.addi %sum, %p : i32
          scf.yield %n : i32
        }
        scf.yield %t : i32
      }
      %i8 = arith.muli %i, %c8 : index
      %at = arith.addi %i8, %j : index
      memref.store %s, %o[%at] : memref<40xi32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: func.func @stays_as_the_bytes_of_a_group_are_apart
// CHECK-NOT: vector
// CHECK: scf.for %[[Q:.*]] = %[[C0:.*]] to %[[C4:.*]] step %[[C1:.*]] iter_args(
func.func @stays_as_the_bytes_of_a_group_are_apart(%x: memref<64xi8>, %w: memref<96xi8>, %o: memref<40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c32 = arith.constant 32 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (i32) {
        %t = scf.for %q = %c0 to %c4 step %c1 iter_args(%sum = %acc) -> (i32) {
          %i12 = arith.muli %i, %c12 : index
          %k4 = arith.muli %k, %c4 : index
          %a0 = arith.addi %i12, %k4 : index
          %q2 = arith.muli %q, %c2 : index
          %a = arith.addi %a0, %q2 : index
          %k32 = arith.muli %k, %c32 : index
          %j4 = arith.muli %j, %c4 : index
          %b0 = arith.addi %k32, %j4 : index
          %b = arith.addi %b0, %q : index
          %xe = memref.load %x[%a] : memref<64xi8>
          %we = memref.load %w[%b] : memref<96xi8>
          %xi = arith.extui %xe : i8 to i32
          %wi = arith.extsi %we : i8 to i32
          %p = arith.muli %xi, %wi : i32
          %n = arith.addi %sum, %p : i32
          scf.yield %n : i32
        }
        scf.yield %t : i32
      }
      %i8 = arith.muli %i, %c8 : index
      %at = arith.addi %i8, %j : index
      memref.store %s, %o[%at] : memref<40xi32>
    }
  }
  func.return
}
