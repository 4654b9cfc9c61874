// RUN: %ts-opt %s -p 'specialize-inputs{types="Float(2, 3)"}' --verify-diagnostics --split-input-file

// expected-error@+1 {{'func.func' op takes 2 arguments, not 1}}
func.func @another_number_of_arguments(%x: !ts.tensor, %y: !ts.tensor) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' op argument 0 is i64, not !ts.tensor<[2,3],f32>}}
func.func @another_type(%x: i64) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' op argument 0 states the sizes [4, 3], but has [2, 3]}}
func.func @contradicts_the_declaration(%x: !ts.tensor<[4,3],f32>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' op is one of 2 functions; say which: function=NAME}}
func.func @f(%x: !ts.tensor) {
  func.return
}

func.func @g(%x: !ts.tensor) {
  func.return
}
