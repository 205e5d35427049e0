import { describe, expect, it } from 'vitest';
import { EMPTY_HEAD, KEPT_FORMAT, type KeptHeads, keptHeadsFrom, statementOf } from './kept-head';

const kept: KeptHeads = {
  format: KEPT_FORMAT,
  takenAt: '2026-11-21T10:00:00.000Z',
  organizations: [
    {
      organizationId: 'b',
      organizationName: 'Beta',
      audit: { sequence: '7', hash: 'a'.repeat(64) },
      ledger: EMPTY_HEAD,
    },
    {
      organizationId: 'a',
      organizationName: 'Alpha',
      audit: EMPTY_HEAD,
      ledger: { sequence: '2', hash: 'c'.repeat(64) },
    },
  ],
};

describe('heads kept outside the database', () => {
  it('are read back as they were written, with and without a time stamp', () => {
    expect(keptHeadsFrom(JSON.stringify(kept))).toEqual(kept);
    const stamped = { ...kept, timeStamp: 'MIIB' };
    expect(keptHeadsFrom(JSON.stringify(stamped, null, 2))).toEqual(stamped);
  });

  it.each([
    ['text that is not JSON', 'head'],
    ['another format', JSON.stringify({ ...kept, format: 'daybook-heads-2' })],
    ['a list', '[]'],
    ['no organizations', JSON.stringify({ ...kept, organizations: undefined })],
    [
      'a hash that is too short',
      JSON.stringify({
        ...kept,
        organizations: [{ ...kept.organizations[0], audit: { sequence: '7', hash: 'aa' } }],
      }),
    ],
    [
      'a position that is not a whole number',
      JSON.stringify({
        ...kept,
        organizations: [{ ...kept.organizations[0], audit: { sequence: '-7', hash: 'a'.repeat(64) } }],
      }),
    ],
    [
      'an organization without a chain',
      JSON.stringify({ ...kept, organizations: [{ organizationId: 'a' }] }),
    ],
    [
      'a malformed head of the security log',
      JSON.stringify({
        ...kept,
        organizations: [{ ...kept.organizations[0], security: { sequence: '1', hash: 'x' } }],
      }),
    ],
    ['a time stamp that is not text', JSON.stringify({ ...kept, timeStamp: 5 })],
  ])('are refused: %s', (_, text) => {
    expect(keptHeadsFrom(text)).toBeNull();
  });

  it('of the security log are read back and stamped too; a file from before it had a chain still reads as it did', () => {
    const security = { sequence: '4', hash: 'd'.repeat(64) };
    const [first, second] = kept.organizations;
    const whole = { ...kept, organizations: [{ ...first, security }, second] } as KeptHeads;
    expect(keptHeadsFrom(JSON.stringify(whole))).toEqual(whole);
    expect(statementOf(whole)).toContain(`b 7 ${'a'.repeat(64)} 0 ${'0'.repeat(64)} 4 ${'d'.repeat(64)}\n`);
  });

  it('have one statement for a time stamp, whatever their order; every position, hash and the time are in it', () => {
    const statement = statementOf(kept);
    expect(statementOf({ ...kept, organizations: [...kept.organizations].reverse(), timeStamp: 'x' })).toBe(
      statement,
    );
    expect(statement).toBe(
      `daybook-heads-1\n2026-11-21T10:00:00.000Z\na 0 ${'0'.repeat(64)} 2 ${'c'.repeat(64)}\nb 7 ${'a'.repeat(64)} 0 ${'0'.repeat(64)}\n`,
    );
  });
});
