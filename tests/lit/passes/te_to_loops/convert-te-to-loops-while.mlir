// RUN: %ts-opt %s -p convert-te-to-loops,cse | %check %s

// A loop without a trip count writes in place: its first region passes the tensor on.
// CHECK-LABEL: func.func @write_in_a_while_loop
// CHECK-SAME:  (%[[X:.*]]: f32, %[[N:.*]]: index, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[COUNT:.*]] = scf.while (%[[T:.*]] = %[[C0]]) : (index) -> index {
// CHECK-NEXT:  %[[MORE:.*]] = arith.cmpi slt, %[[T]], %[[N]] : index
// CHECK-NEXT:  scf.condition(%[[MORE]]) %[[T]] : index
// CHECK-NEXT:  } do {
// CHECK-NEXT:  ^bb0(%[[T_1:.*]]: index):
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[OUT]][%[[T_1]]] : memref<8xf32>
// CHECK-NEXT:  %[[V1:.*]] = arith.addf %[[V0]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[T_1]]] : memref<8xf32>
// CHECK-NEXT:  %[[U:.*]] = arith.addi %[[T_1]], %[[C1]] : index
// CHECK-NEXT:  scf.yield %[[U]] : index
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @write_in_a_while_loop(%x: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %count, %all = scf.while (%t = %c0, %o = %first) : (index, tensor<8xf32>) -> (index, tensor<8xf32>) {
    %more = arith.cmpi slt, %t, %n : index
    scf.condition(%more) %t, %o : index, tensor<8xf32>
  } do {
  ^bb0(%t: index, %o: tensor<8xf32>):
    %next = te.scatter () into %o : tensor<8xf32> {
      te.put %x at [%t] add : f32
    }
    %u = arith.addi %t, %c1 : index
    scf.yield %u, %next : index, tensor<8xf32>
  }
  func.return %all : tensor<8xf32>
}

// What the first region passes on for the second time has memory of its own.
// CHECK-LABEL: func.func @must_not_share_what_a_while_loop_passes_on_twice
// CHECK-SAME:  (%[[X:.*]]: f32, %[[OUT:.*]]: memref<f32>, %[[OUT_1:.*]]: memref<f32>) {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][] : memref<f32>
// CHECK-NEXT:  scf.while () : () -> () {
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[OUT]][] : memref<f32>
// CHECK-NEXT:  %[[MORE:.*]] = arith.cmpf olt, %[[V0]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V0]], %[[OUT_1]][] : memref<f32>
// CHECK-NEXT:  scf.condition(%[[MORE]])
// CHECK-NEXT:  } do {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[OUT_1]][] : memref<f32>
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[OUT]][] : memref<f32>
// CHECK-NEXT:  %[[V3:.*]] = arith.addf %[[V2]], %[[V1]] : f32
// CHECK-NEXT:  memref.store %[[V3]], %[[OUT]][] : memref<f32>
// CHECK-NEXT:  scf.yield
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @must_not_share_what_a_while_loop_passes_on_twice(%x: f32) -> (tensor<f32>, tensor<f32>) {
  %first = te.compute () : tensor<f32> {
    te.yield %x : f32
  }
  %a, %b = scf.while (%o = %first) : (tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %0 = te.load %o[] : tensor<f32>
    %more = arith.cmpf olt, %0, %x : f32
    scf.condition(%more) %o, %o : tensor<f32>, tensor<f32>
  } do {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %next = te.scatter () into %p : tensor<f32> {
      %0 = te.load %q[] : tensor<f32>
      te.put %0 at [] add : f32
    }
    scf.yield %next : tensor<f32>
  }
  func.return %a, %b : tensor<f32>, tensor<f32>
}
