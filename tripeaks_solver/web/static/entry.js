/* The page: draws the board that is being entered, and asks the server about it. */

import { advised, failed, rated, reviewed, solved } from "./answers.js";
import { Board, GONE, UNKNOWN } from "./board.js";
import { element, make, picture, sign } from "./dom.js";

const RANK_KEYS = "A23456789TJQK";
const SUITS = "CDHS";
const PATIENCE = "The first of its kind is compiled for this machine, which takes up to half a minute.";

async function ask(path, request) {
  const options =
    request === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(request),
        };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer: start tripeaks serve again.");
  }
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${found.error[0].toUpperCase()}${found.error.slice(1)}.`);
  return found;
}

class Entry {
  constructor(tables) {
    this.tables = tables;
    this.byText = new Map(tables.cards.map((card) => [card.text, card]));
    this.board = new Board(tables.layouts[0], tables.deck_size);
    this.rank = null;
    this.asked = 0;
    this.makeTerms();
    this.makeTray();
    this.makeSlots();
    this.listen();
    this.draw();
  }

  makeTerms() {
    for (const layout of this.tables.layouts) {
      element("layout").append(
        make("option", { value: layout.number }, `${layout.number} ${layout.name}`),
      );
    }
    for (const name of this.tables.scoring) {
      element("scoring").append(make("option", { value: name }, name));
    }
    for (const rule of this.tables.rules) {
      const box = make("input", { type: "checkbox", value: rule.word });
      element("variants").append(make("label", { title: rule.meaning }, box, rule.label));
    }
  }

  makeTray() {
    this.tray = this.tables.cards.slice(0, this.tables.deck_size).map((card) => {
      const button = make("button", { type: "button", class: "card" }, picture(card.number));
      button.addEventListener("click", () => this.put(card.text));
      return { card, button };
    });
    this.tray.slice(1).forEach(({ button }) => (button.tabIndex = -1));
    element("tray").append(...this.tray.map((one) => one.button));
  }

  /* Make a button for each place: the tableau on its layout, the waste, and the stock. */
  makeSlots() {
    const { places } = this.board.layout;
    const { width, height } = this.tables.size;
    const wide = Math.max(...places.map((place) => place.x)) + width;
    const high = Math.max(...places.map((place) => place.y)) + height;
    const tableau = element("places");
    tableau.style.setProperty("--wide", wide);
    tableau.style.setProperty("--high", high);
    this.slots = this.board.cards.map((_, place) => this.makeSlot(place));
    this.slots.slice(0, places.length).forEach((slot, place) => {
      slot.style.left = `${(100 * places[place].x) / wide}%`;
      slot.style.top = `${(100 * places[place].y) / high}%`;
      slot.style.width = `${(100 * width) / wide}%`;
    });
    tableau.replaceChildren(...this.slots.slice(0, places.length));
    element("waste").replaceChildren(this.slots[places.length]);
    element("stock").replaceChildren(...this.slots.slice(places.length + 1));
  }

  makeSlot(place) {
    const slot = make("button", { type: "button", class: "slot" });
    slot.addEventListener("click", () => {
      this.board.select(place);
      this.draw();
    });
    return slot;
  }

  placeName(place) {
    const { places } = this.board.layout;
    if (place < places.length) return places[place].name;
    return place === places.length ? "waste" : `stock, card ${place - places.length}`;
  }

  cardName(text) {
    if (text === null) return "empty";
    if (text === GONE) return "gone";
    return this.byText.get(text)?.name ?? text;
  }

  draw() {
    const { board } = this;
    const { twice } = board;
    if (this.slots.length !== board.cards.length) this.makeSlots();
    board.cards.forEach((text, place) => {
      const slot = this.slots[place];
      const number = text === null ? null : this.byText.get(text).number;
      if (slot.dataset.card !== `${text}`) slot.replaceChildren(picture(number));
      slot.dataset.card = `${text}`;
      slot.classList.toggle("twice", twice.has(text));
      slot.setAttribute("aria-pressed", place === board.selected);
      slot.tabIndex = place === board.selected ? 0 : -1;
      const again = twice.has(text) ? ", there twice" : "";
      slot.setAttribute("aria-label", `${this.placeName(place)}: ${this.cardName(text)}${again}`);
    });
    const used = new Set(board.cards);
    for (const { card, button } of this.tray) {
      button.classList.toggle("used", used.has(card.text));
      button.classList.toggle("twice", twice.has(card.text));
      button.setAttribute("aria-label", used.has(card.text) ? `${card.name}, placed` : card.name);
    }
    this.drawMarks();
    this.drawAsks();
  }

  /* Say which cards are there twice, which are missing, and how many places are empty. */
  drawMarks() {
    const { board } = this;
    const used = new Set(board.cards);
    const missing = this.tray.map((one) => one.card.text).filter((text) => !used.has(text));
    const told = [];
    if (board.twice.size) {
      told.push(make("strong", {}, `Twice: ${[...board.twice].map(sign).join(" ")}. `));
    }
    if (board.empty) {
      const places = board.empty === 1 ? "1 place is" : `${board.empty} places are`;
      told.push(`${places} empty; next: ${this.placeName(board.selected)}. `);
    }
    if (missing.length && missing.length <= 16 && (board.twice.size || board.empty)) {
      const name = board.isOpen ? "Not placed" : "Missing";
      told.push(`${name}: ${missing.map(sign).join(" ")}.`);
    }
    if (!told.length) {
      const unknown = board.cards.filter((card) => card === UNKNOWN).length;
      const cards = unknown === 1 ? "1 card is" : `${unknown} cards are`;
      const needed = "Review and Play on need all cards.";
      told.push(unknown ? `Complete; ${cards} unknown. ${needed}` : "Complete.");
    }
    element("marks").replaceChildren(...told);
  }

  drawAsks() {
    const { isReady } = this.board;
    const isKnown = isReady && !this.board.cards.includes(UNKNOWN);
    for (const name of ["solve", "rate", "advise"]) element(name).disabled = !isReady;
    element("review").disabled = !isKnown;
    if (isKnown) element("play").href = `/replay?${new URLSearchParams(this.terms)}`;
    else element("play").removeAttribute("href");
    element("play").setAttribute("aria-disabled", !isKnown);
    if (isKnown) element("play").removeAttribute("role");
    else element("play").setAttribute("role", "link");
  }

  get terms() {
    const words = [...element("variants").querySelectorAll("input:checked")];
    return {
      deal: this.board.deal,
      layout: this.board.layout.number,
      rules: [element("base").value, ...words.map((box) => box.value)].join("-"),
      scoring: element("scoring").value,
    };
  }

  put(text) {
    this.board.put(text);
    this.draw();
  }

  chooseLayout(layout) {
    this.board.use(layout);
    this.makeSlots();
    this.draw();
  }

  listen() {
    const act = (name, action) =>
      element(name).addEventListener("click", () => {
        action();
        this.draw();
      });
    act("unknown", () => this.board.put(UNKNOWN));
    act("gone", () => this.board.put(GONE));
    act("back", () => this.board.erase());
    act("rest", () => this.board.leaveUnknown());
    act("clear", () => this.board.clear());
    element("layout").addEventListener("change", ({ target }) =>
      this.chooseLayout(this.tables.layouts.find((one) => one.number === Number(target.value))),
    );
    for (const name of ["base", "scoring", "variants"]) {
      element(name).addEventListener("change", () => this.drawAsks());
    }
    element("reading").addEventListener("submit", (event) => {
      event.preventDefault();
      this.read(element("text").value);
    });
    const moves = () => ({ moves: element("moves").value });
    const plain = () => ({});
    // TP1 scores come with every rating; the analysis needs all cards.
    const columns = ({ scoring, ...terms }) => ({
      ...terms,
      ...(scoring === "tp1" ? {} : { scoring }),
      columns: this.board.cards.includes(UNKNOWN) ? "exact" : "all",
    });
    this.button("solve", solved, plain);
    this.button("rate", rated, plain, columns);
    this.button("advise", advised, moves);
    this.button("review", reviewed, moves);
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("paste", (event) => this.paste(event));
    this.listenForDrops();
  }

  button(name, show, more, adapt = (terms) => terms) {
    element(name).addEventListener("click", () =>
      this.tell(async () => show(await ask(`/api/${name}`, { ...adapt(this.terms), ...more() }))),
    );
  }

  /* Show what comes of a question, unless another was asked meanwhile. */
  async tell(question) {
    this.asked += 1;
    const { asked } = this;
    const answers = element("answers");
    answers.setAttribute("aria-busy", "true");
    const wait = make("p", {}, "Searching…");
    answers.replaceChildren(wait);
    const late = setTimeout(() => wait.append(` ${PATIENCE}`), 4000);
    let shown;
    try {
      shown = await question();
    } catch (fault) {
      shown = failed(fault.message);
    }
    clearTimeout(late);
    if (asked !== this.asked) return;
    answers.replaceChildren(...shown);
    answers.removeAttribute("aria-busy");
  }

  /* Let the server read a deal, and lay it out. */
  read(text) {
    return this.tell(async () => {
      let found;
      try {
        found = await ask("/api/deal/read", { deal: text });
      } catch (fault) {
        if (this.board.layout.number === 1) throw fault;
        found = await ask("/api/deal/read", { deal: text, layout: this.board.layout.number });
      }
      const layout = this.tables.layouts.find((one) => one.name === found.layout);
      this.board.use(layout);
      element("layout").value = layout.number;
      if (found.code) element("base").value = found.code.includes("-C-") ? "classic" : "easy";
      const isUnderWay = found.run > 0 || found.score !== null;
      this.board.fill(found.deck.split(" "), isUnderWay ? JSON.stringify(found) : found.code);
      this.makeSlots();
      this.draw();
      return [make("p", {}, `Read: ${found.code ?? `a deal on the layout ${found.layout}`}.`)];
    });
  }

  /* Keys place cards wherever no text is typed: a rank, then a suit. */
  key(event) {
    const isTyping = event.target.matches("input[type=text], select");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    if (key === "?" || key === "-") this.put(key === "?" ? UNKNOWN : GONE);
    else if (key === "Backspace" || key === "Delete") {
      this.board.erase();
      this.draw();
    } else if (this.rank && SUITS.includes(key)) {
      this.put(this.rank + key);
    } else if (key.startsWith("Arrow") && event.target.matches(".slot, .card")) {
      this.walk(event.target, key);
    } else {
      this.rank = key === "0" || key === "1" ? "T" : RANK_KEYS.includes(key) ? key : null;
      return;
    }
    this.rank = null;
    event.preventDefault();
  }

  /* Arrow keys go to the neighbour in the tray or on the board. */
  walk(from, key) {
    const isSlot = from.matches(".slot");
    const all = isSlot ? this.slots : this.tray.map((one) => one.button);
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 };
    const step = isSlot ? Math.sign(steps[key]) : steps[key];
    const next = all[all.indexOf(from) + step];
    if (!next) return;
    if (!isSlot) from.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  paste(event) {
    if (event.target.matches("input, select")) return;
    const text = event.clipboardData.getData("text");
    if (text.trim()) this.read(text);
  }

  listenForDrops() {
    const { body } = document;
    body.addEventListener("dragover", (event) => {
      event.preventDefault();
      body.classList.add("dropping");
    });
    body.addEventListener("dragleave", () => body.classList.remove("dropping"));
    body.addEventListener("drop", async (event) => {
      event.preventDefault();
      body.classList.remove("dropping");
      const [file] = event.dataTransfer.files;
      const text = file ? await file.text() : event.dataTransfer.getData("text");
      if (text.trim()) this.read(text);
    });
  }
}

ask("/api/layouts").then(
  (tables) => new Entry(tables),
  (fault) => element("answers").replaceChildren(...failed(fault.message)),
);
