"use strict";

// Lengths are those of the pictures of the project. Every card is an element of its own that moves
// from place to pile, so that the browser can show it on its way.

const EDGE = 14;
const GAP = 28;
/** From one stock card to the next. */
const FAN = 4;
/** What can be seen of a waste card below the upper one, and of how many such cards. */
const STRIP = 28;
const STRIPS = 3;
/** Waste cards lie, and fly, above all others; this is how high the upper one does. */
const HIGHEST = 200;

/** Where everything lies: x and y, and z, which says what covers what. */
class Geometry {
  constructor({ size, layout, deal }) {
    const farthest = (axis) => Math.max(...layout.places.map((place) => place[axis]));
    const tableau = { width: farthest("x") + size.width, height: farthest("y") + size.height };
    this.places = layout.places;
    this.stockSize = deal.stock.length;
    const stockWidth = FAN * Math.max(this.stockSize - 1, 0) + size.width;
    const pilesWidth = stockWidth + GAP + STRIPS * STRIP + size.width;
    const inner = Math.max(tableau.width, pilesWidth);
    this.width = inner + 2 * EDGE;
    this.height = tableau.height + GAP + size.height + 2 * EDGE;
    this.left = EDGE + (inner - tableau.width) / 2;
    this.pilesTop = EDGE + tableau.height + GAP;
    const pilesLeft = EDGE + (inner - pilesWidth) / 2;
    this.stockRight = pilesLeft + stockWidth - size.width;
    this.wasteRight = pilesLeft + pilesWidth - size.width;
  }

  place(number) {
    const { x, y } = this.places[number];
    return { x: this.left + x, y: EDGE + y, z: number };
  }

  /** The stock card before which so many others will be drawn. */
  stock(before) {
    return { x: this.stockRight - FAN * before, y: this.pilesTop, z: this.stockSize - before };
  }

  /** The waste card on which so many others lie. */
  waste(above) {
    const x = this.wasteRight - STRIP * Math.min(above, STRIPS);
    return { x, y: this.pilesTop, z: HIGHEST - above };
  }
}

/** The table with the cards. */
class Board {
  /** `act` is called with the move that the visitor wants: a place, or null for a draw. */
  constructor(data, act) {
    this.data = data;
    this.geometry = new Geometry(data);
    this.root = element("board");
    this.stock = element("stock");
    this.waste = element("waste");
    this.ending = element("ending");
    this.noStock = element("no-stock");
    this.noWaste = element("no-waste");
    this.root.style.setProperty("--wide", this.geometry.width);
    this.root.style.setProperty("--high", this.geometry.height);
    this.stock.addEventListener("click", () => act(null));
    this.root.addEventListener("keydown", (event) => this.walk(event));
    this.addCards(act);
    this.layPiles();
  }

  addCards(act) {
    const { tableau, waste, stock } = this.data.deal;
    const unless = (card, add) => (card === null ? null : add());
    this.places = tableau.map((card, place) => unless(card, () => this.addPlace(place, act)));
    const piled = [waste, ...stock].map((card) => unless(card, () => this.addCard("span")));
    /** The elements of all cards by their slots; null where there is no card. */
    this.slots = [...this.places, ...piled];
  }

  addPlace(place, act) {
    const button = this.addCard("button");
    button.type = "button";
    button.addEventListener("click", () => act(place));
    return button;
  }

  addCard(tag) {
    const card = document.createElement(tag);
    card.className = "card";
    card.append(element("sides").content.cloneNode(true));
    this.root.insertBefore(card, this.stock);
    return card;
  }

  /** Lay the stock and the waste, and the outlines that are seen where they are empty. */
  layPiles() {
    const { geometry } = this;
    this.lay(this.noStock, geometry.stock(0));
    this.lay(this.noWaste, geometry.waste(0));
    this.lay(this.stock, { ...geometry.stock(0), z: HIGHEST });
    this.lay(this.waste, { ...geometry.waste(0), z: 0 });
  }

  lay(item, { x, y, z }) {
    const { width, height } = this.data.size;
    item.style.transform = `translate(${(100 * x) / width}%, ${(100 * y) / height}%)`;
    item.style.zIndex = z;
  }

