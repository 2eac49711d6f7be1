"""How the tables in ``data`` are made, and how far from unbeatable they are."""
