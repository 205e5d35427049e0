import fc from 'fast-check';
import { expect, it } from 'vitest';
import { earnedBy } from '../../../../e2e/revenue/oracle/by-date';
import { begun, contractOf, drawn, MONTHS, PROMISES, read, byMonth } from '../../../../e2e/revenue/told-histories';
import { expectValue } from '../cases/expect-value';
import { lastDayOf } from '../days';
import { picture } from './picture';
it('oracle', () => {
  let kinds: Record<string, number> = {};
  fc.assert(fc.property(drawn, (all) => {
    const { heard, facts } = read(all);
    for (const { kind } of facts) kinds[kind] = (kinds[kind] ?? 0) + 1;
    const state = expectValue(picture([...begun(), ...facts]));
    let earned = 0;
    for (const [index, month] of MONTHS.entries()) {
      earned += byMonth(state)[index] ?? 0;
      const expected = earnedBy(lastDayOf(month), contractOf(), heard);
      if (Math.abs(earned - expected * 100) > 2 * (facts.length + 2) * PROMISES.length)
        throw new Error(`${month}: ${earned / 100} ${expected} ${JSON.stringify(facts, null, 0)}`);
    }
  }), { numRuns: Number(process.env.DAYBOOK_HISTORIES ?? 200), ...(process.env.DAYBOOK_SEED ? { seed: Number(process.env.DAYBOOK_SEED) } : {}) });
  console.log(kinds);
}, 300000);
