import { describe, expect, it } from 'vitest';
import { asOf } from './as-of';

describe('effective as of and known as of', () => {
  const rows = [
    {
      id: 'first',
      effectiveFrom: '2025-01-01',
      effectiveTo: null,
      recordedFrom: '2025-01-02T00:00:00.000Z',
      recordedTo: '2025-03-01T00:00:00.000Z',
    },
    {
      id: 'until',
      effectiveFrom: '2025-01-01',
      effectiveTo: '2025-02-01',
      recordedFrom: '2025-03-01T00:00:00.000Z',
      recordedTo: null,
    },
    {
      id: 'changed',
      effectiveFrom: '2025-02-01',
      effectiveTo: null,
      recordedFrom: '2025-03-01T00:00:00.000Z',
      recordedTo: null,
    },
  ];
  const ids = (effectiveAsOf: string | null, knownAsOf: string | null) =>
    asOf(rows, { effectiveAsOf, knownAsOf }).map(({ id }) => id);

  it('a report of a past moment equals the one printed then', () => {
    expect(ids('2025-02-15', '2025-02-20T00:00:00.000Z')).toEqual(['first']);
    expect(ids('2025-02-15', '2025-03-01T00:00:00.000Z')).toEqual(['changed']);
    expect(ids('2025-01-15', null)).toEqual(['until']);
    expect(ids(null, null)).toEqual(['until', 'changed']);
    expect(ids('2025-02-15', '2024-12-31T00:00:00.000Z')).toEqual([]);
  });
});
