// RUN: %ts-opt %s -p cse | %check %s

// Two operations with equal regions are merged; names in the regions do not matter.
// CHECK-LABEL: func.func @equal_regions
// CHECK-NEXT:    %[[A:.*]] = te.compute (%[[I:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT:      %[[X:.*]] = te.load %{{.*}}[%[[I]]] : tensor<4xf32>
// CHECK-NEXT:      te.yield %[[X]] : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %[[A]], %[[A]]
func.func @equal_regions(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = te.compute (%i = 4) : tensor<4xf32> {
    %0 = te.load %x[%i] : tensor<4xf32>
    te.yield %0 : f32
  }
  %b = te.compute (%j = 4) : tensor<4xf32> {
    %1 = te.load %x[%j] : tensor<4xf32>
    te.yield %1 : f32
  }
  func.return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// The yields differ.
// CHECK-LABEL: func.func @keep_different_regions
// CHECK:         %[[A:.*]] = te.compute
// CHECK:         %[[B:.*]] = te.compute
// CHECK:         func.return %[[A]], %[[B]]
func.func @keep_different_regions(%s: f32, %t: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = te.compute (%i = 4) : tensor<4xf32> {
    te.yield %s : f32
  }
  %b = te.compute (%i = 4) : tensor<4xf32> {
    te.yield %t : f32
  }
  func.return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// An operation of a region is merged into one around it.
// CHECK-LABEL: func.func @into_the_outer_region
// CHECK-SAME:    (%[[X:.*]]: f32, %[[C:.*]]: i1)
// CHECK-NEXT:    %[[A:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-NEXT:    %[[R:.*]] = scf.if %[[C]] -> (f32) {
// CHECK-NEXT:      scf.yield %[[A]] : f32
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %[[X]] : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return %[[A]], %[[R]]
func.func @into_the_outer_region(%x: f32, %c: i1) -> (f32, f32) {
  %a = arith.mulf %x, %x : f32
  %r = scf.if %c -> (f32) {
    %b = arith.mulf %x, %x : f32
    scf.yield %b : f32
  } else {
    scf.yield %x : f32
  }
  func.return %a, %r : f32, f32
}

// CHECK-LABEL: func.func @keep_with_another_branch
// CHECK:         scf.if
// CHECK-NEXT:      %[[A:.*]] = arith.mulf
// CHECK-NEXT:      scf.yield %[[A]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[B:.*]] = arith.mulf
// CHECK-NEXT:      scf.yield %[[B]]
func.func @keep_with_another_branch(%x: f32, %c: i1) -> f32 {
  %r = scf.if %c -> (f32) {
    %a = arith.mulf %x, %x : f32
    scf.yield %a : f32
  } else {
    %b = arith.mulf %x, %x : f32
    scf.yield %b : f32
  }
  func.return %r : f32
}

// A dominating block, but no sibling of it.
// CHECK-LABEL: func.func @blocks
// CHECK-SAME:    (%[[X:.*]]: f32, %[[C:.*]]: i1)
// CHECK-NEXT:    %[[A:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK:       ^{{.*}}:
// CHECK-NEXT:    %[[P:.*]] = arith.addf %[[A]], %[[X]] : f32
// CHECK-NEXT:    cf.br ^[[END:.*]](%[[P]] : f32)
// CHECK:       ^{{.*}}:
// CHECK-NEXT:    %[[Q:.*]] = arith.addf %[[A]], %[[X]] : f32
// CHECK-NEXT:    cf.br ^[[END]](%[[Q]] : f32)
func.func @blocks(%x: f32, %c: i1) -> f32 {
  %a = arith.mulf %x, %x : f32
  cf.cond_br %c, ^yes, ^no
^yes:
  %b = arith.mulf %x, %x : f32
  %p = arith.addf %b, %x : f32
  cf.br ^end(%p : f32)
^no:
  %q = arith.addf %a, %x : f32
  cf.br ^end(%q : f32)
^end(%r: f32):
  func.return %r : f32
}

// CHECK-LABEL: func.func @equal_reads
// CHECK-NEXT:    %[[A:.*]] = memref.load
// CHECK-NEXT:    func.return %[[A]], %[[A]]
func.func @equal_reads(%m: memref<f32>) -> (f32, f32) {
  %a = memref.load %m[] : memref<f32>
  %b = memref.load %m[] : memref<f32>
  func.return %a, %b : f32, f32
}

// The write stands in a loop between the reads.
// CHECK-LABEL: func.func @keep_reads_around_a_write
// CHECK:         %[[A:.*]] = memref.load
// CHECK:         %[[B:.*]] = memref.load
// CHECK:         func.return %[[A]], %[[B]]
func.func @keep_reads_around_a_write(%m: memref<f32>, %n: index, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %m[] : memref<f32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[] : memref<f32>
  }
  %b = memref.load %m[] : memref<f32>
  func.return %a, %b : f32, f32
}

// A loop may write behind a read of it.
// CHECK-LABEL: func.func @keep_a_read_of_another_block
// CHECK:         %[[A:.*]] = memref.load
// CHECK:         scf.for
// CHECK-NEXT:      %[[B:.*]] = memref.load
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[B]], %[[A]]
func.func @keep_a_read_of_another_block(%m: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %m[] : memref<f32>
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.load %m[] : memref<f32>
    %s = arith.addf %b, %a : f32
    memref.store %s, %m[] : memref<f32>
  }
  func.return
}

// CHECK-LABEL: func.func @keep_allocations
// CHECK:         %[[A:.*]] = memref.alloc
// CHECK:         %[[B:.*]] = memref.alloc
// CHECK:         func.return %[[A]], %[[B]]
func.func @keep_allocations() -> (memref<f32>, memref<f32>) {
  %a = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<f32>
  func.return %a, %b : memref<f32>, memref<f32>
}

// CHECK-LABEL: func.func @keep_unknown_effects
// CHECK:         %[[A:.*]] = func.call
// CHECK:         %[[B:.*]] = func.call
// CHECK:         func.return %[[A]], %[[B]]
func.func private @unknown() -> f32
func.func @keep_unknown_effects() -> (f32, f32) {
  %a = func.call @unknown() : () -> f32
  %b = func.call @unknown() : () -> f32
  func.return %a, %b : f32, f32
}

// CHECK-LABEL: func.func @keep_zeros_of_both_signs
// CHECK-NEXT:    %[[P:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    %[[M:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:    func.return %[[P]], %[[M]]
func.func @keep_zeros_of_both_signs() -> (f32, f32) {
  %p = arith.constant 0.0 : f32
  %m = arith.constant -0.0 : f32
  func.return %p, %m : f32, f32
}

// CHECK-LABEL: func.func @erase_dead
// CHECK-NEXT:    func.return
func.func @erase_dead(%x: f32, %m: memref<f32>) {
  %a = arith.mulf %x, %x : f32
  %b = memref.load %m[] : memref<f32>
  func.return
}
