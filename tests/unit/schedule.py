"""The schedule of `pytest -n`: processes take whole files, the slowest of each suite first.

The tests of a file share what they import, read and compile. Files on the same data form a group.
With the slowest in front, no process works alone at the end.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from xdist.scheduler import LoadFileScheduling

SLOWEST = (
    ("test_native_rules.py",),
    ("test_fork_plans.py",),
    ("test_native_matrices.py",),
    ("test_pointwise_engines.py",),
    ("test_call_aliasing.py", "test_samples.py", "test_type_rules.py"),
    ("test_contractions_native.py",),
    ("test_recurrent_kernels.py",),
    ("test_random_programs.py",),
    ("test_docs.py",),
    ("test_lowering_refusals.py",),
    ("test_convolutions_native.py",),
    ("test_kernel_robustness.py",),
    ("test_many_shapes.py",),
    # tests/conformance
    ("test_printed_graphs.py",),
    ("test_zoo.py",),
    ("test_frozen_sequences.py",),
    ("test_native_samples.py",),
    ("test_database.py",),
    ("test_forks.py",),
    ("test_transposed_samples.py",),
    # tests/meaning
    ("test_corpus_meaning.py",),
    ("test_level_meaning.py",),
    ("test_executor_meaning.py",),
    ("test_control_meaning.py",),
    ("test_broken_passes.py",),
)
"""Groups of files that take longer than the others, the slowest first."""

_GROUPS = {name: group for group in SLOWEST for name in group}
_RANKS = {group[0]: rank for rank, group in enumerate(SLOWEST)}


def _rank(group: str) -> int:
    return _RANKS.get(PurePath(group).name, len(_RANKS))


class SlowestFirst(LoadFileScheduling):
    """Hands out groups of files, named after their first file, in the order of `SLOWEST`."""

    def _split_scope(self, nodeid: str) -> str:
        path = PurePath(super()._split_scope(nodeid))
        return str(path.with_name(_GROUPS.get(path.name, (path.name,))[0]))

    def _assign_work_unit(self, node: Any) -> None:
        slowest = min(self.workqueue, key=_rank)
        self.workqueue.move_to_end(slowest, last=False)
        super()._assign_work_unit(node)
