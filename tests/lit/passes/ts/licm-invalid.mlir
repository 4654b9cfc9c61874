// RUN: not ts-opt %s -p 'licm{deep=true}' 2>&1 | filecheck %s

// CHECK: pass 'licm': Provided arguments ["deep"] not found in expected arguments []
func.func @takes_no_option(%x: i64) -> i64 {
  func.return %x : i64
}
