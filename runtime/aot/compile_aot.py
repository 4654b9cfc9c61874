"""`ts.compile_aot`: a program as an object file, a shared library, a C header and a C example.

    files = ts.compile_aot(ts.load("mlp.pt"), [x], "out", name="mlp")
    out/mlp.o   out/mlp.h   out/mlp_example.c   out/libmlp.so

The function is specialised to the types and sizes of the inputs; weights of a module are constants.
It depends only on the C library, and is single-threaded.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from xdsl_torchscript.runtime.aot.c_text import example_text, header_text
from xdsl_torchscript.runtime.aot.interface import c_name, checked_c_name
from xdsl_torchscript.runtime.aot.program import CompiledProgram, compile_program
from xdsl_torchscript.runtime.aot.sizes import DynamicSizes
from xdsl_torchscript.runtime.modules.script_module import ScriptModule
from xdsl_torchscript.runtime.native.engine import compile_object
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.native.target import Target, host_target, named_target
from xdsl_torchscript.runtime.profile import callable_of


@dataclass(frozen=True)
class CompiledFiles:
    """The files of a compiled program; `library` is None where this machine cannot link it."""

    object: Path
    header: Path
    example: Path
    library: Path | None


def compile_aot(
    program: object,
    inputs: Sequence[Any],
    folder: str | os.PathLike[str],
    *,
    name: str | None = None,
    dynamic: DynamicSizes | None = None,
    triple: str = "",
    cpu: str = "",
) -> CompiledFiles:
    """Compile a module's `forward`, a function or a method for inputs like these, and write the
    files into a folder.

    `name` names the C function and the files, by default like the program. `dynamic` names the
    sizes that a call passes, by argument and dimension: `{"x": {0: "batch"}}`; the position of an
    argument stands for its name. They are at least 2. The code is for this
    machine, or for the processor that `triple` and `cpu` name.

    Raises:
        TypeError: for anything but a scripted program.
        ValueError: for a name that C functions cannot have.
        InputMismatch: for inputs that it does not accept, and sizes that they do not have.
        NativeUnsupported: with the operation that has no machine code.
        NativeError: for an unknown processor, and for errors of the linker.
        OSError: where the files cannot be written.
    """
    function = callable_of(program, "compile")
    target = named_target(triple, cpu) if triple or cpu else host_target()
    values = [*function.first, *function.values(tuple(inputs), {})]
    title = program.original_name if isinstance(program, ScriptModule) else function.name
    chosen = c_name(title) if name is None else checked_c_name(name)
    compiled = compile_program(function, values, dynamic or {}, chosen, target)
    return _write(compiled, Path(folder), title, target)


def _write(compiled: CompiledProgram, folder: Path, title: str, target: Target) -> CompiledFiles:
    """Write the files, the header last."""
    name = compiled.interface.name
    image = compile_object(compiled.ir, target=target, exported={name}).image
    folder.mkdir(parents=True, exist_ok=True)
    object, header = folder / f"{name}.o", folder / f"{name}.h"
    example = folder / f"{name}_example.c"
    object.write_bytes(image)
    library = _link(object, folder / f"lib{name}.so", target)
    example.write_text(example_text(compiled.interface, compiled.numbers))
    header.write_text(header_text(compiled.interface, title, f"{target.triple}, {target.cpu}"))
    return CompiledFiles(object, header, example, library)


def _link(object: Path, library: Path, target: Target) -> Path | None:
    """Link a shared library with the compiler that `CC` names, or `cc`. Return None, without a
    library, if there is no `cc`, or the code is for another system. Raises NativeError."""
    library.unlink(missing_ok=True)
    given = shlex.split(os.environ.get("CC", ""))
    compiler, *options = given or ["cc"]
    if target.triple != host_target().triple:
        return None
    if shutil.which(compiler) is None:
        if given:
            raise NativeError(f"there is no compiler '{compiler}', which CC names")
        return None
    command = [compiler, *options, "-shared", "-o", str(library), str(object), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise NativeError(f"'{' '.join(command)}' failed: {done.stderr.strip()}")
    return library
