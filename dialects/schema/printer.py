"""FunctionSchema as text, in the spelling that `parser.py` reads."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl_torchscript.dialects.schema.model import Argument, FunctionSchema


def print_argument(argument: Argument) -> str:
    """`Tensor(a!) self`, `Scalar alpha=1`, or the type alone where there is no name."""
    named = f"{argument.spelling} {argument.name}" if argument.name else argument.spelling
    return named if argument.default is None else f"{named}={argument.default.spelling}"


def _arguments(schema: FunctionSchema) -> Iterator[str]:
    starred = False
    for argument in schema.arguments:
        if argument.kwarg_only and not starred:
            starred = True
            yield "*"
        yield print_argument(argument)
    if schema.is_vararg:
        yield "..."


def _returns(schema: FunctionSchema) -> str:
    parts = [print_argument(r) for r in schema.returns] + ["..."] * schema.is_varret
    bare = len(parts) == 1 and not parts[0].startswith("(")
    return parts[0] if bare else f"({', '.join(parts)})"


def print_schema(schema: FunctionSchema) -> str:
    """`aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor`."""
    return f"{schema.full_name}({', '.join(_arguments(schema))}) -> {_returns(schema)}"
