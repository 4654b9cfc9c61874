// RUN: not %ts-opt %s -p "vectorize-reductions{width=1}" 2>&1 | %check %s --check-prefix=WIDTH
// RUN: not %ts-opt %s -p "vectorize-reductions{width=1025}" 2>&1 | %check %s --check-prefix=WIDE
// RUN: not %ts-opt %s -p "vectorize-reductions{unroll=0}" 2>&1 | %check %s --check-prefix=UNROLL

// WIDTH: pass-pipeline:1:1: error: pass 'vectorize-reductions': width must be at least 2, not 1
// WIDE: pass-pipeline:1:1: error: pass 'vectorize-reductions': width must be at most 1024, not 1025
// UNROLL: pass-pipeline:1:1: error: pass 'vectorize-reductions': unroll must be at least 1, not 0
func.func @f() {
  func.return
}
