"""Random functions that read and write rows, columns and blocks of tensors at integer arguments.

Places may be out of range, slices may be clipped or empty, and one tensor is written and read
through several views.
"""

from __future__ import annotations

from random import Random

INDICES = ("i", "j", "i + 1", "j - 1", "i + j", "2 * i", "-i", "1", "0", "-1")
_FACTORS = ("1.5", "0.5", "i", "j")
_WRITES = (
    "{t}[{a}] = {row} * {c}",
    "{t}[{a} : {a} + {n}] = {u}[:{n}] + {row}",
    "{t}[:, {a}] += {row}[:4] * {c}",
    "{t}[{a}].mul_({c})",
    "{t}[{a} : {a} + {n}, {b}].add_({c})",
    "{t}[{a}, {b} : {a}] = {c}",
    "{t}[{a} : {a} + {n}, 1:5] *= {c}",
    "{t}.add_({row})",
)
_ROWS = (
    "{t}[{a}] * {c} + {row}",
    "{t}[{a}]",
    "{t}[{a} : {a} + 1].sum(0) + {row}",
    "{t}[{a} : {a} + {n}].mean(0) * {c}",
    "{t}[{a} - {n} : {a}].sum(0) - {row}",
    "{t}[:, {a} : {a} + {n}].sum() * {row}",
)
_TENSORS = (
    "{t} * {c} + {row}",
    "{t}.narrow(0, {a}, {n}).sum(0) + {t}",
    "{t}.transpose(0, 1)[{a}].unsqueeze(1) + {t}",
    "{t} + {u}[{a} : {a} + {n}].sum(0) * {c}",
    "{u}[{a} : {a} + 4] * {row}",
    "{t} * {u}[:, {a} : {a} + 1]",
)


_UPDATES = (
    "{row} = {row} + {t}[{a} : {a} + {n}].sum(0) * {c}",
    "{row} = {row} * {c} - {t}[{a} - {n} : {a}].mean(0)",
    "{row} = {t}[{a}] + {row}",
)
_IN_LOOPS = ("t", "t + 1", "t - 1", "2 * t", "i", "j - t", "1")


def random_source(seed: int) -> str:
    """Return the source of a function `f(k, x, v, i, j)` of two tensors of 4 x 8, one of 8, and two
    ints. It returns all tensors. Loops write and read at the iteration `t`."""
    random = Random(seed)
    lines = ["def f(k: Tensor, x: Tensor, v: Tensor, i: int, j: int):"]
    tensors, rows = ["k", "x"], ["v"]

    def statement(form: str, indices: tuple[str, ...]) -> str:
        return form.format(
            t=random.choice(tensors), u=random.choice(tensors), row=random.choice(rows),
            a=random.choice(indices), b=random.choice(indices), c=random.choice(_FACTORS),
            n=random.randint(1, 3),
        )  # fmt: skip

    for number in range(random.randint(2, 7)):
        forms = random.choice((_WRITES, _WRITES, _ROWS, _TENSORS, _UPDATES))
        if forms is _UPDATES:
            lines.append(f"    for t in range({random.choice(('2', '3', 'i', 'j'))}):")
            for inner in random.choices((*_UPDATES, *_WRITES), k=random.randint(1, 3)):
                lines.append(f"        {statement(inner, _IN_LOOPS)}")
            continue
        text = statement(random.choice(forms), INDICES)
        if forms is not _WRITES:
            made = tensors if forms is _TENSORS else rows
            made.append(f"r{number}")
            text = f"r{number} = {text}"
        lines.append(f"    {text}")
    return "\n".join([*lines, f"    return {', '.join([*tensors, *rows])}"])
