"""Many deals: read in chunks, rated by all cores, given back in order."""
