// RUN: %ts-opt %s -p split-index-sets,cse,dce | %check %s

// Fires: each loop reads one of two joined rows.
// CHECK-LABEL: func.func @joined
// CHECK-SAME: (%[[X:.*]]: memref<32xf32>, %[[Y:.*]]: memref<96xf32>, %[[OUT:.*]]: memref<128xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C1]] {
// CHECK-NEXT:   %[[A:.*]] = memref.load %[[X]][%[[I]]] : memref<32xf32>
// CHECK-NEXT:   memref.store %[[A]], %[[OUT]][%[[I]]] : memref<128xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[C96:.*]] = arith.constant 96 : index
// CHECK-NEXT: scf.for %[[I_1:.*]] = %[[C0]] to %[[C96]] step %[[C1]] {
// CHECK-NEXT:   %[[I_2:.*]] = arith.addi %[[C32]], %[[I_1]] : index
// CHECK-NEXT:   %[[J:.*]] = arith.subi %[[I_2]], %[[C32]] : index
// CHECK-NEXT:   %[[B:.*]] = memref.load %[[Y]][%[[J]]] : memref<96xf32>
// CHECK-NEXT:   memref.store %[[B]], %[[OUT]][%[[I_2]]] : memref<128xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @joined(%x: memref<32xf32>, %y: memref<96xf32>, %out: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c95 = arith.constant 95 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %n = arith.minsi %i, %c31 : index
    %a = memref.load %x[%n] : memref<32xf32>
    %second = arith.cmpi sge, %i, %c32 : index
    %j = arith.subi %i, %c32 : index
    %k = arith.maxsi %j, %c0 : index
    %m = arith.minsi %k, %c95 : index
    %b = memref.load %y[%m] : memref<96xf32>
    %r = arith.select %second, %b, %a : f32
    memref.store %r, %out[%i] : memref<128xf32>
  }
  func.return
}