  /** Show a game; `next` is the move to point at, `told` whether covered cards are told. */
  show(game, next, told) {
    const above = new Map(game.waste.map((slot, index) => [slot, game.waste.length - 1 - index]));
    this.slots.forEach((card, slot) => {
      if (card === null) return;
      if (above.has(slot)) this.showWaste(game, slot, above.get(slot));
      else if (slot < game.size) this.showPlace(game, slot, told);
      else this.showStock(game, slot, told);
      card.classList.toggle("next", slot === next);
    });
    this.showPiles(game, next === null);
    this.keepFocus(game);
  }

  showWaste(game, slot, above) {
    const card = this.slots[slot];
    this.lay(card, this.geometry.waste(above));
    this.turn(card, `#card-${game.card(slot)}`);
    card.classList.toggle("deep", above > STRIPS);
    card.classList.remove("playable");
    card.setAttribute("aria-hidden", "true");
    if (slot < game.size) card.disabled = true;
  }

  /** Show a card of the stock; only the next one to be drawn may be told. */
  showStock(game, slot, told) {
    const card = this.slots[slot];
    const isTop = slot === game.stockTop;
    this.lay(card, this.geometry.stock(slot - game.stockTop));
    this.turn(card, told && isTop ? `#card-${game.card(slot)}` : null);
    card.classList.toggle("deep", !isTop);
    card.setAttribute("aria-hidden", "true");
  }

  showPlace(game, place, told) {
    const card = this.places[place];
    const kind = game.isFree(place) ? "card" : "told";
    const seen = told || game.isFaceUp(place);
    this.lay(card, this.geometry.place(place));
    this.turn(card, seen ? `#${kind}-${game.card(place)}` : null);
    card.classList.toggle("playable", !game.playRefusal(place));
    card.classList.remove("deep");
    card.disabled = false;
    card.tabIndex = game.isFree(place) ? 0 : -1;
    card.removeAttribute("aria-hidden");
    card.setAttribute("aria-label", placeInWords(game, place, seen));
  }

  /** Show the face of a card, or its back where there is no face. */
  turn(card, face) {
    card.classList.toggle("up", face !== null);
    if (face) card.querySelector(".obverse use").setAttribute("href", face);
  }

  /** Show what is told of the piles as a whole. */
  showPiles(game, isNext) {
    this.stock.classList.toggle("next", isNext);
    this.stock.classList.toggle("playable", !game.drawRefusal());
    this.stock.firstElementChild.textContent = game.stockLeft || "";
    this.stock.setAttribute("aria-label", stockInWords(game));
    this.waste.setAttribute("aria-label", `Waste: ${wasteName(game)}`);
    this.noStock.classList.toggle("needed", !game.stockLeft);
    this.noWaste.classList.toggle("needed", !game.waste.length);
    this.ending.hidden = game.status !== "WON";
    this.ending.lastElementChild.textContent = `Won: ${counted(game.score, "point")}`;
  }

  /** When the card with the focus is gone, one that can be played gets it, or the stock. */
  keepFocus(game) {
    const focused = document.activeElement;
    if (!this.root.contains(focused) || !focused.disabled) return;
    const [place] = game.plays();
    (place === undefined ? this.stock : this.places[place]).focus();
  }

  /** Up and down lead through all cards on the table, the covered ones too. */
  walk(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    const stops = [...this.places.filter((card) => card && !card.disabled), this.stock];
    const here = stops.indexOf(document.activeElement);
    stops[(here + step + stops.length) % stops.length].focus();
    event.preventDefault();
  }

  /** Shake what was refused, unless the visitor wants nothing to move. */
  refuse(move) {
    const item = move === null ? this.stock : this.places[move];
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const shifts = [0, -6, 5, -3, 2, 0].map((x) => ({ translate: `${x}%` }));
    item.animate(shifts, { duration: 320, easing: "ease-out" });
  }
}

function placeInWords(game, place, seen) {
  const { name } = game.data.layout.places[place];
  const card = seen ? cardName(game, place) : "face down";
  const refusal = game.playRefusal(place);
  const state = refusal === "COVERED" ? "blocked" : refusal ? "does not fit" : "playable";
  return `${card}, ${state}, ${name}`;
}

function stockInWords(game) {
  if (!game.stockLeft) return "Stock: empty";
  const state = game.drawRefusal() ? "" : ", draw the next card";
  return `Stock: ${counted(game.stockLeft, "card")}${state}`;
}

function wasteName(game) {
  return game.waste.length ? cardName(game, game.waste[game.waste.length - 1]) : "empty";
}
