// RUN: %ts-opt %s -p "split-reductions{cycles=32 parts=3},cse,dce" | %check %s

// Fires: three parts of whole vectors begin at 0; a loop adds the terms left over.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%[[X:.*]]: memref<1000xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[PARTS:.*]] = memref.alloc() : memref<3xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: scf.for %[[PART:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT:   %[[C320:.*]] = arith.constant 320 : index
// CHECK-NEXT:   %[[V1:.*]] = arith.muli %[[PART]], %[[C320]] : index
// CHECK-NEXT:   %[[V2:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C320]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[V0]]) -> (f32) {
// CHECK-NEXT:     %[[K_1:.*]] = arith.addi %[[V1]], %[[K]] : index
// CHECK-NEXT:     %[[V3:.*]] = memref.load %[[X]][%[[K_1]]] : memref<1000xf32>
// CHECK-NEXT:     %[[V4:.*]] = arith.addf %[[ACC]], %[[V3]] fastmath<reassoc> : f32
// CHECK-NEXT:     scf.yield %[[V4]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.store %[[V2]], %[[PARTS]][%[[PART]]] : memref<3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V5:.*]] = scf.for %[[PART_1:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[V6:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[V7:.*]] = memref.load %[[PARTS]][%[[PART_1]]] : memref<3xf32>
// CHECK-NEXT:   %[[V8:.*]] = arith.addf %[[V6]], %[[V7]] fastmath<reassoc> : f32
// CHECK-NEXT:   scf.yield %[[V8]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[PARTS]] : memref<3xf32>
// CHECK-NEXT: %[[C960:.*]] = arith.constant 960 : index
// CHECK-NEXT: %[[C40:.*]] = arith.constant 40 : index
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[K_2:.*]] = %[[C0]] to %[[C40]] step %[[C1]] iter_args(%[[ACC_1:.*]] = %[[V5]]) -> (f32) {
// CHECK-NEXT:   %[[K_3:.*]] = arith.addi %[[C960]], %[[K_2]] : index
// CHECK-NEXT:   %[[V9:.*]] = memref.load %[[X]][%[[K_3]]] : memref<1000xf32>
// CHECK-NEXT:   %[[V10:.*]] = arith.addf %[[ACC_1]], %[[V9]] fastmath<reassoc> : f32
// CHECK-NEXT:   scf.yield %[[V10]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[SUM]] : f32
func.func @sum(%x: memref<1000xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %sum = scf.for %k = %c0 to %c1000 step %c1 iter_args(%acc = %init) -> (f32) {
    %0 = memref.load %x[%k] : memref<1000xf32>
    %1 = arith.addf %acc, %0 fastmath<reassoc> : f32
    scf.yield %1 : f32
  }
  func.return %sum : f32
}

// Fires: parts of whole rows begin at the initial value, which a maximum may take twice.
// CHECK-LABEL: func.func @maximum_of_rows
// CHECK-SAME: (%[[X:.*]]: memref<8x100xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C100:.*]] = arith.constant 100 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[PARTS:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: scf.for %[[PART:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.muli %[[PART]], %[[C2]] : index
// CHECK-NEXT:   %[[V1:.*]] = scf.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] iter_args(%[[A:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:     %[[I_1:.*]] = arith.addi %[[V0]], %[[I]] : index
// CHECK-NEXT:     %[[ROW:.*]] = scf.for %[[J:.*]] = %[[C0]] to %[[C100]] step %[[C1]] iter_args(%[[B:.*]] = %[[A]]) -> (f32) {
// CHECK-NEXT:       %[[V2:.*]] = memref.load %[[X]][%[[I_1]], %[[J]]] : memref<8x100xf32>
// CHECK-NEXT:       %[[V3:.*]] = arith.maximumf %[[B]], %[[V2]] : f32
// CHECK-NEXT:       scf.yield %[[V3]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %[[ROW]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.store %[[V1]], %[[PARTS]][%[[PART]]] : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[TOP:.*]] = scf.for %[[PART_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[V4:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[V5:.*]] = memref.load %[[PARTS]][%[[PART_1]]] : memref<4xf32>
// CHECK-NEXT:   %[[V6:.*]] = arith.maximumf %[[V4]], %[[V5]] : f32
// CHECK-NEXT:   scf.yield %[[V6]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[PARTS]] : memref<4xf32>
// CHECK-NEXT: func.return %[[TOP]] : f32
func.func @maximum_of_rows(%x: memref<8x100xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c100 = arith.constant 100 : index
  %top = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %init) -> (f32) {
    %row = scf.for %j = %c0 to %c100 step %c1 iter_args(%b = %a) -> (f32) {
      %0 = memref.load %x[%i, %j] : memref<8x100xf32>
      %1 = arith.maximumf %b, %0 : f32
      scf.yield %1 : f32
    }
    scf.yield %row : f32
  }
  func.return %top : f32
}

// Does not fire: a part would take less than 32 cycles.
// CHECK-LABEL: func.func @too_short
// CHECK-SAME: (%[[X:.*]]: memref<199xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C199:.*]] = arith.constant 199 : index
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C199]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[V0:.*]] = memref.load %[[X]][%[[K]]] : memref<199xf32>
// CHECK-NEXT:   %[[V1:.*]] = arith.addf %[[ACC]], %[[V0]] fastmath<reassoc> : f32
// CHECK-NEXT:   scf.yield %[[V1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[SUM]] : f32
func.func @too_short(%x: memref<199xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c199 = arith.constant 199 : index
  %sum = scf.for %k = %c0 to %c199 step %c1 iter_args(%acc = %init) -> (f32) {
    %0 = memref.load %x[%k] : memref<199xf32>
    %1 = arith.addf %acc, %0 fastmath<reassoc> : f32
    scf.yield %1 : f32
  }
  func.return %sum : f32
}

