"""What xDSL's own tools see of us, found through the `xdsl.universe` entry point.

Every xDSL tool imports this file when it starts, so it names things and imports none of them.
"""

from xdsl.universe import Universe

from xdsl_torchscript.dialects.registry import dialect_factories
from xdsl_torchscript.runtime.passes import plugin_factories

TORCHSCRIPT_UNIVERSE = Universe(all_dialects=dialect_factories(), all_passes=plugin_factories())
