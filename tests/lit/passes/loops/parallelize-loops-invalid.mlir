// RUN: not %ts-opt %s -p "parallelize-loops{chunks=1}" 2>&1 | %check %s --check-prefix=CHUNKS
// RUN: not %ts-opt %s -p "parallelize-loops{cycles=0}" 2>&1 | %check %s --check-prefix=CYCLES

// CHUNKS: parallelize-loops: cycles must be at least 1 and chunks at least 2, not 16384 and 1
// CYCLES: parallelize-loops: cycles must be at least 1 and chunks at least 2, not 0 and 16
func.func @f() {
  func.return
}
