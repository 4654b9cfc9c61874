// RUN: %ts-opt %s -p convert-te-to-loops,cse | %check %s

// A loop that replaces a row in each iteration writes only that row, and where the result belongs.
// CHECK-LABEL: func.func @row_by_row
// CHECK-SAME:  (%[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<8x4xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:  %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[ZERO]], %[[OUT]][%[[I]], %[[J]]] : memref<8x4xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[T:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  scf.for %[[J_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[X]][%[[J_1]]] : memref<4xf32>
// CHECK-NEXT:  memref.store %[[V0]], %[[OUT]][%[[T]], %[[J_1]]] : memref<8x4xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @row_by_row(%x: tensor<4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %first = te.compute (%i = 8, %j = 4) : tensor<8x4xf32> {
    te.yield %zero : f32
  }
  %all = scf.for %t = %c0 to %c8 step %c1 iter_args(%o = %first) -> (tensor<8x4xf32>) {
    %next = te.scatter (%j = 4) into %o : tensor<8x4xf32> {
      %0 = te.load %x[%j] : tensor<4xf32>
      te.put %0 at [%t, %j] set : f32
    }
    scf.yield %next : tensor<8x4xf32>
  }
  func.return %all : tensor<8x4xf32>
}

// Of two loops, the inner one writes into the tensor that the outer one carries.
// CHECK-LABEL: func.func @element_by_element
// CHECK-SAME:  (%[[X:.*]]: f32, %[[OUT:.*]]: memref<8x4xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[I]], %[[J]]] : memref<8x4xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[S:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  scf.for %[[T:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[OUT]][%[[S]], %[[T]]] : memref<8x4xf32>
// CHECK-NEXT:  %[[V1:.*]] = arith.addf %[[V0]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[S]], %[[T]]] : memref<8x4xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @element_by_element(%x: f32) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %first = te.compute (%i = 8, %j = 4) : tensor<8x4xf32> {
    te.yield %x : f32
  }
  %all = scf.for %s = %c0 to %c8 step %c1 iter_args(%o = %first) -> (tensor<8x4xf32>) {
    %row = scf.for %t = %c0 to %c4 step %c1 iter_args(%p = %o) -> (tensor<8x4xf32>) {
      %next = te.scatter () into %p : tensor<8x4xf32> {
        te.put %x at [%s, %t] add : f32
      }
      scf.yield %next : tensor<8x4xf32>
    }
    scf.yield %row : tensor<8x4xf32>
  }
  func.return %all : tensor<8x4xf32>
}

