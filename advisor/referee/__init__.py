"""The full game, all cards known: the one authority on the rules."""
