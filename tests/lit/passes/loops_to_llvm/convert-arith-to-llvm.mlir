// RUN: %ts-opt %s -p convert-arith-to-llvm,reconcile-unrealized-casts | %check %s

// Fast-math flags stay.
// CHECK-LABEL: func.func @floats
// CHECK-SAME:  (%[[A:.*]]: f32, %[[B:.*]]: f32) -> f32 {
// CHECK-NEXT:  %[[V0:.*]] = llvm.fadd %[[A]], %[[B]] {fastmathFlags = #llvm.fastmath<contract>} : f32
// CHECK-NEXT:  %[[V1:.*]] = llvm.fsub %[[V0]], %[[B]] : f32
// CHECK-NEXT:  %[[V2:.*]] = llvm.fmul %[[V1]], %[[B]] {fastmathFlags = #llvm.fastmath<fast>} : f32
// CHECK-NEXT:  %[[V3:.*]] = llvm.fdiv %[[V2]], %[[B]] : f32
// CHECK-NEXT:  %[[V4:.*]] = llvm.frem %[[V3]], %[[B]] : f32
// CHECK-NEXT:  %[[V5:.*]] = llvm.fneg %[[V4]] : f32
// CHECK-NEXT:  %[[V6:.*]] = llvm.intr.maximum(%[[V5]], %[[A]]) : (f32, f32) -> f32
// CHECK-NEXT:  %[[V7:.*]] = llvm.intr.minnum(%[[V6]], %[[A]]) : (f32, f32) -> f32
// CHECK-NEXT:  func.return %[[V7]] : f32
func.func @floats(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b fastmath<contract> : f32
  %1 = arith.subf %0, %b : f32
  %2 = arith.mulf %1, %b fastmath<fast> : f32
  %3 = arith.divf %2, %b : f32
  %4 = arith.remf %3, %b : f32
  %5 = arith.negf %4 : f32
  %6 = arith.maximumf %5, %a : f32
  %7 = arith.minnumf %6, %a : f32
  func.return %7 : f32
}

// CHECK-LABEL: func.func @vectors
// CHECK-SAME:  (%[[A:.*]]: vector<8xf32>, %[[B:.*]]: vector<8xf32>, %[[I:.*]]: vector<8xi32>) -> vector<8xf32> {
// CHECK-NEXT:  %[[V0:.*]] = llvm.intr.minimum(%[[A]], %[[B]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:  %[[V1:.*]] = llvm.fcmp "olt" %[[V0]], %[[B]] : vector<8xf32>
// CHECK-NEXT:  %[[V2:.*]] = llvm.select %[[V1]], %[[A]], %[[B]] : vector<8xi1>, vector<8xf32>
// CHECK-NEXT:  %[[V3:.*]] = llvm.sitofp %[[I]] : vector<8xi32> to vector<8xf32>
// CHECK-NEXT:  %[[V4:.*]] = llvm.intr.maxnum(%[[V2]], %[[V3]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:  func.return %[[V4]] : vector<8xf32>
func.func @vectors(%a: vector<8xf32>, %b: vector<8xf32>, %i: vector<8xi32>) -> vector<8xf32> {
  %0 = arith.minimumf %a, %b : vector<8xf32>
  %1 = arith.cmpf olt, %0, %b : vector<8xf32>
  %2 = arith.select %1, %a, %b : vector<8xi1>, vector<8xf32>
  %3 = arith.sitofp %i : vector<8xi32> to vector<8xf32>
  %4 = arith.maxnumf %2, %3 : vector<8xf32>
  func.return %4 : vector<8xf32>
}