// Fires: a border on both sides. The sum is carried from part to part.
// CHECK-LABEL: func.func @sum_with_borders
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[BORDER:.*]] = arith.constant 5.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = scf.for %[[I:.*]] = %[[C0]] to %[[C1]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:   %[[T:.*]] = arith.addf %[[ACC]], %[[BORDER]] : f32
// CHECK-NEXT:   scf.yield %[[T]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ACC_1:.*]] = %[[V0]]) -> (f32) {
// CHECK-NEXT:   %[[I_2:.*]] = arith.addi %[[C1]], %[[I_1]] : index
// CHECK-NEXT:   %[[J:.*]] = arith.subi %[[I_2]], %[[C1]] : index
// CHECK-NEXT:   %[[A:.*]] = memref.load %[[X]][%[[J]]] : memref<8xf32>
// CHECK-NEXT:   %[[T_1:.*]] = arith.addf %[[ACC_1]], %[[A]] : f32
// CHECK-NEXT:   scf.yield %[[T_1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = scf.for %[[I_3:.*]] = %[[C0]] to %[[C1]] step %[[C1]] iter_args(%[[ACC_2:.*]] = %[[V1]]) -> (f32) {
// CHECK-NEXT:   %[[T_2:.*]] = arith.addf %[[ACC_2]], %[[BORDER]] : f32
// CHECK-NEXT:   scf.yield %[[T_2]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[S]] : f32
func.func @sum_with_borders(%x: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  %border = arith.constant 5.0 : f32
  %s = scf.for %i = %c0 to %c10 step %c1 iter_args(%acc = %zero) -> (f32) {
    %j = arith.subi %i, %c1 : index
    %k = arith.maxsi %j, %c0 : index
    %m = arith.minsi %k, %c7 : index
    %a = memref.load %x[%m] : memref<8xf32>
    %low = arith.cmpi sge, %j, %c0 : index
    %high = arith.cmpi slt, %j, %c8 : index
    %inside = arith.andi %low, %high : i1
    %r = arith.select %inside, %a, %border : f32
    %t = arith.addf %acc, %r : f32
    scf.yield %t : f32
  }
  func.return %s : f32
}

// Fires for the loop around: rows of two tensors.
// CHECK-LABEL: func.func @joined_rows
// CHECK-SAME: (%[[X:.*]]: memref<16xf32>, %[[Y:.*]]: memref<16xf32>, %[[OUT:.*]]: memref<32xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:   scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:     %[[P:.*]] = arith.muli %[[I]], %[[C8]] : index
// CHECK-NEXT:     %[[Q:.*]] = arith.addi %[[P]], %[[J]] : index
// CHECK-NEXT:     %[[A:.*]] = memref.load %[[X]][%[[Q]]] : memref<16xf32>
// CHECK-NEXT:     memref.store %[[A]], %[[OUT]][%[[Q]]] : memref<32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[I_1:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:   %[[I_2:.*]] = arith.addi %[[C2]], %[[I_1]] : index
// CHECK-NEXT:   scf.for %[[J_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:     %[[B:.*]] = memref.load %[[Y]][%[[J_1]]] : memref<16xf32>
// CHECK-NEXT:     %[[O:.*]] = arith.muli %[[I_2]], %[[C8]] : index
// CHECK-NEXT:     %[[D:.*]] = arith.addi %[[O]], %[[J_1]] : index
// CHECK-NEXT:     memref.store %[[B]], %[[OUT]][%[[D]]] : memref<32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @joined_rows(%x: memref<16xf32>, %y: memref<16xf32>, %out: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %first = arith.cmpi slt, %i, %c2 : index
      %n = arith.minsi %i, %c1 : index
      %p = arith.muli %n, %c8 : index
      %q = arith.addi %p, %j : index
      %a = memref.load %x[%q] : memref<16xf32>
      %b = memref.load %y[%j] : memref<16xf32>
      %r = arith.select %first, %a, %b : f32
      %o = arith.muli %i, %c8 : index
      %d = arith.addi %o, %j : index
      memref.store %r, %out[%d] : memref<32xf32>
    }
  }
  func.return
}

// Must not fire: the loop around others would be copied for a border.
// CHECK-LABEL: func.func @border_of_rows
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<32xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:   scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:     %[[INSIDE:.*]] = arith.cmpi sge, %[[I]], %[[C1]] : index
// CHECK-NEXT:     %[[A:.*]] = memref.load %[[X]][%[[J]]] : memref<8xf32>
// CHECK-NEXT:     %[[R:.*]] = arith.select %[[INSIDE]], %[[A]], %[[ZERO]] : f32
// CHECK-NEXT:     %[[O:.*]] = arith.muli %[[I]], %[[C8]] : index
// CHECK-NEXT:     %[[D:.*]] = arith.addi %[[O]], %[[J]] : index
// CHECK-NEXT:     memref.store %[[R]], %[[OUT]][%[[D]]] : memref<32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @border_of_rows(%x: memref<8xf32>, %out: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %inside = arith.cmpi sge, %i, %c1 : index
      %a = memref.load %x[%j] : memref<8xf32>
      %r = arith.select %inside, %a, %zero : f32
      %o = arith.muli %i, %c8 : index
      %d = arith.addi %o, %j : index
      memref.store %r, %out[%d] : memref<32xf32>
    }
  }
  func.return
}

