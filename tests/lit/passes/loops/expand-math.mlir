// RUN: %ts-opt %s -p expand-math | %check %s --check-prefixes=CHECK,SPLIT
// RUN: %ts-opt %s -p expand-math,expand-math | %check %s --check-prefixes=CHECK,SPLIT
// RUN: %ts-opt %s -p expand-math | %ts-opt -f mlir | %check %s --check-prefixes=CHECK,SPLIT
// RUN: %ts-opt %s -p "expand-math{fma=true}" | %check %s --check-prefixes=CHECK,FUSED
// RUN: %ts-opt %s -p "expand-math{precision=default}" | %check %s --check-prefixes=CHECK,SPLIT

// CHECK-LABEL: func.func @exp
// CHECK-SAME:  (%[[X:.*]]: vector<8xf32>)
// CHECK-NEXT:  %[[V:.*]] = arith.constant dense<8.900000e+01> : vector<8xf32>
// CHECK-NEXT:  arith.cmpf olt, %[[V]], %[[X]] : vector<8xf32>
// CHECK-NOT:   math.
// CHECK-NOT:   func.return %[[X]]
// CHECK:       func.return %[[Y:.*]] : vector<8xf32>
func.func @exp(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.exp %x : vector<8xf32>
  func.return %y : vector<8xf32>
}

// Results below 2^-126 do not matter, so the power of two is one factor.
// CHECK-LABEL: func.func @exp_added_to_one
// CHECK-NOT:   arith.shrsi
// CHECK:       func.return
func.func @exp_added_to_one(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %e = math.exp %x : f32
  %y = arith.addf %e, %one : f32
  func.return %y : f32
}

// CHECK-LABEL: func.func @not_exp_added_and_returned
// CHECK:       arith.shrsi
// CHECK:       func.return
func.func @not_exp_added_and_returned(%x: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %e = math.exp %x : f32
  %y = arith.addf %e, %one : f32
  func.return %e, %y : f32, f32
}

// CHECK-LABEL: func.func @not_exp_added_to_two
// CHECK:       arith.shrsi
// CHECK:       func.return
func.func @not_exp_added_to_two(%x: f32) -> f32 {
  %two = arith.constant 2.0 : f32
  %e = math.exp %x : f32
  %y = arith.addf %e, %two : f32
  func.return %y : f32
}

// CHECK-LABEL: func.func @scalars
// CHECK-NOT:   math.
// CHECK:       func.return
func.func @scalars(%x: f64, %y: f32) -> (f64, f64, f32) {
  %a = math.exp %x : f64
  %b = math.log %x : f64
  %c = math.tanh %y : f32
  func.return %a, %b, %c : f64, f64, f32
}

