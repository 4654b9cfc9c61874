// RUN: %ts-opt %s --split-input-file -p 'tile-contractions{registers=8 bytes=16},cse,dce' | %check %s

// Fires: six rows of one vector of neighbouring columns; the last tile ends at the border, and the
// bias is added to vectors.
// CHECK-LABEL: func.func @columns
// CHECK-SAME: (%[[A:.*]]: memref<30xf32>, %[[B:.*]]: memref<50xf32>, %[[BIAS:.*]]: memref<10xf32>, %[[C:.*]]: memref<60xf32>) {
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:   %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT:   %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.subi %[[C10]], %[[C4]] : index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   scf.for %[[J:.*]] = %[[C0]] to %[[C10]] step %[[C4]] {
// CHECK-NEXT:     %[[V1:.*]] = arith.minsi %[[J]], %[[V0]] : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[C6]] step %[[C3]] {
// CHECK-NEXT:       %[[V2:.*]] = arith.muli %[[I]], %[[C5]] : index
// CHECK-NEXT:       %[[V3:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:       %[[V4:.*]], %[[V5:.*]], %[[V6:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C5]] step %[[C1]] iter_args(%[[V7:.*]] = %[[V3]], %[[V8:.*]] = %[[V3]], %[[V9:.*]] = %[[V3]]) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:         %[[V10:.*]] = arith.muli %[[K]], %[[C10]] : index
// CHECK-NEXT:         %[[V11:.*]] = arith.addi %[[V1]], %[[V10]] : index
// CHECK-NEXT:         %[[V12:.*]] = vector.load %[[B]][%[[V11]]] : memref<50xf32>, vector<4xf32>
// CHECK-NEXT:         %[[V13:.*]] = arith.addi %[[V2]], %[[K]] : index
// CHECK-NEXT:         %[[V14:.*]] = memref.load %[[A]][%[[V13]]] : memref<30xf32>
// CHECK-NEXT:         %[[V15:.*]] = vector.broadcast %[[V14]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[V16:.*]] = vector.fma %[[V15]], %[[V12]], %[[V7]] : vector<4xf32>
// CHECK-NEXT:         %[[V17:.*]] = arith.addi %[[V13]], %[[C5]] : index
// CHECK-NEXT:         %[[V18:.*]] = memref.load %[[A]][%[[V17]]] : memref<30xf32>
// CHECK-NEXT:         %[[V19:.*]] = vector.broadcast %[[V18]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[V20:.*]] = vector.fma %[[V19]], %[[V12]], %[[V8]] : vector<4xf32>
// CHECK-NEXT:         %[[V21:.*]] = arith.addi %[[V13]], %[[C10]] : index
// CHECK-NEXT:         %[[V22:.*]] = memref.load %[[A]][%[[V21]]] : memref<30xf32>
// CHECK-NEXT:         %[[V23:.*]] = vector.broadcast %[[V22]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[V24:.*]] = vector.fma %[[V23]], %[[V12]], %[[V9]] : vector<4xf32>
// CHECK-NEXT:         scf.yield %[[V16]], %[[V20]], %[[V24]] : vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       } {schedule = "columns of 3x1 vectors of 4, 120 cycles for 6x5 by 5x10"}
// CHECK-NEXT:       %[[V:.*]] = vector.load %[[BIAS]][%[[V1]]] : memref<10xf32>, vector<4xf32>
// CHECK-NEXT:       %[[R:.*]] = arith.addf %[[V4]], %[[V]] : vector<4xf32>
// CHECK-NEXT:       %[[V25:.*]] = arith.muli %[[I]], %[[C10]] : index
// CHECK-NEXT:       %[[V26:.*]] = arith.addi %[[V25]], %[[V1]] : index
// CHECK-NEXT:       vector.store %[[R]], %[[C]][%[[V26]]] : memref<60xf32>, vector<4xf32>
// CHECK-NEXT:       %[[V27:.*]] = arith.addi %[[I]], %[[C1]] : index
// CHECK-NEXT:       %[[V_1:.*]] = vector.load %[[BIAS]][%[[V1]]] : memref<10xf32>, vector<4xf32>
// CHECK-NEXT:       %[[R_1:.*]] = arith.addf %[[V5]], %[[V_1]] : vector<4xf32>
// CHECK-NEXT:       %[[V28:.*]] = arith.muli %[[V27]], %[[C10]] : index
// CHECK-NEXT:       %[[V29:.*]] = arith.addi %[[V28]], %[[V1]] : index
// CHECK-NEXT:       vector.store %[[R_1]], %[[C]][%[[V29]]] : memref<60xf32>, vector<4xf32>
// CHECK-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:       %[[V30:.*]] = arith.addi %[[I]], %[[C2]] : index
// CHECK-NEXT:       %[[V_2:.*]] = vector.load %[[BIAS]][%[[V1]]] : memref<10xf32>, vector<4xf32>
// CHECK-NEXT:       %[[R_2:.*]] = arith.addf %[[V6]], %[[V_2]] : vector<4xf32>
// CHECK-NEXT:       %[[V31:.*]] = arith.muli %[[V30]], %[[C10]] : index
// CHECK-NEXT:       %[[V32:.*]] = arith.addi %[[V31]], %[[V1]] : index
// CHECK-NEXT:       vector.store %[[R_2]], %[[C]][%[[V32]]] : memref<60xf32>, vector<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @columns(%a: memref<30xf32>, %b: memref<50xf32>, %bias: memref<10xf32>, %c: memref<60xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c10 step %c1 {
      %s = scf.for %k = %c0 to %c5 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %c5 : index
        %1 = arith.addi %0, %k : index
        %x = memref.load %a[%1] : memref<30xf32>
        %2 = arith.muli %k, %c10 : index
        %3 = arith.addi %2, %j : index
        %y = memref.load %b[%3] : memref<50xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %v = memref.load %bias[%j] : memref<10xf32>
      %r = arith.addf %s, %v : f32
      %4 = arith.muli %i, %c10 : index
      %5 = arith.addi %4, %j : index
      memref.store %r, %c[%5] : memref<60xf32>
    }
  }
  func.return
}

// -----

