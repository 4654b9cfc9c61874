// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s
// RUN: xdsl-opt %s | %check %s

// The type is written where the literal does not imply it.
// CHECK-LABEL: func.func @scalars(
func.func @scalars() {
  // CHECK-NEXT: %[[INT:.*]] = prim.Constant -1 : i64
  %int = prim.Constant -1 : i64
  // CHECK-NEXT: %[[FLOAT:.*]] = prim.Constant 2.500000e+00 : f64
  %float = prim.Constant 2.500000e+00 : f64
  // CHECK-NEXT: %[[BOOL:.*]] = prim.Constant true
  %bool = prim.Constant true
  // CHECK-NEXT: %[[COMPLEX:.*]] = prim.Constant [1.000000e+00 : f64, -2.000000e+00 : f64] : complex<f64>
  %complex = prim.Constant [1.000000e+00 : f64, -2.000000e+00 : f64] : complex<f64>
  // CHECK-NEXT: %[[SCALAR:.*]] = prim.Constant 3 : i64 : !ts.number
  %scalar = prim.Constant 3 : i64 : !ts.number
  // CHECK-NEXT: %[[STR:.*]] = prim.Constant "a \22quoted\22 text" : !ts.str
  %str = prim.Constant "a \22quoted\22 text" : !ts.str
  // CHECK-NEXT: %[[DEVICE:.*]] = prim.Constant "cuda:0" : !ts.device
  %device = prim.Constant "cuda:0" : !ts.device
  // CHECK-NEXT: %[[NONE:.*]] = prim.Constant : !ts.none
  %none = prim.Constant : !ts.none
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @optionals(
func.func @optionals() {
  // CHECK-NEXT: %[[ABSENT:.*]] = prim.Constant : !ts.optional<i64>
  %absent = prim.Constant : !ts.optional<i64>
  // CHECK-NEXT: %[[PRESENT:.*]] = prim.Constant 1 : i64 : !ts.optional<i64>
  %present = prim.Constant 1 : i64 : !ts.optional<i64>
  // CHECK-NEXT: %[[ANY:.*]] = prim.Constant "x" : !ts.any
  %any = prim.Constant "x" : !ts.any
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @containers(
func.func @containers() {
  // CHECK-NEXT: %[[LIST:.*]] = prim.Constant [1 : i64, 2 : i64] : !ts.list<i64>
  %list = prim.Constant [1 : i64, 2 : i64] : !ts.list<i64>
  // CHECK-NEXT: %[[EMPTY:.*]] = prim.Constant [] : !ts.list<!ts.tensor>
  %empty = prim.Constant [] : !ts.list<!ts.tensor>
  // CHECK-NEXT: %[[OPTIONALS:.*]] = prim.Constant [1 : i64, unit] : !ts.list<!ts.optional<i64>>
  %optionals = prim.Constant [1 : i64, unit] : !ts.list<!ts.optional<i64>>
  // CHECK-NEXT: %[[NESTED:.*]] = prim.Constant {{\[\[}}true], []] : !ts.list<!ts.list<i1>>
  %nested = prim.Constant [[true], []] : !ts.list<!ts.list<i1>>
  // CHECK-NEXT: %[[TUPLE:.*]] = prim.Constant [1 : i64, "a", unit] : !ts.tuple<i64, !ts.str, !ts.none>
  %tuple = prim.Constant [1 : i64, "a", unit] : !ts.tuple<i64, !ts.str, !ts.none>
  // CHECK-NEXT: %[[NAMED:.*]] = prim.Constant [1 : i64] : !ts.named_tuple<@P, x: i64>
  %named = prim.Constant [1 : i64] : !ts.named_tuple<@P, x: i64>
  // CHECK-NEXT: %[[DICT:.*]] = prim.Constant {{\[\[}}"a", 1 : i64], ["b", 2 : i64]] : !ts.dict<!ts.str, i64>
  %dict = prim.Constant [["a", 1 : i64], ["b", 2 : i64]] : !ts.dict<!ts.str, i64>
  // CHECK-NEXT: %[[UNION:.*]] = prim.Constant "a" : !ts.union<i64, !ts.str>
  %union = prim.Constant "a" : !ts.union<i64, !ts.str>
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @tensors(
func.func @tensors() {
  // CHECK-NEXT: %[[DENSE:.*]] = prim.Constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32> : !ts.tensor<[2],f32>
  %dense = prim.Constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32> : !ts.tensor<[2],f32>
  // CHECK-NEXT: %[[ZERO_D:.*]] = prim.Constant dense<1> : tensor<i64> : !ts.tensor
  %zero_d = prim.Constant dense<1> : tensor<i64> : !ts.tensor
  // CHECK-NEXT: %[[OPAQUE:.*]] = prim.Constant #ts.opaque<"<Tensor>"> : !ts.tensor<[2],f32>
  %opaque = prim.Constant #ts.opaque<"<Tensor>"> : !ts.tensor<[2],f32>
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @symbols(
func.func @symbols() {
  // CHECK-NEXT: %[[FUNCTION:.*]] = prim.Constant @f : !ts.function<@f>
  %function = prim.Constant @f : !ts.function<@f>
  // CHECK-NEXT: %[[MEMBER:.*]] = prim.Constant @RED : !ts.enum<@__torch__.Color>
  %member = prim.Constant @RED : !ts.enum<@__torch__.Color>
  // CHECK-NEXT: %[[OBJECT:.*]] = prim.Constant #ts.opaque<"object of __torch__.M"> : !ts.class<@__torch__.M>
  %object = prim.Constant #ts.opaque<"object of __torch__.M"> : !ts.class<@__torch__.M>
  // CHECK-NEXT: func.return
  func.return
}

// CHECK-LABEL: func.func @attributes_of_a_reader(
func.func @attributes_of_a_reader() {
  // CHECK-NEXT: %[[NOTED:.*]] = prim.Constant 1 : i64 attributes {note = "mine"}
  %noted = prim.Constant 1 : i64 attributes {note = "mine"}
  // CHECK-NEXT: func.return
  func.return
}

// Hexadecimal digits are the bits of a float. What xDSL would misread is printed as bytes.
// CHECK-LABEL: func.func @bits_of_tensors(
func.func @bits_of_tensors() {
  // CHECK-NEXT: %[[MASK:.*]] = prim.Constant dense<"0x000080FF"> : tensor<2xf32> : !ts.tensor
  %mask = prim.Constant dense<0xFF800000> : tensor<2xf32> : !ts.tensor
  // CHECK-NEXT: %[[LIST:.*]] = prim.Constant dense<"0x007C0180003C017E"> : tensor<2x2xf16> : !ts.tensor
  %list = prim.Constant dense<[[0x7C00, 0x8001], [1.0, 0x7E01]]> : tensor<2x2xf16> : !ts.tensor
  // CHECK-NEXT: %[[ZEROS:.*]] = prim.Constant dense<"0x0000000000000080"> : tensor<2xf32> : !ts.tensor
  %zeros = prim.Constant dense<[0.0, -0.0]> : tensor<2xf32> : !ts.tensor
  // CHECK-NEXT: %[[ONE:.*]] = prim.Constant dense<1.000000e+00> : tensor<bf16> : !ts.tensor
  %one = prim.Constant dense<0x3F80> : tensor<bf16> : !ts.tensor
  // CHECK-NEXT: %[[COMPLEX:.*]] = prim.Constant dense<"0x0000807F00000080"> : tensor<complex<f32>> : !ts.tensor
  %complex = prim.Constant dense<(0x7F800000, -0.0)> : tensor<complex<f32>> : !ts.tensor
  // CHECK-NEXT: %[[NUMBER:.*]] = prim.Constant dense<128> : tensor<2xi64> : !ts.tensor
  %number = prim.Constant dense<0x80> : tensor<2xi64> : !ts.tensor
  // CHECK-NEXT: %[[EMPTY:.*]] = prim.Constant dense<> : tensor<0xf32> : !ts.tensor
  %empty = prim.Constant dense<[]> : tensor<0xf32> : !ts.tensor
  // CHECK-NEXT: func.return
  func.return
}
