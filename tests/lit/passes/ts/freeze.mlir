// RUN: ts-opt %s -p 'freeze{object=net}' | filecheck %s
// RUN: ts-opt %s -p 'freeze{object=net preserve=scale,other}' | filecheck %s --check-prefix=KEEP
// RUN: ts-opt %s -p 'freeze{object=stays_as_it_is_written}' | filecheck %s --check-prefix=WRITE
// RUN: ts-opt %s -p 'freeze{object=state}' | filecheck %s --check-prefix=ALONE
// RUN: ts-opt %s -p 'freeze{object=state overlapping=total,first}' | filecheck %s --check-prefix=SHARED
// RUN: ts-opt %s -p 'freeze{object=must_not_fire_as_the_argument_may_be_an_attribute}' | filecheck %s --check-prefix=ARGUMENT
// RUN: ts-opt %s -p 'freeze{object=another_class_has_an_attribute_of_this_name}' | filecheck %s --check-prefix=NAMES

// CHECK-NOT:   @Counter
// CHECK:       ts.class @Net module {
// CHECK-NEXT:    func.func @forward(%[[SELF:.*]]: !ts.class<@Net>, %[[X:.*]]: !ts.tensor) -> !ts.tensor {
// CHECK-DAG:       %[[W:.*]] = prim.Constant dense_resource<w> : tensor<2xf32> : !ts.tensor<[2],f32, device="cpu", requires_grad=false>
// CHECK-DAG:       %[[SCALE:.*]] = prim.Constant 2 : i64
// CHECK:           %[[Y:.*]] = aten.mul.Tensor(%[[X]], %[[W]])
// CHECK-NEXT:      %[[Z:.*]] = aten.mul.Scalar(%[[Y]], %[[SCALE]])
// CHECK-NEXT:      func.return %[[Z]]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NOT:   ts.class @
// CHECK:       ts.object @net : !ts.class<@Net> {}
// CHECK-NOT:   ts.object

// KEEP:        ts.class @Net module {
// KEEP-NEXT:     ts.attr @scale : i64
// KEEP-NEXT:     func.func @forward(%[[SELF:.*]]: !ts.class<@Net>
// KEEP:            prim.GetAttr(%[[SELF]]) {name = "scale"}
// KEEP:          func.func @other(
// KEEP:        ts.object @net : !ts.class<@Net> {scale = 2 : i64}
ts.class @Net module {
  ts.attr @layer : !ts.class<@Layer>
  ts.attr @scale : i64
  ts.attr @bias : !ts.optional<!ts.tensor>
  ts.attr @training : i1
  func.func @forward(%self: !ts.class<@Net>, %x: !ts.tensor) -> !ts.tensor {
    %layer = prim.GetAttr(%self) {name = "layer"} : (!ts.class<@Net>) -> !ts.class<@Layer>
    %y = prim.CallMethod(%layer, %x) {name = "forward"} : (!ts.class<@Layer>, !ts.tensor) -> !ts.tensor
    %scale = prim.GetAttr(%self) {name = "scale"} : (!ts.class<@Net>) -> i64
    %training = prim.GetAttr(%self) {name = "training"} : (!ts.class<@Net>) -> i1
    %bias = prim.GetAttr(%self) {name = "bias"} : (!ts.class<@Net>) -> !ts.optional<!ts.tensor>
    %none = prim.Constant : !ts.none
    %without = aten.__is__(%bias, %none) : (!ts.optional<!ts.tensor>, !ts.none) -> i1
    %z = prim.If %without -> (!ts.tensor) {
      %z = aten.mul.Scalar(%y, %scale) : (!ts.tensor, i64) -> !ts.tensor
      prim.If.yield %z : !ts.tensor
    } else {
      prim.If.yield %y : !ts.tensor
    }
    %r = prim.If %training -> (!ts.tensor) {
      %weight = prim.GetAttr(%layer) {name = "weight"} : (!ts.class<@Layer>) -> !ts.tensor
      %w = aten.add_.Scalar(%weight, %scale, %scale) : (!ts.tensor, i64, i64) -> !ts.tensor
      prim.If.yield %x : !ts.tensor
    } else {
      prim.If.yield %z : !ts.tensor
    }
    func.return %r : !ts.tensor
  }
  func.func @other(%self: !ts.class<@Net>) -> i64 {
    %scale = prim.GetAttr(%self) {name = "scale"} : (!ts.class<@Net>) -> i64
    func.return %scale : i64
  }
}
ts.class @Layer module {
  ts.attr @weight parameter : !ts.tensor
  func.func @forward(%self: !ts.class<@Layer>, %x: !ts.tensor) -> !ts.tensor {
    %weight = prim.GetAttr(%self) {name = "weight"} : (!ts.class<@Layer>) -> !ts.tensor
    %y = aten.mul.Tensor(%x, %weight) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    func.return %y : !ts.tensor
  }
}
ts.object @net : !ts.class<@Net> {layer = @net.layer, scale = 2 : i64, bias, training = false}
ts.object @net.layer : !ts.class<@Layer> {weight = dense_resource<w> : tensor<2xf32>}