// CHECK-LABEL: func.func @integers
// CHECK-SAME:  (%[[A:.*]]: i64, %[[B:.*]]: i64) -> i64 {
// CHECK-NEXT:  %[[V0:.*]] = llvm.add %[[A]], %[[B]] overflow<nsw> : i64
// CHECK-NEXT:  %[[V1:.*]] = llvm.mul %[[V0]], %[[B]] : i64
// CHECK-NEXT:  %[[V2:.*]] = llvm.sdiv %[[V1]], %[[B]] : i64
// CHECK-NEXT:  %[[V3:.*]] = llvm.urem %[[V2]], %[[B]] : i64
// CHECK-NEXT:  %[[V4:.*]] = llvm.and %[[V3]], %[[B]] : i64
// CHECK-NEXT:  %[[V5:.*]] = llvm.or %[[V4]], %[[B]] : i64
// CHECK-NEXT:  %[[V6:.*]] = llvm.xor %[[V5]], %[[B]] : i64
// CHECK-NEXT:  %[[V7:.*]] = llvm.shl %[[V6]], %[[B]] : i64
// CHECK-NEXT:  %[[V8:.*]] = llvm.ashr %[[V7]], %[[B]] : i64
// CHECK-NEXT:  %[[V9:.*]] = llvm.lshr %[[V8]], %[[B]] : i64
// CHECK-NEXT:  %[[V10:.*]] = llvm.intr.smax(%[[V9]], %[[B]]) : (i64, i64) -> i64
// CHECK-NEXT:  %[[V11:.*]] = llvm.intr.umin(%[[V10]], %[[B]]) : (i64, i64) -> i64
// CHECK-NEXT:  func.return %[[V11]] : i64
func.func @integers(%a: i64, %b: i64) -> i64 {
  %0 = arith.addi %a, %b overflow<nsw> : i64
  %1 = arith.muli %0, %b : i64
  %2 = arith.divsi %1, %b : i64
  %3 = arith.remui %2, %b : i64
  %4 = arith.andi %3, %b : i64
  %5 = arith.ori %4, %b : i64
  %6 = arith.xori %5, %b : i64
  %7 = arith.shli %6, %b : i64
  %8 = arith.shrsi %7, %b : i64
  %9 = arith.shrui %8, %b : i64
  %10 = arith.maxsi %9, %b : i64
  %11 = arith.minui %10, %b : i64
  func.return %11 : i64
}

// CHECK-LABEL: func.func @comparisons
// CHECK-SAME:  (%[[A:.*]]: i64, %[[B:.*]]: i64, %[[X:.*]]: f64, %[[Y:.*]]: f64) -> i1 {
// CHECK-NEXT:  %[[V0:.*]] = llvm.icmp "ult" %[[A]], %[[B]] : i64
// CHECK-NEXT:  %[[V1:.*]] = llvm.fcmp "une" %[[X]], %[[Y]] : f64
// CHECK-NEXT:  %[[V2:.*]] = llvm.fcmp "uno" %[[X]], %[[Y]] : f64
// CHECK-NEXT:  %[[V3:.*]] = llvm.select %[[V0]], %[[V1]], %[[V2]] : i1, i1
// CHECK-NEXT:  func.return %[[V3]] : i1
func.func @comparisons(%a: i64, %b: i64, %x: f64, %y: f64) -> i1 {
  %0 = arith.cmpi ult, %a, %b : i64
  %1 = arith.cmpf une, %x, %y : f64
  %2 = arith.cmpf uno, %x, %y : f64
  %3 = arith.select %0, %1, %2 : i1
  func.return %3 : i1
}

