// RUN: %ts-opt %s -p convert-ts-to-te --verify-diagnostics --split-input-file

func.func @every_second_row(%x: !ts.tensor<[4],f32>, %i: i64, %j: i64) -> !ts.tensor<[2],f32> {
  %zero = prim.Constant 0 : i64
  %two = prim.Constant 2 : i64
  // expected-error@+1 {{'aten.slice.Tensor' op takes elements that are known only at run time}}
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %two) : (!ts.tensor<[4],f32>, i64, i64, i64, i64) -> !ts.tensor<[2],f32>
  func.return %v : !ts.tensor<[2],f32>
}

// -----

func.func @other_size_of_another_axis(%x: !ts.tensor<[4,8],f32>, %i: i64, %j: i64) -> !ts.tensor<[2,7],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  // expected-error@+1 {{'aten.slice.Tensor' op takes elements that are known only at run time}}
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32>, i64, i64, i64, i64) -> !ts.tensor<[2,7],f32>
  func.return %v : !ts.tensor<[2,7],f32>
}

// -----

func.func @size_of_the_run(%x: !ts.tensor<[4,8],f32>, %i: i64, %j: i64) -> !ts.tensor<[s0,8],f32> {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  // expected-error@+1 {{'aten.slice.Tensor' op has the size s0, which no argument brings}}
  %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : (!ts.tensor<[4,8],f32>, i64, i64, i64, i64) -> !ts.tensor<[s0,8],f32>
  func.return %v : !ts.tensor<[s0,8],f32>
}

// -----

func.func @length_of_the_run(%x: !ts.tensor<[4],f32>, %i: i64, %n: i64) -> !ts.tensor<[2],f32> {
  %zero = prim.Constant 0 : i64
  // expected-error@+1 {{'aten.narrow' op takes as many elements as only the run knows}}
  %v = aten.narrow(%x, %zero, %i, %n) : (!ts.tensor<[4],f32>, i64, i64, i64) -> !ts.tensor<[2],f32>
  func.return %v : !ts.tensor<[2],f32>
}
