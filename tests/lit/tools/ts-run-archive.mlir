// The module of an archive runs: `forward`, or the method that --entry names.
// RUN: ts-run %S/../../unit/data/archives/stateful.pt --input x=[1,2] | %check %s
// RUN: ts-run -f pt - --input x=[1,2] < %S/../../unit/data/archives/stateful.pt | %check %s
// RUN: ts-run %S/../../unit/data/archives/stateful.pt --dump-code | %check %s --check-prefix=CODE
// RUN: not ts-run %S/../../unit/data/archives/stateful.pt --entry none 2>&1 | %check %s --check-prefix=ENTRY
// RUN: ts-run %S/../../unit/data/archives/stateful.pt --engine=native --input x=[1,2] | %check %s
// RUN: not ts-run %S/../../unit/data/archives/sparse.pt 2>&1 | %check %s --check-prefix=REFUSED
// RUN: not ts-run -f pt %s 2>&1 | %check %s --check-prefix=OTHER

// CHECK: out0: f32[2] = [
// CODE: 2 = GetAttr move(0)
// CODE: 3 = mul move(1), move(2)
// ENTRY: ts-run: there is no method 'none'; the module has forward, __getstate__, __setstate__
// REFUSED: ts-run: {{.*}}sparse.pt: data.pkl at byte {{[0-9]+}}: a sparse tensor; expected
// OTHER: ts-run: {{.*}}zip