// Fires: four dots of a vector; behind the last of six terms come zeros.
// CHECK-LABEL: func.func @dots_of_a_vector
// CHECK-SAME: (%[[W:.*]]: memref<24xf32>, %[[X:.*]]: memref<6xf32>, %[[C:.*]]: memref<4xf32>) {
// CHECK-NEXT:   %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT:   %[[C12:.*]] = arith.constant 12 : index
// CHECK-NEXT:   %[[C18:.*]] = arith.constant 18 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[V1:.*]], %[[V2:.*]], %[[V3:.*]], %[[V4:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C6]] step %[[C4]] iter_args(%[[V5:.*]] = %[[V0]], %[[V6:.*]] = %[[V0]], %[[V7:.*]] = %[[V0]], %[[V8:.*]] = %[[V0]]) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:     %[[V9:.*]] = arith.subi %[[C6]], %[[K]] : index
// CHECK-NEXT:     %[[V10:.*]] = vector.create_mask %[[V9]] : vector<4xi1>
// CHECK-NEXT:     %[[V11:.*]] = vector.maskedload %[[W]][%[[K]]], %[[V10]], %[[V0]] : memref<24xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %[[V12:.*]] = arith.addi %[[K]], %[[C6]] : index
// CHECK-NEXT:     %[[V13:.*]] = vector.maskedload %[[W]][%[[V12]]], %[[V10]], %[[V0]] : memref<24xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %[[V14:.*]] = arith.addi %[[K]], %[[C12]] : index
// CHECK-NEXT:     %[[V15:.*]] = vector.maskedload %[[W]][%[[V14]]], %[[V10]], %[[V0]] : memref<24xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %[[V16:.*]] = arith.addi %[[K]], %[[C18]] : index
// CHECK-NEXT:     %[[V17:.*]] = vector.maskedload %[[W]][%[[V16]]], %[[V10]], %[[V0]] : memref<24xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %[[V18:.*]] = vector.maskedload %[[X]][%[[K]]], %[[V10]], %[[V0]] : memref<6xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:     %[[V19:.*]] = vector.fma %[[V18]], %[[V11]], %[[V5]] : vector<4xf32>
// CHECK-NEXT:     %[[V20:.*]] = vector.fma %[[V18]], %[[V13]], %[[V6]] : vector<4xf32>
// CHECK-NEXT:     %[[V21:.*]] = vector.fma %[[V18]], %[[V15]], %[[V7]] : vector<4xf32>
// CHECK-NEXT:     %[[V22:.*]] = vector.fma %[[V18]], %[[V17]], %[[V8]] : vector<4xf32>
// CHECK-NEXT:     scf.yield %[[V19]], %[[V20]], %[[V21]], %[[V22]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   } {schedule = "dots of 1x4 vectors of 4, 16 cycles for 1x6 by 6x4"}
// CHECK-NEXT:   %[[V23:.*]] = vector.shuffle %[[V1]], %[[V2]] [0, 2, 4, 6] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   %[[V24:.*]] = vector.shuffle %[[V1]], %[[V2]] [1, 3, 5, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   %[[V25:.*]] = vector.shuffle %[[V3]], %[[V4]] [0, 2, 4, 6] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   %[[V26:.*]] = vector.shuffle %[[V3]], %[[V4]] [1, 3, 5, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   %[[V27:.*]] = arith.addf %[[V23]], %[[V24]] : vector<4xf32>
// CHECK-NEXT:   %[[V28:.*]] = arith.addf %[[V25]], %[[V26]] : vector<4xf32>
// CHECK-NEXT:   %[[V29:.*]] = vector.shuffle %[[V27]], %[[V28]] [0, 2, 4, 6] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   %[[V30:.*]] = vector.shuffle %[[V27]], %[[V28]] [1, 3, 5, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   %[[V31:.*]] = arith.addf %[[V29]], %[[V30]] : vector<4xf32>
// CHECK-NEXT:   vector.store %[[V31]], %[[C]][%[[C0]]] : memref<4xf32>, vector<4xf32>
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @dots_of_a_vector(%w: memref<24xf32>, %x: memref<6xf32>, %c: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c4 step %c1 {
    %s = scf.for %k = %c0 to %c6 step %c1 iter_args(%acc = %zero) -> (f32) {
      %0 = arith.muli %j, %c6 : index
      %1 = arith.addi %0, %k : index
      %y = memref.load %w[%1] : memref<24xf32>
      %v = memref.load %x[%k] : memref<6xf32>
      %p = arith.mulf %y, %v : f32
      %t = arith.addf %p, %acc : f32
      scf.yield %t : f32
    }
    memref.store %s, %c[%j] : memref<4xf32>
  }
  func.return
}

// -----

// Fires: without columns the sum is a number.
// CHECK-LABEL: func.func @one_dot
// CHECK-SAME: (%[[X:.*]]: memref<8xf64>, %[[Y:.*]]: memref<8xf64>) -> f64 {
// CHECK-NEXT:   %[[V0:.*]] = arith.constant dense<0.000000e+00> : vector<2xf64>
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[V1:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C2]] iter_args(%[[V2:.*]] = %[[V0]]) -> (vector<2xf64>) {
// CHECK-NEXT:     %[[V3:.*]] = vector.load %[[X]][%[[K]]] : memref<8xf64>, vector<2xf64>
// CHECK-NEXT:     %[[V4:.*]] = vector.load %[[Y]][%[[K]]] : memref<8xf64>, vector<2xf64>
// CHECK-NEXT:     %[[V5:.*]] = vector.fma %[[V4]], %[[V3]], %[[V2]] : vector<2xf64>
// CHECK-NEXT:     scf.yield %[[V5]] : vector<2xf64>
// CHECK-NEXT:   } {schedule = "dots of 1x1 vectors of 2, 18 cycles for 1x8 by 8x1"}
// CHECK-NEXT:   %[[V6:.*]] = vector.shuffle %[[V1]], %[[V1]] [0] : vector<2xf64>, vector<2xf64>
// CHECK-NEXT:   %[[V7:.*]] = vector.shuffle %[[V1]], %[[V1]] [1] : vector<2xf64>, vector<2xf64>
// CHECK-NEXT:   %[[V8:.*]] = arith.addf %[[V6]], %[[V7]] : vector<1xf64>
// CHECK-NEXT:   %[[S:.*]] = vector.extract %[[V8]][0] : f64 from vector<1xf64>
// CHECK-NEXT:   func.return %[[S]] : f64
// CHECK-NEXT: }
func.func @one_dot(%x: memref<8xf64>, %y: memref<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f64) {
    %u = memref.load %x[%k] : memref<8xf64>
    %v = memref.load %y[%k] : memref<8xf64>
    %p = arith.mulf %u, %v : f64
    %t = arith.addf %acc, %p : f64
    scf.yield %t : f64
  }
  func.return %s : f64
}

// -----

