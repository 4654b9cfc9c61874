// RUN: %ts-opt %s -p "vectorize-loop{loop=j width=4},cse,dce" | %check %s

// Fires: vectors of four elements, and two elements behind them.
// CHECK-LABEL: func.func @tail
// CHECK-SAME:  (%[[A:.*]]: memref<10xf32>, %[[B:.*]]: memref<10xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C4]] {
// CHECK-NEXT:      %[[X:.*]] = vector.load %[[A]][%[[J]]] : memref<10xf32>, vector<4xf32>
// CHECK-NEXT:      vector.store %[[X]], %[[B]][%[[J]]] : memref<10xf32>, vector<4xf32>
// CHECK-NEXT:    } {loop_name = "j"}
// CHECK-NEXT:    scf.for %[[J_TAIL:.*]] = %[[C8]] to %[[C10]] step %[[C1]] {
// CHECK-NEXT:      %[[X_1:.*]] = memref.load %[[A]][%[[J_TAIL]]] : memref<10xf32>
// CHECK-NEXT:      memref.store %[[X_1]], %[[B]][%[[J_TAIL]]] : memref<10xf32>
// CHECK-NEXT:    } {loop_name = "j_tail"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @tail(%a: memref<10xf32>, %b: memref<10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %j = %c0 to %c10 step %c1 {
    %x = memref.load %a[%j] : memref<10xf32>
    memref.store %x, %b[%j] : memref<10xf32>
  } {loop_name = "j"}
  func.return
}

// Fires: sums of four columns at once; the loop over rows stays.
// CHECK-LABEL: func.func @sums
// CHECK-SAME:  (%[[A:.*]]: memref<3x4xf32>, %[[B:.*]]: memref<2x4xf32>, %[[ZERO:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:    %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:      %[[ZERO_1:.*]] = vector.broadcast %[[ZERO]] : f32 to vector<4xf32>
// CHECK-NEXT:      scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C4]] {
// CHECK-NEXT:        %[[V0:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[V1:.*]] = %[[ZERO_1]]) -> (vector<4xf32>) {
// CHECK-NEXT:          %[[X:.*]] = vector.load %[[A]][%[[K]], %[[J]]] : memref<3x4xf32>, vector<4xf32>
// CHECK-NEXT:          %[[Y:.*]] = arith.addf %[[V1]], %[[X]] : vector<4xf32>
// CHECK-NEXT:          scf.yield %[[Y]] : vector<4xf32>
// CHECK-NEXT:        }
// CHECK-NEXT:        vector.store %[[V0]], %[[B]][%[[I]], %[[J]]] : memref<2x4xf32>, vector<4xf32>
// CHECK-NEXT:      } {loop_name = "j"}
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @sums(%a: memref<3x4xf32>, %b: memref<2x4xf32>, %zero: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (f32) {
        %x = memref.load %a[%k, %j] : memref<3x4xf32>
        %y = arith.addf %acc, %x : f32
        scf.yield %y : f32
      } {loop_name = "k"}
      memref.store %sum, %b[%i, %j] : memref<2x4xf32>
    } {loop_name = "j"}
  } {loop_name = "i"}
  func.return
}
