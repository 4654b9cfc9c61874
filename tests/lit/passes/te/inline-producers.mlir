// RUN: %ts-opt %s -p inline-producers | %check %s
// RUN: %ts-opt %s -p "inline-producers{expensive-uses=2}" | %check %s --check-prefix=TWICE
// RUN: %ts-opt %s -p "inline-producers{body-limit=3}" | %check %s --check-prefix=SMALL

// The example of NNC: the product is inlined into the sine; the sine stays, as it is read twice.
// CHECK-LABEL: func.func @mul_sin_mul
// CHECK-SAME: (%[[T:.*]]: tensor<4x128xf32>)
// CHECK-NEXT: %[[SIN:.*]] = te.compute (%[[I:.*]] = 4, %[[J:.*]] = 128) : tensor<4x128xf32> {
// CHECK-NEXT:   %[[X:.*]] = te.load %[[T]][%[[I]], %[[J]]] : tensor<4x128xf32>
// CHECK-NEXT:   %[[XX:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:   %[[Y:.*]] = math.sin %[[XX]] : f32
// CHECK-NEXT:   te.yield %[[Y]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I2:.*]] = 4, %[[J2:.*]] = 128) : tensor<4x128xf32> {
// CHECK-NEXT:   %[[A:.*]] = te.load %[[SIN]][%[[I2]], %[[J2]]] : tensor<4x128xf32>
// CHECK-NEXT:   %[[B:.*]] = te.load %[[SIN]][%[[I2]], %[[J2]]] : tensor<4x128xf32>
// CHECK-NEXT:   %[[P:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT:   te.yield %[[P]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]]

