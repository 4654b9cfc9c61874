"""TorchScript archives (`.pt`) and checkpoints, read without executing any of their code."""

from xdsl_torchscript.frontend.archive.archive import Archive as Archive
from xdsl_torchscript.frontend.archive.archive import ArchiveContents as ArchiveContents
from xdsl_torchscript.frontend.archive.checkpoint import Checkpoint as Checkpoint
from xdsl_torchscript.frontend.archive.errors import ArchiveError as ArchiveError
from xdsl_torchscript.frontend.archive.limits import Limits as Limits
from xdsl_torchscript.frontend.archive.model import DebugRange as DebugRange
from xdsl_torchscript.frontend.archive.model import DeviceValue as DeviceValue
from xdsl_torchscript.frontend.archive.model import DictValue as DictValue
from xdsl_torchscript.frontend.archive.model import DtypeValue as DtypeValue
from xdsl_torchscript.frontend.archive.model import ListValue as ListValue
from xdsl_torchscript.frontend.archive.model import OpaqueValue as OpaqueValue
from xdsl_torchscript.frontend.archive.model import PickledEnum as PickledEnum
from xdsl_torchscript.frontend.archive.model import PickledObject as PickledObject
from xdsl_torchscript.frontend.archive.model import PickledValue as PickledValue
from xdsl_torchscript.frontend.archive.model import QuantizerRecord as QuantizerRecord
from xdsl_torchscript.frontend.archive.model import StorageRecord as StorageRecord
from xdsl_torchscript.frontend.archive.model import TensorRecord as TensorRecord
from xdsl_torchscript.frontend.archive.reader import read_archive as read_archive
from xdsl_torchscript.frontend.archive.reader import read_file as read_file
from xdsl_torchscript.frontend.archive.writer import write_archive as write_archive
