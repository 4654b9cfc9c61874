// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p "distribute-loop{loop=i}"

func.func @one_part(%a: memref<9xf32>, %b: memref<9xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be distributed: its body has one part}}
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %a[%i] : memref<9xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @next_element_read(%a: memref<9xf32>, %b: memref<9xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be distributed: it accesses what another iteration writes}}
  scf.for %i = %c0 to %c8 step %c1 {
    %next = arith.addi %i, %c1 : index
    %y = memref.load %a[%next] : memref<9xf32>
    memref.store %y, %b[%i] : memref<9xf32>
    memref.store %x, %a[%i] : memref<9xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @same_element_written(%a: memref<9xf32>, %b: memref<9xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be distributed: it accesses what another iteration writes}}
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %a[%i] : memref<9xf32>
    memref.store %x, %a[%c0] : memref<9xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func @assertion(%a: memref<9xf32>, %b: memref<9xf32>, %x: f32, %ok: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be distributed: 'cf.assert' may depend on other iterations}}
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %a[%i] : memref<9xf32>
    cf.assert %ok, "f: fails"
  } {loop_name = "i"}
  func.return
}

// -----

func.func @carried(%b: memref<9xf32>, %c: memref<9xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'i' cannot be distributed: it carries values from iteration to iteration}}
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %x) -> (f32) {
    memref.store %acc, %b[%i] : memref<9xf32>
    memref.store %acc, %c[%i] : memref<9xf32>
    %y = arith.addf %acc, %x : f32
    scf.yield %y : f32
  } {loop_name = "i"}
  func.return %sum : f32
}

// -----

func.func @counter_of_64_bits(%b: memref<1xf32>, %c: memref<1xf32>, %x: f32) {
  %first = arith.constant 0 : index
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  // expected-error@+1 {{'i' cannot be distributed: its counter is not of type index}}
  scf.for %i = %c0 to %c1 step %c1 : i64 {
    memref.store %x, %b[%first] : memref<1xf32>
    memref.store %x, %c[%first] : memref<1xf32>
  } {loop_name = "i"}
  func.return
}

// -----

func.func private @ts_random_words(memref<?xi32>, index) -> ()

func.func @draws(%w: memref<?xi32>, %a: memref<9xi32>, %b: memref<9xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 9 : index
  // expected-error@+1 {{'i' cannot be distributed: 'func.call' may depend on other iterations}}
  scf.for %i = %c0 to %n step %c1 {
    func.call @ts_random_words(%w, %c1) : (memref<?xi32>, index) -> ()
    %v = memref.load %b[%i] : memref<9xi32>
    memref.store %v, %a[%i] : memref<9xi32>
  } {loop_name = "i"}
  func.return
}
