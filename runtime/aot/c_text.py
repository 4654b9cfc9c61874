"""The C texts of an interface: its header, and a program that calls it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from xdsl_torchscript.runtime.aot.interface import Interface, Parameter


def header_text(interface: Interface, source: str, target: str) -> str:
    """Return the header; `source` names the program, `target` the processor."""
    guard = f"{interface.name.upper()}_H"
    lines = [f"   {p.name:<12} {_described(p)}" for p in (*interface.inputs, *interface.results)]
    described = "\n".join(lines)
    return f"""\
/* {source}, compiled for {target}.

{described}

   Arrays are row-major. Results overlap neither each other nor inputs. Calls from several threads
   are safe. Returns NULL, or a message if sizes are wrong or a check of the program fails. */
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

    Inputs are 0, 1/8, ..., 7/8, 0, ... or 0, 1, 0, ...; `numbers` are the sizes and the inputs that
    are numbers, by their names.
    """
    declared = [f"enum {{ {name} = {numbers[name]} }};" for name in interface.sizes]
    for p in (*interface.inputs, *interface.results):
        value = f"[{p.length}]" if p.is_pointer else f" = {_literal(numbers[p.name])}"
        declared.append(f"static {p.element} {_variable(p)}{value};")
    arguments = ", ".join([*interface.sizes, *map(_variable, interface.inputs + interface.results)])
    filled = "\n".join(
        f"  for (long n = 0; n < {p.length}; n++) {_variable(p)}[n] = ({p.element})({_ramp(p)});"
        for p in interface.inputs
        if p.is_pointer
    )
    printed = "\n".join(
        f'  print("{p.name}", {_variable(p)}, {p.length});' for p in interface.results
    )
    macro = """\
#define print(name, array, length)                                      \\
  do {                                                                  \\
    printf("%s:", name);                                                \\
    for (long n = 0; n < (length) && n < 8; n++)                        \\
      printf(" %g", (double)(array)[n]);                                \\
    printf("\\n");                                                       \\
  } while (0)"""
    newline = "\n"
    return f"""\
#include <math.h>
#include <stdio.h>

#include "{interface.name}.h"

{newline.join(declared)}

{macro}

int main(void) {{
{filled}
  const char *message = {interface.name}({arguments});
  if (message) {{
    fprintf(stderr, "%s\\n", message);
    return 1;
  }}
{printed}
  return 0;
}}
"""


def _variable(parameter: Parameter) -> str:
    """Return another name than those of the C library, such as y1."""
    return f"{parameter.name}_"


def _described(parameter: Parameter) -> str:
    if parameter.dims is None:
        return parameter.element
    return f"{parameter.element}[{']['.join(map(str, parameter.dims))}]".replace("[]", "")


def _literal(number: int | float) -> str:
    if isinstance(number, float) and not math.isfinite(number):
        return "NAN" if math.isnan(number) else f"{'-' if number < 0 else ''}INFINITY"
    return repr(number).lower()


def _ramp(parameter: Parameter) -> str:
    return "n % 8 / 8.0" if parameter.element in ("float", "double") else "n % 2"
