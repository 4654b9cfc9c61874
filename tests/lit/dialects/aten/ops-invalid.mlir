// RUN: ts-opt %s --verify-diagnostics --split-input-file

func.func @too_few(%x: !ts.tensor) {
  // expected-error @+1 {{'aten.add.Tensor' op takes 3 operands, but has 2: 'alpha' is missing}}
  %0 = aten.add.Tensor(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return
}

// -----

func.func @too_many(%x: !ts.tensor) {
  // expected-error @+1 {{'aten.sin' op takes 1 operand, but has 2}}
  %0 = aten.sin(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  func.return
}

// -----

func.func @wrong_operand(%x: !ts.tensor, %i: i64) {
  // expected-error @+1 {{'aten.add.Tensor' op operand 1 'other' must be Tensor, but is int}}
  %0 = aten.add.Tensor(%x, %i, %i) : (!ts.tensor, i64, i64) -> !ts.tensor
  func.return
}

// -----

func.func @bool_is_no_number(%x: !ts.tensor, %b: i1) {
  // expected-error @+1 {{'aten.add.Tensor' op operand 2 'alpha' must be Scalar, but is bool}}
  %0 = aten.add.Tensor(%x, %x, %b) : (!ts.tensor, !ts.tensor, i1) -> !ts.tensor
  func.return
}

// -----

func.func @variable_has_two_types(%l: !ts.list<i64>, %x: !ts.tensor) {
  // expected-error @+1 {{'aten.append.t' op operand 1 'el' must be int, but is Tensor}}
  %0 = aten.append.t(%l, %x) : (!ts.list<i64>, !ts.tensor) -> !ts.list<i64>
  func.return
}

// -----

func.func @no_type_of_torchscript(%x: tensor<2xf32>) {
  // expected-error @+1 {{'aten.sin' op operand 0 'self' must be Tensor, but is tensor<2xf32>}}
  %0 = aten.sin(%x) : (tensor<2xf32>) -> !ts.tensor
  func.return
}

// -----

func.func @wrong_result(%x: !ts.tensor) {
  // expected-error @+1 {{'aten.sin' op result 0 must be Tensor, but is int}}
  %0 = aten.sin(%x) : (!ts.tensor) -> i64
  func.return
}

// -----

func.func @result_of_a_variable(%l: !ts.list<i64>, %i: i64) {
  // expected-error @+1 {{'aten.__getitem__.t' op result 0 must be int, but is Tensor}}
  %0 = aten.__getitem__.t(%l, %i) : (!ts.list<i64>, i64) -> !ts.tensor
  func.return
}

// -----

func.func @missing_result(%x: !ts.tensor, %i: i64, %b: i1) {
  // expected-error @+1 {{'aten.max.dim' op takes 2 results, but has 1: 'indices' is missing}}
  %0 = aten.max.dim(%x, %i, %b) : (!ts.tensor, i64, i1) -> !ts.tensor
  func.return
}

// -----

func.func @region(%x: !ts.tensor) {
  // expected-error @+1 {{'aten.sin' op takes no regions, successors or properties}}
  %0 = "aten.sin"(%x) ({}) : (!ts.tensor) -> !ts.tensor
  func.return
}

// -----

func.func @undefined_value() {
  // expected-error @+1 {{%y}}
  %0 = aten.sin(%y) : (!ts.tensor) -> !ts.tensor
  func.return
}

// -----

func.func @unknown_operator(%x: !ts.tensor) {
  // expected-error @+1 {{Operation aten.sine is not registered}}
  %0 = aten.sine(%x) : (!ts.tensor) -> !ts.tensor
  func.return
}

// -----

func.func @result_types_against_the_rule(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[3,2],f32>) {
  // expected-error@+1 {{'aten.relu' op results in value 0 of type !ts.tensor<[2],f32>, but states !ts.tensor<[3],i64>}}
  %0 = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[3],i64>
  // expected-error@+1 {{'aten.relu' op results in value 0 of type !ts.tensor<[2],f32>, but states !ts.tensor<*,f64>}}
  %1 = aten.relu(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<*,f64>
  // expected-error@+1 {{'aten.t' op results in value 0 of type !ts.tensor<[2,3],f32>, but states !ts.tensor<[3,2],f32>}}
  %2 = aten.t(%y) : (!ts.tensor<[3,2],f32>) -> !ts.tensor<[3,2],f32>
  // expected-error@+1 {{'aten.t' op results in value 0 of type !ts.tensor<[2,3],f32>, but states !ts.tensor<[2,3,1],f32>}}
  %3 = aten.t(%y) : (!ts.tensor<[3,2],f32>) -> !ts.tensor<[2,3,1],f32>
  func.return
}
