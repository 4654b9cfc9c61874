// RUN: %ts-opt %s -p "split-loop{loop=i factor=4},cse,dce" | %check %s
// RUN: %ts-opt %s -p "split-loop{loop=i factor=4 tail=mask outer=block inner=lane},cse,dce" | %check %s --check-prefix=MASK

// Fires: two whole parts of 4, and a tail of 2, whose inner loops have names of their own.
// MASK-LABEL: func.func @tail
// MASK-SAME:  (%[[M:.*]]: memref<10x2xf32>, %[[X:.*]]: f32) {
// MASK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// MASK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// MASK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// MASK-NEXT:    %[[C10:.*]] = arith.constant 10 : index
// MASK-NEXT:    %[[C3:.*]] = arith.constant 3 : index
// MASK-NEXT:    scf.for %[[BLOCK:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// MASK-NEXT:      %[[C4:.*]] = arith.constant 4 : index
// MASK-NEXT:      %[[V0:.*]] = arith.muli %[[BLOCK]], %[[C4]] : index
// MASK-NEXT:      scf.for %[[LANE:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// MASK-NEXT:        %[[I:.*]] = arith.addi %[[V0]], %[[LANE]] : index
// MASK-NEXT:        %[[V1:.*]] = arith.cmpi slt, %[[I]], %[[C10]] : index
// MASK-NEXT:        scf.if %[[V1]] {
// MASK-NEXT:          scf.for %[[J:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// MASK-NEXT:            memref.store %[[X]], %[[M]][%[[I]], %[[J]]] : memref<10x2xf32>
// MASK-NEXT:          } {loop_name = "j"}
// MASK-NEXT:        }
// MASK-NEXT:      } {loop_name = "lane"}
// MASK-NEXT:    } {loop_name = "block"}
// MASK-NEXT:    func.return
// MASK-NEXT:  }
// CHECK-LABEL: func.func @tail
// CHECK-SAME:  (%[[M:.*]]: memref<10x2xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:    scf.for %[[IO:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:      %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:      %[[V0:.*]] = arith.muli %[[IO]], %[[C4]] : index
// CHECK-NEXT:      scf.for %[[II:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        %[[I:.*]] = arith.addi %[[V0]], %[[II]] : index
// CHECK-NEXT:        scf.for %[[J:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:          memref.store %[[X]], %[[M]][%[[I]], %[[J]]] : memref<10x2xf32>
// CHECK-NEXT:        } {loop_name = "j"}
// CHECK-NEXT:      } {loop_name = "ii"}
// CHECK-NEXT:    } {loop_name = "io"}
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I_TAIL:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:      %[[I_1:.*]] = arith.addi %[[C8]], %[[I_TAIL]] : index
// CHECK-NEXT:      scf.for %[[J_TAIL:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:        memref.store %[[X]], %[[M]][%[[I_1]], %[[J_TAIL]]] : memref<10x2xf32>
// CHECK-NEXT:      } {loop_name = "j_tail"}
// CHECK-NEXT:    } {loop_name = "i_tail"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @tail(%m: memref<10x2xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      memref.store %x, %m[%i, %j] : memref<10x2xf32>
    } {loop_name = "j"}
  } {loop_name = "i"}
  func.return
}

