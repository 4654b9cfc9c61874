// RUN: %ts-opt %s -p vectorize-loops | %check %s
// RUN: %ts-opt %s -p "vectorize-loops{width=4}" | %check %s --check-prefix=FOUR
// RUN: %ts-opt %s -p "vectorize-loops{noalias=false}" | %check %s --check-prefix=ALIAS
// RUN: %ts-opt %s -p "vectorize-loops{width=16}" | %check %s --check-prefix=SIXTEEN
// RUN: %ts-opt %s -p "vectorize-loops{functions=16}" | %check %s --check-prefix=WIDE
// RUN: %ts-opt %s -p "vectorize-loops{masked=true}" | %check %s --check-prefix=MASK

// The example of NNC: 128 iterations become 16 of 8 elements, and nothing is left over.
// CHECK-LABEL: func.func @exact
// CHECK-SAME:  (%[[A:.*]]: memref<128xf32>, %[[B:.*]]: memref<128xf32>, %[[C:.*]]: memref<128xf32>)
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK:       %[[C8:.*]] = arith.constant 8 : index
// CHECK:       %[[END:.*]] = arith.constant 128 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[END]] step %[[C8]] {
// CHECK-NEXT:    %[[X:.*]] = vector.load %[[B]][%[[I]]] : memref<128xf32>, vector<8xf32>
// CHECK-NEXT:    %[[Y:.*]] = vector.load %[[C]][%[[I]]] : memref<128xf32>, vector<8xf32>
// CHECK-NEXT:    %[[Z:.*]] = arith.addf %[[X]], %[[Y]] : vector<8xf32>
// CHECK-NEXT:    vector.store %[[Z]], %[[A]][%[[I]]] : memref<128xf32>, vector<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
// FOUR-LABEL:  func.func @exact
// FOUR:        vector.load %{{.*}} : memref<128xf32>, vector<4xf32>
func.func @exact(%a: memref<128xf32>, %b: memref<128xf32>, %c: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %x = memref.load %b[%i] : memref<128xf32>
    %y = memref.load %c[%i] : memref<128xf32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %a[%i] : memref<128xf32>
  }
  func.return
}

// An unknown count: the original loop computes the remainder. Scalars are broadcast before it.
// CHECK-LABEL: func.func @remainder
// CHECK-SAME:  (%[[N:.*]]: index, %[[K:.*]]: f32, %[[A:.*]]: memref<?xf32>)
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  %[[R:.*]] = arith.remsi %[[N]], %[[C8]] : index
// CHECK-NEXT:  %[[END:.*]] = arith.subi %[[N]], %[[R]] : index
// CHECK-NEXT:  %[[KV:.*]] = vector.broadcast %[[K]] : f32 to vector<8xf32>
// CHECK-NEXT:  %[[TWO:.*]] = arith.constant dense<2.000000e+00> : vector<8xf32>
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[END]] step %[[C8]] {
// CHECK-NEXT:    %[[X:.*]] = vector.load %[[A]][%[[I]]]
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf %[[X]], %[[KV]] : vector<8xf32>
// CHECK-NEXT:    %[[Z:.*]] = arith.addf %[[Y]], %[[TWO]] : vector<8xf32>
// CHECK-NEXT:    %[[W:.*]] = math.sin %[[Z]] : vector<8xf32>
// CHECK-NEXT:    vector.store %[[W]], %[[A]][%[[I]]]
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[T:.*]] = %[[END]] to %[[N]] step %[[C1]] {
// CHECK-NEXT:    memref.load %[[A]][%[[T]]]
func.func @remainder(%n: index, %k: f32, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %two = arith.constant 2.0 : f32
    %y = arith.mulf %x, %k : f32
    %z = arith.addf %y, %two : f32
    %w = math.sin %z : f32
    memref.store %w, %a[%i] : memref<?xf32>
  }
  func.return
}

