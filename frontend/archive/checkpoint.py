"""`Checkpoint`: a value with its tensors, written by torch.save in either layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl_torchscript.frontend.archive.checkpoint_pickle import CheckpointUnpickler
from xdsl_torchscript.frontend.archive.container import Container
from xdsl_torchscript.frontend.archive.model import PickledValue
from xdsl_torchscript.frontend.archive.pickled_layout import load_storages, read_byte_order
from xdsl_torchscript.frontend.archive.storages import ByteOrder, StoredTensors
from xdsl_torchscript.frontend.archive.tensor_table import TensorTable


@dataclass(frozen=True, eq=False, kw_only=True)
class Checkpoint(StoredTensors):
    """The contents of a file of torch.save: tensors, numbers, texts and containers.

    `unknown` are the names of functions and classes whose values are opaque. `surplus` has the
    bytes that records contain beyond their storages. `storages` are read on first access, and raise
    ArchiveError then if damaged.
    """

    file: str
    record: str | None
    layout: str
    value: PickledValue
    unknown: tuple[str, ...]
    surplus: Mapping[str, int]
    byte_order: ByteOrder

    def verify(self) -> None:
        """Read all storages. Raises ArchiveError if one is damaged."""
        for key in self.storages:
            _ = self.storages[key]


def read_zip_checkpoint(container: Container) -> Checkpoint:
    """Read a checkpoint in a zip file, the layout of PyTorch 1.6 and newer."""
    order = read_byte_order(container)
    tensors = TensorTable(container)
    record = "data.pkl"
    data = container.read(record, container.limits.pickle_bytes)
    value = CheckpointUnpickler(data, container.at(record), tensors, "data/").load()
    return Checkpoint(
        file=container.place.file,
        record=record,
        layout="zip",
        value=value,
        unknown=tuple(tensors.unknown),
        surplus=tensors.surplus,
        byte_order=order,
        storage_records=tensors.storages,
        storages=load_storages(container, tensors, order),
    )
