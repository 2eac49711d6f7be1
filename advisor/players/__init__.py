"""Who can sit down at the table, by name."""