// The count is set, the sum is written in place, the step is only read.
// WRITE:       ts.class @Counter module {
// WRITE-NEXT:    ts.attr @count : i64
// WRITE-NEXT:    ts.attr @sum buffer : !ts.tensor
// WRITE-NEXT:    func.func @forward(%[[SELF:.*]]: !ts.class<@Counter>, %[[X:.*]]: !ts.tensor) -> i64 {
// WRITE-NEXT:      %[[STEP:.*]] = prim.Constant 3 : i64
// WRITE-NEXT:      %[[COUNT:.*]] = prim.GetAttr(%[[SELF]]) {name = "count"}
// WRITE-NEXT:      %[[MORE:.*]] = aten.add.int(%[[COUNT]], %[[STEP]])
// WRITE-NEXT:      prim.SetAttr(%[[SELF]], %[[MORE]]) {name = "count"}
// WRITE-NEXT:      %[[SUM:.*]] = prim.GetAttr(%[[SELF]]) {name = "sum"}
// WRITE-NEXT:      aten.add_.Tensor(%[[SUM]], %[[X]], %[[STEP]])
// WRITE-NEXT:      func.return %[[MORE]]
// WRITE:       ts.object @stays_as_it_is_written : !ts.class<@Counter> {count = 0 : i64, sum = dense_resource<s> : tensor<2xf32>}
ts.class @Counter module {
  ts.attr @count : i64
  ts.attr @step : i64
  ts.attr @sum buffer : !ts.tensor
  func.func @forward(%self: !ts.class<@Counter>, %x: !ts.tensor) -> i64 {
    %count = prim.GetAttr(%self) {name = "count"} : (!ts.class<@Counter>) -> i64
    %step = prim.GetAttr(%self) {name = "step"} : (!ts.class<@Counter>) -> i64
    %more = aten.add.int(%count, %step) : (i64, i64) -> i64
    prim.SetAttr(%self, %more) {name = "count"} : (!ts.class<@Counter>, i64) -> ()
    %sum = prim.GetAttr(%self) {name = "sum"} : (!ts.class<@Counter>) -> !ts.tensor
    %w = aten.add_.Tensor(%sum, %x, %step) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    func.return %more : i64
  }
}
ts.object @stays_as_it_is_written : !ts.class<@Counter> {count = 0 : i64, step = 3 : i64, sum = dense_resource<s> : tensor<2xf32>}

