// RUN: not ts-opt %s -p 'cse{deep=true}' 2>&1 | filecheck %s

// CHECK: pass 'cse': Provided arguments ["deep"] not found in expected arguments []
func.func @takes_no_option(%x: i64) -> i64 {
  func.return %x : i64
}
