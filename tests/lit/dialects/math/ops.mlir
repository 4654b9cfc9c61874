// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s

// CHECK-LABEL: func.func @erfc
// CHECK-SAME: (%[[X:.*]]: f32, %[[V:.*]]: vector<8xf64>)
func.func @erfc(%x: f32, %v: vector<8xf64>) {
  // CHECK-NEXT: %[[A:.*]] = math.erfc %[[X]] : f32
  %0 = math.erfc %x : f32
  // CHECK-NEXT: %[[B:.*]] = math.erfc %[[V]] fastmath<fast> : vector<8xf64>
  %1 = math.erfc %v fastmath<fast> : vector<8xf64>
  func.return
}
