// RUN: ts-run %s --entry f --input x=arange:f32[3,1000] | filecheck %s
// Long tensors are cut in the middle; every kind of value has its text.

func.func @f(%x: !ts.tensor) -> (!ts.tensor, !ts.list<i64>, !ts.str, !ts.none, !ts.list<!ts.tensor>, !ts.device) {
  %size = aten.size(%x) : (!ts.tensor) -> !ts.list<i64>
  %name = prim.Constant "it's" : !ts.str
  %none = prim.Constant : !ts.none
  %two = prim.Constant 2 : i64
  %zero = prim.Constant 0 : i64
  %parts = aten.chunk(%x, %two, %zero) : (!ts.tensor, i64, i64) -> !ts.list<!ts.tensor>
  %device = prim.device(%x) : (!ts.tensor) -> !ts.device
  func.return %x, %size, %name, %none, %parts, %device : !ts.tensor, !ts.list<i64>, !ts.str, !ts.none, !ts.list<!ts.tensor>, !ts.device
}

// CHECK: x: f32[3,1000] = {{\[\[}}0.0, 1.0, 2.0, ..., 997.0, 998.0, 999.0], [1000.0, 1001.0, 1002.0, ..., 1997.0, 1998.0, 1999.0], [2000.0, 2001.0, 2002.0, ..., 2997.0, 2998.0, 2999.0]]
// CHECK-NEXT: size: int[] = [3, 1000]
// CHECK-NEXT: name: str = "it's"
// CHECK-NEXT: none: NoneType = None
// CHECK-NEXT: parts.0: f32[2,1000] = {{\[\[}}0.0
// CHECK-NEXT: parts.1: f32[1,1000] = {{\[\[}}2000.0
// CHECK-NEXT: device: Device = cpu

// Quantised elements are printed, and written, as the numbers that they stand for.
// RUN: ts-run %s --entry quantised --input x=f32[3]{1,2.04,30} --output %t.npz | filecheck %s --check-prefix=QUANTISED
// RUN: python -c "import numpy; print(numpy.load('%t.npz')['q'])" | filecheck %s --check-prefix=STORED
func.func @quantised(%x: !ts.tensor) -> !ts.tensor {
  %scale = prim.Constant 0.1 : f64
  %zero = prim.Constant 0 : i64
  %quint8 = prim.Constant 13 : i64
  %q = aten.quantize_per_tensor(%x, %scale, %zero, %quint8) : (!ts.tensor, f64, i64, i64) -> !ts.tensor
  func.return %q : !ts.tensor
}
// QUANTISED: q: quint8[3] = [1.0, 2.0, 25.5]
// STORED: [ 1.   2.  25.5]
