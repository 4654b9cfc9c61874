// RUN: %ts-opt %s -p hoist-reductions | %check %s
// RUN: %ts-opt %s -p "hoist-reductions{limit=39}" | %check %s --check-prefix=SMALL

// The results of ten iterations are 40 elements.
// SMALL-NOT: te.reduce (%{{.*}} = 10
// CHECK-LABEL: func.func @the_inputs_of_all_steps_times_the_weights
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[T:.*]] = 10, %[[I:.*]] = 4) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<10x4xf32> {
// CHECK-NEXT: %[[A:.*]] = te.load %[[S]][%[[T]], %[[K]]] : tensor<10x8xf32>
// CHECK-NEXT: %[[B:.*]] = te.load %[[W]][%[[I]], %[[K]]] : tensor<4x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T_1:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[T_1]], %[[J]]] : tensor<10x4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @the_inputs_of_all_steps_times_the_weights(%s: tensor<10x8xf32>, %w: tensor<4x8xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<4xf32> {
      %a = te.load %s[%t, %k] : tensor<10x8xf32>
      %b = te.load %w[%i, %k] : tensor<4x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      te.yield %n : f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<4xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// CHECK-LABEL: func.func @of_a_constant_and_a_number_of_the_iteration
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[START:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[T:.*]] = 10, %[[I:.*]] = 4) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[START]] : f32) : tensor<10x4xf32> {
// CHECK-NEXT: %[[A:.*]] = te.load %[[S]][%[[T]], %[[K]]] : tensor<10x8xf32>
// CHECK-NEXT: %[[B:.*]] = te.load %[[W]][%[[I]], %[[K]]] : tensor<4x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T_1:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: %[[START_1:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[WIDE:.*]] = arith.index_cast %[[T_1]] : index to i64
// CHECK-NEXT: %[[BACK:.*]] = arith.index_cast %[[WIDE]] : i64 to index
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[T_1]], %[[J]]] : tensor<10x4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @of_a_constant_and_a_number_of_the_iteration(%s: tensor<10x8xf32>, %w: tensor<4x8xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    %start = arith.constant 1.000000e+00 : f32
    %wide = arith.index_cast %t : index to i64
    %back = arith.index_cast %wide : i64 to index
    %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %start : f32) : tensor<4xf32> {
      %a = te.load %s[%back, %k] : tensor<10x8xf32>
      %b = te.load %w[%i, %k] : tensor<4x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      te.yield %n : f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<4xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// CHECK-LABEL: func.func @with_the_number_of_the_iteration_as_a_value
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[T:.*]] = 10, %[[I:.*]] = 4) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<10x4xf32> {
// CHECK-NEXT: %[[V0:.*]] = arith.index_cast %[[T]] : index to i64
// CHECK-NEXT: %[[A:.*]] = arith.sitofp %[[V0]] : i64 to f32
// CHECK-NEXT: %[[B:.*]] = te.load %[[W]][%[[I]], %[[K]]] : tensor<4x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T_1:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: %[[WIDE:.*]] = arith.index_cast %[[T_1]] : index to i64
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[T_1]], %[[J]]] : tensor<10x4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @with_the_number_of_the_iteration_as_a_value(%s: tensor<10x8xf32>, %w: tensor<4x8xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    %wide = arith.index_cast %t : index to i64
    %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<4xf32> {
      %a = arith.sitofp %wide : i64 to f32
      %b = te.load %w[%i, %k] : tensor<4x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      te.yield %n : f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<4xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// CHECK-LABEL: func.func @must_not_hoist_of_a_carried_tensor
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I:.*]] = 4) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<4xf32> {
// CHECK-NEXT: %[[A:.*]] = te.load %[[G]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT: %[[B:.*]] = te.load %[[W]][%[[I]], %[[K]]] : tensor<4x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @must_not_hoist_of_a_carried_tensor(%s: tensor<10x8xf32>, %w: tensor<4x8xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<4xf32> {
      %a = te.load %g[%i] : tensor<4xf32>
      %b = te.load %w[%i, %k] : tensor<4x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      te.yield %n : f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<4xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// CHECK-LABEL: func.func @must_not_hoist_if_only_a_run_knows_the_number_of_iterations
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4xf32>, %[[COUNT:.*]]: index) -> tensor<4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T:.*]] = %[[C0]] to %[[COUNT]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I:.*]] = 4) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<4xf32> {
// CHECK-NEXT: %[[A:.*]] = te.load %[[S]][%[[T]], %[[K]]] : tensor<10x8xf32>
// CHECK-NEXT: %[[B:.*]] = te.load %[[W]][%[[I]], %[[K]]] : tensor<4x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @must_not_hoist_if_only_a_run_knows_the_number_of_iterations(%s: tensor<10x8xf32>, %w: tensor<4x8xf32>, %x: tensor<4xf32>, %count: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c0 to %count step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<4xf32> {
      %a = te.load %s[%t, %k] : tensor<10x8xf32>
      %b = te.load %w[%i, %k] : tensor<4x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      te.yield %n : f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<4xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// CHECK-LABEL: func.func @must_not_hoist_from_a_loop_that_starts_later
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T:.*]] = %[[C1]] to %[[C10]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I:.*]] = 4) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<4xf32> {
// CHECK-NEXT: %[[A:.*]] = te.load %[[S]][%[[T]], %[[K]]] : tensor<10x8xf32>
// CHECK-NEXT: %[[B:.*]] = te.load %[[W]][%[[I]], %[[K]]] : tensor<4x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @must_not_hoist_from_a_loop_that_starts_later(%s: tensor<10x8xf32>, %w: tensor<4x8xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c1 to %c10 step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<4xf32> {
      %a = te.load %s[%t, %k] : tensor<10x8xf32>
      %b = te.load %w[%i, %k] : tensor<4x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      te.yield %n : f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<4xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// CHECK-LABEL: func.func @must_not_hoist_what_each_iteration_reads_alone
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I:.*]] = 4) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<4xf32> {
// CHECK-NEXT: %[[A:.*]] = te.load %[[S]][%[[T]], %[[K]]] : tensor<10x8xf32>
// CHECK-NEXT: %[[B:.*]] = te.load %[[S]][%[[T]], %[[K]]] : tensor<10x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @must_not_hoist_what_each_iteration_reads_alone(%s: tensor<10x8xf32>, %w: tensor<4x8xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<4xf32> {
      %a = te.load %s[%t, %k] : tensor<10x8xf32>
      %b = te.load %s[%t, %k] : tensor<10x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      te.yield %n : f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<4xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// CHECK-LABEL: func.func @must_not_hoist_past_a_check
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4xf32>, %[[OK:.*]]: i1) -> tensor<4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: cf.assert %[[OK]], "aten.select.int: index out of range"
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I:.*]] = 4) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<4xf32> {
// CHECK-NEXT: %[[A:.*]] = te.load %[[S]][%[[T]], %[[K]]] : tensor<10x8xf32>
// CHECK-NEXT: %[[B:.*]] = te.load %[[W]][%[[I]], %[[K]]] : tensor<4x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @must_not_hoist_past_a_check(%s: tensor<10x8xf32>, %w: tensor<4x8xf32>, %x: tensor<4xf32>, %ok: i1) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    cf.assert %ok, "aten.select.int: index out of range"
    %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<4xf32> {
      %a = te.load %s[%t, %k] : tensor<10x8xf32>
      %b = te.load %w[%i, %k] : tensor<4x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      te.yield %n : f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<4xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// CHECK-LABEL: func.func @must_not_hoist_what_is_the_same_in_all_iterations
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I:.*]] = 4) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<4xf32> {
// CHECK-NEXT: %[[A:.*]] = te.load %[[S]][%[[C1]], %[[K]]] : tensor<10x8xf32>
// CHECK-NEXT: %[[B:.*]] = te.load %[[W]][%[[I]], %[[K]]] : tensor<4x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @must_not_hoist_what_is_the_same_in_all_iterations(%s: tensor<10x8xf32>, %w: tensor<4x8xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    %r = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : f32) : tensor<4xf32> {
      %a = te.load %s[%c1, %k] : tensor<10x8xf32>
      %b = te.load %w[%i, %k] : tensor<4x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      te.yield %n : f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<4xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// CHECK-LABEL: func.func @must_not_hoist_of_unknown_size
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<?x8xf32>, %[[X:.*]]: tensor<4xf32>, %[[E:.*]]: index) -> tensor<4xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: %[[R:.*]] = te.reduce (%[[I:.*]] = %[[E]]) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[ZERO]] : f32) : tensor<?xf32> {
// CHECK-NEXT: %[[A:.*]] = te.load %[[S]][%[[T]], %[[K]]] : tensor<10x8xf32>
// CHECK-NEXT: %[[B:.*]] = te.load %[[W]][%[[I]], %[[K]]] : tensor<?x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[J]]] : tensor<?xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @must_not_hoist_of_unknown_size(%s: tensor<10x8xf32>, %w: tensor<?x8xf32>, %x: tensor<4xf32>, %e: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    %r = te.reduce (%i = %e) over (%k = 8) init (%acc = %zero : f32) : tensor<?xf32> {
      %a = te.load %s[%t, %k] : tensor<10x8xf32>
      %b = te.load %w[%i, %k] : tensor<?x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      te.yield %n : f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<?xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// CHECK-LABEL: func.func @must_not_hoist_one_of_several_results
// CHECK-SAME: (%[[S:.*]]: tensor<10x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[H:.*]] = scf.for %[[T:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[G:.*]] = %[[X]]) -> (tensor<4xf32>) {
// CHECK-NEXT: %[[R:.*]], %[[Z:.*]] = te.reduce (%[[I:.*]] = 4) over (%[[K:.*]] = 8) init (%[[ACC:.*]] = %[[ZERO]] : f32, %[[MOST:.*]] = %[[ZERO]] : f32) : tensor<4xf32>, tensor<4xf32> {
// CHECK-NEXT: %[[A:.*]] = te.load %[[S]][%[[T]], %[[K]]] : tensor<10x8xf32>
// CHECK-NEXT: %[[B:.*]] = te.load %[[W]][%[[I]], %[[K]]] : tensor<4x8xf32>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[ACC]], %[[M]] : f32
// CHECK-NEXT: %[[O:.*]] = arith.maximumf %[[MOST]], %[[M]] : f32
// CHECK-NEXT: te.yield %[[N]], %[[O]] : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = te.compute (%[[J:.*]] = 4) : tensor<4xf32> {
// CHECK-NEXT: %[[P:.*]] = te.load %[[G]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = te.load %[[R]][%[[J]]] : tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT: te.yield %[[U]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[Y]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %[[H]] : tensor<4xf32>
func.func @must_not_hoist_one_of_several_results(%s: tensor<10x8xf32>, %w: tensor<4x8xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.000000e+00 : f32
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<4xf32>) {
    %r, %z = te.reduce (%i = 4) over (%k = 8) init (%acc = %zero : f32, %most = %zero : f32) : tensor<4xf32>, tensor<4xf32> {
      %a = te.load %s[%t, %k] : tensor<10x8xf32>
      %b = te.load %w[%i, %k] : tensor<4x8xf32>
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %acc, %m : f32
      %o = arith.maximumf %most, %m : f32
      te.yield %n, %o : f32, f32
    }
    %y = te.compute (%j = 4) : tensor<4xf32> {
      %p = te.load %g[%j] : tensor<4xf32>
      %q = te.load %r[%j] : tensor<4xf32>
      %u = arith.addf %p, %q : f32
      te.yield %u : f32
    }
    scf.yield %y : tensor<4xf32>
  }
  func.return %h : tensor<4xf32>
}

