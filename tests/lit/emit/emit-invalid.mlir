// RUN: not %ts-opt %s -t llvmir 2>&1 | %check %s

// Every function with a fault is reported, at the place of the fault.
// CHECK: emit-invalid.mlir:7:8: error: 'llvm.load' op has the type vector<2x2xf32>; vectors of LLVM IR have one dimension
llvm.func @not_a_type(%p: !llvm.ptr) {
  // This line and the ones above are counted by the check.
  %0 = llvm.load %p : !llvm.ptr -> vector<2x2xf32>
  llvm.return
}

// CHECK: error: 'llvm.load' op has the type vector<1025xf32>, of more than 1024 lanes
llvm.func @too_many_lanes(%p: !llvm.ptr) {
  %0 = llvm.load %p : !llvm.ptr -> vector<1025xf32>
  llvm.return
}

// CHECK: error: 'llvm.func' op has the parameter attribute llvm.unheard_of = unit, which LLVM IR does not know
llvm.func @not_an_attribute(%p: !llvm.ptr {llvm.unheard_of}) {
  llvm.return
}

// CHECK: error: 'llvm.func' op jumps back to its first block, which LLVM IR forbids; put a block before it
llvm.func @jump_to_the_entry() {
^entry:
  llvm.br ^entry
}

// CHECK: error: 'llvm.br' op has the loop annotation unit, not #llvm.loop_annotation
llvm.func @not_an_annotation() {
  llvm.br ^a {loop_annotation}
^a:
  llvm.return
}

// CHECK: error: 'llvm.mlir.global' op holds 3 constants, more than fit into !llvm.array<2 x f32>
llvm.mlir.global private @too_many(dense<[1.0, 2.0, 3.0]> : tensor<3xf32>) : !llvm.array<2 x f32>
