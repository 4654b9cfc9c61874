// RUN: %ts-opt %s -p convert-te-to-loops,cse | %check %s
// RUN: %ts-opt %s -p convert-te-to-loops --debug-rewrites 2>&1 | %check %s --check-prefix=WHY

// A branch of a loop that replaces an element writes only that element, and where the result belongs.
// CHECK-LABEL: func.func @write_in_a_branch
// CHECK-SAME:  (%[[X:.*]]: f32, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[T:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[OUT]][%[[T]]] : memref<8xf32>
// CHECK-NEXT:  %[[V1:.*]] = arith.addf %[[V0]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[T]]] : memref<8xf32>
// CHECK-NEXT:  } else {
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @write_in_a_branch(%x: f32, %c: i1) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %all = scf.for %t = %c0 to %c8 step %c1 iter_args(%o = %first) -> (tensor<8xf32>) {
    %next = scf.if %c -> (tensor<8xf32>) {
      %new = te.scatter () into %o : tensor<8xf32> {
        te.put %x at [%t] add : f32
      }
      scf.yield %new : tensor<8xf32>
    } else {
      scf.yield %o : tensor<8xf32>
    }
    scf.yield %next : tensor<8xf32>
  }
  func.return %all : tensor<8xf32>
}

// Both sides write, one of them in a branch of its own.
// CHECK-LABEL: func.func @both_sides_write
// CHECK-SAME:  (%[[X:.*]]: f32, %[[K:.*]]: index, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  } else {
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[V1:.*]] = arith.addf %[[V0]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  } else {
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[V3:.*]] = arith.maximumf %[[V2]], %[[X]] fastmath<nsz> : f32
// CHECK-NEXT:  memref.store %[[V3]], %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @both_sides_write(%x: f32, %k: index, %c: i1) -> tensor<8xf32> {
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %next = scf.if %c -> (tensor<8xf32>) {
    %inner = scf.if %c -> (tensor<8xf32>) {
      scf.yield %first : tensor<8xf32>
    } else {
      %new = te.scatter () into %first : tensor<8xf32> {
        te.put %x at [%k] add : f32
      }
      scf.yield %new : tensor<8xf32>
    }
    scf.yield %inner : tensor<8xf32>
  } else {
    %new = te.scatter () into %first : tensor<8xf32> {
      te.put %x at [%k] max : f32
    }
    scf.yield %new : tensor<8xf32>
  }
  func.return %next : tensor<8xf32>
}

// Each element is read before it is replaced.
// CHECK-LABEL: func.func @replaced_element_by_element
// CHECK-SAME:  (%[[X:.*]]: f32, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[OUT]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  %[[V1:.*]] = arith.addf %[[V0]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  } else {
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @replaced_element_by_element(%x: f32, %c: i1) -> tensor<8xf32> {
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %next = scf.if %c -> (tensor<8xf32>) {
    %new = te.compute (%i = 8) : tensor<8xf32> {
      %0 = te.load %first[%i] : tensor<8xf32>
      %1 = arith.addf %0, %x : f32
      te.yield %1 : f32
    }
    scf.yield %new : tensor<8xf32>
  } else {
    scf.yield %first : tensor<8xf32>
  }
  func.return %next : tensor<8xf32>
}

// A side that reads other elements computes the tensor elsewhere; the other side does nothing.
// CHECK-LABEL: func.func @must_not_replace_elements_that_are_read
// CHECK-SAME:  (%[[X:.*]]: f32, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  %[[NEW:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[J:.*]] = arith.subi %[[C7]], %[[I_1]] : index
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[OUT]][%[[J]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V0]], %[[NEW]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[V1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[NEW]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V2]], %[[OUT]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[NEW]] : memref<8xf32>
// CHECK-NEXT:  } else {
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @must_not_replace_elements_that_are_read(%x: f32, %c: i1) -> tensor<8xf32> {
  %c7 = arith.constant 7 : index
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %next = scf.if %c -> (tensor<8xf32>) {
    %new = te.compute (%i = 8) : tensor<8xf32> {
      %j = arith.subi %c7, %i : index
      %0 = te.load %first[%j] : tensor<8xf32>
      te.yield %0 : f32
    }
    scf.yield %new : tensor<8xf32>
  } else {
    scf.yield %first : tensor<8xf32>
  }
  func.return %next : tensor<8xf32>
}

