"""Building `prim` ops from Python: constructors, accessors, effects."""

import pytest
from xdsl.dialects import test as test_dialect
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, StringAttr, UnitAttr, f32, f64, i1, i64
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import MemoryEffectKind, get_effects, is_side_effect_free
from xdsl.transforms.dead_code_elimination import would_be_trivially_dead

from xdsl_torchscript.dialects import prim
from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    FunctionType,
    FutureType,
    ListType,
    NoneType,
    OpaqueAttr,
    OptionalType,
    SizeType,
    StrType,
    TensorType,
    TupleType,
)

TENSOR = TensorType.get()


def values(*types):
    return test_dialect.TestOp(result_types=types).results


def region(*ops: Operation, args=()) -> Region:
    return Region(Block(ops, arg_types=args))


@pytest.mark.parametrize(
    ("op", "text"),
    [
        (prim.ConstantOp.from_int(-1), "prim.Constant -1 : i64"),
        (prim.ConstantOp.from_float(0.5), "prim.Constant 5.000000e-01 : f64"),
        (prim.ConstantOp.from_bool(False), "prim.Constant false"),
        (
            prim.ConstantOp.from_complex(1 - 2j),
            "prim.Constant [1.000000e+00 : f64, -2.000000e+00 : f64] : complex<f64>",
        ),
        (prim.ConstantOp.from_str("a"), 'prim.Constant "a" : !ts.str'),
        (prim.ConstantOp.none(), "prim.Constant : !ts.none"),
        (
            prim.ConstantOp.from_int_list([1, 2]),
            "prim.Constant [1 : i64, 2 : i64] : !ts.list<i64>",
        ),
    ],
)
def test_constants(op: prim.ConstantOp, text: str):
    op.verify()
    assert str(op) == f"%0 = {text}"


def test_constant_value():
    (outside,) = values(i64)
    assert prim.constant_value(prim.ConstantOp.from_int(3).result) == IntegerAttr(3, i64)
    assert prim.constant_value(prim.ConstantOp.none().result) == UnitAttr()
    assert prim.constant_value(outside) is None


def test_an_opaque_literal_is_of_any_type():
    for type in (TENSOR, i64, ListType(TENSOR), ClassType.get("__torch__.M")):
        assert prim.is_literal_of(OpaqueAttr(StringAttr("<it>")), type)


def test_if_has_named_parts():
    condition, x, y = values(i1, i64, i64)
    then_yield, else_yield = prim.IfYieldOp(x), prim.IfYieldOp(y)
    op = prim.IfOp(condition, [i64], region(then_yield), region(else_yield))
    op.verify()
    assert op.condition is condition
    assert (op.then_yield, op.else_yield) == (then_yield, else_yield)
    assert op.then_block.last_op is then_yield
    assert list(op.outputs) == list(op.results)


def test_loop_has_named_parts():
    count, condition, x = values(i64, i1, TENSOR)
    body = Block(arg_types=[i64, TENSOR])
    end = prim.LoopConditionOp(condition, [body.args[1]])
    body.add_op(end)
    op = prim.LoopOp(count, condition, [x], [TENSOR], Region(body))
    op.verify()
    assert (op.max_trip_count, op.initial_condition) == (count, condition)
    assert list(op.carried) == [x]
    assert op.trip is body.args[0]
    assert list(op.carried_args) == [body.args[1]]
    assert op.body_condition is end
    assert (end.condition, list(end.carried)) == (condition, [body.args[1]])


def test_containers():
    x, n, s = values(TENSOR, i64, StrType())
    made_list = prim.ListConstructOp([x, x], TENSOR)
    made_tuple = prim.TupleConstructOp([x, n])
    made_dict = prim.DictConstructOp([s, n], StrType(), i64)
    unpacked = prim.TupleUnpackOp(made_tuple)
    slice_ = prim.TupleSliceOp(made_tuple, 1, 2)
    ops = [
        made_list,
        made_tuple,
        made_dict,
        unpacked,
        slice_,
        prim.ListUnpackOp(made_list, [TENSOR, TENSOR]),
        prim.TupleIndexOp(made_tuple, n, TENSOR),
        prim.ConstantChunkOp(x, 3, -1),
    ]
    for op in ops:
        op.verify()
    assert made_list.element_type == TENSOR
    assert made_tuple.result.type == TupleType.get([TENSOR, i64])
    assert made_dict.result.type == DictType(StrType(), i64)
    assert (list(made_dict.keys), list(made_dict.values)) == ([s], [n])
    assert unpacked.result_types == (TENSOR, i64)
    assert slice_.result.type == TupleType.get([i64])


def test_objects_and_calls():
    self_type = ClassType.get("__torch__.M")
    self_, x, f = values(self_type, TENSOR, FunctionType.get("f"))
    get = prim.GetAttrOp(self_, "weight", TENSOR)
    call = prim.CallMethodOp(self_, "forward", [x], TENSOR)
    ops = [
        get,
        call,
        prim.SetAttrOp(self_, "weight", x),
        prim.HasAttrOp(self_, "bias"),
        prim.CallFunctionOp(f, [x], TENSOR),
        prim.CreateObjectOp(self_type),
        prim.EnterOp(self_, NoneType()),
        prim.ExitOp(self_),
    ]
    for op in ops:
        op.verify()
    assert get.attribute.data == "weight"
    assert (call.method.data, list(call.arguments)) == ("forward", [x])


