"""What answers to many deals say together."""
