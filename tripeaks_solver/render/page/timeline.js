"use strict";

/** The steps of a line: the slider with its marks, the peaks, and the list of all moves. */
class Timeline {
  /** `go` is called with the step that the visitor wants. */
  constructor(go) {
    this.go = go;
    this.slider = element("slider");
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
  }

  /** Lay out another line. */
  use(line) {
    this.line = line;
    this.falls = line.falls();
    this.slider.max = line.length;
    this.addMarks();
    this.addPeaks();
    this.addMoves();
  }

  /** Show where on the line the visitor is, and the peaks of the game there. */
  show(step, game) {
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", this.line.stepName(step));
    const share = this.line.length ? step / this.line.length : 1;
    this.slider.style.setProperty("--done", `${100 * share}%`);
    this.moves.forEach((chip, index) => {
      if (index === step) chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
      chip.classList.toggle("done", index < step);
    });
    this.peaks.forEach((item, index) => this.showPeak(item, game.data.layout.peaks[index], game));
  }

  addMarks() {
    const steps = [...this.line.games.keys()];
    const draws = steps.filter((step) => this.line.moves[step - 1] === null);
    element("marks").replaceChildren(
      ...draws.map((step) => this.mark(step, "draw-mark")),
      ...this.falls.map(({ step }) => this.mark(step, "fall-mark")),
    );
  }

  mark(step, kind) {
    const mark = copied(kind);
    mark.style.left = `${(100 * step) / this.line.length}%`;
    return mark;
  }

  addPeaks() {
    this.peaks = this.line.last.data.layout.peaks.map((peak) => this.peak(peak));
    element("peaks").replaceChildren(...this.peaks);
  }

  peak(peak) {
    const item = copied("peak");
    const fall = this.falls.find((other) => other.peak === peak);
    const button = item.querySelector("button");
    item.querySelector(".peak-name").textContent = sentence(peak.name);
    item.querySelector(".peak-fall").textContent = fallInWords(this.line, peak, fall);
    if (fall) button.addEventListener("click", () => this.go(fall.step));
    enable(button, Boolean(fall));
    return item;
  }

  showPeak(item, { mask }, game) {
    const left = ones(game.tableau & mask);
    item.classList.toggle("fallen", !left);
    item.querySelector(".peak-left").textContent = left ? counted(left, "card") : "empty";
  }

  /** List the moves by runs: a card that opens the waste or is drawn, and all that goes on it. */
  addMoves() {
    const list = element("moves-list");
    list.replaceChildren();
    this.moves = this.line.games.map((game, step) => {
      const chip = this.chip(game, step);
      const opens = step === 0 || this.line.moves[step - 1] === null;
      if (opens) list.append(made("li", "run"));
      list.lastElementChild.append(chip);
      return chip;
    });
    this.falls.forEach(({ step }) => this.moves[step].classList.add("fall"));
  }

  chip(game, step) {
    const chip = copied("chip");
    const top = game.waste[game.waste.length - 1];
    const shape = top === undefined ? "#gone" : `#told-${game.card(top)}`;
    chip.querySelector("use").setAttribute("href", shape);
    chip.classList.toggle("drawn", this.line.moves[step - 1] === null);
    const remark = this.line.remark(step);
    chip.classList.toggle("remarked", Boolean(remark));
    chip.title = remark;
    chip.setAttribute("aria-label", [this.line.stepName(step), remark].filter(Boolean).join(". "));
    chip.addEventListener("click", () => this.go(step));
    return chip;
  }
}

function fallInWords(line, { mask }, fall) {
  if (fall) return `falls at move ${fall.step}`;
  return line.games[0].tableau & mask ? "does not fall" : "empty from the start";
}
