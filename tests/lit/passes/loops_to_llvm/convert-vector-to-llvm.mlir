// RUN: %ts-opt %s -p convert-vector-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts | %check %s

// Vectors lie where their elements may: the alignment is the element's.
// CHECK-LABEL: llvm.func @load_and_store
// CHECK-SAME:  (%[[M:.*]]: !llvm.ptr, %[[I:.*]]: i64) {
// CHECK-NEXT:  %[[V0:.*]] = llvm.getelementptr inbounds %[[M]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  %[[V1:.*]] = llvm.load %[[V0]] {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK-NEXT:  %[[V2:.*]] = llvm.getelementptr inbounds %[[M]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  llvm.store %[[V1]], %[[V2]] {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
// CHECK-NEXT:  llvm.return
func.func @load_and_store(%m: memref<?xf32>, %i: index) {
  %0 = vector.load %m[%i] : memref<?xf32>, vector<8xf32>
  vector.store %0, %m[%i] : memref<?xf32>, vector<8xf32>
  func.return
}

// CHECK-LABEL: llvm.func @booleans
// CHECK-SAME:  (%[[M_1:.*]]: !llvm.ptr, %[[I_1:.*]]: i64) {
// CHECK-NEXT:  %[[V3:.*]] = llvm.getelementptr inbounds %[[M_1]][%[[I_1]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:  %[[V4:.*]] = llvm.load %[[V3]] {alignment = 1 : i64} : !llvm.ptr -> vector<4xi8>
// CHECK-NEXT:  %[[V5:.*]] = llvm.mlir.constant(dense<0> : vector<4xi8>) : vector<4xi8>
// CHECK-NEXT:  %[[V6:.*]] = llvm.icmp "ne" %[[V4]], %[[V5]] : vector<4xi8>
// CHECK-NEXT:  %[[V7:.*]] = llvm.getelementptr inbounds %[[M_1]][%[[I_1]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:  %[[V8:.*]] = llvm.zext %[[V6]] : vector<4xi1> to vector<4xi8>
// CHECK-NEXT:  llvm.store %[[V8]], %[[V7]] {alignment = 1 : i64} : vector<4xi8>, !llvm.ptr
// CHECK-NEXT:  llvm.return
func.func @booleans(%m: memref<?xi1>, %i: index) {
  %0 = vector.load %m[%i] : memref<?xi1>, vector<4xi1>
  vector.store %0, %m[%i] : memref<?xi1>, vector<4xi1>
  func.return
}

// CHECK-LABEL: llvm.func @broadcast
// CHECK-SAME:  (%[[X:.*]]: f32) -> vector<4xf32> {
// CHECK-NEXT:  %[[V9:.*]] = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT:  %[[V10:.*]] = llvm.mlir.constant(0) : i64
// CHECK-NEXT:  %[[V11:.*]] = llvm.insertelement %[[X]], %[[V9]][%[[V10]] : i64] : vector<4xf32>
// CHECK-NEXT:  %[[V12:.*]] = llvm.shufflevector %[[V11]], %[[V11]] [0, 0, 0, 0] : vector<4xf32>
// CHECK-NEXT:  llvm.return %[[V12]] : vector<4xf32>
func.func @broadcast(%x: f32) -> vector<4xf32> {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  func.return %0 : vector<4xf32>
}

// CHECK-LABEL: llvm.func @lanes
// CHECK-SAME:  (%[[V:.*]]: vector<4xf32>, %[[I_2:.*]]: i64) -> vector<4xf32> {
// CHECK-NEXT:  %[[V13:.*]] = llvm.mlir.constant(1) : i64
// CHECK-NEXT:  %[[V14:.*]] = llvm.extractelement %[[V]][%[[V13]] : i64] : vector<4xf32>
// CHECK-NEXT:  %[[V15:.*]] = llvm.insertelement %[[V14]], %[[V]][%[[I_2]] : i64] : vector<4xf32>
// CHECK-NEXT:  llvm.return %[[V15]] : vector<4xf32>
func.func @lanes(%v: vector<4xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.extract %v[1] : f32 from vector<4xf32>
  %1 = vector.insert %0, %v[%i] : f32 into vector<4xf32>
  func.return %1 : vector<4xf32>
}

