"""An archive's code as a program, whose definitions are read on first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl_torchscript.frontend.archive.archive import Archive
from xdsl_torchscript.frontend.archive.constants import constant_literals
from xdsl_torchscript.frontend.archive.cpp_classes import cpp_class, is_of_cpp
from xdsl_torchscript.frontend.archive.json_classes import class_of, modules_by_class
from xdsl_torchscript.frontend.archive.locations import ArchiveScript
from xdsl_torchscript.frontend.archive.upgraders import FILE, PREFIX, TEXT, upgrades
from xdsl_torchscript.frontend.script.context import LowerExits, Resolver
from xdsl_torchscript.frontend.script.definitions import Definition
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.frontend.script.serialized.files import SerializedFile
from xdsl_torchscript.frontend.script.serialized.names import (
    ROOT,
    SerializedEnvironment,
    serialized_names,
)
from xdsl_torchscript.frontend.script.syntax import Script

MapLocation: TypeAlias = "str | Mapping[str, str] | Callable[[str], str] | None"
"""The replacement of devices in the archive: a device, a table or a function; None maps all to the
CPU."""

CPU = "cpu"
_FOLDERS = ("code", "libs")
"""The folders of classes; the second is that of PyTorch 1.2."""
_DEVICE = re.compile(r'torch\.device\("([^"\\]+)"\)')


def device_map(given: MapLocation) -> Callable[[str], str]:
    """Return the function for a `map_location`. A table keeps devices that it omits."""
    if given is None:
        return lambda device: CPU
    if isinstance(given, str):
        return lambda device: given
    if callable(given):
        return given
    return lambda device: given.get(device, device)


def archive_program(
    archive: Archive, lower_exits: LowerExits, map_location: MapLocation = None
) -> Program:
    """Return the program of an archive; files are read and functions compiled on first use.

    `lower_exits` is as for `Program`. Damaged code and undefined names raise SourceError on first
    use. It shows the place in the archive, and the origin of the code if the archive records it.
    """
    return _ArchiveProgram(archive, lower_exits, device_map(map_location)).program


@dataclass
class _ArchiveProgram:
    archive: Archive
    lower_exits: LowerExits
    device: Callable[[str], str]
    program: Program = field(init=False)
    _files: dict[str, SerializedFile] = field(default_factory=dict[str, SerializedFile])

    def __post_init__(self) -> None:
        # Upgrades are inserted at their calls, not defined in the program.
        upgraders = Program(self.lower_exits)
        upgraders.add_script(Script(TEXT, FILE), PREFIX)
        around = SerializedEnvironment(
            function=upgraders.function,
            constants=constant_literals(self.archive),
            upgrades=upgrades(self.archive.version),
            device=lambda name, c, node: self.device(name),
        )
        self._resolver: Resolver = serialized_names(around)
        self._modules = modules_by_class(self.archive)
        self.program = Program(self.lower_exits, self._resolver, self.definition)

    def definition(self, name: str) -> Definition | None:
        """Return the definition of `__torch__.a.B`, from `code/__torch__/a.py`."""
        module = self._modules.get(name)
        if module is not None:
            file = None if module.source is None else self._file(module.source, "")
            return class_of(self.archive, name, module, file)
        namespace, _, own = name.rpartition(".")
        if namespace != ROOT and not namespace.startswith(f"{ROOT}."):
            return None
        if is_of_cpp(name):
            return cpp_class(name)
        for folder in _FOLDERS:
            path = f"{folder}/{namespace.replace('.', '/')}.py"
            if path in self.archive.sources:
                return self._file(path, f"{namespace}.").define(own)
        return None

    def _file(self, path: str, prefix: str) -> SerializedFile:
        if path not in self._files:
            script = script_of(self.archive, path)
            self._files[path] = SerializedFile(script, prefix, self._resolver, lambda: self.program)
        return self._files[path]


def script_of(archive: Archive, path: str) -> ArchiveScript:
    """Return a file of code with its locations."""
    filename = f"{archive.file}:{path}"
    return ArchiveScript(archive.sources[path], filename, archive.debug_ranges, path)


def class_names(archive: Archive) -> dict[int, str]:
    """Return the class names of objects that do not name their class, by `id` of the object."""
    return {id(module): name for name, module in modules_by_class(archive).items()}


def device_changes(archive: Archive, map_location: MapLocation = None) -> Iterator[str]:
    """Yield a line for each device in the code that becomes another, with its place."""
    device = device_map(map_location)
    for path, text in archive.sources.items():
        script: ArchiveScript | None = None
        for found in _DEVICE.finditer(text):
            name, mapped = found[1], device(found[1])
            if name == mapped:
                continue
            script = script or script_of(archive, path)
            yield f"{script.place(found.start())}: the device '{name}' of the code is '{mapped}'"
