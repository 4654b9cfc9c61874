// RUN: not %ts-opt %s -p "vectorize-transposes{bytes=4}" 2>&1 | %check %s

// CHECK: vectorize-transposes: needs registers of at least 8 bytes, not 4
func.func @f() {
  func.return
}
