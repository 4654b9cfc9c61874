"""The `xdsl.universe` entry point: our dialects and passes for xDSL's own tools.

Every xDSL tool imports this file at start-up, so it refers to modules by name and imports none.
"""

from xdsl.universe import Universe

from xdsl_torchscript.dialects.registry import dialect_factories
from xdsl_torchscript.runtime.passes import plugin_factories

TORCHSCRIPT_UNIVERSE = Universe(all_dialects=dialect_factories(), all_passes=plugin_factories())
