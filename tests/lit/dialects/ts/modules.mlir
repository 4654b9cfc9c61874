// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s
// RUN: xdsl-opt %s | %check %s

// CHECK-LABEL: ts.class @__torch__.M module {
// CHECK-NEXT:    ts.attr @weight parameter : !ts.tensor
// CHECK-NEXT:    ts.attr @mean buffer : !ts.optional<!ts.tensor>
// CHECK-NEXT:    ts.attr @training : i1
// CHECK-NEXT:    ts.attr @"0" : !ts.class<@__torch__.Sub>
// CHECK-NEXT:    ts.attr @impl : !ts.interface<@__torch__.I>
// CHECK-NEXT:    ts.attr @k = 3 : i64
// CHECK-NEXT:    ts.attr @sizes = [1 : i64, 2 : i64] : !ts.list<i64>
// CHECK-NEXT:    ts.attr @none = unit : !ts.none
// CHECK-NEXT:    ts.attr @color = @__torch__.Color::@RED : !ts.enum<@__torch__.Color>
// CHECK-NEXT:    func.func @forward(%{{.*}}: !ts.class<@__torch__.M>, %[[X:.*]]: !ts.tensor) -> !ts.tensor {
// CHECK-NEXT:      func.return %[[X]] : !ts.tensor
// CHECK-NEXT:    }
// CHECK-NEXT:  }
ts.class @__torch__.M module {
  ts.attr @weight parameter : !ts.tensor
  ts.attr @mean buffer : !ts.optional<!ts.tensor>
  ts.attr @training : i1
  ts.attr @"0" : !ts.class<@__torch__.Sub>
  ts.attr @impl : !ts.interface<@__torch__.I>
  ts.attr @k = 3 : i64
  ts.attr @sizes = [1, 2] : !ts.list<i64>
  ts.attr @none = unit : !ts.none
  ts.attr @color = @__torch__.Color::@RED : !ts.enum<@__torch__.Color>
  func.func @forward(%self: !ts.class<@__torch__.M>, %x: !ts.tensor) -> !ts.tensor {
    func.return %x : !ts.tensor
  }
}

// CHECK-NEXT: ts.class @__torch__.Sub {
// CHECK-NEXT: }
ts.class @__torch__.Sub {
}

// CHECK-NEXT: ts.interface @__torch__.I module {
// CHECK-NEXT:   func.func private @forward(!ts.interface<@__torch__.I>, !ts.tensor) -> !ts.tensor attributes {ts.arguments = [{name = "self"}, {name = "x"}]}
// CHECK-NEXT: }
ts.interface @__torch__.I module {
  func.func private @forward(!ts.interface<@__torch__.I>, !ts.tensor) -> !ts.tensor attributes {ts.arguments = [{name = "self"}, {name = "x"}]}
}

// CHECK-NEXT: ts.interface @__torch__.Plain {
// CHECK-NEXT: }
ts.interface @__torch__.Plain {
}

// CHECK-NEXT: ts.enum @__torch__.Color : i64 {RED = 1, GREEN = 2}
ts.enum @__torch__.Color : i64 {RED = 1, GREEN = 2}
// CHECK-NEXT: ts.enum @__torch__.Ratio : f64 {HALF = 5.000000e-01 : f64, ALL = 0x7ff0000000000000 : f64}
ts.enum @__torch__.Ratio : f64 {HALF = 0.5 : f64, ALL = 0x7FF0000000000000 : f64}
// CHECK-NEXT: ts.enum @__torch__.Word attributes {note = "n"} : !ts.str {A = "a", "b c" = "d"}
ts.enum @__torch__.Word attributes {note = "n"} : !ts.str {A = "a", "b c" = "d"}

// CHECK-NEXT: ts.object @m.0 : !ts.class<@__torch__.Sub> {}
ts.object @m.0 : !ts.class<@__torch__.Sub> {}
// CHECK-NEXT: ts.object @m : !ts.class<@__torch__.M> {weight = dense_resource<w0> : tensor<2x3xf32>, mean, training = true, "0" = @m.0, impl = @m.0}
ts.object @m : !ts.class<@__torch__.M> {weight = dense_resource<w0> : tensor<2x3xf32>, mean = unit, training = true, "0" = @m.0, impl = @m.0}
// A class that is defined elsewhere.
// CHECK-NEXT: ts.object @other : !ts.class<@__torch__.Elsewhere> {x = [1 : i64, 2 : i64], y = "a"}
ts.object @other : !ts.class<@__torch__.Elsewhere> {x = [1, 2], y = "a"}
