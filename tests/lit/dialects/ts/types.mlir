// RUN: %roundtrip %s
// RUN: %ts-opt %s | %check %s
// RUN: xdsl-opt %s | %check %s

// Every type, in each of its forms.

// CHECK-LABEL: func.func private @tensors(
// CHECK-SAME: !ts.tensor, !ts.tensor<*,f32>, !ts.tensor<[],f32>,
// CHECK-SAME: !ts.tensor<[?,?],f32>, !ts.tensor<[2,3],?>,
// CHECK-SAME: !ts.tensor<[2,3],f32, strides=[3,1], device="cpu", requires_grad=false>,
// CHECK-SAME: !ts.tensor<[s0,3],f64, strides=[3,?], requires_grad=true>,
// CHECK-SAME: !ts.tensor<*,?, device="cuda:0">, !ts.tensor<*,?, undefined=true>)
func.func private @tensors(
  !ts.tensor, !ts.tensor<*,f32>, !ts.tensor<[],f32>,
  !ts.tensor<[?,?],f32>, !ts.tensor<[2,3],?>,
  !ts.tensor<[2,3],f32, strides=[3,1], device="cpu", requires_grad=false>,
  !ts.tensor<[s0,3],f64, strides=[3,?], requires_grad=true>,
  !ts.tensor<*,?, device="cuda:0">, !ts.tensor<*,?, undefined=true>)

// Unknown parts are not written: these are the types above.
// CHECK-LABEL: func.func private @tensors_with_fewer_facts(
// CHECK-SAME: !ts.tensor, !ts.tensor<[],f32>, !ts.tensor<[2,3],f32>)
func.func private @tensors_with_fewer_facts(
  !ts.tensor<*,?>, !ts.tensor<[],f32, strides=[]>, !ts.tensor<[2,3],f32, strides=[?,?]>)

// CHECK-LABEL: func.func private @dtypes(
// CHECK-SAME: !ts.tensor<[1],ui8>, !ts.tensor<[1],i8>, !ts.tensor<[1],i16>,
// CHECK-SAME: !ts.tensor<[1],i1>, !ts.tensor<[1],bf16>, !ts.tensor<[1],f16>,
// CHECK-SAME: !ts.tensor<[1],complex<f32>>, !ts.tensor<[1],!ts.dtype<"QInt8">>)
func.func private @dtypes(
  !ts.tensor<[1],ui8>, !ts.tensor<[1],i8>, !ts.tensor<[1],i16>,
  !ts.tensor<[1],i1>, !ts.tensor<[1],bf16>, !ts.tensor<[1],f16>,
  !ts.tensor<[1],complex<f32>>, !ts.tensor<[1],!ts.dtype<"QInt8">>)

// CHECK-LABEL: func.func private @containers(
// CHECK-SAME: !ts.list<i64>, !ts.list<!ts.optional<!ts.tensor>>, !ts.optional<f64>,
// CHECK-SAME: !ts.dict<!ts.str, !ts.list<!ts.tensor>>, !ts.tuple<>, !ts.tuple<i64, !ts.tensor>,
// CHECK-SAME: !ts.union<i64, !ts.str, !ts.none>,
// CHECK-SAME: !ts.future<!ts.tensor>, !ts.await<i1>, !ts.rref<complex<f64>>)
func.func private @containers(
  !ts.list<i64>, !ts.list<!ts.optional<!ts.tensor>>, !ts.optional<f64>,
  !ts.dict<!ts.str, !ts.list<!ts.tensor>>, !ts.tuple<>, !ts.tuple<i64, !ts.tensor>,
  !ts.union<i64, !ts.str, !ts.none>,
  !ts.future<!ts.tensor>, !ts.await<i1>, !ts.rref<complex<f64>>)

// CHECK-LABEL: func.func private @named(
// CHECK-SAME: !ts.class<@__torch__.M>, !ts.interface<@__torch__.I>, !ts.enum<@__torch__.Color>,
// CHECK-SAME: !ts.function<@f>, !ts.var<"t">, !ts.named_tuple<@__torch__.Empty>,
// CHECK-SAME: !ts.named_tuple<@__torch__.P, x: i64, y: f64 = "2.", z: !ts.str = "\22a\22">)
func.func private @named(
  !ts.class<@__torch__.M>, !ts.interface<@__torch__.I>, !ts.enum<@__torch__.Color>,
  !ts.function<@f>, !ts.var<"t">, !ts.named_tuple<@__torch__.Empty>,
  !ts.named_tuple<@__torch__.P, x: i64, y: f64 = "2.", z: !ts.str = "\22a\22">)

// CHECK-LABEL: func.func private @simple(
// CHECK-SAME: !ts.str, !ts.none, !ts.device, !ts.generator, !ts.stream, !ts.storage,
// CHECK-SAME: !ts.qscheme, !ts.any, !ts.number, !ts.any_list, !ts.any_tuple, !ts.any_class,
// CHECK-SAME: !ts.any_enum, !ts.capsule, !ts.pyobject)
func.func private @simple(
  !ts.str, !ts.none, !ts.device, !ts.generator, !ts.stream, !ts.storage,
  !ts.qscheme, !ts.any, !ts.number, !ts.any_list, !ts.any_tuple, !ts.any_class,
  !ts.any_enum, !ts.capsule, !ts.pyobject)

// CHECK-LABEL: func.func private @attributes()
// CHECK-SAME: attributes {weights = #ts.opaque<"<Tensor>">}
func.func private @attributes() attributes {weights = #ts.opaque<"<Tensor>">}
