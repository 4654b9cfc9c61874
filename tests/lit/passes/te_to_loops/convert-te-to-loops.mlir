// RUN: %ts-opt %s -p convert-te-to-loops | %check %s

// A result is computed where the caller wants it; its memory is the last argument.
// CHECK-LABEL: func.func @compute
// CHECK-SAME:  (%[[T:.*]]: memref<4x8xf32>, %[[K:.*]]: f32, %[[OUT:.*]]: memref<4x8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:    scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[T]][%[[I]], %[[J]]] : memref<4x8xf32>
// CHECK-NEXT:      %[[Y:.*]] = arith.mulf %[[X]], %[[K]] : f32
// CHECK-NEXT:      memref.store %[[Y]], %[[OUT]][%[[I]], %[[J]]] : memref<4x8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @compute(%t: tensor<4x8xf32>, %k: f32) -> tensor<4x8xf32> {
  %r = te.compute (%i = 4, %j = 8) : tensor<4x8xf32> {
    %0 = te.load %t[%i, %j] : tensor<4x8xf32>
    %1 = arith.mulf %0, %k : f32
    te.yield %1 : f32
  }
  func.return %r : tensor<4x8xf32>
}

// A tensor in between gets memory, freed at the end.
// CHECK-LABEL: func.func @intermediate
// CHECK-SAME:  (%[[T:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>)
// CHECK-NEXT:  %[[X:.*]] = memref.alloc() : memref<8xf32>
// CHECK:       scf.for %[[I:.*]] =
// CHECK-NEXT:    %[[A:.*]] = memref.load %[[T]][%[[I]]]
// CHECK-NEXT:    %[[SIN:.*]] = math.sin %[[A]] : f32
// CHECK-NEXT:    memref.store %[[SIN]], %[[X]][%[[I]]]
// CHECK:       scf.for %[[J:.*]] =
// CHECK-NEXT:    %[[B:.*]] = memref.load %[[X]][%[[J]]]
// CHECK-NEXT:    %[[SINSIN:.*]] = math.sin %[[B]] : f32
// CHECK-NEXT:    memref.store %[[SINSIN]], %[[OUT]][%[[J]]]
// CHECK:       memref.dealloc %[[X]]
// CHECK-NEXT:  func.return
func.func @intermediate(%t: tensor<8xf32>) -> tensor<8xf32> {
  %x = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %t[%i] : tensor<8xf32>
    %1 = math.sin %0 : f32
    te.yield %1 : f32
  }
  %y = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %x[%i] : tensor<8xf32>
    %1 = math.sin %0 : f32
    te.yield %1 : f32
  }
  func.return %y : tensor<8xf32>
}

// A dynamic size is the argument that te.sizes names; memory is seen with its sizes.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME:  (%[[N:.*]]: index, %[[M:.*]]: index, %[[T:.*]]: memref<?x?xf32>, %[[OUT:.*]]: memref<?x?xf32>) {
// CHECK-NEXT:  %[[A:.*]] = memref.reinterpret_cast %[[T]] to offset: [0], sizes: [%[[M]], %[[N]]], strides: [%[[N]], 1]
// CHECK-NEXT:  %[[B:.*]] = memref.reinterpret_cast %[[OUT]] to offset: [0], sizes: [%[[M]], %[[N]]], strides: [%[[N]], 1]
// CHECK:       scf.for %[[I:.*]] = %{{.*}} to %[[M]] step
// CHECK-NEXT:    scf.for %[[J:.*]] = %{{.*}} to %[[N]] step
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT:      memref.store %[[X]], %[[B]][%[[I]], %[[J]]]
func.func @dynamic(%n: index, %m: index, %t: tensor<?x?xf32> {te.sizes = array<i64: 1, 0>}) -> tensor<?x?xf32> {
  %r = te.compute (%i = %m, %j = %n) : tensor<?x?xf32> {
    %0 = te.load %t[%i, %j] : tensor<?x?xf32>
    te.yield %0 : f32
  }
  func.return %r : tensor<?x?xf32>
}

