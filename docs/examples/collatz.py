def collatz(n: int, limit: int = 100) -> list[int]:
    """The numbers from n down to 1, halved if even, else tripled and one more."""
    steps = [n]
    while n != 1 and len(steps) < limit:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps.append(n)
    return steps
