"""A call's arguments, bound to a function's inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.modules.arguments import Arguments, TakeArgument, Unfit
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.signature import Signature, SignatureParameter
from xdsl_torchscript.runtime.values import Value


class CallBinding:
    """The signature of a function and the converters of its arguments, computed once.

    `bound` excludes the first input, which is the object of a method.
    """

    def __init__(self, function: FuncOp, program: LinkedProgram, *, bound: bool) -> None:
        self.signature = Signature(function, program, bound=bound)
        arguments = Arguments(program)
        self._takers = [(p, arguments.taker(p.type)) for p in self.signature.parameters]
        self._by_place = [take for p, take in self._takers if not p.keyword_only]
        self._count = len(self._takers)

    @property
    def places(self) -> int:
        """The number of arguments that a call may give by their place."""
        return len(self._by_place)

    @cached_property
    def defaults(self) -> Mapping[int, Value]:
        """The default values that are numbers, strings or None, by the number of the argument."""
        numbered = enumerate(self.signature.parameters)
        found = {n: self.signature.default(p) for n, p in numbered if p.default is not None}
        return {
            n: value for n, value in found.items() if isinstance(value, int | float | str | None)
        }

    def inputs(
        self, args: Sequence[Any], kwargs: Mapping[str, Any], first: Sequence[Value] = ()
    ) -> list[Value]:
        """Return `first` and the inputs in order. Raises InputMismatch if the schema does not
        accept them."""
        inputs = [*first]
        takers = self._by_place
        if kwargs or len(args) != self._count or len(takers) != self._count:
            return inputs + self._by_name(args, kwargs)
        try:
            for place, given in enumerate(args):  # `zip` with `strict` takes longer than a taker
                inputs.append(takers[place](given))
        except Unfit:
            self._by_name(args, kwargs)  # raises, with the name of the argument
            raise
        return inputs

    def _by_name(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Value]:
        given = self.signature.arrange(args, kwargs)
        return [self._value(p, take, given) for p, take in self._takers]

    def _value(
        self, parameter: SignatureParameter, take: TakeArgument, given: Mapping[str, Any]
    ) -> Value:
        if parameter.name not in given:
            return self.signature.default(parameter)
        try:
            return take(given[parameter.name])
        except Unfit as error:
            data = isinstance(given[parameter.name], int | float | list | tuple)
            made = data and isinstance(parameter.type, TensorType)
            hint = "; ts.tensor makes one" if made else ""
            reason = f"takes for '{parameter.name}' a value of type {error}{hint}"
            raise self.signature.fail(reason) from error
