"""`ts.explain`: a function's plan, as text and as a page.

`collect.py` runs the function and collects the facts of `model.py`: times (`times.py`), and kernels
with their costs and schedules (`kernels.py`). `tables.py` formats them as tables, which `text.py`
and `html.py` write. `strict.py` rejects what runs outside of native code.
"""
