import { beforeEach, describe, expect, test } from 'vitest';
import { forget, forgetAll, keep, keepAfter, keepNow, keptName, readKept } from './kept-work';

/** A browser's storage, full after so many characters. */
function storageOf(room = 10_000): Storage {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      held.set(name, value);
    },
    removeItem: (name) => void held.delete(name),
    clear: () => held.clear(),
  };
}

const NAME = keptName('org', 'a@example.test', 'INVOICE');
const text = (value: unknown) => (typeof value === 'string' ? value : null);
let storage: Storage;
beforeEach(() => {
  storage = storageOf();
});

describe('work that was not saved', () => {
  test('comes back as it was, with the moment it was typed', () => {
    keep(storage, NAME, 'half an invoice', '2026-11-22T11:30:00.000Z');
    expect(readKept(storage, NAME, text)).toEqual({
      at: '2026-11-22T11:30:00.000Z',
      value: 'half an invoice',
    });
  });

  test.each(['', 'null', '{', '[]', '{"at":"soon","value":"x"}', '{"at":"2026-11-22T11:30:00Z","value":7}'])(
    'that the form does not understand (%s) is not offered',
    (stored) => {
      storage.setItem(NAME, stored);
      expect(readKept(storage, NAME, text)).toBeNull();
    },
  );

  test('too large for the browser is not kept in part', () => {
    const small = storageOf(60);
    keep(small, NAME, 'short', '2026-11-22T11:30:00.000Z');
    keep(small, NAME, 'x'.repeat(100), '2026-11-22T11:31:00.000Z');
    expect(readKept(small, NAME, text)).toBeNull();
  });

  test('that rests is kept when the page is left, and not once it was saved', () => {
    const rest = (value: string) =>
      keepAfter(NAME, 60_000, () => keep(storage, NAME, value, '2026-11-22T11:30:00.000Z'));
    rest('an invoice');
    rest('a whole invoice');
    keepNow(NAME);
    expect(readKept(storage, NAME, text)?.value).toBe('a whole invoice');
    rest('a whole invoice, typed on');
    forget(storage, NAME);
    keepNow(NAME);
    expect(readKept(storage, NAME, text)).toBeNull();
  });

  test('is removed when its owner signs out, and only theirs', () => {
    const other = keptName('org', 'b@example.test', 'INVOICE');
    for (const name of [NAME, other, 'daybook-accounts-org'])
      keep(storage, name, 'x', '2026-11-22T11:30:00.000Z');
    forgetAll(storage, 'a@example.test');
    expect([NAME, other, 'daybook-accounts-org'].map((name) => storage.getItem(name) === null)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