// A short loop of 13: eight, then four, then the one left over.
// CHECK-LABEL: func.func @narrower_vectors_compute_the_remainder
// CHECK-SAME:  (%[[A:.*]]: memref<13xf32>, %[[B:.*]]: memref<13xf32>)
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK:       %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  %[[E8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[E8]] step %[[C8]] {
// CHECK-NEXT:    vector.load %[[A]][%[[I]]] : memref<13xf32>, vector<8xf32>
// CHECK:       %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:  %[[E12:.*]] = arith.constant 12 : index
// CHECK-NEXT:  scf.for %[[J:.*]] = %[[E8]] to %[[E12]] step %[[C4]] {
// CHECK-NEXT:    vector.load %[[A]][%[[J]]] : memref<13xf32>, vector<4xf32>
// CHECK:       scf.for %[[K:.*]] = %[[E12]] to %[[C13:.*]] step
// CHECK-NEXT:    memref.load %[[A]][%[[K]]]
func.func @narrower_vectors_compute_the_remainder(%a: memref<13xf32>, %b: memref<13xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  scf.for %i = %c0 to %c13 step %c1 {
    %x = memref.load %a[%i] : memref<13xf32>
    %y = math.absf %x : f32
    memref.store %y, %b[%i] : memref<13xf32>
  }
  func.return
}

// A long loop: the remainder of 133 is not worth narrower vectors.
// CHECK-LABEL: func.func @not_at_the_end_of_a_long_loop
// CHECK-SAME:  (%[[A:.*]]: memref<133xf32>, %[[B:.*]]: memref<133xf32>)
// CHECK:         vector.load %[[A]][%[[I:.*]]] : memref<133xf32>, vector<8xf32>
// CHECK-NOT:     vector<4xf32>
// CHECK:         memref.load %[[A]]
func.func @not_at_the_end_of_a_long_loop(%a: memref<133xf32>, %b: memref<133xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c133 = arith.constant 133 : index
  scf.for %i = %c0 to %c133 step %c1 {
    %x = memref.load %a[%i] : memref<133xf32>
    %y = math.absf %x : f32
    memref.store %y, %b[%i] : memref<133xf32>
  }
  func.return
}

// Comparison, choice and conversion; bools are bytes in memory.
// CHECK-LABEL: func.func @masks
// CHECK-SAME:  (%[[M:.*]]: memref<32xi8>, %[[A:.*]]: memref<32xi32>, %[[B:.*]]: memref<32xf64>)
// CHECK:       %[[ZERO:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK:         %[[MB:.*]] = vector.load %[[M]]{{.*}} vector<8xi8>
// CHECK-NEXT:    %[[MV:.*]] = arith.trunci %[[MB]] : vector<8xi8> to vector<8xi1>
// CHECK-NEXT:    %[[X:.*]] = vector.load %[[A]]
// CHECK-NEXT:    %[[P:.*]] = arith.cmpi sgt, %[[X]], %[[ZERO]] : vector<8xi32>
// CHECK-NEXT:    %[[Q:.*]] = arith.andi %[[P]], %[[MV]] : vector<8xi1>
// CHECK-NEXT:    %[[S:.*]] = arith.select %[[Q]], %[[X]], %[[ZERO]] : vector<8xi1>, vector<8xi32>
// CHECK-NEXT:    %[[F:.*]] = arith.sitofp %[[S]] : vector<8xi32> to vector<8xf64>
// CHECK-NEXT:    vector.store %[[F]], %[[B]]
func.func @masks(%m: memref<32xi8>, %a: memref<32xi32>, %b: memref<32xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c32 step %c1 {
    %mb = memref.load %m[%i] : memref<32xi8>
    %mv = arith.trunci %mb : i8 to i1
    %x = memref.load %a[%i] : memref<32xi32>
    %p = arith.cmpi sgt, %x, %zero : i32
    %q = arith.andi %p, %mv : i1
    %s = arith.select %q, %x, %zero : i32
    %f = arith.sitofp %s : i32 to f64
    memref.store %f, %b[%i] : memref<32xf64>
  }
  func.return
}

// An element that does not move with the loop is read once and broadcast; an outer loop stays as it is.
// CHECK-LABEL: func.func @broadcast_column
// CHECK-SAME:  (%[[N:.*]]: index, %[[C:.*]]: memref<?xf32>, %[[A:.*]]: memref<?xf32>)
// CHECK:       scf.for %[[I:.*]] =
// CHECK:         scf.for %[[J:.*]] =
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[C]][%[[I]]] : memref<?xf32>
// CHECK:           %[[V:.*]] = vector.broadcast %[[X]] : f32 to vector<8xf32>
// CHECK-NEXT:      vector.store %[[V]]
func.func @broadcast_column(%n: index, %c: memref<?xf32>, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c16 step %c1 {
      %x = memref.load %c[%i] : memref<?xf32>
      %0 = arith.muli %i, %c16 : index
      %1 = arith.addi %0, %j : index
      memref.store %x, %a[%1] : memref<?xf32>
    }
  }
  func.return
}

// A count that is a multiple of 8 for every value of the symbol has no remainder.
// CHECK-LABEL: func.func @multiple_of_the_width
// CHECK-SAME:  (%[[N:.*]]: index, %[[A:.*]]: memref<?xf32>, %[[Z:.*]]: f32)
// CHECK:       %[[C8:.*]] = arith.constant 8 : index
// CHECK:       %[[TO:.*]] = arith.muli %[[N]],
// CHECK-NEXT:  %[[V:.*]] = vector.broadcast %[[Z]] : f32 to vector<8xf32>
// CHECK-NEXT:  scf.for %[[I:.*]] = %{{.*}} to %[[TO]] step %[[C8]] {
// CHECK-NEXT:    vector.store %[[V]], %[[A]][%[[I]]]
// CHECK-NOT:   scf.for
// CHECK:       func.return
func.func @multiple_of_the_width(%n: index, %a: memref<?xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %m = arith.muli %n, %c16 : index
  scf.for %i = %c0 to %m step %c1 {
    memref.store %z, %a[%i] : memref<?xf32>
  }
  func.return
}

// CHECK-LABEL: func.func @not_a_sum
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_a_sum(%n: index, %a: memref<?xf32>, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f32) {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.addf %acc, %x : f32
    scf.yield %y : f32
  }
  func.return %s : f32
}

// Fires: two reads of neighbours have every second element, and none beyond the last one.
// CHECK-LABEL: func.func @every_second
// CHECK-SAME: (%[[A:.*]]: memref<32xf32>, %[[B:.*]]: memref<16xf32>) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C16_1:.*]] = arith.constant 16 : index
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C16_1]] step %[[C8]] {
// CHECK-NEXT:     %[[K:.*]] = arith.muli %[[I]], %[[C2]] : index
// CHECK-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:     %[[V0:.*]] = arith.addi %[[K]], %[[C7]] : index
// CHECK-NEXT:     %[[V1:.*]] = vector.load %[[A]][%[[K]]] : memref<32xf32>, vector<8xf32>
// CHECK-NEXT:     %[[V2:.*]] = vector.load %[[A]][%[[V0]]] : memref<32xf32>, vector<8xf32>
// CHECK-NEXT:     %[[V3:.*]] = vector.shuffle %[[V1]], %[[V2]] [0, 2, 4, 6, 9, 11, 13, 15] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT:     vector.store %[[V3]], %[[B]][%[[I]]] : memref<16xf32>, vector<8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @every_second(%a: memref<32xf32>, %b: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %k = arith.muli %i, %c2 : index
    %x = memref.load %a[%k] : memref<32xf32>
    memref.store %x, %b[%i] : memref<16xf32>
  }
  func.return
}

// CHECK-LABEL: func.func @not_with_a_stride
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_with_a_stride(%n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.muli %i, %c3 : index
    %x = memref.load %a[%k] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
  }
  func.return
}

// CHECK-LABEL: func.func @not_a_write_of_every_second
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_a_write_of_every_second(%a: memref<32xf32>, %b: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %k = arith.muli %i, %c2 : index
    %x = memref.load %a[%i] : memref<32xf32>
    memref.store %x, %b[%k] : memref<32xf32>
  }
  func.return
}

// CHECK-LABEL: func.func @not_to_one_place
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_to_one_place(%n: index, %a: memref<?xf32>, %b: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
  }
  func.return
}

// Each iteration reads elements that the previous one wrote.
// CHECK-LABEL: func.func @not_a_recurrence
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_a_recurrence(%n: index, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %k = arith.addi %i, %c1 : index
    memref.store %x, %a[%k] : memref<?xf32>
  }
  func.return
}

