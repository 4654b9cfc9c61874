// RUN: not ts-opt %s -p 'dce{deep=true}' 2>&1 | filecheck %s

// CHECK: pass 'dce': Provided arguments ["deep"] not found in expected arguments []
func.func @takes_no_option(%x: i64) -> i64 {
  func.return %x : i64
}
