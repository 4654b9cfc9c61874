import torch


def share(x, n: int):
    if n == 0:
        raise ValueError("nobody to share with")
    return x / n


def chosen(x, flip: bool):
    y = x + 1
    if flip:
        y = torch.neg(y)
    return torch.relu(y * x)


def shared(x, n: int):
    rest = torch.jit.fork(share, x, n - 1)
    return torch.jit.wait(rest) + x
