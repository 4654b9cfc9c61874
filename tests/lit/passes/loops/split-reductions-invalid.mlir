// RUN: not %ts-opt %s -p "split-reductions{parts=1}" 2>&1 | %check %s --check-prefix=PARTS
// RUN: not %ts-opt %s -p "split-reductions{cycles=0}" 2>&1 | %check %s --check-prefix=CYCLES

// PARTS: pass-pipeline:1:1: error: pass 'split-reductions': parts must be at least 2, not 1
// CYCLES: pass-pipeline:1:1: error: pass 'split-reductions': cycles must be at least 1, not 0
func.func @f() {
  func.return
}
