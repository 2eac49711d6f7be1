"""The tests, laid out like ``advisor``."""
