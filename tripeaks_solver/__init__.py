"""TriPeaks solitaire: proven verdicts, best scores and deal ratings."""

__version__ = "0.1.0"
