"""Players who see what a player sees, and the advice they give."""
