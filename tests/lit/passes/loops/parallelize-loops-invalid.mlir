// RUN: not %ts-opt %s -p "parallelize-loops{chunks=1}" 2>&1 | %check %s --check-prefix=CHUNKS
// RUN: not %ts-opt %s -p "parallelize-loops{cycles=0}" 2>&1 | %check %s --check-prefix=CYCLES

// CHUNKS: pass-pipeline:1:1: error: pass 'parallelize-loops': chunks must be at least 2, not 1
// CYCLES: pass-pipeline:1:1: error: pass 'parallelize-loops': cycles must be at least 1, not 0
func.func @f() {
  func.return
}
