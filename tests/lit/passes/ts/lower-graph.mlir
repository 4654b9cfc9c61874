// RUN: ts-opt %s -p lower-graph --split-input-file | filecheck %s

// CHECK-NOT:   ts.class
// CHECK-LABEL: func.func @forward
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor, %[[N:.*]]: i64 {ts.default = 1 : i64}, %[[W:.*]]: !ts.tensor, %[[SCALE:.*]]: i64) -> !ts.tensor attributes {ts.attributes = ["layer.weight", "scale"]} {
// CHECK-NEXT:    %[[A:.*]] = aten.mul.Tensor(%[[X]], %[[W]])
// CHECK-NEXT:    %[[B:.*]] = aten.mul.Tensor(%[[A]], %[[W]])
// CHECK-NEXT:    %[[C:.*]] = aten.add.Scalar(%[[B]], %[[SCALE]], %[[N]])
// CHECK-NEXT:    func.return %[[C]]
// CHECK-NOT:   ts.class
ts.class @Net module {
  ts.attr @layer : !ts.class<@Layer>
  ts.attr @scale : i64
  func.func @forward(%self: !ts.class<@Net>, %x: !ts.tensor, %n: i64 {ts.default = 1 : i64}) -> !ts.tensor {
    %layer = prim.GetAttr(%self) {name = "layer"} : (!ts.class<@Net>) -> !ts.class<@Layer>
    %y = prim.CallMethod(%layer, %x) {name = "forward"} : (!ts.class<@Layer>, !ts.tensor) -> !ts.tensor
    %z = prim.CallMethod(%layer, %y) {name = "forward"} : (!ts.class<@Layer>, !ts.tensor) -> !ts.tensor
    %scale = prim.GetAttr(%self) {name = "scale"} : (!ts.class<@Net>) -> i64
    %r = aten.add.Scalar(%z, %scale, %n) : (!ts.tensor, i64, i64) -> !ts.tensor
    func.return %r : !ts.tensor
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
ts.object @net : !ts.class<@Net> {layer = @net.layer, scale = 2 : i64}
ts.object @net.layer : !ts.class<@Layer> {weight = dense_resource<w> : tensor<2xf32>}

// -----

// The attribute becomes no input.
// CHECK-LABEL: func.func @forward
// CHECK-SAME:    (%[[X:.*]]: !ts.tensor) -> !ts.tensor attributes {ts.attributes = []} {
// CHECK-NEXT:    func.return %[[X]] : !ts.tensor
// CHECK-NOT:   ts.class
ts.class @StaysAsNothingReadsTheScale module {
  ts.attr @scale : i64
  func.func @forward(%self: !ts.class<@StaysAsNothingReadsTheScale>, %x: !ts.tensor) -> !ts.tensor {
    func.return %x : !ts.tensor
  }
}
ts.object @stays_as_nothing_reads_the_scale : !ts.class<@StaysAsNothingReadsTheScale> {scale = 3 : i64}
