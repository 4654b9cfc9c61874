// RUN: not %ts-opt %s -p "prefetch-rows{least=-1}" 2>&1 | %check %s

// CHECK: pass-pipeline:1:1: error: pass 'prefetch-rows': least must be at least 0, not -1
func.func @f() {
  func.return
}
