// RUN: not %ts-opt %s -p "pack-panels{bytes=-1}" 2>&1 | %check %s --check-prefix=BYTES
// RUN: not %ts-opt %s -p "pack-panels{registers=0}" 2>&1 | %check %s --check-prefix=REGISTERS

// BYTES: pass-pipeline:1:1: error: pass 'pack-panels': bytes must be at least 8, not -1
// REGISTERS: pass-pipeline:1:1: error: pass 'pack-panels': registers must be at least 4, not 0
func.func @f() {
  func.return
}