// Fires: where only a run knows the number of columns, it decides.
// CHECK-LABEL: func.func @symbolic_columns
// CHECK-SAME: (%[[N:.*]]: index, %[[X:.*]]: memref<3xf32>, %[[B:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %[[C20:.*]] = arith.constant 20 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.cmpi sge, %[[N]], %[[C20]] : index
// CHECK-NEXT:   scf.if %[[V0]] {
// CHECK-NEXT:     %[[V1:.*]] = arith.subi %[[N]], %[[C20]] : index
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[N]] step %[[C20]] {
// CHECK-NEXT:       %[[V2:.*]] = arith.minsi %[[J]], %[[V1]] : index
// CHECK-NEXT:       %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:       %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:       %[[C12:.*]] = arith.constant 12 : index
// CHECK-NEXT:       %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:       %[[V3:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:       %[[V4:.*]], %[[V5:.*]], %[[V6:.*]], %[[V7:.*]], %[[V8:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[V9:.*]] = %[[V3]], %[[V10:.*]] = %[[V3]], %[[V11:.*]] = %[[V3]], %[[V12:.*]] = %[[V3]], %[[V13:.*]] = %[[V3]]) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:         %[[V14:.*]] = arith.muli %[[N]], %[[K]] : index
// CHECK-NEXT:         %[[V15:.*]] = arith.addi %[[V2]], %[[V14]] : index
// CHECK-NEXT:         %[[V16:.*]] = vector.load %[[B]][%[[V15]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:         %[[V17:.*]] = arith.addi %[[V15]], %[[C4]] : index
// CHECK-NEXT:         %[[V18:.*]] = vector.load %[[B]][%[[V17]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:         %[[V19:.*]] = arith.addi %[[V15]], %[[C8]] : index
// CHECK-NEXT:         %[[V20:.*]] = vector.load %[[B]][%[[V19]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:         %[[V21:.*]] = arith.addi %[[V15]], %[[C12]] : index
// CHECK-NEXT:         %[[V22:.*]] = vector.load %[[B]][%[[V21]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:         %[[V23:.*]] = arith.addi %[[V15]], %[[C16]] : index
// CHECK-NEXT:         %[[V24:.*]] = vector.load %[[B]][%[[V23]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:         %[[V25:.*]] = memref.load %[[X]][%[[K]]] : memref<3xf32>
// CHECK-NEXT:         %[[V26:.*]] = vector.broadcast %[[V25]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[V27:.*]] = vector.fma %[[V26]], %[[V16]], %[[V9]] : vector<4xf32>
// CHECK-NEXT:         %[[V28:.*]] = vector.fma %[[V26]], %[[V18]], %[[V10]] : vector<4xf32>
// CHECK-NEXT:         %[[V29:.*]] = vector.fma %[[V26]], %[[V20]], %[[V11]] : vector<4xf32>
// CHECK-NEXT:         %[[V30:.*]] = vector.fma %[[V26]], %[[V22]], %[[V12]] : vector<4xf32>
// CHECK-NEXT:         %[[V31:.*]] = vector.fma %[[V26]], %[[V24]], %[[V13]] : vector<4xf32>
// CHECK-NEXT:         scf.yield %[[V27]], %[[V28]], %[[V29]], %[[V30]], %[[V31]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       } {schedule = "columns of 1x5 vectors of 4, 624 cycles for 1x3 by 3x?"}
// CHECK-NEXT:       vector.store %[[V4]], %[[C]][%[[V2]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:       %[[V32:.*]] = arith.addi %[[V2]], %[[C4]] : index
// CHECK-NEXT:       vector.store %[[V5]], %[[C]][%[[V32]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:       %[[V33:.*]] = arith.addi %[[V2]], %[[C8]] : index
// CHECK-NEXT:       vector.store %[[V6]], %[[C]][%[[V33]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:       %[[V34:.*]] = arith.addi %[[V2]], %[[C12]] : index
// CHECK-NEXT:       vector.store %[[V7]], %[[C]][%[[V34]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:       %[[V35:.*]] = arith.addi %[[V2]], %[[C16]] : index
// CHECK-NEXT:       vector.store %[[V8]], %[[C]][%[[V35]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.for %[[J_1:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT:       %[[S:.*]] = scf.for %[[K_1:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:         %[[U:.*]] = memref.load %[[X]][%[[K_1]]] : memref<3xf32>
// CHECK-NEXT:         %[[V36:.*]] = arith.muli %[[K_1]], %[[N]] : index
// CHECK-NEXT:         %[[V37:.*]] = arith.addi %[[V36]], %[[J_1]] : index
// CHECK-NEXT:         %[[V:.*]] = memref.load %[[B]][%[[V37]]] : memref<?xf32>
// CHECK-NEXT:         %[[P:.*]] = arith.mulf %[[U]], %[[V]] : f32
// CHECK-NEXT:         %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:         scf.yield %[[T]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       memref.store %[[S]], %[[C]][%[[J_1]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @symbolic_columns(%n: index, %x: memref<3xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %n step %c1 {
    %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
      %u = memref.load %x[%k] : memref<3xf32>
      %0 = arith.muli %k, %n : index
      %1 = arith.addi %0, %j : index
      %v = memref.load %b[%1] : memref<?xf32>
      %p = arith.mulf %u, %v : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %c[%j] : memref<?xf32>
  }
  func.return
}

// -----

