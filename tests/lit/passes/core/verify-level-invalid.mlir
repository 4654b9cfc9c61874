// RUN: %ts-opt %s -p 'verify-level{level=te}' --split-input-file --verify-diagnostics -o %t.mlir
// RUN: not %ts-opt %s -p 'verify-level{level=typed}' --split-input-file 2>&1 | %check %s --check-prefix=TYPED
// RUN: not %ts-opt %s -p 'verify-level{level=graph}' --split-input-file 2>&1 | %check %s --check-prefix=GRAPH
// RUN: not %ts-opt %s -p 'verify-level{level=loops}' --split-input-file 2>&1 | %check %s --check-prefix=LOOPS
// RUN: not %ts-opt %s -p 'verify-level{level=llvm}' --split-input-file 2>&1 | %check %s --check-prefix=LLVM
// RUN: not %ts-opt %s -p 'verify-level{level=moon}' --split-input-file 2>&1 | %check %s --check-prefix=UNKNOWN

// TYPED:      error: 'func.func' op block argument #0 has type !ts.tensor without a dtype
// TYPED:      error: 'aten.relu_' op writes to one of its operands
// TYPED:      error: 'aten.nonzero' op result #0 has type !ts.tensor without a dtype; 'propagate-types' types operators with a type rule; ts.register_operator(..., result_types=...) adds one
// TYPED-NOT:  'aten.relu'
// TYPED:      error: 'aten.nonzero' op result #0
// TYPED-NOT:  'prim.If'
// GRAPH:      error: 'prim.CallMethod' op is not legal at level 'graph'
// GRAPH:      error: 'scf.if' op is not legal at level 'graph'
// LOOPS:      error: 'aten.relu_' op is not legal at level 'loops'; 'convert-ts-to-te' should have removed it
// LLVM:       error: 'func.func' op is not legal at level 'llvm'; 'convert-func-to-llvm' should have removed it
// LLVM:       error: 'scf.if' op is not legal at level 'llvm'; 'lower-scf-to-cf' should have removed it
// UNKNOWN:    pass 'verify-level': level must be one of script, graph, typed, te, loops, llvm, not moon

// All faults of a module come at once.
// expected-error@below {{'func.func' op block argument #0 has type !ts.tensor; values of this level are}}
func.func @operators_and_their_types(%x: !ts.tensor, %self: !ts.class<@M>) {
  // expected-error@below {{'aten.relu_' op is not legal at level 'te'; 'convert-ts-to-te' should have removed it}}
  %0 = aten.relu_(%x) : (!ts.tensor) -> !ts.tensor
  // expected-error@below {{'prim.CallMethod' op is not legal at level 'te'; 'convert-ts-to-te' should have removed it}}
  %1 = prim.CallMethod(%self) {name = "forward"} : (!ts.class<@M>) -> !ts.tensor
  func.return
}

// -----

// expected-error@below {{'func.func' op block argument #1 has type memref<4xf32>}}
func.func @memory_is_below(%c: i1, %m: memref<4xf32>) {
  scf.if %c {
  }
  // expected-error@below {{'cf.br' op is not legal at level 'te'}}
  cf.br ^next
^next:
  func.return
}

// -----

// expected-error@below {{'func.func' op argument 0 has te.sizes that are not of type index}}
func.func @a_size_that_is_no_argument(%t: tensor<?xf32> {te.sizes = array<i64: 7>}, %n: index) {
  func.return
}

// -----

// expected-error@below {{'func.func' op argument 0 of type tensor<2xf32> has te.sizes of 1 numbers, but 0 dynamic sizes}}
func.func @a_name_without_a_size(%t: tensor<2xf32> {te.sizes = array<i64: 1>}, %n: index) {
  func.return
}

// -----

// Only the first cause: values computed from the positions have no other fault.
func.func @unknown_from_one_operation(%x: !ts.tensor<[2],f32>) -> !ts.tensor {
  // expected-error@below {{'aten.nonzero' op is not legal at level 'te'}}
  %a = aten.nonzero(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
  // expected-error@below {{'aten.relu' op is not legal at level 'te'}}
  %b = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %b : !ts.tensor
}

// -----

func.func @unknown_from_a_branch(%x: !ts.tensor<[2],f32>, %c: i1) -> !ts.tensor {
  // expected-error@below {{'prim.If' op is not legal at level 'te'}}
  %r = prim.If %c -> (!ts.tensor) {
    // expected-error@below {{'aten.nonzero' op is not legal at level 'te'}}
    %a = aten.nonzero(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
    // expected-error@below {{'prim.If.yield' op is not legal at level 'te'}}
    prim.If.yield %a : !ts.tensor
  } else {
    // expected-error@below {{'prim.If.yield' op is not legal at level 'te'}}
    prim.If.yield %x : !ts.tensor<[2],f32>
  }
  func.return %r : !ts.tensor
}
