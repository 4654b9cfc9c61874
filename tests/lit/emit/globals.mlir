// RUN: %ts-opt %s -t llvmir | %check %s

// CHECK:      @table = private constant [2 x [2 x float]] {{\[\[}}2 x float] [float 1.0, float 2.0], [2 x float] [float 3.0, float 0x3FB99999A0000000]], align 64
// CHECK-NEXT: @text = internal unnamed_addr constant [3 x i8] c"hi\0A"
// CHECK-NEXT: @zeros = internal global [1000 x double] zeroinitializer
// CHECK-NEXT: @elsewhere = external global i32
// CHECK-NEXT: @number = thread_local global i64 -3, section ".mine"
// CHECK-NEXT: @pair = global { i32, float } { i32 7, float 0.5 }
// CHECK-NEXT: @nothing = private global ptr null

llvm.mlir.global private constant @table(dense<[[1.0, 2.0], [3.0, 0.1]]> : tensor<2x2xf32>) {alignment = 64 : i64} : !llvm.array<2 x array<2 x f32>>
llvm.mlir.global internal unnamed_addr constant @text("hi\n") : !llvm.array<3 x i8>
llvm.mlir.global internal @zeros(dense<0.0> : tensor<1000xf64>) : !llvm.array<1000 x f64>
llvm.mlir.global external @elsewhere() : i32
llvm.mlir.global external thread_local @number(-3 : i64) {section = ".mine"} : i64
llvm.mlir.global external @pair([7 : i32, 0.5 : f32]) : !llvm.struct<(i32, f32)>
llvm.mlir.global private @nothing() : !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// CHECK: store i64 1, ptr @number
llvm.func @use() {
  %0 = llvm.mlir.addressof @number : !llvm.ptr
  %1 = llvm.mlir.constant(1) : i64
  llvm.store %1, %0 : i64, !llvm.ptr
  llvm.return
}
