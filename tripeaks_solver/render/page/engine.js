"use strict";

// The game as the engine of the project plays it. All that differs between deals, rules and scoring
// systems is read from the data of the page; a set of places is a mask of 32 bits.
//
// Cards are named by slots: first the places of the tableau, then the waste card of the deal, then
// the stock, next drawn first.

/** The rank of an empty waste: every card goes on it. */
const WILD = 13;

/** What is worth what: the fields of a scoring system, with its sums. */
class Scoring {
  constructor(fields) {
    Object.assign(this, fields);
  }

  card(length, peaksEmpty) {
    return this.run[length - 1] * this.peak_factor ** peaksEmpty;
  }

  win(cards, stockLeft, time) {
    const bonus = this.win_time ? Math.floor((this.win_time * 1000) / Math.max(time, 1)) : 0;
    return this.win_card * cards + this.win_stock_card * stockLeft + bonus;
  }

  timePoints(before, after) {
    return this.tick * (Math.floor(after / this.tick_ms) - Math.floor(before / this.tick_ms));
  }

  plus(score, points) {
    return this.floor === null ? score + points : Math.max(this.floor, score + points);
  }
}

/** One game of the deal. A move is a place, or null for a draw; a refusal is the name of one. */
class Game {
  constructor(data) {
    const { deal } = data;
    this.data = data;
    this.scoring = new Scoring(data.scoring);
    this.tableau = deal.mask;
    this.drawn = 0;
    this.waste = deal.waste === null ? [] : [this.size];
    this.run = deal.run;
    this.score = deal.score;
    this.moves = 0;
    this.time = 0;
    this.past = [];
  }

  /** How many places the layout has. */
  get size() {
    return this.data.layout.places.length;
  }

  get stockLeft() {
    return this.data.deal.stock.length - this.drawn;
  }

  /** The slot of the next stock card. */
  get stockTop() {
    return this.size + 1 + this.drawn;
  }

  get wasteRank() {
    return this.waste.length ? this.rank(this.waste[this.waste.length - 1]) : WILD;
  }

  get status() {
    if (!this.tableau) return "WON";
    return this.stockLeft || this.plays().length ? "RUNNING" : "BLOCKED";
  }

  card(slot) {
    const { tableau, waste, stock } = this.data.deal;
    if (slot < this.size) return tableau[slot];
    return slot === this.size ? waste : stock[slot - this.size - 1];
  }

  rank(slot) {
    return this.data.cards[this.card(slot)].rank;
  }

  holds(place) {
    return Boolean((this.tableau >>> place) & 1);
  }

  isFree(place) {
    return this.holds(place) && !(this.tableau & this.data.layout.covered_by[place]);
  }

  isFaceUp(place) {
    return this.data.rules.open_peaks ? this.holds(place) : this.isFree(place);
  }

  plays() {
    return this.data.layout.places.map((_, place) => place).filter((p) => !this.playRefusal(p));
  }

  /** The peaks of which no card is left. */
  emptied(tableau = this.tableau) {
    return this.data.layout.peaks.filter(({ mask }) => !(tableau & mask));
  }

  playRefusal(place) {
    if (!this.tableau) return "WON";
    if (!this.holds(place)) return "GONE";
    if (!this.isFree(place)) return "COVERED";
    const fits = (this.data.rules.plays_on[this.wasteRank] >> this.rank(place)) & 1;
    return fits ? null : "RANK";
  }

  drawRefusal() {
    if (!this.tableau) return "WON";
    if (!this.stockLeft) return "STOCK_EMPTY";
    const stuckNeeded = this.data.rules.draw_only_when_stuck;
    return stuckNeeded && this.plays().length ? "NOT_STUCK" : null;
  }

  refusal(move) {
    return move === null ? this.drawRefusal() : this.playRefusal(move);
  }

  /** Make a move that is not refused. */
  make(move) {
    if (this.scoring.pace_ms) this.passTime(this.scoring.pace_ms);
    const { tableau, drawn, run } = this;
    const before = { tableau, drawn, run, points: 0 };
    this.past.push(before);
    this.moves += 1;
    const points = move === null ? this.draw() : this.play(move);
    const score = this.score;
    this.score = this.scoring.plus(score, points);
    before.points = this.score - score;
  }

  /** Take the last move back, all but its count and its time. */
  undo() {
    const { tableau, drawn, run, points } = this.past.pop();
    Object.assign(this, { tableau, drawn, run });
    this.score = this.scoring.plus(this.score, -points);
    this.waste.pop();
  }

  copy() {
    const game = Object.assign(Object.create(Game.prototype), this);
    game.waste = [...this.waste];
    game.past = this.past.map((before) => ({ ...before }));
    return game;
  }

  draw() {
    this.waste.push(this.stockTop);
    this.drawn += 1;
    this.run = 0;
    return this.scoring.draw;
  }

  play(place) {
    const before = this.emptied().length;
    this.tableau = (this.tableau ^ (1 << place)) >>> 0;
    this.waste.push(place);
    this.run += 1;
    return this.worthOfPlay(before, this.emptied().length);
  }

  worthOfPlay(before, after) {
    const { scoring } = this;
    const peaks = scoring.peaks_total[after] - scoring.peaks_total[before];
    const win = this.tableau ? 0 : scoring.win(this.size, this.stockLeft, this.time);
    return scoring.card(this.run, after) + peaks + win;
  }

  passTime(milliseconds) {
    const before = this.time;
    this.time += milliseconds;
    this.score = this.scoring.plus(this.score, this.scoring.timePoints(before, this.time));
  }
}