// Each lane reads the element at an index that vectors compute.
// FOUR-LABEL: func.func @by_a_computed_index
// FOUR-SAME: (%[[A:.*]]: memref<64xf32>, %[[B:.*]]: memref<32xf32>) {
// FOUR-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// FOUR-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// FOUR-NEXT:   %[[C7:.*]] = arith.constant 7 : index
// FOUR-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// FOUR-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// FOUR-NEXT:   %[[HALF:.*]] = arith.constant 5.000000e-01 : f32
// FOUR-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// FOUR-NEXT:   %[[C32_1:.*]] = arith.constant 32 : index
// FOUR-NEXT:   %[[V0:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi64>
// FOUR-NEXT:   %[[HALF_1:.*]] = arith.constant dense<5.000000e-01> : vector<4xf32>
// FOUR-NEXT:   %[[V1:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// FOUR-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C32_1]] step %[[C4]] {
// FOUR-NEXT:     %[[V2:.*]] = arith.index_cast %[[I]] : index to i64
// FOUR-NEXT:     %[[V3:.*]] = vector.broadcast %[[V2]] : i64 to vector<4xi64>
// FOUR-NEXT:     %[[V4:.*]] = arith.addi %[[V3]], %[[V0]] : vector<4xi64>
// FOUR-NEXT:     %[[F:.*]] = arith.sitofp %[[V4]] : vector<4xi64> to vector<4xf32>
// FOUR-NEXT:     %[[G:.*]] = arith.mulf %[[F]], %[[HALF_1]] : vector<4xf32>
// FOUR-NEXT:     %[[M:.*]] = arith.fptosi %[[G]] : vector<4xf32> to vector<4xi64>
// FOUR-NEXT:     %[[V5:.*]] = arith.index_cast %[[C7]] : index to i64
// FOUR-NEXT:     %[[V6:.*]] = vector.broadcast %[[V5]] : i64 to vector<4xi64>
// FOUR-NEXT:     %[[V7:.*]] = arith.minsi %[[M]], %[[V6]] : vector<4xi64>
// FOUR-NEXT:     %[[V8:.*]] = arith.index_cast %[[C16]] : index to i64
// FOUR-NEXT:     %[[V9:.*]] = vector.broadcast %[[V8]] : i64 to vector<4xi64>
// FOUR-NEXT:     %[[V10:.*]] = arith.addi %[[V7]], %[[V9]] : vector<4xi64>
// FOUR-NEXT:     %[[V11:.*]] = vector.extract %[[V10]][0] : i64 from vector<4xi64>
// FOUR-NEXT:     %[[V12:.*]] = arith.index_cast %[[V11]] : i64 to index
// FOUR-NEXT:     %[[X:.*]] = memref.load %[[A]][%[[V12]]] : memref<64xf32>
// FOUR-NEXT:     %[[V13:.*]] = vector.insert %[[X]], %[[V1]] [0] : f32 into vector<4xf32>
// FOUR-NEXT:     %[[V14:.*]] = vector.extract %[[V10]][1] : i64 from vector<4xi64>
// FOUR-NEXT:     %[[V15:.*]] = arith.index_cast %[[V14]] : i64 to index
// FOUR-NEXT:     %[[X_1:.*]] = memref.load %[[A]][%[[V15]]] : memref<64xf32>
// FOUR-NEXT:     %[[V16:.*]] = vector.insert %[[X_1]], %[[V13]] [1] : f32 into vector<4xf32>
// FOUR-NEXT:     %[[V17:.*]] = vector.extract %[[V10]][2] : i64 from vector<4xi64>
// FOUR-NEXT:     %[[V18:.*]] = arith.index_cast %[[V17]] : i64 to index
// FOUR-NEXT:     %[[X_2:.*]] = memref.load %[[A]][%[[V18]]] : memref<64xf32>
// FOUR-NEXT:     %[[V19:.*]] = vector.insert %[[X_2]], %[[V16]] [2] : f32 into vector<4xf32>
// FOUR-NEXT:     %[[V20:.*]] = vector.extract %[[V10]][3] : i64 from vector<4xi64>
// FOUR-NEXT:     %[[V21:.*]] = arith.index_cast %[[V20]] : i64 to index
// FOUR-NEXT:     %[[X_3:.*]] = memref.load %[[A]][%[[V21]]] : memref<64xf32>
// FOUR-NEXT:     %[[V22:.*]] = vector.insert %[[X_3]], %[[V19]] [3] : f32 into vector<4xf32>
// FOUR-NEXT:     %[[Y:.*]] = arith.mulf %[[V22]], %[[G]] : vector<4xf32>
// FOUR-NEXT:     vector.store %[[Y]], %[[B]][%[[I]]] : memref<32xf32>, vector<4xf32>
// FOUR-NEXT:   }
// FOUR-NEXT:   func.return
// FOUR-NEXT: }
func.func @by_a_computed_index(%a: memref<64xf32>, %b: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %half = arith.constant 5.000000e-01 : f32
  scf.for %i = %c0 to %c32 step %c1 {
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f32
    %g = arith.mulf %f, %half : f32
    %m = arith.fptosi %g : f32 to i64
    %k = arith.index_cast %m : i64 to index
    %l = arith.minsi %k, %c7 : index
    %p = arith.addi %l, %c16 : index
    %x = memref.load %a[%p] : memref<64xf32>
    %y = arith.mulf %x, %g : f32
    memref.store %y, %b[%i] : memref<32xf32>
  }
  func.return
}

// CHECK-LABEL: func.func @not_to_a_computed_index
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_to_a_computed_index(%a: memref<32xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %half = arith.constant 5.000000e-01 : f32
  scf.for %i = %c0 to %c32 step %c1 {
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f32
    %g = arith.mulf %f, %half : f32
    %m = arith.fptosi %g : f32 to i64
    %k = arith.index_cast %m : i64 to index
    %x = memref.load %a[%i] : memref<32xf32>
    memref.store %x, %b[%k] : memref<64xf32>
  }
  func.return
}

// Nothing but reads and writes would be left to vectors.
// CHECK-LABEL: func.func @not_by_looked_up_index
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_by_looked_up_index(%n: index, %p: memref<?xi64>, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %k = memref.load %p[%i] : memref<?xi64>
    %ki = arith.index_cast %k : i64 to index
    %x = memref.load %a[%ki] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
  }
  func.return
}

