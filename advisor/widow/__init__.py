"""The game `widow` for him who plays it: values by self-play, beliefs, advice."""
