"""Products of bytes in vector units: how many of them are added to one lane."""

GROUP = 4
"""The products that a lane of 32 bits sums (`simd.usdot`)."""
