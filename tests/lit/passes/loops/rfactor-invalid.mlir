// RUN: %ts-opt %s --split-input-file --verify-diagnostics -p "rfactor{loop=i}"

func.func @order_of_floats(%x: memref<4xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{'i' cannot be factored: 'arith.addf' must keep the order of the elements}}
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %init) -> (f32) {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.addf %acc, %0 : f32
    scf.yield %1 : f32
  } {loop_name = "i"}
  func.return %sum : f32
}

// -----

func.func @recurrence(%x: memref<4xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{'i' cannot be factored: it does not reduce to one value}}
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %init) -> (f32) {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.addf %acc, %0 fastmath<reassoc> : f32
    %2 = arith.mulf %1, %acc : f32
    scf.yield %2 : f32
  } {loop_name = "i"}
  func.return %sum : f32
}

// -----

func.func @difference(%x: memref<4xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{'i' cannot be factored: it does not reduce to one value}}
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %init) -> (f32) {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.subf %acc, %0 : f32
    scf.yield %1 : f32
  } {loop_name = "i"}
  func.return %sum : f32
}

// -----

func.func @two_values(%x: memref<4xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{'i' cannot be factored: it does not reduce to one value}}
  %sum, %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %init, %b = %init) -> (f32, f32) {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.addf %acc, %0 fastmath<reassoc> : f32
    scf.yield %1, %0 : f32, f32
  } {loop_name = "i"}
  func.return %sum : f32
}

// -----

func.func @unknown_trip_count(%n: index, %x: memref<4xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{'i' cannot be factored: it does not count from 0 by 1 to a constant}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (f32) {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.addf %acc, %0 fastmath<reassoc> : f32
    scf.yield %1 : f32
  } {loop_name = "i"}
  func.return %sum : f32
}

// -----

func.func @first_is_1(%x: memref<4xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{'i' cannot be factored: it does not count from 0 by 1 to a constant}}
  %sum = scf.for %i = %c1 to %c4 step %c1 iter_args(%acc = %init) -> (f32) {
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = arith.addf %acc, %0 fastmath<reassoc> : f32
    scf.yield %1 : f32
  } {loop_name = "i"}
  func.return %sum : f32
}

// -----

func.func @bools(%x: memref<4xi8>, %init: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{'i' cannot be factored: memory holds no values of type i1}}
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %init) -> (i1) {
    %0 = memref.load %x[%i] : memref<4xi8>
    %b = arith.trunci %0 : i8 to i1
    %1 = arith.andi %acc, %b : i1
    scf.yield %1 : i1
  } {loop_name = "i"}
  func.return %sum : i1
}
