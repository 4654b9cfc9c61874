"""The layout of torch.jit.save since PyTorch 1.3: data.pkl, constants.pkl, code/."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from xdsl_torchscript.frontend.archive.archive import NEWEST_VERSION, Archive, LazyTable
from xdsl_torchscript.frontend.archive.container import Container
from xdsl_torchscript.frontend.archive.debug_ranges import debug_ranges
from xdsl_torchscript.frontend.archive.errors import ArchiveError, short_repr
from xdsl_torchscript.frontend.archive.lenient import LenientUnpickler
from xdsl_torchscript.frontend.archive.model import DebugRange, PickledObject, PickledValue
from xdsl_torchscript.frontend.archive.storages import Array, ByteOrder, Views, load_storage
from xdsl_torchscript.frontend.archive.tensor_table import TensorTable
from xdsl_torchscript.frontend.archive.unpickler import Unpickler

OLDEST, NEWEST = 1, NEWEST_VERSION
"""The range of format versions that PyTorch 2.13 reads."""

_VERSION_RECORDS = ("version", ".data/version")
_SERIALIZATION_ID = ".data/serialization_id"
_SMALL = 64
_DEBUG = ".debug_pkl"
_PICKLES = {"data.pkl", "constants.pkl", "attributes.pkl"}
_KNOWN = {*_VERSION_RECORDS, _SERIALIZATION_ID, "byteorder", "model.json", *_PICKLES}
_ORDERS: dict[bytes, ByteOrder] = {b"little": "little", b"big": "big"}


def read_pickled(container: Container, lenient: bool = False) -> Archive:
    """Read an archive of this layout. Raises ArchiveError if it is damaged."""
    version = read_version(container)
    order = read_byte_order(container)
    sources = read_sources(container, ("code/",))
    debug = {name: name + _DEBUG for name in sources if name + _DEBUG in container}
    tensors = TensorTable(container, lenient)
    root = unpickle(container, "data.pkl", tensors, "data/")
    if not isinstance(root, PickledObject):
        raise container.at("data.pkl").error(short_repr(root), "a module")
    constants = unpickle(container, "constants.pkl", tensors, "constants/")
    if not isinstance(constants, tuple):
        raise container.at("constants.pkl").error(short_repr(constants), "a tuple")
    return assemble(container, version, order, sources, debug, root, constants, tensors)


def assemble(
    container: Container,
    version: int,
    order: ByteOrder,
    sources: dict[str, str],
    debug: dict[str, str],
    root: PickledObject,
    constants: tuple[PickledValue, ...],
    tensors: TensorTable,
) -> Archive:
    """Assemble the archive, with tables read on demand. `debug` maps sources to their ranges."""
    identity = None
    if _SERIALIZATION_ID in container:
        identity = container.text(_SERIALIZATION_ID, container.limits.name_bytes)
    ranges = {name: partial(_ranges, container, record) for name, record in debug.items()}
    extra = {
        name.removeprefix("extra/"): partial(container.read, name)
        for name in container.entries
        if name.startswith("extra/")
    }
    expected = {*_KNOWN, *sources, *tensors.storages, *debug.values()}
    return Archive(
        file=container.place.file,
        folder=container.folder,
        version=version,
        byte_order=order,
        serialization_id=identity,
        sources=sources,
        root=root,
        constants=constants,
        storage_records=tensors.storages,
        storages=load_storages(container, tensors, order),
        unknown=tuple(tensors.unknown),
        surplus=tensors.surplus,
        debug_ranges=LazyTable(ranges),
        extra_files=LazyTable(extra),
        other_records=tuple(
            name
            for name in container.entries
            if name not in expected and not name.startswith("extra/")
        ),
    )


def load_storages(source: Views, tensors: TensorTable, order: ByteOrder) -> LazyTable[Array]:
    """Return the elements of all storages, each read on first access."""
    return LazyTable(
        {key: partial(load_storage, source, r, order) for key, r in tensors.storages.items()}
    )


def unpickle(
    container: Container, name: str, tensors: TensorTable, prefix: str, signed: bool = False
) -> PickledValue:
    """Read the value in a pickle of the archive, with storages in the folder `prefix`."""
    data = container.read(name, container.limits.pickle_bytes)
    unpickler = LenientUnpickler if tensors.lenient else Unpickler
    return unpickler(data, container.at(name), tensors, prefix, signed).load()


def read_version(container: Container) -> int:
    """Return the version of the format. Raises ArchiveError if it is unsupported."""
    name = next((name for name in _VERSION_RECORDS if name in container), _VERSION_RECORDS[0])
    text = container.read(name, _SMALL).strip()
    place = container.at(name)
    if not text.isdigit():
        raise place.error(short_repr(text), "the number of a format version", 0)
    version = int(text)
    if not OLDEST <= version <= NEWEST:
        raise place.error(f"format version {version}", f"{OLDEST} to {NEWEST}", 0)
    return version


def read_byte_order(container: Container) -> ByteOrder:
    if "byteorder" not in container:
        return "little"
    text = container.read("byteorder", _SMALL)
    if text not in _ORDERS:
        raise container.at("byteorder").error(short_repr(text), '"little" or "big"', 0)
    return _ORDERS[text]


def read_sources(container: Container, folders: tuple[str, ...]) -> dict[str, str]:
    """Return all code of the archive, by path."""
    most = container.limits.source_bytes
    names = [n for n in container.entries if n.startswith(folders) and n.endswith(".py")]
    return {name: container.text(name, most) for name in names}


def _ranges(container: Container, name: str) -> tuple[DebugRange, ...]:
    place = container.at(name)
    error: Callable[[str, str], ArchiveError] = partial(place.error, offset=None)
    table = unpickle(container, name, TensorTable(container), "data/")
    return debug_ranges(table, container.limits, error)
