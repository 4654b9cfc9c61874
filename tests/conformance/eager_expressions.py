"""Expressions that mean the same in PyTorch and here: `T` is `torch` or our package, `x`, `y` and
`z` are float tensors of sizes (2, 3), (2, 3) and (3, 2), `i` an int tensor of (2, 3), `m` a mask of
(2, 3), `k` the tensor [1, 0]."""

EXPRESSIONS = """
x + y
x + 1
1 + x
x - 2.5
1 - x
x * y
2 * x
x / y
2 / x
i / 2
x // 2
i // 2
x % 2
2 % i.abs().add(1)
x ** 2
2 ** x
x @ z
-x
+x
abs(x)
~m
~i
m & m
m | ~m
m ^ m
i & 3
i << 1
i >> 1
x < y
x <= 0
0 < x
x == y
x != y
i == 1
x.sum()
x.sum(dim=0)
x.sum(0, keepdim=True)
x.sum((0, 1))
x.sum(dim=1, dtype=T.float64)
x.mean()
x.mean(dim=(0, 1))
x.mean(-1)
x.max()
x.max(dim=1)
x.max(dim=1).values
x.max(dim=1).indices
x.min(0)
T.max(x, y)
T.maximum(x, y)
x.amax(0)
x.argmax(dim=1)
x.prod()
x.view(3, 2)
x.view(-1)
x.view((6,))
x.reshape(3, -1)
x.reshape([6])
x.t()
x.T
x.transpose(0, 1)
x.permute(1, 0)
x.unsqueeze(0)
x.unsqueeze(-1)
x.flatten()
x.expand(4, 2, 3)
x[:1].squeeze(0)
x.contiguous()
x.clone()
x.detach()
x.narrow(1, 0, 2)
x.chunk(2, dim=0)
x.split(1)
x.unbind()
x.repeat(2, 1)
x[0]
x[0, 1]
x[-1]
x[1:]
x[:, 1:]
x[:, ::2]
x[:, None]
x[..., 0]
x[None, ..., None]
x[m]
x[i > 0]
x[k]
x[:, [0, 2]]
x[k, k]
x[k, 0]
x[0, k]
x[T.tensor(1)]
x[[0, 1], [1, 2]]
x[:, None, k]
x.double()
x.float()
x.long()
x.bool()
x.half()
x.to(T.float64)
x.to(dtype=T.int32)
x.to("cpu")
i.to(T.float32)
x.type_as(i)
x.relu()
T.relu(x)
T.sin(x)
T.tanh(input=x)
T.exp(x)
T.sqrt(x.abs())
T.sigmoid(x)
T.clamp(x, 0, 1)
x.clamp(min=0)
x.clamp(max=0.5)
T.where(x > 0, x, y)
T.where(x > 0, x, 0.0)
T.cat([x, y])
T.cat((x, y), dim=1)
T.stack([x, y], dim=-1)
T.zeros(2, 3)
T.zeros((2, 3), dtype=T.int64)
T.ones(3)
T.ones([2])
T.full((2, 3), 7)
T.full([2], 1.5)
T.zeros_like(x)
T.ones_like(x, dtype=T.float64)
T.arange(5)
T.arange(1, 5)
T.arange(0, 1, 0.25)
T.linspace(0, 1, 3)
T.eye(3)
T.tensor([1, 2, 3])
T.tensor([[1.0, 2], [3, 4]])
T.tensor(3)
T.tensor([1 + 2j])
T.tensor([True, False])
T.tensor([1.0], dtype=T.float64)
T.matmul(x, z)
T.mm(x, z)
T.addmm(k.float(), x, z)
T.addmm(k.float(), x, z, beta=2, alpha=0.5)
T.add(x, y, alpha=2)
T.sub(x, 1, alpha=2)
T.nn.functional.relu(x)
T.nn.functional.linear(x, y)
T.nn.functional.linear(x, y, k.float())
T.nn.functional.gelu(x)
T.nn.functional.silu(x)
T.nn.functional.relu(x, inplace=True)
T.nn.functional.softmax(x, dim=1)
T.nn.functional.dropout(x, 0.5, False)
T.nn.functional.normalize(x)
x.masked_fill(m, 0)
x.masked_fill(m, -1.5)
x.tril()
x.any()
m.all()
m.any(dim=1)
x.new_zeros(2)
x.new_ones((2, 2))
x.dim()
x.size()
x.size(0)
x.size(-1)
x.shape
x.shape[1]
x.numel()
x.ndim
x.stride()
x.is_contiguous()
x.t().is_contiguous()
x.dtype == T.float32
x.tolist()
x[0, 0].item()
float(x[0, 0])
int(i[0, 0])
bool(x[0, 0] > 0)
len(x)
[r.sum() for r in x]
x.add(1).mul(2)
x.clone().add_(1)
x.clone().mul_(y)
x.clone().fill_(3)
x.clone().zero_()
x.clone().copy_(y)
T.isnan(x)
T.floor(x)
T.round(x)
T.pow(x, 3)
T.pow(2, x)
T.abs(i)
T.cumsum(x, dim=0)
T.softmax(x, dim=1)
x.softmax(-1)
x.std()
x.norm()
T.allclose(x, x)
T.equal(x, y)
x.is_floating_point()
T.pi
T.float32 == x.dtype
T.special.expit(x)
T.stack([x.sum(), y.sum()])
x.lerp(y, 0.5)
T.logical_and(m, m)
T.bitwise_and(i, 3)
i.sum()
i.float().mean()
m.sum()
m + m
m * 2
i + 1.5
i * 2
i ** 2
x.sub(y).pow(2).mean().sqrt()
T.einsum("ij,jk->ik", x, z)
T.dropout(x, 0, False)
T.nn.functional.leaky_relu(x, 1)
""".strip().splitlines()

STATEMENTS = {
    "slice": "x[0] = 1",
    "column": "x[:, 1] = x[:, 0]",
    "mask": "x[m] = 0",
    "computed mask": "x[x > 0] = -1.0",
    "lookup": "x[k] = y",
    "tensor": "x[1:] = y[:1]",
    "number in ints": "i[0] = 7",
    "one": "x[0, 1] = 5",
    "all": "x[...] = y",
    "add": "x += 1",
    "sub": "x -= y",
    "mul": "x *= 2",
    "div": "x /= 2",
    "chained": "x[0][1:] = 3",
}
"""Statements that change `x` or `i` in place."""
