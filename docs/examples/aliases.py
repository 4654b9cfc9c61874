def forward(x: Tensor, rows: int):
    scratch = x.relu()
    view = scratch.t()
    view.add_(1)
    parts = [scratch, x]
    parts.append(scratch[0])
    return parts[0].sum(), view.size(0)
