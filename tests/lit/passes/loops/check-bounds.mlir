// RUN: %ts-opt %s -p check-bounds | %check %s

// Fires: the loop bounds one of the indices; the other one comes from memory.
// CHECK-LABEL: func.func @gathered
// CHECK-SAME:  (%[[AT:.*]]: memref<4xi64>, %[[A:.*]]: memref<4x8xf32>, %[[OUT:.*]]: memref<4xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      %[[V0:.*]] = memref.load %[[AT]][%[[I]]] : memref<4xi64>
// CHECK-NEXT:      %[[J:.*]] = arith.index_cast %[[V0]] : i64 to index
// CHECK-NEXT:      %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:      %[[V1:.*]] = arith.cmpi ult, %[[J]], %[[C8]] : index
// CHECK-NEXT:      cf.assert %[[V1]], "memref.load: index is out of range in dimension 1 of %[[A]], at {{.*}}check-bounds.mlir:{{[0-9]+}}:10"
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[A]][%[[I]], %[[J]]] : memref<4x8xf32>
// CHECK-NEXT:      memref.store %[[X]], %[[OUT]][%[[I]]] : memref<4xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @gathered(%at: memref<4xi64>, %a: memref<4x8xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = memref.load %at[%i] : memref<4xi64>
    %j = arith.index_cast %0 : i64 to index
    %x = memref.load %a[%i, %j] : memref<4x8xf32>
    memref.store %x, %out[%i] : memref<4xf32>
  }
  func.return
}

// Fires: the last iteration reads one element too many, and a tile one row too many.
// CHECK-LABEL: func.func @too_far
// CHECK-SAME:  (%[[A:.*]]: memref<16xf32>, %[[OUT:.*]]: memref<15x4xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:      scf.for %[[J:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT:        %[[V0:.*]] = arith.muli %[[I]], %[[C4]] : index
// CHECK-NEXT:        %[[V1:.*]] = arith.addi %[[V0]], %[[J]] : index
// CHECK-NEXT:        %[[V2:.*]] = arith.addi %[[V1]], %[[C1]] : index
// CHECK-NEXT:        %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:        %[[V3:.*]] = arith.cmpi ult, %[[V2]], %[[C16]] : index
// CHECK-NEXT:        cf.assert %[[V3]], "memref.load: index is out of range in dimension 0 of %[[A]], at {{.*}}check-bounds.mlir:{{[0-9]+}}:12"
// CHECK-NEXT:        %[[X:.*]] = memref.load %[[A]][%[[V2]]] : memref<16xf32>
// CHECK-NEXT:        %[[C15:.*]] = arith.constant 15 : index
// CHECK-NEXT:        %[[V4:.*]] = arith.cmpi ult, %[[V1]], %[[C15]] : index
// CHECK-NEXT:        cf.assert %[[V4]], "memref.store: index is out of range in dimension 0 of %[[OUT]], at {{.*}}check-bounds.mlir:{{[0-9]+}}:7"
// CHECK-NEXT:        memref.store %[[X]], %[[OUT]][%[[V1]], %[[J]]] : memref<15x4xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @too_far(%a: memref<16xf32>, %out: memref<15x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %0 = arith.muli %i, %c4 : index
      %1 = arith.addi %0, %j : index
      %2 = arith.addi %1, %c1 : index
      %x = memref.load %a[%2] : memref<16xf32>
      memref.store %x, %out[%1, %j] : memref<15x4xf32>
    }
  }
  func.return
}

// Fires: the first and the last element of a vector.
// CHECK-LABEL: func.func @vectors
// CHECK-SAME:  (%[[N:.*]]: index, %[[I:.*]]: index, %[[X:.*]]: vector<4xf32>) {
// CHECK-NEXT:    %[[M:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK-NEXT:    %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:    %[[V0:.*]] = arith.addi %[[I]], %[[C3]] : index
// CHECK-NEXT:    %[[V1:.*]] = arith.cmpi ult, %[[I]], %[[N]] : index
// CHECK-NEXT:    cf.assert %[[V1]], "vector.store: index is out of range in dimension 0 of %[[M]], at {{.*}}check-bounds.mlir:{{[0-9]+}}:3"
// CHECK-NEXT:    %[[V2:.*]] = arith.cmpi ult, %[[V0]], %[[N]] : index
// CHECK-NEXT:    cf.assert %[[V2]], "vector.store: index is out of range in dimension 0 of %[[M]], at {{.*}}check-bounds.mlir:{{[0-9]+}}:3"
// CHECK-NEXT:    vector.store %[[X]], %[[M]][%[[I]]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT:    memref.dealloc %[[M]] : memref<?xf32>
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @vectors(%n: index, %i: index, %x: vector<4xf32>) {
  %m = memref.alloc(%n) : memref<?xf32>
  vector.store %x, %m[%i] : memref<?xf32>, vector<4xf32>
  memref.dealloc %m : memref<?xf32>
  func.return
}

