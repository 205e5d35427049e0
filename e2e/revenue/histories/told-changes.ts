import { addDays } from '@/core/periods/calendar';
import type { EventOf, ModificationTerms } from '@/core/revenue/contracts/events';
import { day as toDay } from '../oracle/held';
import type { Change } from './happened';
import { BEGIN, LICENSE, tiersAt } from './told-contract';

/** Changes of what was promised: one removed, another term, costs stated again, past performance settled. */
export const CHANGES = ['removed', 'termed', 'restated', 'settled'] as const;
/** A minimum of calls that were paid for as they were made. It begins once, so that no history draws it by chance. */
export const FIRST_MINIMUM = 'committing';

/** Promises of every kind that a modification can remove. */
const REMOVABLE = ['units', 'term', 'project', 'months', 'works', 'license', 'points', 'steps', 'committed'];
const TREATMENTS = ['prospective', 'catchUp', 'mixed'] as const;
/** The days after the contract on which a term can still be changed, whatever it was changed to before. */
const EARLY = 120;

/** A change of what was promised, for the engine and for the oracle; null: too late for a term, which ends before. */
export function changedPromise(
  what: (typeof CHANGES)[number] | typeof FIRST_MINIMUM,
  { day, size }: { readonly day: number; readonly size: number },
  scale: number,
): { told: Omit<EventOf<'modification'>, 'id' | 'effectiveDate'>; heard: Change } | null {
  const text = (amount: number) => (amount * scale).toFixed(2);
  const any = TREATMENTS[size % TREATMENTS.length] ?? 'prospective';
  const signed = size - 3000;
  const both = (
    kind: 'prospective' | 'catchUp' | 'mixed',
    price: number,
    told: ModificationTerms,
    heard: object,
  ) => ({
    told: {
      kind: 'modification' as const,
      treatment: kind,
      decidedFor: kind,
      reason: 'agreed',
      priceChange: text(price),
      ...told,
    },
    heard: { kind, price, ...heard },
  });
  switch (what) {
    case 'removed': {
      const key = REMOVABLE[size % REMOVABLE.length] ?? 'units';
      // The customer pays less by about what it no longer gets, or as much as before.
      return both(any, size % 2 === 0 ? -20 * size : 0, { removals: [key] }, { removed: key });
    }
    case 'termed': {
      if (day > EARLY) return null;
      const [key, start] = size % 2 === 0 ? ['term', BEGIN] : ['license', LICENSE];
      const end = addDays(BEGIN, EARLY + 10 + (size % 300));
      const pattern = { kind: 'RATABLE', start, end, residual: 'CUMULATIVE' } as const;
      return both(any, signed, { obligations: [{ key, pattern }] }, { ends: { key, end } });
    }
    case 'committing': {
      const [start, days, amount] = [addDays(BEGIN, day), 30 + (size % 90), 10 * size];
      const method = size % 3 === 0 ? 'OVER_TIME' : 'AS_USED';
      const minimum = {
        start,
        end: addDays(start, days - 1),
        every: 'TERM',
        amount: text(amount),
        method,
      } as const;
      const spans = [{ from: toDay(start), to: toDay(start) + days, amount }];
      const pattern = { kind: 'USAGE', tiers: tiersAt(scale), minimum } as const;
      return both(
        size % 2 === 0 ? 'prospective' : 'mixed',
        0,
        { obligations: [{ key: 'calls', pattern }] },
        {
          price: amount,
          added: {
            key: 'calls',
            ssp: amount,
            kind: 'COMMITTED',
            minimum: { method, isCarried: false, spans, expected: null },
          },
        },
      );
    }
    case 'restated': {
      const whole = 300_000 + size * 60;
      const toDate = Math.round(((size % 100) / 100) * whole);
      return both(
        size % 2 === 0 ? 'catchUp' : 'mixed',
        signed,
        { obligations: [{ key: 'works', costs: { toDate: text(toDate), totalAfter: text(whole) } }] },
        { costed: { key: 'works', costs: { total: whole, toDate } } },
      );
    }
    case 'settled': {
      const key = ['units', 'project', 'term', 'point'][size % 4] ?? 'units';
      return both(
        any,
        size,
        { pastAdjustment: { key, amount: text(signed) } },
        { past: { key, amount: signed } },
      );
    }
  }
}
