"use strict";

/** Where the visitor is: at a step of a line, or in moves of their own from there. */
class Replay {
  constructor(data) {
    this.lines = data.lines.map((line) => new Line(data, line));
    this.prospects = null;
    this.chosen = 0;
    this.step = 0;
    /** The game of moves of one's own; null on the line. */
    this.own = null;
  }

  get line() {
    return this.lines[this.chosen];
  }

  get game() {
    return this.own || this.line.games[this.step];
  }

  /** How many moves of one's own were made and not taken back. */
  get ownMoves() {
    return this.own ? this.own.past.length - this.line.games[this.step].past.length : 0;
  }

  /** What the line does next: a place, null for a draw; undefined at its end and off it. */
  get next() {
    return this.own ? undefined : this.line.moves[this.step];
  }

  /** Whether the game can still be won; null where that is not known. */
  get winnable() {
    if (this.prospects) return this.prospects.canWin(this.game);
    return this.own ? null : this.line.winnable[this.step];
  }

  /** Go to a step of the line; moves of one's own are given up. */
  go(step) {
    this.own = null;
    this.step = Math.min(Math.max(step, 0), this.line.length);
  }

  /** Change to another line, to the same position if it has it. */
  choose(number) {
    const { tableau, drawn } = this.line.games[this.step];
    this.chosen = number;
    const { games } = this.line;
    this.go(games.findIndex((game) => game.tableau === tableau && game.drawn === drawn));
  }

  /** Make a move and return null, or return why it is refused. */
  try(move) {
    const refusal = this.game.refusal(move);
    if (refusal) return refusal;
    if (move === this.next) {
      this.go(this.step + 1);
    } else {
      this.own = this.own || this.game.copy();
      this.own.make(move);
    }
    return null;
  }

  /** Take a move of one's own back; when none is left, the game is on the line again. */
  undo() {
    this.own.undo();
    if (!this.ownMoves) this.own = null;
  }
}
