"""The functions of operators as families implement them, by op name (`aten.add.Tensor`).

Operators without a function here may follow from others: `registry.py`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from xdsl_torchscript.lowering.core.rule_table import RuleTable
from xdsl_torchscript.runtime.operators.arguments import NamedCall
from xdsl_torchscript.runtime.operators.arrays.creation import CREATION
from xdsl_torchscript.runtime.operators.arrays.distinct import DISTINCT
from xdsl_torchscript.runtime.operators.arrays.gathering import GATHERING
from xdsl_torchscript.runtime.operators.arrays.indexing import INDEXING
from xdsl_torchscript.runtime.operators.arrays.joining import JOINING
from xdsl_torchscript.runtime.operators.arrays.ordering import ORDERING
from xdsl_torchscript.runtime.operators.arrays.queries import QUERIES
from xdsl_torchscript.runtime.operators.arrays.scattering import SCATTERING
from xdsl_torchscript.runtime.operators.arrays.searching import SEARCHING
from xdsl_torchscript.runtime.operators.arrays.shape import SHAPE
from xdsl_torchscript.runtime.operators.arrays.strided import STRIDED
from xdsl_torchscript.runtime.operators.arrays.tensor_state import TENSOR_STATE
from xdsl_torchscript.runtime.operators.arrays.views import VIEWS
from xdsl_torchscript.runtime.operators.backward.activation import ACTIVATION_BACKWARD
from xdsl_torchscript.runtime.operators.backward.bags import BAG_BACKWARD
from xdsl_torchscript.runtime.operators.backward.cells import CELL_BACKWARD
from xdsl_torchscript.runtime.operators.backward.distances import DISTANCE_BACKWARD
from xdsl_torchscript.runtime.operators.backward.drawn import DRAWN_BACKWARD
from xdsl_torchscript.runtime.operators.backward.grids import GRID_BACKWARD
from xdsl_torchscript.runtime.operators.backward.images import IMAGE_BACKWARD
from xdsl_torchscript.runtime.operators.backward.indexing import INDEXING_BACKWARD
from xdsl_torchscript.runtime.operators.backward.losses import LOSS_BACKWARD
from xdsl_torchscript.runtime.operators.backward.normalisation import NORMALISATION_BACKWARD
from xdsl_torchscript.runtime.operators.backward.products import PRODUCT_BACKWARD
from xdsl_torchscript.runtime.operators.backward.segments import SEGMENT_BACKWARD
from xdsl_torchscript.runtime.operators.backward.sequences import SEQUENCE_BACKWARD
from xdsl_torchscript.runtime.operators.backward.undefined import UNDEFINED
from xdsl_torchscript.runtime.operators.core import Implementation, Table
from xdsl_torchscript.runtime.operators.language.checks import CHECKS
from xdsl_torchscript.runtime.operators.language.complex_scalars import COMPLEX_SCALARS
from xdsl_torchscript.runtime.operators.language.containers import CONTAINERS
from xdsl_torchscript.runtime.operators.language.dicts import DICTS
from xdsl_torchscript.runtime.operators.language.hashing import HASHING
from xdsl_torchscript.runtime.operators.language.instances import INSTANCES
from xdsl_torchscript.runtime.operators.language.lists import LISTS
from xdsl_torchscript.runtime.operators.language.messages import MESSAGES
from xdsl_torchscript.runtime.operators.language.modes import MODES
from xdsl_torchscript.runtime.operators.language.profiling import PROFILING
from xdsl_torchscript.runtime.operators.language.saving import SAVING
from xdsl_torchscript.runtime.operators.language.scalars import SCALARS
from xdsl_torchscript.runtime.operators.language.strings import STRINGS
from xdsl_torchscript.runtime.operators.layout import with_layout
from xdsl_torchscript.runtime.operators.linear_algebra.contractions import CONTRACTIONS
from xdsl_torchscript.runtime.operators.linear_algebra.distances import DISTANCES
from xdsl_torchscript.runtime.operators.linear_algebra.eigenvalues import EIGENVALUES
from xdsl_torchscript.runtime.operators.linear_algebra.factorisations import FACTORISATIONS
from xdsl_torchscript.runtime.operators.linear_algebra.matrices import MATRICES
from xdsl_torchscript.runtime.operators.linear_algebra.products import PRODUCTS
from xdsl_torchscript.runtime.operators.linear_algebra.systems import SYSTEMS
from xdsl_torchscript.runtime.operators.networks.attention import ATTENTION
from xdsl_torchscript.runtime.operators.networks.convolution import CONVOLUTION
from xdsl_torchscript.runtime.operators.networks.detection import DETECTION
from xdsl_torchscript.runtime.operators.networks.dropout import DROPOUT
from xdsl_torchscript.runtime.operators.networks.embedding import EMBEDDING
from xdsl_torchscript.runtime.operators.networks.grid_sampling import GRID_SAMPLING
from xdsl_torchscript.runtime.operators.networks.likelihood import LIKELIHOOD
from xdsl_torchscript.runtime.operators.networks.losses import LOSSES
from xdsl_torchscript.runtime.operators.networks.nested import NESTED
from xdsl_torchscript.runtime.operators.networks.normalisation import NORMALISATION
from xdsl_torchscript.runtime.operators.networks.optimisers import OPTIMISERS
from xdsl_torchscript.runtime.operators.networks.packed_sequences import PACKED_SEQUENCES
from xdsl_torchscript.runtime.operators.networks.padding import PADDING
from xdsl_torchscript.runtime.operators.networks.patches import PATCHES
from xdsl_torchscript.runtime.operators.networks.pooling import POOLING
from xdsl_torchscript.runtime.operators.networks.recurrent import RECURRENT
from xdsl_torchscript.runtime.operators.networks.resampling import RESAMPLING
from xdsl_torchscript.runtime.operators.networks.softmax import SOFTMAX
from xdsl_torchscript.runtime.operators.pointwise.activation import ACTIVATION
from xdsl_torchscript.runtime.operators.pointwise.arithmetic import ARITHMETIC
from xdsl_torchscript.runtime.operators.pointwise.casts import CASTS
from xdsl_torchscript.runtime.operators.pointwise.comparison import COMPARISON
from xdsl_torchscript.runtime.operators.pointwise.complex_tensors import COMPLEX_TENSORS
from xdsl_torchscript.runtime.operators.pointwise.logical import LOGICAL
from xdsl_torchscript.runtime.operators.pointwise.math import MATH
from xdsl_torchscript.runtime.operators.pointwise.powers import POWER
from xdsl_torchscript.runtime.operators.pointwise.special_functions import SPECIAL_FUNCTIONS
from xdsl_torchscript.runtime.operators.quantized.fake_quantization import FAKE_QUANTIZATION
from xdsl_torchscript.runtime.operators.quantized.forms import with_form
from xdsl_torchscript.runtime.operators.quantized.joining import QUANTIZED_JOINING
from xdsl_torchscript.runtime.operators.quantized.normalisation import QUANTIZED_NORMALISATION
from xdsl_torchscript.runtime.operators.quantized.packed_params import PACKED_PARAMS
from xdsl_torchscript.runtime.operators.quantized.pointwise import QUANTIZED_POINTWISE
from xdsl_torchscript.runtime.operators.quantized.products import QUANTIZED_PRODUCTS
from xdsl_torchscript.runtime.operators.quantized.quantization import QUANTIZATION
from xdsl_torchscript.runtime.operators.quantized.recurrent import QUANTIZED_RECURRENT
from xdsl_torchscript.runtime.operators.quantized.windows import QUANTIZED_POOLING
from xdsl_torchscript.runtime.operators.random.out_variants import RANDOM_OUT
from xdsl_torchscript.runtime.operators.random.rejection import REJECTION
from xdsl_torchscript.runtime.operators.random.sampling import SAMPLING
from xdsl_torchscript.runtime.operators.reductions.differences import DIFFERENCES
from xdsl_torchscript.runtime.operators.reductions.histograms import HISTOGRAMS
from xdsl_torchscript.runtime.operators.reductions.norms import NORMS
from xdsl_torchscript.runtime.operators.reductions.quantiles import QUANTILES
from xdsl_torchscript.runtime.operators.reductions.reduction import REDUCTION
from xdsl_torchscript.runtime.operators.reductions.segments import SEGMENTS
from xdsl_torchscript.runtime.operators.reductions.statistics import STATISTICS
from xdsl_torchscript.runtime.operators.signals.fourier import FOURIER
from xdsl_torchscript.runtime.operators.signals.spectral import SPECTRAL
from xdsl_torchscript.runtime.operators.signals.window_functions import WINDOW_FUNCTIONS

FAMILIES: dict[str, Table] = {
    "activation": ACTIVATION,
    "arithmetic": ARITHMETIC,
    "powers": POWER,
    "casts": CASTS,
    "comparison": COMPARISON,
    "complex_tensors": COMPLEX_TENSORS,
    "logical": LOGICAL,
    "math": MATH,
    "special_functions": SPECIAL_FUNCTIONS,
    "shape": SHAPE,
    "tensor_state": TENSOR_STATE,
    "joining": JOINING,
    "creation": CREATION,
    "distinct": DISTINCT,
    "gathering": GATHERING,
    "indexing": INDEXING,
    "ordering": ORDERING,
    "queries": QUERIES,
    "scattering": SCATTERING,
    "searching": SEARCHING,
    "strided": STRIDED,
    "views": VIEWS,
    "differences": DIFFERENCES,
    "histograms": HISTOGRAMS,
    "norms": NORMS,
    "quantiles": QUANTILES,
    "reduction": REDUCTION,
    "segments": SEGMENTS,
    "statistics": STATISTICS,
    "contractions": CONTRACTIONS,
    "distances": DISTANCES,
    "eigenvalues": EIGENVALUES,
    "factorisations": FACTORISATIONS,
    "matrices": MATRICES,
    "products": PRODUCTS,
    "systems": SYSTEMS,
    "attention": ATTENTION,
    "convolution": CONVOLUTION,
    "detection": DETECTION,
    "dropout": DROPOUT,
    "embedding": EMBEDDING,
    "grid_sampling": GRID_SAMPLING,
    "likelihood": LIKELIHOOD,
    "losses": LOSSES,
    "nested": NESTED,
    "normalisation": NORMALISATION,
    "optimisers": OPTIMISERS,
    "packed_sequences": PACKED_SEQUENCES,
    "padding": PADDING,
    "patches": PATCHES,
    "pooling": POOLING,
    "recurrent": RECURRENT,
    "resampling": RESAMPLING,
    "softmax": SOFTMAX,
    "activation_backward": ACTIVATION_BACKWARD,
    "image_backward": IMAGE_BACKWARD,
    "indexing_backward": INDEXING_BACKWARD,
    "loss_backward": LOSS_BACKWARD,
    "normalisation_backward": NORMALISATION_BACKWARD,
    "bag_backward": BAG_BACKWARD,
    "distance_backward": DISTANCE_BACKWARD,
    "grid_backward": GRID_BACKWARD,
    "product_backward": PRODUCT_BACKWARD,
    "segment_backward": SEGMENT_BACKWARD,
    "sequence_backward": SEQUENCE_BACKWARD,
    "cell_backward": CELL_BACKWARD,
    "drawn_backward": DRAWN_BACKWARD,
    "undefined": UNDEFINED,
    "quantization": QUANTIZATION,
    "fake_quantization": FAKE_QUANTIZATION,
    "packed_params": PACKED_PARAMS,
    "quantized_products": QUANTIZED_PRODUCTS,
    "quantized_pointwise": QUANTIZED_POINTWISE,
    "quantized_joining": QUANTIZED_JOINING,
    "quantized_normalisation": QUANTIZED_NORMALISATION,
    "quantized_pooling": QUANTIZED_POOLING,
    "quantized_recurrent": QUANTIZED_RECURRENT,
    "rejection": REJECTION,
    "random_out": RANDOM_OUT,
    "sampling": SAMPLING,
    "fourier": FOURIER,
    "spectral": SPECTRAL,
    "window_functions": WINDOW_FUNCTIONS,
    "checks": CHECKS,
    "complex_scalars": COMPLEX_SCALARS,
    "containers": CONTAINERS,
    "dicts": DICTS,
    "hashing": HASHING,
    "instances": INSTANCES,
    "lists": LISTS,
    "messages": MESSAGES,
    "modes": MODES,
    "profiling": PROFILING,
    "saving": SAVING,
    "scalars": SCALARS,
    "strings": STRINGS,
}


def _match_layout(name: str, run: Implementation) -> Implementation:
    if isinstance(run, NamedCall):
        return replace(run, finish=partial(with_layout, name))
    return with_layout(name, run)


_OPERATORS: Table = {
    name: with_form(name, _match_layout(name, run))
    for table in FAMILIES.values()
    for name, run in table.items()
}


IMPLEMENTATIONS: RuleTable[Implementation] = RuleTable("an implementation", _OPERATORS.get)
"""The functions of operators, those of users included."""


def register_implementation(name: str, function: Implementation) -> None:
    """Add an operator's function. Raises ValueError if the name has another one."""
    IMPLEMENTATIONS.register(name, function)
