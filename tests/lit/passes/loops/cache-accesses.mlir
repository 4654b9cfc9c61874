// RUN: %ts-opt %s --split-input-file -p "cache-accesses{memory=m loop=i},cse,dce" | %check %s

// Fires: an iteration reads a window of three rows and four columns, which is copied once.
// CHECK-LABEL: func.func @reads
// CHECK-SAME:  (%[[M:.*]]: memref<10x8xf32>, %[[OUT:.*]]: memref<8x4xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      %[[M_CACHE:.*]] = memref.alloc() : memref<3x4xf32>
// CHECK-NEXT:      %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:      scf.for %[[M0:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT:        scf.for %[[M1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:          %[[V0:.*]] = arith.addi %[[I]], %[[M0]] : index
// CHECK-NEXT:          %[[V1:.*]] = arith.addi %[[C4]], %[[M1]] : index
// CHECK-NEXT:          %[[V2:.*]] = memref.load %[[M]][%[[V0]], %[[V1]]] : memref<10x8xf32>
// CHECK-NEXT:          memref.store %[[V2]], %[[M_CACHE]][%[[M0]], %[[M1]]] : memref<3x4xf32>
// CHECK-NEXT:        } {loop_name = "m1"}
// CHECK-NEXT:      } {loop_name = "m0"}
// CHECK-NEXT:      scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        %[[X:.*]] = memref.load %[[M_CACHE]][%[[C0]], %[[J]]] : memref<3x4xf32>
// CHECK-NEXT:        %[[Y:.*]] = memref.load %[[M_CACHE]][%[[C2]], %[[J]]] : memref<3x4xf32>
// CHECK-NEXT:        %[[Z:.*]] = arith.addf %[[X]], %[[Y]] : f32
// CHECK-NEXT:        memref.store %[[Z]], %[[OUT]][%[[I]], %[[J]]] : memref<8x4xf32>
// CHECK-NEXT:      } {loop_name = "j"}
// CHECK-NEXT:      memref.dealloc %[[M_CACHE]] : memref<3x4xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @reads(%m: memref<10x8xf32>, %out: memref<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %below = arith.addi %i, %c2 : index
      %right = arith.addi %j, %c4 : index
      %x = memref.load %m[%i, %right] : memref<10x8xf32>
      %y = memref.load %m[%below, %right] : memref<10x8xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %out[%i, %j] : memref<8x4xf32>
    } {loop_name = "j"}
  } {loop_name = "i"}
  func.return
}

// -----

// Fires: elements that an iteration writes go back; names that loops have are not given again.
// CHECK-LABEL: func.func @writes
// CHECK-SAME:  (%[[A:.*]]: memref<8x4xf32>, %[[M:.*]]: memref<8xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      %[[M_CACHE:.*]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT:      %[[FIRST:.*]] = arith.muli %[[I]], %[[C2]] : index
// CHECK-NEXT:      scf.for %[[M0:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:        %[[V0:.*]] = arith.addi %[[FIRST]], %[[M0]] : index
// CHECK-NEXT:        %[[V1:.*]] = memref.load %[[M]][%[[V0]]] : memref<8xf32>
// CHECK-NEXT:        memref.store %[[V1]], %[[M_CACHE]][%[[M0]]] : memref<2xf32>
// CHECK-NEXT:      } {loop_name = "m0_1"}
// CHECK-NEXT:      scf.for %[[M0_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        scf.for %[[K:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:          %[[AT:.*]] = arith.addi %[[FIRST]], %[[K]] : index
// CHECK-NEXT:          %[[X:.*]] = memref.load %[[A]][%[[AT]], %[[M0_1]]] : memref<8x4xf32>
// CHECK-NEXT:          %[[ACC:.*]] = memref.load %[[M_CACHE]][%[[K]]] : memref<2xf32>
// CHECK-NEXT:          %[[SUM:.*]] = arith.addf %[[ACC]], %[[X]] : f32
// CHECK-NEXT:          memref.store %[[SUM]], %[[M_CACHE]][%[[K]]] : memref<2xf32>
// CHECK-NEXT:        } {loop_name = "k"}
// CHECK-NEXT:      } {loop_name = "m0"}
// CHECK-NEXT:      scf.for %[[M0_2:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT:        %[[V2:.*]] = arith.addi %[[FIRST]], %[[M0_2]] : index
// CHECK-NEXT:        %[[V3:.*]] = memref.load %[[M_CACHE]][%[[M0_2]]] : memref<2xf32>
// CHECK-NEXT:        memref.store %[[V3]], %[[M]][%[[V2]]] : memref<8xf32>
// CHECK-NEXT:      } {loop_name = "m0_2"}
// CHECK-NEXT:      memref.dealloc %[[M_CACHE]] : memref<2xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @writes(%a: memref<8x4xf32>, %m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %first = arith.muli %i, %c2 : index
    scf.for %m0 = %c0 to %c4 step %c1 {
      scf.for %k = %c0 to %c2 step %c1 {
        %at = arith.addi %first, %k : index
        %x = memref.load %a[%at, %m0] : memref<8x4xf32>
        %acc = memref.load %m[%at] : memref<8xf32>
        %sum = arith.addf %acc, %x : f32
        memref.store %sum, %m[%at] : memref<8xf32>
      } {loop_name = "k"}
    } {loop_name = "m0"}
  } {loop_name = "i"}
  func.return
}

// -----

// Fires: a row that is read backwards.
// CHECK-LABEL: func.func @backwards
// CHECK-SAME:  (%[[M:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      %[[M_CACHE:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:      scf.for %[[M0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:        %[[V0:.*]] = memref.load %[[M]][%[[M0]]] : memref<8xf32>
// CHECK-NEXT:        memref.store %[[V0]], %[[M_CACHE]][%[[M0]]] : memref<8xf32>
// CHECK-NEXT:      } {loop_name = "m0"}
// CHECK-NEXT:      scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:        %[[AT:.*]] = arith.subi %[[C7]], %[[J]] : index
// CHECK-NEXT:        %[[X:.*]] = memref.load %[[M_CACHE]][%[[AT]]] : memref<8xf32>
// CHECK-NEXT:        memref.store %[[X]], %[[OUT]][%[[J]]] : memref<8xf32>
// CHECK-NEXT:      } {loop_name = "j"}
// CHECK-NEXT:      memref.dealloc %[[M_CACHE]] : memref<8xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @backwards(%m: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %at = arith.subi %c7, %j : index
      %x = memref.load %m[%at] : memref<8xf32>
      memref.store %x, %out[%j] : memref<8xf32>
    } {loop_name = "j"}
  } {loop_name = "i"}
  func.return
}

// -----

// Fires: the copy of one element needs no loop.
// CHECK-LABEL: func.func @one_element
// CHECK-SAME:  (%[[M:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// CHECK-NEXT:      %[[M_CACHE:.*]] = memref.alloc() : memref<1xf32>
// CHECK-NEXT:      %[[V0:.*]] = memref.load %[[M]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:      memref.store %[[V0]], %[[M_CACHE]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[M_CACHE]][%[[C0]]] : memref<1xf32>
// CHECK-NEXT:      memref.store %[[X]], %[[OUT]][%[[I]]] : memref<8xf32>
// CHECK-NEXT:      memref.dealloc %[[M_CACHE]] : memref<1xf32>
// CHECK-NEXT:    } {loop_name = "i"}
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @one_element(%m: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %m[%i] : memref<8xf32>
    memref.store %x, %out[%i] : memref<8xf32>
  } {loop_name = "i"}
  func.return
}
