func.func @announced(%a: i64) {
  // expected-error@below {{use of undefined value '%b'}}
  func.return %b : i64
}

// -----

func.func @a_surprise(%a: i64) {
  func.return %c : i64
}
