"""LLVM IR text to callable machine code, through ORC LLJIT.

    library = compile_ir(text)              # parse, verify, machine code, load
    entry = library.entry("kernel_packed")
    entry(struct.pack("=QQq", a_address, b_address, n))

An entry takes a single argument, the table of 8-byte slots that `emit-packed-entry` describes, as
`bytes` or as an address. It keeps its code alive: the library may be dropped before it. Machine
code is unloaded when the library and its entries are gone.

The text is compiled to an object file, which is then loaded. This costs the same as LLJIT on IR,
and the bytes can be kept on disk (`compile_object`, `load_object`). Kernels vectorised by our
passes run no faster after LLVM's pass pipeline, which doubles the compile time. So `opt_level` is 0
by default, while machine code is always generated at 3.

Each library has a separate LLJIT, and each compilation a separate LLVM context. A shared LLJIT
would save 0.4 ms per library, but leaks about 10 kB of every library.

JITLink places an object in one piece. LLVM's older linker, RuntimeDyld, maps code and constants
separately, and aborts the process if fragmented memory puts them more than 2 GB apart. JITLink is
not ready on every system, so it links on Linux alone.
"""

import ctypes
import sys
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

import llvmlite.binding

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.native.target import Target, host_target

llvm: Any = llvmlite.binding
"""llvmlite has no types."""

NativeEntry = Callable[[bytes | int], int | None]
"""Takes the table of arguments, and returns the address of a message if the kernel fails."""


@dataclass(frozen=True)
class ObjectFile:
    """A compiled module: an image for the linker, and the names that it exports and needs."""

    image: bytes
    names: tuple[str, ...]
    needs: tuple[str, ...] = ()
    key: str | None = field(default=None, compare=False)
    """Its key in the cache on disk, if it is there."""


SymbolAddresses: TypeAlias = Mapping[str, Callable[[], int]]
"""Functions of the runtime that modules may declare, and what returns their address."""

NO_SYMBOLS: SymbolAddresses = {}
_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
"""Calls through it release the GIL."""

OPT_LEVELS = range(4)

_IS_LINUX = sys.platform == "linux"


class Library:
    """A loaded native library, created by `compile_ir` or `load_object`."""

    def __init__(self, jit: Any, tracker: Any, names: Sequence[str]):
        self._tracker = tracker
        self._jit = jit  # goes after the tracker
        self._names = frozenset(names)

    @property
    def entries(self) -> frozenset[str]:
        """The names of the functions and variables that other code may use."""
        return self._names

    def address(self, name: str) -> int:
        """Return the address of a function or variable, valid during the library's life. Raises
        NativeError if unknown."""
        if name not in self._names:
            known = ", ".join(sorted(self._names)) or "none"
            raise NativeError(f"no entry '{name}' in this library; it has {known}")
        return self._tracker[name]

    def entry(self, name: str) -> NativeEntry:
        """Return a callable for a function of one pointer argument, which keeps the code alive."""
        function = _PROTOTYPE(self.address(name))
        function.library = self  # pyright: ignore[reportAttributeAccessIssue]
        return function


_CREATING, _COMPILING = survive_fork(threading.Lock()), survive_fork(threading.Lock())
"""Held to create an engine, and while one compiles or loads."""


