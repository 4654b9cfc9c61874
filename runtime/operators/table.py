"""The one table of implementations, from op names (`aten.add.Tensor`) to functions.

What no family implements may follow from what one does, as in-place operators do: `derived.py`.
"""

from __future__ import annotations

from functools import cache

from xdsl_torchscript.runtime.operators.activation import ACTIVATION
from xdsl_torchscript.runtime.operators.activation_gradients import ACTIVATION_GRADIENTS
from xdsl_torchscript.runtime.operators.arithmetic import ARITHMETIC
from xdsl_torchscript.runtime.operators.arranging import ARRANGING
from xdsl_torchscript.runtime.operators.attention import ATTENTION
from xdsl_torchscript.runtime.operators.casts import CASTS
from xdsl_torchscript.runtime.operators.checks import CHECKS
from xdsl_torchscript.runtime.operators.comparison import COMPARISON
from xdsl_torchscript.runtime.operators.complex_scalars import COMPLEX_SCALARS
from xdsl_torchscript.runtime.operators.complex_tensors import COMPLEX_TENSORS
from xdsl_torchscript.runtime.operators.composing import COMPOSING
from xdsl_torchscript.runtime.operators.containers import CONTAINERS
from xdsl_torchscript.runtime.operators.contractions import CONTRACTIONS
from xdsl_torchscript.runtime.operators.convolution import CONVOLUTION
from xdsl_torchscript.runtime.operators.core import Implementation, Table
from xdsl_torchscript.runtime.operators.creation import CREATION
from xdsl_torchscript.runtime.operators.derived import derived
from xdsl_torchscript.runtime.operators.detection import DETECTION
from xdsl_torchscript.runtime.operators.dicts import DICTS
from xdsl_torchscript.runtime.operators.differences import DIFFERENCES
from xdsl_torchscript.runtime.operators.distances import DISTANCES
from xdsl_torchscript.runtime.operators.distinct import DISTINCT
from xdsl_torchscript.runtime.operators.dropout import DROPOUT
from xdsl_torchscript.runtime.operators.eigenvalues import EIGENVALUES
from xdsl_torchscript.runtime.operators.embedding import EMBEDDING
from xdsl_torchscript.runtime.operators.factorisations import FACTORISATIONS
from xdsl_torchscript.runtime.operators.foreach import over_lists
from xdsl_torchscript.runtime.operators.fourier import FOURIER
from xdsl_torchscript.runtime.operators.gathering import GATHERING
from xdsl_torchscript.runtime.operators.grid_sampling import GRID_SAMPLING
from xdsl_torchscript.runtime.operators.hashing import HASHING
from xdsl_torchscript.runtime.operators.histograms import HISTOGRAMS
from xdsl_torchscript.runtime.operators.image_gradients import IMAGE_GRADIENTS
from xdsl_torchscript.runtime.operators.indexing import INDEXING
from xdsl_torchscript.runtime.operators.indexing_gradients import INDEXING_GRADIENTS
from xdsl_torchscript.runtime.operators.instances import INSTANCES
from xdsl_torchscript.runtime.operators.layout import with_layout
from xdsl_torchscript.runtime.operators.likelihood import LIKELIHOOD
from xdsl_torchscript.runtime.operators.linear_algebra import LINEAR_ALGEBRA
from xdsl_torchscript.runtime.operators.lists import LISTS
from xdsl_torchscript.runtime.operators.logical import LOGICAL
from xdsl_torchscript.runtime.operators.loss_gradients import LOSS_GRADIENTS
from xdsl_torchscript.runtime.operators.losses import LOSSES
from xdsl_torchscript.runtime.operators.math import MATH
from xdsl_torchscript.runtime.operators.modes import MODES
from xdsl_torchscript.runtime.operators.nested import NESTED
from xdsl_torchscript.runtime.operators.normalisation import NORMALISATION
from xdsl_torchscript.runtime.operators.normalisation_gradients import NORMALISATION_GRADIENTS
from xdsl_torchscript.runtime.operators.norms import NORMS
from xdsl_torchscript.runtime.operators.ordering import ORDERING
from xdsl_torchscript.runtime.operators.packed_sequences import PACKED_SEQUENCES
from xdsl_torchscript.runtime.operators.padding import PADDING
from xdsl_torchscript.runtime.operators.patches import PATCHES
from xdsl_torchscript.runtime.operators.pooling import POOLING
from xdsl_torchscript.runtime.operators.products import PRODUCTS
from xdsl_torchscript.runtime.operators.quantiles import QUANTILES
from xdsl_torchscript.runtime.operators.queries import QUERIES
from xdsl_torchscript.runtime.operators.recurrent import RECURRENT
from xdsl_torchscript.runtime.operators.reduction import REDUCTION
from xdsl_torchscript.runtime.operators.rejection import REJECTION
from xdsl_torchscript.runtime.operators.resampling import RESAMPLING
from xdsl_torchscript.runtime.operators.sampling import SAMPLING
from xdsl_torchscript.runtime.operators.scalars import SCALARS
from xdsl_torchscript.runtime.operators.scattering import SCATTERING
from xdsl_torchscript.runtime.operators.searching import SEARCHING
from xdsl_torchscript.runtime.operators.segments import SEGMENTS
from xdsl_torchscript.runtime.operators.softmax import SOFTMAX
from xdsl_torchscript.runtime.operators.special_functions import SPECIAL_FUNCTIONS
from xdsl_torchscript.runtime.operators.spectral import SPECTRAL
from xdsl_torchscript.runtime.operators.statistics import STATISTICS
from xdsl_torchscript.runtime.operators.strided import STRIDED
from xdsl_torchscript.runtime.operators.strings import STRINGS
from xdsl_torchscript.runtime.operators.systems import SYSTEMS
from xdsl_torchscript.runtime.operators.views import VIEWS
from xdsl_torchscript.runtime.operators.window_functions import WINDOW_FUNCTIONS