// CHECK-LABEL: func.func @casts
// CHECK-SAME:  (%[[A:.*]]: i8, %[[X:.*]]: f64) -> (i32, i8, f32, i64) {
// CHECK-NEXT:  %[[V0:.*]] = llvm.sext %[[A]] : i8 to i32
// CHECK-NEXT:  %[[V1:.*]] = llvm.zext %[[A]] : i8 to i32
// CHECK-NEXT:  %[[V2:.*]] = llvm.add %[[V0]], %[[V1]] : i32
// CHECK-NEXT:  %[[V3:.*]] = llvm.trunc %[[V2]] : i32 to i8
// CHECK-NEXT:  %[[V4:.*]] = llvm.fptrunc %[[X]] : f64 to f32
// CHECK-NEXT:  %[[V5:.*]] = llvm.fptosi %[[V4]] : f32 to i32
// CHECK-NEXT:  %[[V6:.*]] = llvm.uitofp %[[V5]] : i32 to f32
// CHECK-NEXT:  %[[V7:.*]] = llvm.bitcast %[[X]] : f64 to i64
// CHECK-NEXT:  func.return %[[V5]], %[[V3]], %[[V6]], %[[V7]] : i32, i8, f32, i64
func.func @casts(%a: i8, %x: f64) -> (i32, i8, f32, i64) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extui %a : i8 to i32
  %2 = arith.addi %0, %1 : i32
  %3 = arith.trunci %2 : i32 to i8
  %4 = arith.truncf %x : f64 to f32
  %5 = arith.fptosi %4 : f32 to i32
  %6 = arith.uitofp %5 : i32 to f32
  %7 = arith.bitcast %x : f64 to i64
  func.return %5, %3, %6, %7 : i32, i8, f32, i64
}

// An index is an i64.
// CHECK-LABEL: func.func @index_casts
// CHECK-SAME:  (%[[A:.*]]: i32, %[[B:.*]]: i64) -> (i64, i32) {
// CHECK-NEXT:  %[[V0:.*]] = llvm.sext %[[A]] : i32 to i64
// CHECK-NEXT:  %[[V1:.*]] = llvm.add %[[V0]], %[[B]] : i64
// CHECK-NEXT:  %[[V2:.*]] = llvm.trunc %[[V1]] : i64 to i32
// CHECK-NEXT:  func.return %[[V1]], %[[V2]] : i64, i32
func.func @index_casts(%a: i32, %b: i64) -> (i64, i32) {
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_cast %b : i64 to index
  %2 = arith.addi %0, %1 : index
  %3 = arith.index_cast %2 : index to i64
  %4 = arith.index_cast %2 : index to i32
  func.return %3, %4 : i64, i32
}

// CHECK-LABEL: func.func @constants
// CHECK-SAME:  () -> (i32, f32, vector<4xf32>, i1) {
// CHECK-NEXT:  %[[V0:.*]] = llvm.mlir.constant(7 : i32) : i32
// CHECK-NEXT:  %[[V1:.*]] = llvm.mlir.constant(1.500000e+00 : f32) : f32
// CHECK-NEXT:  %[[V2:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
// CHECK-NEXT:  %[[V3:.*]] = llvm.mlir.constant(true) : i1
// CHECK-NEXT:  func.return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : i32, f32, vector<4xf32>, i1
func.func @constants() -> (i32, f32, vector<4xf32>, i1) {
  %0 = arith.constant 7 : i32
  %1 = arith.constant 1.5 : f32
  %2 = arith.constant dense<1.0> : vector<4xf32>
  %3 = arith.constant true
  func.return %0, %1, %2, %3 : i32, f32, vector<4xf32>, i1
}

// LLVM divides towards zero: where that is not down, one less.
// CHECK-LABEL: func.func @floor_division
// CHECK-SAME:  (%[[A:.*]]: i64, %[[B:.*]]: i64) -> i64 {
// CHECK-NEXT:  %[[V0:.*]] = llvm.sdiv %[[A]], %[[B]] : i64
// CHECK-NEXT:  %[[V1:.*]] = llvm.mul %[[V0]], %[[B]] : i64
// CHECK-NEXT:  %[[V2:.*]] = llvm.icmp "ne" %[[V1]], %[[A]] : i64
// CHECK-NEXT:  %[[V3:.*]] = llvm.xor %[[A]], %[[B]] : i64
// CHECK-NEXT:  %[[V4:.*]] = llvm.mlir.constant(0) : i64
// CHECK-NEXT:  %[[V5:.*]] = llvm.icmp "slt" %[[V3]], %[[V4]] : i64
// CHECK-NEXT:  %[[V6:.*]] = llvm.mlir.constant(1) : i64
// CHECK-NEXT:  %[[V7:.*]] = llvm.sub %[[V0]], %[[V6]] : i64
// CHECK-NEXT:  %[[V8:.*]] = llvm.and %[[V2]], %[[V5]] : i1
// CHECK-NEXT:  %[[V9:.*]] = llvm.select %[[V8]], %[[V7]], %[[V0]] : i1, i64
// CHECK-NEXT:  func.return %[[V9]] : i64
func.func @floor_division(%a: i64, %b: i64) -> i64 {
  %0 = arith.floordivsi %a, %b : i64
  func.return %0 : i64
}

