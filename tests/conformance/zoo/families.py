"""All the models, by name."""

import decoding
import detection
import others
import sequences
import transformers
import vision
from model import ZOO

FAMILIES = (vision, transformers, sequences, decoding, detection, others)

__all__ = ["FAMILIES", "ZOO"]
