"""Functions whose results differ in training mode, and the calls of a module that do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl_torchscript.frontend.archive import PickledObject
from xdsl_torchscript.tools.inspection.code import (
    CallSite,
    ClassCode,
    CodeSummary,
    OwnAttribute,
)


@dataclass(frozen=True)
class Behaviour:
    """The effect of functions in training mode; `lasting` is the effect if the flag is always True.

    It is None if such a flag is ordinary.
    """

    noun: str
    effect: str
    lasting: str | None


@dataclass(frozen=True)
class Difference:
    """A behaviour of a module, in training mode or in every mode."""

    behaviour: Behaviour
    in_every_mode: bool

    def warning(self, place: str) -> str:
        of = self.behaviour
        if self.in_every_mode:
            return f"{of.noun} in every mode: {place}; {of.lasting} after eval(), too"
        return f"{of.noun} in training mode: {place}; {of.effect} until eval()"


@dataclass(frozen=True)
class _Sensitive:
    """A function with the places of its flag and its rate among the arguments.

    At a rate of 0, the function has no effect. `default` is the flag's default, if the argument may
    be omitted. For packed sequences, all places are one further.
    """

    behaviour: Behaviour
    flag: int | None
    rate: int | None = None
    default: object = ...
    may_be_packed: bool = False


_DROPOUT = Behaviour("dropout", "results are random", "results are random")
_RRELU = Behaviour("rrelu", "results are random", "results are random")
_BATCH_NORM = Behaviour(
    "batch norm",
    "results depend on the batch, and its statistics are kept,",
    "results depend on the batch",
)
_INSTANCE_NORM = Behaviour("instance norm", "statistics of the input are used and kept", None)
_DROPOUTS = (
    "dropout dropout1d dropout2d dropout3d alpha_dropout feature_dropout feature_alpha_dropout "
    "native_dropout"
).split()
_RECURRENT = "lstm gru rnn_tanh rnn_relu".split()

_FUNCTIONS: Mapping[str, _Sensitive] = {
    **dict.fromkeys(_DROPOUTS, _Sensitive(_DROPOUT, flag=2, rate=1)),
    **dict.fromkeys(_RECURRENT, _Sensitive(_DROPOUT, flag=6, rate=5, may_be_packed=True)),
    "multi_head_attention_forward": _Sensitive(_DROPOUT, flag=13, rate=10),
    "scaled_dot_product_attention": _Sensitive(_DROPOUT, flag=None, rate=4, default=0.0),
    "rrelu": _Sensitive(_RRELU, flag=3, default=False),
    "batch_norm": _Sensitive(_BATCH_NORM, flag=5),
    "instance_norm": _Sensitive(_INSTANCE_NORM, flag=5),
}
"""By the last part of the name, without `_` for an operation in place."""


_Effect: TypeAlias = tuple[Behaviour, object]
"""A behaviour and the flag of its call: True, or `...` for the mode of the module."""


class TrainingModes:
    """The differences of a program's modules from evaluation mode."""

    def __init__(self, program: CodeSummary) -> None:
        self._program = program
        self._effects = {
            name: {effect for call in code.calls for effect in _effects(call, {})}
            for name, code in program.functions.items()
        }
        callers: dict[str, list[str]] = {}
        for name, code in program.functions.items():
            for called in {call.name for call in code.calls if _function(call) is None}:
                callers.setdefault(called, []).append(name)
        pending = list(self._effects)
        while pending:
            called = pending.pop()
            for name in callers.get(called, ()):
                if not self._effects[called] <= self._effects[name]:
                    self._effects[name] |= self._effects[called]
                    pending.append(name)

    def differences(self, of: PickledObject) -> Iterator[Difference]:
        """Yield the differences of a module. Functions that it calls count, other modules do
        not."""
        code = self._program.classes.get(of.class_name, ClassCode())
        found: dict[_Effect, None] = {}
        for call in code.calls:
            inside = () if _function(call) is not None else self._effects.get(call.name, ())
            found |= dict.fromkeys([*_effects(call, of.attributes), *inside])
        for behaviour, flag in found:
            if flag is True and behaviour.lasting is not None:
                yield Difference(behaviour, in_every_mode=True)
            elif flag is ... and of.attributes.get("training") is True:
                yield Difference(behaviour, in_every_mode=False)


def _function(call: CallSite) -> _Sensitive | None:
    return _FUNCTIONS.get(call.name.rpartition(".")[2].rstrip("_"))


def _effects(call: CallSite, attributes: Mapping[str, object]) -> Iterator[_Effect]:
    function = _function(call)
    flag = False if function is None else _flag(function, call, attributes)
    if function is not None and flag is not False:
        yield function.behaviour, flag


def _flag(function: _Sensitive, call: CallSite, attributes: Mapping[str, object]) -> object:
    """Return True or False if the call fixes the mode, and `...` if it is the module's or
    unknown."""
    given = call.arguments
    if function.may_be_packed and type(_at(given, 5, ...)) is int:
        given = given[1:]
    known = {**attributes, "training": ...}
    values = [known.get(v.name, ...) if isinstance(v, OwnAttribute) else v for v in given]
    rate = ... if function.rate is None else _at(values, function.rate, function.default)
    if rate == 0:
        return False
    if function.flag is None:
        return True if isinstance(rate, float) else ...
    flag = _at(values, function.flag, function.default)
    return flag if isinstance(flag, bool) else ...


def _at(values: Sequence[object], place: int, default: object) -> object:
    return values[place] if place < len(values) else default
