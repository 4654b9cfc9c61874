// RUN: %ts-opt %s --split-input-file -p convert-parallel-to-llvm | %check %s

// The body reads captured values from a context; constants are repeated.
// CHECK-LABEL: func.func @f
// CHECK-SAME:  (%[[N:.*]]: index, %[[X:.*]]: memref<64xf32>, %[[S:.*]]: f32) {
// CHECK-NEXT:    %[[ONE:.*]] = llvm.mlir.constant(1) : i64
// CHECK-NEXT:    %[[CONTEXT:.*]] = llvm.alloca %[[ONE]] x !llvm.struct<(f32, !llvm.ptr)> {alignment = 64 : i64} : (i64) -> !llvm.ptr
// CHECK:         %[[AT0:.*]] = llvm.getelementptr inbounds %[[CONTEXT]][0, 0]
// CHECK-NEXT:    llvm.store %[[S]], %[[AT0]] : f32, !llvm.ptr
// CHECK-NEXT:    %[[PX:.*]] = builtin.unrealized_conversion_cast %[[X]] : memref<64xf32> to !llvm.ptr
// CHECK-NEXT:    %[[AT1:.*]] = llvm.getelementptr inbounds %[[CONTEXT]][0, 1]
// CHECK-NEXT:    llvm.store %[[PX]], %[[AT1]] : !llvm.ptr, !llvm.ptr
// CHECK-NEXT:    %[[BODY:.*]] = llvm.mlir.addressof @f_parallel : !llvm.ptr
// CHECK-NEXT:    %[[COUNT:.*]] = builtin.unrealized_conversion_cast %[[N]] : index to i64
// CHECK-NEXT:    %{{.*}} = llvm.call @ts_parallel_for(%[[BODY]], %[[CONTEXT]], %[[COUNT]]) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
// CHECK-NEXT:  func.func private @f_parallel(%[[BEGIN:.*]]: index, %[[END:.*]]: index, %[[C:.*]]: !llvm.ptr) -> (!llvm.ptr {ts.status}) {
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[A0:.*]] = llvm.getelementptr inbounds %[[C]][0, 0]
// CHECK-NEXT:    %[[V:.*]] = llvm.load %[[A0]] : !llvm.ptr -> f32
// CHECK-NEXT:    %[[A1:.*]] = llvm.getelementptr inbounds %[[C]][0, 1]
// CHECK-NEXT:    %[[P:.*]] = llvm.load %[[A1]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT:    %[[M:.*]] = builtin.unrealized_conversion_cast %[[P]] : !llvm.ptr to memref<64xf32>
// CHECK-NEXT:    %[[STEP:.*]] = arith.constant 1 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[BEGIN]] to %[[END]] step %[[STEP]] {
// CHECK-NEXT:      %[[J:.*]] = arith.addi %[[I]], %[[C1]] : index
// CHECK-NEXT:      memref.store %[[V]], %[[M]][%[[J]]] : memref<64xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    func.return %[[NULL]] : !llvm.ptr
// CHECK-NEXT:  }
// CHECK:       llvm.func @ts_parallel_for(!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
func.func @f(%n: index, %x: memref<64xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    memref.store %s, %x[%j] : memref<64xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}

// -----

// The context of a loop inside of another is allocated once, before it.
// CHECK-LABEL: func.func @two_loops_one_inside_of_a_loop(
// CHECK:         llvm.alloca
// CHECK:         llvm.alloca
// CHECK:         scf.for
// CHECK-NOT:     llvm.alloca
// CHECK:           llvm.mlir.addressof @two_loops_one_inside_of_a_loop_parallel :
// CHECK:           llvm.call @ts_parallel_for
// CHECK:         llvm.mlir.addressof @two_loops_one_inside_of_a_loop_parallel_1 :
// CHECK-NEXT:    %{{.*}} = builtin.unrealized_conversion_cast
// CHECK-NEXT:    llvm.call @ts_parallel_for
func.func @two_loops_one_inside_of_a_loop(%n: index, %x: memref<64xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb0(%i: index):
      memref.store %s, %x[%i] : memref<64xf32>
      scf.reduce
    }) : (index, index, index) -> ()
  }
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    memref.store %s, %x[%i] : memref<64xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}

// -----

// Must not fire.
// CHECK-LABEL: func.func @two_dimensions
// CHECK:         "scf.parallel"(
func.func @two_dimensions(%n: index, %x: memref<8x8xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %c0, %n, %n, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    memref.store %s, %x[%i, %j] : memref<8x8xf32>
    scf.reduce
  }) : (index, index, index, index, index, index) -> ()
  func.return
}

// -----

// Must not fire.
// CHECK-LABEL: func.func @another_step
// CHECK:         "scf.parallel"(
func.func @another_step(%n: index, %x: memref<64xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  "scf.parallel"(%c0, %n, %c2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    memref.store %s, %x[%i] : memref<64xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}

// -----

// Must not fire.
// CHECK-LABEL: func.func @reduces
// CHECK:         "scf.parallel"(
func.func @reduces(%n: index, %x: memref<64xf32>, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = "scf.parallel"(%c0, %n, %c1, %s) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    %v = memref.load %x[%i] : memref<64xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }
  }) : (index, index, index, f32) -> f32
  func.return %r : f32
}

// -----

// Must not fire on the inner loop: iterations of the outer one would share its context.
// CHECK-LABEL: func.func @inside_of_another_parallel_loop
// CHECK:         llvm.call @ts_parallel_for
// CHECK:       func.func private @inside_of_another_parallel_loop_parallel(
// CHECK:         scf.for
// CHECK:           "scf.parallel"(
// CHECK-NOT:     llvm.call
func.func @inside_of_another_parallel_loop(%n: index, %x: memref<8x8xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    ^bb1(%j: index):
      memref.store %s, %x[%i, %j] : memref<8x8xf32>
      scf.reduce
    }) : (index, index, index) -> ()
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}

// -----

// Must not fire: an assertion that fails ends the whole kernel.
// CHECK-LABEL: func.func @asserts
// CHECK:         "scf.parallel"(
func.func @asserts(%n: index, %ok: i1, %x: memref<64xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    cf.assert %ok, "not ok"
    memref.store %s, %x[%i] : memref<64xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}

// -----

// A vector in the context has the alignment of its elements.
// CHECK-LABEL: func.func @a_vector
// CHECK-SAME:  (%[[N:.*]]: index, %[[X:.*]]: memref<64xf32>, %[[V:.*]]: vector<16xf32>) {
// CHECK:         llvm.store %[[V]], %[[AT:.*]] {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
// CHECK:         llvm.load %[[FROM:.*]] {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
func.func @a_vector(%n: index, %x: memref<64xf32>, %v: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    vector.store %v, %x[%i] : memref<64xf32>, vector<16xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}