// CHECK-LABEL: func.func @the_counter_as_a_number
// CHECK:         %[[D:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
// CHECK-NEXT:    scf.for %[[I:.*]] = %{{.*}} to
// CHECK-NEXT:      %[[F:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK-NEXT:      %[[B:.*]] = vector.broadcast %[[F]] : i64 to vector<8xi64>
// CHECK-NEXT:      %[[X:.*]] = arith.addi %[[B]], %[[D]] : vector<8xi64>
// CHECK-NEXT:      vector.store %[[X]],
func.func @the_counter_as_a_number(%n: index, %a: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%i] : memref<?xi64>
  }
  func.return
}

// A comparison of the counter has a truth per lane.
// CHECK-LABEL: func.func @a_comparison_of_the_counter
// CHECK:         %[[X:.*]] = arith.addi %{{.*}}, %{{.*}} : vector<8xi64>
// CHECK:         %[[C:.*]] = arith.cmpi slt, %[[X]], %{{.*}} : vector<8xi64>
// CHECK-NEXT:    arith.select %[[C]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xf32>
func.func @a_comparison_of_the_counter(%n: index, %x: f32, %y: f32, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %c = arith.cmpi slt, %i, %c3 : index
    %z = arith.select %c, %x, %y : f32
    memref.store %z, %a[%i] : memref<?xf32>
  }
  func.return
}

// Values that are not linear in the counter are computed for each lane.
// CHECK-LABEL: func.func @a_square_of_the_counter
// CHECK:         %[[I:.*]] = arith.addi %[[FIRST:.*]], %[[LANES:.*]] : vector<8xi64>
// CHECK:         %[[J:.*]] = arith.addi %[[SECOND:.*]], %[[MORE:.*]] : vector<8xi64>
// CHECK-NEXT:    %[[X:.*]] = arith.muli %[[I]], %[[J]] : vector<8xi64>
// CHECK-NEXT:    vector.store %[[X]], %[[A:.*]][%[[AT:.*]]] : memref<?xi64>, vector<8xi64>
func.func @a_square_of_the_counter(%n: index, %a: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.muli %i, %i : index
    %x = arith.index_cast %j : index to i64
    memref.store %x, %a[%i] : memref<?xi64>
  }
  func.return
}

// CHECK-LABEL: func.func @not_with_a_part_of_the_counter
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_with_a_part_of_the_counter(%n: index, %a: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %c3 = arith.constant 3 : index
    %j = arith.divui %i, %c3 : index
    %x = arith.index_cast %j : index to i64
    memref.store %x, %a[%i] : memref<?xi64>
  }
  func.return
}

// A loop inside carries a vector: eight columns of a matrix are reduced at once.
// CHECK-LABEL: func.func @a_reduction_inside
// CHECK:         scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT:      %[[R:.*]] = scf.for %[[K:.*]] = %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (vector<8xf32>) {
// CHECK-NEXT:        %[[P:.*]] = arith.muli %[[K]],
// CHECK-NEXT:        %[[Q:.*]] = arith.addi %[[P]], %[[J]] : index
// CHECK-NEXT:        %[[X:.*]] = vector.load %{{.*}}[%[[Q]]] : memref<64xf32>, vector<8xf32>
// CHECK-NEXT:        %[[Y:.*]] = arith.addf %[[A]], %[[X]] : vector<8xf32>
// CHECK-NEXT:        scf.yield %[[Y]] : vector<8xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      vector.store %[[R]], %{{.*}}[%[[J]]] : memref<16xf32>, vector<8xf32>
func.func @a_reduction_inside(%t: memref<64xf32>, %a: memref<16xf32>, %init: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %j = %c0 to %c16 step %c1 {
    %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %init) -> (f32) {
      %p = arith.muli %k, %c16 : index
      %q = arith.addi %p, %j : index
      %x = memref.load %t[%q] : memref<64xf32>
      %y = arith.addf %acc, %x : f32
      scf.yield %y : f32
    }
    memref.store %r, %a[%j] : memref<16xf32>
  }
  func.return
}

// CHECK-LABEL: func.func @not_around_a_loop_of_varying_length
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_around_a_loop_of_varying_length(%t: memref<16xf32>, %a: memref<16xf32>, %init: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %j = %c0 to %c16 step %c1 {
    %r = scf.for %k = %c0 to %j step %c1 iter_args(%acc = %init) -> (f32) {
      %x = memref.load %t[%j] : memref<16xf32>
      %y = arith.addf %acc, %x : f32
      scf.yield %y : f32
    }
    memref.store %r, %a[%j] : memref<16xf32>
  }
  func.return
}

// CHECK-LABEL: func.func @not_a_branch
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_a_branch(%n: index, %b: i1, %z: f32, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %b {
      memref.store %z, %a[%i] : memref<?xf32>
    }
  }
  func.return
}

// CHECK-LABEL: func.func @not_a_short_loop
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_a_short_loop(%z: f32, %a: memref<7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c7 step %c1 {
    memref.store %z, %a[%i] : memref<7xf32>
  }
  func.return
}

// Two views of one buffer, one element apart: each iteration reads the previous one's element.
// CHECK-LABEL: func.func @not_overlapping_views
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_overlapping_views(%m: memref<33xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [32], strides: [1] : memref<33xf32> to memref<32xf32>
  %b = memref.reinterpret_cast %m to offset: [1], sizes: [32], strides: [1] : memref<33xf32> to memref<32xf32, strided<[1], offset: 1>>
  scf.for %i = %c0 to %c32 step %c1 {
    %v = memref.load %a[%i] : memref<32xf32>
    memref.store %v, %b[%i] : memref<32xf32, strided<[1], offset: 1>>
  }
  func.return
}

// CHECK-LABEL: func.func @not_overlapping_subviews
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_overlapping_subviews(%m: memref<33xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %a = memref.subview %m[0] [32] [1] : memref<33xf32> to memref<32xf32, strided<[1]>>
  %b = memref.subview %m[1] [32] [1] : memref<33xf32> to memref<32xf32, strided<[1], offset: 1>>
  scf.for %i = %c0 to %c32 step %c1 {
    %v = memref.load %a[%i] : memref<32xf32, strided<[1]>>
    memref.store %v, %b[%i] : memref<32xf32, strided<[1], offset: 1>>
  }
  func.return
}

