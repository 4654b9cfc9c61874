"""The language's own values: numbers, strings, lists, dicts, and what programs demand of them."""
