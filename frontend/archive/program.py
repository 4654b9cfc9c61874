"""An archive's code as a program: each definition is read when something names it."""

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
from xdsl_torchscript.frontend.script.context import Resolver
from xdsl_torchscript.frontend.script.definitions import Definition
from xdsl_torchscript.frontend.script.program import Program
from xdsl_torchscript.frontend.script.serialized.files import SerializedFile
from xdsl_torchscript.frontend.script.serialized.names import ROOT, Surroundings, serialized_names
from xdsl_torchscript.frontend.script.syntax import Script

MapLocation: TypeAlias = "str | Mapping[str, str] | Callable[[str], str] | None"
"""Which device takes the place of one in the archive: always the same, by a table, by a function;
None: the CPU."""

CPU = "cpu"
_FOLDERS = ("code", "libs")
"""Where classes stand: in the second in archives of PyTorch 1.2."""
_DEVICE = re.compile(r'torch\.device\("([^"\\]+)"\)')


def device_map(given: MapLocation) -> Callable[[str], str]:
    """The function that a `map_location` is. A device that a table leaves out stays as it is."""
    if given is None:
        return lambda device: CPU
    if isinstance(given, str):
        return lambda device: given
    if callable(given):
        return given
    return lambda device: given.get(device, device)


def archive_program(archive: Archive, map_location: MapLocation = None) -> Program:
    """The program of an archive; nothing of it is compiled, and no file of code is read, before
    it is asked for.

    Code that is damaged, or names what there is not, is a SourceError when that code is asked for.
    It shows the place in the archive, and where the code was written if the archive tells.
    """
    return _Code(archive, device_map(map_location)).program


@dataclass
class _Code:
    archive: Archive
    device: Callable[[str], str]
    program: Program = field(init=False)
    _files: dict[str, SerializedFile] = field(default_factory=dict[str, SerializedFile])

    def __post_init__(self) -> None:
        # Upgrades are put where they are called: the program does not hold them.
        upgraders = Program()
        upgraders.add_script(Script(TEXT, FILE), PREFIX)
        around = Surroundings(
            function=upgraders.function,
            constants=constant_literals(self.archive),
            upgrades=upgrades(self.archive.version),
            device=lambda name, c, node: self.device(name),
        )
        self._resolver: Resolver = serialized_names(around)
        self._modules = modules_by_class(self.archive)
        self.program = Program(self._resolver, self.definition)

    def definition(self, name: str) -> Definition | None:
        """The definition of `__torch__.a.B`, which stands in `code/__torch__/a.py`."""
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
    """A file of code with its places."""
    filename = f"{archive.file}:{path}"
    return ArchiveScript(archive.sources[path], filename, archive.debug_ranges, path)


def class_names(archive: Archive) -> dict[int, str]:
    """The classes in the program of objects that do not name one, by `id` of the object."""
    return {id(module): name for name, module in modules_by_class(archive).items()}


def mapped_devices(archive: Archive, map_location: MapLocation = None) -> Iterator[str]:
    """A line for each device in the code that becomes another, with the place of it."""
    device = device_map(map_location)
    for path, text in archive.sources.items():
        script: ArchiveScript | None = None
        for found in _DEVICE.finditer(text):
            name, mapped = found[1], device(found[1])
            if name == mapped:
                continue
            script = script or script_of(archive, path)
            yield f"{script.place(found.start())}: the device '{name}' of the code is '{mapped}'"