// The same element in each iteration: 2 + (i + 1) and 3 + i.
// CHECK-LABEL: func.func @views_of_the_same_element
// CHECK:       vector.load
// CHECK:       vector.store
// CHECK:       func.return
func.func @views_of_the_same_element(%m: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %a = memref.subview %m[2] [34] [1] : memref<40xf32> to memref<34xf32, strided<[1], offset: 2>>
  %b = memref.subview %m[3] [32] [1] : memref<40xf32> to memref<32xf32, strided<[1], offset: 3>>
  scf.for %i = %c0 to %c32 step %c1 {
    %k = arith.addi %i, %c1 : index
    %v = memref.load %a[%k] : memref<34xf32, strided<[1], offset: 2>>
    %w = arith.addf %v, %v : f32
    memref.store %w, %b[%i] : memref<32xf32, strided<[1], offset: 3>>
  }
  func.return
}

// Neighbours of this view are two elements apart.
// CHECK-LABEL: func.func @not_through_a_view_with_a_stride
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_through_a_view_with_a_stride(%m: memref<64xf32>, %out: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [32], strides: [2] : memref<64xf32> to memref<32xf32, strided<[2]>>
  scf.for %i = %c0 to %c32 step %c1 {
    %v = memref.load %a[%i] : memref<32xf32, strided<[2]>>
    memref.store %v, %out[%i] : memref<32xf32>
  }
  func.return
}

// Either may be the other one.
// CHECK-LABEL: func.func @not_into_memory_of_unknown_origin
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_into_memory_of_unknown_origin(%c: i1, %m: memref<32xf32>, %n: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %a = arith.select %c, %m, %n : memref<32xf32>
  scf.for %i = %c0 to %c32 step %c1 {
    %v = memref.load %m[%i] : memref<32xf32>
    memref.store %v, %a[%i] : memref<32xf32>
  }
  func.return
}

// Without the promise of the callers, only an allocation is known to overlap nothing.
// ALIAS-LABEL: func.func @not_between_arguments
// ALIAS-NOT:   vector
// ALIAS-LABEL: func.func @into_an_allocation
// ALIAS:       vector.load
// ALIAS:       vector.store
func.func @not_between_arguments(%m: memref<32xf32>, %n: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %v = memref.load %m[%i] : memref<32xf32>
    memref.store %v, %n[%i] : memref<32xf32>
  }
  func.return
}

func.func @into_an_allocation(%m: memref<32xf32>) -> memref<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %n = memref.alloc() : memref<32xf32>
  scf.for %i = %c0 to %c32 step %c1 {
    %v = memref.load %m[%i] : memref<32xf32>
    memref.store %v, %n[%i] : memref<32xf32>
  }
  func.return %n : memref<32xf32>
}

// A test of another index is one scalar for all lanes, and chooses whole vectors.
// CHECK-LABEL: func.func @a_test_of_another_index
// CHECK-SAME:  (%[[N:.*]]: index, %[[K:.*]]: f32, %[[M:.*]]: memref<32xf32>, %[[R:.*]]: memref<32xf32>)
// CHECK:       %[[KS:.*]] = vector.broadcast %[[K]] : f32 to vector<8xf32>
// CHECK:       scf.for %[[I:.*]] =
// CHECK-NEXT:    %[[TEST:.*]] = arith.cmpi slt, %[[N]], %[[C32:.*]] : index
// CHECK-NEXT:    %[[V:.*]] = vector.load %[[M]][%[[I]]] : memref<32xf32>, vector<8xf32>
// CHECK-NEXT:    %[[W:.*]] = arith.select %[[TEST]], %[[V]], %[[KS]] : vector<8xf32>
// CHECK-NEXT:    vector.store %[[W]], %[[R]][%[[I]]] : memref<32xf32>, vector<8xf32>
func.func @a_test_of_another_index(%n: index, %k: f32, %m: memref<32xf32>, %r: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %test = arith.cmpi slt, %n, %c32 : index
    %v = memref.load %m[%i] : memref<32xf32>
    %w = arith.select %test, %v, %k : f32
    memref.store %w, %r[%i] : memref<32xf32>
  }
  func.return
}

// A read of the nearest element, which is chosen only inside, leaves out the lanes outside.
// CHECK-LABEL: func.func @beyond_borders
// CHECK-SAME:  (%[[M:.*]]: memref<32xf32>, %[[R:.*]]: memref<40xf32>, %[[K:.*]]: f32)
// CHECK:       %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:       %[[KS:.*]] = vector.broadcast %[[K]] : f32 to vector<8xf32>
// CHECK:       scf.for %[[I:.*]] =
// CHECK:         %[[PLACE:.*]] = arith.addi %[[I]], %[[SHIFT:.*]] : index
// CHECK:         %[[LOW:.*]] = arith.cmpi sge, %[[P:.*]], %[[L:.*]] : vector<8xi64>
// CHECK:         %[[HIGH:.*]] = arith.cmpi slt, %[[Q:.*]], %[[H:.*]] : vector<8xi64>
// CHECK-NEXT:    %[[INSIDE:.*]] = arith.andi %[[LOW]], %[[HIGH]] : vector<8xi1>
// CHECK:         %[[ROW:.*]] = arith.subi %[[NEAR:.*]], %[[NEAR]] : index
// CHECK-NEXT:    %[[AT:.*]] = arith.addi %[[ROW]], %[[PLACE]] : index
// CHECK-NEXT:    %[[V:.*]] = vector.maskedload %[[M]][%[[AT]]], %[[INSIDE]], %[[ZEROS]]
// CHECK-NEXT:    %[[W:.*]] = arith.select %[[INSIDE]], %[[V]], %[[KS]] : vector<8xi1>, vector<8xf32>
// CHECK-NEXT:    vector.store %[[W]], %[[R]][%[[I]]] : memref<40xf32>, vector<8xf32>
func.func @beyond_borders(%m: memref<32xf32>, %r: memref<40xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant -4 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    %place = arith.addi %i, %c4 : index
    %low = arith.cmpi sge, %place, %c0 : index
    %high = arith.cmpi slt, %place, %c32 : index
    %inside = arith.andi %low, %high : i1
    %0 = arith.maxsi %place, %c0 : index
    %near = arith.minsi %0, %c31 : index
    %v = memref.load %m[%near] : memref<32xf32>
    %w = arith.select %inside, %v, %k : f32
    memref.store %w, %r[%i] : memref<40xf32>
  }
  func.return
}

