"""TorchScript as xDSL dialects, with the compiler and the runtime around them."""

from importlib.metadata import version

__version__ = version("xdsl-torchscript")
