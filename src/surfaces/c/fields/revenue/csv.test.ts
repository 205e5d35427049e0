import { expect, test } from 'vitest';
import { linesInTurn } from './csv';

test('a table of any length is written some hundred lines at a time, in order, and others get their turn between them', async () => {
  let written = 0;
  let isOver = false;
  const turns: number[] = [];
  const watch = () => {
    turns.push(written);
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  const numbers = Array.from({ length: 2_600 }, (_, n) => n);
  let text = '';
  for await (const piece of linesInTurn(['number'], numbers, (n) => {
    written += 1;
    return [n];
  }))
    text += piece;
  isOver = true;
  turns.push(written);
  expect(text).toBe(`number\r\n${numbers.map((n) => `${n}\r\n`).join('')}`);
  expect(turns.at(-1)).toBe(2_600);
  const steps = turns.map((count, at) => count - (turns[at - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(250);
});
