/** A random stream that is the same in every run; one per topic, so that changing one topic does not affect the others. */
export interface Chance {
  /** A whole number from `least` to `most`, inclusive. */
  between(least: number, most: number): number;
  /** One element of the list. */
  pick<T>(list: readonly T[]): T;
  /** True in `percent` out of a hundred cases. */
  percent(percent: number): boolean;
}

/** The stream for a topic (mulberry32, seeded with the topic's name). */
export function chanceOf(topic: string): Chance {
  let state = seedOf(topic);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: (list) => {
      const found = list[between(0, list.length - 1)];
      if (found === undefined) throw new Error(`nothing to pick from for ${topic}`);
      return found;
    },
    percent: (percent) => next() * 100 < percent,
  };
}

/** FNV-1a over the topic's characters. */
function seedOf(topic: string): number {
  let hash = 0x811c9dc5;
  for (const letter of topic) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}
