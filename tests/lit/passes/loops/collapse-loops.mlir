// RUN: %ts-opt %s -p collapse-loops | %check %s

// CHECK-LABEL: func.func @in_order
// CHECK-SAME:  (%[[N:.*]]: index, %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf32>)
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[SIZE:.*]] = arith.muli %[[N]], %{{c128.*}} : index
// CHECK-NEXT:  scf.for %[[K:.*]] = %[[C0]] to %[[SIZE]] step %[[C1]] {
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[A]][%[[K]]]
// CHECK-NEXT:    memref.store %[[X]], %[[B]][%[[K]]]
// CHECK-NEXT:  }
func.func @in_order(%n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c128 step %c1 {
      %0 = arith.muli %i, %c128 : index
      %1 = arith.addi %0, %j : index
      %x = memref.load %a[%1] : memref<?xf32>
      memref.store %x, %b[%1] : memref<?xf32>
    }
  }
  func.return
}

// Three loops with symbolic sizes, one behind the other.
// CHECK-LABEL: func.func @symbolic
// CHECK-SAME:  (%[[L:.*]]: index, %[[M:.*]]: index, %[[N:.*]]: index, %[[A:.*]]: memref<?xf32>, %[[Z:.*]]: f32)
// CHECK:       %[[LM:.*]] = arith.muli %[[L]], %[[M]] : index
// CHECK-NEXT:  %[[SIZE:.*]] = arith.muli %[[LM]], %[[N]] : index
// CHECK-NEXT:  scf.for %[[K:.*]] = %{{.*}} to %[[SIZE]] step
// CHECK-NEXT:    memref.store %[[Z]], %[[A]][%[[K]]]
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @symbolic(%l: index, %m: index, %n: index, %a: memref<?xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %l step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %0 = arith.muli %i, %m : index
        %1 = arith.muli %0, %n : index
        %2 = arith.muli %j, %n : index
        %3 = arith.addi %1, %2 : index
        %4 = arith.addi %3, %k : index
        memref.store %z, %a[%4] : memref<?xf32>
      }
    }
  }
  func.return
}

// Accesses that move in neither loop do not stand in the way, nor does an offset.
// CHECK-LABEL: func.func @scalar_operand_and_offset
// CHECK-SAME:  (%[[S:.*]]: memref<1xf32>, %[[A:.*]]: memref<?xf32>)
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK:       scf.for %[[K:.*]] = %[[C0]] to
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[S]][%[[C0]]]
// CHECK-NEXT:    %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:    %[[AT:.*]] = arith.addi %[[K]], %[[C5]] : index
// CHECK-NEXT:    memref.store %[[X]], %[[A]][%[[AT]]]
// CHECK-NOT:   scf.for
// CHECK:       func.return
func.func @scalar_operand_and_offset(%s: memref<1xf32>, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %s[%c0] : memref<1xf32>
      %0 = arith.muli %i, %c8 : index
      %1 = arith.addi %0, %j : index
      %2 = arith.addi %1, %c5 : index
      memref.store %x, %a[%2] : memref<?xf32>
    }
  }
  func.return
}

// The two outer loops become one around a sum.
// CHECK-LABEL: func.func @around_a_sum
// CHECK-SAME:  (%[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf32>,
// CHECK:       scf.for %[[K:.*]] =
// CHECK:         %[[S:.*]] = scf.for %[[J:.*]] =
// CHECK:           memref.load %[[A]]
// CHECK:         memref.store %[[S]], %[[B]][%[[K]]]
// CHECK-NOT:   scf.for
// CHECK:       func.return
func.func @around_a_sum(%a: memref<?xf32>, %b: memref<?xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %s = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %z) -> (f32) {
        %0 = arith.muli %i, %c64 : index
        %1 = arith.muli %j, %c8 : index
        %2 = arith.addi %0, %1 : index
        %3 = arith.addi %2, %k : index
        %x = memref.load %a[%3] : memref<?xf32>
        %y = arith.addf %acc, %x : f32
        scf.yield %y : f32
      }
      %4 = arith.muli %i, %c8 : index
      %5 = arith.addi %4, %j : index
      memref.store %s, %b[%5] : memref<?xf32>
    }
  }
  func.return
}

// CHECK-LABEL: func.func @not_with_a_broadcast_row
// CHECK:       scf.for
// CHECK-NEXT:    scf.for
func.func @not_with_a_broadcast_row(%row: memref<8xf32>, %a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %row[%j] : memref<8xf32>
      %0 = arith.muli %i, %c8 : index
      %1 = arith.addi %0, %j : index
      memref.store %x, %a[%1] : memref<64xf32>
    }
  }
  func.return
}

