// RUN: not ts-opt %s -p 'decompose-operators{only=aten.outre}' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not ts-opt %s -p 'decompose-operators{only=aten.neg}' 2>&1 | filecheck %s --check-prefix=SIMPLE

// UNKNOWN: error: decompose-operators: no operator 'aten.outre'; close names: aten.outer
// SIMPLE: error: decompose-operators: 'aten.neg' is not composite
func.func @f() {
  func.return
}
