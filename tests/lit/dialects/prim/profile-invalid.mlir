// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @profiling(%x: !ts.tensor, %n: i64) {
  // expected-error@+1 {{'prim.profile' op passes on 2 values, expected 1}}
  %0 = prim.profile(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  // expected-error@+1 {{'prim.profile' op passes on value 0 of type !ts.tensor, expected i64}}
  %1 = prim.profile(%x) : (!ts.tensor) -> i64
  // expected-error@+1 {{'prim.profile_ivalue' op passes on value 0 of type i64, expected f64}}
  %2 = prim.profile_ivalue(%n) : (i64) -> f64
  func.return
}

// -----

func.func @guards(%x: !ts.tensor, %n: i64) {
  // expected-error@+1 {{'prim.Guard' op result 'result' at position 0 does not verify}}
  %0 = prim.Guard(%x) : (!ts.tensor) -> i64
  // expected-error@+1 {{'prim.BailOut' op has no value to check}}
  %1 = prim.BailOut() {index = 0 : i64} : () -> !ts.tensor
  // expected-error@+1 {{'prim.BailOut' op has no value to check}}
  %2 = prim.BailOut(%n) {index = 0 : i64} : (i64) -> !ts.tensor
  // expected-error@+1 {{'prim.BailOut' op needs either a function 'callee' or the 'index' of a point}}
  %3 = prim.BailOut(%n, %x) : (i64, !ts.tensor) -> !ts.tensor
  // expected-error@+1 {{'prim.BailOut' op continues in @rest, which the module does not define as a function}}
  %4 = prim.BailOut(%x, %n) {callee = @rest} : (!ts.tensor, i64) -> !ts.tensor
  // expected-error@+1 {{'prim.BailOut' op passes to @remainder 1 values, expected 2}}
  %5 = prim.BailOut(%x) {callee = @remainder} : (!ts.tensor) -> !ts.tensor
  // expected-error@+1 {{'prim.BailOut' op passes to @remainder value 1 of type i64, expected f64}}
  %6 = prim.BailOut(%x, %n) {callee = @remainder} : (!ts.tensor, i64) -> !ts.tensor
  func.return
}
func.func private @remainder(%x: !ts.tensor, %y: f64) {
  func.return
}

// -----

func.func @checks(%x: !ts.tensor, %n: i64) {
  // expected-error@+1 {{'prim.TypeCheck' op has 1 types, expected 2}}
  %0, %1 = prim.TypeCheck(%x, %x) {types = [!ts.tensor]} : (!ts.tensor, !ts.tensor) -> (!ts.tensor, i1)
  // expected-error@+1 {{'prim.TypeCheck' op has 1 results, expected 2}}
  %2 = prim.TypeCheck(%x) {types = [!ts.tensor]} : (!ts.tensor) -> !ts.tensor
  // expected-error@+1 {{'prim.TypeCheck' op results in value 1 of type i1, expected i64}}
  %3, %4 = prim.TypeCheck(%x) {types = [!ts.tensor]} : (!ts.tensor) -> (!ts.tensor, i64)
  // expected-error@+1 {{'prim.RequiresGradCheck' op property 'types' expected}}
  %5 = prim.RequiresGradCheck() : () -> i1
  // expected-error@+1 {{'prim.CudaFusionGuard' op result 'result' at position 0 does not verify}}
  %6 = prim.CudaFusionGuard(%x) : (!ts.tensor) -> i64
  func.return
}

// -----

func.func @tensor_of_tensors(%l: !ts.list<!ts.tensor>) {
  // expected-error@+1 {{takes !ts.list<!ts.tensor>; expected a list of ints, floats or bools}}
  %0 = prim.list_tensor(%l) : (!ts.list<!ts.tensor>) -> !ts.tensor
  func.return
}

// -----

func.func @size_of_a_float(%n: f64) {
  // expected-error@+1 {{'prim.size_value' op operand 'size' at position 0 does not verify}}
  %0 = prim.size_value(%n) : (f64) -> i64
  func.return
}

// -----

// expected-error@+1 {{expected a symbol or a number that is not negative, got s0+1}}
func.func @computed_size(%n: !ts.size<s0+1>) {
  func.return
}
