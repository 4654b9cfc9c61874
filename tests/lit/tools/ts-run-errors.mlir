// Each error is one line with a remedy, and the exit code is 1.
// RUN: not ts-run %s 2>&1 | filecheck %s --check-prefix=ENTRY
// RUN: not ts-run %s --entry g 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not ts-run %s --entry f 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not ts-run %s --entry f --input x=f32[2]{1,2} 2>&1 | filecheck %s --check-prefix=NUMBER
// RUN: not ts-run %s --entry f --input y=3 2>&1 | filecheck %s --check-prefix=NAME
// RUN: not ts-run %s --entry f --input x=1 --input n=2 --input 0=3 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not ts-run %s --entry f --input x=f32[2]{1} --input n=1 2>&1 | filecheck %s --check-prefix=COUNT
// RUN: not ts-run %s --entry f --input x=f99[2]{1,2} --input n=1 2>&1 | filecheck %s --check-prefix=DTYPE
// RUN: not ts-run %s --entry f --input x=nowhere.npy --input n=1 2>&1 | filecheck %s --check-prefix=FILE
// RUN: not ts-run %s --entry f --input x=import --input n=1 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: not ts-run %s --entry fails --input x=f32[2]{1,2} 2>&1 | filecheck %s --check-prefix=FAULT
// RUN: not ts-run %s --entry unknown --input x=f32[2]{1,2} 2>&1 | filecheck %s --check-prefix=OPERATOR
// RUN: not ts-run %s --entry fails --engine=native --input x=f32[2,2]{1,2,3,4} 2>&1 | filecheck %s --check-prefix=NATIVE
// RUN: not ts-run %s --entry typed --engine=native --input x=f64[2]{1,2} 2>&1 | filecheck %s --check-prefix=TYPE
// RUN: not ts-run %s --entry f --input x=f32[2]{1,2} --input n=9223372036854775808 2>&1 | filecheck %s --check-prefix=WIDE
// RUN: not ts-run nowhere.mlir 2>&1 | filecheck %s --check-prefix=PROGRAM
// RUN: not ts-run %S/ts-run-errors.txt 2>&1 | filecheck %s --check-prefix=SUFFIX

func.func @f(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  %r = aten.mul.Scalar(%x, %n) : (!ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

func.func @fails(%x: !ts.tensor) -> !ts.tensor {
  %r = aten.linalg_eigvals(%x) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

func.func @unknown(%x: !ts.tensor) -> !ts.tensor {
  %r = ts.operator "my::op"(%x) : (!ts.tensor) -> !ts.tensor
  %s = ts.operator "my::other"(%r) : (!ts.tensor) -> !ts.tensor
  func.return %s : !ts.tensor
}

func.func @typed(%x: !ts.tensor<[2],f32>) -> !ts.tensor {
  %r = aten.neg(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// ENTRY: ts-run: say which function with --entry; the program has f, fails, unknown, typed
// UNKNOWN: ts-run: there is no function 'g'; the program has f, fails, unknown, typed
// MISSING: ts-run: input 'x' is missing, and its type has no sizes: --input x=random:f32[2,3]
// NUMBER: ts-run: input 'n' is missing: --input n=VALUE
// NAME: ts-run: --input y=3: write NAME=VALUE with one of x, n
// TWICE: ts-run: --input 0=3: input 'x' is given twice
// COUNT: ts-run: 1 elements for f32[2], which has 2
// DTYPE: ts-run: 'f99[2]' is not a tensor type; write one as f32[2,3]
// FILE: ts-run: 'nowhere.npy' cannot be read as a .npy file
// VALUE: ts-run: 'import' is not a value; give a number, FILE.npy, random:f32[2,3]
// FAULT: ts-run: {{.*}}ts-run-errors.mlir:26:8: error: 'aten.linalg_eigvals' op failed: 'aten.linalg_eigvals' takes square matrices, not a tensor of shape [2]
// OPERATOR: ts-run: {{.*}}ts-run-errors.mlir:31:8: error: no implementation of 'my.op'
// OPERATOR-NEXT: ts-run-errors.mlir:32:8: error: no implementation of 'my.other'
// NATIVE: ts-run: {{.*}}ts-run-errors.mlir:26:8: error: 'aten.linalg_eigvals' op has no lowering to tensor expressions
// TYPE: ts-run: input 'x' is Double(2, {{.*}}), the program declares Float(2)
// WIDE: ts-run: '9223372036854775808' is not a value
// PROGRAM: ts-run: nowhere.mlir: No such file or directory
// SUFFIX: ts-run: {{.*}}ts-run-errors.txt' has an unknown extension, expected .py, .graph, .mlir, .pt
