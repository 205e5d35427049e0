/** How many items are processed before others get their turn: at a hundredth of a millisecond each, far below what a waiting request notices. */
const AT_ONCE = 500;

/** Lets everything that waits for the event loop have its turn. */
export const letOthers = (): Promise<void> => new Promise((resume) => setImmediate(resume));

/**
 * The results of the same work on every item, in order. Other requests are answered between portions of `atOnce` items, so that a long list
 * holds the event loop no longer than a short one.
 */
export async function inPortions<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
  atOnce = AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % atOnce === 0) await letOthers();
    results.push(work(item, index));
  }
  return results;
}