// Must not fire: the answer depends on two counters.
// CHECK-LABEL: func.func @triangle
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<64xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:   scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:     %[[BELOW:.*]] = arith.cmpi sle, %[[J]], %[[I]] : index
// CHECK-NEXT:     %[[A:.*]] = memref.load %[[X]][%[[J]]] : memref<8xf32>
// CHECK-NEXT:     %[[B:.*]] = memref.load %[[Y]][%[[J]]] : memref<8xf32>
// CHECK-NEXT:     %[[R:.*]] = arith.select %[[BELOW]], %[[A]], %[[B]] : f32
// CHECK-NEXT:     %[[O:.*]] = arith.muli %[[I]], %[[C8]] : index
// CHECK-NEXT:     %[[D:.*]] = arith.addi %[[O]], %[[J]] : index
// CHECK-NEXT:     memref.store %[[R]], %[[OUT]][%[[D]]] : memref<64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @triangle(%x: memref<8xf32>, %y: memref<8xf32>, %out: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %below = arith.cmpi sle, %j, %i : index
      %a = memref.load %x[%j] : memref<8xf32>
      %b = memref.load %y[%j] : memref<8xf32>
      %r = arith.select %below, %a, %b : f32
      %o = arith.muli %i, %c8 : index
      %d = arith.addi %o, %j : index
      memref.store %r, %out[%d] : memref<64xf32>
    }
  }
  func.return
}

// Must not fire: the number of iterations is unknown.
// CHECK-LABEL: func.func @any_length
// CHECK-SAME: (%[[N:.*]]: index, %[[X:.*]]: memref<?xf32>, %[[Y:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT:   %[[A:.*]] = memref.load %[[X]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:   %[[B:.*]] = memref.load %[[Y]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:   %[[SECOND:.*]] = arith.cmpi sge, %[[I]], %[[C32]] : index
// CHECK-NEXT:   %[[R:.*]] = arith.select %[[SECOND]], %[[B]], %[[A]] : f32
// CHECK-NEXT:   memref.store %[[R]], %[[OUT]][%[[I]]] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @any_length(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = memref.load %y[%i] : memref<?xf32>
    %second = arith.cmpi sge, %i, %c32 : index
    %r = arith.select %second, %b, %a : f32
    memref.store %r, %out[%i] : memref<?xf32>
  }
  func.return
}

// Must not fire: the answer is the same in all iterations.
// CHECK-LABEL: func.func @one_answer
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:   %[[A:.*]] = memref.load %[[X]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:   %[[B:.*]] = memref.load %[[Y]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:   %[[SECOND:.*]] = arith.cmpi sge, %[[I]], %[[C8]] : index
// CHECK-NEXT:   %[[R:.*]] = arith.select %[[SECOND]], %[[B]], %[[A]] : f32
// CHECK-NEXT:   memref.store %[[R]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @one_answer(%x: memref<8xf32>, %y: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %x[%i] : memref<8xf32>
    %b = memref.load %y[%i] : memref<8xf32>
    %second = arith.cmpi sge, %i, %c8 : index
    %r = arith.select %second, %b, %a : f32
    memref.store %r, %out[%i] : memref<8xf32>
  }
  func.return
}

// Fires: rows of sizes that the run knows.
// CHECK-LABEL: func.func @joined_of_any_size(
// CHECK-SAME: %[[S0:.*]]: index, %[[S1:.*]]: index, %[[X:.*]]: memref<?xf32>, %[[Y:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[S0]] step %[[C1]] {
// CHECK-NEXT:     %[[A:.*]] = memref.load %[[X]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:     memref.store %[[A]], %[[OUT]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %[[I_1:.*]] = %[[C0]] to %[[S1]] step %[[C1]] {
// CHECK-NEXT:     %[[I_2:.*]] = arith.addi %[[S0]], %[[I_1]] : index
// CHECK-NEXT:     %[[J:.*]] = arith.subi %[[I_2]], %[[S0]] : index
// CHECK-NEXT:     %[[B:.*]] = memref.load %[[Y]][%[[J]]] : memref<?xf32>
// CHECK-NEXT:     memref.store %[[B]], %[[OUT]][%[[I_2]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @joined_of_any_size(%s0: index, %s1: index, %x: memref<?xf32>, %y: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.addi %s0, %s1 : index
  %last = arith.subi %s0, %c1 : index
  %end = arith.subi %s1, %c1 : index
  scf.for %i = %c0 to %size step %c1 {
    %n = arith.minsi %i, %last : index
    %a = memref.load %x[%n] : memref<?xf32>
    %second = arith.cmpi sge, %i, %s0 : index
    %j = arith.subi %i, %s0 : index
    %k = arith.maxsi %j, %c0 : index
    %m = arith.minsi %k, %end : index
    %b = memref.load %y[%m] : memref<?xf32>
    %r = arith.select %second, %b, %a : f32
    memref.store %r, %out[%i] : memref<?xf32>
  }
  func.return
}

