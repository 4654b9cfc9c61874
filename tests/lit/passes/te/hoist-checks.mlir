// RUN: %ts-opt %s -p hoist-checks | %check %s

// Fires: the check of the second write moves in front of the first one, with what it needs.
// CHECK-LABEL: func.func @two_writes
// CHECK-SAME: (%[[K:.*]]: tensor<8xf32>, %[[V:.*]]: tensor<8xf32>, %[[X:.*]]: f32, %[[AT:.*]]: tensor<1xi64>)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.*]] = te.load %[[AT]][%[[C0]]] : tensor<1xi64>
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : i64
// CHECK-NEXT: %[[OK:.*]] = arith.cmpi slt, %[[V0]], %[[C8]] : i64
// CHECK-NEXT: cf.assert %[[OK]], "aten.index_copy: index out of range"
// CHECK-NEXT: %[[V1:.*]] = te.scatter (%[[I:.*]] = 1) into %[[K]] : tensor<8xf32> {
// CHECK-NEXT:   te.put %[[X]] at [%[[C0]]] set : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[P:.*]] = arith.index_cast %[[V0]] : i64 to index
// CHECK-NEXT: %[[V2:.*]] = te.scatter (%[[J:.*]] = 1) into %[[V]] : tensor<8xf32> {
// CHECK-NEXT:   te.put %[[X]] at [%[[P]]] set : f32
// CHECK-NEXT: }
// CHECK-NEXT: te.assign %[[V1]] to %[[K]] : tensor<8xf32>
// CHECK-NEXT: te.assign %[[V2]] to %[[V]] : tensor<8xf32>
// CHECK-NEXT: func.return
func.func @two_writes(%k: tensor<8xf32>, %v: tensor<8xf32>, %x: f32, %at: tensor<1xi64>) {
  %c0 = arith.constant 0 : index
  %0 = te.scatter (%i = 1) into %k : tensor<8xf32> {
    te.put %x at [%c0] set : f32
  }
  %1 = te.load %at[%c0] : tensor<1xi64>
  %c8 = arith.constant 8 : i64
  %ok = arith.cmpi slt, %1, %c8 : i64
  cf.assert %ok, "aten.index_copy: index out of range"
  %p = arith.index_cast %1 : i64 to index
  %2 = te.scatter (%j = 1) into %v : tensor<8xf32> {
    te.put %x at [%p] set : f32
  }
  te.assign %0 to %k : tensor<8xf32>
  te.assign %2 to %v : tensor<8xf32>
  func.return
}

// Fires: a tensor that the check needs moves, too.
// CHECK-LABEL: func.func @a_reduction
// CHECK-SAME: (%[[K:.*]]: tensor<8xf32>, %[[X:.*]]: tensor<4xi1>, %[[TRUE:.*]]: i1)
// CHECK-NEXT: %[[V0:.*]] = te.reduce () over (%[[J:.*]] = 4) init (%[[ACC:.*]] = %[[TRUE]] : i1) : tensor<i1> {
// CHECK-NEXT:   %[[V1:.*]] = te.load %[[X]][%[[J]]] : tensor<4xi1>
// CHECK-NEXT:   %[[V2:.*]] = arith.andi %[[ACC]], %[[V1]] : i1
// CHECK-NEXT:   te.yield %[[V2]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: %[[OK:.*]] = te.load %[[V0]][] : tensor<i1>
// CHECK-NEXT: cf.assert %[[OK]], "all"
// CHECK-NEXT: %[[V3:.*]] = te.compute (%[[I:.*]] = 8) : tensor<8xf32> {
// CHECK-NEXT:   %[[V4:.*]] = te.load %[[K]][%[[I]]] : tensor<8xf32>
// CHECK-NEXT:   %[[V5:.*]] = arith.addf %[[V4]], %[[V4]] : f32
// CHECK-NEXT:   te.yield %[[V5]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: te.assign %[[V3]] to %[[K]] : tensor<8xf32>
// CHECK-NEXT: func.return
func.func @a_reduction(%k: tensor<8xf32>, %x: tensor<4xi1>, %true: i1) {
  %0 = te.compute (%i = 8) : tensor<8xf32> {
    %1 = te.load %k[%i] : tensor<8xf32>
    %2 = arith.addf %1, %1 : f32
    te.yield %2 : f32
  }
  %3 = te.reduce () over (%j = 4) init (%acc = %true : i1) : tensor<i1> {
    %4 = te.load %x[%j] : tensor<4xi1>
    %5 = arith.andi %acc, %4 : i1
    te.yield %5 : i1
  }
  %ok = te.load %3[] : tensor<i1>
  cf.assert %ok, "all"
  te.assign %0 to %k : tensor<8xf32>
  func.return
}

