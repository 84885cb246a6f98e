"use strict";

/** From which positions of the deal the game can still be won; see `prospects.py`. */
class Prospects {
  constructor(data, table) {
    this.sets = data.prospects.sets;
    this.table = table;
    this.ranks = data.rules.plays_on.length;
    this.states = tableauStates(data.layout.covered_by, data.deal.mask);
  }

  /** Read the table of the data; null where there is none, or the browser cannot unpack it. */
  static async of(data) {
    if (!data.prospects || typeof DecompressionStream === "undefined") return null;
    return new Prospects(data, await inflated(data.prospects.table));
  }

  canWin(game) {
    const pair = this.states.get(game.tableau) * this.ranks + game.wasteRank;
    return this.sets[this.number(pair)][game.drawn] === "1";
  }

  number(pair) {
    const pairs = this.states.size * this.ranks;
    let number = 0;
    for (let plane = 0; plane * pairs < this.table.length; plane += 1) {
      number += this.table[plane * pairs + pair] * 256 ** plane;
    }
    return number;
  }
}

/** Number the tableau states that a tableau can come to: by cards removed, then by mask. */
function tableauStates(coveredBy, tableau) {
  const numbers = new Map();
  for (let level = [tableau]; level.length; ) {
    level.sort((one, other) => one - other);
    level.forEach((mask) => numbers.set(mask, numbers.size));
    level = [...new Set(level.flatMap((mask) => withOneRemoved(coveredBy, mask)))];
  }
  return numbers;
}

function withOneRemoved(coveredBy, tableau) {
  const below = [];
  coveredBy.forEach((covers, place) => {
    const free = (tableau >>> place) & 1 && !(tableau & covers);
    if (free) below.push((tableau ^ (1 << place)) >>> 0);
  });
  return below;
}

async function inflated(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
