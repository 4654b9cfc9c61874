// RUN: %ts-opt %s -p "expand-math{precision=exact}" | %check %s --check-prefixes=CHECK,EXACT
// RUN: %ts-opt %s -p "expand-math{precision=fast}" | %check %s --check-prefixes=CHECK,FAST
// RUN: %ts-opt %s -p "expand-math{precision=default}" | %check %s --check-prefixes=CHECK,DEFAULT

// The exact exponential is that of f64. The fast one has a single power of two as factor.
// CHECK-LABEL: func.func @exp
// CHECK-SAME:  (%[[X:.*]]: vector<8xf32>)
// EXACT-NEXT:  %[[WIDE:.*]] = arith.extf %[[X]] : vector<8xf32> to vector<8xf64>
// EXACT-NOT:   math.
// EXACT:       %[[POWER:.*]] = arith.bitcast %[[BITS:.*]] : vector<8xi64> to vector<8xf64>
// EXACT:       %[[LAST:.*]] = arith.bitcast %[[OTHERS:.*]] : vector<8xi64> to vector<8xf64>
// EXACT-NEXT:  %[[Z:.*]] = arith.mulf %[[PART:.*]], %[[LAST]] : vector<8xf64>
// EXACT-NEXT:  %[[Y:.*]] = arith.truncf %[[Z]] : vector<8xf64> to vector<8xf32>
// FAST-NOT:    arith.shrsi
// FAST:        %[[POWER:.*]] = arith.bitcast %[[BITS:.*]] : vector<8xi32> to vector<8xf32>
// FAST-NEXT:   %[[Y:.*]] = arith.mulf %[[VALUE:.*]], %[[POWER]] : vector<8xf32>
// DEFAULT-NOT: arith.extf
// DEFAULT:     arith.shrsi
// DEFAULT:     %[[POWER:.*]] = arith.bitcast %[[BITS:.*]] : vector<8xi32> to vector<8xf32>
// DEFAULT-NEXT: %[[PART:.*]] = arith.mulf %[[VALUE:.*]], %[[POWER]] : vector<8xf32>
// DEFAULT:     %[[LAST:.*]] = arith.bitcast %[[OTHERS:.*]] : vector<8xi32> to vector<8xf32>
// DEFAULT-NEXT: %[[Y:.*]] = arith.mulf %[[PART]], %[[LAST]] : vector<8xf32>
// CHECK-NEXT:  func.return %[[Y]]
func.func @exp(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.exp %x : vector<8xf32>
  func.return %y : vector<8xf32>
}

// The exact value of a large number is that of the library in f64.
// CHECK-LABEL: func.func @sin
// CHECK-SAME:  (%[[X:.*]]: f32)
// EXACT-NEXT:  %[[WIDE:.*]] = arith.extf %[[X]] : f32 to f64
// EXACT-NEXT:  %[[SIZE:.*]] = math.absf %[[WIDE]] : f64
// EXACT-NEXT:  %[[LIMIT:.*]] = arith.constant 1.000000e+08 : f64
// EXACT-NEXT:  %[[LARGE:.*]] = arith.cmpf uge, %[[SIZE]], %[[LIMIT]] : f64
// EXACT-NEXT:  %[[SINE:.*]] = scf.if %[[LARGE]] -> (f64) {
// EXACT-NEXT:    %[[FAR:.*]] = math.sin %[[WIDE]] : f64
// EXACT-NEXT:    scf.yield %[[FAR]] : f64
// EXACT-NEXT:  } else {
// EXACT-NOT:     math.sin
// EXACT:       %[[Y:.*]] = arith.truncf %[[SINE]] : f64 to f32
// FAST:        %[[Y:.*]] = scf.if
// DEFAULT:     %[[Y:.*]] = scf.if
// CHECK:       func.return %[[Y]]
func.func @sin(%x: f32) -> f32 {
  %y = math.sin %x : f32
  func.return %y : f32
}

// A polynomial of lower degree, and no scaling of subnormal numbers.
// CHECK-LABEL: func.func @log
// CHECK-SAME:  (%[[X:.*]]: f32)
// EXACT-NEXT:  arith.extf %[[X]] : f32 to f64
// FAST-NEXT:   arith.bitcast %[[X]] : f32 to i32
// DEFAULT-NOT: arith.bitcast %[[X]]
// CHECK:       func.return
func.func @log(%x: f32) -> f32 {
  %y = math.log %x : f32
  func.return %y : f32
}

// CHECK-LABEL: func.func @not_f64_if_exact
// EXACT-NEXT:  math.exp
// FAST-NOT:    math.exp
// DEFAULT-NOT: math.exp
// CHECK:       func.return
func.func @not_f64_if_exact(%x: f64) -> f64 {
  %y = math.exp %x : f64
  func.return %y : f64
}

// CHECK-LABEL: func.func @not_sine_of_f64_if_exact
// CHECK-SAME:  (%[[X:.*]]: f64)
// EXACT-NEXT:  %[[Y:.*]] = math.sin %[[X]] : f64
// FAST:        %[[Y:.*]] = scf.if
// DEFAULT:     %[[Y:.*]] = scf.if
// CHECK:       func.return %[[Y]]
func.func @not_sine_of_f64_if_exact(%x: f64) -> f64 {
  %y = math.sin %x : f64
  func.return %y : f64
}

// Powers and remainders are computed in f64 at any precision.
// CHECK-LABEL: func.func @not_power
// CHECK:       scf.if
// CHECK:         math.powf
func.func @not_power(%x: f32, %y: f32) -> f32 {
  %z = math.powf %x, %y : f32
  func.return %z : f32
}
