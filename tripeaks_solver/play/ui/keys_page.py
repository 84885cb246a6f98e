"""The page that explains how to play."""

from __future__ import annotations

KEYS_PAGE = """\
Clear the table: play free cards that are one rank above or below
the waste card. Where none fits, draw; the stock is dealt once.

mouse         click a card to play it, the stock to draw
arrows        go from card to card; tab goes to the next one
enter, space  play the card, or draw
A 2…9 T J K   play the free card of that rank; where there are
Q (capital)   several, go to the next one of them

d  draw       h  hint: the provably best move
u  undo       p  pause, which hides the cards
r  restart    o  options: layout, game, rules, help
n  new deal   q  quit; the game is saved

A deal that is left for another one after its first move counts
as lost. Restarting it is not leaving it.       (escape: back)"""
