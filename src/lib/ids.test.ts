import { describe, expect, it } from 'vitest';
import { isId, newId } from './ids';

describe('a new id', () => {
  it('sorts after every id made before it in the same process, even within one millisecond', () => {
    const made = Array.from({ length: 20_000 }, newId);
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('is a well-formed UUID of version 7', () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(isId(newId())).toBe(true);
    expect(isId('not-an-id')).toBe(false);
  });
});