def test_types_and_errors():
    x, o, n, s = values(TENSOR, OptionalType(i64), i64, StrType())
    raised = prim.RaiseExceptionOp(s, s)
    ops = [
        raised,
        prim.RaiseExceptionOp(s),
        prim.IsInstanceOp(o, [i64]),
        prim.UncheckedCastOp(o, i64),
        prim.UninitializedOp(TENSOR),
        prim.ToListOp(x, n, n, ListType(i64)),
        prim.PrintOp([x, n]),
    ]
    for op in ops:
        op.verify()
    assert (raised.message, raised.error_class) == (s, s)
    assert prim.RaiseExceptionOp(s).error_class is None


def test_profiling_and_guards():
    known = TensorType.get((2,), f32)
    x, n, s, numbers = values(TENSOR, i64, SizeType.get("s0"), ListType(f64))
    check = prim.TypeCheckOp([x, x], [known, known])
    ops = [
        check,
        prim.RequiresGradCheckOp([x], [TensorType.get(requires_grad=True)]),
        prim.ProfileOp([x], known),
        prim.ProfileOp([]),
        prim.ProfileIvalueOp(n),
        prim.SizeValueOp(s),
        prim.ListTensorOp(numbers),
        prim.GuardOp(x, known),
        prim.BailOutOp([x, n], "rest", known),
        prim.TensorExprDynamicGuardOp([x], [known]),
        prim.OneDnnFusionGuardOp([x]),
    ]
    for op in ops:
        op.verify()
    assert [value.type for value in check.refined] == [known, known]
    assert check.passed.type == i1


@pytest.mark.parametrize("kind", prim.SUBGRAPH_OPS)
def test_subgraphs(kind: type[prim.SubgraphOp]):
    (x,) = values(TENSOR)
    body = Block(arg_types=[TENSOR])
    end = prim.ReturnOp(body.args[0])
    body.add_op(end)
    result = FutureType(TENSOR) if kind is prim.ForkOp else TENSOR
    op = kind([x], [result], Region(body))
    op.verify()
    assert op.body_return is end
    assert list(op.inputs) == [x]


def test_grad_of_uses_outside_values():
    (x,) = values(TENSOR)
    op = prim.GradOfOp("aten::relu", [x], [TENSOR], region(prim.ReturnOp(x)))
    op.verify()
    assert op.operator.data == "aten::relu"


def test_operator_without_schema():
    (x,) = values(f64)
    op = OperatorOp("my::op", [x], [f64], {"alpha": IntegerAttr(1, i64)})
    op.verify()
    assert str(op) == '%0 = ts.operator "my::op"(%1) {alpha = 1 : i64} : (f64) -> f64'


# ---- effects


def branch(condition: SSAValue, *inside: Operation) -> prim.IfOp:
    then_region = region(*inside, prim.IfYieldOp())
    return prim.IfOp(condition, [], then_region, region(prim.IfYieldOp()))


def test_a_new_list_may_go_but_not_be_merged():
    op = prim.ListConstructOp([], i64)
    assert not is_side_effect_free(op)
    assert would_be_trivially_dead(op)


@pytest.mark.parametrize(
    ("op", "is_merged"),
    [
        (prim.ConstantOp.from_int(1), True),
        (prim.ConstantOp.from_int_list([1]), False),
        (prim.ConstantOp(OpaqueAttr(StringAttr("<Tensor>")), TENSOR), False),
    ],
)
def test_literals_of_mutable_types_stay_apart(op: prim.ConstantOp, is_merged: bool):
    assert is_side_effect_free(op) == is_merged
    assert would_be_trivially_dead(op)


def test_parts_of_a_tensor_are_views_of_their_own():
    (x,) = values(TENSOR)
    for op in (prim.ConstantChunkOp(x, 2, 0), prim.ToListOp(x, *values(i64, i64), ListType(i64))):
        kinds = {effect.kind for effect in get_effects(op) or ()}
        assert kinds == {MemoryEffectKind.READ, MemoryEffectKind.ALLOC}


def test_a_check_of_a_tensor_reads_it():
    effects = get_effects(prim.TypeCheckOp(values(TENSOR), [TENSOR]))
    assert {effect.kind for effect in effects or ()} == {MemoryEffectKind.READ}


def test_effects_of_regions():
    condition, x, self_ = values(i1, TENSOR, ClassType.get("__torch__.M"))
    assert is_side_effect_free(branch(condition))
    assert is_side_effect_free(branch(condition, prim.TupleConstructOp([x])))
    assert would_be_trivially_dead(branch(condition, prim.ListConstructOp([x], TENSOR)))
    written = get_effects(branch(condition, prim.SetAttrOp(self_, "x", x)))
    assert {effect.kind for effect in written or ()} == {MemoryEffectKind.WRITE}
    assert get_effects(branch(condition, prim.PrintOp([x]))) is None
    assert get_effects(branch(condition, branch(condition, prim.PrintOp([x])))) is None


def test_effects_of_deep_nesting_need_no_deep_stack():
    (condition,) = values(i1)
    op = branch(condition)
    for _ in range(2000):
        op = branch(condition, op)
    assert is_side_effect_free(op)


def test_types_of_an_isinstance_are_a_property():
    (x,) = values(OptionalType(i64))
    assert prim.IsInstanceOp(x, [i64, NoneType()]).types == ArrayAttr([i64, NoneType()])