// The elements that are read belong to a version of the tensor, in the same memory.
// CHECK-LABEL: func.func @must_not_replace_elements_of_a_version
// CHECK-SAME:  (%[[X:.*]]: f32, %[[K:.*]]: index, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[V1:.*]] = arith.addf %[[V0]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[NEW:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[J:.*]] = arith.subi %[[C7]], %[[I_1]] : index
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[OUT]][%[[J]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V2]], %[[NEW]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[V3:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V4:.*]] = memref.load %[[NEW]][%[[V3]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V4]], %[[OUT]][%[[V3]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[NEW]] : memref<8xf32>
// CHECK-NEXT:  } else {
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @must_not_replace_elements_of_a_version(%x: f32, %k: index, %c: i1) -> tensor<8xf32> {
  %c7 = arith.constant 7 : index
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %next = scf.if %c -> (tensor<8xf32>) {
    %version = te.scatter () into %first : tensor<8xf32> {
      te.put %x at [%k] add : f32
    }
    %new = te.compute (%i = 8) : tensor<8xf32> {
      %j = arith.subi %c7, %i : index
      %0 = te.load %version[%j] : tensor<8xf32>
      te.yield %0 : f32
    }
    scf.yield %new : tensor<8xf32>
  } else {
    scf.yield %first : tensor<8xf32>
  }
  func.return %next : tensor<8xf32>
}

// A side that swaps two tensors saves both before it overwrites them.
// CHECK-LABEL: func.func @swapped_in_a_branch
// CHECK-SAME:  (%[[X:.*]]: f32, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>, %[[OUT_1:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V0:.*]] = arith.negf %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V0]], %[[OUT_1]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  } else {
// CHECK-NEXT:  %[[V1:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[V2:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V3:.*]] = memref.load %[[OUT_1]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V3]], %[[V1]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V4:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[V5:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V6:.*]] = memref.load %[[OUT]][%[[V5]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V6]], %[[V4]][%[[V5]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[V7:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V8:.*]] = memref.load %[[V1]][%[[V7]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V8]], %[[OUT]][%[[V7]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[V9:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V10:.*]] = memref.load %[[V4]][%[[V9]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V10]], %[[OUT_1]][%[[V9]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[V1]] : memref<8xf32>
// CHECK-NEXT:  memref.dealloc %[[V4]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @swapped_in_a_branch(%x: f32, %c: i1) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %b = te.compute (%i = 8) : tensor<8xf32> {
    %0 = arith.negf %x : f32
    te.yield %0 : f32
  }
  %p, %q = scf.if %c -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %a, %b : tensor<8xf32>, tensor<8xf32>
  } else {
    scf.yield %b, %a : tensor<8xf32>, tensor<8xf32>
  }
  func.return %p, %q : tensor<8xf32>, tensor<8xf32>
}

// WHY: 'scf.if': the old tensor is read afterwards
// WHY: 'te.scatter': the old tensor is read afterwards
// CHECK-LABEL: func.func @must_not_change_a_tensor_that_is_read_after_the_branch
// CHECK-SAME:  (%[[X:.*]]: f32, %[[K:.*]]: index, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>, %[[OUT_1:.*]]: memref<1xf32>) {
// CHECK-NEXT:  %[[FIRST:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[FIRST]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  scf.for %[[V0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[FIRST]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[V3:.*]] = arith.addf %[[V2]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V3]], %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  } else {
// CHECK-NEXT:  scf.for %[[V4:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V5:.*]] = memref.load %[[FIRST]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V5]], %[[OUT]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[READ:.*]] = memref.load %[[FIRST]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  memref.dealloc %[[FIRST]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[READ]], %[[OUT_1]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:  func.return
func.func @must_not_change_a_tensor_that_is_read_after_the_branch(%x: f32, %k: index, %c: i1) -> (tensor<8xf32>, f32) {
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %next = scf.if %c -> (tensor<8xf32>) {
    %new = te.scatter () into %first : tensor<8xf32> {
      te.put %x at [%k] add : f32
    }
    scf.yield %new : tensor<8xf32>
  } else {
    scf.yield %first : tensor<8xf32>
  }
  %read = te.load %first[%k] : tensor<8xf32>
  func.return %next, %read : tensor<8xf32>, f32
}

