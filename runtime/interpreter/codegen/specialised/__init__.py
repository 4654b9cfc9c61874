"""Operators some of whose arguments the program fixes: `x.transpose(0, 1)`, `x * 2.0`.

What they say is read once, when code is built, and not each time that it runs. An argument that
the general operator would refuse leads to it, for its message.
"""
