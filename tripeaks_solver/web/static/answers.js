/* What the server answers, shown for people. */

import { make, sign } from "./dom.js";

const number = (value) => (value === null ? "–" : value.toLocaleString("en"));
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

const VERDICTS = {
  winnable: ["won", "Winnable"],
  "not winnable": ["lost", "Not winnable"],
  undecided: ["", "Undecided"],
};

function verdict(found, ...told) {
  const [kind, name] = VERDICTS[found.verdict];
  return make("p", { class: `verdict ${kind}` }, make("strong", {}, `${name}.`), ` ${told.join(" ")}`);
}

const moveName = (move) => `${move.action} ${sign(move.card)}`;

/* A table with a heading for each column; columns of numbers stand on the right. */
function table(caption, headings, rows) {
  const cell = (tag, value, at) =>
    make(tag, { class: headings[at].endsWith("#") ? "number" : null }, value);
  const head = headings.map((heading, at) => cell("th", heading.replace("#", ""), at));
  head.forEach((one) => one.setAttribute("scope", "col"));
  const body = rows.map((row) => make("tr", {}, ...row.map((value, at) => cell("td", value, at))));
  return make(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": caption },
    make(
      "table",
      {},
      make("caption", { class: "unseen" }, caption),
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...body),
    ),
  );
}

/* The moves: a line for each draw with the cards that are played on it. */
function runs(moves) {
  const lines = [];
  for (const move of moves) {
    if (move.action === "draw" || !lines.length) lines.push([]);
    lines.at(-1).push(move);
  }
  const shown = lines.map((line) => {
    const cards = line.map((move) => (move.action === "draw" ? moveName(move) : sign(move.card)));
    const score = make("span", { class: "score" }, ` = ${number(line.at(-1).score)}`);
    return make("li", {}, cards.join(" "), score);
  });
  return make("ol", { class: "runs" }, ...shown);
}

function heldMoves(title, moves) {
  if (!moves.length) return [];
  const scroll = { class: "scroll", tabindex: 0, role: "group", "aria-label": title };
  return [make("h3", {}, title), make("div", scroll, runs(moves))];
}

function outlook(found) {
  const { completions: of } = found;
  const told = [];
  if (found.verdict === "undecided") {
    const range = of.exact ? "" : ` (95 % interval ${percent(of.low)} to ${percent(of.high)})`;
    told.push(`It depends on the unknown cards: ${percent(of.winnable_share)} of what may lie there`);
    told.push(`can be won${range}.`);
  } else {
    told.push("This holds whatever the unknown cards are.");
  }
  if (of.searched) told.push(`${counted(of.searched, "completion")} searched.`);
  return [verdict(found, ...told), ...heldMoves("A win that meets no unknown card", found.moves)];
}

export function solved(found) {
  if (found.completions) return outlook(found);
  const told = [];
  if (found.best_score !== null) told.push(`Best score ${number(found.best_score)}.`);
  if (found.fewest_draws !== null) told.push(`Fewest draws ${found.fewest_draws}.`);
  const win = found.best_winning_score;
  if (win !== null && win !== found.best_score) told.push(`Best win ${number(win)}.`);
  const apart = found.winning_moves.length && win !== found.best_score;
  return [
    verdict(found, ...told),
    ...heldMoves(found.verdict === "winnable" ? "The best moves" : "The best ending", found.moves),
    ...(apart ? heldMoves("The best win", found.winning_moves) : []),
  ];
}

export function rated(found) {
  const shown = (value) => {
    if (typeof value === "boolean") return value ? "yes" : "no";
    return typeof value === "number" ? number(value) : (value ?? "–");
  };
  const rows = Object.entries(found)
    .filter(([name]) => name !== "code" && name !== "deck")
    .map(([name, value]) => [name.replaceAll("_", " "), shown(value)]);
  return [table("Rating", ["Figure", "Value#"], rows)];
}

export function advised(found) {
  const [best] = found.actions;
  if (!best) return [make("p", {}, `${found.note}.`)];
  const ground = found.proven ? "proven" : `from ${counted(best.samples, "sample")}`;
  const rows = found.actions.map((one) => [
    moveName(one),
    percent(one.win_probability),
    number(one.expected_score),
    one.reason,
  ]);
  return [
    make("p", { class: "verdict" }, make("strong", {}, `Best: ${moveName(best)}.`), ` Chances are ${ground}.`),
    table("Advice", ["Action", "Win#", "Score#", "Reason"], rows),
    ...(found.note ? [make("p", {}, `${found.note}.`)] : []),
  ];
}

export function reviewed(found) {
  if (!found.length) return [make("p", {}, "There are no moves to judge: write them under “Moves made”.")];
  const fell = found.find(
    (one) => one.verdict_before === "winnable" && one.verdict_after === "not winnable",
  );
  const cost = found.reduce((sum, one) => sum + (one.score_lost ?? 0), 0);
  const told = fell ? ` Move ${fell.n}, ${moveName(fell)}, lost the win.` : "";
  const rows = found.map((one) => [
    number(one.n),
    moveName(one),
    number(one.score),
    one.score_lost ? make("span", { class: "lost" }, `−${number(one.score_lost)}`) : "",
    [
      one.better ? `better: ${moveName(one.better)}` : "",
      one.advised ? `advised: ${moveName(one.advised)}` : "",
    ]
      .filter(Boolean)
      .join("; "),
  ]);
  return [
    make(
      "p",
      { class: `verdict ${fell ? "lost" : ""}` },
      make("strong", {}, `${counted(found.length, "move")}, ${counted(cost, "point")} lost.`),
      told,
    ),
    table("Review", ["Move#", "Action", "Score#", "Lost#", "What was better"], rows),
  ];
}

export const failed = (message) => [make("p", { class: "fault", role: "alert" }, message)];