// A sum runs in a loop that carries it; the axis of extent 1 needs no loop.
// CHECK-LABEL: func.func @reduce
// CHECK-SAME:  (%[[T:.*]]: memref<1x8xf32>, %[[OUT:.*]]: memref<1xf32>)
// CHECK-NEXT:  %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK:       %[[S:.*]] = scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ACC:.*]] = %[[Z]]) -> (f32) {
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[T]][%[[C0]], %[[J]]]
// CHECK-NEXT:    %[[NEXT:.*]] = arith.addf %[[ACC]], %[[X]] : f32
// CHECK-NEXT:    scf.yield %[[NEXT]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.store %[[S]], %[[OUT]][%[[C0]]]
func.func @reduce(%t: tensor<1x8xf32>) -> tensor<1xf32> {
  %zero = arith.constant 0.0 : f32
  %r = te.reduce (%i = 1) over (%j = 8) init (%acc = %zero : f32) : tensor<1xf32> {
    %0 = te.load %t[%i, %j] : tensor<1x8xf32>
    %1 = arith.addf %acc, %0 : f32
    te.yield %1 : f32
  }
  func.return %r : tensor<1xf32>
}

// Bools are bytes in memory; a scalar result is stored in memory of one element.
// CHECK-LABEL: func.func @bools_and_scalars
// CHECK-SAME:  (%[[T:.*]]: memref<8xi8>, %[[S:.*]]: memref<f32>, %[[B:.*]]: i1, %[[O0:.*]]: memref<8xi8>, %[[O1:.*]]: memref<1xf32>, %[[O2:.*]]: memref<1xi8>)
// CHECK:         %[[X:.*]] = memref.load %[[T]]
// CHECK-NEXT:    %[[XB:.*]] = arith.trunci %[[X]] : i8 to i1
// CHECK-NEXT:    %[[Y:.*]] = arith.xori %[[XB]], %[[B]] : i1
// CHECK-NEXT:    %[[YB:.*]] = arith.extui %[[Y]] : i1 to i8
// CHECK-NEXT:    memref.store %[[YB]], %[[O0]]
// CHECK:       %[[V:.*]] = memref.load %[[S]][] : memref<f32>
// CHECK:       memref.store %[[V]], %[[O1]]
// CHECK:       %[[BB:.*]] = arith.extui %[[B]] : i1 to i8
// CHECK-NEXT:  memref.store %[[BB]], %[[O2]]
func.func @bools_and_scalars(%t: tensor<8xi1>, %s: tensor<f32>, %b: i1) -> (tensor<8xi1>, f32, i1) {
  %r = te.compute (%i = 8) : tensor<8xi1> {
    %0 = te.load %t[%i] : tensor<8xi1>
    %1 = arith.xori %0, %b : i1
    te.yield %1 : i1
  }
  %v = te.load %s[] : tensor<f32>
  func.return %r, %v, %b : tensor<8xi1>, f32, i1
}