// WHY: 'te.scatter': the old tensor is read afterwards
// CHECK-LABEL: func.func @must_not_change_a_tensor_that_the_side_reads_afterwards
// CHECK-SAME:  (%[[X:.*]]: f32, %[[K:.*]]: index, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>, %[[OUT_1:.*]]: memref<1xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[READ:.*]] = scf.if %[[C]] -> (f32) {
// CHECK-NEXT:  %[[NEW:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[V0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[OUT]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1]], %[[NEW]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[NEW]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[V3:.*]] = arith.addf %[[V2]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V3]], %[[NEW]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[OLD:.*]] = memref.load %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  scf.for %[[V4:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V5:.*]] = memref.load %[[NEW]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V5]], %[[OUT]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[NEW]] : memref<8xf32>
// CHECK-NEXT:  scf.yield %[[OLD]] : f32
// CHECK-NEXT:  } else {
// CHECK-NEXT:  scf.yield %[[X]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.store %[[READ]], %[[OUT_1]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:  func.return
func.func @must_not_change_a_tensor_that_the_side_reads_afterwards(%x: f32, %k: index, %c: i1) -> (tensor<8xf32>, f32) {
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %next, %read = scf.if %c -> (tensor<8xf32>, f32) {
    %new = te.scatter () into %first : tensor<8xf32> {
      te.put %x at [%k] add : f32
    }
    %old = te.load %first[%k] : tensor<8xf32>
    scf.yield %new, %old : tensor<8xf32>, f32
  } else {
    scf.yield %first, %x : tensor<8xf32>, f32
  }
  func.return %next, %read : tensor<8xf32>, f32
}

// WHY: 'scf.if': the old tensor is an argument of the function
// WHY: 'te.scatter': the old tensor is an argument of the function
// CHECK-LABEL: func.func @must_not_change_an_argument_in_a_branch
// CHECK-SAME:  (%[[T:.*]]: memref<8xf32>, %[[X:.*]]: f32, %[[K:.*]]: index, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[V0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[T]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[V3:.*]] = arith.addf %[[V2]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V3]], %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  } else {
// CHECK-NEXT:  %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[V4:.*]] = %[[C0_1]] to %[[C8_1]] step %[[C1_1]] {
// CHECK-NEXT:  %[[V5:.*]] = memref.load %[[T]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V5]], %[[OUT]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @must_not_change_an_argument_in_a_branch(%t: tensor<8xf32>, %x: f32, %k: index, %c: i1) -> tensor<8xf32> {
  %next = scf.if %c -> (tensor<8xf32>) {
    %new = te.scatter () into %t : tensor<8xf32> {
      te.put %x at [%k] add : f32
    }
    scf.yield %new : tensor<8xf32>
  } else {
    scf.yield %t : tensor<8xf32>
  }
  func.return %next : tensor<8xf32>
}

// Only versions that a whole function makes are made in the memory of an argument.
// CHECK-LABEL: func.func @must_not_write_an_argument_that_is_assigned
// CHECK-SAME:  (%[[T:.*]]: memref<8xf32>, %[[X:.*]]: f32, %[[K:.*]]: index, %[[C:.*]]: i1) {
// CHECK-NEXT:  %[[NEXT:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[V0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[T]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1]], %[[NEXT]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.store %[[X]], %[[NEXT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  } else {
// CHECK-NEXT:  %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1_1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8_1:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[V2:.*]] = %[[C0_1]] to %[[C8_1]] step %[[C1_1]] {
// CHECK-NEXT:  %[[V3:.*]] = memref.load %[[T]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V3]], %[[NEXT]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1_2:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8_2:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[V4:.*]] = %[[C0_2]] to %[[C8_2]] step %[[C1_2]] {
// CHECK-NEXT:  %[[V5:.*]] = memref.load %[[NEXT]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V5]], %[[T]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[NEXT]] : memref<8xf32>
// CHECK-NEXT:  func.return
func.func @must_not_write_an_argument_that_is_assigned(%t: tensor<8xf32>, %x: f32, %k: index, %c: i1) {
  %next = scf.if %c -> (tensor<8xf32>) {
    %new = te.scatter () into %t : tensor<8xf32> {
      te.put %x at [%k] set : f32
    }
    scf.yield %new : tensor<8xf32>
  } else {
    scf.yield %t : tensor<8xf32>
  }
  te.assign %next to %t : tensor<8xf32>
  func.return
}

