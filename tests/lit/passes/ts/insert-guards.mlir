// RUN: %ts-opt %s -p insert-guards | %check %s

// CHECK-LABEL: func.func @profiled
// CHECK-NEXT: %[[G:.*]] = prim.Guard(%[[X:.*]]) : (!ts.tensor) -> !ts.tensor<[2],f32, device="cpu">
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[G]])
// CHECK-NEXT: func.return %[[R]]
func.func @profiled(%x: !ts.tensor) -> !ts.tensor {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32, strides=[1], device="cpu">} : (!ts.tensor) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: the use never ran, so nothing is known of it.

// CHECK-LABEL: func.func @stays_as_the_use_never_ran
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[X:.*]])
func.func @stays_as_the_use_never_ran(%x: !ts.tensor) -> !ts.tensor {
  %a = prim.profile(%x) : (!ts.tensor) -> !ts.tensor
  %r = aten.relu(%a) : (!ts.tensor) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: the program states as much as the profile.

// CHECK-LABEL: func.func @stays_as_the_program_states_the_type
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[X:.*]]) : (!ts.tensor<[2],f32>)
func.func @stays_as_the_program_states_the_type(%x: !ts.tensor<[2],f32>) -> !ts.tensor {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
  %r = aten.relu(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Must not fire: the size follows from another one, which varies; the profile has one value of it.

// CHECK-LABEL: func.func @stays_as_the_size_is_a_symbol
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[X:.*]]) : (!ts.tensor<[s0,s1-1],f32>)
func.func @stays_as_the_size_is_a_symbol(%x: !ts.tensor<[s0,s1-1],f32>) -> !ts.tensor {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[5,8],f32>} : (!ts.tensor<[s0,s1-1],f32>) -> !ts.tensor<[s0,s1-1],f32>
  %r = aten.relu(%a) : (!ts.tensor<[s0,s1-1],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// Fires: one of its sizes is a symbol, and stays.

// CHECK-LABEL: func.func @one_symbol
// CHECK-NEXT: %[[G:.*]] = prim.Guard(%[[X:.*]]) : (!ts.tensor<[s0,?],f32>) -> !ts.tensor<[s0,8],f32>
// CHECK-NEXT: %[[R:.*]] = aten.relu(%[[G]])
func.func @one_symbol(%x: !ts.tensor<[s0,?],f32>) -> !ts.tensor {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[5,8],f32>} : (!ts.tensor<[s0,?],f32>) -> !ts.tensor<[s0,?],f32>
  %r = aten.relu(%a) : (!ts.tensor<[s0,?],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}

// A profile of a profiled value guards the value, each profile for its own type.

// CHECK-LABEL: func.func @profiled_twice
// CHECK-NEXT: %[[A:.*]] = prim.Guard(%[[X:.*]]) : (!ts.tensor) -> !ts.tensor<[2],f32>
// CHECK-NEXT: aten.resize_(%[[A]],
// CHECK-NEXT: %[[B:.*]] = prim.Guard(%[[X]]) : (!ts.tensor) -> !ts.tensor<[2],f32>
// CHECK-NEXT: %[[C:.*]] = prim.Guard(%[[X]]) : (!ts.tensor) -> !ts.tensor<[4],f32>
// CHECK-NEXT: aten.add.Tensor(%[[B]], %[[C]],
func.func @profiled_twice(%x: !ts.tensor, %sizes: !ts.list<i64>, %one: i64, %none: !ts.none) -> !ts.tensor {
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
  %w = aten.resize_(%a, %sizes, %none) : (!ts.tensor, !ts.list<i64>, !ts.none) -> !ts.tensor
  %b = prim.profile(%a) {profiled_type = !ts.tensor<[2],f32>} : (!ts.tensor) -> !ts.tensor
  %c = prim.profile(%b) {profiled_type = !ts.tensor<[4],f32>} : (!ts.tensor) -> !ts.tensor
  %r = aten.add.Tensor(%b, %c, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %r : !ts.tensor
}

// The symbol of a size that an operation changes in place does not stay.

// CHECK-LABEL: func.func @symbol_of_a_resized_value(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[1,s0],f32>)
// CHECK-NEXT: aten.t_(%[[X]])
// CHECK-NEXT: %[[A:.*]] = prim.Guard(%[[X]]) : (!ts.tensor<[1,s0],f32>) -> !ts.tensor<[2,1],f32>
// CHECK-NEXT: aten.relu(%[[A]])
func.func @symbol_of_a_resized_value(%x: !ts.tensor<[1,s0],f32>) -> !ts.tensor {
  %w = aten.t_(%x) : (!ts.tensor<[1,s0],f32>) -> !ts.tensor
  %a = prim.profile(%x) {profiled_type = !ts.tensor<[2,1],f32>} : (!ts.tensor<[1,s0],f32>) -> !ts.tensor<[1,s0],f32>
  %r = aten.relu(%a) : (!ts.tensor<[1,s0],f32>) -> !ts.tensor
  func.return %r : !ts.tensor
}