// A lane with a large argument sends all of them to f64, a larger one to the library.
// CHECK-LABEL: func.func @sin
// CHECK-SAME:  (%[[X:.*]]: vector<8xf32>)
// CHECK-NEXT:  %[[SIZE:.*]] = math.absf %[[X]] : vector<8xf32>
// SPLIT-NEXT:  %[[LIMIT:.*]] = arith.constant dense<6.000000e+03> : vector<8xf32>
// FUSED-NEXT:  %[[LIMIT:.*]] = arith.constant dense<1.000000e+05> : vector<8xf32>
// CHECK-NEXT:  %[[LARGE:.*]] = arith.cmpf uge, %[[SIZE]], %[[LIMIT]] : vector<8xf32>
// CHECK-NEXT:  %[[ANY:.*]] = vector.reduction <or>, %[[LARGE]] : vector<8xi1> into i1
// CHECK-NEXT:  %[[Y:.*]] = scf.if %[[ANY]] -> (vector<8xf32>) {
// CHECK-NEXT:    %[[SIZE2:.*]] = math.absf %[[X]] : vector<8xf32>
// CHECK-NEXT:    %[[LIMIT2:.*]] = arith.constant dense<1.000000e+06> : vector<8xf32>
// CHECK-NEXT:    %[[LARGE2:.*]] = arith.cmpf uge, %[[SIZE2]], %[[LIMIT2]] : vector<8xf32>
// CHECK-NEXT:    %[[ANY2:.*]] = vector.reduction <or>, %[[LARGE2]] : vector<8xi1> into i1
// CHECK-NEXT:    %[[FAR:.*]] = scf.if %[[ANY2]] -> (vector<8xf32>) {
// CHECK-NEXT:      %[[SLOW:.*]] = math.sin %[[X]] : vector<8xf32>
// CHECK-NEXT:      scf.yield %[[SLOW]] : vector<8xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:      arith.extf %[[X]] : vector<8xf32> to vector<8xf64>
// A number that xDSL would print in hexadecimal, and misread, is printed as bytes.
// CHECK:           arith.constant dense<"0x0000000000003843"> : vector<8xf64>
// CHECK-NOT:       = math.
// CHECK:         scf.yield %[[FAR]] : vector<8xf32>
// CHECK-NEXT:  } else {
// CHECK-NEXT:    %[[TURNS:.*]] = arith.constant dense<0.318309873> : vector<8xf32>
// CHECK-NEXT:    %[[M:.*]] = arith.constant dense<"0x0000404B"> : vector<8xf32>
// CHECK-NEXT:    %[[T:.*]] = arith.mulf %[[X]], %[[TURNS]] fastmath<contract> : vector<8xf32>
// CHECK-NEXT:    %[[SHIFTED:.*]] = arith.addf %[[T]], %[[M]] fastmath<contract> : vector<8xf32>
// CHECK-NEXT:    arith.bitcast %[[SHIFTED]] : vector<8xf32> to vector<8xi32>
// CHECK-NEXT:    %[[N:.*]] = arith.subf %[[SHIFTED]], %[[M]] : vector<8xf32>
// SPLIT-NEXT:    %[[PI:.*]] = arith.constant dense<3.140625> : vector<8xf32>
// SPLIT-NEXT:    %[[P:.*]] = arith.mulf %[[N]], %[[PI]] fastmath<contract> : vector<8xf32>
// SPLIT-NEXT:    arith.subf %[[X]], %[[P]] fastmath<contract> : vector<8xf32>
// FUSED-NEXT:    %[[PI:.*]] = arith.constant dense<-3.1415925> : vector<8xf32>
// FUSED-NEXT:    math.fma %[[N]], %[[PI]], %[[X]] : vector<8xf32>
// CHECK:       func.return %[[Y]]
func.func @sin(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.sin %x : vector<8xf32>
  func.return %y : vector<8xf32>
}

// CHECK-LABEL: func.func @cos_of_scalar
// CHECK:       %[[LARGE:.*]] = arith.cmpf uge
// CHECK-NEXT:  scf.if %[[LARGE]] -> (f32) {
func.func @cos_of_scalar(%x: f32) -> f32 {
  %y = math.cos %x : f32
  func.return %y : f32
}