// Does not fire: the sum of floats must keep its order.
// CHECK-LABEL: func.func @order_of_floats
// CHECK-SAME: (%[[X:.*]]: memref<1000xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C1000:.*]] = arith.constant 1000 : index
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C1000]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[V0:.*]] = memref.load %[[X]][%[[K]]] : memref<1000xf32>
// CHECK-NEXT:   %[[V1:.*]] = arith.addf %[[ACC]], %[[V0]] : f32
// CHECK-NEXT:   scf.yield %[[V1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[SUM]] : f32
func.func @order_of_floats(%x: memref<1000xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %sum = scf.for %k = %c0 to %c1000 step %c1 iter_args(%acc = %init) -> (f32) {
    %0 = memref.load %x[%k] : memref<1000xf32>
    %1 = arith.addf %acc, %0 : f32
    scf.yield %1 : f32
  }
  func.return %sum : f32
}

// Does not fire: threads share the loop around it.
// CHECK-LABEL: func.func @sums_of_rows
// CHECK-SAME: (%[[X:.*]]: memref<8x1000xf32>, %[[OUT:.*]]: memref<8xf32>, %[[INIT:.*]]: f32)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C1000:.*]] = arith.constant 1000 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:   %[[SUM:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C1000]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:     %[[V0:.*]] = memref.load %[[X]][%[[I]], %[[K]]] : memref<8x1000xf32>
// CHECK-NEXT:     %[[V1:.*]] = arith.addf %[[ACC]], %[[V0]] fastmath<reassoc> : f32
// CHECK-NEXT:     scf.yield %[[V1]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.store %[[SUM]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @sums_of_rows(%x: memref<8x1000xf32>, %out: memref<8xf32>, %init: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c1000 = arith.constant 1000 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %sum = scf.for %k = %c0 to %c1000 step %c1 iter_args(%acc = %init) -> (f32) {
      %0 = memref.load %x[%i, %k] : memref<8x1000xf32>
      %1 = arith.addf %acc, %0 fastmath<reassoc> : f32
      scf.yield %1 : f32
    }
    memref.store %sum, %out[%i] : memref<8xf32>
  }
  func.return
}

// Does not fire: it writes.
// CHECK-LABEL: func.func @writes
// CHECK-SAME: (%[[X:.*]]: memref<1000xf32>, %[[OUT:.*]]: memref<1000xf32>, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C1000:.*]] = arith.constant 1000 : index
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C1000]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[V0:.*]] = memref.load %[[X]][%[[K]]] : memref<1000xf32>
// CHECK-NEXT:   memref.store %[[V0]], %[[OUT]][%[[K]]] : memref<1000xf32>
// CHECK-NEXT:   %[[V1:.*]] = arith.addf %[[ACC]], %[[V0]] fastmath<reassoc> : f32
// CHECK-NEXT:   scf.yield %[[V1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[SUM]] : f32
func.func @writes(%x: memref<1000xf32>, %out: memref<1000xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %sum = scf.for %k = %c0 to %c1000 step %c1 iter_args(%acc = %init) -> (f32) {
    %0 = memref.load %x[%k] : memref<1000xf32>
    memref.store %0, %out[%k] : memref<1000xf32>
    %1 = arith.addf %acc, %0 fastmath<reassoc> : f32
    scf.yield %1 : f32
  }
  func.return %sum : f32
}

// Does not fire: only a run knows the length.
// CHECK-LABEL: func.func @unknown_length
// CHECK-SAME: (%[[X:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[INIT:.*]]: f32) -> f32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (f32) {
// CHECK-NEXT:   %[[V0:.*]] = memref.load %[[X]][%[[K]]] : memref<?xf32>
// CHECK-NEXT:   %[[V1:.*]] = arith.addf %[[ACC]], %[[V0]] fastmath<reassoc> : f32
// CHECK-NEXT:   scf.yield %[[V1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[SUM]] : f32
func.func @unknown_length(%x: memref<?xf32>, %n: index, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (f32) {
    %0 = memref.load %x[%k] : memref<?xf32>
    %1 = arith.addf %acc, %0 fastmath<reassoc> : f32
    scf.yield %1 : f32
  }
  func.return %sum : f32
}

// Does not fire: an iteration that fails ends all.
// CHECK-LABEL: func.func @may_fail
// CHECK-SAME: (%[[X:.*]]: memref<1000xi64>, %[[INIT:.*]]: i64) -> i64
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C1000:.*]] = arith.constant 1000 : index
// CHECK-NEXT: %[[SUM:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C1000]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[INIT]]) -> (i64) {
// CHECK-NEXT:   %[[V0:.*]] = memref.load %[[X]][%[[K]]] : memref<1000xi64>
// CHECK-NEXT:   %[[SMALL:.*]] = arith.cmpi slt, %[[V0]], %[[INIT]] : i64
// CHECK-NEXT:   cf.assert %[[SMALL]], "too large"
// CHECK-NEXT:   %[[V1:.*]] = arith.addi %[[ACC]], %[[V0]] : i64
// CHECK-NEXT:   scf.yield %[[V1]] : i64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[SUM]] : i64
func.func @may_fail(%x: memref<1000xi64>, %init: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %sum = scf.for %k = %c0 to %c1000 step %c1 iter_args(%acc = %init) -> (i64) {
    %0 = memref.load %x[%k] : memref<1000xi64>
    %small = arith.cmpi slt, %0, %init : i64
    cf.assert %small, "too large"
    %1 = arith.addi %acc, %0 : i64
    scf.yield %1 : i64
  }
  func.return %sum : i64
}
