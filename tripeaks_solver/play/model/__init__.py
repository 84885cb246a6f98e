"""What a game is: a deal as it is played, its kind and options, hints, wins and losses."""
