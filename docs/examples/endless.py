def count(n: int = 1) -> int:
    while n > 0:
        n = n % 7 + 1
    return n


def collect(first: int = 1) -> List[int]:
    kept = [first]
    while True:
        kept.append(len(kept))
    return kept


def fill(size: int = 1000000000) -> Tensor:
    return torch.ones([size])
