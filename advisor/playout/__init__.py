"""Compiled loops that play hands to their end. Importing this compiles nothing."""