// Fires: tiles of one row compute fewer rows than fill a tile.
// CHECK-LABEL: func.func @symbolic_rows
// CHECK-SAME: (%[[N:.*]]: index, %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf32>, %[[R:.*]]: memref<?xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.cmpi sge, %[[N]], %[[C5]] : index
// CHECK-NEXT:   scf.if %[[V0]] {
// CHECK-NEXT:     %[[V1:.*]] = arith.subi %[[N]], %[[C5]] : index
// CHECK-NEXT:     scf.for %[[I:.*]] = %[[C0]] to %[[N]] step %[[C5]] {
// CHECK-NEXT:       %[[V2:.*]] = arith.minsi %[[I]], %[[V1]] : index
// CHECK-NEXT:       %[[V3:.*]] = arith.muli %[[V2]], %[[C8]] : index
// CHECK-NEXT:       %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:       %[[C24:.*]] = arith.constant 24 : index
// CHECK-NEXT:       %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:       %[[V4:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:       %[[V5:.*]], %[[V6:.*]], %[[V7:.*]], %[[V8:.*]], %[[V9:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[V10:.*]] = %[[V4]], %[[V11:.*]] = %[[V4]], %[[V12:.*]] = %[[V4]], %[[V13:.*]] = %[[V4]], %[[V14:.*]] = %[[V4]]) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:         %[[V15:.*]] = arith.muli %[[K]], %[[C4]] : index
// CHECK-NEXT:         %[[V16:.*]] = vector.load %[[B]][%[[V15]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:         %[[V17:.*]] = arith.addi %[[V3]], %[[K]] : index
// CHECK-NEXT:         %[[V18:.*]] = memref.load %[[A]][%[[V17]]] : memref<?xf32>
// CHECK-NEXT:         %[[V19:.*]] = vector.broadcast %[[V18]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[V20:.*]] = vector.fma %[[V19]], %[[V16]], %[[V10]] : vector<4xf32>
// CHECK-NEXT:         %[[V21:.*]] = arith.addi %[[V17]], %[[C8]] : index
// CHECK-NEXT:         %[[V22:.*]] = memref.load %[[A]][%[[V21]]] : memref<?xf32>
// CHECK-NEXT:         %[[V23:.*]] = vector.broadcast %[[V22]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[V24:.*]] = vector.fma %[[V23]], %[[V16]], %[[V11]] : vector<4xf32>
// CHECK-NEXT:         %[[V25:.*]] = arith.addi %[[V17]], %[[C16]] : index
// CHECK-NEXT:         %[[V26:.*]] = memref.load %[[A]][%[[V25]]] : memref<?xf32>
// CHECK-NEXT:         %[[V27:.*]] = vector.broadcast %[[V26]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[V28:.*]] = vector.fma %[[V27]], %[[V16]], %[[V12]] : vector<4xf32>
// CHECK-NEXT:         %[[V29:.*]] = arith.addi %[[V17]], %[[C24]] : index
// CHECK-NEXT:         %[[V30:.*]] = memref.load %[[A]][%[[V29]]] : memref<?xf32>
// CHECK-NEXT:         %[[V31:.*]] = vector.broadcast %[[V30]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[V32:.*]] = vector.fma %[[V31]], %[[V16]], %[[V13]] : vector<4xf32>
// CHECK-NEXT:         %[[V33:.*]] = arith.addi %[[V17]], %[[C32]] : index
// CHECK-NEXT:         %[[V34:.*]] = memref.load %[[A]][%[[V33]]] : memref<?xf32>
// CHECK-NEXT:         %[[V35:.*]] = vector.broadcast %[[V34]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[V36:.*]] = vector.fma %[[V35]], %[[V16]], %[[V14]] : vector<4xf32>
// CHECK-NEXT:         scf.yield %[[V20]], %[[V24]], %[[V28]], %[[V32]], %[[V36]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT:       } {schedule = "columns of 5x1 vectors of 4, 6.56e+03 cycles for ?x8 by 8x4"}
// CHECK-NEXT:       %[[V37:.*]] = arith.muli %[[V2]], %[[C4]] : index
// CHECK-NEXT:       %[[V38:.*]] = arith.addi %[[V37]], %[[C0]] : index
// CHECK-NEXT:       vector.store %[[V5]], %[[R]][%[[V38]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:       %[[V39:.*]] = arith.addi %[[V2]], %[[C1]] : index
// CHECK-NEXT:       %[[V40:.*]] = arith.muli %[[V39]], %[[C4]] : index
// CHECK-NEXT:       %[[V41:.*]] = arith.addi %[[V40]], %[[C0]] : index
// CHECK-NEXT:       vector.store %[[V6]], %[[R]][%[[V41]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:       %[[V42:.*]] = arith.addi %[[V2]], %[[C2]] : index
// CHECK-NEXT:       %[[V43:.*]] = arith.muli %[[V42]], %[[C4]] : index
// CHECK-NEXT:       %[[V44:.*]] = arith.addi %[[V43]], %[[C0]] : index
// CHECK-NEXT:       vector.store %[[V7]], %[[R]][%[[V44]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:       %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:       %[[V45:.*]] = arith.addi %[[V2]], %[[C3]] : index
// CHECK-NEXT:       %[[V46:.*]] = arith.muli %[[V45]], %[[C4]] : index
// CHECK-NEXT:       %[[V47:.*]] = arith.addi %[[V46]], %[[C0]] : index
// CHECK-NEXT:       vector.store %[[V8]], %[[R]][%[[V47]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:       %[[V48:.*]] = arith.addi %[[V2]], %[[C4]] : index
// CHECK-NEXT:       %[[V49:.*]] = arith.muli %[[V48]], %[[C4]] : index
// CHECK-NEXT:       %[[V50:.*]] = arith.addi %[[V49]], %[[C0]] : index
// CHECK-NEXT:       vector.store %[[V9]], %[[R]][%[[V50]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.for %[[I_1:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT:       %[[V51:.*]] = arith.muli %[[I_1]], %[[C8]] : index
// CHECK-NEXT:       %[[V52:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:       %[[V53:.*]] = scf.for %[[K_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[V54:.*]] = %[[V52]]) -> (vector<4xf32>) {
// CHECK-NEXT:         %[[V55:.*]] = arith.muli %[[K_1]], %[[C4]] : index
// CHECK-NEXT:         %[[V56:.*]] = vector.load %[[B]][%[[V55]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:         %[[V57:.*]] = arith.addi %[[V51]], %[[K_1]] : index
// CHECK-NEXT:         %[[V58:.*]] = memref.load %[[A]][%[[V57]]] : memref<?xf32>
// CHECK-NEXT:         %[[V59:.*]] = vector.broadcast %[[V58]] : f32 to vector<4xf32>
// CHECK-NEXT:         %[[V60:.*]] = vector.fma %[[V59]], %[[V56]], %[[V54]] : vector<4xf32>
// CHECK-NEXT:         scf.yield %[[V60]] : vector<4xf32>
// CHECK-NEXT:       } {schedule = "columns of 1x1 vectors of 4, 3.28e+04 cycles for ?x8 by 8x4"}
// CHECK-NEXT:       %[[V61:.*]] = arith.muli %[[I_1]], %[[C4]] : index
// CHECK-NEXT:       %[[V62:.*]] = arith.addi %[[V61]], %[[C0]] : index
// CHECK-NEXT:       vector.store %[[V53]], %[[R]][%[[V62]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @symbolic_rows(%n: index, %a: memref<?xf32>, %b: memref<?xf32>, %r: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %i, %c8 : index
        %1 = arith.addi %0, %k : index
        %x = memref.load %a[%1] : memref<?xf32>
        %2 = arith.muli %k, %c4 : index
        %3 = arith.addi %2, %j : index
        %y = memref.load %b[%3] : memref<?xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c4 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %r[%5] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Must not fire: it begins at another number than 0.
// CHECK-LABEL: func.func @begins_at_one
// CHECK-NOT: vector.
// CHECK: return
func.func @begins_at_one(%x: memref<8xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 1.0 : f32
  scf.for %j = %c0 to %c8 step %c1 {
    %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
      %u = memref.load %x[%k] : memref<8xf32>
      %0 = arith.muli %j, %c8 : index
      %1 = arith.addi %0, %k : index
      %v = memref.load %b[%1] : memref<64xf32>
      %p = arith.mulf %u, %v : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %c[%j] : memref<64xf32>
  }
  func.return
}

// -----

// Must not fire: it does not add products.
// CHECK-LABEL: func.func @sum_of_maxima
// CHECK-NOT: vector.
// CHECK: return
func.func @sum_of_maxima(%x: memref<8xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c8 step %c1 {
    %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
      %u = memref.load %x[%k] : memref<8xf32>
      %0 = arith.muli %j, %c8 : index
      %1 = arith.addi %0, %k : index
      %v = memref.load %b[%1] : memref<64xf32>
      %p = arith.maximumf %u, %v : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %c[%j] : memref<64xf32>
  }
  func.return
}

