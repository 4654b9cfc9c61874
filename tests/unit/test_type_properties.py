"""Laws of types that hold for all of them, tried on random ones."""

from hypothesis import example, given, settings
from hypothesis import strategies as st
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ComplexType, f64, i1, i64
from xdsl.parser import Parser

from xdsl_torchscript.dialects import types
from xdsl_torchscript.dialects.dtypes import DTYPES
from xdsl_torchscript.dialects.subtyping import is_subtype_of, unify, without_facts
from xdsl_torchscript.dialects.ts import TS
from xdsl_torchscript.dialects.type_text import TypeTextError, parse_type, print_type

CONTEXT = Context()
CONTEXT.load_dialect(Builtin)
CONTEXT.load_dialect(TS)

LEAVES = st.sampled_from([
    i64, f64, i1, ComplexType(f64), types.NumberType(), types.StrType(), types.NoneType(),
    types.DeviceType(), types.AnyType(), types.AnyListType(), types.AnyEnumType(),
    types.ClassType.get("__torch__.a.B"), types.EnumType.get("__torch__.E"),
    types.InterfaceType.get("I"),
])  # fmt: skip
DIMS = st.sampled_from([None, 0, 1, 17, "s0", "SS3", "n_1"])
FLAGS = st.sampled_from([None, True, False])


@st.composite
def tensors(draw):
    shape = draw(st.none() | st.lists(DIMS, max_size=4))
    strides = None
    if shape is not None and draw(st.booleans()):
        strides = draw(st.lists(DIMS, min_size=len(shape), max_size=len(shape)))
    return types.TensorType.get(
        shape,
        draw(st.sampled_from([None, *(dtype.type for dtype in DTYPES)])),
        strides=strides,
        device=draw(st.sampled_from([None, "cpu", "cuda:0"])),
        requires_grad=draw(FLAGS),
        undefined=draw(FLAGS),
    )


def containers(inner):
    # PyTorch makes no optional of an optional or of None.
    plain = inner.filter(lambda t: not isinstance(t, types.OptionalType | types.NoneType))
    fields = st.lists(st.tuples(st.sampled_from(["x", "y_1"]), inner), max_size=3)
    return st.one_of(
        plain.map(types.OptionalType),
        *(inner.map(kind) for kind in (types.ListType, types.FutureType, types.AwaitType)),
        inner.map(types.RRefType),
        st.builds(types.DictType, inner, inner),
        st.lists(inner, max_size=3).map(types.TupleType.get),
        st.lists(inner, min_size=2, max_size=3).map(types.UnionType.get),
        fields.map(lambda found: types.NamedTupleType.get("NamedTuple", found)),
    )


ALL_TYPES = st.recursive(LEAVES | tensors(), containers, max_leaves=6)


@settings(max_examples=200, deadline=None)
@given(ALL_TYPES)
def test_both_spellings_give_the_type_back(attr):
    assert parse_type(print_type(attr)) == attr
    assert Parser(CONTEXT, str(attr)).parse_type() == attr


@settings(max_examples=200, deadline=None)
@given(ALL_TYPES, st.data())
def test_damaged_text_is_read_or_refused(attr, data):
    text = print_type(attr)
    place = data.draw(st.integers(0, len(text)))
    inserted = data.draw(st.sampled_from([*'()[]<>?,=*:. aZ9"-', ""]))
    damaged = text[:place] + inserted + text[place + (not inserted) :]
    try:
        parse_type(damaged)
    except TypeTextError as error:
        assert 0 <= error.position <= len(damaged)


_OPTIONAL_NONE = types.OptionalType(types.UnionType.get([i64, types.NoneType()]))
_OPTIONAL_LIST = types.OptionalType(types.UnionType.get([i64, types.ListType(i64)]))


@settings(max_examples=200, deadline=None)
@given(ALL_TYPES, ALL_TYPES)
@example(_OPTIONAL_NONE, _OPTIONAL_LIST)
def test_a_type_is_below_its_unification(a, b):
    assert is_subtype_of(a, a)
    assert is_subtype_of(a, types.AnyType())
    joined = unify(a, b)
    if joined is not None:
        assert is_subtype_of(without_facts(a), without_facts(joined))
        assert is_subtype_of(without_facts(b), without_facts(joined))
