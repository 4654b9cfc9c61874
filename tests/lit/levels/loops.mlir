// RUN: %ts-run %s --entry=axpy --input n=5 --input a=2.0 --input x=arange:f32[7] --input y=full:f32[7]:1 | %check %s --check-prefix=AXPY
// RUN: %ts-run %s --entry=views --input x=arange:f32[6] | %check %s --check-prefix=VIEWS
// RUN: %ts-run %s --entry=bytes --input n=3 | %check %s --check-prefix=BYTES
// RUN: not %ts-run %s --entry=bytes --input n=4 2>&1 | %check %s --check-prefix=BEHIND
// RUN: %ts-run %s --entry=pointers | %check %s --check-prefix=POINTERS
// RUN: %ts-run %s --entry=lanes --input x=f32[4]{1,-2,3,-4} | %check %s --check-prefix=LANES
// RUN: %ts-run %s --entry=collatz --input n=27 | %check %s --check-prefix=COLLATZ
// RUN: %ts-run %s --entry=narrow --input x=200 | %check %s --check-prefix=NARROW
// RUN: not %ts-run %s --entry=outside --input x=arange:f32[4] 2>&1 | %check %s --check-prefix=OUTSIDE
// RUN: not %ts-run %s --entry=axpy --input n=8 --input a=2.0 --input x=arange:f32[7] --input y=full:f32[7]:1 2>&1 | %check %s --check-prefix=LONG
// RUN: not %ts-run %s --entry=divide --input n=0 2>&1 | %check %s --check-prefix=DIVIDE
// RUN: not %ts-run %s --entry=unknown --input x=arange:f32[4] 2>&1 | %check %s --check-prefix=UNKNOWN
// RUN: not %ts-run %s --entry=divide --input n=1.5 2>&1 | %check %s --check-prefix=NUMBER
// RUN: not %native %s --entry=divide --input n=1 2>&1 | %check %s --check-prefix=RETURNS

// Arguments that the function may write to are results.
func.func @axpy(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %as = vector.broadcast %a : f32 to vector<4xf32>
  %whole = arith.divui %n, %c4 : index
  %end = arith.muli %whole, %c4 : index
  scf.for %i = %c0 to %end step %c4 {
    %ahead = arith.addi %i, %c4 : index
    memref.prefetch %x[%ahead], read, locality<3>, data : memref<?xf32>
    %0 = vector.load %x[%i] : memref<?xf32>, vector<4xf32>
    %1 = vector.load %y[%i] : memref<?xf32>, vector<4xf32>
    %2 = vector.fma %as, %0, %1 : vector<4xf32>
    vector.store %2, %y[%i] : memref<?xf32>, vector<4xf32>
  }
  scf.for %i = %end to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = memref.load %y[%i] : memref<?xf32>
    %2 = math.fma %a, %0, %1 : f32
    memref.store %2, %y[%i] : memref<?xf32>
  }
  func.return
}
// AXPY: y: f32[7] = [1.0, 3.0, 5.0, 7.0, 9.0, 1.0, 1.0]
// AXPY-NOT: x:
// LONG: loops.mlir:{{[0-9]+}}:10: error: 'vector.load' op failed: index 7 is outside of dimension 0, of size 7

func.func @views(%x: memref<6xf32>) -> (memref<3x2xf32>, memref<2x2xf32, strided<[2, 1], offset: 2>>, index) {
  %c1 = arith.constant 1 : index
  %m = memref.reinterpret_cast %x to offset: [0], sizes: [3, 2], strides: [2, 1]
      : memref<6xf32> to memref<3x2xf32>
  %s = memref.subview %m[1, 0] [2, 2] [1, 1]
      : memref<3x2xf32> to memref<2x2xf32, strided<[2, 1], offset: 2>>
  %v = arith.constant 9.0 : f32
  memref.store %v, %s[%c1, %c1] : memref<2x2xf32, strided<[2, 1], offset: 2>>
  %size = memref.dim %m, %c1 : memref<3x2xf32>
  func.return %m, %s, %size : memref<3x2xf32>, memref<2x2xf32, strided<[2, 1], offset: 2>>, index
}
// VIEWS: m: f32[3,2] = {{\[\[}}0.0, 1.0], [2.0, 3.0], [4.0, 9.0]]
// VIEWS-NEXT: s: f32[2,2] = {{\[\[}}2.0, 3.0], [4.0, 9.0]]
// VIEWS-NEXT: size: int = 2
// VIEWS-NEXT: x: f32[6] = [0.0, 1.0, 2.0, 3.0, 4.0, 9.0]

// Views of bytes under other types share memory where they overlap, and know their own sizes.
func.func @bytes(%n: index) -> (memref<?xi32>, memref<3xi16>, memref<2xf64>, i8, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %arena = memref.alloc() : memref<28xi8>
  %floats = memref.view %arena[%c0][] : memref<28xi8> to memref<2xf64>
  %words = memref.view %arena[%c16][%n] : memref<28xi8> to memref<?xi32>
  %halves = memref.view %arena[%c16][] : memref<28xi8> to memref<3xi16>
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %c1 = arith.constant 1 : index
  memref.store %one, %floats[%c0] : memref<2xf64>
  memref.store %two, %floats[%c1] : memref<2xf64>
  %number = arith.constant 131073 : i32
  %last = arith.constant -1 : i16
  memref.store %number, %words[%c0] : memref<?xi32>
  memref.store %number, %words[%c1] : memref<?xi32>
  memref.store %number, %words[%c2] : memref<?xi32>
  memref.store %last, %halves[%c2] : memref<3xi16>
  %c17 = arith.constant 17 : index
  %byte = memref.load %arena[%c17] : memref<28xi8>
  %size = memref.dim %words, %c0 : memref<?xi32>
  func.return %words, %halves, %floats, %byte, %size : memref<?xi32>, memref<3xi16>, memref<2xf64>, i8, index
}
// BYTES: words: i32[3] = [131073, 196607, 131073]
// BYTES-NEXT: halves: i16[3] = [1, 2, -1]
// BYTES-NEXT: floats: f64[2] = [1.0, 2.0]
// BYTES-NEXT: byte: i8[] = 0
// BYTES-NEXT: size: int = 3
// BEHIND: loops.mlir:{{[0-9]+}}:12: error: 'memref.view' op failed: the view reaches element 31 of a memory of 28

