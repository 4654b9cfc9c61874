// A candidate is interesting if the command says so; the result is MLIR with the command as its RUN line.

// RUN: ts-reduce %s --test 'grep -q aten.tanh {}' -o %t.mlir 2>%t.err
// RUN: %check %s --check-prefix=TEST --input-file=%t.mlir
// RUN: %check %s --check-prefix=PROGRESS --input-file=%t.err
// RUN: ts-opt %t.mlir | %check %s --check-prefix=TEST-IR

// RUN: ts-reduce %s --test-fails '! grep -q aten.tanh {}' -o %t.mlir 2>%t.err
// RUN: %check %s --check-prefix=FAILS --input-file=%t.mlir

// RUN: cp %s %t.in-place.mlir
// RUN: ts-reduce %t.in-place.mlir --in-place --test 'grep -q aten.relu {}' 2>%t.err
// RUN: %check %s --check-prefix=IN-PLACE --input-file=%t.in-place.mlir

// RUN: ts-reduce %s --test 'grep -q aten.tanh {}' --max-runs=1 -o %t.mlir 2>%t.err
// RUN: ts-opt %s -o %t.whole.mlir && ts-opt %t.mlir | diff %t.whole.mlir -

func.func @f(%x: !ts.tensor<[2,3],f32>, %n: i64) -> (!ts.tensor, i64) {
  %true = prim.Constant true
  %y = aten.relu(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor
  %r = prim.Loop %n, %true, iter(%y) : (!ts.tensor) -> (!ts.tensor) {
  ^bb0(%i: i64, %z: !ts.tensor):
    %t = aten.tanh(%z) : (!ts.tensor) -> !ts.tensor
    prim.Loop.condition %true, iter(%t) : (!ts.tensor)
  }
  func.return %r, %n : !ts.tensor, i64
}

func.func @unrelated(%n: i64) -> i64 {
  func.return %n : i64
}

// TEST:      {{^}}// {{RUN}}: grep -q aten.tanh %s
// TEST-IR:      builtin.module {
// TEST-IR-NEXT:   func.func @f() {
// TEST-IR-NEXT:     %[[Z:.*]] = prim.Constant dense<0.000000e+00> : tensor<f32> : !ts.tensor
// TEST-IR-NEXT:     %{{.*}} = aten.tanh(%[[Z]]) : (!ts.tensor) -> !ts.tensor
// TEST-IR-NEXT:     func.return
// TEST-IR-NEXT:   }
// TEST-IR-NEXT: }

// PROGRESS:      ts-reduce: run {{[0-9]+}}: {{[0-9]+}} ops (drop_symbols)
// PROGRESS:      ts-reduce: wrote {{.*}}.mlir after {{[0-9]+}} runs: 4 -> 2 ops

// FAILS:      {{^}}// {{RUN}}: ! grep -q aten.tanh %s
// FAILS:      func.func @f() {
// FAILS:        aten.tanh
// FAILS-NEXT:   func.return

// IN-PLACE:      {{^}}// {{RUN}}: grep -q aten.relu %s
// IN-PLACE:      func.func @f() {
// IN-PLACE:        aten.relu
// IN-PLACE-NEXT:   func.return