// Fires: a border on both sides of any number of elements. The parts are in order, whatever the
// order of the comparisons.
// CHECK-LABEL: func.func @borders_of_any_size(
// CHECK-SAME: %[[S0:.*]]: index, %[[X:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[BORDER:.*]] = arith.constant 5.000000e+00 : f32
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C1]] step %[[C1]] {
// CHECK-NEXT:     memref.store %[[BORDER]], %[[OUT]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %[[I_1:.*]] = %[[C0]] to %[[S0]] step %[[C1]] {
// CHECK-NEXT:     %[[I_2:.*]] = arith.addi %[[C1]], %[[I_1]] : index
// CHECK-NEXT:     %[[J:.*]] = arith.subi %[[I_2]], %[[C1]] : index
// CHECK-NEXT:     %[[A:.*]] = memref.load %[[X]][%[[J]]] : memref<?xf32>
// CHECK-NEXT:     memref.store %[[A]], %[[OUT]][%[[I_2]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[C1]], %[[S0]] : index
// CHECK-NEXT:   scf.for %[[I_3:.*]] = %[[C0]] to %[[C1]] step %[[C1]] {
// CHECK-NEXT:     %[[I_4:.*]] = arith.addi %[[V0]], %[[I_3]] : index
// CHECK-NEXT:     memref.store %[[BORDER]], %[[OUT]][%[[I_4]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @borders_of_any_size(%s0: index, %x: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %border = arith.constant 5.0 : f32
  %size = arith.addi %s0, %c2 : index
  %last = arith.subi %s0, %c1 : index
  scf.for %i = %c0 to %size step %c1 {
    %j = arith.subi %i, %c1 : index
    %below = arith.cmpi slt, %j, %s0 : index
    %above = arith.cmpi sge, %j, %c0 : index
    %inside = arith.andi %below, %above : i1
    %k = arith.maxsi %j, %c0 : index
    %m = arith.minsi %k, %last : index
    %a = memref.load %x[%m] : memref<?xf32>
    %b = arith.select %inside, %a, %border : f32
    memref.store %b, %out[%i] : memref<?xf32>
  }
  func.return
}

// Must not fire: the second row may begin behind the end.
// CHECK-LABEL: func.func @start_may_exceed_the_loop(
// CHECK-SAME: %[[S0:.*]]: index, %[[S1:.*]]: index, %[[X:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[S1]] step %[[C1]] {
// CHECK-NEXT:     %[[A:.*]] = memref.load %[[X]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:     %[[SECOND:.*]] = arith.cmpi sge, %[[I]], %[[S0]] : index
// CHECK-NEXT:     %[[R:.*]] = arith.select %[[SECOND]], %[[ZERO]], %[[A]] : f32
// CHECK-NEXT:     memref.store %[[R]], %[[OUT]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @start_may_exceed_the_loop(%s0: index, %s1: index, %x: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %s1 step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %second = arith.cmpi sge, %i, %s0 : index
    %r = arith.select %second, %zero, %a : f32
    memref.store %r, %out[%i] : memref<?xf32>
  }
  func.return
}

