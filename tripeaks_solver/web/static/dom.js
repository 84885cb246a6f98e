/* Elements made and found in one line each. Texts go in as texts, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

export const element = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/* A card as the shapes of the page draw it; null draws an empty place. */
export function picture(number) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 60 84");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, number === null ? "rect" : "use");
  const values =
    number === null
      ? { class: "hole", x: 1, y: 1, width: 58, height: 82, rx: 7 }
      : { href: `#card-${number}` };
  for (const [name, value] of Object.entries(values)) shape.setAttribute(name, value);
  svg.append(shape);
  return svg;
}

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/* A card as players write it: 10♠ for TS; an unknown card is a question mark. */
export function sign(text) {
  if (text === null) return "?";
  const suit = SIGNS[text[1]];
  return suit ? `${text[0] === "T" ? "10" : text[0]}${suit}` : text;
}
