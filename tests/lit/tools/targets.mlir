// REQUIRES: llvmlite
// RUN: %ts-opt %s -t graph | %check %s --check-prefix=GRAPH
// RUN: %ts-opt %s --pipeline=ts-to-llvm -t llvmir | %check %s --check-prefix=LLVMIR
// RUN: %ts-opt %s --pipeline=ts-to-llvm -t asm | %check %s --check-prefix=ASM
// RUN: not %ts-opt %s -t llvmir 2>&1 | %check %s --check-prefix=LEVEL
// RUN: not %ts-opt %s -t moon 2>&1 | %check %s --check-prefix=UNKNOWN
// RUN: %ts-opt %s -t graph -o %t.graph
// RUN: %ts-opt %t.graph | %ts-opt -f mlir -t graph | diff %t.graph -

// GRAPH:      graph(%x : Float(64)):
// GRAPH:        %[[Y:.*]] : Float(64) = aten::relu(%x)
// GRAPH-NEXT:   return (%[[Y]])

// LLVMIR: define {{.*}}@graph

// ASM: graph{{.*}}:
// ASM: ret

// LEVEL: targets.mlir:24:1: error: target 'llvmir' takes the llvm dialect alone; run --pipeline=ts-to-llvm
// LEVEL-SAME: 'func.func' op is not legal at level 'llvm'; 'convert-func-to-llvm' should have removed it

// UNKNOWN: invalid choice: 'moon' (choose from {{.*}}mlir{{.*}}graph, python, pt, llvmir, asm)

func.func @graph(%x: !ts.tensor<[64],f32>) -> !ts.tensor<[64],f32> {
  %0 = aten.relu(%x) : (!ts.tensor<[64],f32>) -> !ts.tensor<[64],f32>
  func.return %0 : !ts.tensor<[64],f32>
}
