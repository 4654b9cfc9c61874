// RUN: %ts-run %s --entry=sum --input x=arange:f32[5] --input n=5 | %check %s --check-prefix=SUM
// RUN: %ts-run %s --entry=scale --input x=f32[4]{1,2,3,4} --input out=full:f32[4]:0 | %check %s --check-prefix=SCALE
// RUN: %ts-run %s --entry=table --input i=2 | %check %s --check-prefix=TABLE
// RUN: %ts-run %s --entry=pair --input a=7 | %check %s --check-prefix=PAIR
// RUN: %ts-run %s --entry=heap | %check %s --check-prefix=HEAP
// RUN: not %ts-run %s --entry=sum --input x=arange:f32[5] --input n=6 2>&1 | %check %s --check-prefix=OUTSIDE
// RUN: not %ts-run %s --entry=freed 2>&1 | %check %s --check-prefix=FREED
// RUN: not %ts-run %s --entry=aligned --input x=arange:f32[8] 2>&1 | %check %s --check-prefix=ALIGNED
// RUN: not %ts-run %s --entry=sum --input n=3 2>&1 | %check %s --check-prefix=POINTER

llvm.func @sum(%x: !llvm.ptr, %n: i64) -> f32 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %start = llvm.mlir.constant(0.0 : f32) : f32
  llvm.br ^head(%zero, %start : i64, f32)
^head(%i: i64, %total: f32):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^exit
^body:
  %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %p : !llvm.ptr -> f32
  %next = llvm.fadd %total, %v : f32
  %j = llvm.add %i, %one : i64
  llvm.br ^head(%j, %next : i64, f32)
^exit:
  llvm.return %total : f32
}
// SUM: total: f32[] = 10.0
// OUTSIDE: llvm.mlir:{{[0-9]+}}:8: error: 'llvm.load' op failed: an access of 4 bytes at address {{.*}}, offset 20 of an allocation of 20 bytes
// POINTER: ts-run: input 'x' of type !llvm.ptr is missing: --input x=VALUE

llvm.func @scale(%x: !llvm.ptr, %out: !llvm.ptr) {
  %two = llvm.mlir.constant(dense<2.0> : vector<4xf32>) : vector<4xf32>
  %v = llvm.load %x {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
  %w = llvm.fmul %v, %two : vector<4xf32>
  llvm.store %w, %out {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr
  llvm.return
}
// SCALE-NOT: x:
// SCALE: out: f32[4] = [2.0, 4.0, 6.0, 8.0]

llvm.mlir.global internal constant @numbers(dense<[3, 5, 7]> : tensor<3xi32>) : !llvm.array<3 x i32>

llvm.func @table(%i: i64) -> i32 {
  %p = llvm.mlir.addressof @numbers : !llvm.ptr
  %q = llvm.getelementptr %p[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<3 x i32>
  %v = llvm.load %q : !llvm.ptr -> i32
  llvm.return %v : i32
}
// TABLE: v: i32[] = 7

llvm.func @pair(%a: i64) -> !llvm.struct<(i64, i64)> {
  %s = llvm.mlir.poison : !llvm.struct<(i64, i64)>
  %b = llvm.mul %a, %a : i64
  %t = llvm.insertvalue %a, %s[0] : !llvm.struct<(i64, i64)>
  %u = llvm.insertvalue %b, %t[1] : !llvm.struct<(i64, i64)>
  llvm.return %u : !llvm.struct<(i64, i64)>
}
// PAIR: u.0: int = 7
// PAIR-NEXT: u.1: int = 49

llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @erff(f32) -> f32

llvm.func @heap() -> f32 {
  %size = llvm.mlir.constant(64 : i64) : i64
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %p = llvm.call @aligned_alloc(%size, %size) : (i64, i64) -> !llvm.ptr
  %e = llvm.call @erff(%one) : (f32) -> f32
  llvm.store %e, %p : f32, !llvm.ptr
  %far = llvm.getelementptr %p[1000] : (!llvm.ptr) -> !llvm.ptr, f32
  "llvm.intr.prefetch"(%far) <{rw = 0 : i32, hint = 3 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
  %v = llvm.load %p : !llvm.ptr -> f32
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  llvm.return %v : f32
}
// HEAP: v: f32[] = 0.8427

llvm.func @freed() -> f32 {
  %size = llvm.mlir.constant(64 : i64) : i64
  %p = llvm.call @aligned_alloc(%size, %size) : (i64, i64) -> !llvm.ptr
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  %v = llvm.load %p : !llvm.ptr -> f32
  llvm.return %v : f32
}
// FREED: llvm.mlir:{{[0-9]+}}:8: error: 'llvm.load' op failed: an access of 4 bytes

llvm.func @aligned(%x: !llvm.ptr) -> vector<8xf32> {
  %v = llvm.load %x : !llvm.ptr -> vector<8xf32>
  llvm.return %v : vector<8xf32>
}
// ALIGNED: llvm.mlir:{{[0-9]+}}:8: error: 'llvm.load' op failed: address {{.*}} is not a multiple of 32