// The number of an iteration is known in the body of a reduction of all iterations alone.
// CHECK-LABEL: func.func @must_not_hoist_from_the_number_of_the_iteration
// CHECK-SAME: (%[[S:.*]]: tensor<4xi64>, %[[X:.*]]: tensor<2xi64>) -> tensor<2xi64>
// CHECK:      scf.for %[[T:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT:   %[[N:.*]] = arith.index_cast %[[T]] : index to i64
// CHECK-NEXT:   %[[R:.*]] = te.reduce (%{{.*}} = 2) over (%{{.*}} = 4) init (%{{.*}} = %[[N]] : i64) : tensor<2xi64> {
func.func @must_not_hoist_from_the_number_of_the_iteration(%s: tensor<4xi64>, %x: tensor<2xi64>) -> tensor<2xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<2xi64>) {
    %n = arith.index_cast %t : index to i64
    %r = te.reduce (%i = 2) over (%k = 4) init (%acc = %n : i64) : tensor<2xi64> {
      %a = te.load %s[%k] : tensor<4xi64>
      %b = arith.addi %acc, %a : i64
      te.yield %b : i64
    }
    %y = te.compute (%j = 2) : tensor<2xi64> {
      %p = te.load %r[%j] : tensor<2xi64>
      %q = te.load %g[%j] : tensor<2xi64>
      %u = arith.addi %p, %q : i64
      te.yield %u : i64
    }
    scf.yield %y : tensor<2xi64>
  }
  func.return %h : tensor<2xi64>
}

