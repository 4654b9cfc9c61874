"""A decoder that samples tokens: random numbers in a loop, for tests with and without PyTorch."""

DECODER = """
def decode(logits: Tensor, emb: Tensor, w: Tensor, n: int) -> Tensor:
    drawn = torch.zeros([20], dtype=torch.int64)
    h = emb[0:1]
    for i in range(n):
        t = torch.multinomial(torch.softmax(logits + torch.mm(h, w), -1), 1)
        drawn[i] = t[0, 0]
        h = torch.tanh(torch.dropout(emb[t[0]], 0.25, True))
    return drawn
"""
