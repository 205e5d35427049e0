import { describe, expect, it } from 'vitest';
import { takesFigures } from './proof-words';

type Shown = Parameters<typeof takesFigures>[0];
const shown = (openingTransactionId: string | null, isProposed: boolean) =>
  ({ cutOver: { openingTransactionId }, opening: { isProposed } }) as Shown;

describe('the files of a cut-over', () => {
  it('are offered until the opening entry rests on their figures, and again once it is withdrawn or undone', () => {
    expect(takesFigures(shown(null, false))).toBe(true);
    expect(takesFigures(shown(null, true))).toBe(false);
    expect(takesFigures(shown('the entry', false))).toBe(false);
  });
});
