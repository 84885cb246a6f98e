"""The game on the screen: what is played, kept and counted, and how it is shown."""