class _TargetCompiler:
    """The compiler for one target: a target machine, used by one thread at a time."""

    def __init__(self, target: Target) -> None:
        is_host = target == host_target()
        if is_host:
            llvm.initialize_native_target()
            llvm.initialize_native_asmprinter()
        else:
            llvm.initialize_all_targets()
            llvm.initialize_all_asmprinters()
        self._triple = target.triple
        self._machine: Any = llvm.Target.from_triple(target.triple).create_target_machine(
            cpu=target.cpu,
            features=target.features,
            opt=3,
            reloc="pic",
            codemodel="small",
            jit=is_host,
        )

    def object(self, text: str, opt_level: int, exported: Collection[str] | None) -> ObjectFile:
        with _COMPILING:
            module = self._module(text, opt_level)
            if exported is not None:
                _hide_others(module, exported)
            image = _translate_errors(lambda: self._machine.emit_object(module))
            return ObjectFile(image, _exported_names(module), _needed_names(module))

    def assembly(self, text: str, opt_level: int) -> str:
        with _COMPILING:
            return self._machine.emit_assembly(self._module(text, opt_level))

    def load(self, object: ObjectFile, symbols: SymbolAddresses) -> Library:
        builder: Any = llvm.JITLibraryBuilder()
        builder.add_object_img(object.image).add_current_process()
        for name in object.names:
            builder.export_symbol(name)
        for name in symbols.keys() & object.needs:
            builder.import_symbol(name, symbols[name]())
        with _COMPILING:
            jit: Any = _translate_errors(
                lambda: llvm.create_lljit_compiler(
                    self._machine, suppress_errors=True, use_jit_link=_IS_LINUX
                )
            )
            tracker = _translate_errors(lambda: builder.link(jit, "kernel"), _UNLINKED)
        return Library(jit, tracker, object.names)

    def _module(self, text: str, opt_level: int) -> Any:
        module: Any = _translate_errors(lambda: llvm.parse_assembly(text, llvm.create_context()))
        _translate_errors(module.verify)
        module.triple = self._triple
        module.data_layout = str(self._machine.target_data)
        if opt_level:
            tuning = llvm.create_pipeline_tuning_options(speed_level=opt_level)
            tuning.loop_vectorization = tuning.slp_vectorization = opt_level > 1
            builder: Any = llvm.create_pass_builder(self._machine, tuning)
            builder.getModulePassManager().run(module, builder)
        return module


_UNLINKED = "; a function that the module only declares is not in this process"


def _translate_errors(run: Callable[[], Any], hint: str = "") -> Any:
    """Call `run` and return its result; raise NativeError for LLVM's errors (RuntimeError in
    llvmlite)."""
    try:
        return run()
    except RuntimeError as error:
        raise NativeError(str(error).strip() + hint) from error


@cache
def _engine(target: Target) -> _TargetCompiler:
    return _TargetCompiler(target)


survive_fork(llvm.ffi.lib._lock._lock)


def _shared_engine(target: Target | None = None) -> _TargetCompiler:
    with _CREATING:
        return _engine(host_target() if target is None else target)


def _hide_others(module: Any, exported: Collection[str]) -> None:
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in exported:
            value.linkage = "internal"


def _exported_names(module: Any) -> tuple[str, ...]:
    """Return the names of functions and variables that other code may use."""
    hidden = ("internal", "private")
    return tuple(
        value.name
        for value in (*module.functions, *module.global_variables)
        if not value.is_declaration and value.linkage.name not in hidden
    )


def _needed_names(module: Any) -> tuple[str, ...]:
    """Return the names of functions that the module only declares, LLVM's own aside."""
    declared = (function.name for function in module.functions if function.is_declaration)
    return tuple(name for name in declared if not name.startswith("llvm."))


def compile_ir(
    llvm_ir: str, *, opt_level: int = 0, symbols: SymbolAddresses = NO_SYMBOLS
) -> Library:
    """Compile a module of LLVM IR and load it into this process.

    `opt_level` 1 to 3 runs LLVM's own pass pipeline of that level first; 2 and 3 vectorise loops.
    Functions that the module only declares come from `symbols`, or else from this process (libm,
    libc). Safe to call from several threads. Raises NativeError if LLVM cannot parse, verify or
    link the text.
    """
    return load_object(compile_object(llvm_ir, opt_level=opt_level), symbols)


def compile_object(
    llvm_ir: str,
    *,
    opt_level: int = 0,
    target: Target | None = None,
    exported: Collection[str] | None = None,
) -> ObjectFile:
    """Compile a module to an object file, for this machine by default. Only the names `exported`
    are visible to others, by default all that the module says. Raises NativeError."""
    return _shared_engine(target).object(llvm_ir, _level(opt_level), exported)


def load_object(object: ObjectFile, symbols: SymbolAddresses = NO_SYMBOLS) -> Library:
    """Load the result of `compile_object` for the same `host_target()`, linked to the `symbols`
    that it needs. Raises NativeError."""
    return _shared_engine().load(object, symbols)


def assembly(llvm_ir: str, *, opt_level: int = 0, target: Target | None = None) -> str:
    """Return the assembly text, for this machine by default. Raises NativeError."""
    return _shared_engine(target).assembly(llvm_ir, _level(opt_level))


def _level(opt_level: int) -> int:
    if opt_level not in OPT_LEVELS:
        raise NativeError(f"opt_level is {opt_level}; it must be 0, 1, 2 or 3")
    return opt_level
