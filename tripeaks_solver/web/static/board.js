/* The board that is being entered: a card, a mark or nothing in each place, in dealing order. */

export const UNKNOWN = "??";
export const GONE = "--";

export class Board {
  constructor(layout, deckSize) {
    this.deckSize = deckSize;
    this.layout = layout;
    this.clear();
  }

  clear() {
    this.fill(Array(this.deckSize).fill(null));
  }

  /* Lay the same cards in the same order on another layout. */
  use(layout) {
    this.layout = layout;
    this.source = null;
  }

  /* Take the cards of a deal that was read, and the text that tells it whole. */
  fill(cards, source = null) {
    this.cards = [...cards];
    this.source = source;
    this.selected = Math.max(this.cards.indexOf(null), 0);
  }

  get wastePlace() {
    return this.layout.places.length;
  }

  select(place) {
    this.selected = place;
  }

  /* Put a card or a mark on the chosen place, and choose the next empty one. */
  put(text) {
    this.cards[this.selected] = text;
    this.source = null;
    const after = this.cards.indexOf(null, this.selected);
    const empty = after >= 0 ? after : this.cards.indexOf(null);
    if (empty >= 0) this.selected = empty;
    else this.selected = Math.min(this.selected + 1, this.cards.length - 1);
  }

  /* Empty the chosen place; where it is empty, the one before it. */
  erase() {
    if (this.cards[this.selected] === null && this.selected > 0) this.selected -= 1;
    this.cards[this.selected] = null;
    this.source = null;
  }

  /* Say of all empty places that nobody knows their cards. */
  leaveUnknown() {
    this.cards = this.cards.map((card) => card ?? UNKNOWN);
    this.source = null;
  }

  get empty() {
    return this.cards.filter((card) => card === null).length;
  }

  /* The cards that lie on more than one place; jokers and marks may. */
  get twice() {
    const seen = new Set();
    const found = new Set();
    for (const card of this.cards) {
      if (card === null || !/^[A2-9TJQK][CDHS]$/.test(card)) continue;
      if (seen.has(card)) found.add(card);
      seen.add(card);
    }
    return found;
  }

  /* Whether some cards are marked as unknown or gone, so that others need not lie anywhere. */
  get isOpen() {
    return this.cards.includes(UNKNOWN) || this.cards.includes(GONE);
  }

  get isReady() {
    return this.empty === 0 && this.twice.size === 0;
  }

  /* The deal as the server reads it. */
  get deal() {
    return this.source ?? this.cards.join(" ");
  }
}
