// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @operator_without_namespace() {
  // expected-error@+1 {{'ts.operator' op names no operator: 'relu' is not of the form 'space::name'}}
  ts.operator "relu"() : () -> ()
  func.return
}

// -----

func.func @operator_without_types(%a: i64) {
  // expected-error@+1 {{expected 0 operand types but had 1}}
  ts.operator "my::op"(%a) : () -> ()
  func.return
}
