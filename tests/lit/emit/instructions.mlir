// RUN: %ts-opt %s -t llvmir | %check %s

// CHECK: %pair = type { i64, float }

// Names are kept, constants stand where they are used, flags have LLVM's order.
// CHECK-LABEL: define float @arithmetic
// CHECK-SAME:  (float %[[A:.*]], float %[[B:.*]], i64 %[[N:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  %[[V0:.*]] = fadd float %[[A]], 1.0
// CHECK-NEXT:  %[[V1:.*]] = fmul reassoc nnan contract float %[[V0]], %[[B]]
// CHECK-NEXT:  %[[V2:.*]] = fdiv fast float %[[V1]], %[[B]]
// CHECK-NEXT:  %[[V3:.*]] = fneg nsz float %[[V2]]
// CHECK-NEXT:  %[[SUM:.*]] = add nuw nsw i64 %[[N]], %[[N]]
// CHECK-NEXT:  %[[V4:.*]] = udiv exact i64 %[[SUM]], %[[N]]
// CHECK-NEXT:  %[[V5:.*]] = or disjoint i64 %[[V4]], %[[N]]
// CHECK-NEXT:  %[[V6:.*]] = xor i64 %[[V5]], %[[N]]
// CHECK-NEXT:  ret float %[[V3]]
llvm.func @arithmetic(%a: f32, %b: f32, %n: i64) -> f32 {
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %0 = llvm.fadd %a, %one : f32
  %1 = llvm.fmul %0, %b {fastmathFlags = #llvm.fastmath<contract,nnan,reassoc>} : f32
  %2 = llvm.fdiv %1, %b {fastmathFlags = #llvm.fastmath<fast>} : f32
  %3 = llvm.fneg %2 {fastmathFlags = #llvm.fastmath<nsz>} : f32
  %sum = llvm.add %n, %n overflow<nsw, nuw> : i64
  %4 = llvm.udiv exact %sum, %n : i64
  %5 = llvm.or disjoint %4, %n : i64
  %6 = llvm.xor %5, %n : i64
  llvm.return %3 : f32
}

// Exact values: a decimal where that is exact, else the bits of the double.
// CHECK-LABEL: define void @constants
// CHECK-SAME:  (ptr %[[P:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  store float 0x3FB99999A0000000, ptr %[[P]]
// CHECK-NEXT:  store double 0.5, ptr %[[P]]
// CHECK-NEXT:  store float 0x7FF0000000000000, ptr %[[P]]
// CHECK-NEXT:  store double 0xFFF0000000000000, ptr %[[P]]
// CHECK-NEXT:  store float 0x7FF8000000000000, ptr %[[P]]
// CHECK-NEXT:  store half 0xH3E00, ptr %[[P]]
// CHECK-NEXT:  store bfloat 0xR3FC0, ptr %[[P]]
// CHECK-NEXT:  store double -0.0, ptr %[[P]]
// CHECK-NEXT:  store i32 -7, ptr %[[P]]
// CHECK-NEXT:  store i1 true, ptr %[[P]]
// CHECK-NEXT:  store <4 x float> splat (float 2.0), ptr %[[P]]
// CHECK-NEXT:  store <2 x i32> <i32 1, i32 2>, ptr %[[P]]
// CHECK-NEXT:  store <2 x i64> zeroinitializer, ptr %[[P]]
// CHECK-NEXT:  store ptr null, ptr %[[P]]
// CHECK-NEXT:  store float poison, ptr %[[P]]
// CHECK-NEXT:  store double 0x46293E5939A08CEA, ptr %[[P]]
// CHECK-NEXT:  ret void
llvm.func @constants(%p: !llvm.ptr) {
  %0 = llvm.mlir.constant(0.1 : f32) : f32
  %1 = llvm.mlir.constant(0.5 : f64) : f64
  %2 = llvm.mlir.constant(0x7F800000 : f32) : f32
  %3 = llvm.mlir.constant(0xFFF0000000000000 : f64) : f64
  %4 = llvm.mlir.constant(0x7FC00000 : f32) : f32
  %5 = llvm.mlir.constant(1.5 : f16) : f16
  %6 = llvm.mlir.constant(1.5 : bf16) : bf16
  %7 = llvm.mlir.constant(-0.0 : f64) : f64
  %8 = llvm.mlir.constant(-7 : i32) : i32
  %9 = llvm.mlir.constant(true) : i1
  %10 = llvm.mlir.constant(dense<2.0> : vector<4xf32>) : vector<4xf32>
  %11 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<2xi32>
  %12 = llvm.mlir.constant(dense<0> : vector<2xi64>) : vector<2xi64>
  %13 = llvm.mlir.zero : !llvm.ptr
  %14 = llvm.mlir.poison : f32
  %15 = llvm.mlir.constant(1.0e30 : f64) : f64
  llvm.store %0, %p : f32, !llvm.ptr
  llvm.store %1, %p : f64, !llvm.ptr
  llvm.store %2, %p : f32, !llvm.ptr
  llvm.store %3, %p : f64, !llvm.ptr
  llvm.store %4, %p : f32, !llvm.ptr
  llvm.store %5, %p : f16, !llvm.ptr
  llvm.store %6, %p : bf16, !llvm.ptr
  llvm.store %7, %p : f64, !llvm.ptr
  llvm.store %8, %p : i32, !llvm.ptr
  llvm.store %9, %p : i1, !llvm.ptr
  llvm.store %10, %p : vector<4xf32>, !llvm.ptr
  llvm.store %11, %p : vector<2xi32>, !llvm.ptr
  llvm.store %12, %p : vector<2xi64>, !llvm.ptr
  llvm.store %13, %p : !llvm.ptr, !llvm.ptr
  llvm.store %14, %p : f32, !llvm.ptr
  llvm.store %15, %p : f64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: define <4 x float> @comparisons
// CHECK-SAME:  (i64 %[[A:.*]], ptr %[[P:.*]], <4 x float> %[[X:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  %[[V0:.*]] = icmp ult i64 %[[A]], %[[A]]
// CHECK-NEXT:  %[[V1:.*]] = icmp eq ptr %[[P]], %[[P]]
// CHECK-NEXT:  %[[V2:.*]] = fcmp true <4 x float> %[[X]], %[[X]]
// CHECK-NEXT:  %[[V3:.*]] = fcmp ninf olt <4 x float> %[[X]], %[[X]]
// CHECK-NEXT:  %[[V4:.*]] = select <4 x i1> %[[V3]], <4 x float> %[[X]], <4 x float> %[[X]]
// CHECK-NEXT:  ret <4 x float> %[[V4]]
llvm.func @comparisons(%a: i64, %p: !llvm.ptr, %x: vector<4xf32>) -> vector<4xf32> {
  %0 = llvm.icmp "ult" %a, %a : i64
  %1 = llvm.icmp "eq" %p, %p : !llvm.ptr
  %2 = llvm.fcmp "_true" %x, %x : vector<4xf32>
  %3 = llvm.fcmp "olt" %x, %x {fastmathFlags = #llvm.fastmath<ninf>} : vector<4xf32>
  %4 = llvm.select %3, %x, %x : vector<4xi1>, vector<4xf32>
  llvm.return %4 : vector<4xf32>
}

// CHECK-LABEL: define i8 @casts
// CHECK-SAME:  (i64 %[[A:.*]], double %[[X:.*]], ptr %[[P:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  %[[V0:.*]] = trunc nsw i64 %[[A]] to i32
// CHECK-NEXT:  %[[V1:.*]] = zext nneg i32 %[[V0]] to i64
// CHECK-NEXT:  %[[V2:.*]] = sext i32 %[[V0]] to i64
// CHECK-NEXT:  %[[V3:.*]] = fptosi double %[[X]] to i8
// CHECK-NEXT:  %[[V4:.*]] = uitofp i64 %[[A]] to float
// CHECK-NEXT:  %[[V5:.*]] = fptrunc double %[[X]] to float
// CHECK-NEXT:  %[[V6:.*]] = bitcast double %[[X]] to i64
// CHECK-NEXT:  %[[V7:.*]] = ptrtoint ptr %[[P]] to i64
// CHECK-NEXT:  ret i8 %[[V3]]
llvm.func @casts(%a: i64, %x: f64, %p: !llvm.ptr) -> i8 {
  %0 = llvm.trunc %a overflow<nsw> : i64 to i32
  %1 = llvm.zext nneg %0 : i32 to i64
  %2 = llvm.sext %0 : i32 to i64
  %3 = llvm.fptosi %x : f64 to i8
  %4 = llvm.uitofp %a : i64 to f32
  %5 = llvm.fptrunc %x : f64 to f32
  %6 = llvm.bitcast %x : f64 to i64
  %7 = llvm.ptrtoint %p : !llvm.ptr to i64
  llvm.return %3 : i8
}

// CHECK-LABEL: define float @memory
// CHECK-SAME:  (ptr %[[P:.*]], i64 %[[I:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  %[[V0:.*]] = alloca [4 x float], i64 1, align 16
// CHECK-NEXT:  %[[V1:.*]] = getelementptr inbounds { i32, [4 x float] }, ptr %[[P]], i64 %[[I]], i32 1, i32 2
// CHECK-NEXT:  %[[V2:.*]] = load float, ptr %[[V1]], align 4
// CHECK-NEXT:  store volatile float %[[V2]], ptr %[[V0]], align 16
// CHECK-NEXT:  %[[V3:.*]] = load atomic float, ptr %[[P]] acquire, align 4
// CHECK-NEXT:  store float %[[V3]], ptr %[[P]], !nontemporal !0
// CHECK-NEXT:  ret float %[[V2]]
llvm.func @memory(%p: !llvm.ptr, %i: i64) -> f32 {
  %c1 = llvm.mlir.constant(1) : i64
  %0 = llvm.alloca %c1 x !llvm.array<4 x f32> {alignment = 16 : i64} : (i64) -> !llvm.ptr
  %1 = llvm.getelementptr inbounds %p[%i, 1, 2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, !llvm.array<4 x f32>)>
  %2 = llvm.load %1 {alignment = 4 : i64} : !llvm.ptr -> f32
  llvm.store volatile %2, %0 {alignment = 16 : i64} : f32, !llvm.ptr
  %3 = llvm.load %p atomic acquire {alignment = 4 : i64} : !llvm.ptr -> f32
  llvm.store %3, %p {nontemporal} : f32, !llvm.ptr
  llvm.return %2 : f32
}

// CHECK-LABEL: define float @vectors
// CHECK-SAME:  (<4 x float> %[[V:.*]], float %[[X:.*]], i64 %[[I:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  %[[V0:.*]] = insertelement <4 x float> %[[V]], float %[[X]], i64 %[[I]]
// CHECK-NEXT:  %[[V1:.*]] = shufflevector <4 x float> %[[V0]], <4 x float> %[[V]], <4 x i32> <i32 0, i32 poison, i32 7, i32 1>
// CHECK-NEXT:  %[[V2:.*]] = extractelement <4 x float> %[[V1]], i64 %[[I]]
// CHECK-NEXT:  ret float %[[V2]]
llvm.func @vectors(%v: vector<4xf32>, %x: f32, %i: i64) -> f32 {
  %0 = llvm.insertelement %x, %v[%i : i64] : vector<4xf32>
  %1 = llvm.shufflevector %0, %v [0, -1, 7, 1] : vector<4xf32>
  %2 = llvm.extractelement %1[%i : i64] : vector<4xf32>
  llvm.return %2 : f32
}

// CHECK-LABEL: define float @structs
// CHECK-SAME:  (%[[PAIR:.*]] %[[S:.*]], float %[[X:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  %[[V0:.*]] = insertvalue %[[PAIR]] %[[S]], float %[[X]], 1
// CHECK-NEXT:  %[[V1:.*]] = extractvalue %[[PAIR]] %[[V0]], 1
// CHECK-NEXT:  ret float %[[V1]]
llvm.func @structs(%s: !llvm.struct<"pair", (i64, f32)>, %x: f32) -> f32 {
  %0 = llvm.insertvalue %x, %s[1] : !llvm.struct<"pair", (i64, f32)>
  %1 = llvm.extractvalue %0[1] : !llvm.struct<"pair", (i64, f32)>
  llvm.return %1 : f32
}

// CHECK-LABEL: define float @calls
// CHECK-SAME:  (ptr %[[F:.*]], float %[[X:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  %[[V0:.*]] = call float @structless(float %[[X]])
// CHECK-NEXT:  %[[V1:.*]] = call float %[[F]](float %[[V0]])
// CHECK-NEXT:  %[[V2:.*]] = tail call afn float @structless(float %[[V1]])
// CHECK-NEXT:  %[[V3:.*]] = call float asm sideeffect "nop", "=r,r"(float %[[V2]])
// CHECK-NEXT:  ret float %[[V3]]
llvm.func @calls(%f: !llvm.ptr, %x: f32) -> f32 {
  %0 = llvm.call @structless(%x) : (f32) -> f32
  %1 = llvm.call %f(%0) : !llvm.ptr, (f32) -> f32
  %2 = llvm.call tail @structless(%1) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  %3 = llvm.inline_asm has_side_effects "nop", "=r,r" %2 : (f32) -> f32
  llvm.return %3 : f32
}

// CHECK-LABEL: define internal float @structless
// CHECK-SAME:  (float %[[X:.*]]) {
// CHECK-NEXT:  entry:
// CHECK-NEXT:  ret float %[[X]]
llvm.func internal @structless(%x: f32) -> f32 {
  llvm.return %x : f32
}
