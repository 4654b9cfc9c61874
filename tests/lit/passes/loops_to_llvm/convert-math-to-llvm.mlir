// RUN: %ts-opt %s -p convert-math-to-llvm | %check %s

// LLVM has an intrinsic, for vectors too.
// CHECK-LABEL: func.func @intrinsics
// CHECK-SAME:  (%[[X:.*]]: f32, %[[V:.*]]: vector<8xf32>) -> (f32, vector<8xf32>) {
// CHECK-NEXT:  %[[V0:.*]] = llvm.intr.sqrt(%[[X]]) : (f32) -> f32
// CHECK-NEXT:  %[[V1:.*]] = llvm.intr.exp(%[[V0]]) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
// CHECK-NEXT:  %[[V2:.*]] = llvm.intr.tanh(%[[V1]]) : (f32) -> f32
// CHECK-NEXT:  %[[V3:.*]] = llvm.intr.atan2(%[[V2]], %[[X]]) : (f32, f32) -> f32
// CHECK-NEXT:  %[[V4:.*]] = llvm.intr.fma(%[[V3]], %[[X]], %[[X]]) : (f32, f32, f32) -> f32
// CHECK-NEXT:  %[[V5:.*]] = llvm.intr.sin(%[[V]]) : (vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:  %[[V6:.*]] = llvm.intr.pow(%[[V5]], %[[V]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:  %[[V7:.*]] = llvm.intr.roundeven(%[[V6]]) : (vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:  func.return %[[V4]], %[[V7]] : f32, vector<8xf32>
func.func @intrinsics(%x: f32, %v: vector<8xf32>) -> (f32, vector<8xf32>) {
  %0 = math.sqrt %x : f32
  %1 = math.exp %0 fastmath<afn> : f32
  %2 = math.tanh %1 : f32
  %3 = math.atan2 %2, %x : f32
  %4 = math.fma %3, %x, %x : f32
  %5 = math.sin %v : vector<8xf32>
  %6 = math.powf %5, %v : vector<8xf32>
  %7 = math.roundeven %6 : vector<8xf32>
  func.return %4, %7 : f32, vector<8xf32>
}

// CHECK-LABEL: func.func @integers
// CHECK-SAME:  (%[[A:.*]]: i32) -> i32 {
// CHECK-NEXT:  %[[V0:.*]] = llvm.intr.abs(%[[A]]) {is_int_min_poison = false} : (i32) -> i32
// CHECK-NEXT:  %[[V1:.*]] = llvm.intr.ctlz(%[[V0]]) {is_zero_poison = false} : (i32) -> i32
// CHECK-NEXT:  %[[V2:.*]] = llvm.intr.ctpop(%[[V1]]) : (i32) -> i32
// CHECK-NEXT:  func.return %[[V2]] : i32
func.func @integers(%a: i32) -> i32 {
  %0 = math.absi %a : i32
  %1 = math.ctlz %0 : i32
  %2 = math.ctpop %1 : i32
  func.return %2 : i32
}

// libm knows float and double.
// CHECK-LABEL: func.func @libm
// CHECK-SAME:  (%[[X:.*]]: f32, %[[Y:.*]]: f64) -> (f32, f64) {
// CHECK-NEXT:  %[[V0:.*]] = llvm.call @erff(%[[X]]) : (f32) -> f32
// CHECK-NEXT:  %[[V1:.*]] = llvm.call @log1p(%[[Y]]) : (f64) -> f64
// CHECK-NEXT:  func.return %[[V0]], %[[V1]] : f32, f64
func.func @libm(%x: f32, %y: f64) -> (f32, f64) {
  %0 = math.erf %x : f32
  %1 = math.log1p %y : f64
  func.return %0, %1 : f32, f64
}

// Half precision is computed in single.
// CHECK-LABEL: func.func @half
// CHECK-SAME:  (%[[X:.*]]: f16) -> f16 {
// CHECK-NEXT:  %[[V0:.*]] = llvm.fpext %[[X]] : f16 to f32
// CHECK-NEXT:  %[[V1:.*]] = llvm.call @cbrtf(%[[V0]]) : (f32) -> f32
// CHECK-NEXT:  %[[V2:.*]] = llvm.fptrunc %[[V1]] : f32 to f16
// CHECK-NEXT:  func.return %[[V2]] : f16
func.func @half(%x: f16) -> f16 {
  %0 = math.cbrt %x : f16
  func.return %0 : f16
}

