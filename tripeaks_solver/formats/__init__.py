"""Deals and answers as other programs read and write them."""