FAMILIES: dict[str, Table] = {
    "activation_gradients": ACTIVATION_GRADIENTS,
    "image_gradients": IMAGE_GRADIENTS,
    "indexing_gradients": INDEXING_GRADIENTS,
    "loss_gradients": LOSS_GRADIENTS,
    "normalisation_gradients": NORMALISATION_GRADIENTS,
    "arithmetic": ARITHMETIC,
    "math": MATH,
    "activation": ACTIVATION,
    "comparison": COMPARISON,
    "logical": LOGICAL,
    "casts": CASTS,
    "views": VIEWS,
    "creation": CREATION,
    "linear_algebra": LINEAR_ALGEBRA,
    "reduction": REDUCTION,
    "scalars": SCALARS,
    "containers": CONTAINERS,
    "dicts": DICTS,
    "lists": LISTS,
    "indexing": INDEXING,
    "strings": STRINGS,
    "modes": MODES,
    "complex_scalars": COMPLEX_SCALARS,
    "statistics": STATISTICS,
    "arranging": ARRANGING,
    "ordering": ORDERING,
    "gathering": GATHERING,
    "instances": INSTANCES,
    "convolution": CONVOLUTION,
    "pooling": POOLING,
    "padding": PADDING,
    "attention": ATTENTION,
    "dropout": DROPOUT,
    "embedding": EMBEDDING,
    "likelihood": LIKELIHOOD,
    "losses": LOSSES,
    "nested": NESTED,
    "normalisation": NORMALISATION,
    "norms": NORMS,
    "packed_sequences": PACKED_SEQUENCES,
    "recurrent": RECURRENT,
    "softmax": SOFTMAX,
    "resampling": RESAMPLING,
    "patches": PATCHES,
    "grid_sampling": GRID_SAMPLING,
    "sampling": SAMPLING,
    "composing": COMPOSING,
    "scattering": SCATTERING,
    "searching": SEARCHING,
    "distinct": DISTINCT,
    "segments": SEGMENTS,
    "strided": STRIDED,
    "special_functions": SPECIAL_FUNCTIONS,
    "complex_tensors": COMPLEX_TENSORS,
    "detection": DETECTION,
    "systems": SYSTEMS,
    "rejection": REJECTION,
    "fourier": FOURIER,
    "histograms": HISTOGRAMS,
    "hashing": HASHING,
    "eigenvalues": EIGENVALUES,
    "products": PRODUCTS,
    "contractions": CONTRACTIONS,
    "distances": DISTANCES,
    "factorisations": FACTORISATIONS,
    "spectral": SPECTRAL,
    "window_functions": WINDOW_FUNCTIONS,
    "quantiles": QUANTILES,
    "differences": DIFFERENCES,
    "checks": CHECKS,
    "queries": QUERIES,
}

_OPERATORS: Table = {
    name: with_layout(name, run) for table in FAMILIES.values() for name, run in table.items()
}


@cache
def _derived(name: str) -> Implementation | None:
    return derived(name, _OPERATORS.get) or over_lists(name, implementation)


def implementation(name: str) -> Implementation | None:
    """The function of an operator, None if there is none."""
    return _OPERATORS.get(name) or _derived(name)


def register_implementation(name: str, function: Implementation) -> None:
    """Adds an operator; ValueError if that name has another implementation already."""
    if _OPERATORS.setdefault(name, function) is not function:
        raise ValueError(f"operator '{name}' has an implementation already")
