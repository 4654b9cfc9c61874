// RUN: %ts-opt %s -t llvmir | %check %s

// One declaration per combination of types, at the end.
// CHECK-LABEL: define float @overloads
// CHECK-SAME:  (float %[[X:.*]], double %[[Y:.*]], <4 x float> %[[V:.*]], half %[[H:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  %[[V0:.*]] = call float @llvm.sqrt.f32(float %[[X]])
// CHECK-NEXT:  %[[V1:.*]] = call double @llvm.sqrt.f64(double %[[Y]])
// CHECK-NEXT:  %[[V2:.*]] = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %[[V]])
// CHECK-NEXT:  %[[V3:.*]] = call half @llvm.tanh.f16(half %[[H]])
// CHECK-NEXT:  %[[V4:.*]] = call nnan float @llvm.maximum.f32(float %[[V0]], float %[[X]])
// CHECK-NEXT:  %[[V5:.*]] = call float @llvm.fma.f32(float %[[V4]], float %[[V4]], float %[[X]])
// CHECK-NEXT:  ret float %[[V5]]
llvm.func @overloads(%x: f32, %y: f64, %v: vector<4xf32>, %h: f16) -> f32 {
  %0 = llvm.intr.sqrt(%x) : (f32) -> f32
  %1 = llvm.intr.sqrt(%y) : (f64) -> f64
  %2 = llvm.intr.sqrt(%v) : (vector<4xf32>) -> vector<4xf32>
  %3 = llvm.intr.tanh(%h) : (f16) -> f16
  %4 = llvm.intr.maximum(%0, %x) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  %5 = llvm.intr.fma(%4, %4, %x) : (f32, f32, f32) -> f32
  llvm.return %5 : f32
}

// Some intrinsics take constants, or are overloaded over operands.
// CHECK-LABEL: define void @special_forms
// CHECK-SAME:  (i64 %[[N:.*]], i32 %[[K:.*]], float %[[X:.*]], ptr %[[P:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  %[[V0:.*]] = call i64 @llvm.abs.i64(i64 %[[N]], i1 false)
// CHECK-NEXT:  %[[V1:.*]] = call i64 @llvm.ctlz.i64(i64 %[[N]], i1 true)
// CHECK-NEXT:  %[[V2:.*]] = call float @llvm.powi.f32.i32(float %[[X]], i32 %[[K]])
// CHECK-NEXT:  call void @llvm.memcpy.p0.p0.i64(ptr %[[P]], ptr %[[P]], i64 %[[N]], i1 false)
// CHECK-NEXT:  %[[V3:.*]] = call i64 @llvm.smax.i64(i64 %[[N]], i64 %[[V0]])
// CHECK-NEXT:  call void @llvm.prefetch.p0(ptr %[[P]], i32 1, i32 3, i32 0)
// CHECK-NEXT:  call void @llvm.trap()
// CHECK-NEXT:  ret void
llvm.func @special_forms(%n: i64, %k: i32, %x: f32, %p: !llvm.ptr) {
  %0 = llvm.intr.abs(%n) {is_int_min_poison = false} : (i64) -> i64
  %1 = llvm.intr.ctlz(%n) {is_zero_poison = true} : (i64) -> i64
  %2 = llvm.intr.powi(%x, %k) : (f32, i32) -> f32
  llvm.intr.memcpy(%p, %p, %n) {isVolatile = false} : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %3 = llvm.call_intrinsic "llvm.smax.i64"(%n, %0) : (i64, i64) -> i64
  "llvm.intr.prefetch"(%p) <{rw = 1 : i32, hint = 3 : i32, cache = 0 : i32}> : (!llvm.ptr) -> ()
  llvm.intr.trap
  llvm.return
}

// CHECK-LABEL: define float @vectors
// CHECK-SAME:  (<4 x float> %[[V:.*]], <4 x i1> %[[M:.*]], ptr %[[P:.*]], float %[[X:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  %[[V0:.*]] = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %[[P]], <4 x i1> %[[M]], <4 x float> %[[V]])
// CHECK-NEXT:  call void @llvm.masked.store.v4f32.p0(<4 x float> %[[V0]], ptr align 4 %[[P]], <4 x i1> %[[M]])
// CHECK-NEXT:  %[[V1:.*]] = call reassoc float @llvm.vector.reduce.fadd.v4f32(float %[[X]], <4 x float> %[[V0]])
// CHECK-NEXT:  %[[V2:.*]] = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %[[V0]])
// CHECK-NEXT:  ret float %[[V1]]
llvm.func @vectors(%v: vector<4xf32>, %m: vector<4xi1>, %p: !llvm.ptr, %x: f32) -> f32 {
  %0 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %0, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %1 = "llvm.intr.vector.reduce.fadd"(%x, %0) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  %2 = llvm.intr.vector.reduce.fmax(%0) : (vector<4xf32>) -> f32
  llvm.return %1 : f32
}

// CHECK:      declare i64 @llvm.abs.i64(i64, i1)
// CHECK-NEXT: declare i64 @llvm.ctlz.i64(i64, i1)
// CHECK-NEXT: declare float @llvm.fma.f32(float, float, float)
// CHECK-NEXT: declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
// CHECK-NEXT: declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, <4 x i1>)
// CHECK-NEXT: declare float @llvm.maximum.f32(float, float)
// CHECK-NEXT: declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
// CHECK-NEXT: declare float @llvm.powi.f32.i32(float, i32)
// CHECK-NEXT: declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
// CHECK-NEXT: declare i64 @llvm.smax.i64(i64, i64)
// CHECK-NEXT: declare float @llvm.sqrt.f32(float)
// CHECK-NEXT: declare double @llvm.sqrt.f64(double)
// CHECK-NEXT: declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
// CHECK-NEXT: declare half @llvm.tanh.f16(half)
// CHECK-NEXT: declare void @llvm.trap()
// CHECK-NEXT: declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
// CHECK-NEXT: declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)
