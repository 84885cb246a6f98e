"""The screen, the table and the dialogs: the only part of the game that loads Textual."""
