import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '@/testing/long-run';
import { labelsOf, NO_RECORD } from './record-labels';

describe('names of records in a report', () => {
  it('are their names alone, and have a code only where several share the name or it reads as no record', () => {
    expect([
      ...labelsOf([
        { id: '1', name: 'Services', code: 'S' },
        { id: '2', name: 'Twin', code: 'T-1' },
        { id: '3', name: 'Twin', code: 'T-2' },
        { id: '4', name: 'none', code: 'N' },
        { id: '5', name: 'Clone', code: 'C' },
        { id: '6', name: 'Clone', code: 'C' },
        { id: '7', name: 'Clone', code: null },
      ]).values(),
    ]).toEqual(['Services', 'Twin (T-1)', 'Twin (T-2)', 'none (N)', 'Clone (5)', 'Clone (6)', 'Clone (7)']);
  });

  it('are never two alike, whatever names and codes there are', () => {
    const word = fc.constantFrom('A', 'B', 'A (x)', 'A (y)', 'none', 'none (x)', 'A (x) (y)');
    const record = fc.record({ name: word, code: fc.constantFrom('x', 'y', 'z', null) });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), (drawn) => {
        const records = drawn.map((one, at) => ({ ...one, id: `id-${at}` }));
        const labels = [...labelsOf(records).values()];
        expect(labels).toHaveLength(records.length);
        expect(new Set([...labels, NO_RECORD]).size).toBe(records.length + 1);
        for (const { id, name } of records) expect(labelsOf(records).get(id)?.startsWith(name)).toBe(true);
      }),
      { numRuns: cases(500, 5_000) },
    );
  });
});
