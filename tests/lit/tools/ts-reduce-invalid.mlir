// Each error is one line, and the exit code is 1; nothing is written.
// RUN: not ts-reduce %s --test 'grep aten.tanh {}' -o %t.mlir 2>&1 | filecheck %s --check-prefix=STATUS
// RUN: not ts-reduce %s --test 'echo reason >&2; exit 3; {}' -o %t.mlir 2>&1 | filecheck %s --check-prefix=STDERR
// RUN: not ts-reduce %s --test-fails 'true {}' -o %t.mlir 2>&1 | filecheck %s --check-prefix=FAILS
// RUN: not ts-reduce %s --test 'sleep 60; {}' --timeout 0.1 -o %t.mlir 2>&1 | filecheck %s --check-prefix=TIMEOUT
// RUN: not ts-reduce %s --test 'true' -o %t.mlir 2>&1 | filecheck %s --check-prefix=PLACEHOLDER
// RUN: not ts-reduce %S/Inputs/none.graph --in-place --test 'true {}' 2>&1 | filecheck %s --check-prefix=IN-PLACE
// RUN: not ts-reduce nowhere.mlir --test 'true {}' 2>&1 | filecheck %s --check-prefix=FILE
// RUN: not ts-reduce %s.txt --test 'true {}' 2>&1 | filecheck %s --check-prefix=SUFFIX
// RUN: not ts-reduce %s --test 'true {}' --max-runs=0 2>&1 | filecheck %s --check-prefix=RUNS
// RUN: not ts-reduce %s --test 'true {}' --timeout=nan 2>&1 | filecheck %s --check-prefix=SECONDS
// RUN: not ts-reduce . --test 'true {}' 2>&1 | filecheck %s --check-prefix=FOLDER
// RUN: test ! -e %t.mlir

func.func @f(%n: i64) -> i64 {
  func.return %n : i64
}

// STATUS: ts-reduce: the original is not interesting: 'grep aten.tanh {}' exited with status 1; expected status 0
// STDERR: ts-reduce: the original is not interesting: '{{.*}}' exited with status 3: reason; expected status 0
// FAILS: ts-reduce: the original is not interesting: 'true {}' exited with status 0; expected a failure
// TIMEOUT: ts-reduce: the original is not interesting: 'sleep 60; {}' timed out after 0.1 s; expected status 0
// PLACEHOLDER: ts-reduce: 'true' has no {} for the name of the file
// IN-PLACE: ts-reduce: --in-place writes MLIR, but '{{.*}}none.graph' is not a .mlir file; use --output
// FILE: ts-reduce: nowhere.mlir: No such file or directory
// SUFFIX: ts-reduce: '{{.*}}.txt' has an unknown extension, expected .py, .graph, .mlir, .pt; name its format with -f
// RUNS: ts-reduce: --max-runs must be at least 1, got 0
// SECONDS: ts-reduce: error: argument --timeout: expected a positive number, got 'nan'
// FOLDER: ts-reduce: '.' has an unknown extension
