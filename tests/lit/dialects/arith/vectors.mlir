// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s

// Operations on vectors that xDSL's arith refuses, and arith.remf, which it lacks.
// CHECK-LABEL: func.func @vectors
func.func @vectors(%i: vector<8xi32>, %f: vector<8xf32>, %m: vector<8xi1>, %c: i1) {
  // CHECK: %[[LESS:.*]] = arith.cmpi slt, %{{i.*}}, %{{i.*}} : vector<8xi32>
  %less = arith.cmpi slt, %i, %i : vector<8xi32>
  // CHECK-NEXT: arith.cmpf olt, %{{f.*}}, %{{f.*}} fastmath<nnan> : vector<8xf32>
  %below = arith.cmpf olt, %f, %f fastmath<nnan> : vector<8xf32>
  // CHECK-NEXT: arith.select %[[LESS]], %{{f.*}}, %{{f.*}} : vector<8xi1>, vector<8xf32>
  %lanes = arith.select %less, %f, %f : vector<8xi1>, vector<8xf32>
  // CHECK-NEXT: arith.select %{{c.*}}, %{{f.*}}, %{{f.*}} : vector<8xf32>
  %one = arith.select %c, %f, %f : vector<8xf32>
  // CHECK-NEXT: arith.extui %{{m.*}} : vector<8xi1> to vector<8xi8>
  %bytes = arith.extui %m : vector<8xi1> to vector<8xi8>
  // CHECK-NEXT: arith.extsi %{{m.*}} : vector<8xi1> to vector<8xi64>
  %wide = arith.extsi %m : vector<8xi1> to vector<8xi64>
  // CHECK-NEXT: arith.trunci %{{.*}} : vector<8xi8> to vector<8xi1>
  %narrow = arith.trunci %bytes : vector<8xi8> to vector<8xi1>
  // CHECK-NEXT: arith.index_cast %{{i.*}} : vector<8xi32> to vector<8xindex>
  %index = arith.index_cast %i : vector<8xi32> to vector<8xindex>
  // CHECK-NEXT: arith.sitofp %{{i.*}} : vector<8xi32> to vector<8xf64>
  %signed = arith.sitofp %i : vector<8xi32> to vector<8xf64>
  // CHECK-NEXT: arith.uitofp %{{i.*}} : vector<8xi32> to vector<8xf32>
  %unsigned = arith.uitofp %i : vector<8xi32> to vector<8xf32>
  // CHECK-NEXT: arith.fptosi %{{f.*}} : vector<8xf32> to vector<8xi32>
  %whole = arith.fptosi %f : vector<8xf32> to vector<8xi32>
  // CHECK-NEXT: arith.fptoui %{{f.*}} : vector<8xf32> to vector<8xi32>
  %natural = arith.fptoui %f : vector<8xf32> to vector<8xi32>
  // CHECK-NEXT: arith.remf %{{f.*}}, %{{f.*}} : vector<8xf32>
  %rest = arith.remf %f, %f : vector<8xf32>
  func.return
}

// CHECK-LABEL: func.func @scalars
func.func @scalars(%i: i32, %f: f32, %c: i1) {
  // CHECK: arith.cmpi eq, %{{i.*}}, %{{i.*}} : i32
  %same = arith.cmpi eq, %i, %i : i32
  // CHECK-NEXT: arith.select %{{c.*}}, %{{f.*}}, %{{f.*}} : f32
  %one = arith.select %c, %f, %f : f32
  // CHECK-NEXT: arith.fptosi %{{f.*}} : f32 to i64
  %whole = arith.fptosi %f : f32 to i64
  func.return
}

// What xDSL would misread is printed as bytes; `9223372036854775808 : i64` is a bit pattern.
// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK-NEXT: %{{.*}} = arith.constant dense<"0x0000807F"> : vector<4xf32>
  %infinite = arith.constant dense<0x7F800000> : vector<4xf32>
  // CHECK-NEXT: %{{.*}} = arith.constant {mine} dense<1.000000e+00> : vector<4xf32>
  %one = arith.constant {mine} dense<0x3F800000> : vector<4xf32>
  // CHECK-NEXT: %{{.*}} = arith.constant -9223372036854775808 : i64
  %least = arith.constant 9223372036854775808 : i64
  func.return
}
