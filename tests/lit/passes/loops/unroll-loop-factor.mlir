// RUN: %ts-opt %s -p "unroll-loop{loop=i factor=2},cse,dce" | %check %s

// Fires: a loop over pairs of iterations, and one over those that are left over.
// CHECK-LABEL: func.func @pairs
// CHECK-SAME:  (%[[N:.*]]: index, %[[M:.*]]: memref<?xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:    %[[V0:.*]] = arith.remsi %[[N]], %[[C2]] : index
// CHECK-NEXT:    %[[V1:.*]] = arith.divsi %[[N]], %[[C2]] : index
// CHECK-NEXT:    scf.for %[[IO:.*]] = %[[C0]] to %[[V1]] step %[[C1]] {
// CHECK-NEXT:      %[[V2:.*]] = arith.muli %[[IO]], %[[C2]] : index
// CHECK-NEXT:      %[[I:.*]] = arith.addi %[[V2]], %[[C0]] : index
// CHECK-NEXT:      memref.store %[[X]], %[[M]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:      %[[I_1:.*]] = arith.addi %[[V2]], %[[C1]] : index
// CHECK-NEXT:      memref.store %[[X]], %[[M]][%[[I_1]]] : memref<?xf32>
// CHECK-NEXT:    } {loop_name = "io"}
// CHECK-NEXT:    %[[V3:.*]] = arith.muli %[[V1]], %[[C2]] : index
// CHECK-NEXT:    scf.for %[[I_TAIL:.*]] = %[[C0]] to %[[V0]] step %[[C1]] {
// CHECK-NEXT:      %[[I_2:.*]] = arith.addi %[[V3]], %[[I_TAIL]] : index
// CHECK-NEXT:      memref.store %[[X]], %[[M]][%[[I_2]]] : memref<?xf32>
// CHECK-NEXT:    } {loop_name = "i_tail"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @pairs(%n: index, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  } {loop_name = "i"}
  func.return
}
