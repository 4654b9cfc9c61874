// RUN: %ts-opt %s --split-input-file -p plan-memory,cse | %check %s
// RUN: %ts-opt %s --split-input-file -p plan-memory --debug-rewrites 2>&1 | %check %s --check-prefix=WHY

// Fires: the third buffer takes the place of the first, of another element type. The second one,
// which is the largest, was placed first. Each takes an odd number of lines of 64 bytes.
// CHECK-LABEL: func.func @a_chain
// CHECK-SAME:  (%[[N:.*]]: index, %[[X:.*]]: f32) -> f64 {
// CHECK-NEXT:    %[[ARENA:.*]] = memref.alloc() : memref<384xi8>
// CHECK-NEXT:    %[[C192:.*]] = arith.constant 192 : index
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[ONE:.*]] = memref.view %[[ARENA]][%[[C192]]][] : memref<384xi8> to memref<16xf32>
// CHECK-NEXT:    memref.store %[[X]], %[[ONE]][%[[N]]] : memref<16xf32>
// CHECK-NEXT:    %[[TWO:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<384xi8> to memref<24xf32>
// CHECK-NEXT:    memref.store %[[X]], %[[TWO]][%[[N]]] : memref<24xf32>
// CHECK-NEXT:    %[[A:.*]] = memref.load %[[ONE]][%[[N]]] : memref<16xf32>
// CHECK-NEXT:    memref.store %[[A]], %[[TWO]][%[[N]]] : memref<24xf32>
// CHECK-NEXT:    %[[THREE:.*]] = memref.view %[[ARENA]][%[[C192]]][] : memref<384xi8> to memref<10xf64>
// CHECK-NEXT:    %[[B:.*]] = memref.load %[[TWO]][%[[N]]] : memref<24xf32>
// CHECK-NEXT:    %[[D:.*]] = arith.extf %[[B]] : f32 to f64
// CHECK-NEXT:    memref.store %[[D]], %[[THREE]][%[[N]]] : memref<10xf64>
// CHECK-NEXT:    memref.store %[[B]], %[[TWO]][%[[N]]] : memref<24xf32>
// CHECK-NEXT:    %[[C:.*]] = memref.load %[[THREE]][%[[N]]] : memref<10xf64>
// CHECK-NEXT:    memref.dealloc %[[ARENA]] : memref<384xi8>
// CHECK-NEXT:    func.return %[[C]] : f64
func.func @a_chain(%n: index, %x: f32) -> f64 {
  %one = memref.alloc() : memref<16xf32>
  memref.store %x, %one[%n] : memref<16xf32>
  %two = memref.alloc() : memref<24xf32>
  memref.store %x, %two[%n] : memref<24xf32>
  %a = memref.load %one[%n] : memref<16xf32>
  memref.store %a, %two[%n] : memref<24xf32>
  %three = memref.alloc() : memref<10xf64>
  %b = memref.load %two[%n] : memref<24xf32>
  %d = arith.extf %b : f32 to f64
  memref.store %d, %three[%n] : memref<10xf64>
  memref.store %b, %two[%n] : memref<24xf32>
  %c = memref.load %three[%n] : memref<10xf64>
  memref.dealloc %one : memref<16xf32>
  memref.dealloc %two : memref<24xf32>
  memref.dealloc %three : memref<10xf64>
  func.return %c : f64
}

// -----

// Fires: two sizes are multiples of one expression, so the buffers share a place; the third buffer
// lies behind them. Offsets are computed, and views keep their sizes.
// CHECK-LABEL: func.func @symbolic_sizes
// CHECK-SAME:  (%[[N:.*]]: index, %[[M:.*]]: index, %[[X:.*]]: f32) {
// CHECK:         %[[SIZE:.*]] = arith.muli %[[N]], %{{.*}} : index
// CHECK-NEXT:    %[[C32:.*]] = arith.constant 32 : index
// CHECK-NEXT:    %[[V0:.*]] = arith.muli %[[N]], %[[C32]] : index
// CHECK-NEXT:    %[[C127:.*]] = arith.constant 127 : index
// CHECK-NEXT:    %[[V1:.*]] = arith.addi %[[V0]], %[[C127]] : index
// CHECK-NEXT:    %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:    %[[V2:.*]] = arith.divui %[[V1]], %[[C64]] : index
// CHECK-NEXT:    %[[V4:.*]] = arith.muli %[[V2]], %[[C64]] : index
// CHECK-NEXT:    %[[C256:.*]] = arith.constant 256 : index
// CHECK-NEXT:    %[[V3:.*]] = arith.muli %[[M]], %[[C256]] : index
// CHECK-NEXT:    %[[V5:.*]] = arith.addi %[[V4]], %[[V3]] : index
// CHECK-NEXT:    %[[V6:.*]] = arith.addi %[[V5]], %[[C64]] : index
// CHECK-NEXT:    %[[ARENA:.*]] = memref.alloc(%[[V6]]) : memref<?xi8>
// CHECK-NEXT:    %[[A:.*]] = memref.view %[[ARENA]][%[[C0:.*]]][%[[SIZE]]] : memref<?xi8> to memref<?xf32>
// CHECK-NEXT:    memref.store %[[X]], %[[A]][%[[C0]]] : memref<?xf32>
// CHECK-NEXT:    %[[C:.*]] = memref.view %[[ARENA]][%[[V4]]][%[[M]]] : memref<?xi8> to memref<?x64xf32>
// CHECK-NEXT:    memref.store %[[X]], %[[C]][%[[C0]], %[[C0]]] : memref<?x64xf32>
// CHECK-NEXT:    %[[B:.*]] = memref.view %[[ARENA]][%[[C0]]][%[[N]]] : memref<?xi8> to memref<?xf32>
// CHECK-NEXT:    memref.store %[[X]], %[[B]][%[[C0]]] : memref<?xf32>
// CHECK-NEXT:    memref.dealloc %[[ARENA]] : memref<?xi8>
func.func @symbolic_sizes(%n: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %size = arith.muli %n, %c8 : index
  %a = memref.alloc(%size) : memref<?xf32>
  memref.store %x, %a[%c0] : memref<?xf32>
  %c = memref.alloc(%m) : memref<?x64xf32>
  memref.store %x, %c[%c0, %c0] : memref<?x64xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %b[%c0] : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  memref.dealloc %c : memref<?x64xf32>
  func.return
}

