// RUN: not %ts-opt %s -p "fuse-loops{limit=-1}" 2>&1 | %check %s

// CHECK: pass-pipeline:1:1: error: pass 'fuse-loops': limit must be at least 0, not -1
func.func @f() {
  func.return
}