// Fires: values computed from the element are also selected only inside.
// CHECK-LABEL: func.func @computed_beyond_borders
// CHECK-SAME: (%[[M:.*]]: memref<32xf32>, %[[R:.*]]: memref<40xf32>, %[[K:.*]]: f32) {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant -4 : index
// CHECK-NEXT:   %[[C31:.*]] = arith.constant 31 : index
// CHECK-NEXT:   %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:   %[[C40:.*]] = arith.constant 40 : index
// CHECK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:   %[[C40_1:.*]] = arith.constant 40 : index
// CHECK-NEXT:   %[[V0:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
// CHECK-NEXT:   %[[V1:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
// CHECK-NEXT:   %[[V2:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT:   %[[K_1:.*]] = vector.broadcast %[[K]] : f32 to vector<8xf32>
// CHECK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C40_1]] step %[[C8]] {
// CHECK-NEXT:     %[[PLACE:.*]] = arith.addi %[[I]], %[[C4]] : index
// CHECK-NEXT:     %[[V3:.*]] = arith.index_cast %[[PLACE]] : index to i64
// CHECK-NEXT:     %[[V4:.*]] = vector.broadcast %[[V3]] : i64 to vector<8xi64>
// CHECK-NEXT:     %[[V5:.*]] = arith.addi %[[V4]], %[[V0]] : vector<8xi64>
// CHECK-NEXT:     %[[V6:.*]] = arith.index_cast %[[C0]] : index to i64
// CHECK-NEXT:     %[[V7:.*]] = vector.broadcast %[[V6]] : i64 to vector<8xi64>
// CHECK-NEXT:     %[[LOW:.*]] = arith.cmpi sge, %[[V5]], %[[V7]] : vector<8xi64>
// CHECK-NEXT:     %[[V8:.*]] = arith.index_cast %[[PLACE]] : index to i64
// CHECK-NEXT:     %[[V9:.*]] = vector.broadcast %[[V8]] : i64 to vector<8xi64>
// CHECK-NEXT:     %[[V10:.*]] = arith.addi %[[V9]], %[[V1]] : vector<8xi64>
// CHECK-NEXT:     %[[V11:.*]] = arith.index_cast %[[C32]] : index to i64
// CHECK-NEXT:     %[[V12:.*]] = vector.broadcast %[[V11]] : i64 to vector<8xi64>
// CHECK-NEXT:     %[[HIGH:.*]] = arith.cmpi slt, %[[V10]], %[[V12]] : vector<8xi64>
// CHECK-NEXT:     %[[INSIDE:.*]] = arith.andi %[[LOW]], %[[HIGH]] : vector<8xi1>
// CHECK-NEXT:     %[[V13:.*]] = arith.maxsi %[[PLACE]], %[[C0]] : index
// CHECK-NEXT:     %[[NEAR:.*]] = arith.minsi %[[V13]], %[[C31]] : index
// CHECK-NEXT:     %[[V14:.*]] = arith.subi %[[NEAR]], %[[NEAR]] : index
// CHECK-NEXT:     %[[V15:.*]] = arith.addi %[[V14]], %[[PLACE]] : index
// CHECK-NEXT:     %[[V:.*]] = vector.maskedload %[[M]][%[[V15]]], %[[INSIDE]], %[[V2]] : memref<32xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT:     %[[TEST:.*]] = arith.cmpf olt, %[[V]], %[[K_1]] : vector<8xf32>
// CHECK-NEXT:     %[[U:.*]] = arith.select %[[TEST]], %[[K_1]], %[[V]] : vector<8xi1>, vector<8xf32>
// CHECK-NEXT:     %[[W:.*]] = arith.select %[[INSIDE]], %[[U]], %[[K_1]] : vector<8xi1>, vector<8xf32>
// CHECK-NEXT:     vector.store %[[W]], %[[R]][%[[I]]] : memref<40xf32>, vector<8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @computed_beyond_borders(%m: memref<32xf32>, %r: memref<40xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant -4 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    %place = arith.addi %i, %c4 : index
    %low = arith.cmpi sge, %place, %c0 : index
    %high = arith.cmpi slt, %place, %c32 : index
    %inside = arith.andi %low, %high : i1
    %0 = arith.maxsi %place, %c0 : index
    %near = arith.minsi %0, %c31 : index
    %v = memref.load %m[%near] : memref<32xf32>
    %test = arith.cmpf olt, %v, %k : f32
    %u = arith.select %test, %k, %v : f32
    %w = arith.select %inside, %u, %k : f32
    memref.store %w, %r[%i] : memref<40xf32>
  }
  func.return
}

// A lane outside would divide by 0.
// CHECK-LABEL: func.func @not_where_lanes_outside_would_trap
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_where_lanes_outside_would_trap(%m: memref<32xi32>, %r: memref<40xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant -4 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    %place = arith.addi %i, %c4 : index
    %low = arith.cmpi sge, %place, %c0 : index
    %high = arith.cmpi slt, %place, %c32 : index
    %inside = arith.andi %low, %high : i1
    %0 = arith.maxsi %place, %c0 : index
    %near = arith.minsi %0, %c31 : index
    %v = memref.load %m[%near] : memref<32xi32>
    %u = arith.divsi %k, %v : i32
    %w = arith.select %inside, %u, %k : i32
    memref.store %w, %r[%i] : memref<40xi32>
  }
  func.return
}

// Neither where the division rounds down.
// CHECK-LABEL: func.func @not_where_lanes_outside_would_trap_rounding_down
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_where_lanes_outside_would_trap_rounding_down(%m: memref<32xi32>, %r: memref<40xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant -4 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    %place = arith.addi %i, %c4 : index
    %low = arith.cmpi sge, %place, %c0 : index
    %high = arith.cmpi slt, %place, %c32 : index
    %inside = arith.andi %low, %high : i1
    %0 = arith.maxsi %place, %c0 : index
    %near = arith.minsi %0, %c31 : index
    %v = memref.load %m[%near] : memref<32xi32>
    %u = arith.floordivsi %k, %v : i32
    %w = arith.select %inside, %u, %k : i32
    memref.store %w, %r[%i] : memref<40xi32>
  }
  func.return
}