// CHECK-LABEL: func.func @ceiling_division
// CHECK-SAME:  (%[[A:.*]]: i64, %[[B:.*]]: i64) -> i64 {
// CHECK-NEXT:  %[[V0:.*]] = llvm.sdiv %[[A]], %[[B]] : i64
// CHECK-NEXT:  %[[V1:.*]] = llvm.mul %[[V0]], %[[B]] : i64
// CHECK-NEXT:  %[[V2:.*]] = llvm.icmp "ne" %[[V1]], %[[A]] : i64
// CHECK-NEXT:  %[[V3:.*]] = llvm.xor %[[A]], %[[B]] : i64
// CHECK-NEXT:  %[[V4:.*]] = llvm.mlir.constant(0) : i64
// CHECK-NEXT:  %[[V5:.*]] = llvm.icmp "slt" %[[V3]], %[[V4]] : i64
// CHECK-NEXT:  %[[V6:.*]] = llvm.mlir.constant(1) : i64
// CHECK-NEXT:  %[[V7:.*]] = llvm.add %[[V0]], %[[V6]] : i64
// CHECK-NEXT:  %[[V8:.*]] = llvm.select %[[V2]], %[[V7]], %[[V0]] : i1, i64
// CHECK-NEXT:  %[[V9:.*]] = llvm.select %[[V5]], %[[V0]], %[[V8]] : i1, i64
// CHECK-NEXT:  func.return %[[V9]] : i64
func.func @ceiling_division(%a: i64, %b: i64) -> i64 {
  %0 = arith.ceildivsi %a, %b : i64
  func.return %0 : i64
}

// CHECK-LABEL: func.func @with_carry
// CHECK-SAME:  (%[[A:.*]]: i32, %[[B:.*]]: i32) -> (i32, i1, i32) {
// CHECK-NEXT:  %[[SUM:.*]] = llvm.add %[[A]], %[[B]] : i32
// CHECK-NEXT:  %[[CARRY:.*]] = llvm.icmp "ult" %[[SUM]], %[[A]] : i32
// CHECK-NEXT:  %[[V0:.*]] = llvm.sext %[[A]] : i32 to i64
// CHECK-NEXT:  %[[V1:.*]] = llvm.sext %[[B]] : i32 to i64
// CHECK-NEXT:  %[[V2:.*]] = llvm.mul %[[V0]], %[[V1]] : i64
// CHECK-NEXT:  %[[V3:.*]] = llvm.mlir.constant(32 : i32) : i32
// CHECK-NEXT:  %[[V4:.*]] = llvm.zext %[[V3]] : i32 to i64
// CHECK-NEXT:  %[[V5:.*]] = llvm.lshr %[[V2]], %[[V4]] : i64
// CHECK-NEXT:  %[[LOW:.*]] = llvm.trunc %[[V2]] : i64 to i32
// CHECK-NEXT:  %[[HIGH:.*]] = llvm.trunc %[[V5]] : i64 to i32
// CHECK-NEXT:  func.return %[[SUM]], %[[CARRY]], %[[HIGH]] : i32, i1, i32
func.func @with_carry(%a: i32, %b: i32) -> (i32, i1, i32) {
  %sum, %carry = arith.addui_extended %a, %b : i32, i1
  %low, %high = arith.mulsi_extended %a, %b : i32
  func.return %sum, %carry, %high : i32, i1, i32
}

