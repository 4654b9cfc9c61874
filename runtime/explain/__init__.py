"""`ts.explain`: the plan of a function, as text and as a page.

`collect.py` calls the function and finds out; `model.py` is the result, `tables.py` arranges it;
`text.py` and `html.py` write the tables.
"""