// Only the total is written; the first of its elements stay if they share its memory.
// ALONE:       ts.class @State module {
// ALONE-NEXT:    ts.attr @total buffer : !ts.tensor
// ALONE-NEXT:    func.func @forward(%[[SELF:.*]]: !ts.class<@State>, %[[X:.*]]: !ts.tensor) -> !ts.tensor {
// ALONE-NEXT:      %[[SHIFT:.*]] = prim.Constant dense_resource<shift>
// ALONE-NEXT:      %[[FIRST:.*]] = prim.Constant dense_resource<first>
// ALONE-NEXT:      %[[ONE:.*]] = prim.Constant 1 : i64
// ALONE-NEXT:      %[[TOTAL:.*]] = prim.GetAttr(%[[SELF]]) {name = "total"}
// ALONE-NEXT:      %[[W:.*]] = aten.add_.Tensor(%[[TOTAL]], %[[X]], %[[ONE]])
// ALONE-NEXT:      %[[Y:.*]] = aten.add.Tensor(%[[FIRST]], %[[SHIFT]], %[[ONE]])
// SHARED:      ts.class @State module {
// SHARED-NEXT:   ts.attr @total buffer : !ts.tensor
// SHARED-NEXT:   ts.attr @first buffer : !ts.tensor
// SHARED-NEXT:   func.func @forward(%[[SELF:.*]]: !ts.class<@State>, %[[X:.*]]: !ts.tensor) -> !ts.tensor {
// SHARED-NEXT:     %[[SHIFT:.*]] = prim.Constant dense_resource<shift>
// SHARED-NEXT:     %[[ONE:.*]] = prim.Constant 1 : i64
// SHARED:          %[[FIRST:.*]] = prim.GetAttr(%[[SELF]]) {name = "first"}
// SHARED-NEXT:     %[[Y:.*]] = aten.add.Tensor(%[[FIRST]], %[[SHIFT]], %[[ONE]])
ts.class @State module {
  ts.attr @total buffer : !ts.tensor
  ts.attr @first buffer : !ts.tensor
  ts.attr @shift buffer : !ts.tensor
  func.func @forward(%self: !ts.class<@State>, %x: !ts.tensor) -> !ts.tensor {
    %one = prim.Constant 1 : i64
    %total = prim.GetAttr(%self) {name = "total"} : (!ts.class<@State>) -> !ts.tensor
    %w = aten.add_.Tensor(%total, %x, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    %first = prim.GetAttr(%self) {name = "first"} : (!ts.class<@State>) -> !ts.tensor
    %shift = prim.GetAttr(%self) {name = "shift"} : (!ts.class<@State>) -> !ts.tensor
    %y = aten.add.Tensor(%first, %shift, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    func.return %y : !ts.tensor
  }
}
ts.object @state : !ts.class<@State> {total = dense_resource<total> : tensor<4xf32>, first = dense_resource<first> : tensor<2xf32>, shift = dense_resource<shift> : tensor<2xf32>}

// ARGUMENT:      ts.class @Into module {
// ARGUMENT-NEXT:   ts.attr @offset buffer : !ts.tensor
// ARGUMENT:        %[[OFFSET:.*]] = prim.GetAttr(%[[SELF:.*]]) {name = "offset"}
ts.class @Into module {
  ts.attr @offset buffer : !ts.tensor
  func.func @forward(%self: !ts.class<@Into>, %x: !ts.tensor) -> !ts.tensor {
    %one = prim.Constant 1 : i64
    %offset = prim.GetAttr(%self) {name = "offset"} : (!ts.class<@Into>) -> !ts.tensor
    %w = aten.add_.Scalar(%x, %one, %one) : (!ts.tensor, i64, i64) -> !ts.tensor
    %y = aten.add.Tensor(%x, %offset, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
    func.return %y : !ts.tensor
  }
}
ts.object @must_not_fire_as_the_argument_may_be_an_attribute : !ts.class<@Into> {offset = dense_resource<offset> : tensor<2xf32>}

// NAMES-NOT: ts.class @Inner
// NAMES:     ts.class @Outer module {
// NAMES-NEXT:  func.func @forward(%[[SELF:.*]]: !ts.class<@Outer>
// NAMES-NOT: ts.class @Inner
// NAMES:     ts.object @another_class_has_an_attribute_of_this_name : !ts.class<@Outer> {}
// NAMES-NOT: ts.object
ts.class @Outer module {
  ts.attr @part : !ts.class<@Inner>
  func.func @forward(%self: !ts.class<@Outer>, %x: !ts.tensor) -> !ts.tensor {
    %part = prim.GetAttr(%self) {name = "part"} : (!ts.class<@Outer>) -> !ts.class<@Inner>
    %y = prim.CallMethod(%part, %x) {name = "forward"} : (!ts.class<@Inner>, !ts.tensor) -> !ts.tensor
    func.return %y : !ts.tensor
  }
}
ts.class @Inner module {
  ts.attr @part parameter : !ts.tensor
  func.func @forward(%self: !ts.class<@Inner>, %x: !ts.tensor) -> !ts.tensor {
    %part = prim.GetAttr(%self) {name = "part"} : (!ts.class<@Inner>) -> !ts.tensor
    %y = aten.mul.Tensor(%x, %part) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    func.return %y : !ts.tensor
  }
}
ts.object @inner : !ts.class<@Inner> {part = dense_resource<part> : tensor<2xf32>}
ts.object @another_class_has_an_attribute_of_this_name : !ts.class<@Outer> {part = @inner}
