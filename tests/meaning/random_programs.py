"""Random programs: a module with a function `main`, its inputs, and the seed that reproduces it."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from builder import ATTRIBUTES, CLASS, INTS, TENSOR, Builder
from copies import Copier
from observation import Entry, Observation, observe
from structure import grow, set_attribute
from xdsl.dialects.builtin import ModuleOp, f64, i1, i64
from xdsl.dialects.func import FuncOp
from xdsl.dialects.func import ReturnOp as FuncReturnOp
from xdsl.ir import Attribute, Block, Region, SSAValue

from xdsl_torchscript.dialects.modules import AttrOp, ClassOp
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    FunctionType,
    ListType,
    StrType,
    TensorType,
    TupleType,
)
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.runtime.modules.objects import Object
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.operators.random.generator import manual_seed
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value, type_of

FIRST_SEED = int(os.environ.get("TS_MEANING_SEED", "1000000"))
"""Programs from this seed on are tried besides those from 0 on. CI takes the default, so that a
commit gets one answer; `make meaning-fresh` draws another, and `make fuzz` tries programs without
end."""

_SHAPES = ((2, 3), (2, 3), (3,), (1, 2), (2, 1), (4,), (2, 2), (1,), (), (2, 1, 3))
_DTYPES = ("float32", "float32", "float32", "int64", "float64", "bool", "int32")
_TENSORS = ListType(TENSOR)
_TABLE = DictType(StrType(), TENSOR)
_PAIR = TupleType.get([TENSOR, INTS])
_SELF = ClassType.get(CLASS)
_KINDS: tuple[Attribute, ...] = (
    TENSOR, TENSOR, TENSOR, i64, i1, f64, INTS, _TENSORS, _TABLE, _PAIR, _SELF, _SELF, _SELF,
)  # fmt: skip
_SHARED: dict[type[Attribute], float] = {ListType: 0.2, ClassType: 0.5}
"""The probability that an input is an existing value, by the class of its type."""


@dataclass(frozen=True)
class Program:
    """A module whose `main` runs on the inputs; `observation` is of the program as it is."""

    seed: int
    module: ModuleOp
    inputs: Sequence[Value]
    observation: Observation

    entry: Entry = ("main",)
    resources: Mapping[str, np.ndarray] = field(default_factory=dict[str, np.ndarray])
    name: str = "random"
    _copies: list[ModuleOp] = field(default_factory=list[ModuleOp])

    def observe(self, module: ModuleOp) -> Observation:
        """Run a version of the program on the inputs."""
        return observe(module, self.inputs, self.entry, self.resources)

    def borrow(self) -> ModuleOp:
        """Return a copy of the module to change."""
        return self._copies.pop() if self._copies else self.module.clone()

    def give_back(self, module: ModuleOp) -> None:
        """Take back a copy that was not changed."""
        self._copies.append(module)


class _Inputs:
    """Random values, some of which share memory."""

    def __init__(self, source: random.Random) -> None:
        self._random = source
        self._tensors: list[Tensor] = []
        self._made: dict[Attribute, list[Value]] = {}

    def of(self, type: Attribute) -> Value:
        """Return a value of a type, sometimes an existing one."""
        made = self._made.setdefault(type, [])
        if made and self._random.random() < _SHARED.get(type.__class__, 0.0):
            return self._random.choice(made)
        made.append(self._new(type))
        return made[-1]

    def _new(self, type: Attribute) -> Value:
        match type:
            case TensorType():
                return self._tensor()
            case ListType():
                return [self.of(type.element) for _ in range(self._random.randint(1, 3))]
            case DictType():
                return {key: self.of(type.value) for key in ("a", "b")}
            case TupleType():
                return tuple(map(self.of, type.elements))
            case ClassType():
                return Object(CLASS, {name: self.of(slot) for name, slot in ATTRIBUTES.items()})
            case _:
                return self._scalar(type)

    def _scalar(self, type: Attribute) -> Value:
        if type == i1:
            return self._random.random() < 0.5
        if type == f64:
            return self._random.choice((0.5, 2.0, -1.0))
        return self._random.choice((0, 1, 2, 3))

    def _tensor(self) -> Tensor:
        if self._tensors and self._random.random() < 0.2:
            shared = self._random.choice(self._tensors)
            return self._random.choice(
                (shared, shared.over(shared.array.T), shared.over(shared.array[...]))
            )
        shape, dtype = self._random.choice(_SHAPES), self._random.choice(_DTYPES)
        count = int(np.prod(shape, dtype=int))
        values = [self._random.choice((0, 1, -1, 2, 3, 0.5, -2.5)) for _ in range(count)]
        made = Tensor(np.array(values).astype(dtype).reshape(shape))
        self._tensors.append(made)
        return made


def random_program(seed: int, steps: int = 14, *, chains: bool = False) -> Program:
    """Return the program of a seed; with `chains`, one with many pointwise operators in a row.

    Half of the programs state types of their arguments and of some results, as in the execution on
    the inputs.
    """
    for attempt in itertools.count():
        builder = Builder(f"{seed} {attempt}", chains)
        program = _program(seed, builder, steps)
        place = program.observation.raised_at
        if place is None or place in builder.raising:
            return program
    raise AssertionError("attempts do not end")


def _program(seed: int, builder: Builder, steps: int) -> Program:
    """Return a program, which may fail at unintended places: a complete run draws other random
    numbers."""
    manual_seed(seed)
    values = _Inputs(builder.random)
    class_op = ClassOp(CLASS)
    for name, type in ATTRIBUTES.items():
        class_op.add(AttrOp(name, type))
    module = ModuleOp([class_op])
    with quiet():
        for number in range(builder.random.choice((0, 0, 1, 2))):
            _add_function(builder, module, values, f"f{number}", ())
        if builder.chance(0.3):
            class_op.add(_function(builder, values, "m", (_SELF,)))
            builder.state.functions[f"{CLASS}.m"] = class_op.methods["m"]
        kinds = builder.random.choices(_KINDS, k=builder.random.randint(1, 4))
        inputs = [values.of(kind) for kind in (TENSOR, *kinds)]
        main = _main(builder, (TENSOR, *kinds), inputs, builder.random.randint(4, steps))
    module.body.block.add_op(main)
    if builder.chance(0.5):
        _state_types(builder, main, inputs)
    return Program(seed, module, inputs, observe(module, inputs))


def _add_function(
    builder: Builder, module: ModuleOp, values: _Inputs, name: str, first: Sequence[Attribute]
) -> None:
    function = _function(builder, values, name, first)
    module.body.block.add_op(function)
    builder.state.functions[name] = function


def _function(builder: Builder, values: _Inputs, name: str, first: Sequence[Attribute]) -> FuncOp:
    """Return a function with one result, generated on sample arguments."""
    types = [
        *first,
        TENSOR,
        *builder.random.choices((TENSOR, INTS, i64, _TENSORS), k=builder.random.randint(0, 1)),
    ]
    samples = [values.of(type) for type in types]
    block = Block(arg_types=types)
    with builder.nested(block, first=samples, isolated=True):
        if first:
            set_attribute(builder, depth=1)
        grow(builder, builder.random.randint(1, 5), depth=1)
        results = [_result(builder)]
    return _finish(builder, name, block, results)


def _main(
    builder: Builder, types: Sequence[Attribute], inputs: Sequence[Value], steps: int
) -> FuncOp:
    block = Block(arg_types=types)
    copier = Copier()
    builder.block, builder.scope = block, list(block.args)
    builder.state.values.update(zip(block.args, map(copier, inputs), strict=True))
    grow(builder, steps)
    results = [_result(builder) for _ in range(builder.random.randint(1, 5))]
    return _finish(builder, "main", block, [*builder.required, *results])


def _result(builder: Builder) -> SSAValue:
    telling = [value for value in builder.telling if value in builder.scope]
    if telling and builder.chance(0.5):
        return builder.random.choice(telling)
    found = builder.pick(lambda value: not isinstance(value.type, FunctionType))
    assert found is not None
    return found


def _finish(builder: Builder, name: str, block: Block, results: Sequence[SSAValue]) -> FuncOp:
    last = FuncReturnOp(*results)
    builder.locate(last)
    block.add_op(last)
    _strip(builder, block)
    types = [arg.type for arg in block.args], [value.type for value in results]
    return FuncOp(name, types, Region(block))


def _strip(builder: Builder, block: Block) -> None:
    """Remove most of the literals that operations were tried with in vain."""
    for op in tuple(block.walk()):
        literal = isinstance(op, ConstantOp) and not isinstance(op.type, ListType | TensorType)
        if literal and op.results[0].first_use is None and builder.chance(0.8):
            op.detach()
            op.erase()


# ---- stated types


def _state_types(builder: Builder, main: FuncOp, inputs: Sequence[Value]) -> None:
    for argument, value in zip(tuple(main.body.block.args), inputs, strict=True):
        if isinstance(value, Tensor):
            retype(argument, _weaken_type(builder, value))
    main.update_function_type()


def _weaken_type(builder: Builder, value: Tensor) -> TensorType:
    """Return the type of a tensor without some of its facts; a size may become a symbol, which is
    never 0 or 1."""
    whole = type_of(value)
    assert isinstance(whole, TensorType)
    dims = list(whole.shape or ())
    for position, size in enumerate(whole.shape or ()):
        if builder.chance(0.15):
            symbol = f"s{position}_{size}" if size not in (0, 1) else None
            dims[position] = builder.random.choice((None, symbol))
    known = all(isinstance(dim, int) for dim in dims)
    return TensorType.get(
        dims,
        whole.dtype if builder.chance(0.9) else None,
        strides=whole.strides if known and builder.chance(0.5) else None,
    )
