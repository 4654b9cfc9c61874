// RUN: %ts-opt %s --verify-diagnostics --split-input-file

func.func @lists(%x: !ts.tensor, %n: i64, %l: !ts.list<i64>) {
  // expected-error@+1 {{'prim.ListConstruct' op result 'result' at position 0 does not verify}}
  %0 = prim.ListConstruct(%n) : (i64) -> i64
  // expected-error@+1 {{'prim.ListConstruct' op takes value 1 of type !ts.tensor, expected i64}}
  %1 = prim.ListConstruct(%n, %x) : (i64, !ts.tensor) -> !ts.list<i64>
  // expected-error@+1 {{'prim.ListUnpack' op takes out value 0 of type i64, expected f64}}
  %2 = prim.ListUnpack(%l) : (!ts.list<i64>) -> f64
  func.return
}

// -----

func.func @tuples(%n: i64, %t: !ts.tuple<i64, f64>) {
  // expected-error@+1 {{'prim.TupleConstruct' op takes 1 values, expected 2}}
  %0 = prim.TupleConstruct(%n) : (i64) -> !ts.tuple<i64, i64>
  // expected-error@+1 {{'prim.TupleConstruct' op takes value 0 of type i64, expected f64}}
  %1 = prim.TupleConstruct(%n) : (i64) -> !ts.tuple<f64>
  // expected-error@+1 {{'prim.TupleUnpack' op takes out 2 values, expected 1}}
  %2 = prim.TupleUnpack(%t) : (!ts.tuple<i64, f64>) -> i64
  // expected-error@+1 {{'prim.TupleUnpack' op takes out 2 values, expected 3}}
  %u, %v, %w = prim.TupleUnpack(%t) : (!ts.tuple<i64, f64>) -> (i64, f64, i64)
  // expected-error@+1 {{'prim.TupleSlice' op slices 1 to 3 of a tuple of 2}}
  %4 = prim.TupleSlice(%t) {beg = 1 : i64, end = 3 : i64} : (!ts.tuple<i64, f64>) -> !ts.tuple<f64>
  // expected-error@+1 {{'prim.TupleSlice' op slices value 0 of type i64, expected f64}}
  %5 = prim.TupleSlice(%t) {beg = 0 : i64, end = 1 : i64} : (!ts.tuple<i64, f64>) -> !ts.tuple<f64>
  func.return
}

// -----

func.func @tuple_indices(%n: i64, %t: !ts.tuple<i64, f64>) {
  %0 = prim.Constant 0
  %2 = prim.Constant 2
  %m3 = prim.Constant -3
  // expected-error@+1 {{'prim.TupleIndex' op takes element 2 of a tuple of 2}}
  %a = prim.TupleIndex(%t, %2) : (!ts.tuple<i64, f64>, i64) -> f64
  // expected-error@+1 {{'prim.TupleIndex' op takes element -3 of a tuple of 2}}
  %b = prim.TupleIndex(%t, %m3) : (!ts.tuple<i64, f64>, i64) -> f64
  // expected-error@+1 {{'prim.TupleIndex' op takes element 0 of type i64, expected f64}}
  %c = prim.TupleIndex(%t, %0) : (!ts.tuple<i64, f64>, i64) -> f64
  // expected-error@+1 {{'prim.TupleIndex' op has no element of type !ts.str in !ts.tuple<i64, f64>}}
  %d = prim.TupleIndex(%t, %n) : (!ts.tuple<i64, f64>, i64) -> !ts.str
  func.return
}

// -----

func.func @dicts(%k: !ts.str, %v: i64) {
  // expected-error@+1 {{'prim.DictConstruct' op takes keys and values in pairs, not 1 operands}}
  %0 = prim.DictConstruct(%k) : (!ts.str) -> !ts.dict<!ts.str, i64>
  // expected-error@+1 {{'prim.DictConstruct' op has as keys value 0 of type i64, expected !ts.str}}
  %1 = prim.DictConstruct(%v, %v) : (i64, i64) -> !ts.dict<!ts.str, i64>
  // expected-error@+1 {{'prim.DictConstruct' op has as values value 0 of type !ts.str, expected i64}}
  %2 = prim.DictConstruct(%k, %k) : (!ts.str, !ts.str) -> !ts.dict<!ts.str, i64>
  func.return
}

// -----

func.func @chunks(%x: !ts.tensor<[2],f32>, %n: i64) {
  // expected-error@+1 {{'prim.ConstantChunk' op operand 'input' at position 0 does not verify}}
  %0 = prim.ConstantChunk(%n) {chunks = 1 : i64, dim = 0 : i64} : (i64) -> !ts.tensor
  // expected-error@+1 {{'prim.ConstantChunk' op property 'dim' expected}}
  %1 = prim.ConstantChunk(%x) {chunks = 1 : i64} : (!ts.tensor<[2],f32>) -> !ts.tensor
  // expected-error@+1 {{'prim.ConstantChunk' op has 1 results, expected 2}}
  %2 = prim.ConstantChunk(%x) {chunks = 2 : i64, dim = 0 : i64} : (!ts.tensor<[2],f32>) -> !ts.tensor
  // expected-error@+1 {{'prim.ConstantChunk' op splits dimension 1 of a tensor of rank 1}}
  %3 = prim.ConstantChunk(%x) {chunks = 1 : i64, dim = 1 : i64} : (!ts.tensor<[2],f32>) -> !ts.tensor
  func.return
}

// -----

func.func @types(%s: !ts.str, %o: !ts.optional<i64>) {
  // expected-error@+1 {{'prim.unchecked_cast' op cannot turn a !ts.optional<i64> into a !ts.str outside of a branch}}
  %0 = prim.unchecked_cast(%o) : (!ts.optional<i64>) -> !ts.str
  %none = prim.Constant : !ts.none
  // expected-error@+1 {{'prim.unchecked_cast' op cannot turn a !ts.none into a i64 outside of a branch}}
  %cast = prim.unchecked_cast(%none) : (!ts.none) -> i64
  // expected-error@+1 {{'prim.isinstance' op result 'result' at position 0 does not verify}}
  %1 = prim.isinstance(%o) {types = [i64]} : (!ts.optional<i64>) -> i64
  // expected-error@+1 {{'prim.isinstance' op property 'types' expected}}
  %2 = prim.isinstance(%o) : (!ts.optional<i64>) -> i1
  func.return
}

// -----

func.func @errors(%s: !ts.str, %n: i64) {
  // expected-error@+1 {{'prim.RaiseException' op takes 0 values, expected 2}}
  prim.RaiseException() : () -> ()
  // expected-error@+1 {{'prim.RaiseException' op takes value 0 of type i64, expected !ts.str}}
  prim.RaiseException(%n) : (i64) -> ()
  // expected-error@+1 {{'prim.RaiseException' op takes value 1 of type i64, expected !ts.optional<!ts.str>}}
  prim.RaiseException(%s, %n) : (!ts.str, i64) -> ()
  func.return
}

// -----

func.func @undefined_value() {
  // expected-error@+1 {{use of undefined value '%nothing'}}
  prim.Print(%nothing) : (i64) -> ()
  func.return
}

// -----

func.func @no_such_op(%n: i64) {
  // expected-error@+1 {{Operation prim.nonsense is not registered}}
  %0 = prim.nonsense(%n) : (i64) -> i64
  func.return
}