// An operation that is not of arith stays, with a cast where the types differ.
// CHECK-LABEL: func.func @not_arith
// CHECK-SAME:  (%[[A:.*]]: index, %[[B:.*]]: index) -> f32 {
// CHECK-NEXT:  %[[B_1:.*]] = builtin.unrealized_conversion_cast %[[B]] : index to i64
// CHECK-NEXT:  %[[A_1:.*]] = builtin.unrealized_conversion_cast %[[A]] : index to i64
// CHECK-NEXT:  %[[V0:.*]] = llvm.add %[[A_1]], %[[B_1]] : i64
// CHECK-NEXT:  %[[V1:.*]] = builtin.unrealized_conversion_cast %[[V0]] : i64 to index
// CHECK-NEXT:  %[[V2:.*]] = "test.op"(%[[V1]]) : (index) -> f32
// CHECK-NEXT:  func.return %[[V2]] : f32
func.func @not_arith(%a: index, %b: index) -> f32 {
  %0 = arith.addi %a, %b : index
  %1 = "test.op"(%0) : (index) -> f32
  func.return %1 : f32
}

// A bfloat is its bits: moved as an i16, extended by a shift.
// CHECK-LABEL: func.func @bfloats
// CHECK-SAME:  (%[[C:.*]]: i1, %[[A:.*]]: bf16, %[[B:.*]]: i16) -> f64 {
// CHECK-NEXT:  %[[BITS:.*]] = builtin.unrealized_conversion_cast %[[A]] : bf16 to i16
// CHECK-NEXT:  %[[N:.*]] = llvm.mlir.constant(-16307 : i16) : i16
// CHECK-NEXT:  %[[S:.*]] = llvm.select %[[C]], %[[BITS]], %[[N]] : i1, i16
// CHECK-NEXT:  %[[T:.*]] = llvm.select %[[C]], %[[S]], %[[B]] : i1, i16
// CHECK-NEXT:  %[[W:.*]] = llvm.zext %[[T]] : i16 to i32
// CHECK-NEXT:  %[[SIXTEEN:.*]] = llvm.mlir.constant(16 : i32) : i32
// CHECK-NEXT:  %[[U:.*]] = llvm.shl %[[W]], %[[SIXTEEN]] : i32
// CHECK-NEXT:  %[[F:.*]] = llvm.bitcast %[[U]] : i32 to f32
// CHECK-NEXT:  %[[D:.*]] = llvm.fpext %[[F]] : f32 to f64
// CHECK-NEXT:  func.return %[[D]] : f64
func.func @bfloats(%c: i1, %a: bf16, %b: i16) -> f64 {
  %0 = arith.constant -3.203125 : bf16
  %1 = arith.select %c, %a, %0 : bf16
  %2 = arith.bitcast %b : i16 to bf16
  %3 = arith.select %c, %1, %2 : bf16
  %4 = arith.extf %3 : bf16 to f64
  func.return %4 : f64
}

// CHECK-LABEL: func.func @vector_of_bfloats
// CHECK-SAME:  (%[[A:.*]]: vector<2xi16>) -> vector<2xf32> {
// CHECK-NEXT:  %[[W:.*]] = llvm.zext %[[A]] : vector<2xi16> to vector<2xi32>
// CHECK-NEXT:  %[[SIXTEEN:.*]] = llvm.mlir.constant(dense<16> : vector<2xi32>) : vector<2xi32>
// CHECK-NEXT:  %[[U:.*]] = llvm.shl %[[W]], %[[SIXTEEN]] : vector<2xi32>
// CHECK-NEXT:  %[[F:.*]] = llvm.bitcast %[[U]] : vector<2xi32> to vector<2xf32>
// CHECK-NEXT:  func.return %[[F]]
func.func @vector_of_bfloats(%a: vector<2xi16>) -> vector<2xf32> {
  %0 = arith.bitcast %a : vector<2xi16> to vector<2xbf16>
  %1 = arith.extf %0 : vector<2xbf16> to vector<2xf32>
  func.return %1 : vector<2xf32>
}
