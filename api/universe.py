"""What xDSL's own tools see of us, found through the `xdsl.universe` entry point."""

from xdsl.universe import Universe

TORCHSCRIPT_UNIVERSE = Universe()