// The next iteration, and what follows, use the nearest element.
// CHECK-LABEL: func.func @not_where_the_border_is_carried
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_where_the_border_is_carried(%m: memref<128xf32>, %r: memref<40xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant -4 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    %s, %t = scf.for %j = %c0 to %c3 step %c1 iter_args(%acc = %k, %last = %k) -> (f32, f32) {
      %place = arith.addi %i, %c4 : index
      %low = arith.cmpi sge, %place, %c0 : index
      %high = arith.cmpi slt, %place, %c32 : index
      %inside = arith.andi %low, %high : i1
      %0 = arith.maxsi %place, %c0 : index
      %near = arith.minsi %0, %c31 : index
      %row = arith.muli %j, %c32 : index
      %at = arith.addi %row, %near : index
      %v = memref.load %m[%at] : memref<128xf32>
      %w = arith.select %inside, %v, %acc : f32
      scf.yield %w, %v : f32, f32
    }
    %u = arith.addf %s, %t : f32
    memref.store %u, %r[%i] : memref<40xf32>
  }
  func.return
}

// The nearest element has another use, so the lanes outside need it.
// CHECK-LABEL: func.func @not_where_the_border_is_used
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_where_the_border_is_used(%m: memref<32xf32>, %r: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant -4 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    %place = arith.addi %i, %c4 : index
    %low = arith.cmpi sge, %place, %c0 : index
    %high = arith.cmpi slt, %place, %c32 : index
    %inside = arith.andi %low, %high : i1
    %0 = arith.maxsi %place, %c0 : index
    %near = arith.minsi %0, %c31 : index
    %v = memref.load %m[%near] : memref<32xf32>
    %k = arith.negf %v : f32
    %w = arith.select %inside, %v, %k : f32
    memref.store %w, %r[%i] : memref<40xf32>
  }
  func.return
}

// The condition allows one place too many: it would be read behind the end.
// CHECK-LABEL: func.func @not_where_the_condition_allows_more
// CHECK-NOT:   vector
// CHECK:       func.return
func.func @not_where_the_condition_allows_more(%m: memref<32xf32>, %r: memref<40xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant -4 : index
  %c31 = arith.constant 31 : index
  %c33 = arith.constant 33 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    %place = arith.addi %i, %c4 : index
    %low = arith.cmpi sge, %place, %c0 : index
    %high = arith.cmpi slt, %place, %c33 : index
    %inside = arith.andi %low, %high : i1
    %0 = arith.maxsi %place, %c0 : index
    %near = arith.minsi %0, %c31 : index
    %v = memref.load %m[%near] : memref<32xf32>
    %w = arith.select %inside, %v, %k : f32
    memref.store %w, %r[%i] : memref<40xf32>
  }
  func.return
}

// With functions=16, a long loop with a function has wider vectors.
// WIDE-LABEL: func.func @long_with_function
// WIDE-SAME:  (%[[A:.*]]: memref<128xf32>)
// WIDE:       %[[X:.*]] = vector.load %[[A]][%[[I:.*]]] : memref<128xf32>, vector<16xf32>
// WIDE-NEXT:  math.tanh %[[X]] : vector<16xf32>
func.func @long_with_function(%a: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %x = memref.load %a[%i] : memref<128xf32>
    %y = math.tanh %x : f32
    memref.store %y, %a[%i] : memref<128xf32>
  }
  func.return
}

// WIDE-LABEL: func.func @not_wide_without_function
// WIDE-SAME:  (%[[A:.*]]: memref<128xf32>)
// WIDE:       %[[X:.*]] = vector.load %[[A]][%[[I:.*]]] : memref<128xf32>, vector<8xf32>
// WIDE-NEXT:  math.absf %[[X]] : vector<8xf32>
func.func @not_wide_without_function(%a: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %x = memref.load %a[%i] : memref<128xf32>
    %y = math.absf %x : f32
    memref.store %y, %a[%i] : memref<128xf32>
  }
  func.return
}

// WIDE-LABEL: func.func @not_wide_if_short
// WIDE-SAME:  (%[[A:.*]]: memref<112xf32>)
// WIDE:       %[[X:.*]] = vector.load %[[A]][%[[I:.*]]] : memref<112xf32>, vector<8xf32>
// WIDE-NEXT:  math.tanh %[[X]] : vector<8xf32>
func.func @not_wide_if_short(%a: memref<112xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c112 = arith.constant 112 : index
  scf.for %i = %c0 to %c112 step %c1 {
    %x = memref.load %a[%i] : memref<112xf32>
    %y = math.tanh %x : f32
    memref.store %y, %a[%i] : memref<112xf32>
  }
  func.return
}

// WIDE-LABEL: func.func @not_wide_with_a_remainder
// WIDE-SAME:  (%[[A:.*]]: memref<136xf32>)
// WIDE:       %[[X:.*]] = vector.load %[[A]][%[[I:.*]]] : memref<136xf32>, vector<8xf32>
// WIDE-NEXT:  math.tanh %[[X]] : vector<8xf32>
func.func @not_wide_with_a_remainder(%a: memref<136xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c136 = arith.constant 136 : index
  scf.for %i = %c0 to %c136 step %c1 {
    %x = memref.load %a[%i] : memref<136xf32>
    %y = math.tanh %x : f32
    memref.store %y, %a[%i] : memref<136xf32>
  }
  func.return
}