// In f64, larger arguments are left to the library at once.
// CHECK-LABEL: func.func @sin_of_f64
// CHECK-SAME:  (%[[X:.*]]: vector<8xf64>)
// CHECK-NEXT:  %[[SIZE:.*]] = math.absf %[[X]] : vector<8xf64>
// SPLIT-NEXT:  %[[LIMIT:.*]] = arith.constant dense<1.000000e+08> : vector<8xf64>
// FUSED-NEXT:  %[[LIMIT:.*]] = arith.constant dense<1.000000e+09> : vector<8xf64>
// CHECK-NEXT:  %[[LARGE:.*]] = arith.cmpf uge, %[[SIZE]], %[[LIMIT]] : vector<8xf64>
// CHECK-NEXT:  %[[ANY:.*]] = vector.reduction <or>, %[[LARGE]] : vector<8xi1> into i1
// CHECK-NEXT:  %[[Y:.*]] = scf.if %[[ANY]] -> (vector<8xf64>) {
// CHECK-NEXT:    %[[SLOW:.*]] = math.sin %[[X]] : vector<8xf64>
// CHECK-NEXT:    scf.yield %[[SLOW]] : vector<8xf64>
// CHECK-NEXT:  } else {
// CHECK-NEXT:    %[[TURNS:.*]] = arith.constant dense<0.31830988618379069> : vector<8xf64>
// CHECK-NEXT:    %[[M:.*]] = arith.constant dense<"0x0000000000003843"> : vector<8xf64>
// CHECK-NEXT:    %[[T:.*]] = arith.mulf %[[X]], %[[TURNS]] fastmath<contract> : vector<8xf64>
// CHECK-NEXT:    %[[SHIFTED:.*]] = arith.addf %[[T]], %[[M]] fastmath<contract> : vector<8xf64>
// CHECK-NEXT:    arith.bitcast %[[SHIFTED]] : vector<8xf64> to vector<8xi64>
// CHECK-NEXT:    %[[N:.*]] = arith.subf %[[SHIFTED]], %[[M]] : vector<8xf64>
// SPLIT-NEXT:    %[[PI:.*]] = arith.constant dense<3.1415926516056061> : vector<8xf64>
// SPLIT-NEXT:    %[[P:.*]] = arith.mulf %[[N]], %[[PI]] fastmath<contract> : vector<8xf64>
// SPLIT-NEXT:    arith.subf %[[X]], %[[P]] fastmath<contract> : vector<8xf64>
// FUSED-NEXT:    %[[PI:.*]] = arith.constant dense<-3.1415926535897931> : vector<8xf64>
// FUSED-NEXT:    math.fma %[[N]], %[[PI]], %[[X]] : vector<8xf64>
// CHECK-NOT:     math.sin
// CHECK:       func.return %[[Y]]
func.func @sin_of_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %y = math.sin %x : vector<8xf64>
  func.return %y : vector<8xf64>
}

// CHECK-LABEL: func.func @inverses_and_erf_of_f64
// CHECK-NOT:   math.{{atan|asin|acos|erf}}
// CHECK:       func.return
func.func @inverses_and_erf_of_f64(%x: f64) -> (f64, f64, f64, f64, f64) {
  %a = math.atan %x : f64
  %b = math.atan2 %a, %x : f64
  %c = math.asin %x : f64
  %d = math.acos %x : f64
  %e = math.erf %x : f64
  func.return %a, %b, %c, %d, %e : f64, f64, f64, f64, f64
}

// An argument that is not finite sends all lanes to the library. A base has a sign that odd powers
// keep.

// CHECK-LABEL: func.func @power
// CHECK-SAME:  (%[[X:.*]]: vector<8xf32>, %[[Y:.*]]: vector<8xf32>)
// CHECK:       %[[ONES:.*]] = arith.constant dense<true> : vector<8xi1>
// CHECK-NEXT:  %[[OTHERS:.*]] = arith.xori %[[HOLDS:.*]], %[[ONES]] : vector<8xi1>
// CHECK-NEXT:  %[[ANY:.*]] = vector.reduction <or>, %[[OTHERS]] : vector<8xi1> into i1
// CHECK-NEXT:  %[[R:.*]] = scf.if %[[ANY]] -> (vector<8xf32>) {
// CHECK-NEXT:    %[[SLOW:.*]] = math.powf %[[X]], %[[Y]] : vector<8xf32>
// CHECK-NEXT:    scf.yield %[[SLOW]]
// CHECK-NEXT:  } else {
// CHECK:         %[[PAIRS:.*]] = math.trunc %[[HALF:.*]] : vector<8xf32>
// CHECK:         %[[SIZE:.*]] = math.absf %[[X]] : vector<8xf32>
// CHECK-NEXT:    %[[WIDE:.*]] = arith.extf %[[SIZE]] : vector<8xf32> to vector<8xf64>
// CHECK-NOT:     math.powf
func.func @power(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %z = math.powf %x, %y : vector<8xf32>
  func.return %z : vector<8xf32>
}