// The shorter operand is widened, since LLVM shuffles vectors of one type.
// CHECK-LABEL: llvm.func @shuffle
// CHECK-SAME:  (%[[V_1:.*]]: vector<4xf32>, %[[W:.*]]: vector<2xf32>) -> vector<3xf32> {
// CHECK-NEXT:  %[[V16:.*]] = llvm.shufflevector %[[W]], %[[W]] [0, 1, -1, -1] : vector<2xf32>
// CHECK-NEXT:  %[[V17:.*]] = llvm.shufflevector %[[V_1]], %[[V16]] [0, 5, 4] : vector<4xf32>
// CHECK-NEXT:  llvm.return %[[V17]] : vector<3xf32>
func.func @shuffle(%v: vector<4xf32>, %w: vector<2xf32>) -> vector<3xf32> {
  %0 = vector.shuffle %v, %w [0, 5, 4] : vector<4xf32>, vector<2xf32>
  func.return %0 : vector<3xf32>
}

// CHECK-LABEL: llvm.func @fma
// CHECK-SAME:  (%[[V_2:.*]]: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT:  %[[V18:.*]] = llvm.intr.fma(%[[V_2]], %[[V_2]], %[[V_2]]) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:  llvm.return %[[V18]] : vector<4xf32>
func.func @fma(%v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.fma %v, %v, %v : vector<4xf32>
  func.return %0 : vector<4xf32>
}

// Sums of floats start from a value; of integers the accumulator is added.
// CHECK-LABEL: llvm.func @reductions
// CHECK-SAME:  (%[[V_3:.*]]: vector<4xf32>, %[[W_1:.*]]: vector<4xi32>, %[[K:.*]]: i32) -> !llvm.struct<(f32, f32, i32)> {
// CHECK-NEXT:  %[[V19:.*]] = llvm.mlir.constant(-0.000000e+00 : f32) : f32
// CHECK-NEXT:  %[[V20:.*]] = "llvm.intr.vector.reduce.fadd"(%[[V19]], %[[V_3]]) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT:  %[[V21:.*]] = llvm.intr.vector.reduce.fmaximum(%[[V_3]]) : (vector<4xf32>) -> f32
// CHECK-NEXT:  %[[V22:.*]] = llvm.intr.maximum(%[[V21]], %[[V20]]) : (f32, f32) -> f32
// CHECK-NEXT:  %[[V23:.*]] = llvm.intr.vector.reduce.smin(%[[W_1]]) : (vector<4xi32>) -> i32
// CHECK-NEXT:  %[[V24:.*]] = llvm.intr.smin(%[[V23]], %[[K]]) : (i32, i32) -> i32
// CHECK-NEXT:  %[[V25:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32, i32)>
// CHECK-NEXT:  %[[V26:.*]] = llvm.insertvalue %[[V20]], %[[V25]][0] : !llvm.struct<(f32, f32, i32)>
// CHECK-NEXT:  %[[V27:.*]] = llvm.insertvalue %[[V22]], %[[V26]][1] : !llvm.struct<(f32, f32, i32)>
// CHECK-NEXT:  %[[V28:.*]] = llvm.insertvalue %[[V24]], %[[V27]][2] : !llvm.struct<(f32, f32, i32)>
// CHECK-NEXT:  llvm.return %[[V28]] : !llvm.struct<(f32, f32, i32)>
func.func @reductions(%v: vector<4xf32>, %w: vector<4xi32>, %k: i32) -> (f32, f32, i32) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
  %1 = vector.reduction <maximumf>, %v, %0 : vector<4xf32> into f32
  %2 = vector.reduction <minsi>, %w, %k : vector<4xi32> into i32
  func.return %0, %1, %2 : f32, f32, i32
}

