"""Values of the language: numbers, strings, lists, dicts, and checks of them."""
