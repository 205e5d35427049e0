import { expect, test } from 'vitest';
import { dayOf, dayStyleOf } from './written-day';

test.each([
  ['20260930', 'YMD', '2026-09-30'],
  ['Sep 30, 2026', 'YMD', '2026-09-30'],
  ['September 5 2026', 'YMD', '2026-09-05'],
  ['30 September 2026', 'YMD', '2026-09-30'],
  ['5-Sep-2026', 'YMD', '2026-09-05'],
  ['9/30/2026', 'MDY', '2026-09-30'],
  ['30/9/2026', 'DMY', '2026-09-30'],
  ['9/30/2026', 'YMD', '9/30/2026'],
  ['Smarch 30, 2026', 'YMD', 'Smarch 30, 2026'],
  ['12345678', 'YMD', '12345678'],
] as const)('%s is read %s as %s', (cell, style, day) => {
  expect(dayOf(cell, style)).toBe(day);
});

test('a part above 12 shows how a file writes its days; without one, and with days that contradict each other, nothing is decided', () => {
  expect(dayStyleOf({ first: false, second: true })).toBe('MDY');
  expect(dayStyleOf({ first: true, second: false })).toBe('DMY');
  expect(dayStyleOf({ first: false, second: false })).toBeNull();
  expect(dayStyleOf({ first: true, second: true })).toBeNull();
});