// Lanes that are off, and so the address, may lie outside the memory.
// CHECK-LABEL: llvm.func @masks
// CHECK-SAME:  (%[[M_2:.*]]: !llvm.ptr, %[[I_3:.*]]: i64, %[[N:.*]]: i64, %[[V_4:.*]]: vector<4xf32>) {
// CHECK-NEXT:  %[[V29:.*]] = llvm.mlir.constant(dense<[0, 1, 2, 3]> : vector<4xi64>) : vector<4xi64>
// CHECK-NEXT:  %[[V30:.*]] = llvm.mlir.poison : vector<4xi64>
// CHECK-NEXT:  %[[V31:.*]] = llvm.mlir.constant(0) : i64
// CHECK-NEXT:  %[[V32:.*]] = llvm.insertelement %[[N]], %[[V30]][%[[V31]] : i64] : vector<4xi64>
// CHECK-NEXT:  %[[V33:.*]] = llvm.shufflevector %[[V32]], %[[V32]] [0, 0, 0, 0] : vector<4xi64>
// CHECK-NEXT:  %[[V34:.*]] = llvm.icmp "slt" %[[V29]], %[[V33]] : vector<4xi64>
// CHECK-NEXT:  %[[V35:.*]] = llvm.getelementptr %[[M_2]][%[[I_3]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  %[[V36:.*]] = llvm.intr.masked.load %[[V35]], %[[V34]], %[[V_4]] {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:  %[[V37:.*]] = llvm.getelementptr %[[M_2]][%[[I_3]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  llvm.intr.masked.store %[[V36]], %[[V37]], %[[V34]] {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
// CHECK-NEXT:  llvm.return
func.func @masks(%m: memref<?xf32>, %i: index, %n: index, %v: vector<4xf32>) {
  %0 = vector.create_mask %n : vector<4xi1>
  %1 = vector.maskedload %m[%i], %0, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %0, %1 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  func.return
}

// CHECK-LABEL: llvm.func @masks_of_rows
// CHECK-SAME:  (%[[ROWS:.*]]: !llvm.ptr, %[[ROW:.*]]: i64, %[[AT:.*]]: i64, %[[MASK:.*]]: vector<4xi1>, %[[DEFAULT:.*]]: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT:  %[[EIGHT:.*]] = llvm.mlir.constant(8) : i64
// CHECK-NEXT:  %[[START:.*]] = llvm.mul %[[ROW]], %[[EIGHT]] : i64
// CHECK-NEXT:  %[[PLACE:.*]] = llvm.add %[[START]], %[[AT]] : i64
// CHECK-NEXT:  %[[POINTER:.*]] = llvm.getelementptr %[[ROWS]][%[[PLACE]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
func.func @masks_of_rows(%m: memref<?x8xf32>, %i: index, %j: index, %mask: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.maskedload %m[%i, %j], %mask, %v : memref<?x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  func.return %0 : vector<4xf32>
}

// A transfer in bounds and in order is a load or a store.
// CHECK-LABEL: llvm.func @transfers
// CHECK-SAME:  (%[[M_3:.*]]: !llvm.ptr, %[[I_4:.*]]: i64, %[[X_1:.*]]: f32) {
// CHECK-NEXT:  %[[V38:.*]] = llvm.getelementptr inbounds %[[M_3]][%[[I_4]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  %[[V39:.*]] = llvm.load %[[V38]] {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK-NEXT:  %[[V40:.*]] = llvm.getelementptr inbounds %[[M_3]][%[[I_4]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:  llvm.store %[[V39]], %[[V40]] {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr
// CHECK-NEXT:  llvm.return
func.func @transfers(%m: memref<?xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
  vector.transfer_write %0, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<?xf32>
  func.return
}

// CHECK-LABEL: llvm.func @no_vector_operation
// CHECK-SAME:  (%[[V_5:.*]]: vector<4xf32>) -> vector<4xf32> {
// CHECK-NEXT:  llvm.return %[[V_5]] : vector<4xf32>
func.func @no_vector_operation(%v: vector<4xf32>) -> vector<4xf32> {
  func.return %v : vector<4xf32>
}

// Dot products of bytes are instructions of VNNI, which takes the sums first.
// CHECK-LABEL: llvm.func @dots_of_bytes
// CHECK-SAME: (%[[X:.*]]: vector<16xi8>, %[[W:.*]]: vector<16xi8>, %[[ACC:.*]]: vector<4xi32>) -> vector<4xi32> {
// CHECK-NEXT:   %[[R:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.128"(%[[ACC]], %[[X]], %[[W]]) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
// CHECK-NEXT:   llvm.return %[[R]] : vector<4xi32>
// CHECK-NEXT: }
func.func @dots_of_bytes(%x: vector<16xi8>, %w: vector<16xi8>, %acc: vector<4xi32>) -> vector<4xi32> {
  %r = simd.usdot %x, %w, %acc : vector<16xi8>, vector<16xi8> into vector<4xi32>
  func.return %r : vector<4xi32>
}
