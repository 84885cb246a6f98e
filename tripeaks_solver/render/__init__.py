"""Deals, answers and ratings as people read them."""
