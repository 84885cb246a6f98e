"""The search: a question about a deal in, an answer out. Knows the rules, never the engine."""
