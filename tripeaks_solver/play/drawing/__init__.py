"""How a game looks, without a user interface library: cards as characters, and lines of text."""
