"""`ts.explain`: a function's plan, as text and as a page.

`collect.py` calls the function and finds out; `model.py` is the result, `tables.py` arranges it;
`text.py` and `html.py` write the tables.
"""