// -----

// Fires: branches and bodies of loops share the arena of the function. The loop reads `before` in
// each iteration, so what an iteration allocates lies behind it. The branches, of which one runs,
// share the place; cse makes one of equal views.
// CHECK-LABEL: func.func @nested
// CHECK-SAME:  (%[[N:.*]]: index, %[[X:.*]]: f32, %[[D:.*]]: f64, %[[C:.*]]: i1) {
// CHECK:         %[[ARENA:.*]] = memref.alloc() : memref<384xi8>
// CHECK:         %[[BEFORE:.*]] = memref.view %[[ARENA]][%[[C0:.*]]][] : memref<384xi8> to memref<40xf32>
// CHECK:         scf.for %[[I:.*]] =
// CHECK-NEXT:      %[[INSIDE:.*]] = memref.view %[[ARENA]][%[[C192:.*]]][] : memref<384xi8> to memref<40xf32>
// CHECK-NEXT:      %[[V:.*]] = memref.load %[[BEFORE]][%[[I]]]
// CHECK-NEXT:      memref.store %[[V]], %[[INSIDE]][%[[I]]]
// CHECK-NEXT:    }
// CHECK:         scf.if
// CHECK-NEXT:      memref.store %[[X]], %[[BEFORE]][%[[C0]]] : memref<40xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[ELSE:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<384xi8> to memref<20xf64>
// CHECK-NEXT:      memref.store %[[D]], %[[ELSE]][%[[C0]]] : memref<20xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[ARENA]] : memref<384xi8>
func.func @nested(%n: index, %x: f32, %d: f64, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %before = memref.alloc() : memref<40xf32>
  memref.store %x, %before[%c0] : memref<40xf32>
  scf.for %i = %c0 to %n step %c1 {
    %inside = memref.alloc() : memref<40xf32>
    %v = memref.load %before[%i] : memref<40xf32>
    memref.store %v, %inside[%i] : memref<40xf32>
    memref.dealloc %inside : memref<40xf32>
  }
  memref.dealloc %before : memref<40xf32>
  scf.if %c {
    %then = memref.alloc() : memref<40xf32>
    memref.store %x, %then[%c0] : memref<40xf32>
    memref.dealloc %then : memref<40xf32>
  } else {
    %else = memref.alloc() : memref<20xf64>
    memref.store %d, %else[%c0] : memref<20xf64>
    memref.dealloc %else : memref<20xf64>
  }
  func.return
}

// -----

// Fires twice: iterations of a parallel loop run at the same time, so each has an arena.
// CHECK-LABEL: func.func @parallel
// CHECK:         %[[ARENA:.*]] = memref.alloc() : memref<384xi8>
// CHECK:         "scf.parallel"
// CHECK-NEXT:    ^bb0(%[[I:.*]]: index):
// CHECK-NEXT:      %[[OWN:.*]] = memref.alloc() : memref<384xi8>
// CHECK-NEXT:      %[[C:.*]] = memref.view %[[OWN]]
// CHECK-NEXT:      %[[D:.*]] = memref.view %[[OWN]]
// CHECK:           memref.dealloc %[[OWN]] : memref<384xi8>
// CHECK-NEXT:      scf.reduce
// CHECK:         memref.dealloc %[[ARENA]] : memref<384xi8>
func.func @parallel(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<40xf32>
  %b = memref.alloc() : memref<40xf32>
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %c = memref.alloc() : memref<40xf32>
    %d = memref.alloc() : memref<40xf32>
    memref.store %x, %a[%i] : memref<40xf32>
    memref.store %x, %b[%i] : memref<40xf32>
    memref.store %x, %c[%i] : memref<40xf32>
    memref.store %x, %d[%i] : memref<40xf32>
    %y = memref.load %c[%i] : memref<40xf32>
    memref.store %y, %a[%i] : memref<40xf32>
    memref.dealloc %c : memref<40xf32>
    memref.dealloc %d : memref<40xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  memref.dealloc %a : memref<40xf32>
  memref.dealloc %b : memref<40xf32>
  func.return
}

