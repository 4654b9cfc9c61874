// RUN: not %ts-opt %s -p "vectorize-transposes{bytes=4}" 2>&1 | %check %s
// RUN: not %ts-opt %s -p "vectorize-transposes{registers=3}" 2>&1 | %check %s --check-prefix=REGISTERS

// CHECK: pass-pipeline:1:1: error: pass 'vectorize-transposes': bytes must be at least 8, not 4
// REGISTERS: pass-pipeline:1:1: error: pass 'vectorize-transposes': registers must be at least 4, not 3
func.func @f() {
  func.return
}
