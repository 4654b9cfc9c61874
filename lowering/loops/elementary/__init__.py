"""Elementary functions as arithmetic: reduce the argument, evaluate a polynomial, put the result
together. Each function returns the value that it emitted.

The algorithms are the classical ones (Cody and Waite, Software Manual for the Elementary Functions,
1980; Muller, Elementary Functions, 2016).
"""