// CHECK-LABEL: func.func @not_part_of_each_row
// CHECK:       scf.for
// CHECK-NEXT:    scf.for
func.func @not_part_of_each_row(%a: memref<64xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %0 = arith.muli %i, %c8 : index
      %1 = arith.addi %0, %j : index
      memref.store %z, %a[%1] : memref<64xf32>
    }
  }
  func.return
}

// CHECK-LABEL: func.func @not_a_transpose
// CHECK:       scf.for
// CHECK-NEXT:    scf.for
func.func @not_a_transpose(%a: memref<64xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %0 = arith.muli %j, %c8 : index
      %1 = arith.addi %0, %i : index
      memref.store %z, %a[%1] : memref<64xf32>
    }
  }
  func.return
}

// CHECK-LABEL: func.func @not_a_triangle
// CHECK:       scf.for %[[I:.*]] =
// CHECK-NEXT:    scf.for %{{.*}} = %{{.*}} to %[[I]]
func.func @not_a_triangle(%a: memref<64xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      %0 = arith.muli %i, %i : index
      %1 = arith.addi %0, %j : index
      memref.store %z, %a[%1] : memref<64xf32>
    }
  }
  func.return
}

// CHECK-LABEL: func.func @not_with_work_in_between
// CHECK:       scf.for
// CHECK-NEXT:    memref.load
// CHECK-NEXT:    scf.for
func.func @not_with_work_in_between(%s: memref<8xf32>, %a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %s[%i] : memref<8xf32>
    scf.for %j = %c0 to %c8 step %c1 {
      %0 = arith.muli %i, %c8 : index
      %1 = arith.addi %0, %j : index
      memref.store %x, %a[%1] : memref<64xf32>
    }
  }
  func.return
}

// CHECK-LABEL: func.func @not_with_a_counter_as_a_number
// CHECK:       scf.for
// CHECK-NEXT:    scf.for
func.func @not_with_a_counter_as_a_number(%a: memref<64xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %0 = arith.muli %i, %c8 : index
      %1 = arith.addi %0, %j : index
      %x = arith.index_cast %j : index to i64
      memref.store %x, %a[%1] : memref<64xi64>
    }
  }
  func.return
}

// CHECK-LABEL: func.func @a_sum_over_two_dimensions
// CHECK-SAME: (%[[A:.*]]: memref<36xf32>, %[[Z:.*]]: f32) -> f32 {
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[C9:.*]] = arith.constant 9 : index
// CHECK-NEXT:   %[[C36:.*]] = arith.constant 36 : index
// CHECK-NEXT:   %[[R:.*]] = scf.for %[[J:.*]] = %[[C0]] to %[[C36]] step %[[C1]] iter_args(%[[ACC:.*]] = %[[Z]]) -> (f32) {
// CHECK-NEXT:     %[[X:.*]] = memref.load %[[A]][%[[J]]] : memref<36xf32>
// CHECK-NEXT:     %[[Y:.*]] = arith.addf %[[ACC]], %[[X]] : f32
// CHECK-NEXT:     scf.yield %[[Y]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %[[R]] : f32
// CHECK-NEXT: }
func.func @a_sum_over_two_dimensions(%a: memref<36xf32>, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%0 = %z) -> (f32) {
    %s = scf.for %j = %c0 to %c9 step %c1 iter_args(%acc = %0) -> (f32) {
      %k = arith.muli %i, %c9 : index
      %l = arith.addi %k, %j : index
      %x = memref.load %a[%l] : memref<36xf32>
      %y = arith.addf %acc, %x : f32
      scf.yield %y : f32
    }
    scf.yield %s : f32
  }
  func.return %r : f32
}

// The outer loop adds to what the inner one gives.
// CHECK-LABEL: func.func @not_where_both_loops_add
// CHECK-COUNT-2: scf.for
// CHECK:       func.return
func.func @not_where_both_loops_add(%a: memref<36xf32>, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%0 = %z) -> (f32) {
    %s = scf.for %j = %c0 to %c9 step %c1 iter_args(%acc = %0) -> (f32) {
      %k = arith.muli %i, %c9 : index
      %l = arith.addi %k, %j : index
      %x = memref.load %a[%l] : memref<36xf32>
      %y = arith.addf %acc, %x : f32
      scf.yield %y : f32
    }
    %t = arith.addf %s, %z : f32
    scf.yield %t : f32
  }
  func.return %r : f32
}

