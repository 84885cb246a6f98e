"""What is kept on disk: the game under way, the options, and the results of finished games."""