// A call per lane.
// CHECK-LABEL: func.func @libm_on_a_vector
// CHECK-SAME:  (%[[V:.*]]: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT:  %[[V0:.*]] = llvm.mlir.poison : vector<2xf32>
// CHECK-NEXT:  %[[V1:.*]] = llvm.mlir.constant(0) : i64
// CHECK-NEXT:  %[[V2:.*]] = llvm.extractelement %[[V]][%[[V1]] : i64] : vector<2xf32>
// CHECK-NEXT:  %[[V3:.*]] = llvm.call @erff(%[[V2]]) : (f32) -> f32
// CHECK-NEXT:  %[[V4:.*]] = llvm.insertelement %[[V3]], %[[V0]][%[[V1]] : i64] : vector<2xf32>
// CHECK-NEXT:  %[[V5:.*]] = llvm.mlir.constant(1) : i64
// CHECK-NEXT:  %[[V6:.*]] = llvm.extractelement %[[V]][%[[V5]] : i64] : vector<2xf32>
// CHECK-NEXT:  %[[V7:.*]] = llvm.call @erff(%[[V6]]) : (f32) -> f32
// CHECK-NEXT:  %[[V8:.*]] = llvm.insertelement %[[V7]], %[[V4]][%[[V5]] : i64] : vector<2xf32>
// CHECK-NEXT:  func.return %[[V8]] : vector<2xf32>
func.func @libm_on_a_vector(%v: vector<2xf32>) -> vector<2xf32> {
  %0 = math.erf %v : vector<2xf32>
  func.return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @reciprocal_root
// CHECK-SAME:  (%[[X:.*]]: f64) -> f64 {
// CHECK-NEXT:  %[[V0:.*]] = llvm.intr.sqrt(%[[X]]) : (f64) -> f64
// CHECK-NEXT:  %[[V1:.*]] = llvm.mlir.constant(1.000000e+00 : f64) : f64
// CHECK-NEXT:  %[[V2:.*]] = llvm.fdiv %[[V1]], %[[V0]] : f64
// CHECK-NEXT:  func.return %[[V2]] : f64
func.func @reciprocal_root(%x: f64) -> f64 {
  %0 = math.rsqrt %x : f64
  func.return %0 : f64
}

// CHECK-LABEL: func.func @integer_power
// CHECK-SAME:  (%[[X:.*]]: i64, %[[Y:.*]]: i64, %[[N:.*]]: i32, %[[Z:.*]]: f32) -> (i64, f32) {
// CHECK-NEXT:  %[[V0:.*]] = llvm.call @xdsl_torchscript_ipow_i64(%[[X]], %[[Y]]) : (i64, i64) -> i64
// CHECK-NEXT:  %[[V1:.*]] = llvm.intr.powi(%[[Z]], %[[N]]) : (f32, i32) -> f32
// CHECK-NEXT:  func.return %[[V0]], %[[V1]] : i64, f32
func.func @integer_power(%x: i64, %y: i64, %n: i32, %z: f32) -> (i64, f32) {
  %0 = math.ipowi %x, %y : i64
  %1 = math.fpowi %z, %n : f32, i32
  func.return %0, %1 : i64, f32
}

// CHECK-LABEL: func.func @no_math
// CHECK-SAME:  (%[[X:.*]]: f32) -> f32 {
// CHECK-NEXT:  %[[V0:.*]] = arith.addf %[[X]], %[[X]] : f32
// CHECK-NEXT:  func.return %[[V0]] : f32
func.func @no_math(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  func.return %0 : f32
}

// A called function is declared, or defined, once.
// CHECK:      llvm.func @erff(f32) -> f32
// CHECK-NEXT: llvm.func @log1p(f64) -> f64
// CHECK-NEXT: llvm.func @cbrtf(f32) -> f32
// CHECK-NEXT: llvm.func internal @xdsl_torchscript_ipow_i64(%[[BASE:.*]]: i64, %[[POWER:.*]]: i64) -> i64 {