// MASK-LABEL: func.func @a_mask_for_the_remainder
// MASK-SAME: (%[[A:.*]]: memref<21xf32>, %[[B:.*]]: memref<21xf32>) {
// MASK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// MASK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// MASK-NEXT:   %[[C21:.*]] = arith.constant 21 : index
// MASK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// MASK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// MASK-NEXT:   scf.for %[[I:.*]] = %[[C0]] to %[[C16]] step %[[C8]] {
// MASK-NEXT:     %[[X:.*]] = vector.load %[[A]][%[[I]]] : memref<21xf32>, vector<8xf32>
// MASK-NEXT:     %[[Y:.*]] = arith.mulf %[[X]], %[[X]] : vector<8xf32>
// MASK-NEXT:     vector.store %[[Y]], %[[B]][%[[I]]] : memref<21xf32>, vector<8xf32>
// MASK-NEXT:   }
// MASK-NEXT:   %[[V0:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// MASK-NEXT:   scf.for %[[I_1:.*]] = %[[C16]] to %[[C21]] step %[[C8]] {
// MASK-NEXT:     %[[V1:.*]] = arith.index_cast %[[I_1]] : index to i64
// MASK-NEXT:     %[[V2:.*]] = arith.index_cast %[[C21]] : index to i64
// MASK-NEXT:     %[[V3:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
// MASK-NEXT:     %[[V4:.*]] = arith.subi %[[V2]], %[[V1]] : i64
// MASK-NEXT:     %[[V5:.*]] = vector.broadcast %[[V4]] : i64 to vector<8xi64>
// MASK-NEXT:     %[[V6:.*]] = arith.cmpi slt, %[[V3]], %[[V5]] : vector<8xi64>
// MASK-NEXT:     %[[X_1:.*]] = vector.maskedload %[[A]][%[[I_1]]], %[[V6]], %[[V0]] : memref<21xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// MASK-NEXT:     %[[Y_1:.*]] = arith.mulf %[[X_1]], %[[X_1]] : vector<8xf32>
// MASK-NEXT:     vector.maskedstore %[[B]][%[[I_1]]], %[[V6]], %[[Y_1]] : memref<21xf32>, vector<8xi1>, vector<8xf32>
// MASK-NEXT:   }
// MASK-NEXT:   func.return
// MASK-NEXT: }
func.func @a_mask_for_the_remainder(%a: memref<21xf32>, %b: memref<21xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c21 = arith.constant 21 : index
  scf.for %i = %c0 to %c21 step %c1 {
    %x = memref.load %a[%i] : memref<21xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %b[%i] : memref<21xf32>
  }
  func.return
}

// MASK-LABEL: func.func @a_mask_for_a_short_loop
// MASK-SAME: (%[[A:.*]]: memref<5xf32>, %[[B:.*]]: memref<5xf32>) {
// MASK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// MASK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// MASK-NEXT:   %[[C5:.*]] = arith.constant 5 : index
// MASK-NEXT:   %[[C8:.*]] = arith.constant 8 : index
// MASK-NEXT:   %[[C0_1:.*]] = arith.constant 0 : index
// MASK-NEXT:   %[[V0:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// MASK-NEXT:   scf.for %[[I:.*]] = %[[C0_1]] to %[[C5]] step %[[C8]] {
// MASK-NEXT:     %[[V1:.*]] = arith.index_cast %[[I]] : index to i64
// MASK-NEXT:     %[[V2:.*]] = arith.index_cast %[[C5]] : index to i64
// MASK-NEXT:     %[[V3:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
// MASK-NEXT:     %[[V4:.*]] = arith.subi %[[V2]], %[[V1]] : i64
// MASK-NEXT:     %[[V5:.*]] = vector.broadcast %[[V4]] : i64 to vector<8xi64>
// MASK-NEXT:     %[[V6:.*]] = arith.cmpi slt, %[[V3]], %[[V5]] : vector<8xi64>
// MASK-NEXT:     %[[X:.*]] = vector.maskedload %[[A]][%[[I]]], %[[V6]], %[[V0]] : memref<5xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// MASK-NEXT:     vector.maskedstore %[[B]][%[[I]]], %[[V6]], %[[X]] : memref<5xf32>, vector<8xi1>, vector<8xf32>
// MASK-NEXT:   }
// MASK-NEXT:   func.return
// MASK-NEXT: }
func.func @a_mask_for_a_short_loop(%a: memref<5xf32>, %b: memref<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %x = memref.load %a[%i] : memref<5xf32>
    memref.store %x, %b[%i] : memref<5xf32>
  }
  func.return
}

// MASK-LABEL: func.func @no_mask_for_one_element
// MASK-NOT:   mask
// MASK:       func.return
func.func @no_mask_for_one_element(%a: memref<1xf32>, %b: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    %x = memref.load %a[%i] : memref<1xf32>
    memref.store %x, %b[%i] : memref<1xf32>
  }
  func.return
}

// A lane that is off would divide by 0.
// MASK-LABEL: func.func @no_mask_where_lanes_would_trap
// MASK-NOT:   mask
// MASK:       func.return
func.func @no_mask_where_lanes_would_trap(%a: memref<13xi32>, %b: memref<13xi32>, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  scf.for %i = %c0 to %c13 step %c1 {
    %x = memref.load %a[%i] : memref<13xi32>
    %y = arith.divsi %k, %x : i32
    memref.store %y, %b[%i] : memref<13xi32>
  }
  func.return
}

// The element of a lane that is off may lie outside of the memory.
// MASK-LABEL: func.func @no_mask_for_every_second
// MASK-NOT:   mask
// MASK:       func.return
func.func @no_mask_for_every_second(%a: memref<26xf32>, %b: memref<13xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c13 = arith.constant 13 : index
  scf.for %i = %c0 to %c13 step %c1 {
    %k = arith.muli %i, %c2 : index
    %x = memref.load %a[%k] : memref<26xf32>
    memref.store %x, %b[%i] : memref<13xf32>
  }
  func.return
}

// A short loop with functions gets vectors of its own length; one without has none here.
// FOUR-LABEL: func.func @eight_cosines
// CHECK-LABEL: func.func @eight_cosines
// SIXTEEN-LABEL: func.func @eight_cosines
// SIXTEEN:       %[[X:.*]] = vector.load %{{.*}} : memref<8xf32>, vector<8xf32>
// SIXTEEN:       %[[Y:.*]] = math.cos %[[X]] : vector<8xf32>
// SIXTEEN:       scf.for
// SIXTEEN-NEXT:    %[[Z:.*]] = memref.load
func.func @eight_cosines(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<8xf32>
    %w = math.cos %v : f32
    memref.store %w, %y[%i] : memref<8xf32>
  }
  scf.for %j = %c0 to %n step %c1 {
    %v = memref.load %x[%j] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %y[%j] : memref<8xf32>
  }
  func.return
}
