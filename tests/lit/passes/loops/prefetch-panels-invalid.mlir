// RUN: not %ts-opt %s -p "prefetch-panels{least=-1}" 2>&1 | %check %s

// CHECK: pass-pipeline:1:1: error: pass 'prefetch-panels': least must be at least 0, not -1
func.func @f() {
  func.return
}
