"""Exact answers to questions about one hand, one question a file."""