// CHECK-LABEL: func.func @must_not_hoist_over_as_many_terms_as_iterations
// CHECK-SAME: (%[[S:.*]]: tensor<10xi64>, %[[X:.*]]: tensor<2xi64>) -> tensor<2xi64>
// CHECK:      scf.for %[[T:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT:   %[[R:.*]] = te.reduce (%{{.*}} = 2) over (%{{.*}} = %[[T]]) init
func.func @must_not_hoist_over_as_many_terms_as_iterations(%s: tensor<10xi64>, %x: tensor<2xi64>) -> tensor<2xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i64
  %h = scf.for %t = %c0 to %c10 step %c1 iter_args(%g = %x) -> (tensor<2xi64>) {
    %r = te.reduce (%i = 2) over (%k = %t) init (%acc = %zero : i64) : tensor<2xi64> {
      %a = te.load %s[%k] : tensor<10xi64>
      %b = arith.addi %acc, %a : i64
      te.yield %b : i64
    }
    %y = te.compute (%j = 2) : tensor<2xi64> {
      %p = te.load %r[%j] : tensor<2xi64>
      %q = te.load %g[%j] : tensor<2xi64>
      %u = arith.addi %p, %q : i64
      te.yield %u : i64
    }
    scf.yield %y : tensor<2xi64>
  }
  func.return %h : tensor<2xi64>
}