// Whole parts leave nothing over.
// MASK-LABEL: func.func @no_tail
// MASK-SAME:  (%[[M:.*]]: memref<8xf32>, %[[X:.*]]: f32) {
// MASK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// MASK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// MASK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// MASK-NEXT:    scf.for %[[BLOCK:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// MASK-NEXT:      %[[C4:.*]] = arith.constant 4 : index
// MASK-NEXT:      %[[V0:.*]] = arith.muli %[[BLOCK]], %[[C4]] : index
// MASK-NEXT:      scf.for %[[LANE:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// MASK-NEXT:        %[[I:.*]] = arith.addi %[[V0]], %[[LANE]] : index
// MASK-NEXT:        memref.store %[[X]], %[[M]][%[[I]]] : memref<8xf32>
// MASK-NEXT:      } {loop_name = "lane"}
// MASK-NEXT:    } {loop_name = "block"}
// MASK-NEXT:    func.return
// MASK-NEXT:  }
// CHECK-LABEL: func.func @no_tail
// CHECK-SAME:  (%[[M:.*]]: memref<8xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:    scf.for %[[IO:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:      %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:      %[[V0:.*]] = arith.muli %[[IO]], %[[C4]] : index
// CHECK-NEXT:      scf.for %[[II:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        %[[I:.*]] = arith.addi %[[V0]], %[[II]] : index
// CHECK-NEXT:        memref.store %[[X]], %[[M]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:      } {loop_name = "ii"}
// CHECK-NEXT:    } {loop_name = "io"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @no_tail(%m: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %m[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// A run knows how many iterations the tail has.
// MASK-LABEL: func.func @symbolic
// MASK-SAME:  (%[[N:.*]]: index, %[[M:.*]]: memref<?xf32>, %[[X:.*]]: f32) {
// MASK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// MASK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// MASK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// MASK-NEXT:    %[[C3:.*]] = arith.constant 3 : index
// MASK-NEXT:    %[[V0:.*]] = arith.addi %[[N]], %[[C3]] : index
// MASK-NEXT:    %[[V1:.*]] = arith.divsi %[[V0]], %[[C4]] : index
// MASK-NEXT:    scf.for %[[BLOCK:.*]] = %[[C0]] to %[[V1]] step %[[C1]] {
// MASK-NEXT:      %[[V2:.*]] = arith.muli %[[BLOCK]], %[[C4]] : index
// MASK-NEXT:      scf.for %[[LANE:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// MASK-NEXT:        %[[I:.*]] = arith.addi %[[V2]], %[[LANE]] : index
// MASK-NEXT:        %[[V3:.*]] = arith.cmpi slt, %[[I]], %[[N]] : index
// MASK-NEXT:        scf.if %[[V3]] {
// MASK-NEXT:          memref.store %[[X]], %[[M]][%[[I]]] : memref<?xf32>
// MASK-NEXT:        }
// MASK-NEXT:      } {loop_name = "lane"}
// MASK-NEXT:    } {loop_name = "block"}
// MASK-NEXT:    func.return
// MASK-NEXT:  }
// CHECK-LABEL: func.func @symbolic
// CHECK-SAME:  (%[[N:.*]]: index, %[[M:.*]]: memref<?xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[V0:.*]] = arith.remsi %[[N]], %[[C4]] : index
// CHECK-NEXT:    %[[V1:.*]] = arith.divsi %[[N]], %[[C4]] : index
// CHECK-NEXT:    scf.for %[[IO:.*]] = %[[C0]] to %[[V1]] step %[[C1]] {
// CHECK-NEXT:      %[[V2:.*]] = arith.muli %[[IO]], %[[C4]] : index
// CHECK-NEXT:      scf.for %[[II:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        %[[I:.*]] = arith.addi %[[V2]], %[[II]] : index
// CHECK-NEXT:        memref.store %[[X]], %[[M]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:      } {loop_name = "ii"}
// CHECK-NEXT:    } {loop_name = "io"}
// CHECK-NEXT:    %[[V3:.*]] = arith.muli %[[V1]], %[[C4]] : index
// CHECK-NEXT:    scf.for %[[I_TAIL:.*]] = %[[C0]] to %[[V0]] step %[[C1]] {
// CHECK-NEXT:      %[[I_1:.*]] = arith.addi %[[V3]], %[[I_TAIL]] : index
// CHECK-NEXT:      memref.store %[[X]], %[[M]][%[[I_1]]] : memref<?xf32>
// CHECK-NEXT:    } {loop_name = "i_tail"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @symbolic(%n: index, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  } {loop_name = "i"}
  func.return
}

