"""Every pointwise operator of the library against PyTorch, over dtypes, shapes and numbers."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from operator_cases import Case, cases, difference, operator_names, our_answer

from xdsl_torchscript.dialects.schema.table import operator_table

torch = pytest.importorskip("torch")


def torch_call(case: Case):
    """Return PyTorch's result as an array, or its exception.

    The arrays are copied: an operator may return its operand.
    """
    namespace, name, *overload = case.name.split(".")
    packet = getattr(getattr(torch.ops, namespace), name)
    arguments = operator_table()[case.name].arguments
    values = [
        torch.from_numpy(a.copy()) if isinstance(a, np.ndarray) else a for a in case.arguments
    ]
    positional = [v for v, a in zip(values, arguments, strict=True) if not a.kwarg_only]
    keyword = {a.name: v for v, a in zip(values, arguments, strict=True) if a.kwarg_only}
    try:
        result = getattr(packet, overload[0] if overload else "default")(*positional, **keyword)
    except (RuntimeError, TypeError, ValueError, IndexError, ZeroDivisionError) as error:
        return error
    return result.numpy() if isinstance(result, torch.Tensor) else result


@pytest.mark.parametrize("name", operator_names())
def test_operator_agrees_with_torch(name: str) -> None:
    wrong = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case in cases(name):
            found = difference(name, torch_call(case), our_answer(case))
            if found is not None:
                wrong.append(f"{case.key}: {found}")
    assert not wrong, f"{len(wrong)} cases differ, first:\n" + "\n".join(wrong[:3])