// An input that is a result is copied, and so is the second place of a result.
// CHECK-LABEL: func.func @copies
// CHECK-SAME:  (%[[T:.*]]: memref<8xf32>, %[[O0:.*]]: memref<8xf32>, %[[O1:.*]]: memref<8xf32>, %[[O2:.*]]: memref<8xf32>)
// CHECK-NOT:   memref.alloc
// CHECK:       scf.for %[[I:.*]] =
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[T]][%[[I]]]
// CHECK-NEXT:    %[[NEG:.*]] = arith.negf %[[X]] : f32
// CHECK-NEXT:    memref.store %[[NEG]], %[[O0]][%[[I]]]
// CHECK:       scf.for %[[J:.*]] =
// CHECK-NEXT:    %[[A:.*]] = memref.load %[[O0]][%[[J]]]
// CHECK-NEXT:    memref.store %[[A]], %[[O1]][%[[J]]]
// CHECK:       scf.for %[[K:.*]] =
// CHECK-NEXT:    %[[B:.*]] = memref.load %[[T]][%[[K]]]
// CHECK-NEXT:    memref.store %[[B]], %[[O2]][%[[K]]]
func.func @copies(%t: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %r = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %t[%i] : tensor<8xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  func.return %r, %r, %t : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Both branches write to the same place; a scalar stays a result.
// CHECK-LABEL: func.func @if
// CHECK-SAME:  (%[[T:.*]]: memref<8xf32>, %[[B:.*]]: i1, %[[K:.*]]: f32, %[[O0:.*]]: memref<8xf32>, %[[O1:.*]]: memref<1xf32>)
// CHECK:       %[[R:.*]] = scf.if %[[B]] -> (f32) {
// CHECK:         %[[Y:.*]] = memref.load %[[T]][%[[I:.*]]]
// CHECK-NEXT:    %[[NEG:.*]] = arith.negf %[[Y]] : f32
// CHECK-NEXT:    memref.store %[[NEG]], %[[O0]][%[[I]]]
// CHECK:         scf.yield %[[K]] : f32
// CHECK:       } else {
// CHECK:         %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK:         %[[X:.*]] = memref.load %[[T]][%[[J:.*]]]
// CHECK-NEXT:    memref.store %[[X]], %[[O0]][%[[J]]]
// CHECK:         scf.yield %[[ONE]] : f32
// CHECK:       memref.store %[[R]], %[[O1]]
func.func @if(%t: tensor<8xf32>, %b: i1, %k: f32) -> (tensor<8xf32>, f32) {
  %r, %s = scf.if %b -> (tensor<8xf32>, f32) {
    %n = te.compute (%i = 8) : tensor<8xf32> {
      %0 = te.load %t[%i] : tensor<8xf32>
      %1 = arith.negf %0 : f32
      te.yield %1 : f32
    }
    scf.yield %n, %k : tensor<8xf32>, f32
  } else {
    %one = arith.constant 1.0 : f32
    scf.yield %t, %one : tensor<8xf32>, f32
  }
  func.return %r, %s : tensor<8xf32>, f32
}

// The size that a branch computes is computed again before it.
// CHECK-LABEL: func.func @if_of_computed_size
// CHECK-SAME:  (%[[N:.*]]: index, %{{.*}}: memref<?xf32>, %[[B:.*]]: i1, %[[OUT:.*]]: memref<?xf32>)
// CHECK:       %[[TWO:.*]] = arith.constant 2 : index
// CHECK:       %[[HALF:.*]] = arith.divui %[[N]], %[[TWO]] : index
// CHECK:       %[[V:.*]] = memref.reinterpret_cast %[[OUT]] to offset: [0], sizes: [%[[HALF]]], strides: [1]
// CHECK:       scf.if %[[B]] {
func.func @if_of_computed_size(%n: index, %t: tensor<?xf32> {te.sizes = array<i64: 0>}, %b: i1) -> tensor<?xf32> {
  %r = scf.if %b -> (tensor<?xf32>) {
    %c2 = arith.constant 2 : index
    %half = arith.divui %n, %c2 : index
    %x = te.compute (%i = %half) : tensor<?xf32> {
      %0 = te.load %t[%i] : tensor<?xf32>
      te.yield %0 : f32
    }
    scf.yield %x : tensor<?xf32>
  } else {
    %c2 = arith.constant 2 : index
    %half = arith.divui %n, %c2 : index
    %x = te.compute (%i = %half) : tensor<?xf32> {
      %0 = te.load %t[%i] : tensor<?xf32>
      %1 = arith.negf %0 : f32
      te.yield %1 : f32
    }
    scf.yield %x : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// The carried tensor has one buffer; an iteration's result is copied there, then freed.
// CHECK-LABEL: func.func @for
// CHECK-SAME:  (%[[T:.*]]: memref<8xf32>, %[[N:.*]]: index, %[[OUT:.*]]: memref<8xf32>)
// CHECK:       %[[X0:.*]] = memref.load %[[T]]
// CHECK-NEXT:  memref.store %[[X0]], %[[OUT]]
// CHECK:       scf.for %{{.*}} = %{{.*}} to %[[N]] step %{{.*}} {
// CHECK:         %[[NEW:.*]] = memref.alloc() : memref<8xf32>
// CHECK:         memref.load %[[OUT]]
// CHECK:         memref.store %{{.*}}, %[[NEW]]
// CHECK:         %[[X1:.*]] = memref.load %[[NEW]]
// CHECK-NEXT:    memref.store %[[X1]], %[[OUT]]
// CHECK:         memref.dealloc %[[NEW]]
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @for(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<8xf32>) {
    %y = te.compute (%i = 8) : tensor<8xf32> {
      %0 = te.load %x[%i] : tensor<8xf32>
      %1 = arith.addf %0, %0 : f32
      te.yield %1 : f32
    }
    scf.yield %y : tensor<8xf32>
  }
  func.return %r : tensor<8xf32>
}

// A loop that swaps two tensors saves both before it overwrites them.
// CHECK-LABEL: func.func @swap
// CHECK-SAME:  (%{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32>, %{{.*}}: index, %[[O0:.*]]: memref<8xf32>, %[[O1:.*]]: memref<8xf32>)
// CHECK:         %[[S1:.*]] = memref.alloc
// CHECK:         memref.load %[[O1]]
// CHECK:         %[[S0:.*]] = memref.alloc
// CHECK:         memref.load %[[O0]]
// CHECK:         memref.load %[[S1]]
// CHECK:         memref.store %{{.*}}, %[[O0]]
// CHECK:         memref.load %[[S0]]
// CHECK:         memref.store %{{.*}}, %[[O1]]
// CHECK:         memref.dealloc %[[S1]]
// CHECK-NEXT:    memref.dealloc %[[S0]]
func.func @swap(%a: tensor<8xf32>, %b: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %s = scf.for %k = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %y, %x : tensor<8xf32>, tensor<8xf32>
  }
  func.return %r, %s : tensor<8xf32>, tensor<8xf32>
}

// The tensor has one buffer, as the first region passes it on.
// CHECK-LABEL: func.func @while
// CHECK-SAME:  (%[[T:.*]]: memref<f32>, %[[LIMIT:.*]]: f32, %[[OUT:.*]]: memref<f32>)
// CHECK-NEXT:  %[[T0:.*]] = memref.load %[[T]][]
// CHECK-NEXT:  memref.store %[[T0]], %[[OUT]][]
// CHECK-NEXT:  scf.while () : () -> () {
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[OUT]][]
// CHECK-NEXT:    %[[C:.*]] = arith.cmpf olt, %[[X]], %[[LIMIT]] : f32
// CHECK-NEXT:    scf.condition(%[[C]])
// CHECK-NEXT:  } do {
// CHECK-NEXT:    %[[NEW:.*]] = memref.alloc() : memref<f32>
// CHECK-NEXT:    %[[Y:.*]] = memref.load %[[OUT]][]
// CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[Y]], %[[Y]] : f32
// CHECK-NEXT:    memref.store %[[SUM]], %[[NEW]][]
// CHECK-NEXT:    %[[X1:.*]] = memref.load %[[NEW]][]
// CHECK-NEXT:    memref.store %[[X1]], %[[OUT]][]
// CHECK-NEXT:    memref.dealloc %[[NEW]]
// CHECK-NEXT:    scf.yield
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @while(%t: tensor<f32>, %limit: f32) -> tensor<f32> {
  %r = scf.while (%x = %t) : (tensor<f32>) -> tensor<f32> {
    %0 = te.load %x[] : tensor<f32>
    %1 = arith.cmpf olt, %0, %limit : f32
    scf.condition(%1) %x : tensor<f32>
  } do {
  ^bb0(%y: tensor<f32>):
    %2 = te.compute () : tensor<f32> {
      %3 = te.load %y[] : tensor<f32>
      %4 = arith.addf %3, %3 : f32
      te.yield %4 : f32
    }
    scf.yield %2 : tensor<f32>
  }
  func.return %r : tensor<f32>
}

// CHECK-LABEL: func.func @empty
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK:       %[[N:.*]] = arith.constant 0 : index
// CHECK-NEXT:  scf.for %{{.*}} = %[[C0]] to %[[N]]
func.func @empty(%t: tensor<0xf32>) -> tensor<0xf32> {
  %r = te.compute (%i = 0) : tensor<0xf32> {
    %0 = te.load %t[%i] : tensor<0xf32>
    te.yield %0 : f32
  }
  func.return %r : tensor<0xf32>
}