// A sum goes through both loops, then through the tail, in the same order.
// MASK-LABEL: func.func @carried
// MASK-SAME:  (%[[M:.*]]: memref<5xf32>, %[[X:.*]]: f32) -> f32 {
// MASK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// MASK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// MASK-NEXT:    %[[C5:.*]] = arith.constant 5 : index
// MASK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// MASK-NEXT:    %[[SUM:.*]] = scf.for %[[BLOCK:.*]] = %[[C0]] to %[[C2]] step %[[C1]] iter_args(%[[V0:.*]] = %[[X]]) -> (f32) {
// MASK-NEXT:      %[[C4:.*]] = arith.constant 4 : index
// MASK-NEXT:      %[[V1:.*]] = arith.muli %[[BLOCK]], %[[C4]] : index
// MASK-NEXT:      %[[V2:.*]] = scf.for %[[LANE:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[V0]]) -> (f32) {
// MASK-NEXT:        %[[I:.*]] = arith.addi %[[V1]], %[[LANE]] : index
// MASK-NEXT:        %[[V3:.*]] = arith.cmpi slt, %[[I]], %[[C5]] : index
// MASK-NEXT:        %[[V4:.*]] = scf.if %[[V3]] -> (f32) {
// MASK-NEXT:          %[[Y:.*]] = memref.load %[[M]][%[[I]]] : memref<5xf32>
// MASK-NEXT:          %[[Z:.*]] = arith.addf %[[ACC]], %[[Y]] : f32
// MASK-NEXT:          scf.yield %[[Z]] : f32
// MASK-NEXT:        } else {
// MASK-NEXT:          scf.yield %[[ACC]] : f32
// MASK-NEXT:        }
// MASK-NEXT:        scf.yield %[[V4]] : f32
// MASK-NEXT:      } {loop_name = "lane"}
// MASK-NEXT:      scf.yield %[[V2]] : f32
// MASK-NEXT:    } {loop_name = "block"}
// MASK-NEXT:    func.return %[[SUM]] : f32
// MASK-NEXT:  }
// CHECK-LABEL: func.func @carried
// CHECK-SAME:  (%[[M:.*]]: memref<5xf32>, %[[X:.*]]: f32) -> f32 {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[V0:.*]] = scf.for %[[IO:.*]] = %[[C0]] to %[[C1]] step %[[C1]] iter_args(%[[V1:.*]] = %[[X]]) -> (f32) {
// CHECK-NEXT:      %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:      %[[V2:.*]] = arith.muli %[[IO]], %[[C4]] : index
// CHECK-NEXT:      %[[V3:.*]] = scf.for %[[II:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[V1]]) -> (f32) {
// CHECK-NEXT:        %[[I:.*]] = arith.addi %[[V2]], %[[II]] : index
// CHECK-NEXT:        %[[Y:.*]] = memref.load %[[M]][%[[I]]] : memref<5xf32>
// CHECK-NEXT:        %[[Z:.*]] = arith.addf %[[ACC]], %[[Y]] : f32
// CHECK-NEXT:        scf.yield %[[Z]] : f32
// CHECK-NEXT:      } {loop_name = "ii"}
// CHECK-NEXT:      scf.yield %[[V3]] : f32
// CHECK-NEXT:    } {loop_name = "io"}
// CHECK-NEXT:    %[[C4_1:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[SUM:.*]] = scf.for %[[I_TAIL:.*]] = %[[C0]] to %[[C1]] step %[[C1]] iter_args(%[[ACC_1:.*]] = %[[V0]]) -> (f32) {
// CHECK-NEXT:      %[[I_1:.*]] = arith.addi %[[C4_1]], %[[I_TAIL]] : index
// CHECK-NEXT:      %[[Y_1:.*]] = memref.load %[[M]][%[[I_1]]] : memref<5xf32>
// CHECK-NEXT:      %[[Z_1:.*]] = arith.addf %[[ACC_1]], %[[Y_1]] : f32
// CHECK-NEXT:      scf.yield %[[Z_1]] : f32
// CHECK-NEXT:    } {loop_name = "i_tail"}
// CHECK-NEXT:    func.return %[[SUM]] : f32
// CHECK-NEXT:  }
func.func @carried(%m: memref<5xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %sum = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %x) -> (f32) {
    %y = memref.load %m[%i] : memref<5xf32>
    %z = arith.addf %acc, %y : f32
    scf.yield %z : f32
  } {loop_name = "i"}
  func.return %sum : f32
}
