"use strict";

/** How long a step stands when the line plays by itself, in milliseconds. */
const BEATS = { slow: 2000, normal: 1000, fast: 500, "very fast": 250 };
/** What keys do, by the names of the controls. */
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };

/** The page: what its controls do, and when what is shown. */
class Page {
  constructor(data) {
    this.data = data;
    this.timer = null;
    this.replay = new Replay(data);
    this.board = new Board(data, (move) => this.act(move));
    this.timeline = new Timeline((step) => this.go(step));
    this.actions = {
      first: () => this.go(0),
      previous: () => (this.replay.own ? this.undo() : this.go(this.replay.step - 1)),
      play: () => (this.timer ? this.pause() : this.play()),
      next: () => this.go(this.replay.step + 1),
      last: () => this.go(this.replay.line.length),
      undo: () => this.undo(),
      return: () => this.go(this.replay.step),
    };
    this.addLines();
    this.addSpeeds();
    this.listen();
    this.timeline.use(this.replay.line);
    this.show();
    this.ready = this.readProspects();
  }

  /** Read from where the game can be won; if that fails the answers along the lines remain. */
  async readProspects() {
    this.replay.prospects = await Prospects.of(this.data).catch(() => null);
    showHope(this.hope);
  }

  get hope() {
    return hopeOf(this.replay.game, this.replay.winnable);
  }

  listen() {
    Object.keys(this.actions).forEach((name) => {
      element(name).addEventListener("click", () => this.press(name));
    });
    element("peek").addEventListener("change", () => this.showBoard());
    element("speed").addEventListener("change", () => this.timer && this.play());
    document.addEventListener("keydown", (event) => this.pressKey(event));
  }

  press(name) {
    if (isEnabled(element(name))) this.actions[name]();
  }

  pressKey(event) {
    const name = controlOf(event);
    if (!name) return;
    event.preventDefault();
    this.press(name);
  }

  addLines() {
    const { lines } = this.replay;
    element("lines").hidden = lines.length < 2;
    lines.forEach((line, number) => {
      const choice = copied("line-choice");
      const radio = choice.querySelector("input");
      radio.checked = number === this.replay.chosen;
      radio.addEventListener("change", () => this.choose(number));
      choice.querySelector("span").textContent = lineInWords(line);
      element("lines").append(choice);
    });
  }

  addSpeeds() {
    element("speed").append(...Object.keys(BEATS).map((name) => new Option(name)));
    element("speed").value = "normal";
  }

  choose(number) {
    this.pause();
    this.replay.choose(number);
    this.timeline.use(this.replay.line);
    this.show();
  }

  go(step) {
    this.pause();
    this.replay.go(step);
    this.show();
  }

  play() {
    if (this.replay.step === this.replay.line.length) this.go(0);
    clearInterval(this.timer);
    this.timer = setInterval(() => this.beat(), BEATS[element("speed").value]);
    this.showControls();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.showControls();
  }

  beat() {
    this.replay.go(this.replay.step + 1);
    if (this.replay.step === this.replay.line.length) this.pause();
    this.show();
  }

  /** Make a move that the visitor wants, or say why it cannot be made. */
  act(move) {
    this.pause();
    const before = this.replay.game.copy();
    const refusal = this.replay.try(move);
    if (refusal) this.refuse(move, refusal);
    else this.show(newsOf(before, this.replay.game));
  }

  refuse(move, refusal) {
    this.tell({ text: refusalInWords(this.replay.game, move, refusal), kind: "refusal" });
    this.board.refuse(move);
  }

  undo() {
    this.replay.undo();
    this.show({ text: "The move is taken back.", kind: "" });
  }

  /** Show everything, and tell what has just happened. */
  show(news = this.replay.line.news(this.replay.step)) {
    const { game, step } = this.replay;
    this.showBoard();
    this.timeline.show(step, game);
    this.showControls();
    showFigures(game);
    showHope(this.hope);
    this.tell(news);
  }

  showBoard() {
    this.board.show(this.replay.game, this.replay.next, element("peek").checked);
  }

  showControls() {
    const { own, ownMoves, step, line } = this.replay;
    const isEnd = step === line.length;
    enable(element("first"), own || step > 0);
    enable(element("previous"), own || step > 0);
    enable(element("play"), !own && line.length > 0);
    enable(element("next"), !own && !isEnd);
    enable(element("last"), own || !isEnd);
    element("play").classList.toggle("playing", Boolean(this.timer));
    element("play").setAttribute("aria-label", this.timer ? "Pause" : "Play");
    element("where").textContent = `Move ${step} of ${line.length}`;
    this.showOwn(own, ownMoves);
  }

  /** Show the controls of moves of one's own; the focus must not vanish with them. */
  showOwn(own, moves) {
    const bar = element("own");
    const hadFocus = bar.contains(document.activeElement);
    enable(element("undo"), own);
    enable(element("return"), own);
    bar.hidden = !own;
    element("own-moves").textContent = `${counted(moves, "move")} of your own`;
    if (!own && hadFocus) element("next").focus();
  }

  /** Tell news in the caption, and aloud; while the line plays only events are told aloud. */
  tell({ text, kind }) {
    element("caption").textContent = text;
    element("caption").className = `caption ${kind}`;
    if (this.timer && !kind) return;
    element("aloud").textContent = this.replay.own ? `${text} ${this.hope.text}.` : text;
  }
}

/** The name of the control that a key stands for; controls keep the keys that they use. */
function controlOf({ key, target, ctrlKey, metaKey, altKey }) {
  if ((ctrlKey || metaKey) && key === "z") return "undo";
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === "Escape") return "return";
  const users = key === " " ? "button, summary, select, input:not([type=range])" : "select, input";
  return target.matches(users) ? undefined : KEYS[key];
}

function refusalInWords(game, move, refusal) {
  const seen = move !== null && game.isFaceUp(move);
  const reason = game.data.refusals[refusal];
  return sentence(seen ? `${cardName(game, move)}: ${reason}.` : `${reason}.`);
}

function lineInWords({ name, score, last }) {
  const points = score === null ? "" : `, ${counted(score, "point")}`;
  return `${sentence(name)}${points}, ${counted(last.drawn, "draw")}`;
}

const page = new Page(JSON.parse(element("data").textContent));