// Must not fire: a loop down a reversed row, and one that counts by 4, stay in range.
// CHECK-LABEL: func.func @stays_in_range
// CHECK-SAME:  (%[[N:.*]]: index, %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<8xf32>) {
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:    %[[M:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [%[[N]], 8], strides: [8, 1] : memref<?xf32> to memref<?x8xf32>
// CHECK-NEXT:    scf.for %[[I:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT:      %[[V0:.*]] = arith.subi %[[N]], %[[I]] : index
// CHECK-NEXT:      %[[ROW:.*]] = arith.subi %[[V0]], %[[C1]] : index
// CHECK-NEXT:      scf.for %[[J:.*]] = %[[C0]] to %[[C8]] step %[[C4]] {
// CHECK-NEXT:        %[[X:.*]] = vector.load %[[M]][%[[ROW]], %[[J]]] : memref<?x8xf32>, vector<4xf32>
// CHECK-NEXT:        vector.store %[[X]], %[[B]][%[[J]]] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }
func.func @stays_in_range(%n: index, %a: memref<?xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %m = memref.reinterpret_cast %a to offset: [0], sizes: [%n, 8], strides: [8, 1] : memref<?xf32> to memref<?x8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.subi %n, %i : index
    %row = arith.subi %0, %c1 : index
    scf.for %j = %c0 to %c8 step %c4 {
      %x = vector.load %m[%row, %j] : memref<?x8xf32>, vector<4xf32>
      vector.store %x, %b[%j] : memref<8xf32>, vector<4xf32>
    }
  }
  func.return
}

// Must not fire: nothing states the size of an argument.
// CHECK-LABEL: func.func @stays_unknown
// CHECK-SAME:  (%[[I:.*]]: index, %[[A:.*]]: memref<?xf32>) -> f32 {
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[A]][%[[I]]] : memref<?xf32>
// CHECK-NEXT:    func.return %[[X]] : f32
// CHECK-NEXT:  }
func.func @stays_unknown(%i: index, %a: memref<?xf32>) -> f32 {
  %x = memref.load %a[%i] : memref<?xf32>
  func.return %x : f32
}

// Fires: a view of an arena is checked against its own size, behind which other buffers lie.
// CHECK-LABEL: func.func @views_of_an_arena
// CHECK-SAME:  (%[[I:.*]]: index, %[[N:.*]]: index, %[[X:.*]]: f32) {
// CHECK:         %[[A:.*]] = memref.view %[[ARENA:.*]][%{{.*}}][] : memref<?xi8> to memref<16xf32>
// CHECK-NEXT:    %[[B:.*]] = memref.view %[[ARENA]][%{{.*}}][%[[N]]] : memref<?xi8> to memref<?xf32>
// CHECK-NEXT:    %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:    %[[V0:.*]] = arith.cmpi ult, %[[I]], %[[C16]] : index
// CHECK-NEXT:    cf.assert %[[V0]], "memref.store: index is out of range in dimension 0 of %[[A]], at
// CHECK-NEXT:    memref.store %[[X]], %[[A]][%[[I]]] : memref<16xf32>
// CHECK-NEXT:    %[[V1:.*]] = arith.cmpi ult, %[[I]], %[[N]] : index
// CHECK-NEXT:    cf.assert %[[V1]], "memref.store: index is out of range in dimension 0 of %[[B]], at
// CHECK-NEXT:    memref.store %[[X]], %[[B]][%[[I]]] : memref<?xf32>
func.func @views_of_an_arena(%i: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c192 = arith.constant 192 : index
  %arena = memref.alloc(%n) : memref<?xi8>
  %a = memref.view %arena[%c0][] : memref<?xi8> to memref<16xf32>
  %b = memref.view %arena[%c192][%n] : memref<?xi8> to memref<?xf32>
  memref.store %x, %a[%i] : memref<16xf32>
  memref.store %x, %b[%i] : memref<?xf32>
  memref.dealloc %arena : memref<?xi8>
  func.return
}
