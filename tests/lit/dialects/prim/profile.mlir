// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s

// CHECK-LABEL: func.func @profiling(
// CHECK-SAME: %[[X:.*]]: !ts.tensor, %[[N:.*]]: !ts.optional<i64>) {
func.func @profiling(%x: !ts.tensor, %n: !ts.optional<i64>) {
  // CHECK-NEXT: %[[A:.*]] = prim.profile(%[[X]]) {profiled_type = !ts.tensor<[2],f32, device="cpu">, seen_none = 0 : i64} : (!ts.tensor) -> !ts.tensor
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32, device="cpu">, seen_none = 0 : i64} : (!ts.tensor) -> !ts.tensor
  // CHECK-NEXT: %[[B:.*]] = prim.profile(%[[X]]) : (!ts.tensor) -> !ts.tensor
  %b = prim.profile(%x) : (!ts.tensor) -> !ts.tensor
  // CHECK-NEXT: prim.profile(%[[A]], %[[B]]) : (!ts.tensor, !ts.tensor) -> ()
  prim.profile(%a, %b) : (!ts.tensor, !ts.tensor) -> ()
  // CHECK-NEXT: prim.profile() : () -> ()
  prim.profile() : () -> ()
  // CHECK-NEXT: %[[C:.*]] = prim.profile_ivalue(%[[N]]) : (!ts.optional<i64>) -> !ts.optional<i64>
  %c = prim.profile_ivalue(%n) : (!ts.optional<i64>) -> !ts.optional<i64>
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @guards(
// CHECK-SAME: %[[X:.*]]: !ts.tensor, %[[N:.*]]: i64) {
func.func @guards(%x: !ts.tensor, %n: i64) {
  // CHECK-NEXT: %[[A:.*]] = prim.Guard(%[[X]]) : (!ts.tensor) -> !ts.tensor<[2],f32>
  %a = prim.Guard(%x) : (!ts.tensor) -> !ts.tensor<[2],f32>
  // CHECK-NEXT: %[[B:.*]] = prim.BailOut(%[[N]], %[[X]], %[[X]]) {index = 3 : i64} : (i64, !ts.tensor, !ts.tensor) -> !ts.tensor<[2],f32>
  %b = prim.BailOut(%n, %x, %x) {index = 3 : i64} : (i64, !ts.tensor, !ts.tensor) -> !ts.tensor<[2],f32>
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @checks(
// CHECK-SAME: %[[X:.*]]: !ts.tensor, %[[Y:.*]]: !ts.tensor) {
func.func @checks(%x: !ts.tensor, %y: !ts.tensor) {
  // CHECK-NEXT: %[[A:.*]], %[[B:.*]], %[[OK:.*]] = prim.TypeCheck(%[[X]], %[[Y]]) {types = [!ts.tensor<[2],f32>, !ts.tensor<*,f64>]} : (!ts.tensor, !ts.tensor) -> (!ts.tensor<[2],f32>, !ts.tensor<*,f64>, i1)
  %a, %b, %ok = prim.TypeCheck(%x, %y) {types = [!ts.tensor<[2],f32>, !ts.tensor<*,f64>]} : (!ts.tensor, !ts.tensor) -> (!ts.tensor<[2],f32>, !ts.tensor<*,f64>, i1)
  // CHECK-NEXT: %[[C:.*]], %[[GRAD:.*]] = prim.RequiresGradCheck(%[[X]]) {types = [!ts.tensor<*,?, requires_grad=true>]} : (!ts.tensor) -> (!ts.tensor<*,?, requires_grad=true>, i1)
  %c, %grad = prim.RequiresGradCheck(%x) {types = [!ts.tensor<*,?, requires_grad=true>]} : (!ts.tensor) -> (!ts.tensor<*,?, requires_grad=true>, i1)
  // CHECK-NEXT: %[[CUDA:.*]] = prim.CudaFusionGuard(%[[X]]) {types = [!ts.tensor<[2],f32>]} : (!ts.tensor) -> i1
  %cuda = prim.CudaFusionGuard(%x) {types = [!ts.tensor<[2],f32>]} : (!ts.tensor) -> i1
  // CHECK-NEXT: %[[ONEDNN:.*]] = prim.oneDNNFusionGuard(%[[X]], %[[Y]]) : (!ts.tensor, !ts.tensor) -> i1
  %onednn = prim.oneDNNFusionGuard(%x, %y) : (!ts.tensor, !ts.tensor) -> i1
  // CHECK-NEXT: %[[NNC:.*]] = prim.TensorExprDynamicGuard(%[[X]]) {types = [!ts.tensor<[SS1],f32>]} : (!ts.tensor) -> i1
  %nnc = prim.TensorExprDynamicGuard(%x) {types = [!ts.tensor<[SS1],f32>]} : (!ts.tensor) -> i1
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @lists(
// CHECK-SAME: %[[L:.*]]: !ts.list<i64>, %[[B:.*]]: !ts.list<i1>) {
func.func @lists(%l: !ts.list<i64>, %b: !ts.list<i1>) {
  // CHECK-NEXT: %[[T:.*]] = prim.list_tensor(%[[L]]) : (!ts.list<i64>) -> !ts.tensor
  %t = prim.list_tensor(%l) : (!ts.list<i64>) -> !ts.tensor
  // CHECK-NEXT: %[[U:.*]] = prim.list_tensor(%[[B]]) : (!ts.list<i1>) -> !ts.tensor
  %u = prim.list_tensor(%b) : (!ts.list<i1>) -> !ts.tensor
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[N:.*]]: !ts.size<s0>, %[[K:.*]]: !ts.size<1>, %[[I:.*]]: i64) {
func.func @sizes(%n: !ts.size<s0>, %k: !ts.size<1>, %i: i64) {
  // CHECK-NEXT: %[[A:.*]] = prim.size_value(%[[N]]) : (!ts.size<s0>) -> i64
  %a = prim.size_value(%n) : (!ts.size<s0>) -> i64
  // CHECK-NEXT: %[[B:.*]] = prim.size_value(%[[K]]) : (!ts.size<1>) -> i64
  %b = prim.size_value(%k) : (!ts.size<1>) -> i64
  // CHECK-NEXT: %[[C:.*]] = prim.size_value(%[[I]]) : (i64) -> i64
  %c = prim.size_value(%i) : (i64) -> i64
  // CHECK-NEXT: func.return
  func.return
}