// Another iteration would read what this one has changed.
// WHY: 'te.scatter': a loop around reads the old tensor again
// CHECK-LABEL: func.func @must_not_change_a_tensor_made_before_the_loop
// CHECK-SAME:  (%[[X:.*]]: f32, %[[C:.*]]: i1, %[[OUT:.*]]: memref<1xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  %[[FIRST:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[FIRST]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[SUM:.*]] = scf.for %[[T:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[S:.*]] = %[[X]]) -> (f32) {
// CHECK-NEXT:  %[[NEXT:.*]] = scf.if %[[C]] -> (f32) {
// CHECK-NEXT:  %[[NEW:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[V0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V1:.*]] = memref.load %[[FIRST]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V1]], %[[NEW]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.store %[[S]], %[[NEW]][%[[T]]] : memref<8xf32>
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[NEW]][%[[C0]]] : memref<8xf32>
// CHECK-NEXT:  memref.dealloc %[[NEW]] : memref<8xf32>
// CHECK-NEXT:  scf.yield %[[V2]] : f32
// CHECK-NEXT:  } else {
// CHECK-NEXT:  scf.yield %[[S]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.yield %[[NEXT]] : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[FIRST]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[SUM]], %[[OUT]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:  func.return
func.func @must_not_change_a_tensor_made_before_the_loop(%x: f32, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %sum = scf.for %t = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f32) {
    %next = scf.if %c -> (f32) {
      %new = te.scatter () into %first : tensor<8xf32> {
        te.put %s at [%t] set : f32
      }
      %0 = te.load %new[%c0] : tensor<8xf32>
      scf.yield %0 : f32
    } else {
      scf.yield %s : f32
    }
    scf.yield %next : f32
  }
  func.return %sum : f32
}