// With two uses allowed there is one nest, in which the sine is computed once.
// TWICE-LABEL: func.func @mul_sin_mul
// TWICE-SAME: (%[[T:.*]]: tensor<4x128xf32>)
// TWICE-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 4, %[[J:.*]] = 128) : tensor<4x128xf32> {
// TWICE-NEXT:   %[[X:.*]] = te.load %[[T]][%[[I]], %[[J]]] : tensor<4x128xf32>
// TWICE-NEXT:   %[[XX:.*]] = arith.mulf %[[X]], %[[X]] : f32
// TWICE-NEXT:   %[[Y:.*]] = math.sin %[[XX]] : f32
// TWICE-NEXT:   %[[P:.*]] = arith.mulf %[[Y]], %[[Y]] : f32
// TWICE-NEXT:   te.yield %[[P]] : f32
// TWICE-NEXT: }
// TWICE-NEXT: func.return %[[R]]
func.func @mul_sin_mul(%t: tensor<4x128xf32>) -> tensor<4x128xf32> {
  %x = te.compute (%i = 4, %j = 128) : tensor<4x128xf32> {
    %0 = te.load %t[%i, %j] : tensor<4x128xf32>
    %1 = arith.mulf %0, %0 : f32
    te.yield %1 : f32
  }
  %y = te.compute (%i = 4, %j = 128) : tensor<4x128xf32> {
    %0 = te.load %x[%i, %j] : tensor<4x128xf32>
    %1 = math.sin %0 : f32
    te.yield %1 : f32
  }
  %z = te.compute (%i = 4, %j = 128) : tensor<4x128xf32> {
    %0 = te.load %y[%i, %j] : tensor<4x128xf32>
    %1 = te.load %y[%i, %j] : tensor<4x128xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  func.return %z : tensor<4x128xf32>
}

// A cheap producer is inlined into all its readers, with the indices at which each reads it.
// CHECK-LABEL: func.func @cheap_into_all
// CHECK-SAME: (%[[T:.*]]: tensor<8xf32>)
// CHECK-NEXT: %{{.*}} = te.compute (%[[I:.*]] = 8) : tensor<8xf32> {
// CHECK-NEXT:   %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:   %[[K:.*]] = arith.subi %[[C7]], %[[I]] : index
// CHECK-NEXT:   %[[X:.*]] = te.load %[[T]][%[[K]]] : tensor<8xf32>
// CHECK-NEXT:   %[[N:.*]] = arith.negf %[[X]] : f32
// CHECK-NEXT:   te.yield %[[N]] : f32
// CHECK:      te.reduce () over (%[[J:.*]] = 8)
// CHECK-NEXT:   %[[X2:.*]] = te.load %[[T]][%[[J]]] : tensor<8xf32>
// CHECK-NEXT:   %[[N2:.*]] = arith.negf %[[X2]] : f32
func.func @cheap_into_all(%t: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>) {
  %n = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %t[%i] : tensor<8xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  %flip = te.compute (%i = 8) : tensor<8xf32> {
    %c7 = arith.constant 7 : index
    %k = arith.subi %c7, %i : index
    %0 = te.load %n[%k] : tensor<8xf32>
    te.yield %0 : f32
  }
  %zero = arith.constant 0.0 : f32
  %sum = te.reduce () over (%j = 8) init (%acc = %zero : f32) : tensor<f32> {
    %0 = te.load %n[%j] : tensor<8xf32>
    %1 = arith.addf %acc, %0 : f32
    te.yield %1 : f32
  }
  func.return %flip, %sum : tensor<8xf32>, tensor<f32>
}

// Read once, at the point where the reader stands: expensive work is not repeated.
// CHECK-LABEL: func.func @expensive_once
// CHECK:       te.compute (%[[I:.*]] = 8, %[[J:.*]] = 4, %[[K:.*]] = 2)
// CHECK-NEXT:    te.load
// CHECK-NEXT:    math.exp
// CHECK-NEXT:    arith.negf
// CHECK-NOT:   te.compute
// CHECK:       func.return
func.func @expensive_once(%t: tensor<4x8x2xf32>) -> tensor<8x4x2xf32> {
  %e = te.compute (%i = 4, %j = 8, %k = 2) : tensor<4x8x2xf32> {
    %0 = te.load %t[%i, %j, %k] : tensor<4x8x2xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  %r = te.compute (%i = 8, %j = 4, %k = 2) : tensor<8x4x2xf32> {
    %0 = te.load %e[%j, %i, %k] : tensor<4x8x2xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  func.return %r : tensor<8x4x2xf32>
}

// Transposed, neighbours would be computed one by one.
// CHECK-LABEL: func.func @not_expensive_across_neighbours
// CHECK:       %[[E:.*]] = te.compute (%{{.*}} = 4, %{{.*}} = 8)
// CHECK:       te.compute (%[[I:.*]] = 8, %[[J:.*]] = 4)
// CHECK-NEXT:    te.load %[[E]][%[[J]], %[[I]]]
func.func @not_expensive_across_neighbours(%t: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %e = te.compute (%i = 4, %j = 8) : tensor<4x8xf32> {
    %0 = te.load %t[%i, %j] : tensor<4x8xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  %r = te.compute (%i = 8, %j = 4) : tensor<8x4xf32> {
    %0 = te.load %e[%j, %i] : tensor<4x8xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  func.return %r : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @not_expensive_and_broadcast
// CHECK:       %[[E:.*]] = te.compute (%{{.*}} = 8)
// CHECK:       te.compute (%{{.*}} = 4, %[[J:.*]] = 8)
// CHECK-NEXT:    te.load %[[E]][%[[J]]]
func.func @not_expensive_and_broadcast(%t: tensor<8xf32>) -> tensor<4x8xf32> {
  %e = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %t[%i] : tensor<8xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  %r = te.compute (%i = 4, %j = 8) : tensor<4x8xf32> {
    %0 = te.load %e[%j] : tensor<8xf32>
    te.yield %0 : f32
  }
  func.return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @not_a_result
// CHECK:       %[[N:.*]] = te.compute
// CHECK:       te.load %[[N]]
func.func @not_a_result(%t: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %n = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %t[%i] : tensor<8xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  %r = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %n[%i] : tensor<8xf32>
    %1 = arith.mulf %0, %0 : f32
    te.yield %1 : f32
  }
  func.return %n, %r : tensor<8xf32>, tensor<8xf32>
}

// It would be computed again in every iteration.
// CHECK-LABEL: func.func @not_into_a_loop
// CHECK:       %[[N:.*]] = te.compute
// CHECK:       scf.for
// CHECK:         te.load %[[N]]
func.func @not_into_a_loop(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %neg = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %t[%i] : tensor<8xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<8xf32>) {
    %y = te.compute (%i = 8) : tensor<8xf32> {
      %0 = te.load %neg[%i] : tensor<8xf32>
      %1 = te.load %x[%i] : tensor<8xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    scf.yield %y : tensor<8xf32>
  }
  func.return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @not_a_reduction
// CHECK:       %[[S:.*]] = te.reduce
// CHECK:       te.load %[[S]][]
func.func @not_a_reduction(%t: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %sum = te.reduce () over (%j = 8) init (%acc = %zero : f32) : tensor<f32> {
    %0 = te.load %t[%j] : tensor<8xf32>
    %1 = arith.addf %acc, %0 : f32
    te.yield %1 : f32
  }
  %r = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %sum[] : tensor<f32>
    te.yield %0 : f32
  }
  func.return %r : tensor<8xf32>
}

// SMALL-LABEL: func.func @not_beyond_the_limit
// SMALL:       %[[N:.*]] = te.compute
// SMALL:       te.load %[[N]]
func.func @not_beyond_the_limit(%t: tensor<8xf32>) -> tensor<8xf32> {
  %n = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %t[%i] : tensor<8xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  %r = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %n[%i] : tensor<8xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  func.return %r : tensor<8xf32>
}

// A sum of products reads its factors repeatedly: a computed factor stays in memory, a view
// does not.
// CHECK-LABEL: func.func @factors_of_a_product
// CHECK-SAME:  (%[[X:.*]]: tensor<4x3xf32>, %[[W:.*]]: tensor<5x3xf32>)
// CHECK:       %[[A:.*]] = te.compute
// CHECK-NOT:   te.compute
// CHECK:       te.reduce (%[[I:.*]] = 4, %[[J:.*]] = 5) over (%[[K:.*]] = 3)
// CHECK-NEXT:  te.load %[[A]][%[[I]], %[[K]]]
// CHECK-NEXT:  te.load %[[W]][%[[J]], %[[K]]] : tensor<5x3xf32>
func.func @factors_of_a_product(%x: tensor<4x3xf32>, %w: tensor<5x3xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %a = te.compute (%i = 4, %k = 3) : tensor<4x3xf32> {
    %0 = te.load %x[%i, %k] : tensor<4x3xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  %t = te.compute (%k = 3, %j = 5) : tensor<3x5xf32> {
    %0 = te.load %w[%j, %k] : tensor<5x3xf32>
    te.yield %0 : f32
  }
  %r = te.reduce (%i = 4, %j = 5) over (%k = 3) init (%acc = %zero : f32) : tensor<4x5xf32> {
    %0 = te.load %a[%i, %k] : tensor<4x3xf32>
    %1 = te.load %t[%k, %j] : tensor<3x5xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %r : tensor<4x5xf32>
}

// Must not fire: a sum over windows takes the number of an element apart, and the view would add its
// parts to other indices; so windows are copied.
// CHECK-LABEL: func.func @windows_of_a_factor
// CHECK:       %[[W:.*]] = te.compute (%[[C:.*]] = 3, %[[T:.*]] = 2, %[[P:.*]] = 7)
// CHECK:       te.load %[[W]]
func.func @windows_of_a_factor(%x: tensor<3x8xf32>, %f: tensor<6xf32>) -> tensor<7xf32> {
  %zero = arith.constant 0.0 : f32
  %w = te.compute (%c = 3, %t = 2, %p = 7) : tensor<3x2x7xf32> {
    %0 = arith.addi %t, %p : index
    %1 = te.load %x[%c, %0] : tensor<3x8xf32>
    te.yield %1 : f32
  }
  %r = te.reduce (%p = 7) over (%k = 6) init (%acc = %zero : f32) : tensor<7xf32> {
    %two = arith.constant 2 : index
    %c = arith.divui %k, %two : index
    %t = arith.remui %k, %two : index
    %0 = te.load %w[%c, %t, %p] : tensor<3x2x7xf32>
    %1 = te.load %f[%k] : tensor<6xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %r : tensor<7xf32>
}

// Fires: the parts of a reshaped index are put together again.
// CHECK-LABEL: func.func @reshaped_factor
// CHECK-NOT:   te.compute
// CHECK:       te.reduce
func.func @reshaped_factor(%x: tensor<6x7xf32>, %f: tensor<6xf32>) -> tensor<7xf32> {
  %zero = arith.constant 0.0 : f32
  %w = te.compute (%c = 3, %t = 2, %p = 7) : tensor<3x2x7xf32> {
    %two = arith.constant 2 : index
    %0 = arith.muli %c, %two : index
    %1 = arith.addi %0, %t : index
    %2 = te.load %x[%1, %p] : tensor<6x7xf32>
    te.yield %2 : f32
  }
  %r = te.reduce (%p = 7) over (%k = 6) init (%acc = %zero : f32) : tensor<7xf32> {
    %two = arith.constant 2 : index
    %c = arith.divui %k, %two : index
    %t = arith.remui %k, %two : index
    %0 = te.load %w[%c, %t, %p] : tensor<3x2x7xf32>
    %1 = te.load %f[%k] : tensor<6xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %r : tensor<7xf32>
}

// Must not fire: a reshape of transposed axes takes the number of an element apart itself.
// CHECK-LABEL: func.func @transposed_and_reshaped_factor
// CHECK:       %[[W:.*]] = te.compute (%[[P:.*]] = 7, %[[K:.*]] = 6)
// CHECK:       te.load %[[W]]
func.func @transposed_and_reshaped_factor(%x: tensor<3x7x2xf32>, %f: tensor<6xf32>) -> tensor<7xf32> {
  %zero = arith.constant 0.0 : f32
  %w = te.compute (%p = 7, %k = 6) : tensor<7x6xf32> {
    %two = arith.constant 2 : index
    %c = arith.divui %k, %two : index
    %t = arith.remui %k, %two : index
    %0 = te.load %x[%c, %p, %t] : tensor<3x7x2xf32>
    te.yield %0 : f32
  }
  %r = te.reduce (%p = 7) over (%k = 6) init (%acc = %zero : f32) : tensor<7xf32> {
    %0 = te.load %w[%p, %k] : tensor<7x6xf32>
    %1 = te.load %f[%k] : tensor<6xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %r : tensor<7xf32>
}

// Must not fire: every second element is read again for each row of the product.
// CHECK-LABEL: func.func @factor_without_neighbours
// CHECK:       %[[W:.*]] = te.compute (%[[K:.*]] = 6, %[[P:.*]] = 8)
// CHECK:       te.load %[[W]]
func.func @factor_without_neighbours(%x: tensor<6x16xf32>, %f: tensor<4x6xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %w = te.compute (%k = 6, %p = 8) : tensor<6x8xf32> {
    %two = arith.constant 2 : index
    %0 = arith.muli %p, %two : index
    %1 = te.load %x[%k, %0] : tensor<6x16xf32>
    te.yield %1 : f32
  }
  %r = te.reduce (%m = 4, %p = 8) over (%k = 6) init (%acc = %zero : f32) : tensor<4x8xf32> {
    %0 = te.load %w[%k, %p] : tensor<6x8xf32>
    %1 = te.load %f[%m, %k] : tensor<4x6xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %r : tensor<4x8xf32>
}

// Must not fire: rows of a table, which other elements choose, are read again for each column.
// CHECK-LABEL: func.func @gathered_factor
// CHECK:       %[[W:.*]] = te.compute (%[[M:.*]] = 4, %[[K:.*]] = 6)
// CHECK:       te.reduce
// CHECK:       te.load %[[W]]
func.func @gathered_factor(%t: tensor<9x6xf32>, %i: tensor<4xindex>, %f: tensor<6x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %w = te.compute (%m = 4, %k = 6) : tensor<4x6xf32> {
    %0 = te.load %i[%m] : tensor<4xindex>
    %1 = te.load %t[%0, %k] : tensor<9x6xf32>
    te.yield %1 : f32
  }
  %r = te.reduce (%m = 4, %p = 8) over (%k = 6) init (%acc = %zero : f32) : tensor<4x8xf32> {
    %0 = te.load %w[%m, %k] : tensor<4x6xf32>
    %1 = te.load %f[%k, %p] : tensor<6x8xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %r : tensor<4x8xf32>
}

// Fires: a sum reads each gathered element once.
// CHECK-LABEL: func.func @gathered_once
// CHECK-NOT:   te.compute
// CHECK:       te.reduce
func.func @gathered_once(%t: tensor<9x6xf32>, %i: tensor<4xindex>, %f: tensor<4x6xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %w = te.compute (%m = 4, %k = 6) : tensor<4x6xf32> {
    %0 = te.load %i[%m] : tensor<4xindex>
    %1 = te.load %t[%0, %k] : tensor<9x6xf32>
    te.yield %1 : f32
  }
  %r = te.reduce () over (%m = 4, %k = 6) init (%acc = %zero : f32) : tensor<f32> {
    %0 = te.load %w[%m, %k] : tensor<4x6xf32>
    %1 = te.load %f[%m, %k] : tensor<4x6xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %r : tensor<f32>
}

// Fires: neighbours of a transposed factor are neighbours along the other axis.
// CHECK-LABEL: func.func @transposed_factor
// CHECK-NOT:   te.compute
// CHECK:       te.reduce
func.func @transposed_factor(%x: tensor<8x6xf32>, %f: tensor<4x6xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %w = te.compute (%k = 6, %p = 8) : tensor<6x8xf32> {
    %0 = te.load %x[%p, %k] : tensor<8x6xf32>
    te.yield %0 : f32
  }
  %r = te.reduce (%m = 4, %p = 8) over (%k = 6) init (%acc = %zero : f32) : tensor<4x8xf32> {
    %0 = te.load %w[%k, %p] : tensor<6x8xf32>
    %1 = te.load %f[%m, %k] : tensor<4x6xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    te.yield %3 : f32
  }
  func.return %r : tensor<4x8xf32>
}

// Fires: producers are inlined into a scan and a scatter.
// CHECK-LABEL: func.func @into_sequences
// CHECK-NOT:   te.compute
// CHECK:       te.scan
// CHECK:       arith.addf
// CHECK-NOT:   te.compute
// CHECK:       te.scatter
// CHECK:       arith.addf
func.func @into_sequences(%t: tensor<8xf32>, %k: tensor<8xindex>, %zero: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %x = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %t[%i] : tensor<8xf32>
    %1 = arith.addf %0, %0 : f32
    te.yield %1 : f32
  }
  %s = te.scan (%i = 8) along 0 init (%acc = %zero : f32) : tensor<8xf32> {
    %0 = te.load %x[%i] : tensor<8xf32>
    %1 = arith.maximumf %acc, %0 : f32
    te.yield %1 : f32
  }
  %r = te.scatter (%i = 8) into %t : tensor<8xf32> {
    %0 = te.load %x[%i] : tensor<8xf32>
    %1 = te.load %k[%i] : tensor<8xindex>
    te.put %0 at [%1] set : f32
  }
  func.return %s, %r : tensor<8xf32>, tensor<8xf32>
}

// Must not fire: a scatter takes a whole tensor.
// CHECK-LABEL: func.func @not_the_target_of_a_scatter
// CHECK:       te.compute
// CHECK:       te.scatter
func.func @not_the_target_of_a_scatter(%k: tensor<2xindex>, %one: f32) -> tensor<8xf32> {
  %x = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %one : f32
  }
  %r = te.scatter (%i = 2) into %x : tensor<8xf32> {
    %0 = te.load %k[%i] : tensor<2xindex>
    te.put %one at [%0] add : f32
  }
  func.return %r : tensor<8xf32>
}

// The body that is longer than that of its reader stays, and the reader's operations come to it.
// CHECK-LABEL: func.func @longer_than_its_reader
// CHECK-SAME: (%[[T:.*]]: tensor<8xf32>, %[[ZERO:.*]]: f32)
// CHECK-NEXT: %[[R:.*]] = te.reduce () over (%[[K:.*]] = 8) init (%[[SUM:.*]] = %[[ZERO]] : f32) : tensor<f32> {
// CHECK-NEXT:   %[[TWO:.*]] = arith.constant 2.0
// CHECK-NEXT:   %[[A:.*]] = te.load %[[T]][%[[K]]] : tensor<8xf32>
// CHECK-NEXT:   %[[B:.*]] = arith.addf %[[A]], %[[A]] : f32
// CHECK-NEXT:   %[[C:.*]] = arith.mulf %[[B]], %[[B]] : f32
// CHECK-NEXT:   %[[D:.*]] = arith.addf %[[C]], %[[C]] : f32
// CHECK-NEXT:   %[[E:.*]] = arith.mulf %[[D]], %[[D]] : f32
// CHECK-NEXT:   %[[N:.*]] = arith.negf %[[E]] : f32
// CHECK-NEXT:   %[[F:.*]] = arith.mulf %[[N]], %[[TWO]] : f32
// CHECK-NEXT:   %[[S:.*]] = arith.addf %[[SUM]], %[[F]] : f32
// CHECK-NEXT:   te.yield %[[S]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]]
func.func @longer_than_its_reader(%t: tensor<8xf32>, %zero: f32) -> tensor<f32> {
  %n = te.compute (%i = 8) : tensor<8xf32> {
    %0 = te.load %t[%i] : tensor<8xf32>
    %1 = arith.addf %0, %0 : f32
    %2 = arith.mulf %1, %1 : f32
    %3 = arith.addf %2, %2 : f32
    %4 = arith.mulf %3, %3 : f32
    %5 = arith.negf %4 : f32
    te.yield %5 : f32
  }
  %sum = te.reduce () over (%j = 8) init (%acc = %zero : f32) : tensor<f32> {
    %two = arith.constant 2.0 : f32
    %0 = te.load %n[%j] : tensor<8xf32>
    %1 = arith.mulf %0, %two : f32
    %2 = arith.addf %acc, %1 : f32
    te.yield %2 : f32
  }
  func.return %sum : tensor<f32>
}

// Must not fire: the copy is marked to be stored.
// CHECK-LABEL: func.func @stored_copy
// CHECK-SAME: (%[[X:.*]]: tensor<8x6xf32>) -> tensor<6x8xf32> {
// CHECK-NEXT:   %[[COPY:.*]] = te.compute (%[[I:.*]] = 6, %[[J:.*]] = 8) : tensor<6x8xf32> attributes {te.stored} {
// CHECK-NEXT:     %[[V0:.*]] = te.load %[[X]][%[[J]], %[[I]]] : tensor<8x6xf32>
// CHECK-NEXT:     te.yield %[[V0]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   %[[R:.*]] = te.compute (%[[I_1:.*]] = 6, %[[J_1:.*]] = 8) : tensor<6x8xf32> {
// CHECK-NEXT:     %[[V1:.*]] = te.load %[[COPY]][%[[I_1]], %[[J_1]]] : tensor<6x8xf32>
// CHECK-NEXT:     %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// CHECK-NEXT:     te.yield %[[V2]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<6x8xf32>
// CHECK-NEXT: }
func.func @stored_copy(%x: tensor<8x6xf32>) -> tensor<6x8xf32> {
  %copy = te.compute (%i = 6, %j = 8) : tensor<6x8xf32> attributes {te.stored} {
    %0 = te.load %x[%j, %i] : tensor<8x6xf32>
    te.yield %0 : f32
  }
  %r = te.compute (%i = 6, %j = 8) : tensor<6x8xf32> {
    %0 = te.load %copy[%i, %j] : tensor<6x8xf32>
    %1 = arith.addf %0, %0 : f32
    te.yield %1 : f32
  }
  func.return %r : tensor<6x8xf32>
}

// CHECK-LABEL: func.func @must_not_inline_one_of_several_results
// CHECK-SAME: (%[[T:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %[[A:.*]], %[[B:.*]] = te.compute (%[[I:.*]] = 4) : tensor<4xf32>, tensor<4xf32> {
// CHECK-NEXT: %[[V0:.*]] = te.load %[[T]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT: %[[V1:.*]] = arith.negf %[[V0]] : f32
// CHECK-NEXT: te.yield %[[V0]], %[[V1]] : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[C:.*]] = te.compute (%[[I_1:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[V2:.*]] = te.load %[[A]][%[[I_1]]] : tensor<4xf32>
// CHECK-NEXT: %[[V3:.*]] = te.load %[[B]][%[[I_1]]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// CHECK-NEXT: te.yield %[[V4]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[C]] : tensor<4xf32>
func.func @must_not_inline_one_of_several_results(%t: tensor<4xf32>) -> tensor<4xf32> {
  %a, %b = te.compute (%i = 4) : tensor<4xf32>, tensor<4xf32> {
    %0 = te.load %t[%i] : tensor<4xf32>
    %1 = arith.negf %0 : f32
    te.yield %0, %1 : f32, f32
  }
  %c = te.compute (%i = 4) : tensor<4xf32> {
    %2 = te.load %a[%i] : tensor<4xf32>
    %3 = te.load %b[%i] : tensor<4xf32>
    %4 = arith.addf %2, %3 : f32
    te.yield %4 : f32
  }
  func.return %c : tensor<4xf32>
}

// Fires: the address of a tap is not linear in a copy either.
// CHECK-LABEL: func.func @bytes_with_channels_last
// CHECK-SAME: (%[[X:.*]]: tensor<6x7x4xi8>, %[[W:.*]]: tensor<4x2x4xi8>) -> tensor<6x6xi32> {
// CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:   %[[R:.*]] = te.reduce (%[[I:.*]] = 6, %[[J:.*]] = 6) over (%[[K:.*]] = 2, %[[Q:.*]] = 4) init (%[[ACC:.*]] = %[[ZERO]] : i32) : tensor<6x6xi32> {
// CHECK-NEXT:     %[[TWO:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[DIGIT:.*]] = arith.remui %[[K]], %[[TWO]] : index
// CHECK-NEXT:     %[[AT:.*]] = arith.addi %[[J]], %[[DIGIT]] : index
// CHECK-NEXT:     %[[V0:.*]] = te.load %[[X]][%[[I]], %[[AT]], %[[Q]]] : tensor<6x7x4xi8>
// CHECK-NEXT:     %[[V1:.*]] = te.load %[[W]][%[[Q]], %[[K]], %[[Q]]] : tensor<4x2x4xi8>
// CHECK-NEXT:     %[[V2:.*]] = arith.extui %[[V0]] : i8 to i32
// CHECK-NEXT:     %[[V3:.*]] = arith.extsi %[[V1]] : i8 to i32
// CHECK-NEXT:     %[[V4:.*]] = arith.muli %[[V2]], %[[V3]] : i32
// CHECK-NEXT:     %[[V5:.*]] = arith.addi %[[ACC]], %[[V4]] : i32
// CHECK-NEXT:     te.yield %[[V5]] : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : tensor<6x6xi32>
// CHECK-NEXT: }
func.func @bytes_with_channels_last(%x: tensor<6x7x4xi8>, %w: tensor<4x2x4xi8>) -> tensor<6x6xi32> {
  %zero = arith.constant 0 : i32
  %p = te.compute (%c = 4, %i = 6, %j = 7) : tensor<4x6x7xi8> {
    %0 = te.load %x[%i, %j, %c] : tensor<6x7x4xi8>
    te.yield %0 : i8
  }
  %r = te.reduce (%i = 6, %j = 6) over (%k = 2, %q = 4) init (%acc = %zero : i32) : tensor<6x6xi32> {
    %two = arith.constant 2 : index
    %digit = arith.remui %k, %two : index
    %at = arith.addi %j, %digit : index
    %0 = te.load %p[%q, %i, %at] : tensor<4x6x7xi8>
    %1 = te.load %w[%q, %k, %q] : tensor<4x2x4xi8>
    %2 = arith.extui %0 : i8 to i32
    %3 = arith.extsi %1 : i8 to i32
    %4 = arith.muli %2, %3 : i32
    %5 = arith.addi %acc, %4 : i32
    te.yield %5 : i32
  }
  func.return %r : tensor<6x6xi32>
}