// Must not fire: the number may be less than 0.
// CHECK-LABEL: func.func @number_is_no_size(
// CHECK-SAME: %[[S0:.*]]: index, %[[N:.*]]: memref<1xindex>, %[[X:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[FIRST:.*]] = memref.load %[[N]][%[[C0]]] : memref<1xindex>
// CHECK-NEXT:   %[[SIZE:.*]] = arith.addi %[[S0]], %[[FIRST]] : index
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[SIZE]] step %[[C1]] {
// CHECK-NEXT:     %[[A:.*]] = memref.load %[[X]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:     %[[SECOND:.*]] = arith.cmpi sge, %[[I]], %[[FIRST]] : index
// CHECK-NEXT:     %[[R:.*]] = arith.select %[[SECOND]], %[[ZERO]], %[[A]] : f32
// CHECK-NEXT:     memref.store %[[R]], %[[OUT]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @number_is_no_size(%s0: index, %n: memref<1xindex>, %x: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %first = memref.load %n[%c0] : memref<1xindex>
  %size = arith.addi %s0, %first : index
  scf.for %i = %c0 to %size step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %second = arith.cmpi sge, %i, %first : index
    %r = arith.select %second, %zero, %a : f32
    memref.store %r, %out[%i] : memref<?xf32>
  }
  func.return
}

// Must not fire: each iteration compares with another number.
// CHECK-LABEL: func.func @number_of_the_iteration(
// CHECK-SAME: %[[S0:.*]]: index, %[[X:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[S0]] step %[[C1]] {
// CHECK-NEXT:     %[[A:.*]] = memref.load %[[X]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:     %[[FIRST:.*]] = arith.remui %[[I]], %[[C7]] : index
// CHECK-NEXT:     %[[SECOND:.*]] = arith.cmpi sge, %[[I]], %[[FIRST]] : index
// CHECK-NEXT:     %[[R:.*]] = arith.select %[[SECOND]], %[[ZERO]], %[[A]] : f32
// CHECK-NEXT:     memref.store %[[R]], %[[OUT]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @number_of_the_iteration(%s0: index, %x: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %s0 step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %first = arith.remui %i, %c7 : index
    %second = arith.cmpi sge, %i, %first : index
    %r = arith.select %second, %zero, %a : f32
    memref.store %r, %out[%i] : memref<?xf32>
  }
  func.return
}

// Splits once: the order of the two numbers is not known, and the second comparison remains.
// CHECK-LABEL: func.func @numbers_in_any_order(
// CHECK-SAME: %[[S0:.*]]: index, %[[S1:.*]]: index, %[[X:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[S0]] step %[[C1]] {
// CHECK-NEXT:     %[[A:.*]] = memref.load %[[X]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:     %[[SECOND:.*]] = arith.cmpi sge, %[[I]], %[[S1]] : index
// CHECK-NEXT:     %[[R:.*]] = arith.select %[[SECOND]], %[[ONE]], %[[A]] : f32
// CHECK-NEXT:     memref.store %[[R]], %[[OUT]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %[[I_1:.*]] = %[[C0]] to %[[S1]] step %[[C1]] {
// CHECK-NEXT:     %[[I_2:.*]] = arith.addi %[[S0]], %[[I_1]] : index
// CHECK-NEXT:     %[[SECOND_1:.*]] = arith.cmpi sge, %[[I_2]], %[[S1]] : index
// CHECK-NEXT:     %[[R_1:.*]] = arith.select %[[SECOND_1]], %[[ONE]], %[[ZERO]] : f32
// CHECK-NEXT:     memref.store %[[R_1]], %[[OUT]][%[[I_2]]] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @numbers_in_any_order(%s0: index, %s1: index, %x: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %size = arith.addi %s0, %s1 : index
  scf.for %i = %c0 to %size step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %first = arith.cmpi sge, %i, %s0 : index
    %b = arith.select %first, %zero, %a : f32
    %second = arith.cmpi sge, %i, %s1 : index
    %r = arith.select %second, %one, %b : f32
    memref.store %r, %out[%i] : memref<?xf32>
  }
  func.return
}
