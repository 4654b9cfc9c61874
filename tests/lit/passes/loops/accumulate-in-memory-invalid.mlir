// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p "accumulate-in-memory{loop=k}"

func.func @carries_nothing(%a: memref<8xf32>, %out: memref<1xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'k' cannot accumulate in memory: it carries nothing}}
  scf.for %k = %c0 to %c8 step %c1 {
    memref.store %x, %a[%k] : memref<8xf32>
  } {loop_name = "k"}
  func.return
}

// -----

func.func @returned(%a: memref<8xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'k' cannot accumulate in memory: its results are not stored right behind it, in order, and used nowhere else}}
  %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %x) -> (f32) {
    %y = memref.load %a[%k] : memref<8xf32>
    %z = arith.addf %acc, %y : f32
    scf.yield %z : f32
  } {loop_name = "k"}
  func.return %sum : f32
}

// -----

func.func @used_twice(%a: memref<8xf32>, %out: memref<1xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'k' cannot accumulate in memory: its results are not stored right behind it, in order, and used nowhere else}}
  %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %x) -> (f32) {
    %y = memref.load %a[%k] : memref<8xf32>
    %z = arith.addf %acc, %y : f32
    scf.yield %z : f32
  } {loop_name = "k"}
  memref.store %sum, %out[%c0] : memref<1xf32>
  func.return %sum : f32
}

// -----

func.func @changed_before(%a: memref<8xf32>, %out: memref<1xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'k' cannot accumulate in memory: its results are not stored right behind it, in order, and used nowhere else}}
  %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %x) -> (f32) {
    %y = memref.load %a[%k] : memref<8xf32>
    %z = arith.addf %acc, %y : f32
    scf.yield %z : f32
  } {loop_name = "k"}
  %0 = arith.mulf %sum, %x : f32
  memref.store %0, %out[%c0] : memref<1xf32>
  func.return
}

// -----

func.func @reads_the_memory(%a: memref<8xf32>, %out: memref<1xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'k' cannot accumulate in memory: it may access the memory in which its results are stored}}
  %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %x) -> (f32) {
    %y = memref.load %out[%c0] : memref<1xf32>
    %z = arith.addf %acc, %y : f32
    scf.yield %z : f32
  } {loop_name = "k"}
  memref.store %sum, %out[%c0] : memref<1xf32>
  func.return
}

// -----

func.func @same_memory(%a: memref<8xf32>, %out: memref<2xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'k' cannot accumulate in memory: its results are stored in memory that may overlap}}
  %sum, %last = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %x, %b = %x) -> (f32, f32) {
    %y = memref.load %a[%k] : memref<8xf32>
    %z = arith.addf %acc, %y : f32
    scf.yield %z, %y : f32, f32
  } {loop_name = "k"}
  memref.store %sum, %out[%c0] : memref<2xf32>
  memref.store %last, %out[%c1] : memref<2xf32>
  func.return
}

// -----

func.func @assertion(%a: memref<8xf32>, %out: memref<1xf32>, %x: f32, %ok: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{'k' cannot accumulate in memory: 'cf.assert' may depend on other iterations}}
  %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %x) -> (f32) {
    cf.assert %ok, "f: fails"
    %y = memref.load %a[%k] : memref<8xf32>
    %z = arith.addf %acc, %y : f32
    scf.yield %z : f32
  } {loop_name = "k"}
  memref.store %sum, %out[%c0] : memref<1xf32>
  func.return
}
