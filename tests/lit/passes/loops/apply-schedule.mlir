// RUN: %ts-opt %s -p "apply-schedule,cse,dce" | %check %s
// RUN: %ts-opt %s -p "apply-schedule" --print-ir-after=split-loop 2>&1 | %check %s --check-prefix=STEP

// STEP: IR Dump After split-loop{loop="j" factor=4}
// STEP-NOT: te.schedule
// STEP: {loop_name = "ji"}

// Fires: loops get their names, then the passes run in order.
// CHECK-LABEL: func.func @in_order
// CHECK-SAME:  (%[[A:.*]]: memref<6x8xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C6]] step %[[C1]] {
// CHECK-NEXT:      scf.for %[[JI:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        %[[V0:.*]] = arith.muli %[[C0]], %[[C4]] : index
// CHECK-NEXT:        %[[J:.*]] = arith.addi %[[V0]], %[[JI]] : index
// CHECK-NEXT:        memref.store %[[X]], %[[A]][%[[I]], %[[J]]] : memref<6x8xf32>
// CHECK-NEXT:      } {loop_name = "ji_0"}
// CHECK-NEXT:    } {loop_name = "i_0"}
// CHECK-NEXT:    scf.for %[[I_1:.*]] = %[[C0]] to %[[C6]] step %[[C1]] {
// CHECK-NEXT:      scf.for %[[JI_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        %[[V1:.*]] = arith.muli %[[C1]], %[[C4]] : index
// CHECK-NEXT:        %[[J_1:.*]] = arith.addi %[[V1]], %[[JI_1]] : index
// CHECK-NEXT:        memref.store %[[X]], %[[A]][%[[I_1]], %[[J_1]]] : memref<6x8xf32>
// CHECK-NEXT:      } {loop_name = "ji_1"}
// CHECK-NEXT:    } {loop_name = "i_1"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @in_order(%a: memref<6x8xf32>, %x: f32) attributes {te.schedule = ["split-loop{loop=j factor=4}", "reorder-loops{loops=jo,i,ji}", "unroll-loop{loop=jo}, cse"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %x, %a[%i, %j] : memref<6x8xf32>
    }
  }
  func.return
}

// An empty schedule names the loops.
// CHECK-LABEL: func.func @empty
// CHECK-SAME:  (%[[A:.*]]: memref<6xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C6]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[A]][%[[I]]] : memref<6xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @empty(%a: memref<6xf32>, %x: f32) attributes {te.schedule = []} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    memref.store %x, %a[%i] : memref<6xf32>
  }
  func.return
}

// Must not fire: the schedules of other functions do not concern this one.
// CHECK-LABEL: func.func @stays_without_schedule
// CHECK-SAME:  (%[[A:.*]]: memref<6x8xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT:    scf.for %[[J:.*]] = %[[C0]] to %[[C6]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[A]][%[[J]], %[[C0]]] : memref<6x8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @stays_without_schedule(%a: memref<6x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %j = %c0 to %c6 step %c1 {
    memref.store %x, %a[%j, %c0] : memref<6x8xf32>
  }
  func.return
}