// Between conversions, views at one address are pointers to memory of different sizes.
func.func @pointers() -> (memref<2xi32>, memref<8xi16>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : index
  %arena = memref.alloc() : memref<64xi8>
  %small = memref.view %arena[%c0][] : memref<64xi8> to memref<2xi32>
  %large = memref.view %arena[%c0][] : memref<64xi8> to memref<8xi16>
  %0 = builtin.unrealized_conversion_cast %small : memref<2xi32> to !llvm.ptr
  %1 = builtin.unrealized_conversion_cast %large : memref<8xi16> to !llvm.ptr
  %words = builtin.unrealized_conversion_cast %0 : !llvm.ptr to memref<2xi32>
  %halves = builtin.unrealized_conversion_cast %1 : !llvm.ptr to memref<8xi16>
  %zero = arith.constant 0 : i16
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %zero, %halves[%i] : memref<8xi16>
  }
  memref.store %one, %words[%c1] : memref<2xi32>
  func.return %words, %halves : memref<2xi32>, memref<8xi16>
}
// POINTERS: words: i32[2] = [0, 1]
// POINTERS-NEXT: halves: i16[8] = [0, 0, 1, 0, 0, 0, 0, 0]

func.func @lanes(%x: memref<4xf32>) -> (vector<4xf32>, f32, vector<2xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %v = vector.load %x[%c0] : memref<4xf32>, vector<4xf32>
  %negative = arith.cmpf olt, %v, %zero : vector<4xf32>
  %relu = arith.select %negative, %zero, %v : vector<4xi1>, vector<4xf32>
  %sum = vector.reduction <add>, %relu : vector<4xf32> into f32
  %mask = vector.create_mask %c2 : vector<4xi1>
  %head = vector.maskedload %x[%c2], %mask, %zero : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %two = vector.shuffle %head, %relu [1, 4] : vector<4xf32>, vector<4xf32>
  func.return %relu, %sum, %two : vector<4xf32>, f32, vector<2xf32>
}
// LANES: relu: f32[4] = [1.0, 0.0, 3.0, 0.0]
// LANES-NEXT: sum: f32[] = 4.0
// LANES-NEXT: two: f32[2] = [-4.0, 1.0]

// Blocks: more jumps than a stack of scopes would bear.
func.func @collatz(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  cf.br ^head(%n, %zero : i64, i64)
^head(%m: i64, %steps: i64):
  %done = arith.cmpi sle, %m, %one : i64
  cf.cond_br %done, ^exit, ^body
^body:
  %rest = arith.remsi %m, %two : i64
  %even = arith.cmpi eq, %rest, %zero : i64
  %half = arith.divsi %m, %two : i64
  %triple = arith.muli %m, %three : i64
  %up = arith.addi %triple, %one : i64
  %next = arith.select %even, %half, %up : i64
  %count = arith.addi %steps, %one : i64
  cf.br ^head(%next, %count : i64, i64)
^exit:
  func.return %steps : i64
}
// COLLATZ: steps: int = 111

// Numbers have the width of their types.
func.func @narrow(%x: i64) -> (i8, i1, i64, f32) {
  %byte = arith.trunci %x : i64 to i8
  %sum = arith.addi %byte, %byte : i8
  %low = arith.trunci %x : i64 to i1
  %wide = arith.extui %byte : i8 to i64
  %big = arith.constant 16777217 : i64
  %float = arith.sitofp %big : i64 to f32
  func.return %sum, %low, %wide, %float : i8, i1, i64, f32
}
// NARROW: sum: i8[] = -112
// NARROW-NEXT: low: bool = false
// NARROW-NEXT: wide: int = 200
// NARROW-NEXT: float: f32[] = 1.6777e+07

func.func @outside(%x: memref<4xf32>) -> vector<4xf32> {
  %c1 = arith.constant 1 : index
  %v = vector.load %x[%c1] : memref<4xf32>, vector<4xf32>
  func.return %v : vector<4xf32>
}
// OUTSIDE: loops.mlir:{{[0-9]+}}:8: error: 'vector.load' op failed: index 4 is outside of dimension 0, of size 4

func.func @divide(%n: i64) -> i64 {
  %q = arith.divsi %n, %n : i64
  func.return %q : i64
}
// DIVIDE: loops.mlir:{{[0-9]+}}:8: error: 'arith.divsi' op failed: division by zero
// RETURNS: ts-run: native code of loops writes its results to memory, but @divide returns values
// NUMBER: ts-run: input 0 is 1.5, the program declares i64

func.func @unknown(%x: memref<4xf32>) -> index {
  %p = "memref.extract_aligned_pointer_as_index"(%x) : (memref<4xf32>) -> index
  func.return %p : index
}
// UNKNOWN: loops.mlir:{{[0-9]+}}:8: error: no implementation of 'memref.extract_aligned_pointer_as_index'
