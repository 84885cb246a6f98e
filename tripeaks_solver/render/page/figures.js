"use strict";

// The numbers of a game, and whether it can still be won.

const ICONS = {
  yes: "M4 12.5L9.5 18L20 6.5",
  no: "M5.5 5.5L18.5 18.5M18.5 5.5L5.5 18.5",
  unknown: "M8 8.5C8 3 16.5 3 16.5 8.5C16.5 12 12 11.5 12 15M12 19.5V20",
};

function showFigures(game) {
  const figures = {
    score: withMinus(game.score),
    moves: game.moves,
    draws: game.drawn,
    run: game.run,
    cards: ones(game.tableau),
    time: clock(game.time),
  };
  Object.entries(figures).forEach(([name, figure]) => {
    element(name).textContent = figure;
  });
  element("time").parentElement.hidden = !game.scoring.is_timed;
}

/** Write a time as minutes and seconds. */
function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Tell whether a game can still be won; `winnable` is null where that is not known. */
function hopeOf(game, winnable) {
  if (game.status === "WON") return { kind: "yes", text: "Won" };
  if (game.status === "BLOCKED") return { kind: "no", text: sentence(game.data.statuses.BLOCKED) };
  if (winnable === null) return { kind: "unknown", text: "Not known here" };
  if (winnable) return { kind: "yes", text: "Can still be won" };
  const lost = game.data.verdict === "NOT_WINNABLE";
  return { kind: "no", text: lost ? "Cannot be won" : "Can no longer be won" };
}

function showHope({ kind, text }) {
  element("hope").className = `hope ${kind}`;
  element("hope-text").textContent = text;
  element("hope-icon").setAttribute("d", ICONS[kind]);
}
