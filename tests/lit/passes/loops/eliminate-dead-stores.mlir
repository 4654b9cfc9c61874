// RUN: %ts-opt %s -p eliminate-dead-stores,dce | %check %s

// Fires: nothing reads %t, neither through its view nor by a vector.
// CHECK-LABEL: func.func @unread_memory
// CHECK-SAME:  (%[[N:.*]]: index, %[[A:.*]]: memref<8xf32>, %[[X:.*]]: vector<4xf32>) {
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @unread_memory(%n: index, %a: memref<8xf32>, %x: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc(%n) : memref<?xf32>
  %v = memref.reinterpret_cast %t to offset: [0], sizes: [8], strides: [1] : memref<?xf32> to memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %y = memref.load %a[%i] : memref<8xf32>
    memref.store %y, %v[%i] : memref<8xf32>
  }
  vector.store %x, %t[%c0] : memref<?xf32>, vector<4xf32>
  memref.dealloc %t : memref<?xf32>
  func.return
}

// Fires: of three stores to an element, the last one counts; reads of other memory do not matter.
// CHECK-LABEL: func.func @overwritten
// CHECK-SAME:  (%[[A:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8x9xf32>, %[[X:.*]]: f32, %[[B:.*]]: i1) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addi %[[I]], %[[C1]] : index
// CHECK-NEXT:      %[[Y:.*]] = memref.load %[[A]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:      scf.if %[[B]] {
// CHECK-NEXT:        memref.store %[[Y]], %[[OUT]][%[[I]], %[[C0]]] : memref<8x9xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.store %[[Y]], %[[OUT]][%[[I]], %[[NEXT]]] : memref<8x9xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @overwritten(%a: memref<8xf32>, %out: memref<8x9xf32>, %x: f32, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %next = arith.addi %i, %c1 : index
    memref.store %x, %out[%i, %next] : memref<8x9xf32>
    %y = memref.load %a[%i] : memref<8xf32>
    %same = arith.addi %c1, %i : index
    memref.store %y, %out[%i, %same] : memref<8x9xf32>
    scf.if %b {
      memref.store %y, %out[%i, %c0] : memref<8x9xf32>
    }
    memref.store %y, %out[%i, %next] : memref<8x9xf32>
  }
  func.return
}

// Must not fire: a loop in between reads the element.
// CHECK-LABEL: func.func @stays_read
// CHECK-SAME:  (%[[OUT:.*]]: memref<8xf32>, %[[SUM:.*]]: memref<1xf32>, %[[X:.*]]: f32) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    memref.store %[[X]], %[[OUT]][%[[C0]]] : memref<8xf32>
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      %[[Y:.*]] = memref.load %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:      memref.store %[[Y]], %[[SUM]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.store %[[X]], %[[OUT]][%[[C0]]] : memref<8xf32>
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @stays_read(%out: memref<8xf32>, %sum: memref<1xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  memref.store %x, %out[%c0] : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %y = memref.load %out[%i] : memref<8xf32>
    memref.store %y, %sum[%c0] : memref<1xf32>
  }
  memref.store %x, %out[%c0] : memref<8xf32>
  func.return
}

// Must not fire: the later store may not run, or has another index.
// CHECK-LABEL: func.func @stays_if_not_overwritten
// CHECK-SAME:  (%[[OUT:.*]]: memref<8xf32>, %[[I:.*]]: index, %[[J:.*]]: index, %[[X:.*]]: f32, %[[B:.*]]: i1) {
// CHECK-NEXT:    memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:    scf.if %[[B]] {
// CHECK-NEXT:      memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.store %[[X]], %[[OUT]][%[[J]]] : memref<8xf32>
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @stays_if_not_overwritten(%out: memref<8xf32>, %i: index, %j: index, %x: f32, %b: i1) {
  memref.store %x, %out[%i] : memref<8xf32>
  scf.if %b {
    memref.store %x, %out[%i] : memref<8xf32>
  }
  memref.store %x, %out[%j] : memref<8xf32>
  func.return
}

// Must not fire: the program may end at an assertion, and a function may read what it is given.
// CHECK-LABEL: func.func @stays_for_others
// CHECK-SAME:  (%[[OUT:.*]]: memref<8xf32>, %[[I:.*]]: index, %[[X:.*]]: f32, %[[B:.*]]: i1) {
// CHECK-NEXT:    %[[T:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    memref.store %[[X]], %[[T]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:    memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:    cf.assert %[[B]], "f: fails"
// CHECK-NEXT:    memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:    func.call @reads(%[[T]]) : (memref<8xf32>) -> ()
// CHECK-NEXT:    memref.dealloc %[[T]] : memref<8xf32>
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @stays_for_others(%out: memref<8xf32>, %i: index, %x: f32, %b: i1) {
  %t = memref.alloc() : memref<8xf32>
  memref.store %x, %t[%i] : memref<8xf32>
  memref.store %x, %out[%i] : memref<8xf32>
  cf.assert %b, "f: fails"
  memref.store %x, %out[%i] : memref<8xf32>
  func.call @reads(%t) : (memref<8xf32>) -> ()
  memref.dealloc %t : memref<8xf32>
  func.return
}
func.func private @reads(memref<8xf32>)
