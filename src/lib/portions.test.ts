import { expect, test } from 'vitest';
import { inPortions } from './portions';

test('work on a long list lets others have their turn after every portion, and keeps the order', async () => {
  let done = 0;
  const seen: number[] = [];
  const watch = () => {
    seen.push(done);
    if (done < 10) setImmediate(watch);
  };
  setImmediate(watch);
  const results = await inPortions(
    Array.from({ length: 10 }, (_, n) => n),
    (item, index) => {
      done += 1;
      return item * 2 + index;
    },
    3,
  );
  expect(results).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
  expect(seen).toEqual([3, 6, 9]);
});

test('a list of one portion is worked on without waiting for anyone', async () => {
  let waited = false;
  setImmediate(() => {
    waited = true;
  });
  expect(await inPortions([1, 2, 3], (item) => item + 1)).toEqual([2, 3, 4]);
  expect(waited).toBe(false);
});