// Memory that was read before is not needed any more.
// CHECK-LABEL: func.func @read_before
// CHECK-SAME:  (%[[X:.*]]: f32, %[[K:.*]]: index, %[[OUT:.*]]: memref<8xf32>, %[[OUT_1:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT_1]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[OUT_1]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  %[[V1:.*]] = arith.negf %[[V0]] : f32
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[OUT_1]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[V3:.*]] = arith.addf %[[V2]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V3]], %[[OUT_1]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  func.return
func.func @read_before(%x: f32, %k: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %read = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %first[%i] : tensor<8xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  %next = te.scatter () into %first : tensor<8xf32> {
    te.put %x at [%k] add : f32
  }
  func.return %read, %next : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @must_not_change_an_argument
// CHECK-SAME:  (%[[T:.*]]: memref<8xf32>, %[[X:.*]]: f32, %[[K:.*]]: index, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[V0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[T]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  func.return
func.func @must_not_change_an_argument(%t: tensor<8xf32>, %x: f32, %k: index) -> tensor<8xf32> {
  %next = te.scatter () into %t : tensor<8xf32> {
    te.put %x at [%k] set : f32
  }
  func.return %next : tensor<8xf32>
}

// CHECK-LABEL: func.func @must_not_change_a_tensor_that_is_read_afterwards
// CHECK-SAME:  (%[[X:.*]]: f32, %[[K:.*]]: index, %[[OUT:.*]]: memref<8xf32>, %[[OUT_1:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[FIRST:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[FIRST]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[V0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[FIRST]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT_1]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[OUT_1]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[V3:.*]] = arith.addf %[[V2]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V3]], %[[OUT_1]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V4:.*]] = memref.load %[[FIRST]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  %[[V5:.*]] = arith.negf %[[V4]] : f32
// CHECK-NEXT:  memref.store %[[V5]], %[[OUT]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[FIRST]] : memref<8xf32>
// CHECK-NEXT:  func.return
func.func @must_not_change_a_tensor_that_is_read_afterwards(%x: f32, %k: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %next = te.scatter () into %first : tensor<8xf32> {
    te.put %x at [%k] add : f32
  }
  %read = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %first[%i] : tensor<8xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  func.return %read, %next : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @must_not_change_the_source_of_its_values
// CHECK-SAME:  (%[[X:.*]]: f32, %[[K:.*]]: index, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[FIRST:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[FIRST]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[V0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[FIRST]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[FIRST]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V2]], %[[OUT]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[FIRST]] : memref<8xf32>
// CHECK-NEXT:  func.return
func.func @must_not_change_the_source_of_its_values(%x: f32, %k: index) -> tensor<8xf32> {
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %next = te.scatter (%i = 4) into %first : tensor<8xf32> {
    %0 = te.load %first[%k] : tensor<8xf32>
    te.put %0 at [%i] set : f32
  }
  func.return %next : tensor<8xf32>
}

// CHECK-LABEL: func.func @must_not_change_a_carried_initial_value
// CHECK-SAME:  (%[[X:.*]]: f32, %[[OUT:.*]]: memref<1xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  %[[FIRST:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[FIRST]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[SUM:.*]] = scf.for %[[T:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[S:.*]] = %[[X]]) -> (f32) {
// CHECK-NEXT:  %[[NEXT:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[V0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[FIRST]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1]], %[[NEXT]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.store %[[S]], %[[NEXT]][%[[T]]] : memref<8xf32>
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[NEXT]][%[[C0]]] : memref<8xf32>
// CHECK-NEXT:  memref.dealloc %[[NEXT]] : memref<8xf32>
// CHECK-NEXT:  scf.yield %[[V2]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[FIRST]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[SUM]], %[[OUT]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:  func.return
func.func @must_not_change_a_carried_initial_value(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %sum = scf.for %t = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f32) {
    %next = te.scatter () into %first : tensor<8xf32> {
      te.put %s at [%t] set : f32
    }
    %0 = te.load %next[%c0] : tensor<8xf32>
    scf.yield %0 : f32
  }
  func.return %sum : f32
}

// CHECK-LABEL: func.func @must_not_share_a_tensor_that_a_loop_carries_twice
// CHECK-SAME:  (%[[X:.*]]: f32, %[[OUT:.*]]: memref<8xf32>, %[[OUT_1:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  %[[FIRST:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[FIRST]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[V0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[FIRST]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[V2:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V3:.*]] = memref.load %[[FIRST]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V3]], %[[OUT_1]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[T:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V4:.*]] = memref.load %[[OUT]][%[[T]]] : memref<8xf32>
// CHECK-NEXT:  %[[V5:.*]] = arith.addf %[[V4]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V5]], %[[OUT]][%[[T]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[FIRST]] : memref<8xf32>
// CHECK-NEXT:  func.return
func.func @must_not_share_a_tensor_that_a_loop_carries_twice(%x: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %a, %b = scf.for %t = %c0 to %c8 step %c1 iter_args(%p = %first, %q = %first) -> (tensor<8xf32>, tensor<8xf32>) {
    %next = te.scatter () into %p : tensor<8xf32> {
      te.put %x at [%t] add : f32
    }
    scf.yield %next, %q : tensor<8xf32>, tensor<8xf32>
  }
  func.return %a, %b : tensor<8xf32>, tensor<8xf32>
}
