// RUN: %ts-opt %s -p convert-ts-to-te,cse,dce | %check %s

// An element is converted, and rounded once.
// CHECK-LABEL: func.func @in_doubles
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT:   %[[V1:.*]] = arith.extf %[[V0]] : f32 to f64
// CHECK-NEXT:   %[[V2:.*]] = math.absf %[[V1]] : f64
// CHECK-NEXT:   %[[V3:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:   %[[V4:.*]] = arith.cmpf oeq, %[[V1]], %[[V3]] : f64
// CHECK-NEXT:   %[[V5:.*]] = math.sin %[[V1]] : f64
// CHECK-NEXT:   %[[V6:.*]] = arith.divf %[[V5]], %[[V1]] : f64
// CHECK-NEXT:   %[[V7:.*]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:   %[[V8:.*]] = arith.select %[[V4]], %[[V7]], %[[V6]] : f64
// CHECK-NEXT:   %[[V9:.*]] = arith.constant 0x7ff0000000000000 : f64
// CHECK-NEXT:   %[[V10:.*]] = arith.cmpf oeq, %[[V2]], %[[V9]] : f64
// CHECK-NEXT:   %[[V11:.*]] = arith.select %[[V10]], %[[V3]], %[[V8]] : f64
// CHECK-NEXT:   %[[V12:.*]] = arith.truncf %[[V11]] : f64 to f32
// CHECK-NEXT:   te.yield %[[V12]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<4xf32>
func.func @in_doubles(%x: !ts.tensor<[4],f32>) -> !ts.tensor<[4],f32> {
  %r = aten.special_spherical_bessel_j0(%x) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
  func.return %r : !ts.tensor<[4],f32>
}

// Integers are rounded to the type of the result first, as in PyTorch.
// CHECK-LABEL: func.func @integers_become_floats
// CHECK-SAME: (%[[X:.*]]: tensor<2xi64>) -> tensor<2xf32>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]]] : tensor<2xi64>
// CHECK-NEXT:   %[[V1:.*]] = arith.sitofp %[[V0]] : i64 to f32
// CHECK-NEXT:   %[[V2:.*]] = arith.extf %[[V1]] : f32 to f64
// CHECK-NEXT:   %[[V3:.*]] = math.absf %[[V2]] : f64
// CHECK-NEXT:   %[[V4:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:   %[[V5:.*]] = arith.cmpf oeq, %[[V2]], %[[V4]] : f64
// CHECK-NEXT:   %[[V6:.*]] = math.sin %[[V2]] : f64
// CHECK-NEXT:   %[[V7:.*]] = arith.divf %[[V6]], %[[V2]] : f64
// CHECK-NEXT:   %[[V8:.*]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:   %[[V9:.*]] = arith.select %[[V5]], %[[V8]], %[[V7]] : f64
// CHECK-NEXT:   %[[V10:.*]] = arith.constant 0x7ff0000000000000 : f64
// CHECK-NEXT:   %[[V11:.*]] = arith.cmpf oeq, %[[V3]], %[[V10]] : f64
// CHECK-NEXT:   %[[V12:.*]] = arith.select %[[V11]], %[[V4]], %[[V9]] : f64
// CHECK-NEXT:   %[[V13:.*]] = arith.truncf %[[V12]] : f64 to f32
// CHECK-NEXT:   te.yield %[[V13]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2xf32>
func.func @integers_become_floats(%x: !ts.tensor<[2],i64>) -> !ts.tensor<[2],f32> {
  %r = aten.special_spherical_bessel_j0(%x) : (!ts.tensor<[2],i64>) -> !ts.tensor<[2],f32>
  func.return %r : !ts.tensor<[2],f32>
}

// Doubles are not converted.
// CHECK-LABEL: func.func @doubles_are_not_converted
// CHECK-SAME: (%[[X:.*]]: tensor<2xf64>) -> tensor<2xf64>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xf64> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]]] : tensor<2xf64>
// CHECK-NEXT:   %[[V1:.*]] = math.absf %[[V0]] : f64
// CHECK-NEXT:   %[[V2:.*]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:   %[[V3:.*]] = arith.cmpf oeq, %[[V0]], %[[V2]] : f64
// CHECK-NEXT:   %[[V4:.*]] = math.sin %[[V0]] : f64
// CHECK-NEXT:   %[[V5:.*]] = arith.divf %[[V4]], %[[V0]] : f64
// CHECK-NEXT:   %[[V6:.*]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:   %[[V7:.*]] = arith.select %[[V3]], %[[V6]], %[[V5]] : f64
// CHECK-NEXT:   %[[V8:.*]] = arith.constant 0x7ff0000000000000 : f64
// CHECK-NEXT:   %[[V9:.*]] = arith.cmpf oeq, %[[V1]], %[[V8]] : f64
// CHECK-NEXT:   %[[V10:.*]] = arith.select %[[V9]], %[[V2]], %[[V7]] : f64
// CHECK-NEXT:   te.yield %[[V10]] : f64
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[R]] : tensor<2xf64>
func.func @doubles_are_not_converted(%x: !ts.tensor<[2],f64>) -> !ts.tensor<[2],f64> {
  %r = aten.special_spherical_bessel_j0(%x) : (!ts.tensor<[2],f64>) -> !ts.tensor<[2],f64>
  func.return %r : !ts.tensor<[2],f64>
}

// NaN keeps its place.
// CHECK-LABEL: func.func @angle
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[R:.*]] = te.compute (%[[I:.*]] = 2) : tensor<2xf32> {
// CHECK-NEXT:   %[[V0:.*]] = te.load %[[X]][%[[I]]] : tensor<2xf32>
// CHECK:        %[[LT:.*]] = arith.cmpf olt, %[[V0]], %{{.*}} : f32
// CHECK:        %[[SIDE:.*]] = arith.select %[[LT]], %{{.*}}, %{{.*}} : f32
// CHECK:        %[[NAN:.*]] = arith.cmpf uno, %[[V0]], %[[V0]] : f32
// CHECK-NEXT:   %[[V1:.*]] = arith.select %[[NAN]], %[[V0]], %[[SIDE]] : f32
// CHECK-NEXT:   te.yield %[[V1]] : f32
func.func @angle(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %r = aten.angle(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  func.return %r : !ts.tensor<[2],f32>
}