// -----

// Must not fire: there is nothing to share, and an arena of one buffer is as large.
// CHECK-LABEL: func.func @the_only_buffer
// CHECK:         %[[A:.*]] = memref.alloc() : memref<40xf32>
// WHY: 'memref.alloc': it is the only buffer
func.func @the_only_buffer(%n: index, %x: f32) {
  %a = memref.alloc() : memref<40xf32>
  memref.store %x, %a[%n] : memref<40xf32>
  memref.dealloc %a : memref<40xf32>
  func.return
}

// -----

// Must not fire: the caller gets the first buffer, and frees it.
// CHECK-LABEL: func.func @returned
// CHECK-COUNT-2: memref.alloc
// WHY: 'memref.alloc': its block does not free it
func.func @returned() -> memref<10xf32> {
  %one = memref.alloc() : memref<10xf32>
  %two = memref.alloc() : memref<10xf32>
  memref.dealloc %two : memref<10xf32>
  func.return %one : memref<10xf32>
}

// -----

// Must not fire: the second size is an element of the first buffer.
// CHECK-LABEL: func.func @a_size_that_is_computed_later
// CHECK-COUNT-2: memref.alloc
// WHY: 'memref.alloc': its size is known only after the first allocation
func.func @a_size_that_is_computed_later(%x: i64) {
  %c0 = arith.constant 0 : index
  %one = memref.alloc() : memref<8xi64>
  memref.store %x, %one[%c0] : memref<8xi64>
  %loaded = memref.load %one[%c0] : memref<8xi64>
  %size = arith.index_cast %loaded : i64 to index
  %two = memref.alloc(%size) : memref<?xi64>
  memref.store %x, %two[%c0] : memref<?xi64>
  memref.dealloc %one : memref<8xi64>
  memref.dealloc %two : memref<?xi64>
  func.return
}

// -----

// Must not fire: where the branch is not taken, the size may be negative.
// CHECK-LABEL: func.func @a_size_of_a_branch
// CHECK:         scf.if
// CHECK-NEXT:      %[[ROW:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// WHY: 'memref.alloc': only some runs allocate it, and its size may mean nothing in others
func.func @a_size_of_a_branch(%n: index, %x: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %size = arith.subi %n, %c9 : index
  scf.if %c {
    %row = memref.alloc(%size) : memref<?xf32>
    memref.store %x, %row[%c0] : memref<?xf32>
    memref.dealloc %row : memref<?xf32>
  }
  func.return
}

// -----

// Must not fire: the loop, or the view, may use the buffer under another name.
// CHECK-LABEL: func.func @other_names
// CHECK-COUNT-3: memref.alloc
// WHY: 'memref.alloc': its block passes it on
// WHY: 'memref.alloc': there are views of it
// WHY: 'memref.alloc': it is the only buffer
func.func @other_names(%x: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %one = memref.alloc() : memref<10xf32>
  %two = memref.alloc() : memref<20xf32>
  %three = memref.alloc() : memref<20xf32>
  %other = scf.if %c -> (memref<10xf32>) {
    scf.yield %one : memref<10xf32>
  } else {
    scf.yield %one : memref<10xf32>
  }
  %view = "memref.cast"(%two) : (memref<20xf32>) -> memref<?xf32>
  memref.store %x, %other[%c0] : memref<10xf32>
  memref.store %x, %view[%c0] : memref<?xf32>
  memref.store %x, %three[%c0] : memref<20xf32>
  memref.dealloc %one : memref<10xf32>
  memref.dealloc %two : memref<20xf32>
  memref.dealloc %three : memref<20xf32>
  func.return
}

// -----

// Must not fire: the types or the alignment say more than a view could.
// CHECK-LABEL: func.func @of_their_own_kind
// CHECK-COUNT-3: memref.alloc
// WHY: 'memref.alloc': its type states a layout or a memory space
// WHY: 'memref.alloc': its alignment does not divide 64
// WHY: 'memref.alloc': it is the only buffer
func.func @of_their_own_kind(%x: f32) {
  %c0 = arith.constant 0 : index
  %one = memref.alloc() : memref<10xf32, strided<[2]>>
  %two = memref.alloc() {alignment = 128 : i64} : memref<20xf32>
  %three = memref.alloc() {alignment = 32 : i64} : memref<20xf32>
  memref.dealloc %one : memref<10xf32, strided<[2]>>
  memref.dealloc %two : memref<20xf32>
  memref.dealloc %three : memref<20xf32>
  func.return
}
