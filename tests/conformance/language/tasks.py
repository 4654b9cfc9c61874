"""fork and wait, and functions of torch.jit."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


def doubled(x):
    return x * 2


def plus(x, n: int, m: int = 1):
    return x + n * m


#: T(2)
def fork_wait(x):
    f = torch.jit.fork(doubled, x)
    return torch.jit.wait(f)


#: T(2)
def fork_arguments(x):
    f = torch.jit.fork(plus, x, 3)
    g = torch.jit.fork(plus, x, 3, m=2)
    return torch.jit.wait(f) + torch.jit.wait(g)


#: T(2), 3
def fork_in_loop(x, n: int):
    futures: List[torch.jit.Future[Tensor]] = []
    for i in range(n):
        futures.append(torch.jit.fork(plus, x, i))
    total = torch.zeros(2)
    for f in futures:
        total += torch.jit.wait(f)
    return total


#: T(2)
def futures_in_list(x):
    fs = [torch.jit.fork(plus, x, i) for i in range(3)]
    return [torch.jit.wait(f) for f in fs]


#: T(2)
def wait_method(x):
    f = torch.jit.fork(doubled, x)
    return f.wait()


def two_results(x, n: int):
    return x + n, str(n)


#: T(2)
def fork_of_tuple(x):
    f = torch.jit.fork(two_results, x, 2)
    y, s = torch.jit.wait(f)
    return y, s


def forks(x):
    f = torch.jit.fork(doubled, x)
    return torch.jit.wait(f) + 1


#: T(2)
def fork_of_fork(x):
    return torch.jit.wait(torch.jit.fork(forks, x))


#: 3
def scripting_facts(n: int):
    return torch.jit.is_scripting(), torch.jit.is_tracing()


#: T(2)
def unwraps(x: Optional[Tensor]):
    return torch.jit._unwrap_optional(x) + 1
