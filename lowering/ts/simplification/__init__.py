"""Operations that become fewer or simpler: constants, common subexpressions, dead code."""
