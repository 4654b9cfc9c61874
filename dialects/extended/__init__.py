"""Dialects of xDSL, completed with missing ops of MLIR; our tools load them in place of xDSL's."""
