// RUN: %ts-opt %s -p batch-mm | %check %s


// Fires: a tree of four products.

// CHECK-LABEL: func.func @tree
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,2],f32>, %[[Y:.*]]: !ts.tensor<[2,2],f32>)
// CHECK-NEXT: %[[ONE:.*]] = prim.Constant 1 : i64
// CHECK-NEXT: %[[R:.*]] = prim.MMTreeReduce(%[[X]], %[[Y]], %[[X]], %[[Y]], %[[Y]], %[[X]], %[[X]], %[[Y]])
// CHECK-NEXT: func.return %[[R]]
func.func @tree(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,2],f32>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %b = aten.mm(%y, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %s = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %c = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %d = aten.mm(%y, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %t = aten.add.Tensor(%c, %d, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %u = aten.add.Tensor(%s, %t, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %u : !ts.tensor
}

// Must not fire: three products are few.

// CHECK-LABEL: func.func @stays_as_three_products_are_few
// CHECK-NOT: prim.MMTreeReduce
func.func @stays_as_three_products_are_few(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,2],f32>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %b = aten.mm(%y, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %s = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %c = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %t = aten.add.Tensor(%s, %c, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %t : !ts.tensor
}

// Must not fire: a partial sum has another use.

// CHECK-LABEL: func.func @stays_as_a_partial_sum_has_another_use
// CHECK-NOT: prim.MMTreeReduce
func.func @stays_as_a_partial_sum_has_another_use(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,2],f32>) -> (!ts.tensor, !ts.tensor) {
  %one = prim.Constant 1 : i64
  %a = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %b = aten.mm(%y, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %s = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %c = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %t = aten.add.Tensor(%s, %c, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %d = aten.mm(%y, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %u = aten.add.Tensor(%t, %d, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %s, %u : !ts.tensor, !ts.tensor
}

// Must not fire: an operand is written between the products, or a part between the sums.

// CHECK-LABEL: func.func @stays_as_an_operand_is_written
// CHECK-NOT: prim.MMTreeReduce
func.func @stays_as_an_operand_is_written(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,2],f32>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %b = aten.mm(%y, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %s = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %w = aten.relu_(%x) : (!ts.tensor<[2,2],f32>) -> !ts.tensor<[2,2],f32>
  %c = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %t = aten.add.Tensor(%s, %c, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %d = aten.mm(%y, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %u = aten.add.Tensor(%t, %d, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %u : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_part_is_written
// CHECK-NOT: prim.MMTreeReduce
func.func @stays_as_a_part_is_written(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,2],f32>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %b = aten.mm(%y, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %s = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %w = aten.relu_(%s) : (!ts.tensor) -> !ts.tensor
  %c = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %t = aten.add.Tensor(%w, %c, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %d = aten.mm(%y, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %u = aten.add.Tensor(%t, %d, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %u : !ts.tensor
}

// Must not fire: one product is broadcast, one sum is scaled, the sizes are not known.

// CHECK-LABEL: func.func @stays_as_a_product_is_broadcast
// CHECK-NOT: prim.MMTreeReduce
func.func @stays_as_a_product_is_broadcast(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[1,2],f32>) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %b = aten.mm(%y, %x) : (!ts.tensor<[1,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %s = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %c = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %t = aten.add.Tensor(%s, %c, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %d = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %u = aten.add.Tensor(%t, %d, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %u : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_a_sum_is_scaled
// CHECK-NOT: prim.MMTreeReduce
func.func @stays_as_a_sum_is_scaled(%x: !ts.tensor<[2,2],f32>, %n: i64) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %b = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %s = aten.add.Tensor(%a, %b, %n) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %c = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %t = aten.add.Tensor(%s, %c, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %d = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %u = aten.add.Tensor(%t, %d, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %u : !ts.tensor
}

// CHECK-LABEL: func.func @stays_as_the_sizes_are_not_known
// CHECK-NOT: prim.MMTreeReduce
func.func @stays_as_the_sizes_are_not_known(%x: !ts.tensor) -> !ts.tensor {
  %one = prim.Constant 1 : i64
  %a = aten.mm(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %b = aten.mm(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %s = aten.add.Tensor(%a, %b, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %c = aten.mm(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %t = aten.add.Tensor(%s, %c, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  %d = aten.mm(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %u = aten.add.Tensor(%t, %d, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %u : !ts.tensor
}

// Fires: eight products with one left operand.

// CHECK-LABEL: func.func @left
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,2],f32>, %[[Y:.*]]: !ts.tensor<[2,2],f32>)
// CHECK-NEXT: %[[A:.*]], %[[B:.*]], %[[C:.*]], %[[D:.*]], %[[E:.*]], %[[F:.*]], %[[G:.*]], %[[H:.*]] = prim.MMBatchSide(%[[X]], %[[X]], %[[Y]], %[[X]], %[[Y]], %[[X]], %[[Y]], %[[X]], %[[Y]]) {side = 0 : i64}
// CHECK-NEXT: %[[L:.*]] = prim.ListConstruct(%[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[F]], %[[G]], %[[H]])
// CHECK-NEXT: func.return %[[L]]
func.func @left(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,2],f32>) -> !ts.list<!ts.tensor> {
  %v0 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v1 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v2 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v3 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v4 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v5 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v6 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v7 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %all = prim.ListConstruct(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  func.return %all : !ts.list<!ts.tensor>
}

// Fires: eight products with one right operand.

// CHECK-LABEL: func.func @right
// CHECK-SAME: (%[[X:.*]]: !ts.tensor<[2,2],f32>, %[[Y:.*]]: !ts.tensor<[2,2],f32>)
// CHECK-NEXT: %{{.*}} = prim.MMBatchSide(%[[Y]], %[[X]], %[[Y]], %[[X]], %[[Y]], %[[X]], %[[Y]], %[[X]], %[[Y]]) {side = 1 : i64}
func.func @right(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,2],f32>) -> !ts.list<!ts.tensor> {
  %v0 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v1 = aten.mm(%y, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v2 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v3 = aten.mm(%y, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v4 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v5 = aten.mm(%y, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v6 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v7 = aten.mm(%y, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %all = prim.ListConstruct(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  func.return %all : !ts.list<!ts.tensor>
}

// Must not fire: seven products share an operand.

// CHECK-LABEL: func.func @stays_as_seven_are_few
// CHECK-NOT: prim.MMBatchSide
func.func @stays_as_seven_are_few(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,2],f32>) -> !ts.list<!ts.tensor> {
  %v0 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v1 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v2 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v3 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v4 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v5 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v6 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %all = prim.ListConstruct(%v0, %v1, %v2, %v3, %v4, %v5, %v6) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  func.return %all : !ts.list<!ts.tensor>
}

// Must not fire: the last operand is computed after the first product, so seven are left.

// CHECK-LABEL: func.func @stays_as_the_operand_is_computed_later
// CHECK-NOT: prim.MMBatchSide
func.func @stays_as_the_operand_is_computed_later(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,2],f32>) -> !ts.list<!ts.tensor> {
  %v0 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v1 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v2 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v3 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %z = aten.relu(%y) : (!ts.tensor<[2,2],f32>) -> !ts.tensor<[2,2],f32>
  %v4 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v5 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v6 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v7 = aten.mm(%x, %z) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %all = prim.ListConstruct(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  func.return %all : !ts.list<!ts.tensor>
}

// Must not fire: an operand is written between the products.

// CHECK-LABEL: func.func @stays_as_the_shared_operand_is_written
// CHECK-NOT: prim.MMBatchSide
func.func @stays_as_the_shared_operand_is_written(%x: !ts.tensor<[2,2],f32>, %y: !ts.tensor<[2,2],f32>) -> !ts.list<!ts.tensor> {
  %v0 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v1 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v2 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v3 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %z = aten.relu_(%y) : (!ts.tensor<[2,2],f32>) -> !ts.tensor<[2,2],f32>
  %v4 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v5 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v6 = aten.mm(%x, %x) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %v7 = aten.mm(%x, %y) : (!ts.tensor<[2,2],f32>, !ts.tensor<[2,2],f32>) -> !ts.tensor
  %all = prim.ListConstruct(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  func.return %all : !ts.list<!ts.tensor>
}

// Must not fire: a product of unknown sizes may fail, where nothing has failed yet.

// CHECK-LABEL: func.func @stays_as_a_product_may_fail
// CHECK-NOT: prim.MMBatchSide
func.func @stays_as_a_product_may_fail(%x: !ts.tensor, %y: !ts.tensor) -> !ts.list<!ts.tensor> {
  %v0 = aten.mm(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %v1 = aten.mm(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %v2 = aten.mm(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %v3 = aten.mm(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %v4 = aten.mm(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %v5 = aten.mm(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %v6 = aten.mm(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %v7 = aten.mm(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %all = prim.ListConstruct(%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7) : (!ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
  func.return %all : !ts.list<!ts.tensor>
}
