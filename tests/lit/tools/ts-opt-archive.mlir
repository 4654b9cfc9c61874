// An archive is read as classes with their methods, and objects whose weights are resources.
// RUN: ts-opt %S/../../unit/data/archives/attributes.pt | %check %s
// RUN: ts-opt %S/../../unit/data/archives/attributes.pt -o %t.mlir && ts-opt %t.mlir | diff %t.mlir -
// RUN: ts-opt -f pt < %S/../../unit/data/archives/attributes.pt | diff %t.mlir -
// RUN: ts-opt %S/../../unit/data/archives/stateful.pt | %check %s --check-prefix=STATE
// RUN: not ts-opt %S/../../unit/data/archives/sparse.pt 2>&1 | %check %s --check-prefix=REFUSED
// RUN: not ts-opt -f pt %s 2>&1 | %check %s --check-prefix=OTHER

// CHECK: ts.class @__torch__.Attributes module {
// CHECK: ts.attr @training : i1
// CHECK: ts.attr @table : !ts.dict<!ts.str, i64>
// CHECK: func.func @forward(%[[SELF:.*]]: !ts.class<@__torch__.Attributes>, %[[X:.*]]: !ts.tensor) -> !ts.tensor {
// CHECK: prim.GetAttr(%[[SELF]]) {name = "counter"}
// CHECK: ts.enum @__torch__.Color : i64 {RED = 1, BLUE = 2}
// CHECK: ts.class @__torch__.Counter {
// CHECK: ts.object @root : !ts.class<@__torch__.Attributes> {training = true
// CHECK-SAME: table = {{\[\[}}"a", 1 : i64], ["b", -2 : i64]]
// CHECK-SAME: by_number = {{\[\[}}3 : i64, dense_resource<t0> : tensor<1xf32>]]
// CHECK-SAME: counter = @root.counter
// CHECK: ts.object @root.counter : !ts.class<@__torch__.Counter> {count = 4 : i64}

// A state is printed as the argument of `__setstate__`: nothing of the archive is executed.
// STATE: ts.object @root attributes {ts.state = [dense_resource<t0> : tensor<2xf32>, true]} : !ts.class<@__torch__.Stateful> {}

// REFUSED: sparse.pt: error: data.pkl at byte {{[0-9]+}}: a sparse tensor; expected
// OTHER: ts-opt-archive.mlir: error: at byte {{[0-9]+}}: no zip directory at the end