// Each sum of the inner loop starts anew.
// CHECK-LABEL: func.func @not_where_the_inner_loop_starts_anew
// CHECK-COUNT-2: scf.for
// CHECK:       func.return
func.func @not_where_the_inner_loop_starts_anew(%a: memref<36xf32>, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%0 = %z) -> (f32) {
    %s = scf.for %j = %c0 to %c9 step %c1 iter_args(%acc = %z) -> (f32) {
      %k = arith.muli %i, %c9 : index
      %l = arith.addi %k, %j : index
      %x = memref.load %a[%l] : memref<36xf32>
      %y = arith.addf %acc, %x : f32
      scf.yield %y : f32
    }
    scf.yield %s : f32
  }
  func.return %r : f32
}

// A negative bound times one that is not gives no iterations, either.
// CHECK-LABEL: func.func @one_bound_that_is_not_negative
// CHECK-SAME:  (%[[N:.*]]: index, %[[M:.*]]: i64, %[[A:.*]]: memref<?xf32>, %[[Z:.*]]: f32)
// CHECK:       %[[D:.*]] = arith.index_cast %[[M]] : i64 to index
// CHECK:       %[[SIZE:.*]] = arith.muli %[[D]], %[[N]] : index
// CHECK-NEXT:  scf.for %[[K:.*]] = %{{.*}} to %[[SIZE]] step
// CHECK-NEXT:    memref.store %[[Z]], %[[A]][%[[K]]]
// CHECK-NOT:   scf.for
// CHECK:       func.return
func.func @one_bound_that_is_not_negative(%n: index, %m: i64, %a: memref<?xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = arith.index_cast %m : i64 to index
  scf.for %i = %c0 to %d step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %n : index
      %1 = arith.addi %0, %j : index
      memref.store %z, %a[%1] : memref<?xf32>
    }
  }
  func.return
}

// CHECK-LABEL: func.func @a_clamped_number
// CHECK-SAME:  (%[[M:.*]]: i64, %[[X:.*]]: f32) -> f32
// CHECK:       %[[MORE:.*]] = arith.maxsi %[[M]], %{{.*}} : i64
// CHECK-NEXT:  %[[D:.*]] = arith.index_cast %[[MORE]] : i64 to index
// CHECK-NEXT:  %[[SIZE:.*]] = arith.muli %[[D]], %[[D]] : index
// CHECK-NEXT:  scf.for %{{.*}} = %{{.*}} to %[[SIZE]] step
// CHECK-NOT:   scf.for
// CHECK:       func.return
func.func @a_clamped_number(%m: i64, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant 0 : i64
  %more = arith.maxsi %m, %none : i64
  %d = arith.index_cast %more : i64 to index
  %r = scf.for %i = %c0 to %d step %c1 iter_args(%a = %x) -> (f32) {
    %s = scf.for %j = %c0 to %d step %c1 iter_args(%b = %a) -> (f32) {
      %t = arith.addf %b, %b : f32
      scf.yield %t : f32
    }
    scf.yield %s : f32
  }
  func.return %r : f32
}

// The product of two negative bounds would be positive.
// CHECK-LABEL: func.func @not_where_both_bounds_may_be_negative
// CHECK-COUNT-2: scf.for
// CHECK:       func.return
func.func @not_where_both_bounds_may_be_negative(%m: i64, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = arith.index_cast %m : i64 to index
  %r = scf.for %i = %c0 to %d step %c1 iter_args(%a = %x) -> (f32) {
    %s = scf.for %j = %c0 to %d step %c1 iter_args(%b = %a) -> (f32) {
      %t = arith.addf %b, %b : f32
      scf.yield %t : f32
    }
    scf.yield %s : f32
  }
  func.return %r : f32
}

// A size less a number may be negative.
// CHECK-LABEL: func.func @not_differences
// CHECK-COUNT-2: scf.for
// CHECK:       func.return
func.func @not_differences(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %d = arith.subi %n, %c3 : index
  %r = scf.for %i = %c0 to %d step %c1 iter_args(%a = %x) -> (f32) {
    %s = scf.for %j = %c0 to %d step %c1 iter_args(%b = %a) -> (f32) {
      %t = arith.addf %b, %b : f32
      scf.yield %t : f32
    }
    scf.yield %s : f32
  }
  func.return %r : f32
}