// -----

// Must not fire: a factor is computed.
// CHECK-LABEL: func.func @more_than_products
// CHECK-NOT: vector.
// CHECK: return
func.func @more_than_products(%x: memref<8xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c8 step %c1 {
    %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
      %u = memref.load %x[%k] : memref<8xf32>
      %0 = arith.muli %j, %c8 : index
      %1 = arith.addi %0, %k : index
      %v = memref.load %b[%1] : memref<64xf32>
      %w = arith.addf %u, %u : f32
      %p = arith.mulf %w, %v : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %c[%j] : memref<64xf32>
  }
  func.return
}

// -----

// Must not fire: no factor is used twice.
// CHECK-LABEL: func.func @both_factors_move
// CHECK-NOT: vector.
// CHECK: return
func.func @both_factors_move(%x: memref<8xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c8 step %c1 {
    %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
      %0 = arith.muli %j, %c8 : index
      %1 = arith.addi %0, %k : index
      %v = memref.load %b[%1] : memref<64xf32>
      %p = arith.mulf %v, %v : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %c[%j] : memref<64xf32>
  }
  func.return
}

// -----

// Must not fire: columns are two apart, and terms of the right factor eight.
// CHECK-LABEL: func.func @no_neighbours
// CHECK-NOT: vector.
// CHECK: return
func.func @no_neighbours(%x: memref<8xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c8 step %c1 {
    %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
      %u = memref.load %x[%k] : memref<8xf32>
      %0 = arith.muli %k, %c8 : index
      %1 = arith.addi %0, %j : index
      %2 = arith.addi %1, %j : index
      %v = memref.load %b[%2] : memref<64xf32>
      %p = arith.mulf %u, %v : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %c[%j] : memref<64xf32>
  }
  func.return
}

// -----

// Must not fire: a tile would read elements that another tile has written.
// CHECK-LABEL: func.func @reads_written_elements
// CHECK-NOT: vector.
// CHECK: return
func.func @reads_written_elements(%x: memref<8xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c8 step %c1 {
    %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
      %u = memref.load %x[%k] : memref<8xf32>
      %0 = arith.muli %j, %c8 : index
      %1 = arith.addi %0, %k : index
      %v = memref.load %b[%1] : memref<64xf32>
      %p = arith.mulf %u, %v : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    memref.store %s, %b[%j] : memref<64xf32>
  }
  func.return
}

// -----

