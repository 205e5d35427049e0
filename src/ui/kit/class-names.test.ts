import { expect, test } from 'vitest';
import { cx } from './class-names';

test('a size of text and a colour of text live together, a later height wins', () => {
  expect(cx('text-small text-ink-mute')).toBe('text-small text-ink-mute');
  expect(cx('h-field w-full', 'h-10')).toBe('w-full h-10');
  expect(cx('h-auto', 'h-row', false)).toBe('h-row');
});