// Fires: the branch takes over the tensor of its second side, made in the argument.
// CHECK-LABEL: func.func @behind_a_branch
// CHECK-SAME: (%[[K:.*]]: tensor<8xf32>, %[[Z:.*]]: tensor<8xf32>, %[[X:.*]]: f32, %[[C:.*]]: i1, %[[OK:.*]]: i1)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: cf.assert %[[OK]], "late"
// CHECK-NEXT: %[[V0:.*]] = te.scatter (%[[I:.*]] = 1) into %[[K]] : tensor<8xf32> {
// CHECK-NEXT:   te.put %[[X]] at [%[[C0]]] set : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.*]] = scf.if %[[C]] -> (tensor<8xf32>) {
// CHECK-NEXT:   scf.yield %[[Z]] : tensor<8xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[V0]] : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: te.assign %[[V1]] to %[[K]] : tensor<8xf32>
// CHECK-NEXT: func.return
func.func @behind_a_branch(%k: tensor<8xf32>, %z: tensor<8xf32>, %x: f32, %c: i1, %ok: i1) {
  %c0 = arith.constant 0 : index
  %0 = te.scatter (%i = 1) into %k : tensor<8xf32> {
    te.put %x at [%c0] set : f32
  }
  %1 = scf.if %c -> (tensor<8xf32>) {
    scf.yield %z : tensor<8xf32>
  } else {
    scf.yield %0 : tensor<8xf32>
  }
  cf.assert %ok, "late"
  te.assign %1 to %k : tensor<8xf32>
  func.return
}

// Fires: the check moves with what it needs, a tensor of one side, in front of that of the other.
// CHECK-LABEL: func.func @needs_the_other_side
// CHECK-SAME: (%[[K:.*]]: tensor<8xi1>, %[[X:.*]]: i1, %[[C:.*]]: i1)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V1:.*]] = te.compute (%[[J:.*]] = 8) : tensor<8xi1> {
// CHECK-NEXT:   te.yield %[[X]] : i1
// CHECK-NEXT: }
// CHECK-NEXT: %[[OK:.*]] = te.load %[[V1]][%[[C0]]] : tensor<8xi1>
// CHECK-NEXT: cf.assert %[[OK]], "late"
// CHECK-NEXT: %[[V0:.*]] = te.scatter (%[[I:.*]] = 1) into %[[K]] : tensor<8xi1> {
// CHECK-NEXT:   te.put %[[X]] at [%[[C0]]] set : i1
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.*]] = scf.if %[[C]] -> (tensor<8xi1>) {
// CHECK-NEXT:   scf.yield %[[V0]] : tensor<8xi1>
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[V1]] : tensor<8xi1>
// CHECK-NEXT: }
// CHECK-NEXT: te.assign %[[V2]] to %[[K]] : tensor<8xi1>
// CHECK-NEXT: func.return
func.func @needs_the_other_side(%k: tensor<8xi1>, %x: i1, %c: i1) {
  %c0 = arith.constant 0 : index
  %0 = te.scatter (%i = 1) into %k : tensor<8xi1> {
    te.put %x at [%c0] set : i1
  }
  %1 = te.compute (%j = 8) : tensor<8xi1> {
    te.yield %x : i1
  }
  %2 = scf.if %c -> (tensor<8xi1>) {
    scf.yield %0 : tensor<8xi1>
  } else {
    scf.yield %1 : tensor<8xi1>
  }
  %ok = te.load %1[%c0] : tensor<8xi1>
  cf.assert %ok, "late"
  te.assign %2 to %k : tensor<8xi1>
  func.return
}

// Must not fire: nothing is assigned.
// CHECK-LABEL: func.func @stays_as_nothing_is_assigned
// CHECK-SAME: (%[[K:.*]]: tensor<8xf32>, %[[OK:.*]]: i1)
// CHECK-NEXT: %[[V0:.*]] = te.compute (%[[I:.*]] = 8) : tensor<8xf32> {
// CHECK-NEXT:   %[[V1:.*]] = te.load %[[K]][%[[I]]] : tensor<8xf32>
// CHECK-NEXT:   te.yield %[[V1]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: cf.assert %[[OK]], "late"
// CHECK-NEXT: func.return %[[V0]] : tensor<8xf32>
func.func @stays_as_nothing_is_assigned(%k: tensor<8xf32>, %ok: i1) -> tensor<8xf32> {
  %0 = te.compute (%i = 8) : tensor<8xf32> {
    %1 = te.load %k[%i] : tensor<8xf32>
    te.yield %1 : f32
  }
  cf.assert %ok, "late"
  func.return %0 : tensor<8xf32>
}

