// RUN: %ts-opt %s -p "unroll-loop{loop=i},cse,dce" | %check %s

// Fires: a copy for each iteration, whose inner loops have names of their own.
// CHECK-LABEL: func.func @copies
// CHECK-SAME:  (%[[M:.*]]: memref<2x8xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[M]][%[[C0]], %[[J]]] : memref<2x8xf32>
// CHECK-NEXT:    } {loop_name = "j_0"}
// CHECK-NEXT:    scf.for %[[J_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      memref.store %[[X]], %[[M]][%[[C1]], %[[J_1]]] : memref<2x8xf32>
// CHECK-NEXT:    } {loop_name = "j_1"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @copies(%m: memref<2x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %x, %m[%i, %j] : memref<2x8xf32>
    } {loop_name = "j"}
  } {loop_name = "i"}
  func.return
}

// Other bounds, and a sum from copy to copy.
// CHECK-LABEL: func.func @carried
// CHECK-SAME:  (%[[M:.*]]: memref<9xf32>, %[[X:.*]]: f32) -> f32 {
// CHECK-NEXT:    %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:    %[[Y:.*]] = memref.load %[[M]][%[[C3]]] : memref<9xf32>
// CHECK-NEXT:    %[[Z:.*]] = arith.addf %[[X]], %[[Y]] : f32
// CHECK-NEXT:    %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:    %[[Y_1:.*]] = memref.load %[[M]][%[[C5]]] : memref<9xf32>
// CHECK-NEXT:    %[[Z_1:.*]] = arith.addf %[[Z]], %[[Y_1]] : f32
// CHECK-NEXT:    %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:    %[[Y_2:.*]] = memref.load %[[M]][%[[C7]]] : memref<9xf32>
// CHECK-NEXT:    %[[Z_2:.*]] = arith.addf %[[Z_1]], %[[Y_2]] : f32
// CHECK-NEXT:    func.return %[[Z_2]] : f32
// CHECK-NEXT:  }
func.func @carried(%m: memref<9xf32>, %x: f32) -> f32 {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %sum = scf.for %i = %c3 to %c8 step %c2 iter_args(%acc = %x) -> (f32) {
    %y = memref.load %m[%i] : memref<9xf32>
    %z = arith.addf %acc, %y : f32
    scf.yield %z : f32
  } {loop_name = "i"}
  func.return %sum : f32
}

// Carried values may change places, or stay what they were.
// CHECK-LABEL: func.func @swapped
// CHECK-SAME:  (%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32) -> (f32, f32, f32) {
// CHECK-NEXT:    func.return %[[Y]], %[[X]], %[[Z]] : f32, f32, f32
// CHECK-NEXT:  }
func.func @swapped(%x: f32, %y: f32, %z: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0, %1, %2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y, %c = %z) -> (f32, f32, f32) {
    scf.yield %b, %a, %z : f32, f32, f32
  } {loop_name = "i"}
  func.return %0, %1, %2 : f32, f32, f32
}

// No copies of a loop that never runs.
// CHECK-LABEL: func.func @no_iterations
// CHECK-SAME:  (%[[M:.*]]: memref<8xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @no_iterations(%m: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %c0 step %c1 {
    memref.store %x, %m[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}

// Numbers of another type, cast to indices.
// CHECK-LABEL: func.func @cast_bounds
// CHECK-SAME:  (%[[M:.*]]: memref<8xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:    memref.store %[[X]], %[[M]][%[[C2]]] : memref<8xf32>
// CHECK-NEXT:    %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:    memref.store %[[X]], %[[M]][%[[C5]]] : memref<8xf32>
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @cast_bounds(%m: memref<8xf32>, %x: f32) {
  %n2 = arith.constant 2 : i64
  %n3 = arith.constant 3 : i64
  %n8 = arith.constant 8 : i64
  %first = arith.index_cast %n2 : i64 to index
  %step = arith.index_cast %n3 : i64 to index
  %end = arith.index_cast %n8 : i64 to index
  scf.for %i = %first to %end step %step {
    memref.store %x, %m[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}
