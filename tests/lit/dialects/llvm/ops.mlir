// RUN: %roundtrip %s

// Every operation and attribute that the llvm dialect of MLIR has and xDSL's lacks.

llvm.mlir.global internal @g(1 : i64) : i64

llvm.func @casts(%x: f64, %n: i64, %p: !llvm.ptr) {
  %0 = llvm.fptosi %x : f64 to i32
  %1 = llvm.fptoui %x : f64 to i32
  %2 = llvm.uitofp %n : i64 to f32
  %3 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %4 = llvm.freeze %n : i64
  %5 = llvm.mlir.poison : vector<4xf32>
  llvm.return
}

llvm.func @vectors(%v: vector<4xf32>, %i: i64, %p: !llvm.ptr, %x: f32) {
  %0 = llvm.extractelement %v[%i : i64] : vector<4xf32>
  %1 = llvm.fcmp "olt" %v, %v : vector<4xf32>
  %2 = llvm.fcmp "une" %x, %x {fastmathFlags = #llvm.fastmath<nnan>} : f32
  %3 = llvm.select %1, %v, %v : vector<4xi1>, vector<4xf32>
  %4 = llvm.icmp "eq" %p, %p : !llvm.ptr
  %5 = llvm.icmp "slt" %i, %i : i64
  %6 = llvm.intr.masked.load %p, %1, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %v, %p, %1 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  llvm.return
}

llvm.func @control_flow(%n: i64, %a: f32) {
  llvm.switch %n : i64, ^one(%a : f32) [0: ^two, -3: ^one(%a : f32)]
^one(%x: f32):
  llvm.br ^two {loop_annotation = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = true, width = 8 : i32>, unroll = <disable = true, count = 4 : i32, full = false>, mustProgress = true>}
^two:
  llvm.switch %n : i64, ^two []
}

llvm.func @scopes(%p: !llvm.ptr) {
  %0 = llvm.load %p {alias_scopes = [#llvm.alias_scope<id = "a", domain = <id = "f", description = "of f">>]} : !llvm.ptr -> f32
  llvm.return
}

llvm.func @float_intrinsics(%x: f32, %v: vector<4xf32>, %k: i32) {
  %f0 = llvm.intr.round(%x) : (f32) -> f32
  %f1 = llvm.intr.roundeven(%x) : (f32) -> f32
  %f2 = llvm.intr.trunc(%x) : (f32) -> f32
  %f3 = llvm.intr.rint(%x) : (f32) -> f32
  %f4 = llvm.intr.nearbyint(%x) : (f32) -> f32
  %f5 = llvm.intr.tan(%x) : (f32) -> f32
  %f6 = llvm.intr.asin(%x) : (f32) -> f32
  %f7 = llvm.intr.acos(%x) : (f32) -> f32
  %f8 = llvm.intr.atan(%x) : (f32) -> f32
  %f9 = llvm.intr.sinh(%x) : (f32) -> f32
  %f10 = llvm.intr.cosh(%x) : (f32) -> f32
  %f11 = llvm.intr.tanh(%x) : (f32) -> f32
  %f12 = llvm.intr.log10(%x) : (f32) -> f32
  %f13 = llvm.intr.exp10(%x) : (f32) -> f32
  %r0 = llvm.intr.fmuladd(%x, %x, %x) : (f32, f32, f32) -> f32
  %r1 = llvm.intr.powi(%x, %k) : (f32, i32) -> f32
  %r2 = llvm.intr.maximum(%v, %v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %r3 = llvm.intr.minimum(%x, %x) : (f32, f32) -> f32
  %r4 = llvm.intr.atan2(%x, %x) : (f32, f32) -> f32
  llvm.return
}

llvm.func @integer_intrinsics(%n: i64, %v: vector<4xi32>) {
  %0 = llvm.intr.smax(%n, %n) : (i64, i64) -> i64
  %1 = llvm.intr.smin(%v, %v) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %2 = llvm.intr.umax(%n, %n) : (i64, i64) -> i64
  %3 = llvm.intr.umin(%n, %n) : (i64, i64) -> i64
  %4 = llvm.intr.abs(%n) {is_int_min_poison = false} : (i64) -> i64
  %5 = llvm.intr.ctlz(%n) {is_zero_poison = false} : (i64) -> i64
  %6 = llvm.intr.cttz(%n) {is_zero_poison = true} : (i64) -> i64
  %7 = llvm.intr.ctpop(%n) : (i64) -> i64
  llvm.return
}

llvm.func @reductions(%v: vector<4xi32>, %w: vector<4xf32>) {
  %i0 = llvm.intr.vector.reduce.add(%v) : (vector<4xi32>) -> i32
  %i1 = llvm.intr.vector.reduce.mul(%v) : (vector<4xi32>) -> i32
  %i2 = llvm.intr.vector.reduce.and(%v) : (vector<4xi32>) -> i32
  %i3 = llvm.intr.vector.reduce.or(%v) : (vector<4xi32>) -> i32
  %i4 = llvm.intr.vector.reduce.xor(%v) : (vector<4xi32>) -> i32
  %i5 = llvm.intr.vector.reduce.smax(%v) : (vector<4xi32>) -> i32
  %i6 = llvm.intr.vector.reduce.smin(%v) : (vector<4xi32>) -> i32
  %i7 = llvm.intr.vector.reduce.umax(%v) : (vector<4xi32>) -> i32
  %i8 = llvm.intr.vector.reduce.umin(%v) : (vector<4xi32>) -> i32
  %f0 = llvm.intr.vector.reduce.fmax(%w) : (vector<4xf32>) -> f32
  %f1 = llvm.intr.vector.reduce.fmin(%w) : (vector<4xf32>) -> f32
  %f2 = llvm.intr.vector.reduce.fmaximum(%w) : (vector<4xf32>) -> f32
  %f3 = llvm.intr.vector.reduce.fminimum(%w) : (vector<4xf32>) -> f32
  llvm.return
}

llvm.func @memory(%p: !llvm.ptr, %n: i64, %b: i8) {
  llvm.intr.memcpy(%p, %p, %n) {isVolatile = false} : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.intr.memmove(%p, %p, %n) {isVolatile = false} : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.intr.memset(%p, %b, %n) {isVolatile = true} : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.prefetch"(%p) <{rw = 0 : i32, hint = 2 : i32, cache = 1 : i32}> : (!llvm.ptr) -> ()
  llvm.intr.trap
  llvm.unreachable
}
