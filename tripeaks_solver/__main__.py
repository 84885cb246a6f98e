"""Lets ``python -m tripeaks_solver`` run the command line."""

from tripeaks_solver.cli import main

if __name__ == "__main__":
    main()
