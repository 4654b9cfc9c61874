// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @lanes(%i: vector<8xi32>) {
  // expected-error@+1 {{'arith.sitofp' op mixes scalars or vectors of different shapes}}
  %f = arith.sitofp %i : vector<8xi32> to vector<4xf32>
  func.return
}

// -----

func.func @width(%i: vector<8xi32>) {
  // expected-error@+1 {{'arith.trunci' op result must have a smaller bit width than its input}}
  %f = arith.trunci %i : vector<8xi32> to vector<8xi64>
  func.return
}

// -----

func.func @mask(%m: vector<4xi1>, %f: vector<8xf32>) {
  // expected-error@+1 {{'arith.select' op mixes scalars or vectors of different shapes}}
  %r = arith.select %m, %f, %f : vector<4xi1>, vector<8xf32>
  func.return
}

// -----

func.func @index(%i: vector<8xi32>) {
  // expected-error@+1 {{'arith.index_cast' op casts between index and integers, not vector<8xi32> to vector<8xi64>}}
  %r = arith.index_cast %i : vector<8xi32> to vector<8xi64>
  func.return
}

// -----

// expected-error@+1 {{1.0e39 does not fit in f32}}
%0 = arith.constant 1.0e39 : f32

// -----

// expected-error@+1 {{0x1FFFFFFFF is not the 32 bits of a number of type f32}}
%0 = arith.constant 0x1FFFFFFFF : f32