// Must not fire: the results are not neighbours.
// CHECK-LABEL: func.func @results_are_apart
// CHECK-NOT: vector.
// CHECK: return
func.func @results_are_apart(%x: memref<8xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c8 step %c1 {
    %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> (f32) {
      %u = memref.load %x[%k] : memref<8xf32>
      %0 = arith.muli %j, %c8 : index
      %1 = arith.addi %0, %k : index
      %v = memref.load %b[%1] : memref<64xf32>
      %p = arith.mulf %u, %v : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    %2 = arith.muli %j, %c8 : index
    memref.store %s, %c[%2] : memref<64xf32>
  }
  func.return
}

// -----

// Fires: terms of the left factor are the taps of windows in several channels, at an address that
// digits of their number make.
// CHECK-LABEL: func.func @windows_in_place
// CHECK-SAME: (%[[A:.*]]: memref<98xf32>, %[[B:.*]]: memref<48xf32>, %[[C:.*]]: memref<16xf32>) {
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C12:.*]] = arith.constant 12 : index
// CHECK-NEXT:   %[[V1:.*]], %[[V2:.*]], %[[V3:.*]], %[[V4:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C12]] step %[[C1]] iter_args(%[[V5:.*]] = %[[V0]], %[[V6:.*]] = %[[V0]], %[[V7:.*]] = %[[V0]], %[[V8:.*]] = %[[V0]]) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:     %[[V9:.*]] = arith.muli %[[K]], %[[C4]] : index
// CHECK-NEXT:     %[[V10:.*]] = vector.load %[[B]][%[[V9]]] : memref<48xf32>, vector<4xf32>
// CHECK-NEXT:     %[[CHANNEL:.*]] = arith.divui %[[K]], %[[C2]] : index
// CHECK-NEXT:     %[[TAP:.*]] = arith.remui %[[K]], %[[C2]] : index
// CHECK-NEXT:     %[[V11:.*]] = arith.muli %[[CHANNEL]], %[[C12]] : index
// CHECK-NEXT:     %[[V12:.*]] = arith.addi %[[V11]], %[[TAP]] : index
// CHECK-NEXT:     %[[V13:.*]] = memref.load %[[A]][%[[V12]]] : memref<98xf32>
// CHECK-NEXT:     %[[V14:.*]] = vector.broadcast %[[V13]] : f32 to vector<4xf32>
// CHECK-NEXT:     %[[V15:.*]] = vector.fma %[[V14]], %[[V10]], %[[V5]] : vector<4xf32>
// CHECK-NEXT:     %[[V16:.*]] = arith.addi %[[V12]], %[[C1]] : index
// CHECK-NEXT:     %[[V17:.*]] = memref.load %[[A]][%[[V16]]] : memref<98xf32>
// CHECK-NEXT:     %[[V18:.*]] = vector.broadcast %[[V17]] : f32 to vector<4xf32>
// CHECK-NEXT:     %[[V19:.*]] = vector.fma %[[V18]], %[[V10]], %[[V6]] : vector<4xf32>
// CHECK-NEXT:     %[[V20:.*]] = arith.addi %[[V12]], %[[C2]] : index
// CHECK-NEXT:     %[[V21:.*]] = memref.load %[[A]][%[[V20]]] : memref<98xf32>
// CHECK-NEXT:     %[[V22:.*]] = vector.broadcast %[[V21]] : f32 to vector<4xf32>
// CHECK-NEXT:     %[[V23:.*]] = vector.fma %[[V22]], %[[V10]], %[[V7]] : vector<4xf32>
// CHECK-NEXT:     %[[V24:.*]] = arith.addi %[[V12]], %[[C3]] : index
// CHECK-NEXT:     %[[V25:.*]] = memref.load %[[A]][%[[V24]]] : memref<98xf32>
// CHECK-NEXT:     %[[V26:.*]] = vector.broadcast %[[V25]] : f32 to vector<4xf32>
// CHECK-NEXT:     %[[V27:.*]] = vector.fma %[[V26]], %[[V10]], %[[V8]] : vector<4xf32>
// CHECK-NEXT:     scf.yield %[[V15]], %[[V19]], %[[V23]], %[[V27]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT:   } {schedule = "columns of 4x1 vectors of 4, 48 cycles for 4x12 by 12x4"}
// CHECK-NEXT:   %[[V28:.*]] = arith.muli %[[C0]], %[[C4]] : index
// CHECK-NEXT:   %[[V29:.*]] = arith.addi %[[V28]], %[[C0]] : index
// CHECK-NEXT:   vector.store %[[V1]], %[[C]][%[[V29]]] : memref<16xf32>, vector<4xf32>
// CHECK-NEXT:   %[[V30:.*]] = arith.muli %[[C1]], %[[C4]] : index
// CHECK-NEXT:   %[[V31:.*]] = arith.addi %[[V30]], %[[C0]] : index
// CHECK-NEXT:   vector.store %[[V2]], %[[C]][%[[V31]]] : memref<16xf32>, vector<4xf32>
// CHECK-NEXT:   %[[V32:.*]] = arith.muli %[[C2]], %[[C4]] : index
// CHECK-NEXT:   %[[V33:.*]] = arith.addi %[[V32]], %[[C0]] : index
// CHECK-NEXT:   vector.store %[[V3]], %[[C]][%[[V33]]] : memref<16xf32>, vector<4xf32>
// CHECK-NEXT:   %[[V34:.*]] = arith.muli %[[C3]], %[[C4]] : index
// CHECK-NEXT:   %[[V35:.*]] = arith.addi %[[V34]], %[[C0]] : index
// CHECK-NEXT:   vector.store %[[V4]], %[[C]][%[[V35]]] : memref<16xf32>, vector<4xf32>
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @windows_in_place(%a: memref<98xf32>, %b: memref<48xf32>, %c: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %c48 = arith.constant 48 : index
  %zero = arith.constant 0.000000e+00 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %s = scf.for %k = %c0 to %c12 step %c1 iter_args(%acc = %zero) -> (f32) {
        %channel = arith.divui %k, %c2 : index
        %tap = arith.remui %k, %c2 : index
        %row = arith.muli %channel, %c12 : index
        %0 = arith.addi %row, %tap : index
        %1 = arith.addi %0, %i : index
        %2 = arith.muli %k, %c4 : index
        %3 = arith.addi %2, %j : index
        %x = memref.load %a[%1] : memref<98xf32>
        %y = memref.load %b[%3] : memref<48xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c4 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %c[%5] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Must not fire: such terms of the right factor do not form a panel.
// CHECK-LABEL: func.func @right_factor_of_windows
// CHECK-SAME: (%[[A:.*]]: memref<98xf32>, %[[B:.*]]: memref<48xf32>, %[[C:.*]]: memref<16xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[C12:.*]] = arith.constant 12 : index
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:     scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:       %[[S:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C12]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (f32) {
// CHECK-NEXT:         %[[CHANNEL:.*]] = arith.divui %[[K]], %[[C2]] : index
// CHECK-NEXT:         %[[TAP:.*]] = arith.remui %[[K]], %[[C2]] : index
// CHECK-NEXT:         %[[ROW:.*]] = arith.muli %[[CHANNEL]], %[[C12]] : index
// CHECK-NEXT:         %[[V0:.*]] = arith.addi %[[ROW]], %[[TAP]] : index
// CHECK-NEXT:         %[[V1:.*]] = arith.muli %[[I]], %[[C12]] : index
// CHECK-NEXT:         %[[V2:.*]] = arith.addi %[[V1]], %[[K]] : index
// CHECK-NEXT:         %[[V3:.*]] = arith.addi %[[V0]], %[[J]] : index
// CHECK-NEXT:         %[[X:.*]] = memref.load %[[A]][%[[V2]]] : memref<98xf32>
// CHECK-NEXT:         %[[Y:.*]] = memref.load %[[B]][%[[V3]]] : memref<48xf32>
// CHECK-NEXT:         %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK-NEXT:         %[[T:.*]] = arith.addf %[[ACC]], %[[P]] : f32
// CHECK-NEXT:         scf.yield %[[T]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[V4:.*]] = arith.muli %[[I]], %[[C4]] : index
// CHECK-NEXT:       %[[V5:.*]] = arith.addi %[[V4]], %[[J]] : index
// CHECK-NEXT:       memref.store %[[S]], %[[C]][%[[V5]]] : memref<16xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @right_factor_of_windows(%a: memref<98xf32>, %b: memref<48xf32>, %c: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %c48 = arith.constant 48 : index
  %zero = arith.constant 0.000000e+00 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %s = scf.for %k = %c0 to %c12 step %c1 iter_args(%acc = %zero) -> (f32) {
        %channel = arith.divui %k, %c2 : index
        %tap = arith.remui %k, %c2 : index
        %row = arith.muli %channel, %c12 : index
        %0 = arith.addi %row, %tap : index
        %1 = arith.muli %i, %c12 : index
        %2 = arith.addi %1, %k : index
        %3 = arith.addi %0, %j : index
        %x = memref.load %a[%2] : memref<98xf32>
        %y = memref.load %b[%3] : memref<48xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c4 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %c[%5] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Must not fire: the number is loaded inside the loops.
// CHECK-LABEL: func.func @digits_of_a_loaded_number
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @digits_of_a_loaded_number(%a: memref<98xf32>, %b: memref<48xf32>, %c: memref<16xf32>, %n: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %c48 = arith.constant 48 : index
  %zero = arith.constant 0.000000e+00 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %l = memref.load %n[%c0] : memref<1xi64>
      %h = arith.index_cast %l : i64 to index
      %s = scf.for %k = %c0 to %c12 step %c1 iter_args(%acc = %zero) -> (f32) {
        %kk = arith.addi %k, %h : index
        %channel = arith.divui %kk, %c2 : index
        %row = arith.muli %channel, %c12 : index
        %1 = arith.addi %row, %i : index
        %2 = arith.muli %k, %c4 : index
        %3 = arith.addi %2, %j : index
        %x = memref.load %a[%1] : memref<98xf32>
        %y = memref.load %b[%3] : memref<48xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %acc, %p : f32
        scf.yield %t : f32
      }
      %4 = arith.muli %i, %c4 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %c[%5] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Fires: every second iteration of the outer loop reads the factor backwards: tiles and terms.
// CHECK-LABEL: func.func @columns_forwards_and_backwards
// CHECK-SAME: (%[[W:.*]]: memref<8192xf32>, %[[X:.*]]: memref<32xf32>, %[[C:.*]]: memref<256xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[STEPS:.*]] = arith.constant 100 : index
// CHECK-NEXT: %[[N:.*]] = arith.constant 256 : index
// CHECK-NEXT: %[[KK:.*]] = arith.constant 32 : index
// CHECK-NEXT: scf.for %[[T:.*]] = %[[C0]] to %[[STEPS]] step %[[C1]] {
// CHECK-NEXT: %[[V0:.*]] = arith.andi %[[T]], %[[C1]] : index
// CHECK-NEXT: %[[V1:.*]] = arith.addi %[[V0]], %[[V0]] : index
// CHECK-NEXT: %[[V2:.*]] = arith.subi %[[C1]], %[[V1]] : index
// CHECK-NEXT: %[[C20:.*]] = arith.constant 20 : index
// CHECK-NEXT: %[[V3:.*]] = arith.subi %[[N]], %[[C20]] : index
// CHECK-NEXT: scf.for %[[J:.*]] = %[[C0]] to %[[N]] step %[[C20]] {
// CHECK-NEXT: %[[C240:.*]] = arith.constant 240 : index
// CHECK-NEXT: %[[V4:.*]] = arith.muli %[[V0]], %[[C240]] : index
// CHECK-NEXT: %[[V5:.*]] = arith.muli %[[V2]], %[[J]] : index
// CHECK-NEXT: %[[V6:.*]] = arith.addi %[[V4]], %[[V5]] : index
// CHECK-NEXT: %[[V7:.*]] = arith.minsi %[[V6]], %[[V3]] : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C12:.*]] = arith.constant 12 : index
// CHECK-NEXT: %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[V8:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: %[[V9:.*]], %[[V10:.*]], %[[V11:.*]], %[[V12:.*]], %[[V13:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[KK]] step %[[C1]] iter_args(%[[V14:.*]] = %[[V8]], %[[V15:.*]] = %[[V8]], %[[V16:.*]] = %[[V8]], %[[V17:.*]] = %[[V8]], %[[V18:.*]] = %[[V8]]) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %[[C31:.*]] = arith.constant 31 : index
// CHECK-NEXT: %[[V19:.*]] = arith.muli %[[V0]], %[[C31]] : index
// CHECK-NEXT: %[[V20:.*]] = arith.muli %[[V2]], %[[K]] : index
// CHECK-NEXT: %[[V21:.*]] = arith.addi %[[V19]], %[[V20]] : index
// CHECK-NEXT: %[[V22:.*]] = arith.muli %[[V21]], %[[N]] : index
// CHECK-NEXT: %[[V23:.*]] = arith.addi %[[V7]], %[[V22]] : index
// CHECK-NEXT: %[[V24:.*]] = vector.load %[[W]][%[[V23]]] : memref<8192xf32>, vector<4xf32>
// CHECK-NEXT: %[[V25:.*]] = arith.addi %[[V23]], %[[C4]] : index
// CHECK-NEXT: %[[V26:.*]] = vector.load %[[W]][%[[V25]]] : memref<8192xf32>, vector<4xf32>
// CHECK-NEXT: %[[V27:.*]] = arith.addi %[[V23]], %[[C8]] : index
// CHECK-NEXT: %[[V28:.*]] = vector.load %[[W]][%[[V27]]] : memref<8192xf32>, vector<4xf32>
// CHECK-NEXT: %[[V29:.*]] = arith.addi %[[V23]], %[[C12]] : index
// CHECK-NEXT: %[[V30:.*]] = vector.load %[[W]][%[[V29]]] : memref<8192xf32>, vector<4xf32>
// CHECK-NEXT: %[[V31:.*]] = arith.addi %[[V23]], %[[C16]] : index
// CHECK-NEXT: %[[V32:.*]] = vector.load %[[W]][%[[V31]]] : memref<8192xf32>, vector<4xf32>
// CHECK-NEXT: %[[V33:.*]] = memref.load %[[X]][%[[V21]]] : memref<32xf32>
// CHECK-NEXT: %[[V34:.*]] = vector.broadcast %[[V33]] : f32 to vector<4xf32>
// CHECK-NEXT: %[[V35:.*]] = vector.fma %[[V34]], %[[V24]], %[[V14]] : vector<4xf32>
// CHECK-NEXT: %[[V36:.*]] = vector.fma %[[V34]], %[[V26]], %[[V15]] : vector<4xf32>
// CHECK-NEXT: %[[V37:.*]] = vector.fma %[[V34]], %[[V28]], %[[V16]] : vector<4xf32>
// CHECK-NEXT: %[[V38:.*]] = vector.fma %[[V34]], %[[V30]], %[[V17]] : vector<4xf32>
// CHECK-NEXT: %[[V39:.*]] = vector.fma %[[V34]], %[[V32]], %[[V18]] : vector<4xf32>
// CHECK-NEXT: scf.yield %[[V35]], %[[V36]], %[[V37]], %[[V38]], %[[V39]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: } {schedule = "columns of 1x5 vectors of 4, 1.66e+03 cycles for 1x32 by 32x256"}
// CHECK-NEXT: vector.store %[[V9]], %[[C]][%[[V7]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT: %[[V40:.*]] = arith.addi %[[V7]], %[[C4]] : index
// CHECK-NEXT: vector.store %[[V10]], %[[C]][%[[V40]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT: %[[V41:.*]] = arith.addi %[[V7]], %[[C8]] : index
// CHECK-NEXT: vector.store %[[V11]], %[[C]][%[[V41]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT: %[[V42:.*]] = arith.addi %[[V7]], %[[C12]] : index
// CHECK-NEXT: vector.store %[[V12]], %[[C]][%[[V42]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT: %[[V43:.*]] = arith.addi %[[V7]], %[[C16]] : index
// CHECK-NEXT: vector.store %[[V13]], %[[C]][%[[V43]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @columns_forwards_and_backwards(%w: memref<8192xf32>, %x: memref<32xf32>, %c: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 100 : index
  %n = arith.constant 256 : index
  %kk = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %steps step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %k, %n : index
        %1 = arith.addi %0, %j : index
        %v = memref.load %w[%1] : memref<8192xf32>
        %u = memref.load %x[%k] : memref<32xf32>
        %p = arith.mulf %u, %v : f32
        %r = arith.addf %acc, %p : f32
        scf.yield %r : f32
      }
      memref.store %s, %c[%j] : memref<256xf32>
    }
  }
  func.return
}

// -----

// Fires: of dots, the tiles alone go backwards.
// CHECK-LABEL: func.func @dots_forwards_and_backwards
// CHECK-SAME: (%[[W:.*]]: memref<8192xf32>, %[[X:.*]]: memref<32xf32>, %[[C:.*]]: memref<256xf32>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[STEPS:.*]] = arith.constant 100 : index
// CHECK-NEXT: %[[N:.*]] = arith.constant 256 : index
// CHECK-NEXT: %[[KK:.*]] = arith.constant 32 : index
// CHECK-NEXT: scf.for %[[T:.*]] = %[[C0]] to %[[STEPS]] step %[[C1]] {
// CHECK-NEXT: %[[V0:.*]] = arith.andi %[[T]], %[[C1]] : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: scf.for %[[J:.*]] = %[[C0]] to %[[N]] step %[[C4]] {
// CHECK-NEXT: %[[C252:.*]] = arith.constant 252 : index
// CHECK-NEXT: %[[V1:.*]] = arith.muli %[[V0]], %[[C252]] : index
// CHECK-NEXT: %[[C8064:.*]] = arith.constant 8064 : index
// CHECK-NEXT: %[[V2:.*]] = arith.muli %[[V0]], %[[C8064]] : index
// CHECK-NEXT: %[[V3:.*]] = arith.muli %[[J]], %[[KK]] : index
// CHECK-NEXT: %[[V4:.*]] = arith.addi %[[V2]], %[[V3]] : index
// CHECK-NEXT: %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT: %[[V5:.*]] = arith.muli %[[V0]], %[[J]] : index
// CHECK-NEXT: %[[V6:.*]] = arith.muli %[[V5]], %[[C64]] : index
// CHECK-NEXT: %[[V7:.*]] = arith.subi %[[V4]], %[[V6]] : index
// CHECK-NEXT: %[[C96:.*]] = arith.constant 96 : index
// CHECK-NEXT: %[[V8:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: %[[V9:.*]], %[[V10:.*]], %[[V11:.*]], %[[V12:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[KK]] step %[[C4]] iter_args(%[[V13:.*]] = %[[V8]], %[[V14:.*]] = %[[V8]], %[[V15:.*]] = %[[V8]], %[[V16:.*]] = %[[V8]]) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %[[V17:.*]] = arith.addi %[[V7]], %[[K]] : index
// CHECK-NEXT: %[[V18:.*]] = vector.load %[[W]][%[[V17]]] : memref<8192xf32>, vector<4xf32>
// CHECK-NEXT: %[[V19:.*]] = arith.addi %[[V17]], %[[KK]] : index
// CHECK-NEXT: %[[V20:.*]] = vector.load %[[W]][%[[V19]]] : memref<8192xf32>, vector<4xf32>
// CHECK-NEXT: %[[V21:.*]] = arith.addi %[[V17]], %[[C64]] : index
// CHECK-NEXT: %[[V22:.*]] = vector.load %[[W]][%[[V21]]] : memref<8192xf32>, vector<4xf32>
// CHECK-NEXT: %[[V23:.*]] = arith.addi %[[V17]], %[[C96]] : index
// CHECK-NEXT: %[[V24:.*]] = vector.load %[[W]][%[[V23]]] : memref<8192xf32>, vector<4xf32>
// CHECK-NEXT: %[[V25:.*]] = vector.load %[[X]][%[[K]]] : memref<32xf32>, vector<4xf32>
// CHECK-NEXT: %[[V26:.*]] = vector.fma %[[V25]], %[[V18]], %[[V13]] : vector<4xf32>
// CHECK-NEXT: %[[V27:.*]] = vector.fma %[[V25]], %[[V20]], %[[V14]] : vector<4xf32>
// CHECK-NEXT: %[[V28:.*]] = vector.fma %[[V25]], %[[V22]], %[[V15]] : vector<4xf32>
// CHECK-NEXT: %[[V29:.*]] = vector.fma %[[V25]], %[[V24]], %[[V16]] : vector<4xf32>
// CHECK-NEXT: scf.yield %[[V26]], %[[V27]], %[[V28]], %[[V29]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: } {schedule = "dots of 1x4 vectors of 4, 2.56e+03 cycles for 1x32 by 32x256"}
// CHECK-NEXT: %[[V30:.*]] = vector.shuffle %[[V9]], %[[V10]] [0, 2, 4, 6] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: %[[V31:.*]] = vector.shuffle %[[V9]], %[[V10]] [1, 3, 5, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: %[[V32:.*]] = vector.shuffle %[[V11]], %[[V12]] [0, 2, 4, 6] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: %[[V33:.*]] = vector.shuffle %[[V11]], %[[V12]] [1, 3, 5, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: %[[V34:.*]] = arith.addf %[[V30]], %[[V31]] : vector<4xf32>
// CHECK-NEXT: %[[V35:.*]] = arith.addf %[[V32]], %[[V33]] : vector<4xf32>
// CHECK-NEXT: %[[V36:.*]] = vector.shuffle %[[V34]], %[[V35]] [0, 2, 4, 6] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: %[[V37:.*]] = vector.shuffle %[[V34]], %[[V35]] [1, 3, 5, 7] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: %[[V38:.*]] = arith.addf %[[V36]], %[[V37]] : vector<4xf32>
// CHECK-NEXT: %[[V39:.*]] = arith.addi %[[V1]], %[[J]] : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V40:.*]] = arith.muli %[[V5]], %[[C2]] : index
// CHECK-NEXT: %[[V41:.*]] = arith.subi %[[V39]], %[[V40]] : index
// CHECK-NEXT: vector.store %[[V38]], %[[C]][%[[V41]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @dots_forwards_and_backwards(%w: memref<8192xf32>, %x: memref<32xf32>, %c: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 100 : index
  %n = arith.constant 256 : index
  %kk = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %steps step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %j, %kk : index
        %1 = arith.addi %0, %k : index
        %v = memref.load %w[%1] : memref<8192xf32>
        %u = memref.load %x[%k] : memref<32xf32>
        %p = arith.mulf %u, %v : f32
        %r = arith.addf %acc, %p : f32
        scf.yield %r : f32
      }
      memref.store %s, %c[%j] : memref<256xf32>
    }
  }
  func.return
}