// The tensor of the first side is read afterwards, that of the other side is not.
// CHECK-LABEL: func.func @take_over_the_tensor_of_the_second_side
// CHECK-SAME:  (%[[X:.*]]: f32, %[[K:.*]]: index, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>, %[[OUT_1:.*]]: memref<1xf32>) {
// CHECK-NEXT:  %[[A:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[A]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V0:.*]] = arith.negf %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V0]], %[[OUT]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  scf.for %[[V1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[A]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V2]], %[[OUT]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  } else {
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[READ:.*]] = memref.load %[[A]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  memref.dealloc %[[A]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[READ]], %[[OUT_1]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:  func.return
func.func @take_over_the_tensor_of_the_second_side(%x: f32, %k: index, %c: i1) -> (tensor<8xf32>, f32) {
  %a = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %best = te.compute (%i = 8) : tensor<8xf32> {
    %0 = arith.negf %x : f32
    te.yield %0 : f32
  }
  %next = scf.if %c -> (tensor<8xf32>) {
    scf.yield %a : tensor<8xf32>
  } else {
    scf.yield %best : tensor<8xf32>
  }
  %read = te.load %a[%k] : tensor<8xf32>
  func.return %next, %read : tensor<8xf32>, f32
}

// CHECK-LABEL: func.func @take_over_the_tensor_of_the_first_side
// CHECK-SAME:  (%[[X:.*]]: f32, %[[K:.*]]: index, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>, %[[OUT_1:.*]]: memref<1xf32>) {
// CHECK-NEXT:  %[[A:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[A]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V0:.*]] = arith.negf %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V0]], %[[OUT]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  } else {
// CHECK-NEXT:  scf.for %[[V1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[A]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V2]], %[[OUT]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[READ:.*]] = memref.load %[[A]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  memref.dealloc %[[A]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[READ]], %[[OUT_1]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:  func.return
func.func @take_over_the_tensor_of_the_first_side(%x: f32, %k: index, %c: i1) -> (tensor<8xf32>, f32) {
  %a = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %best = te.compute (%i = 8) : tensor<8xf32> {
    %0 = arith.negf %x : f32
    te.yield %0 : f32
  }
  %next = scf.if %c -> (tensor<8xf32>) {
    scf.yield %best : tensor<8xf32>
  } else {
    scf.yield %a : tensor<8xf32>
  }
  %read = te.load %a[%k] : tensor<8xf32>
  func.return %next, %read : tensor<8xf32>, f32
}

// Each iteration reads %zero again. A branch inside writes another tensor.
// CHECK-LABEL: func.func @take_over_the_tensor_of_a_branch_inside
// CHECK-SAME:  (%[[X:.*]]: f32, %[[C:.*]]: i1, %[[D:.*]]: i1, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  %[[ZERO:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[ZERO]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[I_1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V0:.*]] = arith.negf %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V0]], %[[OUT]][%[[I_1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.for %[[T:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  scf.for %[[V1:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V2:.*]] = memref.load %[[ZERO]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V2]], %[[OUT]][%[[V1]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  } else {
// CHECK-NEXT:  scf.if %[[D]] {
// CHECK-NEXT:  scf.for %[[V3:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V4:.*]] = memref.load %[[ZERO]][%[[V3]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V4]], %[[OUT]][%[[V3]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  } else {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[T]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[ZERO]] : memref<8xf32>
// CHECK-NEXT:  func.return
func.func @take_over_the_tensor_of_a_branch_inside(%x: f32, %c: i1, %d: i1) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %first = te.compute (%i = 8) : tensor<8xf32> {
    %0 = arith.negf %x : f32
    te.yield %0 : f32
  }
  %all = scf.for %t = %c0 to %c8 step %c1 iter_args(%o = %first) -> (tensor<8xf32>) {
    %next = scf.if %c -> (tensor<8xf32>) {
      scf.yield %zero : tensor<8xf32>
    } else {
      %inner = scf.if %d -> (tensor<8xf32>) {
        scf.yield %zero : tensor<8xf32>
      } else {
        %new = te.scatter () into %o : tensor<8xf32> {
          te.put %x at [%t] set : f32
        }
        scf.yield %new : tensor<8xf32>
      }
      scf.yield %inner : tensor<8xf32>
    }
    scf.yield %next : tensor<8xf32>
  }
  func.return %all : tensor<8xf32>
}

// WHY: 'scf.if': the old tensor is taken twice
// CHECK-LABEL: func.func @must_not_take_over_a_tensor_twice
// CHECK-SAME:  (%[[X:.*]]: f32, %[[K:.*]]: index, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32>, %[[OUT_1:.*]]: memref<8xf32>) {
// CHECK-NEXT:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:  %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:  %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:  scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:  %[[V0:.*]] = memref.load %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  %[[V1:.*]] = arith.addf %[[V0]], %[[X]] : f32
// CHECK-NEXT:  memref.store %[[V1]], %[[OUT]][%[[K]]] : memref<8xf32>
// CHECK-NEXT:  scf.for %[[V2:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V3:.*]] = memref.load %[[OUT]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V3]], %[[OUT_1]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  } else {
// CHECK-NEXT:  scf.for %[[V4:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:  %[[V5:.*]] = memref.load %[[OUT]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:  memref.store %[[V5]], %[[OUT_1]][%[[V4]]] : memref<8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  }
// CHECK-NEXT:  func.return
func.func @must_not_take_over_a_tensor_twice(%x: f32, %k: index, %c: i1) -> (tensor<8xf32>, tensor<8xf32>) {
  %first = te.compute (%i = 8) : tensor<8xf32> {
    te.yield %x : f32
  }
  %a, %b = scf.if %c -> (tensor<8xf32>, tensor<8xf32>) {
    %new = te.scatter () into %first : tensor<8xf32> {
      te.put %x at [%k] add : f32
    }
    scf.yield %new, %new : tensor<8xf32>, tensor<8xf32>
  } else {
    scf.yield %first, %first : tensor<8xf32>, tensor<8xf32>
  }
  func.return %a, %b : tensor<8xf32>, tensor<8xf32>
}
