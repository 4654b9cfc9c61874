// RUN: %ts-opt %s -p convert-te-to-loops --verify-diagnostics --split-input-file

// expected-error@+1 {{'func.func' op argument 0 of type tensor<?xf32> needs the attribute te.sizes}}
func.func @no_sizes(%t: tensor<?xf32>) -> tensor<?xf32> {
  func.return %t : tensor<?xf32>
}

// -----

// expected-error@+1 {{'func.func' op argument 1 has te.sizes that are not of type index}}
func.func @wrong_sizes(%k: f32, %t: tensor<?xf32> {te.sizes = array<i64: 0>}) -> tensor<?xf32> {
  func.return %t : tensor<?xf32>
}

// -----

func.func @foreign_tensor() -> tensor<2xf32> {
  // expected-error@+1 {{'arith.constant' op has tensors, but is not an operation of the te level}}
  %t = arith.constant dense<1.0> : tensor<2xf32>
  func.return %t : tensor<2xf32>
}

// -----

// expected-error@+1 {{'func.func' op must have one block, ended by func.return}}
func.func private @declared(tensor<2xf32>) -> tensor<2xf32>

// -----

func.func @size_only_known_inside(%t: tensor<8xf32>, %b: i1, %s: tensor<i64>) -> tensor<?xf32> {
  // expected-error@+1 {{'scf.if' op yields a tensor whose size is unknown before it}}
  %r = scf.if %b -> (tensor<?xf32>) {
    %n = te.load %s[] : tensor<i64>
    %m = arith.index_cast %n : i64 to index
    %x = te.compute (%i = %m) : tensor<?xf32> {
      %0 = te.load %t[%i] : tensor<8xf32>
      te.yield %0 : f32
    }
    scf.yield %x : tensor<?xf32>
  } else {
    %n = arith.constant 3 : index
    %x = te.compute (%i = %n) : tensor<?xf32> {
      %0 = te.load %t[%i] : tensor<8xf32>
      te.yield %0 : f32
    }
    scf.yield %x : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

// -----

func.func private @callee(f32) -> f32

func.func @call(%x: f32) -> f32 {
  // expected-error@+1 {{'func.call' op calls a function, whose results become arguments; calls must be inlined before}}
  %r = func.call @callee(%x) : (f32) -> f32
  func.return %r : f32
}

// -----

// Every fault is reported, except for consequences of another fault.
func.func @all_of_them(%c: i1, %t: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'arith.constant' op has tensors, but is not an operation of the te level}}
  %0 = arith.constant dense<1.0> : tensor<2xf32>
  %1 = te.compute (%i = 2) : tensor<2xf32> {
    %x = te.load %0[%i] : tensor<2xf32>
    te.yield %x : f32
  }
  %2 = scf.if %c -> (tensor<2xf32>) {
    scf.yield %1 : tensor<2xf32>
  } else {
    scf.yield %t : tensor<2xf32>
  }
  func.return %2 : tensor<2xf32>
}

// expected-error@+1 {{'func.func' op must have one block, ended by func.return}}
func.func private @also_declared(tensor<2xf32>)