// Must not fire: the check reads the new elements.
// CHECK-LABEL: func.func @stays_as_it_needs_the_new_tensor
// CHECK-SAME: (%[[K:.*]]: tensor<8xi1>, %[[X:.*]]: i1)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.*]] = te.scatter (%[[I:.*]] = 1) into %[[K]] : tensor<8xi1> {
// CHECK-NEXT:   te.put %[[X]] at [%[[C0]]] set : i1
// CHECK-NEXT: }
// CHECK-NEXT: %[[OK:.*]] = te.load %[[V0]][%[[C0]]] : tensor<8xi1>
// CHECK-NEXT: cf.assert %[[OK]], "new"
// CHECK-NEXT: te.assign %[[V0]] to %[[K]] : tensor<8xi1>
// CHECK-NEXT: func.return
func.func @stays_as_it_needs_the_new_tensor(%k: tensor<8xi1>, %x: i1) {
  %c0 = arith.constant 0 : index
  %0 = te.scatter (%i = 1) into %k : tensor<8xi1> {
    te.put %x at [%c0] set : i1
  }
  %ok = te.load %0[%c0] : tensor<8xi1>
  cf.assert %ok, "new"
  te.assign %0 to %k : tensor<8xi1>
  func.return
}

// Must not fire: the check reads what the branch yields, of whichever side.
// CHECK-LABEL: func.func @stays_as_it_needs_what_a_branch_yields
// CHECK-SAME: (%[[K:.*]]: tensor<8xi1>, %[[X:.*]]: i1, %[[C:.*]]: i1)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.*]] = te.scatter (%[[I:.*]] = 1) into %[[K]] : tensor<8xi1> {
// CHECK-NEXT:   te.put %[[X]] at [%[[C0]]] set : i1
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.*]] = scf.if %[[C]] -> (tensor<8xi1>) {
// CHECK-NEXT:   scf.yield %[[K]] : tensor<8xi1>
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %[[V0]] : tensor<8xi1>
// CHECK-NEXT: }
// CHECK-NEXT: %[[OK:.*]] = te.load %[[V1]][%[[C0]]] : tensor<8xi1>
// CHECK-NEXT: cf.assert %[[OK]], "new"
// CHECK-NEXT: te.assign %[[V1]] to %[[K]] : tensor<8xi1>
// CHECK-NEXT: func.return
func.func @stays_as_it_needs_what_a_branch_yields(%k: tensor<8xi1>, %x: i1, %c: i1) {
  %c0 = arith.constant 0 : index
  %0 = te.scatter (%i = 1) into %k : tensor<8xi1> {
    te.put %x at [%c0] set : i1
  }
  %1 = scf.if %c -> (tensor<8xi1>) {
    scf.yield %k : tensor<8xi1>
  } else {
    scf.yield %0 : tensor<8xi1>
  }
  %ok = te.load %1[%c0] : tensor<8xi1>
  cf.assert %ok, "new"
  te.assign %1 to %k : tensor<8xi1>
  func.return
}

// Must not fire: a draw keeps its place among others.
// CHECK-LABEL: func.func @stays_as_it_needs_a_draw
// CHECK-SAME: (%[[K:.*]]: tensor<8xf32>, %[[X:.*]]: f32)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.*]] = te.scatter (%[[I:.*]] = 1) into %[[K]] : tensor<8xf32> {
// CHECK-NEXT:   te.put %[[X]] at [%[[C0]]] set : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[W:.*]] = te.draw : tensor<1xi32>
// CHECK-NEXT: %[[V1:.*]] = te.load %[[W]][%[[C0]]] : tensor<1xi32>
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[OK:.*]] = arith.cmpi sge, %[[V1]], %[[ZERO]] : i32
// CHECK-NEXT: cf.assert %[[OK]], "drawn"
// CHECK-NEXT: te.assign %[[V0]] to %[[K]] : tensor<8xf32>
// CHECK-NEXT: func.return
func.func @stays_as_it_needs_a_draw(%k: tensor<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %0 = te.scatter (%i = 1) into %k : tensor<8xf32> {
    te.put %x at [%c0] set : f32
  }
  %w = te.draw : tensor<1xi32>
  %1 = te.load %w[%c0] : tensor<1xi32>
  %zero = arith.constant 0 : i32
  %ok = arith.cmpi sge, %1, %zero : i32
  cf.assert %ok, "drawn"
  te.assign %0 to %k : tensor<8xf32>
  func.return
}
