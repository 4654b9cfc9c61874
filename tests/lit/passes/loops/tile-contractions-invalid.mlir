// RUN: not %ts-opt %s -p "tile-contractions{registers=2}" 2>&1 | %check %s

// CHECK: tile-contractions: needs at least 4 registers, not 2
func.func @f() {
  func.return
}
