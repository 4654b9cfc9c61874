// RUN: %ts-opt %s -p "parallelize-loop{loop=i}" | %check %s

// Fires: each row is one piece of work.
// CHECK-LABEL: func.func @rows
// CHECK-SAME:  (%[[N:.*]]: index, %[[OUT:.*]]: memref<?x4xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    "scf.parallel"(%[[C0]], %[[N]], %[[C1]]) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:    ^{{.*}}(%[[I:.*]]: index):
// CHECK-NEXT:      scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        memref.store %[[X]], %[[OUT]][%[[I]], %[[J]]] : memref<?x4xf32>
// CHECK-NEXT:      } {loop_name = "j"}
// CHECK-NEXT:      scf.reduce
// CHECK-NEXT:    }) {loop_name = "i"} : (index, index, index) -> ()
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @rows(%n: index, %out: memref<?x4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %x, %out[%i, %j] : memref<?x4xf32>
    } {loop_name = "j"}
  } {loop_name = "i"}
  func.return
}
