// REQUIRES: llvmlite
// RUN: %ts-opt %s -t graph | %check %s --check-prefix=GRAPH
// RUN: %ts-opt %s --pipeline=ts-to-llvm -t llvmir | %check %s --check-prefix=LLVMIR
// RUN: %ts-opt %s --pipeline=ts-to-llvm -t asm | %check %s --check-prefix=ASM
// RUN: %ts-opt %s --pipeline=ts-to-llvm -t 'asm{cpu="haswell"}' | %check %s --check-prefix=AVX
// RUN: %ts-opt %s --pipeline=ts-to-llvm -t 'asm{triple="aarch64-linux-gnu" cpu="neoverse-n1"}' | %check %s --check-prefix=ARM
// RUN: %ts-opt %s --pipeline=ts-to-llvm -t 'asm{triple="wasm32-unknown-unknown"}' | %check %s --check-prefix=WASM
// RUN: %ts-opt %s --pipeline=ts-to-llvm -t 'asm{triple="nvptx64-nvidia-cuda" cpu="sm_80"}' | %check %s --check-prefix=PTX
// RUN: not %ts-opt %s --pipeline=ts-to-llvm -t 'asm{cpu="moon"}' 2>&1 | %check %s --check-prefix=PROCESSOR
// RUN: not %ts-opt %s --pipeline=ts-to-llvm -t 'asm{triple="moon"}' 2>&1 | %check %s --check-prefix=TRIPLE
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

// AVX: graph:
// AVX: vmovups %ymm{{[0-9]+}}, (%r{{.*}})

// ARM: graph:
// ARM: stp q{{[0-9]+}}, q{{[0-9]+}}, [x1]

// WASM: graph:
// WASM: f32.store

// PTX: .target sm_80
// PTX: .func graph(
// PTX: st.b32

// PROCESSOR: error: target 'asm': unknown processor 'moon' of {{.*}}; choose from
// TRIPLE: error: target 'asm': unknown architecture 'moon'; choose from x86_64, aarch64, wasm32, nvptx64

// LEVEL: targets.mlir:46:1: error: target 'llvmir' accepts only the llvm dialect; run --pipeline=ts-to-llvm
// LEVEL-SAME: 'func.func' op is not legal at level 'llvm'; 'convert-func-to-llvm' should have removed it

// UNKNOWN: invalid choice: 'moon' (choose from {{.*}}mlir{{.*}}graph, python, pt, llvmir, asm)

func.func @graph(%x: !ts.tensor<[64],f32>) -> !ts.tensor<[64],f32> {
  %0 = aten.relu(%x) : (!ts.tensor<[64],f32>) -> !ts.tensor<[64],f32>
  func.return %0 : !ts.tensor<[64],f32>
}
