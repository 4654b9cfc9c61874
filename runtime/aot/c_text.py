"""The C texts of an interface: its header, and a program that calls it."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from xdsl_torchscript.dialects.size_expression import evaluate
from xdsl_torchscript.runtime.aot.interface import CParameter, Interface


def header_text(interface: Interface, source: str, target: str) -> str:
    """Return the header; `source` names the program, `target` the processor."""
    guard = f"{interface.name.upper()}_H"
    lines = [f"   {p.name:<12} {_describe(p)}" for p in (*interface.inputs, *interface.results)]
    described = "\n".join(lines)
    return f"""\
/* {source}, compiled for {target}.

{described}

   Arrays are row-major. Those that are written overlap neither each other nor others. Calls from
   several threads are safe. Returns NULL, or a message if sizes are wrong, memory runs out or a
   check fails. */
#ifndef {guard}
#define {guard}

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

{interface.prototype};

#ifdef __cplusplus
}}
#endif

#endif
"""


def example_text(interface: Interface, numbers: Mapping[str, int | float]) -> str:
    """Return a program that calls the function and prints the first elements of each result.

    Inputs are 0, 1/8, ..., 7/8, 0, ... or 0, 1, 0, ...; `numbers` maps the names of sizes and
    numeric inputs to their values.
    """
    arrays = [p for p in (*interface.inputs, *interface.results) if p.is_pointer]
    counts = {p.name: _count(p, numbers) for p in arrays}
    declared = [f"static {p.element} {_variable(p)}[{counts[p.name]}];" for p in arrays]
    filled = [
        f"  for (long n = 0; n < {counts[p.name]}; n++) {_variable(p)}[n] = {_ramp(p)};"
        for p in interface.inputs
        if p.is_pointer
    ]
    arguments = ", ".join(
        _variable(p) if p.is_pointer else _literal(numbers[p.name]) for p in interface.parameters
    )
    printed = [f'  PRINT("{p.name}", {_variable(p)}, {counts[p.name]});' for p in interface.results]
    newline = "\n"
    return f"""\
#include <stdio.h>

#include "{interface.name}.h"

{newline.join(declared)}

#define PRINT(name, array, length)                                      \\
  do {{                                                                  \\
    printf("%s:", name);                                                \\
    for (long n = 0; n < (length) && n < 8; n++)                        \\
      printf(" %g", (double)(array)[n]);                                \\
    printf("\\n");                                                       \\
  }} while (0)

int main(void) {{
{newline.join(filled)}
  const char *error_ = {interface.name}({arguments});
  if (error_) {{
    fprintf(stderr, "%s\\n", error_);
    return 1;
  }}
{newline.join(printed)}
  return 0;
}}
"""


def _count(parameter: CParameter, numbers: Mapping[str, int | float]) -> int:
    sizes = {name: n for name, n in numbers.items() if isinstance(n, int)}
    return prod(evaluate(dim, sizes) or 0 for dim in parameter.dims or ())


def _variable(parameter: CParameter) -> str:
    """Return a name that is not in the C library, unlike y1."""
    return f"{parameter.name}_"


def _describe(parameter: CParameter) -> str:
    if parameter.dims is None:
        return parameter.element
    sizes = "][".join(map(str, parameter.dims)).replace("floordiv", "/")
    written = ", written" if parameter.is_written else ""
    return f"{parameter.element}[{sizes}]{written}".replace("[]", "")


def _literal(number: int | float) -> str:
    if isinstance(number, float):
        special = {"nan": "0.0 / 0.0", "inf": "1.0 / 0.0", "-inf": "-1.0 / 0.0"}
        return special.get(repr(number), repr(number))
    if isinstance(number, bool):
        return repr(number).lower()
    return "INT64_MIN" if number == -(2**63) else f"INT64_C({number})"


def _ramp(parameter: CParameter) -> str:
    is_float = parameter.element in ("float", "double")
    return f"({parameter.element})({'n % 8 / 8.0' if is_float else 'n % 2'})"
