func.func @sum(%a: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %b = arith.addi %a, %zero : i64
  %c = arith.addi %b, %a : i64
  func.return %c : i64
}
