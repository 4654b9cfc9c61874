from torch import Tensor


def scaled(x: Tensor, times: int, flag: bool) -> Tensor:
    y = x.relu()
    for i in range(times):
        if flag:
            y = y * 2 + i
        else:
            y = y.tanh()
    return y / 3
