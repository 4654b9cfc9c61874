"""Dialects of xDSL with the ops of MLIR that they lack; our tools load them in place of xDSL's."""