// -----

// Must not go backwards: the factor stays in the first cache.
// CHECK-LABEL: func.func @stays_in_the_first_cache
// CHECK-NOT: arith.andi
// CHECK: return
func.func @stays_in_the_first_cache(%w: memref<2048xf32>, %x: memref<32xf32>, %c: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 100 : index
  %n = arith.constant 64 : index
  %kk = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %steps step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %k, %n : index
        %1 = arith.addi %0, %j : index
        %v = memref.load %w[%1] : memref<2048xf32>
        %u = memref.load %x[%k] : memref<32xf32>
        %p = arith.mulf %u, %v : f32
        %r = arith.addf %acc, %p : f32
        scf.yield %r : f32
      }
      memref.store %s, %c[%j] : memref<64xf32>
    }
  }
  func.return
}

// -----

// Must not go backwards: each iteration reads other elements.
// CHECK-LABEL: func.func @other_elements_for_each_iteration
// CHECK-NOT: arith.andi
// CHECK: return
func.func @other_elements_for_each_iteration(%w: memref<8192xf32>, %x: memref<32xf32>, %c: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 100 : index
  %n = arith.constant 256 : index
  %kk = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %c0 to %steps step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = scf.for %k = %c0 to %kk step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = arith.muli %k, %n : index
        %2 = arith.addi %0, %j : index
        %1 = arith.addi %2, %t : index
        %v = memref.load %w[%1] : memref<8192xf32>
        %u = memref.load %x[%k] : memref<32xf32>
        %p = arith.mulf %u, %v : f32
        %r = arith.addf %acc, %p : f32
        scf.yield %r : f32
      }
      memref.store %s, %c[%j] : memref<256xf32>
    }
  }
  func.return
}
