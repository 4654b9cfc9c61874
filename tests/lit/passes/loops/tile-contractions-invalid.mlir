// RUN: not %ts-opt %s -p "tile-contractions{registers=2}" 2>&1 | %check %s
// RUN: not %ts-opt %s -p "tile-contractions{bytes=-1}" 2>&1 | %check %s --check-prefix=BYTES

// CHECK: pass-pipeline:1:1: error: pass 'tile-contractions': registers must be at least 4, not 2
// BYTES: pass-pipeline:1:1: error: pass 'tile-contractions': bytes must be at least 8, not -1
func.func @f() {
  func.return
}