// CHECK-LABEL: func.func @remainder
// CHECK-SAME:  (%[[X:.*]]: f32, %[[Y:.*]]: f32)
// CHECK:       %[[Q:.*]] = arith.divf %[[X]], %[[Y]] : f32
// CHECK-NEXT:  %[[SIZE:.*]] = math.absf %[[Q]] : f32
// CHECK-NEXT:  %[[LIMIT:.*]] = arith.constant 0x4D800000 : f32
// CHECK-NEXT:  %[[SHORT:.*]] = arith.cmpf olt, %[[SIZE]], %[[LIMIT]] : f32
// CHECK:       scf.if
// CHECK-NEXT:    arith.remf %[[X]], %[[Y]] : f32
func.func @remainder(%x: f32, %y: f32) -> f32 {
  %z = arith.remf %x, %y : f32
  func.return %z : f32
}

// The logarithm is a sum of two floats. The error of a product is that of a fused multiply-add, or
// factors are split into the upper half of their bits and the rest.

// CHECK-LABEL: func.func @power_in_f64
// CHECK-SAME:  (%[[X:.*]]: vector<4xf64>, %[[Y:.*]]: vector<4xf64>)
// CHECK:       scf.if
// CHECK-NEXT:    math.powf %[[X]], %[[Y]] : vector<4xf64>
// CHECK:       } else {
// CHECK:         %[[S:.*]] = arith.divf %[[F:.*]], %[[D:.*]] : vector<4xf64>
// CHECK:         %[[P:.*]] = arith.mulf %[[S]], %[[D]] : vector<4xf64>
// SPLIT-NEXT:    %[[BITS:.*]] = arith.bitcast %[[S]] : vector<4xf64> to vector<4xi64>
// SPLIT-NEXT:    %[[UPPER:.*]] = arith.constant dense<-134217728> : vector<4xi64>
// SPLIT-NEXT:    %[[MASKED:.*]] = arith.andi %[[BITS]], %[[UPPER]] : vector<4xi64>
// SPLIT-NEXT:    %[[HIGH:.*]] = arith.bitcast %[[MASKED]] : vector<4xi64> to vector<4xf64>
// SPLIT-NEXT:    arith.subf %[[S]], %[[HIGH]] : vector<4xf64>
// FUSED-NEXT:    %[[MINUS:.*]] = arith.negf %[[P]] : vector<4xf64>
// FUSED-NEXT:    math.fma %[[S]], %[[D]], %[[MINUS]] : vector<4xf64>
// CHECK-NOT:     math.powf
func.func @power_in_f64(%x: vector<4xf64>, %y: vector<4xf64>) -> vector<4xf64> {
  %z = math.powf %x, %y : vector<4xf64>
  func.return %z : vector<4xf64>
}

// The library is as fast for one number.

// CHECK-LABEL: func.func @not_power_of_a_number
// CHECK-SAME:  (%[[X:.*]]: f64, %[[Y:.*]]: f64)
// CHECK-NEXT:  math.powf %[[X]], %[[Y]] : f64
// CHECK-NEXT:  func.return
func.func @not_power_of_a_number(%x: f64, %y: f64) -> f64 {
  %z = math.powf %x, %y : f64
  func.return %z : f64
}

// CHECK-LABEL: func.func @not_remainder_in_f64
// CHECK-SAME:  (%[[X:.*]]: f64, %[[Y:.*]]: f64)
// CHECK-NEXT:  arith.remf %[[X]], %[[Y]] : f64
// CHECK-NEXT:  func.return
func.func @not_remainder_in_f64(%x: f64, %y: f64) -> f64 {
  %r = arith.remf %x, %y : f64
  func.return %r : f64
}

// CHECK-LABEL: func.func @not_with_flags
// CHECK-SAME:  (%[[X:.*]]: f32)
// CHECK-NEXT:  math.exp %[[X]] fastmath<fast>
// CHECK-NEXT:  func.return
func.func @not_with_flags(%x: f32) -> f32 {
  %y = math.exp %x fastmath<fast> : f32
  func.return %y : f32
}

// CHECK-LABEL: func.func @not_without_an_expansion
// CHECK-NEXT:  math.sqrt
// CHECK-NEXT:  math.cbrt
// CHECK-NEXT:  func.return
func.func @not_without_an_expansion(%x: f32) -> (f32, f32) {
  %y = math.sqrt %x : f32
  %z = math.cbrt %x : f32
  func.return %y, %z : f32, f32
}
