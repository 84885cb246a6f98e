"use strict";

/** A line of play: its moves, and the game before the first and after each of them. */
class Line {
  constructor(data, { name, score, moves, winnable, remarks = [] }) {
    Object.assign(this, { name, score, moves, winnable, remarks });
    this.games = [new Game(data)];
    for (const move of moves) {
      const game = this.last.copy();
      game.make(move);
      this.games.push(game);
    }
  }

  get last() {
    return this.games[this.games.length - 1];
  }

  get length() {
    return this.moves.length;
  }

  /** A step in a few words. */
  stepName(step) {
    if (!step) return "The deal";
    return `Move ${step}: ${moveInWords(this.games[step - 1], this.games[step])}`;
  }

  /** What a step brought. */
  news(step) {
    if (step) return this.newsOfMove(step);
    const [game] = this.games;
    const cards = counted(ones(game.tableau), "card");
    const text = `The deal: ${cards} on the table, ${game.stockLeft} in the stock.`;
    return { text, kind: "" };
  }

  newsOfMove(step) {
    const { text, kind } = newsOf(this.games[step - 1], this.games[step]);
    const stops = step === this.length && this.last.status === "RUNNING";
    const told = [text, this.remark(step), stops ? "Here the line ends." : ""];
    return { text: told.filter(Boolean).join(" "), kind };
  }

  /** What is to be said of the move that leads to a step, as a sentence. */
  remark(step) {
    const text = this.remarks[step - 1];
    return text ? `${sentence(text)}.` : "";
  }

  /** The peaks that fall, each with the step at which it does. */
  falls() {
    return this.moves.flatMap((_, step) => {
      const peaks = fallen(this.games[step], this.games[step + 1]);
      return peaks.map((peak) => ({ step: step + 1, peak }));
    });
  }
}

/** The peaks that are empty in one game and were not in the other. */
function fallen(before, after) {
  const already = before.emptied();
  return after.emptied().filter((peak) => !already.includes(peak));
}

/** The move that led from one game to the next, in words. */
function moveInWords(before, after) {
  const card = cardName(after, after.waste[after.waste.length - 1]);
  return after.drawn > before.drawn ? `draw the ${card}` : `play the ${card}`;
}

function cardName(game, slot) {
  return game.data.cards[game.card(slot)].name;
}

/** All that a move brought, in sentences; the kind is that of an event, if it is one. */
function newsOf(before, after) {
  const points = after.score - before.score;
  const plus = points < 0 ? "" : "+";
  const peaks = fallen(before, after);
  const told = [`${sentence(moveInWords(before, after))}: ${plus}${counted(points, "point")}.`];
  peaks.forEach((peak) => told.push(`${sentence(peak.name)} falls.`));
  if (after.status === "WON") told.push("The game is won.");
  if (after.status === "BLOCKED") told.push(`${sentence(after.data.statuses.BLOCKED)}.`);
  const kinds = { WON: "event", BLOCKED: "blocked", RUNNING: peaks.length ? "event" : "" };
  return { text: told.join(" "), kind: kinds[after.status] };
}

/** A name at the beginning of a sentence. */
function sentence(name) {
  return name[0].toUpperCase() + name.slice(1);
}

function withMinus(number) {
  return String(number).replace("-", "\u2212");
}

function counted(number, word) {
  return `${withMinus(number)} ${word}${Math.abs(number) === 1 ? "" : "s"}`;
}

/** Count the places of a mask. */
function ones(mask) {
  return (mask >>> 0).toString(2).replace(/0/g, "").length;
}
