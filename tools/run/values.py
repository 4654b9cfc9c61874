"""A subject's inputs: from the command line, defaults, or random."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.modules.arguments import Arguments
from xdsl_torchscript.runtime.values import Value
from xdsl_torchscript.tools.run import inputs as given
from xdsl_torchscript.tools.run.subject import Subject


def input_values(subject: Subject, options: Sequence[str], seed: int) -> list[Value]:
    """Return one value per input, from the options `NAME=VALUE`, the defaults or random. Raises
    InputValueError."""
    function, inputs = subject.function, subject.inputs
    names = [arg.name_hint or str(number) for number, arg in enumerate(inputs)]
    texts = given.input_texts(names, options)
    rows = enumerate([*(function.arg_attrs or ())][len(subject.receiver) :])
    defaults = {n: row.data["ts.default"] for n, row in rows if "ts.default" in row.data}
    program = subject.callable().program
    arguments = Arguments(program)
    values: list[Value] = []
    for number, (name, arg) in enumerate(zip(names, inputs, strict=True)):
        seeds = (seed, number)
        if number in texts:
            value = given.parse_value(texts[number], seeds)
            value = given.as_declared(name, value, arg.type, arguments)
        elif number in defaults:
            value = literal(defaults[number], arg.type, program)
        else:
            value = given.default_value(name, arg.type, seeds)
        values.append(value)
    return values
